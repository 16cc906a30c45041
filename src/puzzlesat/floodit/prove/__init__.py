"""Evidence for minima, and its checkers."""
