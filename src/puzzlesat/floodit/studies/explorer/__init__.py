"""A page on which every board of the thesis's experiments can be looked at."""
