"""Fig. 4.2 and Table 4.1 of the thesis."""
