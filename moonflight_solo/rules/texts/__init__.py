"""Carry out the printed texts of cards."""
