"""Flow Free: puzzles, rules and solutions."""
