"""The studies of Flood-It."""
