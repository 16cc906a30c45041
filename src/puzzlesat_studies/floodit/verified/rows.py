"""Proofs of the minima of a sample, checked by the verified checker: sizes and times."""

import platform
from collections.abc import Iterable, Iterator
from functools import partial
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from puzzlesat.common.command import Output, timeout_option
from puzzlesat.common.rows import Columns, Row, Schema, count, duration, read_rows
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.formats import NAME, SAMPLE, board_of
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.encode.instance import WRITTEN
from puzzlesat.floodit.prove.verified import prove
from puzzlesat.floodit.solve.exact import Limits
from puzzlesat.proofs.bundle import UnprovenError
from puzzlesat.sat.proof import CAKE_LPR, MISSING, VERIFIED, is_installed
from puzzlesat_studies.core.steps import Progress, Rows, rows_step

TAKEN: Columns = {
    **{"minimum": count, "formula_bytes": count, "proof_bytes": count},
    **{"search_seconds": duration, "write_seconds": duration, "check_seconds": duration},
}

PROOFS = Schema(
    {**{key: SAMPLE[key] for key in NAME}, "encoding": str, "status": str, **TAKEN}, key=NAME
)


def proof_rows(
    boards: Iterable[Row], encoding: str, timeout: float, keep: Path | None = None
) -> Iterator[Row]:
    """Prove minima of a sample, check the proofs with the verified checker, and yield the results.

    `timeout` is the limit for a board in wall-clock seconds. If the folder `keep` is given, each
    proof is kept in a subfolder of it, such as ``board-7`` for board 7. Raise `DisagreementError`
    if the checker refuses a proof.
    """
    with TemporaryDirectory() as scratch:
        proven = partial(_proven, encoding)
        proven(Path(scratch), random_board(0, 8, 6, 1), 60)  # loads the compiled engine
        for row in boards:
            folder = keep / f"board-{row['i']}" if keep else Path(scratch)
            yield (
                {key: row[key] for key in NAME}
                | {"encoding": encoding}
                | proven(folder, board_of(row), timeout)
                | {"version": version("puzzlesat"), "host": platform.node()}
            )


def _proven(encoding: str, folder: Path, board: Board, timeout: float) -> Row:
    """Return the result for a board, as values of a row."""
    nothing: Row = dict.fromkeys(TAKEN, 0)
    if not is_installed(CAKE_LPR):
        return {"status": MISSING} | nothing
    try:
        found = prove(board, folder, encoding, Limits.of(timeout))
    except UnprovenError as error:
        return {"status": error.status} | nothing
    return {"status": VERIFIED} | {key: round(getattr(found, key), 4) for key in TAKEN}


@rows_step("board")
@click.argument("file")
@click.option(
    "--encoding",
    type=click.Choice(WRITTEN),
    default="minimal",
    show_default=True,
    help="The encoding of the formula that is refuted.",
)
@timeout_option("one board", required=True)
@click.option(
    "--keep",
    cls=Output,
    metavar="DIR",
    help="Keep the proofs in DIR, each in a folder as written by floodit prove.",
)
def measure_proofs(
    file: str, encoding: str, timeout: float, keep: str | None, progress: Progress
) -> Rows:
    """Prove the minima of a sample FILE, check the proofs with cake_lpr, and measure the proofs.

    If cake_lpr, the verified checker, is not installed, rows have the status missing.
    """
    boards = progress(read_rows(file, SAMPLE))
    kept = Path(keep) if keep else None
    if kept:
        kept.mkdir(parents=True, exist_ok=True)
    return proof_rows(boards, encoding, timeout, kept)
