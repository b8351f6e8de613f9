"""A printed AI card as a player: its layout, its lines, how it is followed and why."""
