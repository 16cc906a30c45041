"""Certificates of minima that other people's programs check.

That p moves suffice is shown by p moves, replayed. That p-1 do not is shown by a proof in the DRAT
format that the thesis's formula for p-1 moves is unsatisfiable. The formula is written from the
board, and the checker reads that file. (`nogoods` show the same in the terms of the game, with a
checker of this project.)

A folder of certificates holds for each board the formula, ``NAME.cnf``, and the proof,
``NAME.drat``, and the table `TABLE`, which says what they are evidence of: a row for each board,
with its text, minimum, solution, verdict, and the digests of both files. Nothing else lies in it,
so that no file can be taken for that of another board. `verify` starts from the table.
"""

import platform
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import NamedTuple

from puzzlesat.common.errors import DisagreementError, InputError, plain, quoted
from puzzlesat.common.files import atomic_write, folder_for, sha256
from puzzlesat.floodit.board.board import Board, parse_start
from puzzlesat.floodit.board.formats import parse_board
from puzzlesat.floodit.board.solution import check_solution, replayed
from puzzlesat.floodit.encode.instance import Instance, read_instance
from puzzlesat.floodit.solve.exact import Interval, Limits
from puzzlesat.report.rows import (
    Columns,
    Row,
    Schema,
    count,
    one_of,
    positive,
    read_rows,
    write_rows,
)
from puzzlesat.sat.proof import (
    MISSING,
    REFUSED,
    TIMEOUT,
    VERIFIED,
    check_proof,
    checker_of,
    refute,
)

TABLE = "certificates.csv"
"""The table in a folder of certificates."""

ENDINGS = (".cnf", ".drat", ".drat.unchecked", f".drat.{REFUSED}")
"""How the names of a board's files end: its formula, and its proof as far as it has come."""

LONGEST_NAME = 200
"""The most characters of a name of files, without the ending."""

TRIVIAL = "trivial"
"""The verdict on a board that is flooded from the start, which needs no proof."""

UNPROVED = "unproved"
"""The verdict where the solver had no proof in time."""

PROVER = "glucose4"
"""PySAT's name of the solver that writes the proofs, unless another is named."""


def claim_of(row: Row) -> Board:
    """Return the board of a row of certificates, whose minimum it claims to be p.

    Raises
    ------
    InputError
        If the name is none of a file, the moves are not p or do not flood the board, or the verdict
        does not fit the other cells.
    """
    name = row["name"]
    if not name or Path(name).name != name or not name.isprintable() or len(name) > LONGEST_NAME:
        raise InputError(f"name is {quoted(name)}; expected the name of files in the same folder")
    board = parse_board(row["board"], row["k"], row["symbols"].split() or None)
    if row.get("start"):
        board = board.starting(parse_start(row["start"]))
    replayed(board, row, "p")
    if (row["verdict"] == TRIVIAL) != (row["p"] == 0):
        raise InputError(f"verdict is {row['verdict']}, but p is {row['p']}")
    if row["verdict"] == VERIFIED and not (row["cnf_sha256"] and row["proof_sha256"]):
        raise InputError("verdict is verified, but a digest is missing")
    return board


def check_claim(row: Row) -> None:
    """Raise `InputError` if a row of certificates contradicts itself."""
    claim_of(row)


CLAIMS: Columns = Schema(
    {
        **{"name": str, "k": positive, "symbols": str, "board": str, "p": count, "moves": str},
        "verdict": one_of(VERIFIED, TRIVIAL, REFUSED, TIMEOUT, MISSING, UNPROVED),
        **{"reason": str, "cnf_sha256": str, "proof_sha256": str},
    },
    key=["name"],
    check=check_claim,
)
"""The columns of `TABLE` that `verify` starts from.

If play starts from other cells than the top-left one, there is a column ``start`` besides."""


def certify(
    board: Board,
    moves: Sequence[int],
    folder: Path,
    stem: str,
    solver: str,
    checker: str,
    timeout: float | None = None,
) -> Row:
    """Write the certificate of a minimum, have it checked, and return what came of it.

    Parameters
    ----------
    board : Board
    moves : sequence of int
        A solution that is said to be a shortest one.
    folder : Path
        Gets the formula for one move less, ``STEM.cnf``, and the proof: ``STEM.drat`` once it is
        verified, ``STEM.drat.unchecked`` or ``STEM.drat.refused`` otherwise.
    stem : str
    solver : str
        PySAT's name of a solver that writes proofs.
    checker : str
        A key of `sat.proof.CHECKERS`.
    timeout : float, optional
        Wall-clock seconds for the solver, and again for the checker.

    Returns
    -------
    dict
        A row of `TABLE`.

    Raises
    ------
    DisagreementError
        If the moves do not flood the board, or one less suffices. Then, as after any exception,
        neither formula nor proof is left.
    """
    try:
        return _certify(board, moves, folder, stem, solver, checker, timeout)
    except BaseException:
        _remove(folder, stem)
        raise


