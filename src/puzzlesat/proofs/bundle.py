"""Folders that hold all it takes to believe an answer, by a checker that is proved to be correct.

================= ====================================================================
``formula.cnf``   a formula that can be satisfied only if the answer is wrong, as DIMACS
``proof.lrat``    a proof that it is unsatisfiable, as LRAT
``solution.txt``  what the rules of the puzzle approve of, such as a solution
``model.txt``     a model of a formula, which says the same as the solution
``manifest.json`` puzzle and answer, who wrote the files, and size and SHA-256 of each
================= ====================================================================

Who verifies such a folder believes the answer in the manifest, once the formula is what this
project writes for the manifest, and cake_lpr accepts the proof. Nothing depends on how the answer
was found, nor on how the proof was written. Which files there are, and what the formula says, is
each puzzle's own; the rest is here.
"""

import filecmp
import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from jsonschema.exceptions import best_match

from puzzlesat.common.config import Validator, explain
from puzzlesat.common.errors import DisagreementError, InputError, error_context, quoted
from puzzlesat.common.files import atomic_write, folder_for, read_text, sha256
from puzzlesat.sat.answer import parse_answer
from puzzlesat.sat.dimacs import write
from puzzlesat.sat.formula import Formula, falsified
from puzzlesat.sat.proof import (
    ACCEPTED,
    CAKE_LPR,
    DRAT_TRIM,
    MEMORY,
    REFUSED,
    VERIFIED,
    Check,
    check_installed,
    check_numbers,
    check_proof,
    drat_to_lrat,
    refute,
)
from puzzlesat.sat.solver import open_solver, solve

FORMULA, PROOF, SOLUTION, MODEL = "formula.cnf", "proof.lrat", "solution.txt", "model.txt"
MANIFEST = "manifest.json"

NAMES = (FORMULA, PROOF, SOLUTION, MODEL, MANIFEST)
"""All files that evidence consists of."""

GENERATOR = f"puzzlesat {version('puzzlesat')}"

TRIVIAL = "trivial"
"""The verdict on an answer that needs no proof."""

PROVER = "glucose4"
"""PySAT's name of the solver that finds proofs where nothing else does."""

MAX_MANIFEST = 1 << 20
"""Bytes of a manifest, and of a solution."""

FILE = {
    "type": "object",
    "additionalProperties": False,
    "required": ["bytes", "sha256"],
    "properties": {
        "bytes": {"type": "integer", "minimum": 0},
        "sha256": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
    },
}

Manifest = dict[str, Any]

Subject = TypeVar("Subject")
Result = TypeVar("Result")
P = ParamSpec("P")


