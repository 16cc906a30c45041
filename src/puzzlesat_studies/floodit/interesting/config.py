"""Conditions on this study's section of the configuration that its schema cannot express."""

from collections.abc import Mapping
from typing import Any

from puzzlesat.sat.solver import check_solver


def check(section: Mapping[str, Any], config: Mapping[str, Any]) -> None:
    """Raise `InputError` unless both solvers support their time limits."""
    for limit in (section["easy"], section["hard"]):
        check_solver(limit["solver"], limit["timeout"])
