"""Minima that rest on a verified checker: folders that hold all it takes to believe one.

================= ====================================================================
``formula.cnf``   the formula for one move less than the minimum, as DIMACS
``proof.lrat``    a proof that it is unsatisfiable, as LRAT
``solution.txt``  the moves of a shortest solution, in the board's own symbols
``model.txt``     a model of the formula for the minimum, which says the same as the solution
``manifest.json`` the board, its minimum, who wrote the files, and the SHA-256 of each
================= ====================================================================

Who verifies such a folder believes the board and the minimum in the manifest, once the formula is
what this project writes for that board, and cake_lpr, a program whose machine code is proved to be
correct, accepts the proof. Nothing depends on the search, nor on how the proof was written. A board
that is flooded from the start has neither formula nor proof.
"""

import filecmp
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, NamedTuple

from jsonschema.exceptions import best_match

from puzzlesat.common.config import Validator, explain
from puzzlesat.common.errors import DisagreementError, InputError, error_context
from puzzlesat.common.files import atomic_write, read_text
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.referee import floods
from puzzlesat.floodit.encode.instance import WRITTEN, Instance
from puzzlesat.floodit.prove.derivation import Derivation, Writer
from puzzlesat.floodit.prove.premises import PREMISES
from puzzlesat.floodit.solve.exact import Interval, Limits, auto, close
from puzzlesat.floodit.solve.pdr.search import Search
from puzzlesat.sat.answer import parse_answer
from puzzlesat.sat.dimacs import write
from puzzlesat.sat.formula import falsified
from puzzlesat.sat.lrat import Proof
from puzzlesat.sat.proof import (
    CAKE_LPR,
    HOW_TO_GET_CAKE_LPR,
    LRAT_CHECKERS,
    REFUSED,
    VERIFIED,
    Check,
    check_proof,
)
from puzzlesat.sat.solver import open_solver, solve

FORMULA, PROOF, SOLUTION, MODEL = "formula.cnf", "proof.lrat", "solution.txt", "model.txt"
MANIFEST = "manifest.json"

FORMAT = "puzzlesat verified minimum 1"
"""What the manifest calls itself."""

GENERATOR = f"puzzlesat {version('puzzlesat')}"

TRIVIAL = "trivial"
"""The verdict on a board that is flooded from the start."""

FILE = {
    "type": "object",
    "additionalProperties": False,
    "required": ["bytes", "sha256"],
    "properties": {
        "bytes": {"type": "integer", "minimum": 0},
        "sha256": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
    },
}

SCHEMA: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": [
        *("format", "board", "colours", "symbols", "encoding", "minimum"),
        *("checker", "verdict", "generator", "files"),
    ],
    "properties": {
        "format": {"enum": [FORMAT]},
        "board": {"type": "string", "minLength": 1},
        "colours": {"type": "integer", "minimum": 1},
        "symbols": {"type": "array", "items": {"type": ["string", "integer"]}},
        "encoding": {"enum": list(WRITTEN)},
        "minimum": {"type": "integer", "minimum": 0},
        "checker": {"enum": [CAKE_LPR]},
        "verdict": {"enum": [LRAT_CHECKERS[CAKE_LPR].accepts, TRIVIAL]},
        "generator": {"type": "string"},
        "files": {
            "type": "object",
            "additionalProperties": False,
            "required": [SOLUTION, MODEL],
            "properties": dict.fromkeys((FORMULA, PROOF, SOLUTION, MODEL), FILE),
        },
    },
}
"""What a manifest looks like, as a JSON schema."""


