"""Tables small enough to show: drawn up, laid out, shrunk, and what is done on them."""
