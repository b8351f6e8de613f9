"""What a line's words leave open: every slot of its meaning, and what fills each of them."""