class Verified(NamedTuple):
    """A minimum that has been verified, and what that took.

    Parameters
    ----------
    board : Board
    minimum : int
    moves : list of int
    formula_bytes, proof_bytes : int
        The sizes of the files.
    check_seconds : float
        How long cake_lpr took.
    search_seconds, write_seconds : float
        How long it took to find the minimum, and to refute one move less and write all files; 0
        where that has been done before.
    """

    board: Board
    minimum: int
    moves: list[int]
    formula_bytes: int
    proof_bytes: int
    check_seconds: float
    search_seconds: float = 0.0
    write_seconds: float = 0.0

    def in_words(self) -> str:
        """Return what has been verified, in a sentence.

        Examples
        --------
        >>> Verified(Board.of([[0, 1]]), 1, [1], 999, 99, 0.25).in_words()
        '01 needs 1 move, verified by cake_lpr in 0.2 s'
        """
        if not self.minimum:
            return f"{self.board.text} is flooded from the start"
        moves = "1 move" if self.minimum == 1 else f"{self.minimum} moves"
        how = f"verified by {CAKE_LPR} in {self.check_seconds:.1f} s"
        return f"{self.board.text} needs {moves}, {how}"


class UnprovenError(InputError):
    """Time or memory is used up before a minimum is proven.

    Parameters
    ----------
    status : str
        ``timeout`` or ``memory``.
    sentence : str
    """

    def __init__(self, status: str, sentence: str) -> None:
        super().__init__(f"{sentence}: {'time' if status == 'timeout' else 'memory'} is used up")
        self.status = status


def is_installed() -> bool:
    """Tell whether cake_lpr is on the PATH."""
    try:
        LRAT_CHECKERS[CAKE_LPR].version()
    except LookupError:
        return False
    return True


def check_installed() -> None:
    """Raise `InputError` unless cake_lpr is on the PATH."""
    if not is_installed():
        raise InputError(HOW_TO_GET_CAKE_LPR)


def prove(
    board: Board, folder: Path, encoding: str = "minimal", limits: Limits | None = None
) -> Verified:
    """Find a board's minimum and write the folder that proves it, once cake_lpr accepts the proof.

    Parameters
    ----------
    board : Board
    folder : Path
        What is in it of an earlier minimum is written over; the manifest comes last.
    encoding : str
        One of `instance.WRITTEN`.
    limits : Limits, optional

    Raises
    ------
    InputError
        If cake_lpr is not installed.
    UnprovenError
        If the limits do not suffice.
    DisagreementError
        If cake_lpr refuses the proof.
    """
    check_installed()
    started = monotonic()
    limits = limits or Limits()
    interval = Interval(board)
    status = close(interval, auto, limits, "glucose42")
    if status != "optimal":
        bounds = f"it is between {interval.lower} and {interval.upper}"
        raise UnprovenError(status, f"the minimum is not known, {bounds}")
    found = monotonic()
    for name in (MANIFEST, FORMULA, PROOF):
        (folder / name).unlink(missing_ok=True)
    instance = Instance(replace(board, origin=""), interval.upper, encoding)
    with atomic_write(folder / SOLUTION) as file:
        file.write(" ".join(_symbols(board, interval.moves)) + "\n")
    with atomic_write(folder / MODEL) as file:
        model = _model(instance, interval.moves)
        file.write("s SATISFIABLE\nv " + " ".join(map(str, model)) + " 0\n")
    names, seconds = [SOLUTION, MODEL], 0.0
    if interval.upper:
        names = [FORMULA, PROOF, *names]
        seconds = _refute(replace(instance, p=interval.upper - 1), interval, limits, folder)
    files = {name: _described(folder / name) for name in names}
    manifest = {
        "format": FORMAT,
        "board": board.text,
        "colours": board.k,
        "symbols": list(board.symbols),
        "encoding": encoding,
        "minimum": interval.upper,
        "checker": CAKE_LPR,
        "verdict": LRAT_CHECKERS[CAKE_LPR].accepts if interval.upper else TRIVIAL,
        "generator": GENERATOR,
        "files": files,
    }
    with atomic_write(folder / MANIFEST) as file:
        json.dump(manifest, file, indent=1, ensure_ascii=False)
        file.write("\n")
    write_seconds = monotonic() - found - seconds
    taken = (seconds, found - started, write_seconds)
    return Verified(board, interval.upper, interval.moves, *_sizes(files), *taken)