def _certify(
    board: Board,
    moves: Sequence[int],
    folder: Path,
    stem: str,
    solver: str,
    checker: str,
    timeout: float | None,
) -> Row:
    p = len(moves)
    check_solution(board, moves, p)
    row: Row = {
        **{"name": stem, "k": board.k, "symbols": board.legend, "board": board.text},
        **{"p": p, "moves": board.written(moves)},
        **{"verdict": TRIVIAL, "reason": "", "checker": checker, "checker_version": ""},
        **{"solver": solver, "variables": 0, "clauses": 0, "cnf_bytes": 0, "proof_steps": 0},
        **{"proof_bytes": 0, "solve_seconds": 0.0, "check_seconds": 0.0},
        **{"cnf_sha256": "", "proof_sha256": "", "version": version("python-sat")},
        "host": platform.node(),
        **({"start": board.place} if board.place else {}),
    }
    _remove(folder, stem)
    cnf, proof, unchecked, refused = _files(folder, stem)
    if p == 0:
        return row
    below = Instance(board, p - 1)
    formula = below.formula()
    with atomic_write(cnf, binary=True) as file:
        start = f" --start {board.place}" if board.place else ""
        below.write(f"floodit encode - --moves {p - 1}{start}, given the rows of the board", file)
    row |= {"variables": formula.variables, "clauses": len(formula)}
    row |= {"cnf_bytes": cnf.stat().st_size, "cnf_sha256": sha256(cnf)}
    started = monotonic()
    try:
        row["proof_steps"] = refute(formula, solver, unchecked, timeout)
    except TimeoutError:
        row |= {"verdict": UNPROVED, "reason": f"{solver} had no proof after {timeout:g} s"}
        return row | {"solve_seconds": _since(started)}
    except InputError:
        raise DisagreementError(
            f"board {board.text}: its minimum is given as {p}, but {solver} floods it in {p - 1}"
        ) from None
    row["solve_seconds"] = _since(started)
    row |= {"proof_bytes": unchecked.stat().st_size, "proof_sha256": sha256(unchecked)}
    started = monotonic()
    checked = check_proof(cnf, unchecked, checker, timeout)
    row["check_seconds"] = _since(started)
    if checked.verdict == VERIFIED:
        unchecked.replace(proof)
    elif checked.verdict == REFUSED:
        unchecked.replace(refused)
    return row | {
        "verdict": checked.verdict,
        "reason": checked.reason,
        "checker_version": checked.version,
    }


def _since(started: float) -> float:
    return round(monotonic() - started, 4)


def certify_interval(interval: Interval, limits: Limits, folder: Path, stem: str) -> Row | None:
    """Certify a board's minimum, as `certify` does, in what is left of the time.

    Returns
    -------
    dict or None
        None if the minimum is not known.
    """
    if not interval.closed:
        return None
    left = None if limits.left is None else max(limits.left, 0.001)
    checker = checker_of("auto")
    return certify(interval.board, interval.moves, folder, stem, PROVER, checker, left)


def holds(row: Row) -> bool:
    """Tell whether a row is that of a certificate that was checked, or that needs no check."""
    return row["verdict"] in (VERIFIED, TRIVIAL)


def unchecked(rows: Sequence[Row]) -> str | None:
    """Return a sentence on the rows without a checked certificate, or None if there are none.

    Raises
    ------
    DisagreementError
        With that sentence, if a checker refused a proof.
    """
    without = [row for row in rows if not holds(row)]
    if not without:
        return None
    first = without[0]
    sentence = (
        f"{len(without)} of {len(rows)} boards have no checked certificate; the first is "
        f"{first['name']}, {first['board']}: {first['verdict']}: {first['reason']}"
    )
    if any(row["verdict"] == REFUSED for row in without):
        raise DisagreementError(sentence)
    return sentence


def _files(folder: Path, stem: str) -> list[Path]:
    return [folder / f"{stem}{ending}" for ending in ENDINGS]


def _remove(folder: Path, stem: str) -> None:
    for path in _files(folder, stem):
        path.unlink(missing_ok=True)


def _others(folder: Path, names: set[str]) -> list[str]:
    """Return the files in a folder that have other names; hidden ones are none of ours."""
    there = sorted(path.name for path in folder.iterdir())
    return [name for name in there if name not in names and not name.startswith(".")]


