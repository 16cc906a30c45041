"""A compiled player: counting, guessing and whole games in arrays."""
