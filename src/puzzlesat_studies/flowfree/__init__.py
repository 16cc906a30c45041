"""The study of Flow Free: SAT and tree search, the post's claims, and difficulty of puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

from pydantic import Field

from puzzlesat.common.errors import InputError, error_context
from puzzlesat.common.files import text_files
from puzzlesat.flowfree.formats.formats import read_all_named, read_puzzles
from puzzlesat.flowfree.formats.samples import sample_row
from puzzlesat.flowfree.solve.answer import solve_puzzle
from puzzlesat.flowfree.solve.generate import check_room, random_puzzle
from puzzlesat.flowfree.solve.marking import Counts
from puzzlesat.flowfree.solve.rating import rating_row
from puzzlesat_studies.core.params import Count, Params, Seconds, Text, UniqueList
from puzzlesat_studies.core.study import Files, Item, LazyModule, Record, Row, Step, Study, column
from puzzlesat_studies.flowfree.audit import audit_rows, check_solvers
from puzzlesat_studies.flowfree.external import split_command
from puzzlesat_studies.flowfree.rows import SAT, check_methods, timing_rows

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

lazy_figures = LazyModule(f"{__package__}.figures")
lazy_tables = LazyModule(f"{__package__}.tables")

Side = Annotated[int, Field(ge=3, le=100)]

BUILT_IN_SETS = ("winding", "walked", "published")
"""The built-in sets of puzzles: generated without and with a number of flows, and published."""


MarkedMethod = Literal["links/repair", "links/restart", "links/ranks", "links/propagator", "tree"]


class MarkedBoards(Params):
    """Boards with bridges, warps, walls and missing cells."""

    sizes: UniqueList[Annotated[int, Field(ge=5, le=100)]] = Field(
        [6, 8, 10, 14, 20, 28, 40], description="Rows of the boards."
    )
    marks_per_row: float = Field(
        0.25, gt=0, le=1, description="Number of marks of each kind per row."
    )
    puzzles: Count = Field(5, description="Puzzles of each size.")
    methods: UniqueList[MarkedMethod] = Field(
        [*get_args(MarkedMethod)],
        description="Methods that accept such boards: links/repair, links/restart, links/ranks, "
        "links/propagator and tree. The first one, a SAT method, is compared with tree.",
    )


class AuditParams(Params):
    """Solvers and limits of the audit."""

    solvers: UniqueList[Text] = Field(
        ["minisat22", "glucose42", "cadical195", "maplecm", "picosat"],
        description="SAT solvers. picosat, the solver of the post, needs the library pycosat "
        "(pip install -e '.[post]'); without it, rows are marked missing.",
    )
    cpu_limit: Seconds = Field(5, description="CPU seconds for one run.")
    largest: Side = Field(14, description="Maximum number of rows of the generated puzzles.")


class DifficultyParams(Params):
    """Puzzles to rate."""

    sizes: UniqueList[Side] = Field(
        [5, 7, 10, 14, 20, 28, 40],
        description="Rows of the puzzles generated without a given number of flows.",
    )
    puzzles: Count = Field(10, description="Puzzles of each size.")
    sets: dict[Annotated[str, Field(pattern="^[A-Za-z0-9][A-Za-z0-9_.-]*$")], str] = Field(
        {},
        description="Other puzzles: files, or folders of *.txt files, for example:\n"
        "  sets: {janko: /data/janko_270.txt}",
    )
    wall_limit: Seconds | None = Field(
        60,
        description="Wall-clock seconds to find the solutions of a puzzle, or null for no limit.",
    )


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
        "methods repair, restart, ranks, escape and propagator; tree (the search without SAT); "
        "external (see the key `external`). The table puzzles.md and the figure compare the first "
        "method, which must be a SAT method, with tree.",
    )
    repeats: Count = Field(
        3, description="Timed runs of each method on each puzzle. Their median is used."
    )
    wall_limit: Seconds | None = Field(
        10,
        description="Wall-clock seconds for one run, or null for no limit. A timeout is recorded "
        "as a row.",
    )
    marked: MarkedBoards = Field(
        MarkedBoards(),
        description="Generated puzzles on boards with bridges, warps, walls and missing cells: for "
        "each n in `sizes`, boards with n×n cells and round(marks_per_row · n) marks of each kind, "
        "at least one.",
    )
    external: str | None = Field(
        None,
        description="The command of a program to time as the method external, or null. {puzzle} is "
        "replaced by the path of a file with the puzzle's rows.",
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
    difficulty: DifficultyParams = Field(
        DifficultyParams(),
        description="Difficulty of puzzles, and turns of their flows. Puzzles generated without a "
        "given number of flows are compared with the generated puzzles above, the published "
        "puzzles, and the puzzles in other files or folders.",
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
        check_methods(section.methods, config.solver, split_command(section.external or ""))
        for n in section.sizes:
            check_room(n, n, section.flows(n))
        check_solvers(section.audit.solvers, section.audit.cpu_limit)
    if not section.published and min(section.sizes) > section.audit.largest:
        raise InputError("config: no size in flowfree.sizes is at most flowfree.audit.largest")
    for key, methods in (("methods", section.methods), ("marked.methods", section.marked.methods)):
        if methods[0] not in SAT:
            raise InputError(f"config: flowfree.{key} should begin with a SAT method")
    if section.published and not section.published_files:
        raise InputError(
            f"config: there is no puzzles/*.txt in flowfree.published, {section.published}"
        )
    for name, path in section.difficulty.sets.items():
        key_path = f"config: flowfree.difficulty.sets.{name}"
        if name in BUILT_IN_SETS:
            raise InputError(f"{key_path}: a built-in set has this name; choose another one")
        if not Path(path).exists():
            raise InputError(f"{key_path}: there is no {path}")
        if not text_files(path):
            raise InputError(f"{key_path}: there is no *.txt in {path}")


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


def _puzzle_rows(
    seed: int, n: int, k: int | None, puzzles: int, solutions: str = "one", marks: int = 0
) -> Iterator[Record]:
    """Yield random puzzles, with a number of marks of each kind."""
    counts = Counts(marks, marks, marks, marks)
    for i in range(puzzles):
        puzzle = random_puzzle(seed, n, n, k, i, solutions, counts=counts)
        yield sample_row(seed, i, solutions, puzzle)


@STUDY.rows(
    SampledPuzzle,
    items=lambda config: [
        Item(f"n{n}", values={"n": n, "k": config.flowfree.flows(n)}) for n in config.flowfree.sizes
    ],
)
def generated(*, seed: int, n: int, k: int, puzzles: int, solutions: str) -> Iterator[Record]:
    """Generate the puzzles of a size; a puzzle depends only on seed, shape, flows and number."""
    return _puzzle_rows(seed, n, k, puzzles, solutions)


@STUDY.rows(
    SampledPuzzle,
    items=lambda config: [
        Item(
            f"n{n}",
            values={"n": n, "marks": max(1, round(config.flowfree.marked.marks_per_row * n))}
            | {"puzzles": config.flowfree.marked.puzzles},
        )
        for n in config.flowfree.marked.sizes
    ],
)
def marked(*, seed: int, n: int, puzzles: int, marks: int) -> Iterator[Record]:
    """Generate puzzles of a size on boards with bridges, warps, walls and missing cells."""
    return _puzzle_rows(seed, n, None, puzzles, marks=marks)


@STUDY.rows(
    SampledPuzzle,
    items=lambda config: [
        Item(f"n{n}", values={"n": n, "puzzles": config.flowfree.difficulty.puzzles})
        for n in config.flowfree.difficulty.sizes
    ],
)
def winding(*, seed: int, n: int, puzzles: int) -> Iterator[Record]:
    """Generate puzzles of a size without a given number of flows."""
    return _puzzle_rows(seed, n, None, puzzles)


# ---- times ---------------------------------------------------------------------------------------


class PuzzleShape(Row):
    """A puzzle's name, shape and number of flows."""

    puzzle: str
    rows: int
    cols: int
    k: int = column("number of flows")


