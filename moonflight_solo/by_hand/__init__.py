"""AI cards as followed by a person at a real table: questions, decision tables, effort."""
