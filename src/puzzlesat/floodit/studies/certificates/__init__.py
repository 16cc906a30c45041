"""Certificates of the minima of Fig. 4.2."""
