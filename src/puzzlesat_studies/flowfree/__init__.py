"""The study of Flow Free: SAT and tree search, and the post's claims."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from puzzlesat.common.errors import InputError, error_context
from puzzlesat.flowfree.formats.samples import sample_row
from puzzlesat.flowfree.solve.generate import check_room, random_puzzle
from puzzlesat_studies.core.params import Count, Params, Seconds, Text, UniqueList, check_solvers
from puzzlesat_studies.core.study import Files, Item, Record, Row, Study, column
from puzzlesat_studies.flowfree import tables
from puzzlesat_studies.flowfree.audit import PICOSAT, audit_rows
from puzzlesat_studies.flowfree.timings import SAT, check_methods, timing_rows

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


Side = Annotated[int, Field(ge=3)]


class AuditParams(Params):
    """Solvers and limits of the audit."""

    solvers: UniqueList[Text] = Field(
        ["minisat22", "glucose42", "cadical195", "maplecm", "picosat"],
        description="SAT solvers. picosat, the solver of the post, needs the library pycosat "
        "(pip install -e '.[post]'); without it, rows are marked missing.",
    )
    cpu_limit: Seconds = Field(5, description="CPU seconds for one run.")
    largest: Side = Field(14, description="Maximum number of rows of the generated puzzles.")


class FlowFree(Params):
    """Generated and published puzzles, and the methods that are timed on them."""

    sizes: UniqueList[Side] = Field(
        [5, 6, 7, 8, 9, 10, 12, 14, 20, 28, 40],
        description="Generated puzzles: for each n in the list, `puzzles` puzzles with n×n cells "
        "and round(flows_per_row · n) flows, at least one.",
    )
    flows_per_row: float = Field(0.8, gt=0, description="Number of flows per row.")
    puzzles: Count = Field(5, description="Puzzles of each size.")
    solutions: Literal["one", "several", "any"] = Field(
        "one",
        description="The number of solutions of a puzzle: one, several or any (unchecked).",
    )
    methods: UniqueList[Text] = Field(
        [
            *(f"links/{way}" for way in ("repair", "restart", "ranks", "escape", "propagator")),
            *(f"published/{way}" for way in ("repair", "restart", "ranks", "escape")),
            "tree",
        ],
        description="Timed methods: ENCODING/METHOD with the encodings links and published and the "
        "methods repair, restart, ranks, escape and propagator; tree (the search without SAT). The "
        "table puzzles.md and the figure compare the first method, which must be a SAT method, "
        "with tree.",
    )
    repeats: Count = Field(
        3, description="Timed runs of each method on each puzzle. Their median is used."
    )
    wall_limit: Seconds | None = Field(
        10,
        description="Wall-clock seconds for one run, or null for no limit. A timeout is recorded "
        "as a row.",
    )
    audit: AuditParams = Field(
        AuditParams(),
        description="The claims of the post (docs/flowfree.md) are tested on its puzzles or, if "
        "these are not supplied, on generated puzzles.",
    )
    published: str | None = Field(
        None,
        description="A folder with published.csv (puzzle, sat_variables, clauses, python_seconds, "
        "c_seconds) and puzzles/NAME.txt, or null. If a folder is given, the table lists its "
        "puzzles with the published numbers and ours.",
    )

    @property
    def published_files(self) -> list[str]:
        """The files of the published puzzles, if a folder is given."""
        folder = self.published
        return [*map(str, sorted(Path(folder).glob("puzzles/*.txt")))] if folder else []

    def flows(self, n: int) -> int:
        """Return the number of flows of an n×n puzzle."""
        return max(1, round(self.flows_per_row * n))


def check(config: Any) -> None:
    """Raise `InputError` unless methods, solvers and sizes fit together and all files exist."""
    section = config.flowfree
    with error_context("config: flowfree"):
        check_methods(section.methods, config.solver)
        for n in section.sizes:
            check_room(n, n, section.flows(n))
    pysat_solvers = [solver for solver in section.audit.solvers if solver != PICOSAT]
    check_solvers(pysat_solvers, section.audit.cpu_limit, "flowfree.audit.solvers")
    if not section.published and min(section.sizes) > section.audit.largest:
        raise InputError("config: no size in flowfree.sizes is at most flowfree.audit.largest")
    if section.methods[0] not in SAT:
        raise InputError("config: flowfree.methods should begin with a SAT method")
    if section.published and not section.published_files:
        raise InputError(
            f"config: there is no puzzles/*.txt in flowfree.published, {section.published}"
        )


STUDY = Study(
    "flowfree",
    FlowFree,
    "Flow Free",
    "The companion study on Flow Free (`snakemake flowfree`).",
    check=check,
)


# ---- puzzles -------------------------------------------------------------------------------------


class SampledPuzzle(Row):
    """A generated puzzle, as `flowfree generate` writes it."""

    seed: int
    rows: int
    cols: int
    k: int = column("number of flows")
    i: int = column("the puzzle's number in the sample, from 0")
    solutions: str = column("the requested number of solutions: `one`, `several` or `any`")
    puzzle: str = column(
        "the puzzle row by row (`.` is a free cell, anything else an endpoint), or a sketch "
        "([flowfree.md](flowfree.md#other-boards)); lines are joined by `/`"
    )


@STUDY.rows(
    SampledPuzzle,
    items=lambda config: [
        Item(f"n{n}", values={"n": n, "k": config.flowfree.flows(n)}) for n in config.flowfree.sizes
    ],
)
def generated(*, seed: int, n: int, k: int, puzzles: int, solutions: str) -> Iterator[Record]:
    """Generate the puzzles of a size; a puzzle depends only on seed, shape, flows and number."""
    for i in range(puzzles):
        yield sample_row(seed, i, solutions, random_puzzle(seed, n, n, k, i, solutions))


# ---- times ---------------------------------------------------------------------------------------


class PuzzleShape(Row):
    """A puzzle's name, shape and number of flows."""

    puzzle: str
    rows: int
    cols: int
    k: int = column("number of flows")


