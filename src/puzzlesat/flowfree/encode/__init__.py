"""Encodings of puzzles as formulas, and methods that exclude cycles."""