class Form(NamedTuple):
    """What the manifests of one kind of answer look like.

    Parameters
    ----------
    name : str
        What they call themselves.
    claim : mapping
        The JSON schema of each key that says what is claimed.
    optional : collection of str
        Those of these keys that may be missing.
    may_be_trivial : bool
        Whether there are answers that need no proof.
    """

    name: str
    claim: Mapping[str, Any]
    optional: Collection[str] = ()
    may_be_trivial: bool = False

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON schema of the whole manifest."""
        properties = {
            "format": {"enum": [self.name]},
            **self.claim,
            "checker": {"enum": [CAKE_LPR]},
            "verdict": {"enum": [ACCEPTED] + [TRIVIAL] * self.may_be_trivial},
            "generator": {"type": "string"},
            "files": {
                "type": "object",
                "additionalProperties": False,
                "properties": dict.fromkeys((FORMULA, PROOF, SOLUTION, MODEL), FILE),
            },
        }
        return {
            "type": "object",
            "additionalProperties": False,
            "required": [key for key in properties if key not in self.optional],
            "properties": properties,
        }


class UnprovenError(InputError):
    """Time or memory is used up before an answer is proven.

    Parameters
    ----------
    status : str
        ``timeout`` or ``memory``.
    sentence : str
    """

    def __init__(self, status: str, sentence: str) -> None:
        super().__init__(f"{sentence}: {'time' if status == 'timeout' else 'memory'} is used up")
        self.status = status


def check_solver_installed() -> None:
    """Raise `InputError` unless all that `by_solver` needs is on the PATH."""
    check_installed(CAKE_LPR)
    check_installed(DRAT_TRIM)


def in_words(seconds: float) -> str:
    """Return how an answer was verified, to end a sentence with.

    Examples
    --------
    >>> in_words(0.25)
    'verified by cake_lpr in 0.2 s'
    """
    return f"verified by {CAKE_LPR} in {seconds:.1f} s"


Proves = Callable[Concatenate[Subject, Path, P], Result]
"""Writes the evidence of an answer about something to a folder."""


def as_a_whole(form: Form) -> Callable[[Proves[Subject, P, Result]], Proves[Subject, P, Result]]:
    """Return what has a function's evidence replace what a folder holds of earlier evidence.

    The function is given an empty folder. Only when it has ended do the files move to where they
    belong, the manifest last. If it fails, the folder stays as it was.

    Parameters
    ----------
    form : Form
        What the manifest of earlier evidence looks like.

    Raises
    ------
    InputError
        From the function, if the folder holds anything but such evidence.
    """

    def add(prove: Proves[Subject, P, Result]) -> Proves[Subject, P, Result]:
        @wraps(prove)
        def wrapped(subject: Subject, folder: Path, *args: P.args, **kwargs: P.kwargs) -> Result:
            earlier = _replaceable(folder, form)
            with (
                folder_for(folder),
                TemporaryDirectory(dir=folder, prefix=".unfinished-") as scratch,
            ):
                with _named_as_in(folder, scratch):
                    result = prove(subject, Path(scratch), *args, **kwargs)
                for name in earlier:
                    (folder / name).unlink(missing_ok=True)
                for name in NAMES:
                    if Path(scratch, name).exists():
                        Path(scratch, name).replace(folder / name)
            return result

        return wrapped

    return add


def _replaceable(folder: Path, form: Form) -> list[str]:
    """Return the files of earlier evidence in a folder, the manifest first.

    Raises
    ------
    InputError
        If it holds anything else: files of a person or of another program are not replaced.
    """
    names = {path.name for path in folder.iterdir()} if folder.is_dir() else set()
    if not names:
        return []
    ours = {MANIFEST, *_listed(folder / MANIFEST, form)}
    for other in sorted(names - ours):
        raise InputError(f"{folder} holds {other}, which no proof put there; name another folder")
    return [MANIFEST, *sorted(names - {MANIFEST})]


def _listed(path: Path, form: Form) -> set[str]:
    """Return the files that a manifest of a form lists; without such a manifest, no file is ours.

    Raises
    ------
    InputError
        If the manifest is that of another program.
    """
    if not path.is_file() or path.is_symlink():
        return set()
    try:
        manifest = json.loads(read_short(path))
        if manifest["format"] == form.name:
            return {*NAMES} & {*manifest["files"]}
    except (InputError, ValueError, TypeError, KeyError, RecursionError):
        pass
    raise InputError(f"{path} is not a manifest of such a proof; name another folder")


@contextmanager
def _named_as_in(folder: Path, scratch: str) -> Iterator[None]:
    """Have errors name a file of another folder as it would be called in this one in the end."""
    try:
        yield
    except OSError as error:
        if error.filename and Path(error.filename).is_relative_to(scratch):
            error.filename = str(folder / Path(error.filename).relative_to(scratch))
        raise


def write_formula(
    formula: Formula, comments: Mapping[str, object], generator: str, path: Path
) -> None:
    """Write a formula with those of the usual comments that depend on the manifest alone."""
    kept = {key: value for key, value in comments.items() if key not in ("command", "seed")}
    with atomic_write(path, binary=True) as file:
        write(formula, kept | {"generator": generator}, file)


def find_model(
    formula: Formula, assumptions: Sequence[int] = (), deadline: float | None = None
) -> list[int] | None:
    """Return a model of a formula under assumptions, None if there is none.

    Raises
    ------
    TimeoutError
        If time is up.
    """
    with open_solver(PROVER) as oracle:
        for clause in formula:
            oracle.add_clause(clause)
        answer = solve(oracle, _left(deadline), assumptions)
        if answer is None:
            raise TimeoutError
        model: list[int] | None = oracle.get_model()
        return model


def write_model(model: Sequence[int], path: Path) -> None:
    """Write a model as solvers print it."""
    with atomic_write(path) as file:
        file.write("s SATISFIABLE\nv " + " ".join(map(str, [*model, 0])) + "\n")


def write_lines(lines: Sequence[str], path: Path) -> None:
    """Write a solution."""
    with atomic_write(path) as file:
        file.writelines(f"{line}\n" for line in lines)


def by_solver(
    formula: Formula, cnf: Path, deadline: float | None, claim: str
) -> Callable[[Path], None]:
    """Return a function that has a solver refute a formula and writes the proof as LRAT.

    Parameters
    ----------
    formula : Formula
    cnf : Path
        The file of the formula.
    deadline : float, optional
        When to give up, by `time.monotonic`.
    claim : str
        What is refuted thereby, for messages.

    Raises
    ------
    UnprovenError
        From the function, if time is up.
    """

    def write_proof(path: Path) -> None:
        with TemporaryDirectory() as scratch:
            drat = Path(scratch, "proof.drat")
            try:
                refute(formula, PROVER, drat, _left(deadline))
                drat_to_lrat(cnf, len(formula), drat, path, _left(deadline))
            except TimeoutError:
                raise UnprovenError("timeout", f"no proof that {claim}") from None
            except InputError:
                raise DisagreementError(f"a solver does not find that {claim}") from None

    return write_proof


def accept(
    folder: Path,
    formula: Formula,
    write_proof: Callable[[Path], None],
    deadline: float | None,
    claim: str,
) -> float:
    """Write the proof for a folder's formula, and return how many seconds cake_lpr took.

    Parameters
    ----------
    folder : Path
        As `as_a_whole` gives it: nothing of it stays if the proof is not accepted.
    formula : Formula
    write_proof : function
        Writes the proof to a path.
    deadline : float, optional
        When the checker is to give up, by `time.monotonic`.
    claim : str
        What is refuted thereby, for messages.

    Raises
    ------
    UnprovenError
        If time is up.
    DisagreementError
        If cake_lpr refuses the proof.
    """
    write_proof(folder / PROOF)
    checked, seconds = check(formula, folder / FORMULA, folder / PROOF, deadline)
    if checked.verdict == REFUSED:
        raise DisagreementError(f"cake_lpr refuses the proof that {claim}: {checked.reason}")
    if checked.verdict == MEMORY:
        raise UnprovenError(MEMORY, f"cake_lpr does not check the proof, {checked.reason}")
    if checked.verdict != VERIFIED:
        raise UnprovenError("timeout", "the proof is not checked")
    return seconds


def write_manifest(
    folder: Path, form: Form, claim: Mapping[str, Any], generator: str, names: Collection[str]
) -> Manifest:
    """Write the manifest of a folder, as the last of its files, and return it.

    Parameters
    ----------
    folder : Path
    form : Form
    claim : mapping
        With the keys of the form's claim.
    generator : str
        Who has written the files.
    names : collection of str
        The files; an answer without a proof is a trivial one.
    """
    manifest: Manifest = {
        "format": form.name,
        **claim,
        "checker": CAKE_LPR,
        "verdict": ACCEPTED if PROOF in names else TRIVIAL,
        "generator": generator,
        "files": {name: described(folder / name) for name in names},
    }
    with atomic_write(folder / MANIFEST) as file:
        json.dump(manifest, file, indent=1, ensure_ascii=False)
        file.write("\n")
    return manifest


def read_manifest(
    folder: Path, form: Form, needed: Callable[[Manifest], Collection[str]]
) -> Manifest:
    """Return the manifest of a folder, once the files are those that it describes.

    Parameters
    ----------
    folder : Path
    form : Form
    needed : function
        Returns the files that a manifest must describe, and no others; it may raise `InputError`.

    Raises
    ------
    InputError
        In a sentence that names the file.
    OSError
        If a file cannot be read.
    """
    path = folder / MANIFEST
    text = read_short(path)
    with error_context(path):
        try:
            manifest: Manifest = json.loads(text, object_pairs_hook=_unambiguous)
        except InputError:
            raise
        except (ValueError, RecursionError) as error:
            why, _, _ = str(error).partition(";")  # what follows is advice for programmers
            raise InputError(f"not a JSON file: {why}") from None
        said = manifest.get("format") if isinstance(manifest, dict) else None
        if isinstance(said, str) and said != form.name:
            raise InputError(
                f"format is {quoted(said, most=60)}, but {form.name!r} is what is verified here; "
                "what another program has proved, its own command verify checks"
            )
        wrong = best_match(Validator(form.schema).iter_errors(manifest))
        if wrong is not None:
            raise InputError(explain(wrong))
        names, described_ = set(needed(manifest)), set(manifest["files"])
        if names - described_:
            raise InputError(f"missing key {min(names - described_)!r} in files")
        if described_ - names:
            raise InputError(f"needless key {min(described_ - names)!r} in files")
    for name, wanted in manifest["files"].items():
        _check_described(folder / name, wanted)
    return manifest


def _unambiguous(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object of these pairs; of a key that stands twice, two readers may see two values.

    Examples
    --------
    >>> _unambiguous([("minimum", 2), ("minimum", 3)])
    Traceback (most recent call last):
    ...
    puzzlesat.common.errors.InputError: the key 'minimum' stands twice
    """
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise InputError(f"the key {key!r} stands twice")
        found[key] = value
    return found


