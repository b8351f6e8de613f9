"""What to write instead: rewordings of single lines, each with its proof, and the cleaned card."""
