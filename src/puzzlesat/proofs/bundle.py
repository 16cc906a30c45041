"""Proof bundles: folders with everything that is needed to verify an answer.

================= ============================================================================
``formula.cnf``   a formula in DIMACS that is satisfiable only if the answer is wrong
``proof.lrat``    a proof in LRAT that the formula is unsatisfiable
``solution.txt``  a certificate that is checked against the puzzle's rules, such as a solution
``model.txt``     the solution as a model of the formula that encodes the puzzle
``manifest.json`` puzzle and answer, generator and checker, and size and SHA-256 of the other files
================= ============================================================================

The answer in a manifest is correct if the certificate is valid, the formula is the one that this
project writes for the manifest, and the verified checker cake_lpr accepts the proof. How the answer
and the proof were found is irrelevant. Each puzzle defines its files and formulas; this module
contains the common part.
"""

import filecmp
import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, NamedTuple

from puzzlesat.common.deadline import NEVER, Deadline
from puzzlesat.common.errors import DisagreementError, InputError, error_context, quoted
from puzzlesat.common.files import atomic_write, folder_for, read_text, sha256
from puzzlesat.proofs import checks
from puzzlesat.sat.answer import parse_answer
from puzzlesat.sat.dimacs import write
from puzzlesat.sat.formula import Formula, falsified_clause
from puzzlesat.sat.proof import (
    ACCEPTED,
    CAKE_LPR,
    DRAT_TRIM,
    MEMORY,
    REFUSED,
    VERIFIED,
    CheckResult,
    check_installed,
    check_numbers,
    check_proof,
    drat_to_lrat,
    refute,
)
from puzzlesat.sat.solver import decide, load, open_solver

FORMULA, PROOF, SOLUTION, MODEL = "formula.cnf", "proof.lrat", "solution.txt", "model.txt"
MANIFEST = "manifest.json"

FILES = (FORMULA, PROOF, SOLUTION, MODEL)
"""The files that a manifest describes."""

NAMES = (*FILES, MANIFEST)
"""The files of a bundle; the manifest is written last."""

GENERATOR = f"puzzlesat {version('puzzlesat')}"

TRIVIAL = "trivial"
"""The verdict on an answer that needs no proof."""

PROVER = "glucose4"
"""PySAT's name of the solver that finds models and proofs."""

MAX_MANIFEST_BYTES = 1 << 20
"""Maximum size of a manifest or solution, in bytes."""

MAX_DIGITS = 18
"""Maximum number of digits of a number in a manifest."""

FILE = checks.mapping_of(
    {
        "bytes": checks.whole_number(0),
        "sha256": checks.text_matching("[0-9a-f]{64}", "64 hexadecimal digits"),
    }
)
"""The check of the description of a file."""

Manifest = dict[str, Any]


class ManifestForm(NamedTuple):
    """The format of manifests for one kind of answer.

    `name` is the value of the key ``format``, and `claim` contains the check of each key of
    the claim, of which those in `optional` may be missing. `may_be_trivial` states whether some
    answers need no proof.
    """

    name: str
    claim: Mapping[str, checks.Check]
    optional: Collection[str] = ()
    may_be_trivial: bool = False

    def check(self, value: Any) -> None:
        """Raise `InputError` unless a value is a manifest of this form."""
        verdicts = [ACCEPTED, *[TRIVIAL] * self.may_be_trivial]
        keys = {
            "format": checks.one_of([self.name]),
            **self.claim,
            "checker": checks.one_of([CAKE_LPR]),
            "verdict": checks.one_of(verdicts),
            "generator": checks.text_matching(),
            "files": checks.mapping_of(dict.fromkeys(FILES, FILE), optional=FILES),
        }
        checks.mapping_of(keys, self.optional)(value, "")


class UnprovenError(InputError):
    """Time or memory does not suffice to prove an answer.

    `status` is ``timeout`` or ``memory``; the message begins with `sentence`.
    """

    def __init__(self, status: str, sentence: str) -> None:
        super().__init__(f"{sentence}: {'time' if status == 'timeout' else 'memory'} ran out")
        self.status = status


