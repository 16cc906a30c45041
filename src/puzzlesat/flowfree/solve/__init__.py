"""Solving, counting and generating puzzles."""
