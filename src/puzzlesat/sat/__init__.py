"""Formulas, solvers and clocks: what every puzzle needs and no puzzle owns."""
