"""What to do now and why, and how a game was played: by a searching player, who sees no more."""
