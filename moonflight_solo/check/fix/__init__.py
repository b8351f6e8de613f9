"""Rewordings of single lines, each with a proof, and the corrected card."""
