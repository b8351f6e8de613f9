"""Printed words to meaning: the grammar, every reading, one settled reading, its paraphrase."""
