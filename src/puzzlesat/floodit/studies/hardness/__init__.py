"""How hard it is to decide, around the minimum."""
