"""Minima with proofs for a verified checker: see `puzzlesat.proofs.bundle` for the files.

The formula is for one move fewer than the minimum; the solution and the model are for the minimum.
The proof is written without a solver (`derivation`). A board that is flooded from the start has
neither formula nor proof.
"""

import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import NamedTuple

from puzzlesat.common.errors import DisagreementError, InputError, counted, error_context
from puzzlesat.common.files import atomic_write
from puzzlesat.common.limits import MAX_CELLS, MAX_FIELDS, check_size
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.formats import parse_board
from puzzlesat.floodit.board.referee import floods
from puzzlesat.floodit.encode.instance import WRITTEN, Instance
from puzzlesat.floodit.prove.axioms import AXIOM_IDS
from puzzlesat.floodit.prove.checker import check_minimum, check_same
from puzzlesat.floodit.prove.derivation import Derivation, Writer
from puzzlesat.floodit.prove.nogoods import proven
from puzzlesat.floodit.solve.exact import Bounds, Limits
from puzzlesat.floodit.solve.pdr import refuting_nogoods
from puzzlesat.proofs import bundle
from puzzlesat.sat.lrat import Proof
from puzzlesat.sat.proof import CAKE_LPR, check_installed

FORM = bundle.Form(
    "puzzlesat verified minimum 2",
    {
        "board": {"type": "string", "minLength": 1},
        "colours": {"type": "integer", "minimum": 1},
        "start": {
            "type": "array",
            "minItems": 2,
            "maxItems": 2,
            "items": {"type": "integer", "minimum": 0, "maximum": MAX_FIELDS},
        },
        "encoding": {"enum": list(WRITTEN)},
        "minimum": {"type": "integer", "minimum": 0},
    },
    optional=["start"],
    may_be_trivial=True,
)
"""The format of a manifest."""


class Verified(NamedTuple):
    """A verified minimum, and the cost of its proof.

    `check_seconds` is the running time of cake_lpr, `search_seconds` the time to find the minimum,
    and `write_seconds` the time to refute one move fewer and write all files. The last two are 0 if
    the proof was only verified.
    """

    board: Board
    minimum: int
    moves: list[int]
    formula_bytes: int
    proof_bytes: int
    check_seconds: float
    search_seconds: float = 0.0
    write_seconds: float = 0.0

    @property
    def claim(self) -> str:
        """The answer without its board."""
        return f"minimum {self.minimum}"

    def in_words(self, number: int) -> str:
        """Return a sentence on the verified minimum of the board with this number.

        Examples
        --------
        >>> Verified(Board.of([[0, 1]]), 1, [1], 999, 99, 0.25).in_words(7)
        'board 7 (1 row, 2 columns, 2 colours, start in row 0, column 0) needs 1 move, \
verified by cake_lpr in 0.2 s'
        """
        board = f"board {number} ({self.board.measures})"
        if not self.minimum:
            return f"{board} is flooded from the start, verified by the rules of the game"
        moves = counted(self.minimum, "move")
        return f"{board} needs {moves}, {bundle.in_words(self.check_seconds)}"


def prove(
    board: Board, folder: Path, encoding: str = "minimal", limits: Limits | None = None
) -> Verified:
    """Find a board's minimum, and write its proof to a folder once cake_lpr has accepted it.

    The encoding is one of `instance.WRITTEN`. An earlier proof in the folder is replaced. Raise
    `InputError` if cake_lpr is not installed, the board is too large, or the folder contains
    anything but an earlier proof; `UnprovenError` if the limits do not suffice; or
    `DisagreementError` if cake_lpr rejects the proof.
    """
    check_installed(CAKE_LPR)
    check_size(board.rows, board.cols)
    board = board.plain
    started = monotonic()
    limits = limits or Limits()
    with bundle.replacing(folder, FORM) as scratch:
        bounds = proven(board, limits)
        found = monotonic()
        check_size(board.rows, board.cols, bounds.upper + 1)
        instance = Instance(board, bounds.upper, encoding)
        bundle.write_lines([" ".join(board.written(bounds.moves))], scratch / bundle.SOLUTION)
        bundle.write_model(_model(instance, bounds.moves), scratch / bundle.MODEL)
        below = replace(instance, p=instance.p - 1) if instance.p else None
        seconds = _refute(below, bounds, limits, scratch) if below else 0.0
        claim = {
            "board": board.text,
            "colours": board.k,
            **({"start": list(board.start)} if board.place else {}),
            "encoding": encoding,
            "minimum": bounds.upper,
        }
        manifest = bundle.write_manifest(scratch, FORM, claim, bundle.GENERATOR)
        write_seconds = monotonic() - found - seconds
        taken = (seconds, found - started, write_seconds)
        return Verified(board, bounds.upper, bounds.moves, *bundle.sizes(manifest), *taken)


class Refuted(NamedTuple):
    """The size of a proof before compression, and the running time of cake_lpr."""

    bytes: int
    seconds: float


def refute(instance: Instance, path: Path) -> Refuted:
    """Write a proof that an instance is unsatisfiable, once cake_lpr has accepted it.

    The proof numbers the clauses as the DIMACS file of the instance orders them. It is compressed
    if the name of its file ends in a suffix of `files.COMPRESSED`.

    Raise `InputError` if cake_lpr is not installed, the instance is satisfiable, or its variant is
    ``printed``; `UnprovenError` if memory does not suffice; or `DisagreementError` if cake_lpr
    rejects the proof.
    """
    check_installed(CAKE_LPR)
    if instance.variant != "corrected":
        raise InputError(
            f"there is no proof for the {instance.variant} variant, only for corrected"
        )
    with TemporaryDirectory() as scratch:
        folder = Path(scratch)
        seconds = _refute(instance, Bounds(instance.board), Limits(), folder)
        with (folder / bundle.PROOF).open("rb") as proof, atomic_write(path, binary=True) as file:
            shutil.copyfileobj(proof, file)
        return Refuted((folder / bundle.PROOF).stat().st_size, seconds)


