"""Where readings and rewordings part: on which table, and what each does there."""
