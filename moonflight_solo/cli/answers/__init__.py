"""What commands answer with --json, as types, and making them. The types define the schemas."""
