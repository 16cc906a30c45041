"""Methods of this project and other solvers on the same boards: samples, and public sets."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any, Literal

import numpy as np
from pydantic import Field

from puzzlesat.common.errors import InputError, error_context
from puzzlesat.common.files import text_files
from puzzlesat.common.formats import AUTO
from puzzlesat.floodit.board.board import Board, format_start
from puzzlesat.floodit.formats.formats import FORMATS, read_boards
from puzzlesat.floodit.formats.text import parse_start
from puzzlesat.floodit.solve.exact import Bounds, Limits
from puzzlesat_studies.core.measuring import in_subprocess
from puzzlesat_studies.core.params import Count, K, N, Params, Seconds, UniqueList
from puzzlesat_studies.core.study import Files, Item, Row, Study, column
from puzzlesat_studies.core.tables import by_group, formatted
from puzzlesat_studies.floodit.attempts import (
    STATUS_MEANING,
    Outcome,
    Record,
    Status,
    answered,
    bounds_columns,
    check_agreement,
    check_bounds,
    cost_columns,
    count_proven,
    empty_outcome,
    outcome_columns,
    outcome_rows,
    results_by_board,
    with_keys,
)
from puzzlesat_studies.floodit.boards import BOARD, GridPoint, SampledBoard, grid_points, samples
from puzzlesat_studies.floodit.other_solvers import (
    FILE,
    SET,
    START,
    ExternalProgram,
    NotInstalledError,
)

if TYPE_CHECKING:
    import pandas as pd

MEMORY = 4000 << 20
"""The memory limit of a search in bytes."""

OwnMethod = Literal["auto", "thesis", "clusters-minimal", "clusters", "astar", "pdr"]
Method = OwnMethod | Literal["minisat", "cpsat", "clingo", "planner"]


class PublicSet(Params):
    """A public set of boards, or several."""

    path: str = Field(description="A folder of *.txt files, or one such file.")
    starts: dict[str, str] = Field(
        {},
        description="The start of the flood for the boards of a set: row and column, counted from "
        "0, or centre. By default, it is as in the file.",
    )
    totals: dict[str, Annotated[int, Field(ge=0)]] = Field(
        {}, description="The published sum of the minima of a set."
    )

    formats: dict[str, str] = Field(
        {}, description="The format of a set that fits two formats, such as lines."
    )

    @property
    def files(self) -> list[Path]:
        """The files of the sets."""
        return list(text_files(self.path))


class Baselines(Params):
    """Our methods and other people's solvers on the same boards."""

    n_values: UniqueList[N] = Field([8, 10, 12, 14], description="Rows and columns of the boards.")
    k_values: UniqueList[K] = Field([6], description="Numbers of colours.")
    boards: Count = Field(3, description="Boards of each (n, k).")
    wall_limit: Seconds = Field(20, description="Wall-clock seconds for a board.")
    methods: UniqueList[Method] = Field(
        [
            *("auto", "pdr", "clusters", "clusters-minimal", "thesis", "astar"),
            *("minisat", "cpsat", "clingo", "planner"),
        ],
        description="This project's methods (auto, thesis, astar, clusters-minimal, clusters, "
        "pdr), the program minisat, and the libraries OR-Tools and clingo and the planner Fast "
        "Downward (pip install -e '.[baselines]'). Rows of methods that are not installed are "
        "marked missing.",
    )
    programs: list[ExternalProgram] = Field(
        [],
        description="Any other programs, for example:\n"
        "  - name: colorfill\n"
        "    command: java -jar colorfill.jar {file}    # {file}: a file with the board\n"
        "    format: lines                              # the format of this file: lines or sized\n"
        '    answer: "(\\\\d+) moves"                     # the group matches the minimum\n'
        "With {set} instead of {file}, the program reads a file with all boards of a set, and "
        "prints an answer for each. {start} is the row and column, counted from 0, from which "
        "play starts. Programs without {start} run only on boards whose start is the top-left "
        "field.",
    )
    sets: dict[Annotated[str, Field(pattern=r"^[A-Za-z0-9_.-]+$")], PublicSet] = Field(
        {},
        description="Public sets of boards, for example:\n"
        "  sets:\n"
        "    public:\n"
        "      path: /data/boards             # one set (a *.txt file), or a folder of such files\n"
        "      starts: {contest: centre}      # where play starts; by default as in the file\n"
        "      totals: {contest: 19845}       # the published sums of the minima",
    )
    set_methods: list[Method] = Field(
        ["auto"],
        description="The methods that are measured on the public sets, in addition to the "
        "programs.",
    )