METHOD_MEANING = "the encoding and the method, separated by `/`; or `tree` or `external`"


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
    status: Literal["solved", "unsolvable", "timeout", "memory", "unchecked", "failed"] = column(
        "`solved`, `unsolvable`, `timeout` or `memory`; for an external program also `unchecked` "
        "or `failed`"
    )
    wall_limit: float | None = column("wall-clock limit of the run in seconds")
    version: str
    host: str


def _timing_items(config: Any, *kinds: str) -> list[Item]:
    """Return the items with puzzles of some kinds; by default, of all."""
    section = config.flowfree
    published = section.published_files
    values = {"methods": section.marked.methods, "external": None}
    items = {
        "generated": [
            Item(f"n{n}", {"puzzles": Files([generated.item_path(f"n{n}")])}) for n in section.sizes
        ],
        "published": [Item("given", {"puzzles": Files(published)})] if published else [],
        "marked": [
            Item(f"marked/n{n}", {"puzzles": Files([marked.item_path(f"n{n}")])}, values)
            for n in section.marked.sizes
        ],
    }
    return [item for kind in kinds or items for item in items[kind]]


times = STUDY.rows(TimedRun, "times", items=_timing_items, alone=True, mem_mb=4000, minutes=240)(
    timing_rows
)


def times_on(*kinds: str) -> Any:
    """Return the function that returns the files of times on puzzles of some kinds."""
    return lambda config: Files(
        [times.item_path(item.name) for item in _timing_items(config, *kinds)], TimedRun
    )


