"""Proofs for a verified checker, in folders with a manifest of the proven answer.

The format is the same for all puzzles.
"""
