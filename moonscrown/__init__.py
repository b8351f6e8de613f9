"""Moonscrown, played with the Decktet: a race to meet conditions that change with every card."""
