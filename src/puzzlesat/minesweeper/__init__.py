"""Minesweeper: what logic alone can tell of a game's state, by constraints, by SAT, by counting."""
