"""How large and how slow proofs are that a verified checker accepts."""
