"""How far minima can be proven."""
