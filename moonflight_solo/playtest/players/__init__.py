"""Players made of program: random, greedy and searching; they see only what their seat may see."""
