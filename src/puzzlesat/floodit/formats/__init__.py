"""Reading and writing boards."""
