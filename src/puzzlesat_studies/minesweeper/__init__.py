"""The study of Minesweeper: methods of deduction, perfect play, and the thesis's claims.

The fields that a method decides are checked by counting all placements of mines; this count is
checked against the placement from which the state was generated.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Annotated, Any, Literal

from pydantic import Field

from puzzlesat.common.errors import InputError, error_context
from puzzlesat.minesweeper.board.sample import (
    check_opening,
    check_perfect_play_size,
    check_size,
    sample_rows,
)
from puzzlesat.sat.solver import check_interruptible
from puzzlesat_studies.core.params import Count, N, Params, Seconds, UniqueList
from puzzlesat_studies.core.study import Files, Item, LazyModule, Row, Step, Study, column
from puzzlesat_studies.minesweeper import audit, rows

lazy_figures = LazyModule(f"{__package__}.figures")
lazy_tables = LazyModule(f"{__package__}.tables")


Mines = Annotated[int, Field(ge=1, le=10**6)]
Size = Annotated[list[Mines], Field(min_length=3, max_length=3)]
Shape = Annotated[list[N], Field(min_length=2, max_length=2)]
Start = Literal["unprotected", "safe", "opening"]

Method = Literal["single", "pairs", "total", "backbone", "backbone_total"]


class Growth(Params):
    """Square boards of growing size."""

    n_values: UniqueList[N] = Field([10, 20, 30, 50, 70, 100], description="Rows and columns.")
    states: Count = Field(3, description="States of each size.")


class AuditParams(Params):
    """The states of the audit."""

    sizes: UniqueList[Size] = Field(
        [[4, 5, 4], [9, 9, 10], [16, 16, 40], [16, 30, 99], [30, 30, 180]],
        description="Rows, columns and mines.",
    )
    states: Count = Field(60, description="States of each size.")


class Optimum(Params):
    """Boards and limits of perfect play."""

    boards: UniqueList[Shape] = Field(
        [[3, 3], [3, 4], [3, 5], [4, 4], [3, 6], [4, 5], [4, 6], [5, 5]],
        description="Rows and columns, 30 fields at most.",
    )
    wall_limit: Seconds = Field(
        60,
        description="Wall-clock seconds for one number of mines: once for the start opening, and "
        "once for the other starts together. If the limit on time or memory is reached, the row "
        "contains bounds. Numbers of mines between two for which a limit was reached are not "
        "tried.",
    )
    memory_mb: Count = Field(1000, description="Mebibytes of memory for one number of mines.")


class Solvability(Params):
    """Random boards that start with an opening."""

    shapes: UniqueList[Shape] = Field(
        [[9, 9], [16, 16], [16, 30]], description="Rows and columns of the boards."
    )
    percents: UniqueList[Annotated[int, Field(ge=1, le=99)]] = Field(
        [*range(2, 27, 2)], description="Percentages of fields with mines."
    )
    boards: Count = Field(500, description="Number of boards of each shape and percentage.")


class Minesweeper(Params):
    """Methods of deduction on random states."""

    sizes: UniqueList[Size] = Field(
        [[9, 9, 10], [16, 16, 40], [16, 30, 99]],
        description="Rows, columns and mines: the classic sizes.",
    )
    states: Count = Field(
        500, description="Random states of each size, to which every method is applied."
    )
    timed: Count = Field(
        30, description="Random states of each size on which the backbone procedures are timed."
    )
    repeats: Count = Field(
        3,
        description="Timed runs of each procedure on each timed state. Their median is used.",
    )
    wall_limit: Seconds = Field(
        1, description="Wall-clock seconds for one run. A timeout is recorded as a row."
    )
    cardinality: Literal[
        "seqcounter", "sortnetwrk", "cardnetwrk", "totalizer", "mtotalizer", "kmtotalizer"
    ] = Field(
        "kmtotalizer",
        description="PySAT's name for the encoding of the total number of mines: seqcounter, "
        "sortnetwrk, cardnetwrk, totalizer, mtotalizer or kmtotalizer.",
    )
    solver: str = Field(
        "minisat22",
        description="PySAT's name for the SAT solver that the backbone procedures call: MiniSat, "
        "Glucose or a solver derived from them.",
    )
    growth: Growth = Field(
        Growth(),
        description="Growth of time: for each n, `states` states of n×n fields, a fifth of which "
        "are mined.",
    )
    audit: AuditParams = Field(
        AuditParams(),
        description="The audit of the Gnomine thesis. The first size is small enough for all "
        "assignments to be enumerated.",
    )
    optimum: Optimum = Field(
        Optimum(), description="Perfect play, for every number of mines on each board."
    )
    solvability: Solvability = Field(
        Solvability(),
        description="The weakest method that solves each board, if the game starts with an "
        "opening.",
    )


def size_path(size: Sequence[int]) -> str:
    """Return the name of a size in paths, such as 16x30_99."""
    return "{}x{}_{}".format(*size)


Samples = dict[str, Sequence[int]]
"""The names of samples in paths, such as 16x30_99/500, and their sizes."""


def samples(params: Minesweeper, *uses: str) -> Samples:
    """Return the samples for some uses.

    The uses are ``methods`` (to which every method is applied), ``procedures`` (on which the
    backbone procedures are timed), ``growth`` and ``audit``; by default, all.
    """
    squares = [(n, n, n * n // 5) for n in params.growth.n_values]
    sizes_and_states: dict[str, tuple[Sequence[Sequence[int]], int]] = {
        "methods": (params.sizes, params.states),
        "procedures": (params.sizes, params.timed),
        "growth": (squares, params.growth.states),
        "audit": (params.audit.sizes, params.audit.states),
    }
    chosen = [sizes_and_states[use] for use in uses or sizes_and_states]
    return {f"{size_path(size)}/{states}": size for sizes, states in chosen for size in sizes}


def solvability_sizes(params: Minesweeper) -> list[tuple[int, int, int]]:
    """Return the sizes of boards whose weakest method is found, without duplicates."""
    shapes, percents = params.solvability.shapes, params.solvability.percents
    return sorted(
        {(r, c, max(1, round(r * c * x / 100))) for (r, c), x in product(shapes, percents)}
    )


def check(config: Any) -> None:
    """Raise `InputError` unless the solver, the sizes and the number of timed states are valid."""
    section = config.minesweeper
    with error_context("config: minesweeper"):
        check_interruptible(section.solver)
        for size in section.sizes + section.audit.sizes:
            check_size(*size)
        for board in section.optimum.boards:
            check_perfect_play_size(*board)
        for size in solvability_sizes(section):
            check_opening(*size)
    if section.timed > section.states:
        raise InputError(
            f"config: minesweeper.timed is {section.timed}; expected at most minesweeper.states, "
            f"{section.states}"
        )


STUDY = Study(
    "minesweeper",
    Minesweeper,
    "Minesweeper",
    "The companion study on Minesweeper (`snakemake minesweeper`).",
    check=check,
)


class BoardSize(Row):
    """A size of boards."""

    rows: int
    cols: int
    mines: int


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


class SampleName(Sampled):
    """The number of a state or board in the sample of a size."""

    board: int = column("the number of the state or board in the sample, from 0")


def _sample_items(*uses: str) -> Callable[[Any], list[Item]]:
    """Return the function that returns an item for each sample for some uses."""
    return lambda config: [
        Item(name, inputs={"states": Files([states.item_path(name)], SampledState)})
        for name in samples(config.minesweeper, *uses)
    ]


def _rows_of_samples(step: Step, use: str) -> Callable[[Any], Files]:
    """Return the function that returns the files of a step for the samples for a use."""
    return lambda config: Files(
        [step.item_path(name) for name in samples(config.minesweeper, use)], step.row
    )


@STUDY.rows(
    SampledState,
    items=lambda config: [
        Item(name, values={"size": size, "count": int(name.partition("/")[2])})
        for name, size in samples(config.minesweeper).items()
    ],
)
def states(*, seed: int, size: Sequence[int], count: int) -> Any:
    """Draw random states; a state depends only on the seed, the size and its number."""
    rows, cols, mines = size
    return sample_rows(seed, rows, cols, mines, range(count))


# ---- fields decided, and times -------------------------------------------------------------------


METHODS = "`single`, `pairs`, `total`, `backbone` or `backbone_total`"


class DecidedFields(SampleName):
    """The fields that a method decides in a state."""

    method: Literal[Method, "counting"] = column(
        "`single` (one constraint at a time), `pairs` (two constraints at a time), `total` (as "
        "`pairs`, and also the total number of mines), `backbone`, `backbone_total` (the backbone "
        "with the total number of mines) or `counting`"
    )
    covered: int
    certain: int = column("covered fields with the same value in all placements")
    decided: int = column("fields that the method decides; all are certain and as on the board")
    seconds: float = column("wall-clock time for all decisions in the state")


class ProcedureRun(SampleName):
    """A timed run of a backbone procedure."""

    formula: Literal["numbers", "total"]
    procedure: str
    repeat: int
    candidates: int = column("number of literals that may belong to the backbone")
    found: int | None = column("literals of the backbone; empty after a timeout")
    calls: int = column("number of calls of the solver")
    seconds: float = column("wall-clock time, including loading the clauses")
    status: Literal["done", "timeout"] = column("`done` or `timeout`")
    solver: str
    version: str
    host: str


decided = STUDY.rows(
    DecidedFields,
    "decided",
    items=_sample_items("methods", "growth"),
    alone=True,
)(rows.decided_rows)

times = STUDY.rows(
    ProcedureRun,
    "times",
    items=_sample_items("procedures", "growth"),
    alone=True,
    minutes=120,
)(rows.timing_rows)


# ---- perfect play, and boards without guesses ----------------------------------------------------


class OptimumStart(BoardSize):
    """A board, a number of mines and a start, and the best first fields."""

    start: Start
    status: Literal["optimal", "timeout", "memory", "untried"] = column(
        "`optimal`; `timeout` or `memory` (this limit was reached); `untried` (the number of mines "
        "is between two for which a limit was reached)"
    )
    wins: int | None = column("placements that perfect play wins; empty unless `status` is optimal")
    games: int | None = column(
        "number of placements from which a game with the best first field is drawn; empty unless "
        "`status` is optimal"
    )
    chance_low: float
    chance_high: float
    moves: str = column(
        "the best first fields, as row,column from 0, one for each class of symmetric fields"
    )


class OptimumRow(OptimumStart):
    """Perfect play and our player for a board, a number of mines and a start."""

    player_wins: int | None = column(
        "number of placements that the player `exact` wins, starting in the corner; empty if its "
        "games were not evaluated"
    )
    player_games: int | None = column("placements from which the player's game is drawn")
    player_guesses: int | None = column("guesses in all these games, without the first fields")
    states: int = column("number of sets of placements in the search's table")
    seconds: float = column(
        "wall-clock time; short if results of another start with the same board and number of "
        "mines are reused"
    )


class WeakestMethod(SampleName):
    """A random board that starts with an opening."""

    weakest_method: Literal[Method, "guess"] = column(
        f"the weakest method that solves the board ({METHODS}), or `guess` if none does"
    )


optima = STUDY.rows(
    OptimumRow,
    "optima",
    items=lambda config: [
        Item(
            f"{rows}x{cols}",
            values={"rows": rows, "cols": cols}
            | config.minesweeper.optimum.model_dump(include={"wall_limit", "memory_mb"}),
        )
        for rows, cols in config.minesweeper.optimum.boards
    ],
    alone=True,
    mem_mb=lambda config: config.minesweeper.optimum.memory_mb + 500,
    minutes=120,
)(rows.optimum_rows)

weakest = STUDY.rows(
    WeakestMethod,
    "solvability",
    items=lambda config: [
        Item(size_path(size), values={"size": size, "count": config.minesweeper.solvability.boards})
        for size in solvability_sizes(config.minesweeper)
    ],
)(rows.solvability_rows)


# ---- the audit -----------------------------------------------------------------------------------


class AuditedState(SampleName):
    """The audit of the Gnomine thesis, with a row for each state.

    As in the thesis, the total number of mines is not used unless noted.
    """

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
    items=_sample_items("audit"),
    alone=True,
)(audit.state_rows)

constraints = STUDY.rows(ConstraintCount, "constraints")(audit.constraint_rows)


# ---- tables --------------------------------------------------------------------------------------


class MethodSummary(BoardSize):
    """A method on the states of a size."""

    method: str = column("the method that finds certain fields")
    states: int
    covered: float = column("mean number of covered fields")
    certain: float = column("mean number of certain fields")
    decided: float = column("mean number of fields that the method decides")
    share: float | None = column(
        "mean share of certain fields that the method decides, with its 95% bootstrap interval"
    )
    share_low: float | None
    share_high: float | None
    milliseconds: float = column("median wall-clock milliseconds for a state")


class ProcedureSummary(BoardSize):
    """A backbone procedure on a formula of the states of a size."""

    formula: str
    procedure: str
    states: int
    finished: int
    calls: float | None = column(
        "median number of calls of the solver; empty if at least half of the states reached the "
        "time limit"
    )
    milliseconds: float | None = column("median wall-clock milliseconds for a state")
    ratio: float | None = column(
        "geometric mean, over the states on which both procedures finish, of the time of this "
        "procedure divided by that of BBScan iter"
    )
    ratio_low: float | None
    ratio_high: float | None


class TimeGrowth(BoardSize):
    """The time of a method or procedure for a size."""

    kind: str = column(
        "`method` for a method; for a procedure, the formula on which it ran (`numbers` or `total`)"
    )
    name: str = column("name of the method or procedure")
    states: int
    finished: int
    calls: float | None = column(
        "median number of calls of the solver; empty for methods, and if at least half of the "
        "states reached the time limit"
    )
    milliseconds: float | None = column("median wall-clock milliseconds for a state")


class AuditSummary(BoardSize):
    """The audit of the Gnomine thesis by size. Counts are numbers of states unless noted."""

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


class OptimumTable(OptimumStart):
    """Perfect play compared with the player `exact`, by board, number of mines and start."""

    density: float
    player: float | None = column(
        "probability that the player `exact` wins, starting in the corner; with the start "
        "`opening`, over the placements for which the corner shows 0"
    )
    guesses: float | None = column("mean number of the player's guesses in a game")
    loss: float | None = column(
        "probability of winning under perfect play minus that of the player; empty unless `status` "
        "is optimal"
    )
    loss_per_guess: float | None = column("`loss` / `guesses`; empty without guesses")


class WeakestMethods(BoardSize):
    """The weakest methods of the boards of a size and number of mines, as shares of the boards."""

    density: float
    boards: int
    single: float = column("share that `single` solves")
    pairs: float = column("share that `pairs` solves but `single` does not")
    total: float = column("share that `total` solves but `pairs` does not")
    backbone: float = column("share that `backbone` solves but none of the former does")
    backbone_total: float = column("share that only `backbone_total` solves")
    guess: float = column("share that no method solves, so that a guess is needed")
    solved: float = column("share that some method solves, so that no guess is needed")
    solved_low: float
    solved_high: float


methods = STUDY.table(
    MethodSummary,
    "methods",
    decided=_rows_of_samples(decided, "methods"),
    label="Methods",
    title="Minesweeper: fields decided by each method",
    note="Covered, certain and decided: mean number of fields over the states. Shares have 95% "
    "bootstrap intervals over the states. Milliseconds: median wall-clock time for one state.",
    display=lazy_tables.display_methods,
)(lazy_tables.methods_table)
methods_figure = STUDY.figure(
    "methods",
    methods=methods,
    label=methods.label,
    note=lambda states: (
        f"Deductions of each method, on {states} random states of each size: the mean share of the "
        "certain fields that the method decides, with its 95% bootstrap interval."
    ),
)(lazy_figures.methods_figure)

procedures = STUDY.table(
    ProcedureSummary,
    "procedures",
    times=_rows_of_samples(times, "procedures"),
    label="Backbone procedures",
    title="Minesweeper: procedures for backbones",
    note="Medians over states of the solver's calls and of the wall-clock time in milliseconds "
    "from the clauses to the backbone, including loading. In the medians, a timeout counts as "
    "longer than all others. The ratio of times is a geometric mean over the states that both "
    "procedures finish, with its 95% bootstrap interval.",
    display=lazy_tables.display_procedures,
)(lazy_tables.procedures_table)
procedures_figure = STUDY.figure(
    "procedures",
    procedures=procedures,
    label=procedures.label,
    note=lambda timed, solver, wall_limit, cardinality: (
        f"Procedures for backbones on {timed} random states of each size, with {solver}: medians "
        "over states of the solver's calls and of the wall-clock time from the clauses to the "
        f"backbone, including loading. Runs of more than {wall_limit:g} s count as longer than all "
        "others. The formula *numbers alone* has a variable for every covered field. The formula "
        "*with the number of mines* has one variable for all fields without an adjacent number, "
        f"and the cardinality encoding {cardinality}."
    ),
)(lazy_figures.procedures_figure)

growth = STUDY.table(
    TimeGrowth,
    "growth",
    decided=_rows_of_samples(decided, "growth"),
    times=_rows_of_samples(times, "growth"),
    label="Growth",
    title="Minesweeper: growth of times with board size",
    note="Median wall-clock milliseconds for one state, by size. Timeout: at least half of the "
    "states reached the limit.",
    display=lazy_tables.display_growth,
)(lazy_tables.growth_table)
growth_figure = STUDY.figure(
    "growth",
    growth=growth,
    label=growth.label,
    note=lambda growth, wall_limit: (
        "Growth of times with board size on square boards with mines on a fifth of the fields: "
        f"medians over {growth.states} random states. A line ends where a procedure takes longer "
        f"than {wall_limit:g} s on at least half of them."
    ),
)(lazy_figures.growth_figure)

audit_table = STUDY.table(AuditSummary, "audit", rows=audited, label="Audit of the Gnomine thesis")(
    lazy_tables.audit_table
)

optimum = STUDY.table(
    OptimumTable,
    "optimum",
    rows=optima,
    label="Perfect play",
    title="Minesweeper: probability of winning under perfect play",
    note="Exact shares of the placements of mines that are won, for each start and number of "
    "mines, and the same for the player that uncovers the safest field and starts in the corner. "
    "Perfect play starts at a best field. With the start opening, each share is of the placements "
    "for which this field shows 0. If the search reached its limit, bounds are listed, and for "
    "numbers of mines that were not tried, trivial ones.",
    display=lazy_tables.display_optimum,
)(lazy_tables.optimum_table)
optimum_figure = STUDY.figure(
    "optimum",
    table=optimum,
    label=optimum.label,
    note=lambda optimum: (
        "Perfect play on small boards: the exact maximum probability of winning by the number of "
        "mines, up to half of the fields, and the probability for the player that guesses the "
        "field least likely to be a mine. Perfect play starts at a best field, the player in the "
        "corner; with the start opening, each probability is over the placements for which this "
        f"field shows 0. Where the search reached its limit ({optimum.wall_limit:g} s), bounds are "
        "shown. Mine counts between two that hit the limit were not tried, and are omitted."
    ),
)(lazy_figures.optimum_figure)

no_guess = STUDY.table(
    WeakestMethods,
    "no-guess",
    rows=weakest,
    label="Logic that boards need",
    title="Minesweeper: the weakest method that solves a board without a guess",
    note="Shares of random boards, each started with an opening, by the first method, in the order "
    "of the columns, that solves them. Density: share of the fields that are mines. No guess: "
    "share of the boards that a method solves without a guess, with its exact 95% interval.",
    display=lazy_tables.display_no_guess,
)(lazy_tables.no_guess_table)
no_guess_figure = STUDY.figure(
    "no-guess",
    table=no_guess,
    label=no_guess.label,
    note=lambda solvability: (
        f"The weakest method that solves a board: {solvability.boards} random boards of each size "
        "and number of mines, each started with an opening."
    ),
)(lazy_figures.no_guess_figure)
