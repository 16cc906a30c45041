"""Statistics, tables, figures and verdicts on claims, for the studies of all puzzles."""
