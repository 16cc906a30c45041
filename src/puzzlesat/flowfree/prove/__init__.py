"""Proof bundles of puzzles without a solution, or with only one."""
