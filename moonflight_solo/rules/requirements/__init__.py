"""Requirements: what a condition or an act needs of the table, as a tree, and its uses."""
