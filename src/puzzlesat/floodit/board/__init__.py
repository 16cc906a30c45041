"""Flood-It: boards and rules."""