def verify(folder: Path, own: Board | None = None, number: int = 0) -> Verified:
    """Verify the minimum in a folder, starting from its manifest.

    The formula of the manifest's board is written again and compared with the file byte by byte.
    The solution is replayed by the rules of the game, and the model is checked clause by clause.
    cake_lpr checks the proof against the formula that has just been written.

    `own` is the reader's own board, and `number` its number in messages. The proof must be for a
    board of the same shape, fields and start, and for the minimum that the source of the reader's
    board gives, if any. Raise `InputError` if cake_lpr is not installed, or if a check fails, with
    the name of the file; or `OSError` if a file cannot be read.
    """
    check_installed(CAKE_LPR)
    manifest = bundle.read_manifest(folder, FORM, _needed)
    with error_context(folder / bundle.MANIFEST):
        instance = _instance(manifest)
        minimum = instance.p
        if own is not None:
            check_same(own, instance.board, number, "the evidence")
            check_minimum(own, minimum, number)
    moves = _check_solution(folder / bundle.SOLUTION, instance)
    model = bundle.check_model(
        folder / bundle.MODEL, instance.formula(), f"the formula for {counted(minimum, 'move')}"
    )
    if instance.moves(model) != moves:
        raise InputError(
            f"{folder / bundle.MODEL}: the moves of the model differ from {bundle.SOLUTION}"
        )
    seconds = 0.0
    if minimum:
        below = replace(instance, p=minimum - 1)
        seconds = bundle.check_refutation(
            folder,
            below.formula(),
            below.comments(""),
            manifest["generator"],
            "the board, the minimum less one, the encoding",
        )
    return Verified(instance.board, minimum, moves, *bundle.sizes(manifest), seconds)


def _needed(manifest: bundle.Manifest) -> Sequence[str]:
    """Return the names of the files that a manifest must list."""
    minimum, verdict = manifest["minimum"], manifest["verdict"]
    if (minimum == 0) != (verdict == bundle.TRIVIAL):
        raise InputError(f"the verdict is {verdict!r}, but the minimum is {minimum}")
    return bundle.FILES if minimum else (bundle.SOLUTION, bundle.MODEL)


def _instance(manifest: bundle.Manifest) -> Instance:
    """Return the instance for the minimum of a manifest."""
    text, minimum = manifest["board"], manifest["minimum"]
    if len(text) > 2 * MAX_CELLS:
        raise InputError(f"the board has more than {MAX_CELLS:,} fields")
    board = parse_board(text, manifest["colours"])
    if "start" in manifest:
        row, column = manifest["start"]
        board = board.starting((row, column))
    check_size(board.rows, board.cols, minimum + 1)
    return Instance(board, minimum, manifest["encoding"])


def _check_solution(path: Path, instance: Instance) -> list[int]:
    """Return the moves of a solution file, after checking that they flood the board."""
    colour = {str(symbol): c for c, symbol in enumerate(instance.board.symbols)}
    words = bundle.read_short(path).split()
    for word in words:
        if word not in colour:
            raise InputError(f"{path}: {word!r} is not one of the board's symbols")
    if len(words) != instance.p:
        raise InputError(f"{path}: {counted(len(words), 'move')}, but the minimum is {instance.p}")
    moves = [colour[word] for word in words]
    if not floods(instance.board.grid, moves, instance.board.start):
        raise InputError(f"{path}: the moves do not flood the board")
    return moves


def _model(instance: Instance, moves: Sequence[int]) -> list[int]:
    """Return a model of an instance's formula in which these moves are made."""
    model = bundle.find_model(instance.formula(), instance.choice(moves))
    if model is None:
        raise DisagreementError(
            f"the {instance.encoding} formula refutes a solution of a board "
            f"({instance.board.measures})"
        )
    return model


def _refute(below: Instance, bounds: Bounds, limits: Limits, folder: Path) -> float:
    """Write an instance's formula and proof; return the running time of cake_lpr in seconds."""
    formula = below.formula()
    bundle.write_formula(formula, below.comments(""), bundle.GENERATOR, folder / bundle.FORMULA)
    try:
        nogoods = refuting_nogoods(bounds.board, below.p, limits.left, limits.memory)
        if nogoods is None:
            raise InputError(
                f"the board can be flooded in {counted(below.p, 'move')}, so there is no proof"
            )
        derivation = Derivation(bounds.graph, nogoods, below.p, limits.check)
        with atomic_write(folder / bundle.PROOF) as file:
            proof = Proof(file, formula.variables, len(formula))
            axioms = AXIOM_IDS[below.encoding](below, formula, proof)
            Writer(bounds.graph, axioms, proof).write(derivation)
    except TimeoutError:
        raise bundle.UnprovenError("timeout", "no proof") from None
    except MemoryError:
        raise bundle.UnprovenError("memory", "no proof") from None
    claim = f"a board ({below.board.measures}) cannot be flooded in {counted(below.p, 'move')}"
    return bundle.check_written(folder, formula, limits.deadline, claim)