@contextmanager
def within_limits(sentence: str) -> Iterator[None]:
    """Raise `UnprovenError` with a sentence if time or memory runs out in the block."""
    try:
        yield
    except TimeoutError:
        raise UnprovenError("timeout", sentence) from None
    except MemoryError:
        raise UnprovenError("memory", sentence) from None


def check_solver_installed() -> None:
    """Raise `InputError` unless the programs that `prove_by_solver` needs are on the PATH."""
    check_installed(CAKE_LPR)
    check_installed(DRAT_TRIM)


def in_words(seconds: float) -> str:
    """Return the end of a sentence about a verified answer.

    >>> in_words(0.25)
    'verified by cake_lpr in 0.2 s'
    """
    return f"verified by {CAKE_LPR} in {seconds:.1f} s"


@contextmanager
def replacing(folder: Path, form: ManifestForm) -> Iterator[Path]:
    """Yield an empty folder for a bundle that will replace the earlier one, if any.

    At the end, the files are moved to the final folder, the manifest last. If the block fails, the
    final folder remains unchanged. Raise `InputError` if the final folder contains anything but a
    bundle whose manifest has the given format.
    """
    earlier = _replaceable(folder, form)
    with folder_for(folder), TemporaryDirectory(dir=folder, prefix=".unfinished-") as scratch:
        with _errors_named_in(folder, scratch):
            yield Path(scratch)
        for name in earlier:
            (folder / name).unlink(missing_ok=True)
        for name in NAMES:
            if Path(scratch, name).exists():
                Path(scratch, name).replace(folder / name)


def _replaceable(folder: Path, form: ManifestForm) -> list[str]:
    """Return the files of an earlier bundle, the manifest first; refuse any other files."""
    names = {path.name for path in folder.iterdir()} if folder.is_dir() else set()
    if not names:
        return []
    ours = {MANIFEST, *_listed(folder / MANIFEST, form)}
    for other in sorted(names - ours):
        raise InputError(
            f"{folder} contains {other}, which is not part of a proof; choose another folder"
        )
    return [MANIFEST, *sorted(names - {MANIFEST})]


def _listed(path: Path, form: ManifestForm) -> set[str]:
    """Return the files that a manifest lists, or none if it is missing; refuse other formats."""
    if not path.is_file() or path.is_symlink():
        return set()
    try:
        manifest = json.loads(read_short(path))
        if manifest["format"] == form.name:
            return {*NAMES} & {*manifest["files"]}
    except (InputError, ValueError, TypeError, KeyError, RecursionError):
        pass
    raise InputError(f"{path} is not the manifest of such a proof; choose another folder")


@contextmanager
def _errors_named_in(folder: Path, scratch: str) -> Iterator[None]:
    """In the file names of errors, replace the temporary folder with the final one."""
    try:
        yield
    except OSError as error:
        if error.filename and Path(error.filename).is_relative_to(scratch):
            error.filename = str(folder / Path(error.filename).relative_to(scratch))
        raise


def write_formula(
    formula: Formula, comments: Mapping[str, object], generator: str, path: Path
) -> None:
    """Write a formula as DIMACS, with those comments that the manifest determines."""
    other_comments = {
        key: value for key, value in comments.items() if key not in ("command", "seed")
    }
    with atomic_write(path, binary=True) as file:
        write(formula, other_comments | {"generator": generator}, file)


def find_model(
    formula: Formula, assumptions: Sequence[int] = (), deadline: Deadline = NEVER
) -> list[int] | None:
    """Return a model of a formula under assumptions, or None; raise `TimeoutError` if too late."""
    with open_solver(PROVER) as oracle:
        load(oracle, formula, deadline)
        decide(oracle, deadline, assumptions)
        return oracle.get_model()


def write_model(model: Sequence[int], path: Path) -> None:
    """Write a model in the SAT Competition's format."""
    with atomic_write(path) as file:
        file.write("s SATISFIABLE\nv " + " ".join(map(str, [*model, 0])) + "\n")


def write_lines(lines: Sequence[str], path: Path) -> None:
    """Write the lines of a solution."""
    with atomic_write(path) as file:
        file.writelines(f"{line}\n" for line in lines)


