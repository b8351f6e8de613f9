"""Other ways to play the same seeds: what is other, and what comes of it."""