# ---- the post's claims, and difficulty -----------------------------------------------------------

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


SET_MEANING = (
    "`winding` (generated without a given number of flows), `walked` (with a given number of "
    "flows), `published`, or a name from the configuration"
)


class PuzzleRating(Row):
    """The difficulty of a puzzle, and the turns of its flows.

    If a puzzle does not have exactly one solution, all columns from `longest` on are empty, except
    `mean_length`.
    """

    set: str = column(SET_MEANING)
    puzzle: str
    rows: int
    cols: int
    k: int = column("number of flows")
    solutions: SolutionCount = column(
        "the number of solutions if no flow may touch itself: `none`, `one` or `several`; empty "
        "after a timeout"
    )
    longest: int | None = column("number of cells of the longest flow")
    mean_length: float = column("mean number of cells of a flow")
    turns: float | None = column("share of the cells in which flows turn")
    by_rules: float | None = column("share of the cells that rules alone decide")
    by_one_round: float | None = column("share that one round of assumptions decides as well")
    by_all_rounds: float | None = column("share that all rounds decide")
    rounds: int | None = column("number of rounds that decided a link")
    level: Literal["easy", "medium", "hard", "extreme"] | None = column(
        "`easy` (inference rules alone decide all links), `medium` (one round of single "
        "assumptions is needed as well), `hard` (further rounds are needed) or `extreme` (no "
        "number of rounds suffices)"
    )
    difficulty: float | None = column(
        "0 for `easy`; 1 for `medium`, 2 for `hard` and 3 for `extreme`, plus the share of the "
        "cells that the reasoning of the next easier level leaves undecided"
    )


def _rating_items(config: Any) -> list[Item]:
    """Return an item for each set of puzzles to rate, with its files."""
    section = config.flowfree
    sets = {
        "winding": winding.files(config).paths,
        "walked": generated.files(config).paths,
        "published": section.published_files,
    } | {name: [*map(str, text_files(path))] for name, path in section.difficulty.sets.items()}
    limit = {"wall_limit": section.difficulty.wall_limit}
    return [
        Item(name, {"puzzles": Files(files)}, {"collection": name} | limit)
        for name, files in sets.items()
        if files
    ]


