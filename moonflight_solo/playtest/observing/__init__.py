"""What is seen of a game as it is played: its course, and what each line of an AI card decides."""
