"""AI cards as a person follows them at a real table: questions, decision tables, workload."""