def described(path: Path) -> dict[str, Any]:
    """Return what a manifest says of a file."""
    return {"bytes": path.stat().st_size, "sha256": sha256(path)}


def sizes(manifest: Manifest) -> tuple[int, int]:
    """Return the bytes of formula and proof, 0 where there is none."""
    files = manifest["files"]
    formula, proof = (files[name]["bytes"] if name in files else 0 for name in (FORMULA, PROOF))
    return formula, proof


def read_short(path: Path, most: int = MAX_MANIFEST) -> str:
    """Return the text of a file that has to be short.

    Raises
    ------
    InputError
        If it has more bytes, is none that ends, or is no text; the message names it.
    OSError
        If it cannot be read.
    """
    _check_regular(path)
    size = path.stat().st_size
    if size > most:
        raise InputError(f"{path}: {size:,} bytes; expected at most {most:,}")
    return read_text(path)


def _check_regular(path: Path) -> None:
    """Raise `InputError` for what is there, but may never end, such as a pipe."""
    if path.exists() and not path.is_file():
        raise InputError(f"{path}: not a regular file")


def _check_described(path: Path, wanted: dict[str, Any]) -> None:
    _check_regular(path)
    found = described(path)
    for key, name in (("bytes", "size in bytes"), ("sha256", "SHA-256")):
        if found[key] != wanted[key]:
            raise InputError(
                f"{path}: its {name} is {found[key]}, not {wanted[key]} as in {MANIFEST}"
            )


