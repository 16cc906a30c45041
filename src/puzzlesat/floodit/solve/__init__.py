"""Searches for minima: exact methods, hints and refutations."""
