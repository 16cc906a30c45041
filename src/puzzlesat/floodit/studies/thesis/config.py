"""What the schema of the thesis's section cannot express."""

from collections.abc import Mapping
from typing import Any

from puzzlesat.common.errors import InputError
from puzzlesat.sat.solver import check_solver

MOST_JOBS = 20_000
"""Jobs of the thesis at most: planning takes a second for a hundred."""


def check(section: Mapping[str, Any], config: Mapping[str, Any]) -> None:
    """The board to draw is one of experiment 1, and the solver keeps the time limit."""
    bounds = section["bounds"]
    check_solver(config["solver"], section["wins"]["timeout"])
    jobs = (
        -(-section["samples"] // section["chunk"])
        * len(bounds["n_values"])
        * len(bounds["k_values"])
    )
    if jobs > MOST_JOBS:
        raise InputError(
            f"config: thesis.samples is {section['samples']}, which makes {jobs:,} jobs of "
            f"{section['chunk']} boards; expected at most {MOST_JOBS:,}, so raise thesis.chunk"
        )
    shown = section["solution"]
    if shown["board"] >= section["samples"]:
        raise InputError(
            f"config: thesis.solution.board is {shown['board']}; "
            f"expected a number below thesis.samples, {section['samples']}"
        )
    for key in "nk":
        values = bounds[f"{key}_values"]
        if shown[key] not in (None, *values):
            raise InputError(
                f"config: thesis.solution.{key} is {shown[key]}; "
                f"choose from thesis.bounds.{key}_values, {values}"
            )
