"""The parameters of the audit, and what its experiments share."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from puzzlesat.common.errors import InputError
from puzzlesat_studies.core.params import Count, Params, Sample, Seconds, Text, UniqueList
from puzzlesat_studies.core.params import check_solvers as check_names
from puzzlesat_studies.core.study import Study
from puzzlesat_studies.floodit.boards import items_by_size


class LimitedSample(Sample):
    """A grid with a time limit."""

    wall_limit: Seconds | None = Field(
        description="Wall-clock seconds for a board or a solve, or null for no limit."
    )


class Repeated(Sample):
    """A grid with repeated runs."""

    repeats: Count = Field(description="Number of timed runs; their median is used.")


class RepeatedLimited(Repeated, LimitedSample):
    """A grid with repeated runs and a time limit."""


class Redundant(Repeated):
    """A grid with solvers and encodings."""

    solvers: UniqueList[Text] = Field(description="SAT solvers: PySAT names, or paths of programs.")
    encodings: list[Annotated[str, Field(pattern="[.]py$")]] = Field(
        description="Python files with encodings of your own (docs/encodings.md)."
    )


SIZES, COLOURS = [4, 5, 6, 7, 8, 9], [3, 4, 5, 6]


class Audit(Params):
    """The experiments of the audit, each with its own sizes, numbers of colours and boards."""

    final_state: Sample = Field(
        Sample.of(SIZES, COLOURS, 50),
        description="Is the last state p or p+1? Minima under both variants of the encoding, "
        "corrected and printed.",
    )
    conditions: Sample = Field(
        Sample.of([3, 4, 5, 6], COLOURS, 25),
        description="Which conditions can be omitted? Minima with each condition removed in turn.",
    )
    construction: Repeated = Field(
        Repeated.of(SIZES, COLOURS, 20, repeats=5),
        description="Times to construct the minimal encoding, and the smaller one without the "
        "conditions that affect no minimum.",
    )
    clauses: Sample = Field(
        Sample.of([4, 6, 8, 10], [3, 6], 10),
        description="Numbers of clauses: Table 3.1, and the clauses that conditions 11 and 12 add.",
    )
    minima: Sample = Field(
        Sample.of(SIZES, COLOURS, 400),
        description="Minima for the thesis's sizes and numbers of colours, to test the bounds "
        "n+k-5 and n+k.",
    )
    large: LimitedSample = Field(
        LimitedSample.of([10, 12, 15, 20], [3, 4, 6, 8, 10], 30, wall_limit=5),
        description="Larger boards: up to which size do the bounds n+k-5 and n+k hold? "
        "`wall_limit`: wall-clock seconds for one board.",
    )
    searches: Repeated = Field(
        Repeated.of(SIZES, COLOURS, 100, repeats=1),
        description="Solver calls, clauses and times of six searches for the minimum.",
    )
    solvers: RepeatedLimited = Field(
        RepeatedLimited.of([5, 8], [3, 6], 20, repeats=1, wall_limit=5),
        description="Times of the encodings with every available solver of PySAT. `wall_limit`: "
        "wall-clock seconds for one solve.",
    )
    redundant: Redundant = Field(
        Redundant.of(
            [6, 9],
            [3, 6],
            20,
            repeats=1,
            solvers=["minisat22", "glucose42", "cadical195"],
            encodings=[],
        ),
        description="Redundant clauses, one family at a time, with each of the listed solvers. "
        "`encodings`: Python files with encodings of your own (docs/encodings.md).",
    )
    forced_moves: Sample = Field(
        Sample.of([3, 4, 5, 6, 7], COLOURS, 30),
        description="Forced moves, and the number of optimal solutions.",
    )


def check(config: Any) -> None:
    """Raise `InputError` unless all solvers and files with encodings exist."""
    check_names(config.audit.redundant.solvers, None, "audit.redundant.solvers")
    check_names([config.solver], None, "solver")
    for path in config.audit.redundant.encodings:
        if not Path(path).is_file():
            raise InputError(
                f"config: audit.redundant.encodings: there is no {Path(path).absolute()}"
            )


STUDY = Study(
    "audit",
    Audit,
    "Audit",
    "The audit (`snakemake audit`): a verdict on each claim of the five texts. Each of the "
    "following experiments tests claims on Flood-It, with its own board sizes, numbers of colours "
    "and number of boards (docs/audit.md).",
    check=check,
)


items = partial(items_by_size, "audit")
"""Return the function that returns an item for each n of an experiment."""
