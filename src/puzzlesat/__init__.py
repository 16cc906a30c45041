"""Puzzles as SAT problems: the search for the provably best solution.

Three layers, each knowing only those below it: the workflow (files, configuration, cluster), the
puzzles (`floodit`), and what they share: `sat` (formulas, solvers, clocks) and `report` (tables,
statistics, figures).
"""


def __getattr__(name: str) -> str:
    """Return the version, which takes longer to be looked up than small commands take."""
    if name != "__version__":
        raise AttributeError(name)
    from importlib.metadata import version

    return version("puzzlesat")
