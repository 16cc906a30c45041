"""Drawings, animations and pages of boards and their solutions."""
