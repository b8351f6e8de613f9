"""A person's game at the terminal: from its set-up to its record."""
