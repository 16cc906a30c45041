"""Evidence for answers."""
