"""Minesweeper: states, rules, random games and file formats."""
