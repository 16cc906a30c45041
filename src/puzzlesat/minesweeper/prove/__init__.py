"""Proof bundles of certain fields."""
