"""The content of playtest reports, as one model for terminal, Markdown and HTML."""