@STUDY.rows(PuzzleRating, items=_rating_items)
def ratings(
    puzzles: Sequence[Path], *, collection: str, wall_limit: float | None
) -> Iterator[Record]:
    """Rate the puzzles of a set."""
    return (
        rating_row(collection, named_puzzle, wall_limit) for named_puzzle in read_all_named(puzzles)
    )


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
    external_seconds: float | None = column("time of the external program; empty if unfinished")
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
        "number of puzzles on which the method finished within the limit: solved, unsolvable, or "
        "unchecked (an external program)"
    )
    seconds: float | None = column("median over all puzzles; empty unless more than half finished")


class RuleSolutions(Row):
    """The number of solutions of a puzzle under each rule."""

    puzzle: str
    size: str
    flows: int
    strict: SolutionCount
    touching: SolutionCount


class SetDifficulty(Row):
    """Difficulty and turns, summarized for each set and shape of board.

    All columns after `one` summarize the puzzles with one solution.
    """

    set: str = column(SET_MEANING)
    rows: int
    cols: int
    puzzles: int
    one: int = column("number of puzzles with one solution")
    flows: float | None = column("mean number of flows")
    mean_length: float | None = column("mean length of a flow")
    longest: float | None = column("mean length of the longest flow of a puzzle")
    turns: float | None = column("mean share of cells in which flows turn")
    by_rules: float | None = column("mean share of the cells that rules decide")
    rounds: float | None = column("mean number of rounds")
    easy: int = column("number of puzzles of level `easy`")
    medium: int = column("number of puzzles of level `medium`")
    hard: int = column("number of puzzles of level `hard`")
    extreme: int = column("number of puzzles of level `extreme`")
    difficulty: float | None = column("median difficulty")


def _display_puzzles(
    table: pd.DataFrame, *, methods: list[str], published: str | None
) -> pd.DataFrame:
    """Lay out the first method and, next to published numbers, the first published encoding."""
    from puzzlesat_studies.flowfree.tables import display_puzzles

    published_methods = [
        name for name in methods[1:] if published and name.startswith("published/")
    ]
    return display_puzzles(table, [methods[0], *published_methods[:1]])


puzzles_table = STUDY.table(
    PuzzleTimes,
    "puzzles",
    times=times_on("generated", "published"),
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
)(lazy_tables.puzzles_table)


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
    times=times_on("generated"),
    label="Size by size",
    title="Flow Free: time to solve a puzzle, by size",
    note=SIZES_NOTE,
    display=lazy_tables.display_sizes,
)(lazy_tables.sizes_table)


marked_table = STUDY.table(
    SizeTimes,
    "marked",
    times=times_on("marked"),
    label="Boards with bridges, warps, walls",
    title="Flow Free with bridges, warps, walls and missing cells: time to solve a puzzle, by size",
    note=SIZES_NOTE,
    display=lazy_tables.display_sizes,
)(lazy_tables.sizes_table)


rules_table = STUDY.table(
    RuleSolutions,
    "rules",
    rows=audited,
    label="Solutions by either rule",
    title="Flow Free: number of solutions under both rules",
    note="Strict: no flow touches itself, as in the post's encoding. Touching: flows may touch "
    "themselves. Empty: not decided within a minute.",
)(lazy_tables.rules_table)


difficulty_table = STUDY.table(
    SetDifficulty,
    "difficulty",
    ratings=ratings,
    label="Difficulty",
    title="Flow Free: difficulty of puzzles and turns of their flows",
    note="Means over the puzzles with one solution; the difficulty is a median. Lengths are in "
    "cells. Round: each open link is assumed, and propagated. Easy: decided by rules alone. "
    "Medium: by one round. Hard: by several rounds. Extreme: not even by these.",
    display=lazy_tables.display_difficulty,
)(lazy_tables.difficulty_table)