def check(config: Any) -> None:
    """Raise `InputError` unless the programs, files, starts and totals fit together."""
    section = config.baselines
    if "auto" not in section.methods:
        raise InputError("config: baselines.methods should contain auto, the method compared with")
    for program in section.programs:
        with error_context("config: baselines.programs"):
            program.check()
    for name, public_set in section.sets.items():
        path = f"config: baselines.sets.{name}"
        if not Path(public_set.path).exists():
            raise InputError(f"{path}.path: there is no {public_set.path}")
        stems = [file.stem for file in public_set.files]
        if not stems:
            raise InputError(f"{path}.path: there is no *.txt in {public_set.path}")
        for stem in stems:
            if not re.fullmatch(r"[\w.-]+", stem):
                raise InputError(
                    f"{path}.path: a set cannot be called {stem!r}; use letters, digits and . - _"
                )
        for key in ("starts", "totals", "formats"):
            for stem in getattr(public_set, key):
                if stem not in stems:
                    raise InputError(
                        f"{path}.{key} names {stem}, but the sets there are {', '.join(stems)}"
                    )
        for stem, form in public_set.formats.items():
            if form not in FORMATS.names:
                raise InputError(
                    f"{path}.formats.{stem} is {form}; expected one of {', '.join(FORMATS.names)}"
                )
        for stem, start in public_set.starts.items():
            if start != "centre":
                with error_context(f"{path}.starts.{stem}"):
                    parse_start(start)


STUDY = Study(
    "baselines",
    Baselines,
    "Beyond the thesis",
    "`snakemake baselines`: this project's methods and other solvers on the same boards.",
    check=check,
)


def method_named(name: str, programs: Sequence[ExternalProgram]) -> str | ExternalProgram:
    """Return the method or the configured program of a name."""
    return next((program for program in programs if program.name == name), name)


def outcome_items(config: Any) -> list[Item]:
    """Return an item for each method, and for each program that solves single boards."""
    section = config.baselines
    boards = samples(grid_points(section), section.boards)
    names = [
        *section.methods,
        *(program.name for program in section.programs if FILE in program.command),
    ]
    return [Item(name, {"boards": boards}, {"method": name}) for name in names]


@STUDY.rows(Outcome, items=outcome_items, alone=True, mem_mb=4500, minutes=120)
def outcomes(
    boards: Sequence[SampledBoard],
    *,
    method: str,
    programs: list[ExternalProgram],
    wall_limit: float,
) -> Iterator[Record]:
    """Prove the minima of the boards with one method."""
    return outcome_rows([with_keys(boards)], method_named(method, programs), wall_limit, MEMORY)


class SetOutcome(Row):
    """The result and the cost of a method on a board of a public set."""

    set: str
    board: int = column("the board's number in the file, from 0")
    k: int
    symbols: str = column("the symbols of the colours in order, separated by blanks")
    start: str = column("row and column, counted from 0, of the field from which play starts")
    fields: str = column(
        "the board, written with the symbols in `symbols`; they are separated by commas if some "
        "have several characters"
    )
    published: int
    method: str
    status: Status = column(STATUS_MEANING)
    lower_bound: int
    upper_bound: int
    lower_by: str
    upper_by: str
    moves: str
    seconds: float = column("wall-clock time; if one call solved all boards, the board's share")
    together: bool = column("whether a program solved all boards in one call")
    peak_mb: float
    solver: str
    version: str = column("this project's version")
    host: str


def set_items(config: Any) -> list[Item]:
    """Return an item for each public set and method that can start where its boards start."""
    section = config.baselines
    items = []
    for name, public_set in section.sets.items():
        for file in public_set.files:
            start = public_set.starts.get(file.stem)
            programs = [
                program.name
                for program in section.programs
                if start is None or START in program.command
            ]
            values = {
                "start": start,
                "total": public_set.totals.get(file.stem, 0),
                "form": public_set.formats.get(file.stem, AUTO),
                "set_name": f"{name}/{file.stem}",
            }
            items += [
                Item(
                    f"{name}/{file.stem}/{method}",
                    {"file": Files([str(file)])},
                    values | {"method": method},
                )
                for method in [*section.set_methods, *programs]
            ]
    return items


