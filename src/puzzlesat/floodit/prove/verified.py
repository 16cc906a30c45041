"""Minima with proofs for a verified checker: see `puzzlesat.proofs.bundle` for the files.

The formula is for one move fewer than the minimum; the solution and the model are for the minimum.
The proof is written without a solver (`derivation`). A board that is flooded from the start has
neither formula nor proof.
"""

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import IO, Any, NamedTuple

from puzzlesat.common.deadline import NEVER, Deadline
from puzzlesat.common.errors import DisagreementError, InputError, counted
from puzzlesat.common.files import atomic_write
from puzzlesat.common.limits import MAX_FIELDS, MAX_PROOF_FIELDS, check_proof_size
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.referee import floods
from puzzlesat.floodit.encode.instance import BASIC_ENCODINGS, Instance
from puzzlesat.floodit.formats.text import parse_board
from puzzlesat.floodit.prove.axioms import AXIOMS
from puzzlesat.floodit.prove.checker import check_minimum
from puzzlesat.floodit.prove.derivation import Derivation, Writer
from puzzlesat.floodit.prove.nogoods import closed_bounds
from puzzlesat.floodit.solve.exact import Bounds, Limits
from puzzlesat.floodit.solve.pdr import refuting_nogoods
from puzzlesat.proofs import bundle, checks
from puzzlesat.proofs.claim import Claim, Refuted
from puzzlesat.sat.formula import Formula
from puzzlesat.sat.lrat import Proof
from puzzlesat.sat.proof import CAKE_LPR, check_installed

FORM = bundle.ManifestForm(
    "puzzlesat verified minimum 2",
    {
        "board": checks.text_matching(".+"),
        "colours": checks.whole_number(1),
        "start": checks.list_of(checks.whole_number(0, MAX_FIELDS), 2),
        "encoding": checks.one_of(BASIC_ENCODINGS),
        "minimum": checks.whole_number(0),
    },
    optional=["start"],
    may_be_trivial=True,
)
"""The format of a manifest."""


@dataclass(frozen=True)
class MinimumClaim(Claim):
    """The claim that a board's minimum is the number of these moves, in one encoding."""

    form = FORM
    noun = "board"
    inputs = "the board, the minimum less one, the encoding"

    instance: Instance
    moves: list[int] = field(default_factory=list)

    @property
    def board(self) -> Board:
        """The board."""
        return self.instance.board

    @property
    def minimum(self) -> int:
        """The minimum."""
        return self.instance.p

    @property
    def short_answer(self) -> str:
        return f"minimum {self.minimum}"

    @property
    def answer(self) -> str:
        return f" needs {counted(self.minimum, 'move')}"

    def in_words(self, number: int) -> str:
        """Return a sentence on the verified minimum of the board with this number.

        >>> MinimumClaim(Instance(Board.of([[0, 1]]), 1), [1], check_seconds=0.25).in_words(7)
        'board 7 (1 row, 2 columns, 2 colours, start A1) needs 1 move, \
verified by cake_lpr in 0.2 s'
        """
        if self.minimum:
            return super().in_words(number)
        flooded = "is flooded from the start, verified by the rules of the game"
        return f"board {number} ({self.board.size_and_start}) {flooded}"

    @staticmethod
    def required_files(manifest: bundle.Manifest) -> Sequence[str]:
        minimum, verdict = manifest["minimum"], manifest["verdict"]
        if (minimum == 0) != (verdict == bundle.TRIVIAL):
            raise InputError(f"the verdict is {verdict!r}, but the minimum is {minimum}")
        return bundle.FILES if minimum else (bundle.SOLUTION, bundle.MODEL)

    @classmethod
    def of_manifest(cls, manifest: bundle.Manifest) -> "MinimumClaim":
        text, minimum = manifest["board"], manifest["minimum"]
        if len(text) > 2 * MAX_PROOF_FIELDS:
            raise InputError(f"the board has more than {MAX_PROOF_FIELDS:,} fields")
        board = parse_board(text, manifest["colours"])
        if "start" in manifest:
            row, column = manifest["start"]
            board = board.with_start((row, column))
        check_proof_size(board.rows, board.cols, minimum + 1)
        return cls(Instance(board, minimum, manifest["encoding"]))

    @property
    def entries(self) -> dict[str, Any]:
        board = self.board
        return {
            "board": board.text,
            "colours": board.k,
            **({"start": list(board.start)} if board.start_text else {}),
            "encoding": self.instance.encoding,
            "minimum": self.minimum,
        }

    @staticmethod
    def identity(board: Board) -> tuple[object, str]:
        return board.pattern, board.size_and_start  # any colours

    def check_expected(self, expected: Board, number: int) -> None:
        super().check_expected(expected, number)
        check_minimum(expected, self.minimum, number)

    @property
    def solution(self) -> list[str]:
        return [" ".join(self.board.format_colours(self.moves))]

    def with_solution(self, text: str) -> "MinimumClaim":
        colour = {str(symbol): c for c, symbol in enumerate(self.board.symbols)}
        words = text.split()
        for word in words:
            if word not in colour:
                raise InputError(f"{word!r} is not one of the board's symbols")
        if len(words) != self.minimum:
            raise InputError(f"{counted(len(words), 'move')}, but the minimum is {self.minimum}")
        moves = [colour[word] for word in words]
        if not floods(self.board.grid, moves, self.board.start):
            raise InputError("the moves do not flood the board")
        return replace(self, moves=moves)

    @property
    def formula(self) -> tuple[Formula, str]:
        return self.instance.formula(), f"the formula for {counted(self.minimum, 'move')}"

    def model(self, deadline: Deadline = NEVER) -> list[int]:
        """Return a model of the formula in which these moves are made."""
        instance = self.instance
        with bundle.within_limits("no model of the solution"):
            model = bundle.find_model(self.formula[0], instance.move_literals(self.moves), deadline)
        if model is None:
            raise DisagreementError(
                f"the {instance.encoding} formula refutes a solution of a board "
                f"({self.board.size_and_start})"
            )
        return model

    def check_model(self, model: Sequence[int]) -> None:
        if self.instance.moves(model) != self.moves:
            raise InputError(f"the moves of the model differ from {bundle.SOLUTION}")

    @property
    def below(self) -> Instance:
        """The instance for one move fewer."""
        return replace(self.instance, p=self.minimum - 1)

    def formula_to_refute(self, model: Sequence[int] | None) -> Refuted:
        return self.below.formula(), self.below.comments("")


