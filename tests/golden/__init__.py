"""Recorded games and answers of commands, to compare with current ones."""