@STUDY.rows(SetOutcome, "set-rows", items=set_items, alone=True, mem_mb=4500, minutes=720)
def set_outcomes(
    file: Sequence[Path],
    *,
    set_name: str,
    start: str | None,
    total: int,
    form: str,
    method: str,
    programs: list[ExternalProgram],
    wall_limit: float,
) -> Iterator[Record]:
    """Prove the minima of a public set of boards with one method."""
    boards = read_boards(file[0], form)
    if start is not None:
        boards = [
            board.with_start(board.centre if start == "centre" else parse_start(start))
            for board in boards
        ]
    return set_rows(set_name, boards, total, method_named(method, programs), wall_limit)


def set_rows(
    name: str,
    boards: Sequence[Board],
    published: int,
    method: str | ExternalProgram,
    wall_limit: float,
) -> Iterator[Record]:
    """Return the results of a method on the boards of a set, one row for each board.

    A program whose command contains `SET` is run once, with a file of all boards. Otherwise, every
    board is solved in a process of its own. `published` is the published total of the minima, or 0.
    `wall_limit` is in seconds for one board.
    """
    keys = [
        {"set": name, "board": i, "k": board.k, "symbols": " ".join(map(str, board.symbols))}
        | {"start": format_start(board.start), "fields": board.text, "published": published}
        for i, board in enumerate(boards)
    ]
    if isinstance(method, ExternalProgram) and SET in method.command:
        return _rows_of_one_call(keys, boards, method, wall_limit)
    rows = outcome_rows([zip(keys, boards, strict=True)], method, wall_limit, MEMORY)
    return (row | {"together": False} for row in rows)


def _rows_of_one_call(
    keys: Sequence[Record], boards: Sequence[Board], program: ExternalProgram, wall_limit: float
) -> Iterator[Record]:
    """Yield the answers of a program that takes all boards of a set in one call."""
    outcomes, peak_bytes, died = in_subprocess(
        _set_outcomes, boards, program, wall_limit * len(boards)
    )
    if died:
        outcomes = [empty_outcome("killed")] * len(boards)
    for key, outcome in zip(keys, outcomes, strict=True):
        yield key | outcome_columns(program, outcome, peak_bytes) | {"together": True}


def _set_outcomes(
    boards: Sequence[Board], program: ExternalProgram, wall_limit: float
) -> list[Record]:
    """Return the results of a program for a whole set, as values of rows."""
    started = monotonic()
    try:
        minima = program.minima(boards, Limits.of(wall_limit))
        outcomes = [answered(minimum) for minimum in minima]
    except NotInstalledError:
        return [empty_outcome("missing") for _ in boards]
    except TimeoutError:
        outcomes = [bounds_columns(Bounds(board), "timeout") for board in boards]
    seconds_per_board = round((monotonic() - started) / len(boards), 6)
    return [outcome | {"seconds": seconds_per_board} for outcome in outcomes]


class ComparedMethods(GridPoint):
    """The results of a method on the boards of a size and number of colours."""

    method: str
    boards: int
    proven: int
    missing: bool
    median_seconds: float
    max_seconds: float
    max_peak_mb: float
    ratio: float | None = column(
        "geometric mean, over boards, of the time of the method divided by that of `auto`; an "
        "unfinished run counts with its measured time"
    )


def display_baselines(baselines: pd.DataFrame) -> pd.DataFrame:
    """Return the table laid out for reading."""
    import pandas as pd

    missing = baselines["missing"]
    measured = baselines.mask(missing)
    return pd.DataFrame(
        {
            **baselines[["n", "k", "method", "boards"]],
            "proven": baselines["proven"].astype(str).mask(missing, "not installed"),
            "median s": formatted(measured["median_seconds"], ".3g"),
            "longest s": formatted(measured["max_seconds"], ".3g"),
            "most MiB": formatted(measured["max_peak_mb"], ".0f"),
            "times auto": formatted(measured["ratio"], ".1f"),
        }
    )


TIMES_NOTE = (
    "The times of this project's methods and of the libraries cpsat and clingo exclude the start "
    "of Python; those of minisat, planner and of other programs include their start."
)
"""What the measured times include."""