verify = MinimumClaim.verify


def prove(
    board: Board, folder: Path, encoding: str = "minimal", limits: Limits | None = None
) -> MinimumClaim:
    """Find a board's minimum, and write its proof to a folder once cake_lpr has accepted it.

    The encoding is one of `BASIC_ENCODINGS`. An earlier proof in the folder is replaced. Raise
    `InputError` if cake_lpr is not installed, the board is too large, or the folder contains
    anything but an earlier proof; `UnprovenError` if the limits do not suffice; or
    `DisagreementError` if cake_lpr rejects the proof.
    """
    check_installed(CAKE_LPR)
    check_proof_size(board.rows, board.cols)
    board = board.plain
    started = monotonic()
    limits = limits or Limits()
    with bundle.replacing(folder, FORM) as scratch:
        bounds = closed_bounds(board, limits)
        searched = monotonic()
        check_proof_size(board.rows, board.cols, bounds.upper + 1)
        claim = MinimumClaim(Instance(board, bounds.upper, encoding), bounds.moves)
        refute = partial(_refute, claim.below, bounds, limits, scratch) if claim.minimum else None
        proven = claim.write_bundle(scratch, claim.model(limits.deadline), refute)
        write_seconds = monotonic() - searched - proven.check_seconds
        return replace(proven, search_seconds=searched - started, write_seconds=write_seconds)


class ProofCost(NamedTuple):
    """The size of a proof before compression, and the running time of cake_lpr."""

    bytes: int
    seconds: float


def refute(instance: Instance, path: Path) -> ProofCost:
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
        formula, comments = instance.formula(), instance.comments("")
        seconds = _refute(instance, Bounds(instance.board), Limits(), folder, formula, comments)
        with (folder / bundle.PROOF).open("rb") as proof, atomic_write(path, binary=True) as file:
            shutil.copyfileobj(proof, file)
        return ProofCost((folder / bundle.PROOF).stat().st_size, seconds)


def write_proof(derivation: Derivation, below: Instance, formula: Formula, file: IO[str]) -> None:
    """Write an LRAT proof that the formula of an instance is unsatisfiable."""
    proof = Proof(file, formula.variables, len(formula))
    axioms = AXIOMS[below.encoding](below, formula, proof)
    Writer(derivation.graph, axioms, proof).write(derivation)


def _refute(
    below: Instance,
    bounds: Bounds,
    limits: Limits,
    folder: Path,
    formula: Formula,
    comments: Mapping[str, object],
) -> float:
    """Write an instance's formula and proof; return the running time of cake_lpr in seconds."""
    bundle.write_formula(formula, comments, bundle.GENERATOR, folder / bundle.FORMULA)
    with bundle.within_limits("no proof"):
        nogoods = refuting_nogoods(bounds.board, below.p, limits.deadline.remaining, limits.memory)
        if nogoods is None:
            raise InputError(
                f"the board can be flooded in {counted(below.p, 'move')}, so there is no proof"
            )
        derivation = Derivation(bounds.graph, nogoods, below.p, limits.check)
        with atomic_write(folder / bundle.PROOF) as file:
            write_proof(derivation, below, formula, file)
    claim = (
        f"a board ({below.board.size_and_start}) cannot be flooded in {counted(below.p, 'move')}"
    )
    return bundle.check_written(folder, formula, limits.deadline, claim)
