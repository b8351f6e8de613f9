"""What a condition, or an act, requires of the table: one tree, and its readings."""
