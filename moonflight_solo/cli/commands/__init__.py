"""The commands, one module per topic, imported only when run."""
