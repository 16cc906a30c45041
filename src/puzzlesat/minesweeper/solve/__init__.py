"""Deduction, counting, players and the search of perfect play."""
