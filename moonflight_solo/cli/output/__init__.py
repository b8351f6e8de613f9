"""What is shown, and how: rendering that decides nothing."""
