"""The playtest lab: many games, what came of them, and what the words had to do with it."""
