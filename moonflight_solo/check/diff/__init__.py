"""Where readings and rewordings differ: on which table, and what each does there."""
