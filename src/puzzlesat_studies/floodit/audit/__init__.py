"""The audit: experiments that test the claims of the thesis on Flood-It (docs/audit.md).

Each module defines the raw rows of an experiment, one or more for each board, and the tables that
summarize them. The verdicts (`puzzlesat_studies.claims`) depend on the tables alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any, Literal

from pydantic import Field, create_model

from puzzlesat_studies.core.params import Count, Params, Sample, Seconds, Several, Text
from puzzlesat_studies.core.params import check_solvers as check_names
from puzzlesat_studies.core.study import Files, Item, Record, Row, Study, column
from puzzlesat_studies.floodit.boards import Named


def grid(n_values: list[int], k_values: list[int], boards: int, **more: Any) -> dict[str, Any]:
    """Return the keys of a grid of cells."""
    return {"n_values": n_values, "k_values": k_values, "boards": boards, **more}


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
    """A grid with solvers and families of redundant clauses."""

    solvers: Several[Text] = Field(description="SAT solvers, by their PySAT names.")
    families: list[Annotated[str, Field(pattern="[.]py$")]] = Field(
        description="Python files with your own families of redundant clauses (docs/encodings.md)."
    )


SIZES, COLOURS = [4, 5, 6, 7, 8, 9], [3, 4, 5, 6]


class Audit(Params):
    """The experiments of the audit, each with its own sizes, numbers of colours and boards."""

    final_state: Sample = Field(
        Sample(**grid(SIZES, COLOURS, 50)),
        description="Is the last state p or p+1? Minima under both variants of the encoding, "
        "corrected and printed.",
    )
    ablation: Sample = Field(
        Sample(**grid([3, 4, 5, 6], COLOURS, 25)),
        description="Which conditions can be omitted? Minima with each condition removed in turn.",
    )
    construction: Repeated = Field(
        Repeated(**grid(SIZES, COLOURS, 20, repeats=5)),
        description="Times to construct the minimal encoding, and the smaller one without the "
        "conditions that affect no minimum.",
    )
    clauses: Sample = Field(
        Sample(**grid([4, 6, 8, 10], [3, 6], 10)),
        description="Numbers of clauses: Table 3.1, and the clauses that conditions 11 and 12 add.",
    )
    minima: Sample = Field(
        Sample(**grid(SIZES, COLOURS, 400)),
        description="Minima for the thesis's sizes and numbers of colours, to test the bounds "
        "n+k-5 and n+k.",
    )
    large: LimitedSample = Field(
        LimitedSample(**grid([10, 12, 15, 20], [3, 4, 6, 8, 10], 30, wall_limit=5)),
        description="Larger boards: up to which size do the bounds n+k-5 and n+k hold? "
        "`wall_limit`: wall-clock seconds for one board.",
    )
    searches: Repeated = Field(
        Repeated(**grid(SIZES, COLOURS, 100, repeats=1)),
        description="Solver calls, clauses and times of six searches for the minimum.",
    )
    solvers: RepeatedLimited = Field(
        RepeatedLimited(**grid([5, 8], [3, 6], 20, repeats=1, wall_limit=5)),
        description="Times of the encodings with every available solver of PySAT. `wall_limit`: "
        "wall-clock seconds for one solve.",
    )
    redundant: Redundant = Field(
        Redundant(
            **grid([6, 9], [3, 6], 20, repeats=1),
            solvers=["minisat22", "glucose42", "cadical195"],
            families=[],
        ),
        description="Redundant clauses, one family at a time, with each of the listed solvers. "
        "`families`: Python files with your own families of redundant clauses (docs/encodings.md).",
    )
    forced_moves: Sample = Field(
        Sample(**grid([3, 4, 5, 6, 7], COLOURS, 30)),
        description="Forced moves, and the number of optimal solutions.",
    )


def check(config: Any) -> None:
    """Raise `InputError` unless all solvers exist."""
    check_names(config.audit.redundant.solvers, None, "audit.redundant.solvers")
    check_names([config.solver], None, "solver")


STUDY = Study(
    "audit",
    Audit,
    "Audit",
    "The audit (`snakemake audit`): a verdict on each claim of the five texts. Each of the "
    "following experiments tests claims on Flood-It, with its own board sizes, numbers of colours "
    "and number of boards (docs/audit.md).",
    check=check,
)


def items(name: str) -> Callable[[Any], list[Item]]:
    """Return the function that returns an item for each n of an experiment."""
    return lambda config: [
        Item(f"n{n}", values={"n": n}) for n in getattr(config.audit, name).n_values
    ]


def of_cells(
    make: Callable[..., Iterator[Record]], n: int, seed: int, of: Sample, **more: Any
) -> Any:
    """Yield the rows of the cells (n, k) for all k of a grid."""
    for k in of.k_values:
        yield from make(seed, n, k, of.boards, **more)


# ---- the last state ------------------------------------------------------------------------------


class FinalStateRow(Named):
    """The minima of a board under both variants of the last state."""

    minimum: int
    encoded: int = column("the minimum by the corrected encoding")
    printed: int = column("the smallest p for which the printed variant has a model")


class FinalState(Row):
    """The minima of a cell (n, k) under both variants of the last state."""

    n: int
    k: int
    boards: int
    differing: int = column("boards on which the corrected encoding and A* give different minima")
    fewer: int = column("boards on which the printed variant allows fewer moves")
    saved: float = column(
        "mean number of moves that the printed variant saves, with a 95% bootstrap interval over "
        "boards"
    )
    saved_low: float
    saved_high: float
    q1: float = column("25th percentile of the minima")
    median: float = column("median of the minima")
    q3: float = column("75th percentile of the minima")
    printed_q1: float = column("25th percentile under the printed variant")
    printed_median: float = column("median under the printed variant")
    printed_q3: float = column("75th percentile under the printed variant")
    lower: int = column("n+k−5")
    upper: int = column("n+k")
    holds: int = column("how many of the two claims on quartiles are true for A*'s minima")
    printed_holds: int = column(
        "how many of the two claims are true for the minima of the printed variant"
    )


@STUDY.rows(FinalStateRow, "final-state", items=items("final_state"), mem_mb=4000)
def final_state_rows(*, n: int, seed: int, solver: str, final_state: Sample) -> Iterator[Record]:
    """Find the minima under both variants of the last state."""
    from puzzlesat_studies.floodit.audit.final_state import rows

    return of_cells(rows, n, seed, final_state, solver=solver)


final_state_table = STUDY.table(FinalState, "final-state", rows=final_state_rows)(
    "final_state:table"
)


# ---- conditions removed in turn ------------------------------------------------------------------


class AblationRow(Named):
    """The minimum of a board by a weakened encoding."""

    variant: str = column(
        "the weakened encoding: `ENCODING - CONDITION`, or `reduced` (all conditions that affect "
        "no minimum are removed together)"
    )
    minimum: int
    weakened: int = column("the smallest p for which the weakened encoding has a model")
    other_models: bool = column(
        "whether the weakened encoding, for one move more than the minimum, has a model that "
        "violates a removed condition"
    )
    clauses: float = column("number of clauses divided by that of the minimal encoding")


class WeakenedEncoding(Row):
    """The boards whose minimum changes in a weakened encoding."""

    variant: str = column("the weakened encoding: `ENCODING - CONDITION` or `reduced`")
    boards: int
    changed: int = column("boards whose minimum changes")
    share: float = column("share of these boards, with its exact 95% interval")
    share_low: float
    share_high: float
    largest_drop: int = column("the largest difference of minima")
    other_models: int = column(
        "boards on which the weakened encoding, for one move more than the minimum, has a model "
        "that violates a removed condition"
    )
    clauses: float = column(
        "number of clauses divided by that of the minimal encoding, mean over boards"
    )


@STUDY.rows(AblationRow, "ablation", items=items("ablation"), mem_mb=4000)
def ablation_rows(*, n: int, seed: int, solver: str, ablation: Sample) -> Iterator[Record]:
    """Find the minima with each condition removed in turn."""
    from puzzlesat_studies.floodit.audit.ablation import rows

    return of_cells(rows, n, seed, ablation, solver=solver)


ablation_table = STUDY.table(WeakenedEncoding, "ablation", rows=ablation_rows)("ablation:table")


# ---- time of construction ------------------------------------------------------------------------


class ConstructionRow(Named):
    """A run of the construction of an encoding, for a board at its minimum."""

    encoding: Literal["minimal", "reduced"]
    repeat: int
    encode_seconds: float
    clauses: int


class Construction(Row):
    """The construction of the encoding `reduced`, compared with that of the minimal encoding.

    A board's time is the median over the repeats.
    """

    n: int
    k: int
    boards: int
    clauses: float = column("mean number of clauses, divided by the minimal encoding's")
    ratio: float = column(
        "CPU time divided by the minimal encoding's, geometric mean over boards, with a 95% "
        "bootstrap interval"
    )
    ratio_low: float | None
    ratio_high: float | None
    faster: int = column("boards on which `reduced` is constructed faster")
    slower: int = column("boards on which `reduced` is constructed more slowly")
    p: float = column(
        "p-value of the two-sided sign test, corrected by Holm's procedure over all cells"
    )


@STUDY.rows(ConstructionRow, "construction", items=items("construction"), alone=True, mem_mb=4000)
def construction_rows(*, n: int, seed: int, construction: Repeated) -> Iterator[Record]:
    """Measure the CPU time of constructing the minimal and the reduced encoding."""
    from puzzlesat_studies.floodit.audit.construction import rows

    return of_cells(rows, n, seed, construction, repeats=construction.repeats)


construction_table = STUDY.table(Construction, "construction", rows=construction_rows)(
    "construction:table"
)


# ---- numbers of clauses --------------------------------------------------------------------------


class ClauseRow(Named):
    """The clauses of a condition for a board at its minimum."""

    p: int = column("the number of moves: the minimum")
    condition: str = column("the number of the condition")
    table: int = column("number of clauses by Table 3.1; 0 for conditions 11 and 12")
    printed: int = column(
        "number of clauses of the condition as printed, with tautologies and the state p+1"
    )
    misfits: int = column("number of printed clauses whose length Table 3.1 does not list")
    formula: int = column("number of clauses by the corrected expression")
    emitted: int = column("number of emitted clauses")
    repeated: int = column("number of emitted clauses that repeat earlier ones")
    in_9: int = column("number of emitted clauses that also belong to condition 9")


class ConditionClauses(Row):
    """A condition's numbers of clauses, summed over all boards, next to Table 3.1."""

    condition: str = column("the number of the condition")
    table_3_1: str = column("the expression in Table 3.1")
    arity: str = column("the numbers of literals in Table 3.1")
    boards: int
    by_table: int = column("number of clauses by Table 3.1")
    printed: int = column("number of clauses of the condition as printed")
    unlike: int = column(
        "boards on which the number in Table 3.1 differs from the number of clauses of the "
        "condition as printed"
    )
    misfits: int = column("number of printed clauses whose length Table 3.1 does not list")
    corrected: str = column("the corrected expression; sums are over clusters C")
    by_formula: int = column("number of clauses by the corrected expression")
    emitted: int = column("number of emitted clauses")
    wrong: int = column("boards on which the corrected number differs from that of emitted clauses")


