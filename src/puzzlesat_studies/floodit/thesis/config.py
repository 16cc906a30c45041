"""Conditions on this study's section of the configuration that its schema cannot express."""

from collections.abc import Mapping
from typing import Any

from puzzlesat.common.errors import InputError
from puzzlesat_studies.floodit.files import cells

MAX_JOBS = 20_000
"""Maximum number of jobs of the study; planning takes a second per hundred jobs."""


def check(section: Mapping[str, Any], config: Mapping[str, Any]) -> None:
    """Check the number of jobs, and the board to draw.

    Raise `InputError` if there are more than `MAX_JOBS` jobs, or the board is not among those of
    experiment 1 (Fig. 4.2).
    """
    bounds = section["bounds"]
    jobs = (
        -(-section["samples"] // section["chunk"])
        * len(bounds["n_values"])
        * len(bounds["k_values"])
    )
    if jobs > MAX_JOBS:
        raise InputError(
            f"config: thesis.samples is {section['samples']}, which makes {jobs:,} jobs of "
            f"{section['chunk']} boards; expected at most {MAX_JOBS:,}, so raise thesis.chunk"
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


DRAWN = {"n": 6, "k": 5}
"""The n and k of Fig. 2.1 in the thesis."""


def drawn_cell(thesis: Mapping[str, Any]) -> dict[str, int]:
    """Return the cell of the board to draw; by default, the one nearest to that of Fig. 2.1."""
    return {
        key: thesis["solution"][key]
        or min(thesis["bounds"][f"{key}_values"], key=lambda value: abs(value - usual))
        for key, usual in DRAWN.items()
    }


def chunks(thesis: Mapping[str, Any]) -> list[str]:
    """Return the names 0-99, 100-199, … of the chunks into which a cell's boards are split."""
    samples, chunk = thesis["samples"], thesis["chunk"]
    firsts = range(0, samples, chunk)
    return [f"{first}-{min(first + chunk, samples) - 1}" for first in firsts]


def timings(thesis: Mapping[str, Any]) -> list[str]:
    """Return the files of times for Table 4.1, one for each cell."""
    return [f"results/thesis/timings/{cell}.csv" for cell in cells(thesis["wins"])]
