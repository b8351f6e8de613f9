"""Which lines can ever be followed: proved over card counts, shown on a table, or seen in games."""
