"""The results of a playtest as typed values: their figures, and how they are made from counts."""
