"""Proofs for a verified checker, in folders with a manifest of what they prove.

The format is the same for all puzzles.
"""
