"""An interactive game at the terminal, from choosing Jacks to recording the result."""
