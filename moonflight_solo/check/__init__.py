"""The wording check: how printed words are read, what they leave open, what can never happen."""
