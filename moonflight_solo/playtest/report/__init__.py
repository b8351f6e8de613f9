"""What a report says of a playtest, as one model for terminal, Markdown and page."""