@STUDY.table(
    ComparedMethods,
    "baselines",
    outcomes=outcomes,
    display=display_baselines,
    label="Other solvers",
    title="Methods on the same boards",
    note="Wall-clock seconds for one board, and the peak memory of its process in MiB. "
    f"{TIMES_NOTE} Times auto: geometric mean over boards of the time divided by that of the "
    "method auto; an unfinished run counts with its measured time.",
)
def baselines_table(outcomes: pd.DataFrame) -> pd.DataFrame:
    """Compare methods by (n, k): proven minima, time, memory, and time relative to ``auto``.

    Raise `DisagreementError` if two methods contradict each other on a board.
    """
    check_agreement(outcomes)
    auto_seconds = outcomes[outcomes["method"] == "auto"].set_index(BOARD)["seconds"]
    joined = outcomes.join(auto_seconds.rename("auto_seconds"), on=BOARD)
    log_ratios = np.log(
        joined["seconds"].clip(lower=1e-4) / joined["auto_seconds"].clip(lower=1e-4)
    )
    return by_group(
        joined.assign(log_ratio=log_ratios),
        ["n", "k", "method"],
        lambda cell: (
            _proven_columns(cell) | cost_columns(cell) | {"ratio": np.exp(cell["log_ratio"].mean())}
        ),
        sort=False,
    )


def _proven_columns(cell: pd.DataFrame) -> Record:
    return count_proven(cell) | {"missing": bool((cell["status"] == "missing").all())}


class SetTotal(Row):
    """The results of a method on a public set."""

    set: str
    start: str = column("row and column, counted from 0, of the field from which play starts")
    method: str
    boards: int
    proven: int
    missing: bool
    lower_total: int = column("sum of the lower bounds")
    upper_total: int = column("sum of the upper bounds: the total of the minima if all are proven")
    published: int
    seconds: float = column("sum of the times of all boards")
    max_seconds: float | None = column("longest time for a board; empty if one call solved all")
    max_peak_mb: float


def display_sets(sets: pd.DataFrame) -> pd.DataFrame:
    """Return the table laid out for reading."""
    import pandas as pd

    missing = sets["missing"]
    measured = sets.mask(missing)
    lower, upper = (sets[column].map("{:,}".format) for column in ("lower_total", "upper_total"))
    return pd.DataFrame(
        {
            **sets[["set", "start", "method", "boards"]],
            "proven": sets["proven"].astype(str).mask(missing, "not installed"),
            "total": lower.where(lower == upper, lower + ".." + upper).mask(missing, ""),
            "published": formatted(measured["published"].replace(0, None), ",.0f"),
            "s": formatted(measured["seconds"], ".3g"),
            "longest s": formatted(measured["max_seconds"], ".3g"),
            "most MiB": formatted(measured["max_peak_mb"], ".0f"),
        }
    )


@STUDY.table(
    SetTotal,
    "sets",
    rows=set_outcomes,
    display=display_sets,
    label="Public sets of boards",
    title="Public sets of boards",
    note="Total: sum of the minima, or of the bounds if not all boards are proven. Published: "
    f"the sum that the source of the set gives. Times are wall-clock seconds. {TIMES_NOTE} A "
    "method that solves a whole set in one call has no longest time.",
    needed=lambda config: bool(config.baselines.sets),
)
def sets_table(rows: pd.DataFrame) -> pd.DataFrame:
    """Summarize results on each public set by method, next to published totals.

    Raise `DisagreementError` if two methods contradict each other on a board.
    """
    for (name, number), board in results_by_board(rows, ["set", "board"]):
        check_bounds(board, f"board {number} of {name}")
    return by_group(rows, ["set", "method"], _totals, sort=False)


def _totals(cell: pd.DataFrame) -> Record:
    return _proven_columns(cell) | {
        "start": " ".join(cell["start"].unique()),
        "lower_total": cell["lower_bound"].sum(),
        "upper_total": cell["upper_bound"].sum(),
        "published": cell["published"].max(),
        "seconds": cell["seconds"].sum(),
        "max_seconds": float("nan") if cell["together"].any() else cell["seconds"].max(),
        "max_peak_mb": cell["peak_mb"].max(),
    }
