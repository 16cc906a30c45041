"""Output in terminals, pages that explain states, and drawings."""
