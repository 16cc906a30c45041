"""The study of Minesweeper: arc consistency, backbones, and the thesis's claims."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import Field

from puzzlesat.common.errors import error_context
from puzzlesat.minesweeper.board.sample import check_size, sample_rows
from puzzlesat.sat.solver import check_interruptible
from puzzlesat_studies.core.params import Count, Params, UniqueList
from puzzlesat_studies.core.study import Files, Item, Row, Study, column
from puzzlesat_studies.minesweeper import audit, tables

SizeNumber = Annotated[int, Field(ge=1, le=10**6)]
Size = Annotated[list[SizeNumber], Field(min_length=3, max_length=3)]


class Minesweeper(Params):
    """The audit of the Gnomine thesis on random states."""

    sizes: UniqueList[Size] = Field(
        [[4, 5, 4], [9, 9, 10], [16, 16, 40], [16, 30, 99], [30, 30, 180]],
        description="Rows, columns and mines. The first size is small enough for all assignments "
        "to be enumerated.",
    )
    states: Count = Field(60, description="Random states of each size.")
    solver: str = Field(
        "minisat22",
        description="PySAT's name for the SAT solver: MiniSat, Glucose or a solver derived from "
        "them.",
    )


def check(config: Any) -> None:
    """Raise `InputError` unless the solver and the sizes are valid."""
    section = config.minesweeper
    with error_context("config: minesweeper"):
        check_interruptible(section.solver)
        for size in section.sizes:
            check_size(*size)


STUDY = Study(
    "minesweeper",
    Minesweeper,
    "Minesweeper",
    "The companion study on Minesweeper (`snakemake minesweeper`).",
    check=check,
)


class Sampled(Row):
    """The seed and the size of a sample."""

    seed: int
    rows: int
    cols: int
    mines: int


class SampledState(Sampled):
    """A random state and its board, as `minesweeper generate` writes them."""

    i: int = column("the state's number in the sample, from 0")
    state: str = column(
        "the state as shown to the player, row by row, with rows joined by `/`: `0` to `8` is an "
        "uncovered field, and `.` a covered one"
    )
    board: str = column("the board with all mines: `*` is a mine")


@STUDY.rows(
    SampledState,
    items=lambda config: [
        Item(_sample_name(size, config), values={"size": size, "count": config.minesweeper.states})
        for size in config.minesweeper.sizes
    ],
)
def states(*, seed: int, size: Sequence[int], count: int) -> Any:
    """Draw random states; a state depends only on the seed, the size and its number."""
    rows, cols, mines = size
    return sample_rows(seed, rows, cols, mines, range(count))


def _sample_name(size: Sequence[int], config: Any) -> str:
    """Return the name of a sample in paths, such as 16x30_99/60."""
    return "{}x{}_{}/{}".format(*size, config.minesweeper.states)


# ---- the audit -----------------------------------------------------------------------------------


class AuditedState(Sampled):
    """The audit of the Gnomine thesis, with a row for each state.

    As in the thesis, the total number of mines is not used unless noted.
    """

    board: int = column("the number of the state in the sample, from 0")
    covered: int
    constraints: int = column("visible numbers with undefined neighbours")
    consistency: int = column("number of covered fields that arc consistency decides")
    backbone: int = column("number of covered fields in the backbone")
    certain: int = column("covered fields that are certain by the total number of mines")
    unseen_decided: int = column("number of certain fields without an adjacent number")
    exhaustive: int | None = column(
        "number of fields with the same value in all assignments that satisfy the constraints, by "
        "enumeration; empty if more than 16 variables are in constraints"
    )
    wrong: int = column(
        "number of fields in which the backbone differs from the enumeration of `exhaustive`, or "
        "from the board"
    )
    satisfiable: bool = column("whether the formula has a model")
    satisfiable_flagged: bool = column("the same with half of the mines flagged")
    satisfiable_wrong: int | None = column(
        "1 if the formula has a model with a wrong flag next to a number, 0 if not; empty if no "
        "field allows such a flag"
    )
    unit_clauses: int = column("number of unit clauses, for known fields")
    table_clauses: int = column("number of clauses of truth tables")
    total_clauses: int = column("cardinality clauses of the total number of mines")
    variables: int = column("number of variables of the covered fields")
    unassigned: int | None = column(
        "number of variables without a value in the model that the program minisat prints; empty "
        "if it is not installed"
    )
    unassigned_lifted: int = column(
        "number of variables without a value in a partial model derived from the solver's first "
        "model"
    )
    literals: int = column("number of literals of the covered fields' variables")
    calls_iterative: int = column("solver calls of the simple iterative approach")
    calls_partial: int = column("solver calls of Algorithm 1 with partial models")
    calls_complete: int = column("solver calls of Algorithm 1 with complete models")
    backbone_seconds: float = column("CPU time of Algorithm 1 with complete models")
    backbone_propagations: int = column("literals propagated in this run")
    trials: int = column("assignments tried until the network is arc consistent")
    consistency_seconds: float = column("CPU time of arc consistency")
    uncertain: int = column("fields next to a number that remain undecided")
    brier_even: float | None = column("Brier score of probability 1/2 for uncertain fields")
    brier_models: float | None = column(
        "Brier score if the probability is the share of models in which the field is a mine"
    )
    brier_total: float | None = column(
        "Brier score if the probability is the share of placements of the given number of mines in "
        "which the field is a mine"
    )


class ConstraintCount(Row):
    """The fields that a constraint decides on its own.

    An array contains the domains of the eight neighbours of a field; all arrays and all possible
    numbers are counted.
    """

    undefined: int = column("number of undefined neighbours")
    missing: int = column("number of mines among the undefined neighbours")
    arrays: int = column("arrays with these values of `undefined` and `missing`")
    decide_all: int = column("arrays in which all undefined neighbours are decided")
    decide_none: int = column("arrays in which no undefined neighbour is decided")
    decide_some: int = column("arrays in which some undefined neighbours are decided")


audited = STUDY.rows(
    AuditedState,
    "audit",
    items=lambda config: [
        Item(name, inputs={"states": Files([states.item_path(name)], SampledState)})
        for name in (_sample_name(size, config) for size in config.minesweeper.sizes)
    ],
    alone=True,
)(audit.state_rows)

constraints = STUDY.rows(ConstraintCount, "constraints")(audit.constraint_rows)


# ---- tables --------------------------------------------------------------------------------------


class AuditSummary(Row):
    """The audit of the Gnomine thesis by size. Counts are numbers of states unless noted."""

    rows: int
    cols: int
    mines: int
    states: int
    covered: float = column("mean number of covered fields")
    constraints: float = column("mean number of constraints")
    satisfiable: int = column("number of states whose formula has a model")
    satisfiable_flagged: int = column("the same with half of the mines flagged")
    several: int = column("states in which several assignments fit the numbers")
    wrongly_flagged: int = column("states with a field that allows a wrong flag")
    satisfiable_wrong: int = column(
        "number of states in `wrongly_flagged` whose formula still has a model with the wrong flag"
    )
    weaker: int = column("states in which arc consistency decides less than the backbone")
    share: float = column("share of the backbones' fields that arc consistency decides")
    total_helps: int = column("states in which the total makes more fields certain")
    unseen_helps: int = column(
        "number of states in which the total number of mines makes a field without an adjacent "
        "number certain"
    )
    enumerated: int = column("number of states for which all assignments were tried")
    wrong: int = column("fields in which the backbone differs from enumeration or board")
    printed: int = column("states for which the program minisat printed a model")
    partial: int = column("printed models that leave a variable without a value")
    lifted: float = column("share of the variables without a value in partial models")
    literals: float = column("mean number of literals of the covered fields")
    calls_iterative: float = column("mean solver calls of the simple iterative approach")
    calls_complete: float = column("mean solver calls of Algorithm 1, complete models")
    calls_partial: float = column("mean solver calls of Algorithm 1, partial models")
    saved_ratio: float | None = column("geometric mean of `calls_partial` / `calls_complete`")
    saved_ratio_low: float | None
    saved_ratio_high: float | None
    clauses_per_constraint: float = column("truth-table clauses per constraint")
    total_clauses: float = column("mean number of clauses of the total number of mines")
    trials_per_constraint: float = column("assignments tried per constraint, in all passes")
    consistency_microseconds: float = column("CPU time of arc consistency per constraint")
    backbone_microseconds: float = column("CPU time of the backbone per constraint")
    backbone_max_seconds: float = column("longest CPU time of the backbone for a state")
    work_ratio: float | None = column("geometric mean of `backbone_propagations` / `trials`")
    work_ratio_low: float | None
    work_ratio_high: float | None
    uncertain_states: int = column("number of states with uncertain fields")
    gain: float | None = column(
        "mean of `brier_even` minus `brier_models` over the states with uncertain fields"
    )
    gain_low: float | None
    gain_high: float | None
    gain_total: float | None = column(
        "mean of `brier_even` minus `brier_total` over the states with uncertain fields"
    )
    gain_total_low: float | None
    gain_total_high: float | None


audit_table = STUDY.table(AuditSummary, "audit", rows=audited, label="Audit of the Gnomine thesis")(
    tables.audit_table
)
