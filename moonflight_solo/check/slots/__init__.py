"""How a line is read: the slots of its meaning, and what fills each of them."""