def verify(folder: Path, limits: Limits | None = None) -> Verified:
    """Verify the minimum in a folder, starting from its manifest.

    The formula of the manifest's board is written anew and compared with the file byte by byte, the
    solution is replayed by the rules of the game, the model is checked clause by clause, and
    cake_lpr checks the proof of the formula that has just been written.

    Parameters
    ----------
    folder : Path
    limits : Limits, optional
        For the checker.

    Raises
    ------
    InputError
        If cake_lpr is not installed, or anything does not hold; the message names the file.
    OSError
        If a file cannot be read.
    """
    check_installed()
    manifest = _manifest(folder / MANIFEST)
    with error_context(folder / MANIFEST):
        instance = _instance(manifest)
    minimum, files = manifest["minimum"], manifest["files"]
    for name, described in files.items():
        _check_described(folder / name, described)
    moves = _check_solution(folder / SOLUTION, instance)
    _check_model(folder / MODEL, instance, moves)
    seconds = 0.0
    if minimum:
        with TemporaryDirectory() as scratch:
            anew = Path(scratch, FORMULA)
            _write_formula(replace(instance, p=minimum - 1), manifest["generator"], anew)
            if not filecmp.cmp(anew, folder / FORMULA, shallow=False):
                raise InputError(
                    f"{folder / FORMULA}: not what is written for the board, the minimum less one, "
                    f"the encoding, the symbols and the generator in {MANIFEST}"
                )
            checked, seconds = _check(anew, folder / PROOF, limits or Limits())
        if checked.verdict != VERIFIED:
            raise InputError(f"{folder / PROOF}: cake_lpr does not accept it: {checked.reason}")
    return Verified(instance.board, minimum, moves, *_sizes(files), seconds)


def _manifest(path: Path) -> dict[str, Any]:
    text = read_text(path)
    with error_context(path):
        try:
            manifest = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise InputError(f"not a JSON file: {error}") from None
        wrong = best_match(Validator(SCHEMA).iter_errors(manifest))
        if wrong is not None:
            raise InputError(explain(wrong))
        proven = manifest["minimum"] > 0
        if proven == (manifest["verdict"] == TRIVIAL):
            raise InputError(
                f"the verdict is {manifest['verdict']!r}, but the minimum {manifest['minimum']}"
            )
        missing = {FORMULA, PROOF}.difference(manifest["files"]) if proven else set()
        if missing:
            raise InputError(f"missing key {min(missing)!r} in files")
    return manifest


def _instance(manifest: dict[str, Any]) -> Instance:
    """Return the instance that asks for the minimum of a manifest."""
    symbols = " ".join(map(str, manifest["symbols"]))
    text = {"moves": str(manifest["minimum"]), "reading": "mended", "symbols": symbols}
    named = {key: str(manifest[key]) for key in ("board", "colours", "encoding")}
    instance = Instance.of_comments(text | named)
    board = replace(instance.board, symbols=tuple(manifest["symbols"]))
    return replace(instance, board=board)


