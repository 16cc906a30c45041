"""Searches for minima: exact methods, greedy play, hints and other solvers."""
