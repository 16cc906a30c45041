"""Flood-It: flood a board from its top-left cell in as few moves as possible."""