def _described(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return {"bytes": path.stat().st_size, "sha256": digest}


def _sizes(files: Mapping[str, dict[str, Any]]) -> tuple[int, int]:
    """Return the bytes of formula and proof, 0 where there is none."""
    formula, proof = (files[name]["bytes"] if name in files else 0 for name in (FORMULA, PROOF))
    return formula, proof


def _check_described(path: Path, wanted: dict[str, Any]) -> None:
    found = _described(path)
    for key, name in (("bytes", "size in bytes"), ("sha256", "SHA-256")):
        if found[key] != wanted[key]:
            raise InputError(
                f"{path}: its {name} is {found[key]}, not {wanted[key]} as in {MANIFEST}"
            )


def _symbols(board: Board, moves: Sequence[int]) -> list[str]:
    return [str(board.symbols[c]) for c in moves]


def _check_solution(path: Path, instance: Instance) -> list[int]:
    """Return the moves of a solution that floods the board."""
    colour = {str(symbol): c for c, symbol in enumerate(instance.board.symbols)}
    words = read_text(path).split()
    for word in words:
        if word not in colour:
            raise InputError(f"{path}: {word!r} is none of the board's symbols")
    if len(words) != instance.p:
        raise InputError(f"{path}: {len(words)} moves, but the minimum is {instance.p}")
    moves = [colour[word] for word in words]
    if not floods(instance.board.grid, moves):
        raise InputError(f"{path}: the moves do not flood the board")
    return moves


def _model(instance: Instance, moves: Sequence[int]) -> list[int]:
    """Return the model of a formula in which these moves are made."""
    with open_solver("glucose42") as oracle:
        for clause in instance.formula():
            oracle.add_clause(clause)
        if not solve(oracle, assumptions=instance.choice(moves)):
            raise DisagreementError(
                f"board {instance.board.text}: the {instance.encoding} formula refutes a solution"
            )
        return oracle.get_model()


def _check_model(path: Path, instance: Instance, moves: Sequence[int]) -> None:
    text = read_text(path)
    with error_context(path):
        status, model = parse_answer(text)
        clause = falsified(instance.formula(), model) if status == "sat" else []
        if clause is not None:
            raise InputError(
                f"the clause {' '.join(map(str, clause))} of the formula for {instance.p} moves "
                "does not hold in the model"
                if clause
                else "no model in it"
            )
        if instance.moves(model) != list(moves):
            raise InputError(f"the model makes other moves than {SOLUTION}")


def _write_formula(instance: Instance, generator: str, path: Path) -> None:
    """Write a formula with comments that depend on the manifest alone."""
    comments = instance.comments("") | {
        "generator": generator,
        "symbols": " ".join(map(str, instance.board.symbols)),
    }
    kept = {key: value for key, value in comments.items() if key not in ("command", "seed")}
    with atomic_write(path, binary=True) as file:
        write(instance.formula(), kept, file)


def _refute(below: Instance, interval: Interval, limits: Limits, folder: Path) -> float:
    """Write formula and proof for one move less, and return how many seconds cake_lpr took."""
    _write_formula(below, GENERATOR, folder / FORMULA)
    unchecked = folder / f"{PROOF}.unchecked"
    try:
        _write_proof(below, interval, limits, unchecked)
        checked, seconds = _check(folder / FORMULA, unchecked, limits)
        if checked.verdict == REFUSED:
            raise DisagreementError(
                f"board {below.board.text}: cake_lpr refuses the proof that {below.p} moves do not "
                f"suffice: {checked.reason}"
            )
        if checked.verdict != VERIFIED:
            raise UnprovenError("timeout", "the proof is not checked")
        unchecked.replace(folder / PROOF)
    finally:
        unchecked.unlink(missing_ok=True)
    return seconds


def _write_proof(below: Instance, interval: Interval, limits: Limits, path: Path) -> None:
    search = Search(interval.board, limits.memory)
    formula = below.formula()
    try:
        search.ask(below.p, limits.check)
        nogoods = search.refutation(below.p)
        derivation = Derivation(interval.graph, nogoods, below.p, limits.check)
        with atomic_write(path) as file:
            proof = Proof(file, formula.variables, len(formula))
            premises = PREMISES[below.encoding](below, formula, proof)
            Writer(interval.graph, premises, proof).write(derivation)
    except TimeoutError:
        raise UnprovenError("timeout", "no proof") from None
    except MemoryError:
        raise UnprovenError("memory", "no proof") from None


def _check(formula: Path, proof: Path, limits: Limits) -> tuple[Check, float]:
    """Return what cake_lpr says of a proof, and how many seconds it took."""
    started = monotonic()
    left = None if limits.left is None else max(limits.left, 0.001)
    return check_proof(formula, proof, CAKE_LPR, left), monotonic() - started
