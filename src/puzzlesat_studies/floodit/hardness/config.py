"""Conditions on this study's section of the configuration that its schema cannot express."""

from collections.abc import Mapping
from typing import Any

from puzzlesat.sat.solver import check_solver


def check(section: Mapping[str, Any], config: Mapping[str, Any]) -> None:
    """Raise `InputError` unless every solver supports the time limit."""
    for name in section["solvers"]:
        check_solver(name, section["timeout"])
