"""The study of the competition paper: its parameters and what they require."""

from __future__ import annotations

from typing import Any

from pydantic import Field, model_validator

from puzzlesat_studies.core.params import (
    Count,
    K,
    N,
    Params,
    Sample,
    Seconds,
    Text,
    UniqueList,
    check_solvers,
)
from puzzlesat_studies.core.study import Study


class PaperInstances(Params):
    """The instances of the paper."""

    n: N = Field(70, description="Rows and columns of the boards.")
    k: K = Field(10, description="Number of colours.")
    moves: list[int] = Field(
        [225, 229, 230],
        min_length=1,
        description="Numbers of moves for the formulas of boards 0, 1, …, repeated as needed.",
    )
    boards: Count = Field(20, description="Number of boards.")


class AroundMinimum(Sample):
    """Formulas for numbers of moves around the minimum."""

    below: int = Field(
        ge=0,
        description="The smallest m is the minimum minus this number, or 0 if the difference is "
        "negative.",
    )
    above: int = Field(ge=0, description="The largest m is the minimum plus this number.")
    solvers: UniqueList[Text] = Field(description="SAT solvers: PySAT names, or paths of programs.")
    wall_limit: Seconds = Field(description="Wall-clock seconds for one solve.")


class LimitedSolver(Params):
    """A solver with a time limit."""

    solver: Text = Field(description="SAT solver: its PySAT name, or the path of a program.")
    wall_limit: Seconds = Field(description="Wall-clock seconds for a solve, without loading.")


class Selection(Params):
    """Instances that one solver solves in time, and another does not."""

    n: N = Field(20, description="Rows and columns of the boards.")
    k: K = Field(8, description="Number of colours.")
    boards: Count = Field(20, description="The largest number of boards to try.")
    distances: UniqueList[int] = Field(
        [-2, -1, 0, 1],
        description="Numbers of moves relative to the best known solution: negative for "
        "unsatisfiable instances, 0 or more for satisfiable ones.",
    )
    bounds_limit: Seconds = Field(
        60,
        description="Wall-clock seconds for the bounds of a board. If the bounds meet, its minimum "
        "is known.",
    )
    wanted: Count = Field(
        3,
        description="The number of instances of each kind, satisfiable and unsatisfiable, to find.",
    )
    must_fail: LimitedSolver = Field(
        LimitedSolver(solver="minisat22", wall_limit=60),
        description="The solver that must not solve an instance within `wall_limit` seconds.",
    )
    must_solve: LimitedSolver = Field(
        LimitedSolver(solver="cadical195", wall_limit=3600),
        description="The solver that must solve an instance within `wall_limit` seconds.",
    )

    @model_validator(mode="after")
    def _both_kinds(self) -> Selection:
        if min(self.distances) >= 0 or max(self.distances) < 0:
            raise ValueError("distances should contain a number below 0, and one of at least 0")
        return self


class Competition(Params):
    """The instances of the competition paper."""

    instances: PaperInstances = Field(
        PaperInstances(),
        description="The instances of the paper: boards 0, 1, … of (n, k). The numbers of moves of "
        "their formulas cycle through the list `moves`.",
    )
    hardness: AroundMinimum = Field(
        AroundMinimum.of(
            [8, 12, 16],
            [6],
            4,
            below=5,
            above=8,
            solvers=["minisat22", "glucose42", "cadical195", "maplecm"],
            wall_limit=10,
        ),
        description="Solvers on formulas for m moves, with m around the minimum.",
    )
    selection: Selection = Field(
        Selection(),
        description="The family: instances that one solver solves within a time limit, but another "
        "solver does not solve within a second limit.",
    )


def check(config: Any) -> None:
    """Raise `InputError` unless all solvers support their time limits."""
    section = config.competition
    check_solvers(
        section.hardness.solvers, section.hardness.wall_limit, "competition.hardness.solvers"
    )
    for key in ("must_fail", "must_solve"):
        limited = getattr(section.selection, key)
        check_solvers([limited.solver], limited.wall_limit, f"competition.selection.{key}.solver")


STUDY = Study(
    "competition",
    Competition,
    "Instances and proofs",
    "`snakemake competition`: the instances of the competition paper, solvers on formulas for m "
    "moves, with m around the minimum, and a family of instances that are neither too easy nor too "
    "hard. It takes about a quarter of an hour, and hours at worst.",
    check=check,
)