def prove_by_solver(
    folder: Path,
    deadline: Deadline,
    claim: str,
    generator: str,
    formula: Formula,
    comments: Mapping[str, object],
) -> float:
    """Write a formula and a SAT solver's proof that it is unsatisfiable, and check the proof.

    `claim` is what the proof shows, for messages. Return the duration of the check in seconds.
    Raise `UnprovenError` if time or memory does not suffice, and `DisagreementError` if the formula
    is satisfiable or a checker rejects the proof.
    """
    with TemporaryDirectory() as scratch, within_limits(f"no proof that {claim}"):
        drat = Path(scratch, "proof.drat")
        try:
            refute(formula, PROVER, drat, deadline)
        except InputError:
            raise DisagreementError(f"a solver does not confirm that {claim}") from None
        write_formula(formula, comments, generator, folder / FORMULA)
        drat_to_lrat(folder / FORMULA, len(formula), drat, folder / PROOF, deadline.remaining)
    return check_written(folder, formula, deadline, claim)


def check_written(folder: Path, formula: Formula, deadline: Deadline, claim: str) -> float:
    """Check the proof that has been written to a folder, and return the duration in seconds.

    Parameters and exceptions are those of `prove_by_solver`.
    """
    checked, seconds = _check(formula, folder / FORMULA, folder / PROOF, deadline)
    if checked.verdict == REFUSED:
        raise DisagreementError(f"cake_lpr rejects the proof that {claim}: {checked.reason}")
    if checked.verdict == MEMORY:
        raise UnprovenError(MEMORY, f"cake_lpr cannot check the proof ({checked.reason})")
    if checked.verdict != VERIFIED:
        raise UnprovenError("timeout", "the proof was not checked")
    return seconds


def write_manifest(
    folder: Path, form: ManifestForm, claim: Mapping[str, Any], generator: str
) -> Manifest:
    """Write the manifest of a folder that contains all other files, and return the manifest.

    Without a proof among the files, the verdict is `TRIVIAL`. `claim` contains the values of the
    claim's keys. `generator` is the program that wrote the files, with its version.
    """
    files = {name: _described(folder / name) for name in FILES if (folder / name).exists()}
    manifest: Manifest = {
        "format": form.name,
        **claim,
        "checker": CAKE_LPR,
        "verdict": ACCEPTED if PROOF in files else TRIVIAL,
        "generator": generator,
        "files": files,
    }
    with atomic_write(folder / MANIFEST) as file:
        json.dump(manifest, file, indent=1, ensure_ascii=False)
        file.write("\n")
    return manifest


def read_manifest(
    folder: Path, form: ManifestForm, needed: Callable[[Manifest], Collection[str]]
) -> Manifest:
    """Return the manifest of a folder after checking the sizes and checksums of its files.

    `needed` returns exactly the names of the files that a manifest must list, and may raise
    `InputError`. Raise `InputError`, with the name of the file, if the manifest is invalid or a
    file differs from its entry, and `OSError` if a file cannot be read.
    """
    path = folder / MANIFEST
    text = read_short(path)
    with error_context(path):
        try:
            manifest: Manifest = json.loads(text, object_pairs_hook=_unambiguous, parse_int=_number)
        except InputError:
            raise
        except (ValueError, RecursionError) as error:
            why, _, _ = str(error).partition(";")  # the rest advises programmers
            raise InputError(f"not a JSON file: {why}") from None
        format_name = manifest.get("format") if isinstance(manifest, dict) else None
        if isinstance(format_name, str) and format_name != form.name:
            raise InputError(
                f"format is {quoted(format_name, 60)}, not {form.name!r}; if another program wrote "
                "the proof, use the verify command of that program"
            )
        form.check(manifest)
        needed_names, listed_names = set(needed(manifest)), set(manifest["files"])
        if needed_names - listed_names:
            raise InputError(f"missing key {min(needed_names - listed_names)!r} in files")
        if listed_names - needed_names:
            raise InputError(f"unexpected key {min(listed_names - needed_names)!r} in files")
    for name, wanted in manifest["files"].items():
        _check_described(folder / name, wanted)
    return manifest


