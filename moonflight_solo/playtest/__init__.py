"""Playtests: playing many games and relating their results to the cards' wording."""