def check_model(path: Path, formula: Formula, named: str) -> list[int]:
    """Return the model in a file, of which every clause of a formula holds.

    Parameters
    ----------
    path : Path
    formula : Formula
    named : str
        What the formula is called in messages.

    Raises
    ------
    InputError
        If there is none; the message names the file.
    """
    text = read_short(path, MAX_MANIFEST + 12 * formula.variables)
    with error_context(path):
        status, model = parse_answer(text)
        if status != "sat":
            raise InputError("no model in it")
        clause = falsified(formula, model)
        if clause is not None:
            raise InputError(
                f"the clause {' '.join(map(str, clause))} of {named} does not hold in the model"
            )
        return model


def check_refutation(
    folder: Path,
    formula: Formula,
    comments: Mapping[str, object],
    generator: str,
    told: str,
) -> float:
    """Compare a folder's formula with what it should be, have cake_lpr check the proof of that.

    Parameters
    ----------
    folder : Path
    formula : Formula
        What the formula should be; it is written anew.
    comments : mapping
        What its file says besides.
    generator : str
        Who has written it.
    told : str
        What of the manifest determines the formula, for messages.

    Returns
    -------
    float
        How many seconds the check took; `puzzlesat.common.bounded.bounded` limits them.

    Raises
    ------
    InputError
        If the two differ or cake_lpr does not accept the proof; the message names the file.
    """
    with TemporaryDirectory() as scratch:
        anew = Path(scratch, FORMULA)
        write_formula(formula, comments, generator, anew)
        if not filecmp.cmp(anew, folder / FORMULA, shallow=False):
            raise InputError(
                f"{folder / FORMULA}: not what is written for {told} and the generator in "
                f"{MANIFEST}"
            )
        checked, seconds = check(formula, anew, folder / PROOF)
    if checked.verdict == REFUSED:
        raise InputError(f"{folder / PROOF}: cake_lpr does not accept it: {checked.reason}")
    if checked.verdict != VERIFIED:
        raise InputError(f"{folder / PROOF}: not checked, {checked.reason}")
    return seconds


def check(
    formula: Formula, cnf: Path, proof: Path, deadline: float | None = None
) -> tuple[Check, float]:
    """Return the verdict of cake_lpr on a proof, and the seconds that it took.

    Parameters
    ----------
    formula : Formula
    cnf : Path
        The formula as a file, which cake_lpr reads.
    proof : Path
    deadline : float, optional
        When it is to give up, by `time.monotonic`.

    Raises
    ------
    InputError
        If a number in the proof is too large for the formula; the message names the file.
    """
    started = monotonic()
    with error_context(proof):
        check_numbers(proof, formula.variables, len(formula))
    return check_proof(cnf, proof, _left(deadline)), monotonic() - started


def _left(deadline: float | None) -> float | None:
    """Return the seconds that are left, which are never none: programs need some to give up."""
    return None if deadline is None else max(deadline - monotonic(), 0.001)
