"""Flow Free: puzzles, rules, solutions and file formats."""
