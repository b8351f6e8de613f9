"""What the printed text of a card does."""
