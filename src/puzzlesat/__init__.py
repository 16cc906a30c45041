"""Puzzles as SAT problems: exact solutions, and proofs for a verified checker.

Each puzzle has a package: `puzzlesat.floodit`, `puzzlesat.flowfree` or `puzzlesat.minesweeper`.
These packages share `puzzlesat.sat` (formulas, solvers, proofs), `puzzlesat.proofs` (proof
bundles) and `puzzlesat.common` (files, commands, errors).
"""

from typing import Any

from puzzlesat.common.errors import DisagreementError as DisagreementError
from puzzlesat.common.errors import InputError as InputError


def __getattr__(name: str) -> Any:
    """Return the version, which is looked up only when needed."""
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib.metadata import version

    return version("puzzlesat")
