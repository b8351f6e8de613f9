"""What a line leaves open: every slot of its meaning, and what fills it."""