class Overlap(Row):
    """The clauses that the extended encoding adds, summed over the boards of a cell."""

    n: int
    k: int
    boards: int
    minimal: int = column("clauses of the minimal encoding")
    extended: int = column("clauses of the extended encoding")
    condition_11: int = column("clauses of condition 11")
    condition_12: int = column("clauses of condition 12")
    in_condition_9: int = column("clauses of condition 12 that also belong to condition 9")
    repeated_11: int = column(
        "clauses of condition 11 that also belong to one of the conditions 1–10"
    )
    new: int = column("clauses of conditions 11 and 12 that belong to no earlier condition")


@STUDY.rows(ClauseRow, "clauses", items=items("clauses"), mem_mb=4000)
def clause_rows(*, n: int, seed: int, clauses: Sample) -> Iterator[Record]:
    """Count the clauses of each condition, and the clauses that repeat earlier ones."""
    from puzzlesat_studies.floodit.audit.clauses import rows

    return of_cells(rows, n, seed, clauses)


overlap = STUDY.table(Overlap, "overlap", rows=clause_rows)("clauses:overlap_table")


counts = STUDY.table(ConditionClauses, "counts", rows=clause_rows)("clauses:table")


# ---- minima and their quartiles ------------------------------------------------------------------


class MinimumRow(Named):
    """Bounds on the minimum of a board."""

    lower: int = column("proven lower bound on the minimum")
    upper: int = column("length of the best solution found")
    status: Literal["optimal", "timeout"] = column(
        "`optimal` if the bounds are equal, otherwise `timeout`"
    )
    seconds: float = column("CPU time of the search")


