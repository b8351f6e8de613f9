"""Which lines can ever be followed: statements about counts, proved, shown or played out."""
