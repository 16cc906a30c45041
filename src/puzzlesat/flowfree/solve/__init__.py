"""Solving, counting, rating and generating puzzles."""