FORMS = {
    "q1": "minima ≤ n+k−5",
    "q3": "minima ≥ n+k",
    "q1_weak": "minima < n+k−5",
    "q3_weak": "minima > n+k",
}
"""The minima that are counted for each statement, in its strict and its weak form."""


def tested(form: str) -> dict[str, Any]:
    """Return the columns of the test of a statement."""
    return {
        f"{form}_share": (float, Field(description=f"share of {FORMS[form]}")),
        f"{form}_low": (float, Field(description="lower end of the exact 95% interval")),
        f"{form}_high": (float, Field(description="upper end of the exact 95% interval")),
        f"{form}_p": (
            float,
            Field(
                description="p-value of the exact two-sided binomial test against 1/4, corrected "
                "by Holm's procedure over all cells and both bounds"
            ),
        ),
        f"{form}_verdict": (
            Literal["yes", "no", "open"],
            Field(description="`yes` or `no` if the test is significant, otherwise `open`"),
        ),
        f"{form}_in_100": (
            float,
            Field(
                description="share of samples of 100 boards, drawn with replacement from the "
                "cell's boards, for which the statement is true"
            ),
        ),
    }


class QuartileStart(Row):
    """The quartiles of the minima of a cell."""

    n: int
    k: int
    boards: int
    unresolved: int = column(
        "boards with an unknown minimum; tests assume the least favourable value, and intervals "
        "cover both extremes"
    )
    q1: float = column("25th percentile of the minima")
    median: float = column("median of the minima")
    q3: float = column("75th percentile of the minima")
    mean: float = column("mean of the minima")
    lower: int = column("n+k−5")
    upper: int = column("n+k")


