"""The game's rules: cards and table, the acts, Reset, the Turn and the End."""
