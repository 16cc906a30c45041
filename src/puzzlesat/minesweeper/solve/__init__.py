"""Deduction, counting, players and the search for perfect play."""
