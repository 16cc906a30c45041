"""What the schema of this study's section cannot express."""

from collections.abc import Mapping
from typing import Any

from puzzlesat.sat.solver import check_solver


def check(section: Mapping[str, Any], config: Mapping[str, Any]) -> None:
    """The solver keeps the time limit."""
    check_solver(section["solver"], section["timeout"])