class Within(Row):
    """The share of boards within the bounds."""

    within: float = column(
        "share of boards with n+k−5 ≤ minimum ≤ n+k, with its exact 95% interval"
    )
    within_low: float
    within_high: float


Tested = create_model(
    "Tested",
    __base__=QuartileStart,
    **{name: kind for form in FORMS for name, kind in tested(form).items()},
)


class Quartiles(Within, Tested):
    """The quartiles of the minima of a cell (n, k), compared with the bounds n+k−5 and n+k."""


class Offset(Row):
    """The minima of the thesis's grid at one distance from n+k−5."""

    offset: int = column("minimum minus (n+k−5)")
    boards: int
    share: float = column("share of all boards")
    calls: float = column("mean number of queries of the search of Fig. 4.3")


@STUDY.rows(MinimumRow, "minima", items=items("minima"), mem_mb=4000)
def minimum_rows(*, n: int, seed: int, minima: Sample) -> Iterator[Record]:
    """Find minima by the exact search."""
    from puzzlesat_studies.floodit.audit.quartiles import rows

    return of_cells(rows, n, seed, minima, wall_limit=None)


@STUDY.rows(MinimumRow, "large", items=items("large"), mem_mb=4000)
def large_rows(*, n: int, seed: int, large: LimitedSample) -> Iterator[Record]:
    """Find the minima of larger boards, or bounds if time runs out."""
    from puzzlesat_studies.floodit.audit.quartiles import rows

    return of_cells(rows, n, seed, large, wall_limit=large.wall_limit)


