"""Ways to an answer."""
