"""Advice on acts, and reviews of games, by rollouts that use only what the player can see."""
