"""The game as printed: cards and table, the acts, Reset, the Turn and the End."""
