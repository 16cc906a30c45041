"""Minesweeper: states, rules and random positions."""
