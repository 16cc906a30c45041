"""Flood-It: boards, rules and file formats."""
