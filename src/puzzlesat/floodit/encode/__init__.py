"""Encodings of Flood-It as formulas."""
