"""Formulas: the puzzle as clauses."""
