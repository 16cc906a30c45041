"""Drawings, pages and puzzles in a terminal."""