@contextmanager
def certificates(folder: Path, boards: Mapping[str, Board]) -> Iterator[list[Row]]:
    """Make room for the certificates of some boards, and keep the table of those that are made.

    Yields the list of rows, to which `certify` is to add. They are written in the end, also when
    an exception such as Ctrl-C ends the block. So whatever a folder holds, its table tells of it.

    Parameters
    ----------
    folder : Path
        Earlier certificates of the same boards are removed.
    boards : mapping of str to Board
        The boards by the names of their files.

    Raises
    ------
    InputError
        If there is anything else in the folder, such as the certificate of another board, or it is
        none.
    """
    table = folder / TABLE
    with folder_for(folder):
        _make_room(folder, boards)
        rows: list[Row] = []
        try:
            yield rows
        finally:
            if rows:
                _write_table(rows, table)


def _make_room(folder: Path, boards: Mapping[str, Board]) -> None:
    """Remove earlier certificates of the same boards; refuse all else that is there."""
    names = {path.name for stem in boards for path in _files(folder, stem)}
    others = _others(folder, {TABLE, *names})
    if others:
        raise InputError(f"{folder} already holds {others[0]}; choose an empty folder")
    table = folder / TABLE
    if table.exists():
        for row in read_rows(table, {"name": str, "board": str}):
            board = boards.get(row["name"])
            if board is None or (board.text, board.place) != (row["board"], row.get("start", "")):
                raise InputError(
                    f"{table}: {plain(row['name'])} is the certificate of another board, "
                    f"{plain(row['board'])}; choose an empty folder"
                )
    table.unlink(missing_ok=True)
    for stem in boards:
        _remove(folder, stem)


def _write_table(rows: Sequence[Row], table: Path) -> None:
    """Write the table of a folder; without it, as on a full disk, there must be no certificates."""
    try:
        write_rows(_with_starts(rows), table)
    except BaseException:
        for row in rows:
            _remove(table.parent, row["name"])
        raise


def _with_starts(rows: Sequence[Row]) -> list[Row]:
    """Return rows that all have a column ``start`` if some of them do."""
    more: Row = {"start": ""} if any("start" in row for row in rows) else {}
    return [{**row, **more, **({"start": row["start"]} if "start" in row else {})} for row in rows]


class Verified(NamedTuple):
    """A minimum whose certificate holds.

    Parameters
    ----------
    name : str
        The name of its files.
    board : Board
    minimum : int
    """

    name: str
    board: Board
    minimum: int


def verify(folder: Path, timeout: float | None = None) -> Iterator[Verified]:
    """Verify the certificates in a folder anew, starting from its table.

    The solution of each row is replayed by the rules of the game. The formula for one move less is
    written anew from the row's board, and compared with the file; the checker reads the one that
    has just been written, and the file with the proof. All files must have the row's digests.

    Parameters
    ----------
    folder : Path
    timeout : float, optional
        Wall-clock seconds for each check.

    Raises
    ------
    InputError
        At the first thing that does not hold; the message names the file.
    OSError
        If a file cannot be read.
    """
    table = folder / TABLE
    rows = read_rows(table, CLAIMS)
    for row in rows:
        if not holds(row):
            raise InputError(
                f"{table}: {plain(row['name'])} has no checked certificate: {row['verdict']}: "
                f"{plain(row['reason'], most=300)}"
            )
    wanted = {path.name for row in rows if row["p"] for path in _files(folder, row["name"])[:2]}
    others = _others(folder, {TABLE, *wanted})
    if others:
        raise InputError(f"{folder / others[0]}: {TABLE} has no row for this file")
    for row in rows:
        board = claim_of(row)
        if row["p"]:
            _verify(folder, row, Instance(board, row["p"] - 1), timeout)
        yield Verified(row["name"], board, row["p"])


def _verify(folder: Path, row: Row, below: Instance, timeout: float | None) -> None:
    """Raise `InputError` unless a formula is this one, and a proof refutes it."""
    cnf, proof, *_ = _files(folder, row["name"])
    if read_instance(cnf) != below:
        raise InputError(
            f"{cnf}: not the minimal encoding of {row['name']} in {TABLE} for {below.p} moves"
        )
    for path, column in ((cnf, "cnf_sha256"), (proof, "proof_sha256")):
        if sha256(path) != row[column]:
            raise InputError(f"{path}: its SHA-256 is not the {column} of {TABLE}")
    with TemporaryDirectory() as scratch:
        anew = Path(scratch, cnf.name)
        with atomic_write(anew, binary=True) as file:
            below.write("", file)
        checked = check_proof(anew, proof, checker_of("auto"), timeout)
    if checked.verdict != VERIFIED:
        raise InputError(f"{proof}: {checked.checker} does not accept it: {checked.reason}")
