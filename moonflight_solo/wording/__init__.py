"""Parse printed words: the grammar, all readings of a sentence, the one that counts, its
paraphrase.
"""
