"""Printed AI cards as players: their layout, their lines, and how and why they are followed."""