METHOD_MEANING = "the encoding and the method, separated by `/`; or `tree`"


class TimedRun(PuzzleShape):
    """A timed run of a method on a puzzle. A column that does not apply to the method is empty."""

    method: str = column(METHOD_MEANING)
    repeat: int
    order: int = column("position of the method in this repeat, from 0")
    variables: int | None = column("variables of the formula in the first round")
    clauses: int | None = column("clauses of the formula in the first round")
    repairs: int | None
    cuts: int | None
    nodes: int | None = column("number of nodes that tree search expanded")
    conflicts: int | None
    decisions: int | None
    propagations: int | None
    restarts: int | None
    solver: str | None
    encode_seconds: float
    load_seconds: float = column("time to load the clauses, including those of repairs")
    solve_seconds: float = column("time of the solver in all rounds together")
    status: Literal["solved", "unsolvable", "timeout", "memory"] = column(
        "`solved`, `unsolvable`, `timeout` or `memory`"
    )
    wall_limit: float | None = column("wall-clock limit of the run in seconds")
    version: str
    host: str


def _generated_items(config: Any) -> list[Item]:
    """Return an item for each size of generated puzzles."""
    return [
        Item(f"n{n}", {"puzzles": Files([generated.item_path(f"n{n}")])})
        for n in config.flowfree.sizes
    ]


def _timing_items(config: Any) -> list[Item]:
    """Return an item for each size of generated puzzles, and one for the published ones."""
    published = config.flowfree.published_files
    given = [Item("given", {"puzzles": Files(published)})] if published else []
    return [*_generated_items(config), *given]


times = STUDY.rows(TimedRun, "times", items=_timing_items, alone=True, mem_mb=4000, minutes=240)(
    timing_rows
)


def generated_times(config: Any) -> Files:
    """Return the files of times on generated puzzles."""
    return Files([times.item_path(item.name) for item in _generated_items(config)], TimedRun)


# ---- the post's claims ---------------------------------------------------------------------------

SolutionCount = Literal["none", "one", "several", ""]


class AuditRun(PuzzleShape):
    """A run on a puzzle that tests the claims of the post on Flow Free."""

    free: int = column("number of cells that are not endpoints")
    direction_variables: int = column("direction type variables of the published encoding")
    colour_clauses: int = column(
        "number of clauses of the published encoding's constraints 1 to 3, which contain only "
        "colour variables"
    )
    cycles: int | None = column(
        "number of different cycles in the models of the published encoding; empty after a timeout"
    )
    cyclic_models: int | None = column(
        "number of models of the published encoding that contain a cycle; empty after a timeout"
    )
    models: int | None = column("models of the published encoding; empty after a timeout")
    strict: SolutionCount
    touching: SolutionCount
    method: Literal["restart", "ranks", "rooted", "tree"] = column(
        "`restart` (the post's repairs), `ranks` or `rooted` (variables that exclude cycles), or "
        "`tree`"
    )
    solver: str = column("PySAT's name of the solver, or `picosat`; empty for `tree`")
    variables: int | None = column("variables in the first round, with those that exclude cycles")
    clauses: int | None = column("clauses in the first round, with those that exclude cycles")
    repairs: int | None
    cuts: int | None
    seconds: float | None = column("CPU time of encoding, loading and solving")
    status: Literal["solved", "unsolvable", "timeout", "memory", "missing"] = column(
        "`solved`, `unsolvable`, `timeout`, `memory` or `missing` (the solver is not installed)"
    )
    cpu_limit: float = column("CPU seconds for one run; PicoSAT is limited by propagations instead")
    version: str
    host: str


def _audit_files(config: Any) -> Files:
    section = config.flowfree
    generated_files = [
        generated.item_path(f"n{n}") for n in section.sizes if n <= section.audit.largest
    ]
    return Files(section.published_files or generated_files)


