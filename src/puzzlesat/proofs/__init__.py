"""Proofs for a verified checker, in folders that say what they prove: the same for all puzzles."""
