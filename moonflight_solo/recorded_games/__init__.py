"""Games set up from settings or a record, with their AI cards, and played again."""
