"""Minima proven by a checker whose machine code is proved to be correct: sizes and times."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.prove.verified import prove
from puzzlesat.floodit.solve.exact import Limits
from puzzlesat.proofs.bundle import UnprovenError
from puzzlesat.sat.proof import CAKE_LPR, MISSING, VERIFIED, is_installed
from puzzlesat_studies.core.params import Params, Sample, Seconds
from puzzlesat_studies.core.study import Files, Item, Record, Study, column
from puzzlesat_studies.floodit import thesis
from puzzlesat_studies.floodit.boards import (
    BoardKey,
    GridPoint,
    SampledBoard,
    grid_point_name,
    grid_points,
    set_items,
)

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

PROOF_COLUMNS = (
    *("minimum", "formula_bytes", "proof_bytes"),
    *("search_seconds", "write_seconds", "check_seconds"),
)
"""The columns with numbers of a proof, 0 if there is none."""


class Verified(Params):
    """Proofs for the verified checker."""

    sets: list[Sample] = Field(
        [
            Sample.of([4, 5, 6, 7, 8, 9], [3, 4, 5, 6], 100),
            Sample.of([4, 6, 8], [8, 10], 3),
            Sample.of([10, 12, 14, 16, 18, 20], [3, 4, 5, 6, 8, 10], 3),
            Sample.of([24], [3, 4, 5, 6, 8], 3),
            Sample.of([28, 32], [3, 4, 5, 6], 3),
            Sample.of([40], [3, 4, 5, 6], 3),
        ],
        min_length=1,
        description="Boards 0, 1, … of each (n, k): those of Fig. 4.2 first, then every other "
        "(n, k) for which the study frontier proves all minima.",
    )
    encoding: Literal["minimal", "extended", "reduced", "clusters"] = Field(
        "minimal", description="The encoding of the formula that is refuted."
    )
    wall_limit: Seconds = Field(
        900,
        description="Wall-clock seconds for a board: finding its minimum, writing the proof and "
        "checking it.",
    )


STUDY = Study(
    "verified",
    Verified,
    "Instances and proofs",
    "`snakemake verified`: proofs for cake_lpr, a checker whose machine code is proved to be "
    "correct. If cake_lpr is not on the PATH, rows are marked missing.",
    uses=[thesis.STUDY],
)


class BoardProof(BoardKey):
    """The proof of a board's minimum for the verified checker."""

    encoding: str = column("encoding of the formula that is refuted")
    status: Literal["verified", "timeout", "memory", "missing"] = column(
        "`verified`; `timeout` or `memory` (this limit was reached); `missing` (cake_lpr is not "
        "installed). Unless the status is `verified`, the minimum, sizes and times are 0"
    )
    minimum: int = column("the fewest moves that flood the board; the formula allows one fewer")
    formula_bytes: int = column("size of the formula's file")
    proof_bytes: int = column("size of the LRAT proof")
    search_seconds: float = column("wall-clock time of finding the minimum")
    write_seconds: float = column("wall-clock time of refuting one move fewer and writing files")
    check_seconds: float = column("wall-clock time of cake_lpr")
    version: str = column("this project's version")
    host: str


# The checker reserves four gigabytes by default.
@STUDY.rows(
    BoardProof,
    "rows",
    items=lambda config: set_items(config.verified.sets),
    alone=True,
    mem_mb=6000,
    minutes=240,
)
def proofs(boards: Sequence[SampledBoard], *, encoding: str, wall_limit: float) -> Iterator[Record]:
    """Prove minima, and check the proofs with the verified checker."""
    return proof_rows(boards, encoding, wall_limit)


def kept_items(config: Any) -> list[Item]:
    """Return an item for each grid point of Fig. 4.2, named like the file of its minima."""
    return [
        Item(name, {"boards": Files([f"results/thesis/boards/{name}.csv"], SampledBoard)})
        for point in grid_points(config.thesis.bounds)
        for name in [f"seed{config.seed}/{grid_point_name(*point)}"]
    ]


@STUDY.rows(
    BoardProof,
    "kept",
    items=kept_items,
    alone=True,
    mem_mb=6000,
    minutes=240,
    extra_output="/",
    needed=lambda config: False,
)
def kept_proofs(
    boards: Sequence[SampledBoard], *, encoding: str, wall_limit: float, extra_output: Path
) -> Iterator[Record]:
    """Prove the minima of Fig. 4.2, and keep the proofs for `floodit verify`."""
    return proof_rows(boards, encoding, wall_limit, extra_output)


def proof_rows(
    boards: Iterable[SampledBoard],
    encoding: str,
    wall_limit: float,
    kept_folder: Path | None = None,
) -> Iterator[Record]:
    """Prove minima of a sample, check the proofs with the verified checker, and yield the results.

    `wall_limit` is the limit for a board in wall-clock seconds. If `kept_folder` is given, each
    proof is kept in a subfolder of it, ``board-0`` for the first board, as `floodit prove` does.
    Raise `DisagreementError` if the checker refuses a proof.
    """
    with TemporaryDirectory() as scratch:
        proof_columns = partial(_proof_columns, encoding)
        proof_columns(Path(scratch), random_board(0, 8, 6, 1), 60)  # loads the compiled engine
        for position, row in enumerate(boards):
            folder = kept_folder / f"board-{position}" if kept_folder else Path(scratch)
            yield (
                row.key
                | {"encoding": encoding}
                | proof_columns(folder, row.to_board(), wall_limit)
                | {"version": version("puzzlesat")}
            )