def all_minima(config: Any) -> Files:
    """Return the rows of both experiments on minima."""
    return Files([*minimum_rows.files(config).paths, *large_rows.files(config).paths], MinimumRow)


quartiles_table = STUDY.table(Quartiles, "quartiles", rows=all_minima)("quartiles:table")


offsets = STUDY.table(Offset, "offsets", rows=minimum_rows)("quartiles:offset_table")


# ---- growth --------------------------------------------------------------------------------------


class Growth(Row):
    """The growth of the mean minimum with n, for one k."""

    k: int
    cells: int = column("number of sizes n")
    boards: int
    unresolved: int = column(
        "boards whose minimum is not proven, which count with the midpoint of their bounds, and in "
        "`least_per_n` with the lower bound"
    )
    least_n: int = column("the smallest n")
    most_n: int = column("the largest n")
    exponent: float = column(
        "slope of log(mean minimum) against log n, with a 95% bootstrap interval"
    )
    exponent_low: float
    exponent_high: float
    slope: float = column("slope of the mean minimum against n, with its interval")
    slope_low: float
    slope_high: float
    per_n_first: float = column("mean of minimum / n at the smallest n")
    per_n_last: float = column("mean of minimum / n at the largest n")
    least_per_n: float = column("the smallest minimum / n of any board")
    effort: float | None = column(
        "factor by which the median time of the exact search grows when n increases by 1: a "
        "least-squares fit to the logarithms of the medians, from n = 10 on"
    )
    effort_low: float | None
    effort_high: float | None


class Fitted(Row):
    """A quantity of the fit of bounds like n+k−5 and n+k to the quartiles of the minima."""

    quantity: str = column(
        "a coefficient of the fit to the even boards; `lowered by` or `raised by`, the shifts of "
        "the fit below all 25th and above all 75th percentiles; or, for the odd boards, the number "
        "of cells in which a quartile is on the right side of its bound"
    )
    estimate: float = column("the fitted value, or the count")
    low: float | None = column("lower end of the 95% bootstrap interval")
    high: float | None = column("upper end of the 95% bootstrap interval")
    cells: int = column("number of cells")
    boards: int


fit = STUDY.table(Fitted, "fit", rows=all_minima)("growth:fit_table")


growth_by_k = STUDY.table(Growth, "growth", rows=all_minima)("growth:table")


# ---- searches ------------------------------------------------------------------------------------

Search = Literal["bisection", "bounded", "most_clusters", "raised", "upwards", "downwards"]


class SearchRow(Named):
    """A run of a search for the minimum of a board."""

    search: Search
    repeat: int
    order: int = column("the place of this search in the repeat, from 0")
    calls: int = column("number of solver calls")
    unsat: int = column("number of calls with the answer unsat")
    clauses: int = column("number of clauses of all formulas together")
    encode_seconds: float
    load_seconds: float
    solve_seconds: float
    conflicts: int
    propagations: int


class Searches(Row):
    """A search compared with one of the searches of Fig. 4.1, on the boards of a cell (n, k)."""

    n: int
    k: int
    boards: int
    search: Search
    against: str = column("the search that it is compared with")
    calls: float = column("mean number of solver calls")
    unsat: float = column("mean number of calls with the answer unsat")
    clauses: float = column("mean number of clauses of all formulas together")
    calls_fewer: int = column("boards on which it makes fewer calls")
    calls_more: int = column("boards on which it makes more calls")
    calls_p: float | None = column("p-value of the sign test, corrected by Holm")
    clauses_fewer: int = column("boards on which it builds fewer clauses")
    clauses_more: int = column("boards on which it builds more clauses")
    clauses_p: float | None = column("p-value of the sign test, corrected by Holm")
    milliseconds: float = column("mean time of encoding, loading and solving together")
    ratio: float | None = column(
        "median time over repeats divided by that of the other search, geometric mean over boards, "
        "with a 95% bootstrap interval; empty if a search makes no call on some board"
    )
    ratio_low: float | None
    ratio_high: float | None
    wins: int = column("boards on which the search is faster")
    losses: int = column("boards on which the search is slower")
    p: float | None = column("p-value of the two-sided sign test, corrected by Holm")


