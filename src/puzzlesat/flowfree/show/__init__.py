"""Puzzles and solutions as drawings, on pages and in terminals."""
