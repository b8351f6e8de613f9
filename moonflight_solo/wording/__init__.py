"""Parse printed words: the grammar, all readings, the settled one, and its paraphrase."""
