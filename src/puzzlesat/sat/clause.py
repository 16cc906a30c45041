"""The type of clauses, which needs no other module."""

from collections.abc import Sequence

Clause = Sequence[int]
"""Literals in the DIMACS convention: v stands for variable v ≥ 1, and -v for its negation."""