@STUDY.rows(SearchRow, "searches", items=items("searches"), alone=True, mem_mb=4000)
def search_rows(*, n: int, seed: int, solver: str, searches: Repeated) -> Iterator[Record]:
    """Measure the solver calls and times of all searches."""
    from puzzlesat_studies.floodit.audit.searches import rows

    return of_cells(rows, n, seed, searches, repeats=searches.repeats, solver=solver)


searches_table = STUDY.table(Searches, "searches", rows=search_rows)("searches:table")


# ---- solvers -------------------------------------------------------------------------------------


class SolverRow(Named):
    """A run of a solver on a formula."""

    solver: str
    encoding: Literal["minimal", "extended", "reduced"]
    query: Literal["sat", "unsat"] = column("`sat` (at the minimum) or `unsat` (one move fewer)")
    repeat: int
    status: Literal["sat", "unsat", "timeout"]
    load_seconds: float
    solve_seconds: float
    conflicts: int | None


Phases = Literal["load_solve", "solve"]


class Solvers(Row):
    """An encoding compared with the minimal one under a solver, on the boards of a cell (n, k).

    A board's time is the sum over both queries of the median over repeats.
    """

    solver: str
    encoding: Literal["extended", "reduced"]
    n: int
    k: int
    boards: int
    timeouts: int = column(
        "boards on which the solver ran out of time with either of the two encodings, which are "
        "excluded"
    )
    timed_phases: Phases
    wins: int = column("boards on which the minimal encoding is faster")
    losses: int = column("boards on which the minimal encoding is slower")
    share: float | None = column("share of wins, with half of the ties")
    ratio: float | None = column(
        "the encoding's time divided by the minimal encoding's, geometric mean over boards, with a "
        "95% bootstrap interval"
    )
    ratio_low: float | None
    ratio_high: float | None
    p: float | None = column(
        "p-value of the two-sided sign test, corrected by Holm's procedure over all rows of a "
        "timing method"
    )
    friedman_p: float | None = column(
        "p-value of Friedman's test of whether all solvers have the same ratios on the boards of "
        "the cell, corrected by Holm's procedure"
    )
    minimal_milliseconds: float = column(
        "geometric mean of the solver's times with the minimal encoding; a timeout counts with its "
        "time"
    )


@STUDY.rows(SolverRow, "solvers", items=items("solvers"), alone=True, mem_mb=4000)
def solver_rows(*, n: int, seed: int, solvers: RepeatedLimited) -> Iterator[Record]:
    """Measure the times of the encodings under every available solver."""
    from puzzlesat_studies.floodit.audit.solvers import rows

    limits = {"repeats": solvers.repeats, "wall_limit": solvers.wall_limit}
    return of_cells(rows, n, seed, solvers, **limits)


solvers_table = STUDY.table(Solvers, "solvers", rows=solver_rows)("solvers:table")


# ---- redundant clauses ---------------------------------------------------------------------------


class RedundantRow(Named):
    """A run of a solver on the minimal encoding with a family of redundant clauses."""

    solver: str
    family: str = column("the family of redundant clauses, or `minimal`")
    query: Literal["sat", "unsat"] = column("`sat` (at the minimum) or `unsat` (one move fewer)")
    repeat: int
    encode_seconds: float
    load_seconds: float
    solve_seconds: float
    conflicts: int | None
    clauses: int


class RedundantFamily(Row):
    """A family of redundant clauses compared with the minimal encoding, on the boards of a cell.

    A board's time is the sum over both queries of the median over repeats.
    """

    timed_phases: Phases
    solver: str
    family: str = column("the family of redundant clauses")
    n: int
    k: int
    boards: int
    faster: int = column("boards on which the family is faster")
    slower: int = column("boards on which the family is slower")
    ratio: float | None = column(
        "the family's time divided by the minimal encoding's, geometric mean over boards, with a "
        "95% bootstrap interval"
    )
    ratio_low: float | None
    ratio_high: float | None
    p: float | None = column(
        "p-value of the two-sided sign test, corrected by Holm's procedure over all rows of a "
        "timing method"
    )
    conflicts: float | None = column(
        "geometric mean over boards of the ratio of conflicts; each number is the sum over both "
        "queries, plus one"
    )
    clauses: float = column("arithmetic mean over boards of the ratio of clauses")


