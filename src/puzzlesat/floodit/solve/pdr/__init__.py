"""Exact minima by property-directed reachability."""
