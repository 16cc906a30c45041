"""Constraint networks and formulas."""
