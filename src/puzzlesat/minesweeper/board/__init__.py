"""The puzzle itself: its board, its rules, and the ways in which it is written."""