def _proof_columns(encoding: str, folder: Path, board: Board, wall_limit: float) -> Record:
    """Return the result for a board, as values of a row."""
    empty: dict[str, Any] = dict.fromkeys(PROOF_COLUMNS, 0)
    if not is_installed(CAKE_LPR):
        return {"status": MISSING} | empty
    try:
        proof = prove(board, folder, encoding, Limits.of(wall_limit))
    except UnprovenError as error:
        return {"status": error.status} | empty
    return {"status": VERIFIED} | {key: round(getattr(proof, key), 4) for key in PROOF_COLUMNS}


class ProofSizes(GridPoint):
    """The proofs of a grid point (n, k).

    Medians and maxima are taken over the verified boards; they are 0 if no board is verified.
    """

    boards: int
    verified: int = column("number of boards whose minimum is verified")
    median_formula_bytes: float
    median_proof_bytes: float
    max_proof_bytes: float
    median_search_seconds: float
    median_write_seconds: float
    max_write_seconds: float
    median_check_seconds: float
    max_check_seconds: float


def display_proofs(table: pd.DataFrame) -> pd.DataFrame:
    """Return the table laid out for reading."""
    import pandas as pd

    def in_unit(name: str, unit: float = 1) -> list[str]:
        values = zip(table[name], table["verified"], strict=True)
        return [f"{value / unit:.3g}" if verified else "" for value, verified in values]

    return pd.DataFrame(
        {
            **{name: table[name] for name in ("n", "k", "boards", "verified")},
            "formula MB": in_unit("median_formula_bytes", 1e6),
            "proof MB": in_unit("median_proof_bytes", 1e6),
            "largest MB": in_unit("max_proof_bytes", 1e6),
            "search s": in_unit("median_search_seconds"),
            "write s": in_unit("median_write_seconds"),
            "longest write s": in_unit("max_write_seconds"),
            "check s": in_unit("median_check_seconds"),
            "longest check s": in_unit("max_check_seconds"),
        }
    )


@STUDY.table(
    ProofSizes,
    "proofs",
    rows=proofs,
    display=display_proofs,
    label="Verified minima",
    title="Proofs that no board can be flooded in fewer moves than its minimum",
    note="Verified: proofs that cake_lpr, a verified checker, accepts. Sizes in MB and wall-clock "
    "seconds are medians over the verified boards of a size n and number of colours k; of proofs, "
    "writing and checking, the largest value follows. Search: finding the minimum. Write: refuting "
    "one move fewer, and writing all files. Check: cake_lpr.",
)
def proofs_table(rows: pd.DataFrame) -> pd.DataFrame:
    """Summarize sizes and times of the verified proofs by (n, k)."""
    verified = rows.assign(verified=rows["status"] == VERIFIED)
    table = verified.groupby(["n", "k"]).agg(boards=("board", "size"), verified=("verified", "sum"))
    groups = verified[verified["verified"]].groupby(["n", "k"])
    names = (column.partition("_") for column in ProofSizes.model_fields)
    statistics = groups.agg(
        **{f"{statistic}_{name}": (name, statistic) for statistic, _, name in names if name}
    )
    return table.join(statistics).fillna(0).reset_index()


@STUDY.figure(
    "proofs",
    table=proofs_table,
    label="Verified minima",
    note="Proofs, based on the thesis's formula, that one move fewer than the minimum does not "
    "flood the board, and the times that cake_lpr, whose machine code is proved to be "
    "correct, takes to check them. The figure shows the median proof and the median "
    "check of each grid point (n, k), with k beside each line; arrows start at those of grid "
    "points in which time or memory did not suffice for all boards.",
)
def proofs_figure(table: pd.DataFrame) -> Figure:
    """Draw the median proof and the median check of each (n, k) against n."""
    from puzzlesat_studies.core import style

    return draw_proofs(table, style.PAGE, 2.8)


def draw_proofs(table: pd.DataFrame, width: float, height: float) -> Figure:
    """Draw median proofs and checks by k; arrows start at those of which boards are missing."""
    from puzzlesat_studies.core import style

    figure, [panels] = style.subplots(1, 2, height, width)
    megabytes = {f"{x}_proof_mb": table[f"{x}_proof_bytes"] / 1e6 for x in ("median", "max")}
    table = table.assign(**megabytes)
    labels = {"proof_mb": "(a) median proof (MB)", "check_seconds": "(b) median check (s)"}
    for axes, (name, label) in zip(panels, labels.items(), strict=True):
        for k, group in table[table["verified"] > 0].groupby("k"):
            is_complete = group["verified"] == group["boards"]
            style.plot_medians(axes, group["n"], group, name, is_complete, k)
            end = tuple(group.iloc[-1][["n", f"median_{name}"]])
            # the lowest label a little lower, away from the next
            style.end_label(axes, end, f"${k}$", dy=3 * (k > table["k"].min()))
        axes.set(xlabel="$n$", ylabel=label)
        axes.margins(0.08, 0.1)  # room for labels and arrows
        style.log_ticks(axes, x=[4, 6, 10, 20, 40], y=[0.01, 0.1, 1, 10, 100, 1000])
        style.grid_lines(axes)
    return figure