def _unambiguous(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object; raise `InputError` for a duplicate key, whose value is ambiguous.

    >>> _unambiguous([("minimum", 2), ("minimum", 3)])
    Traceback (most recent call last):
    ...
    puzzlesat.common.errors.InputError: duplicate key 'minimum'
    """
    mapping: dict[str, Any] = {}
    for key, value in pairs:
        if key in mapping:
            raise InputError(f"duplicate key {key!r}")
        mapping[key] = value
    return mapping


def _number(text: str) -> int:
    """Return an integer of a JSON file; raise `InputError` if no size could be that large."""
    if len(text) > MAX_DIGITS:
        raise InputError(f"{quoted(text)} has more than {MAX_DIGITS} digits")
    return int(text)


def _described(path: Path) -> dict[str, Any]:
    """Return a manifest's description of a file."""
    return {"bytes": path.stat().st_size, "sha256": sha256(path)}


def sizes(manifest: Manifest) -> tuple[int, int]:
    """Return the sizes of formula and proof in bytes, 0 for a missing file."""
    files = manifest["files"]
    formula, proof = (files[name]["bytes"] if name in files else 0 for name in (FORMULA, PROOF))
    return formula, proof


def read_short(path: Path, max_bytes: int = MAX_MANIFEST_BYTES) -> str:
    """Return the text of a short file.

    Raise `InputError`, with the name of the file, if it is too long, not a regular file or not
    text, and `OSError` if it cannot be read.
    """
    _check_regular(path)
    size = path.stat().st_size
    if size > max_bytes:
        raise InputError(f"{path}: {size:,} bytes; expected at most {max_bytes:,}")
    return read_text(path)


def _check_regular(path: Path) -> None:
    """Raise `InputError` for a pipe or device, whose content may never end."""
    if path.exists() and not path.is_file():
        raise InputError(f"{path}: not a regular file")


def _check_described(path: Path, wanted: dict[str, Any]) -> None:
    _check_regular(path)
    actual = _described(path)
    for key, name in (("bytes", "size in bytes"), ("sha256", "SHA-256")):
        if actual[key] != wanted[key]:
            raise InputError(
                f"{path}: its {name} is {actual[key]}, not {wanted[key]} as in {MANIFEST}"
            )


def check_model(path: Path, formula: Formula, named: str) -> list[int]:
    """Return the model in a file, after checking that it satisfies every clause of a formula.

    Raise `InputError`, with the name of the file, if the file contains no model of the formula.
    `named` is the name of the formula in messages.
    """
    text = read_short(path, MAX_MANIFEST_BYTES + 12 * formula.variables)
    with error_context(path):
        status, model = parse_answer(text)
        if status != "sat":
            raise InputError("it contains no model")
        clause = falsified_clause(formula, model)
        if clause is not None:
            raise InputError(
                f"the clause {' '.join(map(str, clause))} of {named} does not hold in the model"
            )
        return model


def check_refutation(
    folder: Path, formula: Formula, comments: Mapping[str, object], generator: str, inputs: str
) -> float:
    """Compare a folder's formula with the expected one, and check the proof with cake_lpr.

    The expected formula is written again, with its comments and the generator of the manifest, and
    the proof is checked against the new file. `inputs` names the parts of the manifest that
    determine the formula, for messages. Return the duration of the check in seconds. Raise
    `InputError`, with the name of the file, if the formulas differ or cake_lpr rejects the proof.
    """
    with TemporaryDirectory() as scratch:
        expected = Path(scratch, FORMULA)
        write_formula(formula, comments, generator, expected)
        if not filecmp.cmp(expected, folder / FORMULA, shallow=False):
            raise InputError(
                f"{folder / FORMULA}: not the formula for {inputs} and the generator in {MANIFEST}"
            )
        checked, seconds = _check(formula, expected, folder / PROOF)
    if checked.verdict == REFUSED:
        raise InputError(f"{folder / PROOF}: cake_lpr rejects it: {checked.reason}")
    if checked.verdict != VERIFIED:
        raise InputError(f"{folder / PROOF}: not checked: {checked.reason}")
    return seconds


def _check(
    formula: Formula, cnf: Path, proof: Path, deadline: Deadline = NEVER
) -> tuple[CheckResult, float]:
    """Return cake_lpr's verdict and running time in seconds.

    Raise `InputError` if the proof contains a number too large for the formula.
    """
    started = monotonic()
    with error_context(proof):
        check_numbers(proof, formula.variables, len(formula))
    return check_proof(cnf, proof, deadline.remaining), monotonic() - started