@STUDY.rows(AuditRun, "audit", puzzles=_audit_files, alone=True)
def audited(puzzles: Sequence[Path], *, audit: AuditParams) -> Iterator[Record]:
    """Measure the post's claims, on its puzzles if supplied, otherwise on generated ones."""
    return audit_rows(puzzles, solvers=audit.solvers, cpu_limit=audit.cpu_limit)


# ---- tables --------------------------------------------------------------------------------------


class PublishedNumbers(Row):
    """The published numbers of a puzzle: the formula's size, and times of the post's programs."""

    puzzle: str
    sat_variables: int = column("variables of the post's formula")
    clauses: int
    python_seconds: float = column("time of the post's SAT program")
    c_seconds: float = column("time of the post's tree search")


class PuzzleTimes(Row):
    """The medians over the repeats of a SAT method on a puzzle.

    The columns from `published_variables` on contain the numbers of the post's table, if the
    published puzzles are supplied.
    """

    puzzle: str
    size: str
    flows: int
    method: str = column("the encoding and the method, separated by `/`")
    status: str = column("`solved`, `unsolvable`, `timeout` or `memory`")
    variables: int | None = column("variables of the formula in the first round")
    clauses: int | None = column("clauses of the formula in the first round")
    repairs: int | None
    cuts: int | None
    encode_seconds: float
    load_seconds: float = column("time to load the clauses, including those of repairs")
    solve_seconds: float = column("time of the solver in all rounds together")
    tree_seconds: float | None = column("time of tree search; empty if unfinished")
    conflicts: int | None
    decisions: int | None
    propagations: int | None
    restarts: int | None
    published_variables: int | None = column("variables of the post's formula")
    published_clauses: int | None = column(
        "number of clauses in the post's table; for jumbo_14x14_01 two more than the encoding has, "
        "probably the clauses that excluded its cycles"
    )
    published_python_seconds: float | None = column("time of the post's SAT program")
    published_c_seconds: float | None = column("time of the post's tree search")


class SizeTimes(Row):
    """A method on the puzzles of a size."""

    rows: int
    cols: int
    method: str = column(METHOD_MEANING)
    fewest_flows: int = column("smallest number of flows of a puzzle")
    most_flows: int = column("largest number of flows of a puzzle")
    puzzles: int
    ended: int = column(
        "number of puzzles on which the method finished within the limit: solved or unsolvable"
    )
    seconds: float | None = column("median over all puzzles; empty unless more than half finished")


def _display_puzzles(
    table: pd.DataFrame, *, methods: list[str], published: str | None
) -> pd.DataFrame:
    """Lay out the first method and, next to published numbers, the first published encoding."""
    published_methods = [
        name for name in methods[1:] if published and name.startswith("published/")
    ]
    return tables.display_puzzles(table, [methods[0], *published_methods[:1]])


puzzles_table = STUDY.table(
    PuzzleTimes,
    "puzzles",
    times=times,
    published_numbers=lambda config: Files(
        [f"{config.flowfree.published}/published.csv"] if config.flowfree.published else [],
        PublishedNumbers,
    ),
    label="Puzzle by puzzle",
    title="Flow Free: times puzzle by puzzle",
    note=lambda wall_limit: (
        "Size of the formula in the first round, the rounds that ended with cycles (repairs), the "
        "clauses that they added (cuts), CPU seconds, and the solver's counters. The time of tree "
        "search is empty if it did not end"
        + within_limit(wall_limit)
        + ". The CSV file has all methods."
    ),
    display=_display_puzzles,
)(tables.puzzles_table)


def within_limit(limit: float | None) -> str:
    """Return the words on a time limit, or none if there is no limit."""
    return "" if limit is None else f" within {limit:g} s"


SIZES_NOTE = (
    "Median CPU milliseconds of encoding, loading and solving over the puzzles of a size, for "
    "ENCODING/METHOD and for tree search. m of p: m of p puzzles were solved within the limit. "
    "Unsolved puzzles count as longer than all others; the median is omitted if they are at least "
    "half of the puzzles."
)


sizes_table = STUDY.table(
    SizeTimes,
    "sizes",
    times=generated_times,
    label="Size by size",
    title="Flow Free: time to solve a puzzle, by size",
    note=SIZES_NOTE,
    display=tables.display_sizes,
)(tables.sizes_table)


# ---- the figure ----------------------------------------------------------------------------------


@STUDY.figure(
    "times",
    times=generated_times,
    label="Times",
    note=lambda flows_per_row, puzzles, repeats, wall_limit: (
        "CPU time of encoding, loading and solving generated n×n puzzles with "
        f"round({flows_per_row} n) flows, {puzzles} puzzles of each size; medians of {repeats} "
        "runs each. Left: the methods that exclude cycles. Lines are medians over puzzles, and end "
        f"where no more than half of the puzzles were solved{within_limit(wall_limit)}. Right: "
        "every puzzle, by SAT and by tree search. Hollow markers are timeouts."
    ),
)
def times_figure(times: pd.DataFrame, *, methods: list[str]) -> Figure:
    """Draw the times against the size of the puzzles."""
    from puzzlesat_studies.flowfree import figures

    return figures.times_figure(times, methods[0])
