"""Rendering for the terminal; it makes no decisions about the game."""
