"""A person's evening: a game and its End, another game, and looking back at any of them."""