# ---- figures -------------------------------------------------------------------------------------


def _times_note(puzzle_kind: str, puzzles: int, repeats: int, limit: float | None) -> str:
    return (
        f"CPU time of encoding, loading and solving generated n×n puzzles with {puzzle_kind}, "
        f"{puzzles} puzzles of each size; medians of {repeats} runs each. Left: the methods that "
        "exclude cycles. Lines are medians over puzzles, and end where no more than half of the "
        f"puzzles were solved{within_limit(limit)}. Right: every puzzle, by SAT and by tree "
        "search. Hollow markers are timeouts."
    )


@STUDY.figure(
    "times",
    times=times_on("generated"),
    label="Times",
    note=lambda flows_per_row, puzzles, repeats, wall_limit: _times_note(
        f"round({flows_per_row} n) flows", puzzles, repeats, wall_limit
    ),
)
def times_figure(times: pd.DataFrame, *, methods: list[str]) -> Figure:
    """Draw the times against the size of the puzzles."""
    from puzzlesat_studies.flowfree import figures

    return figures.times_figure(times, methods[0])


@STUDY.figure(
    "marked",
    times=times_on("marked"),
    label="Times with bridges, warps, walls",
    note=lambda marked, repeats, wall_limit: _times_note(
        f"round({marked.marks_per_row} n) marks of each kind", marked.puzzles, repeats, wall_limit
    ),
)
def marked_figure(times: pd.DataFrame, *, marked: MarkedBoards) -> Figure:
    """Draw the times on boards with marks against the size of the puzzles."""
    from puzzlesat_studies.flowfree import figures

    return figures.times_figure(times, marked.methods[0])


def _middle_puzzles(step: Step, sizes: Sequence[int]) -> Files:
    """Return the file with the puzzles of the middle size."""
    return Files([step.item_path(f"n{sorted(sizes)[len(sizes) // 2]}")])


def solved_puzzle_figure(puzzles: Sequence[Path]) -> Figure:
    """Draw the first puzzle of a file with its solution and, if there is one, a second solution."""
    from puzzlesat_studies.flowfree.drawing import puzzle_figure

    [(_, puzzle), *_] = read_puzzles(puzzles[0])
    return puzzle_figure(puzzle, solve_puzzle(puzzle, unique=True, direct=False).solutions)


puzzle_figure = STUDY.figure(
    "puzzle",
    puzzles=lambda config: _middle_puzzles(generated, config.flowfree.sizes),
    label="A puzzle",
    note="A generated puzzle and its solution. Discs are the given endpoints.",
)(solved_puzzle_figure)

sketch_figure = STUDY.figure(
    "sketch",
    puzzles=lambda config: _middle_puzzles(marked, config.flowfree.marked.sizes),
    label="A board with bridges, warps, walls",
    note="A generated puzzle with bridges, warps, walls and missing cells, and its solution. Discs "
    "are the given endpoints. Every bridge is crossed both horizontally and vertically, by two "
    "flows or twice by one. A flow that leaves the board through a warp continues on the opposite "
    "side.",
)(solved_puzzle_figure)

difficulty_figure = STUDY.figure(
    "difficulty",
    ratings=ratings,
    label="Difficulty",
    note="Difficulty and turns of flows. Each marker is a puzzle with one solution. The puzzles of "
    "the set *winding* are generated without a given number of flows; the line shows their "
    "medians. Those of *walked* have a given number of flows, and the other sets are published. "
    "Puzzles are easy (0) if rules alone decide all cells, medium (1 to 2) if one round of single "
    "assumptions decides the rest, hard (2 to 3) if further rounds do, and extreme (3 to 4) "
    "otherwise. The fraction is the share of cells that the level below leaves open.",
)(lazy_figures.difficulty_figure)
