"""Output in terminals, pages that explain states, and figures of traces."""