@STUDY.rows(RedundantRow, "redundant", items=items("redundant"), alone=True, mem_mb=4000)
def redundant_rows(*, n: int, seed: int, redundant: Redundant) -> Iterator[Record]:
    """Measure the times of the minimal encoding with redundant clauses."""
    from puzzlesat_studies.floodit.audit.redundant import rows

    chosen = redundant.model_dump(include={"repeats", "solvers", "families"})
    return of_cells(rows, n, seed, redundant, **chosen)


redundant_table = STUDY.table(RedundantFamily, "redundant", rows=redundant_rows)("redundant:table")


# ---- forced moves --------------------------------------------------------------------------------


class ForcedRow(Named):
    """The forced moves of a board, and its optimal solutions."""

    minimum: int
    forced: int = column("number of moves that all optimal solutions share")
    first_forced: bool = column("whether the first move is forced")
    prefix: int = column("number of consecutive forced moves at the start")
    propagated: int = column("number of moves that unit propagation alone finds")
    solutions: int = column("number of optimal solutions, counted without SAT")
    calls: int = column("number of solver calls for the backbone")


class Forced(Row):
    """Forced moves and unique solutions on the boards of a cell (n, k) that need a move."""

    n: int
    k: int
    boards: int
    moves: float = column("mean minimum")
    forced: float = column("share of moves that are forced")
    propagated: float = column("share of moves that propagation alone finds")
    logic: float = column(
        "share of boards on which propagation finds all moves, with its exact 95% interval"
    )
    logic_low: float
    logic_high: float
    first: float = column("share of boards on which the first move is forced, with its interval")
    first_low: float
    first_high: float
    unique: float = column("share of boards with a single optimal solution, with its interval")
    unique_low: float
    unique_high: float
    solutions_median: float = column("median number of optimal solutions")
    solutions_most: int = column("largest number of optimal solutions")


@STUDY.rows(ForcedRow, "forced-moves", items=items("forced_moves"), mem_mb=4000)
def forced_rows(*, n: int, seed: int, solver: str, forced_moves: Sample) -> Iterator[Record]:
    """Find the moves that all optimal solutions share, and count the optimal solutions."""
    from puzzlesat_studies.floodit.audit.forced_moves import rows

    return of_cells(rows, n, seed, forced_moves, solver=solver)


forced_table = STUDY.table(Forced, "forced-moves", rows=forced_rows)("forced_moves:table")


# ---- figures -------------------------------------------------------------------------------------

CAPTION = "A figure of the audit, drawn from the table of the same name (docs/audit.md)."


final_state_figure = STUDY.figure("final-state", note=CAPTION, table=final_state_table)(
    "figures:final_state_figure"
)
ablation_figure = STUDY.figure("ablation", note=CAPTION, table=ablation_table)(
    "figures:ablation_figure"
)
quartiles_figure = STUDY.figure("quartiles", note=CAPTION, table=quartiles_table)(
    "figures:quartiles_figure"
)
growth_figure = STUDY.figure("growth", note=CAPTION, table=quartiles_table, fit=fit)(
    "figures:growth_figure"
)
searches_figure = STUDY.figure("searches", note=CAPTION, table=searches_table)(
    "figures:searches_figure"
)
solvers_figure = STUDY.figure("solvers", note=CAPTION, table=solvers_table)(
    "figures:solvers_figure"
)
redundant_figure = STUDY.figure("redundant", note=CAPTION, table=redundant_table)(
    "figures:redundant_figure"
)
forced_moves_figure = STUDY.figure("forced-moves", note=CAPTION, table=forced_table)(
    "figures:forced_moves_figure"
)
