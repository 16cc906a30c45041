"""Puzzles as SAT problems: the search for the provably best solution.

Three layers, each knowing only those below it: the workflow (files, configuration, cluster), the
puzzles (`floodit`), and what they share: `sat` (formulas, solvers, clocks) and `report` (tables,
statistics, figures).
"""

from importlib.metadata import version

__version__ = version("puzzlesat")
