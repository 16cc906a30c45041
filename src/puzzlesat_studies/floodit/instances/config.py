"""Conditions on this study's section of the configuration that its schema cannot express."""

from collections.abc import Mapping
from typing import Any

from puzzlesat.sat.solver import check_solver


def check(section: Mapping[str, Any], config: Mapping[str, Any]) -> None:
    """Raise `InputError` unless the solver supports the time limit."""
    check_solver(section["solver"], section["timeout"])


def instance_name(entry: Mapping[str, Any], s: int) -> str:
    """Return the name of the instance of board s of a set."""
    m = entry["moves"][s % len(entry["moves"])]
    variant = "".join(
        f"-{entry[key]}"
        for key, usual in (("encoding", "minimal"), ("variant", "corrected"))
        if entry[key] != usual
    )
    return f"floodit-n{entry['n']}-k{entry['k']}-m{m}-s{s}{variant}"
