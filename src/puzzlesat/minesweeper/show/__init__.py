"""States in a terminal, pages and figures of traces."""
