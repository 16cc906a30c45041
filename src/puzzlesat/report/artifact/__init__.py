"""One archive of code and results: made, described as others expect it, and checked elsewhere."""
