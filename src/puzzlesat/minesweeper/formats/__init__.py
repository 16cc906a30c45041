"""Reading and writing states and whole boards."""
