"""How an artifact is checked elsewhere: its files, its description, and its minima, found anew."""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterable, Sequence
from itertools import product, zip_longest
from pathlib import Path

import yaml

from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.common.files import read_text
from puzzlesat.report.artifact.archive import damages, files, unpack
from puzzlesat.report.artifact.crate import faults
from puzzlesat.report.artifact.guide import CERTIFICATES, PROOFS, evidence_folders
from puzzlesat.report.artifact.making import MINIMA
from puzzlesat.report.artifact.record import CODE, CONFIG, RESULTS
from puzzlesat.report.rows import Columns, Schema, count, positive, read_rows

BOARD = ("seed", "n", "k", "i")
"""The columns that name a board."""

MINIMUM: Columns = Schema(
    {"seed": count, "n": positive, "k": positive, "i": count, "minimum": count}, key=BOARD
)

THESIS = f"{RESULTS}/thesis"

Minima = dict[tuple[int, ...], int]
"""Minima by the names of their boards."""

MOST = 5
"""So many faults are named in a sentence."""

TABLES = ("minima", "bounds", "wins")
"""The thesis's tables, which follow from raw rows by rules of the same names."""

SETUP, SMOKE = "the installation", "the smoke grid"
AGAIN, RETABLE = "the experiment in part", "the tables from their rows"
VERIFY = "certificates"
"""What is run elsewhere, in words."""

Say = Callable[[str], None]


def check(archive: Path, folder: Path, cores: int, say: Say) -> str:
    """Unpack an artifact, check it, run a part of it again, and return what holds in a sentence.

    Parameters
    ----------
    archive : Path
    folder : Path
        An empty folder, which gets the artifact, its software and the results.
    cores : int
        For Snakemake.
    say : callable
        Is told what is being done.

    Raises
    ------
    InputError
        If the artifact is damaged, or does not run.
    DisagreementError
        If a minimum comes out differently.
    """
    artifact = unpack(archive, folder)
    say("files and description")
    check_files(artifact)
    minima = check_tables(artifact)
    say(SETUP)
    run(artifact, SETUP, ["make", "setup"])
    say(AGAIN)
    cells = corner_cells(artifact)
    run(artifact, AGAIN, snakemake("again", cores, cells))
    found = read_minima([artifact / "again" / cell for cell in cells])
    compare(minima, found)
    say(RETABLE)
    retable(artifact)
    say(VERIFY)
    evidence = corner_evidence(artifact)
    for proofs in evidence:
        run(artifact, VERIFY, [".venv/bin/floodit", "verify", "--quiet", f"../{proofs}"])
    say(SMOKE)
    run(artifact, SMOKE, ["make", "smoke", f"CORES={cores}"])
    found |= read_minima([artifact / CODE / "smoke" / MINIMA])
    compare(minima, found)
    shared = len(minima.keys() & found.keys())
    return (
        f"{archive} holds: every file is whole, the description is valid, all targets run, the "
        f"thesis's tables follow from their rows, {len(evidence)} folders of certificates are "
        f"accepted, and {shared:,} of {len(minima):,} minima, found anew, are the same"
    )


def check_files(artifact: Path) -> None:
    """Raise an error unless all files are as their checksums say, and the description is valid."""
    refuse("damaged", damages(artifact))
    refuse("not a valid RO-Crate", faults(artifact))


def refuse(what: str, found: Sequence[str]) -> None:
    """Raise an error that names faults, if there are any.

    Examples
    --------
    >>> refuse("damaged", ["a is missing"])
    Traceback (most recent call last):
    ...
    puzzlesat.common.errors.InputError: the artifact is damaged: a is missing
    """
    if found:
        raise InputError(f"the artifact is {what}: {_first_of(found)}")


def _first_of(found: Sequence[str]) -> str:
    """Return the first faults, and how many more there are."""
    more = f"; and {len(found) - MOST:,} more" if len(found) > MOST else ""
    return "; ".join(found[:MOST]) + more


def check_tables(artifact: Path) -> Minima:
    """Return the minima of an artifact, whose raw rows must say the same as the table.

    Raises
    ------
    DisagreementError
        If they do not.
    """
    minima = read_minima([artifact / MINIMA])
    raw = read_minima(sorted((artifact / MINIMA).parent.glob("minima/n*_k*.csv")))
    compare(minima, raw, "in the table", "in its rows")
    missing = sorted(minima.keys() - raw.keys())
    if missing:
        raise DisagreementError(f"{named(missing[0])} is in {MINIMA}, but in no row")
    return minima


def read_minima(paths: Iterable[Path]) -> Minima:
    """Return the minima in files of rows."""
    rows = [row for path in paths for row in read_rows(path, MINIMUM)]
    return {tuple(row[key] for key in BOARD): row["minimum"] for row in rows}


def named(board: tuple[int, ...]) -> str:
    """Return the name of a board in words.

    Examples
    --------
    >>> named((2020, 4, 3, 7))
    'board 7 of n 4, k 3, seed 2020'
    """
    seed, n, k, i = board
    return f"board {i} of n {n}, k {k}, seed {seed}"


def compare(
    minima: Minima, found: Minima, there: str = "in the artifact", here: str = "here"
) -> None:
    """Raise an error unless boards in common have the same minima, and there are some.

    Examples
    --------
    >>> compare({(1, 2, 2, 0): 2}, {(1, 2, 2, 0): 3})
    Traceback (most recent call last):
    ...
    puzzlesat.common.errors.DisagreementError: minima differ: board 0 of n 2, k 2, seed 1 has 2 in the artifact and 3 here
    """  # noqa: E501
    shared = sorted(minima.keys() & found.keys())
    if not shared:
        raise InputError(f"no board {there} is also {here}")
    wrong = [
        f"{named(board)} has {minima[board]} {there} and {found[board]} {here}"
        for board in shared
        if minima[board] != found[board]
    ]
    if wrong:
        raise DisagreementError(f"minima differ: {_first_of(wrong)}")


def retable(artifact: Path) -> None:
    """Make the thesis's tables anew from the raw rows of an artifact.

    Raises
    ------
    DisagreementError
        If one comes out differently.
    """
    for rows in ("minima", "timings"):
        given, taken = ((place / THESIS / rows) for place in (artifact, artifact / "tables"))
        if given.is_dir():
            shutil.copytree(given, taken)
    names = [name for name in TABLES if (artifact / f"{THESIS}/{name}.csv").is_file()]
    targets = [f"{THESIS}/{name}.csv" for name in names]
    rules = [f"{name}_table" for name in names]
    run(artifact, RETABLE, snakemake("tables", 1, targets, "--allowed-rules", *rules))
    for target in targets:
        lines = [read_text(place / target).split("\n") for place in (artifact, artifact / "tables")]
        for number, (there, here) in enumerate(zip_longest(*lines), start=1):
            if there != here:
                raise DisagreementError(f"{target}: line {number} does not follow from its rows")


def corner_cells(artifact: Path) -> list[str]:
    """Return the files of minima that are made again: smallest and largest n and k of Fig. 4.2."""
    return [f"{THESIS}/minima/{cell}.csv" for cell in corners(artifact)]


def corner_evidence(artifact: Path) -> list[str]:
    """Return the folders of certificates of the same boards, if there are any.

    Of proofs for the verified checker, one of each cell, where that checker is installed.
    """
    names = [f"{RESULTS}/{name}" for name in files(artifact / RESULTS)]
    found = evidence_folders(names, CERTIFICATES)
    if shutil.which("cake_lpr"):
        found += [x for x in evidence_folders(names, PROOFS) if x.endswith("/board-0")]
    return [folder for folder in found if not set(corners(artifact)).isdisjoint(folder.split("/"))]


def corners(artifact: Path) -> list[str]:
    """Return the names of the smallest and largest n and k of Fig. 4.2.

    Raises
    ------
    InputError
        If the configuration does not tell them.
    """
    try:
        grid = yaml.safe_load(read_text(artifact / CONFIG))["thesis"]["bounds"]
        ends = [sorted({min(grid[key]), max(grid[key])}) for key in ("n_values", "k_values")]
        return [f"n{int(n)}_k{int(k)}" for n, k in product(*ends)]
    except (yaml.YAMLError, KeyError, TypeError, ValueError, RecursionError):
        raise InputError(
            f"{CONFIG}: expected lists of numbers, thesis.bounds.n_values and .k_values"
        ) from None


def snakemake(folder: str, cores: int, targets: Sequence[str], *options: str) -> list[str]:
    """Return the command that makes targets with the configuration of the artifact."""
    return [
        *(".venv/bin/python", "-m", "snakemake", "--cores", str(cores)),
        *("--directory", f"../{folder}", "--configfile", f"../{CONFIG}", "--show-failed-logs"),
        *(*options, "--", *targets),
    ]


def run(artifact: Path, what: str, command: Sequence[str]) -> None:
    """Run a command in the code of an artifact, whose output goes to a file beside it.

    Raises
    ------
    InputError
        If it fails; the sentence has what our programs said of it, or else its last lines.
    """
    log = artifact.parent / f"{what.replace(' ', '-')}.log"
    with log.open("w") as file:
        done = subprocess.run(
            command,
            cwd=artifact / CODE,
            env=surroundings(artifact / CODE),
            stdout=file,
            stderr=subprocess.STDOUT,
            check=False,
        )
    if done.returncode:
        raise InputError(f"{what} failed, {' '.join(command)}: {reason(read_text(log))}")


def reason(said: str) -> str:
    r"""Return what our programs say of an error among other things, or else the last lines.

    Examples
    --------
    >>> reason("a\nfloodit: b.csv: no rows\nc\n"), reason("a\nb\n")
    ('floodit: b.csv: no rows', 'a / b')
    """
    lines = [line for line in said.splitlines() if line]
    ours = [line for line in lines if line.startswith(("floodit: ", "flowfree: ", "minesweeper: "))]
    return " / ".join(ours[:1] or lines[-4:])


def surroundings(code: Path) -> dict[str, str]:
    """Return the variables of the system for a program that is nothing to do with this one.

    Neither the make that has started this nor its environment of Python is the artifact's.
    """
    ours = ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES", "VIRTUAL_ENV", "PYTHONPATH")
    kept = {name: value for name, value in os.environ.items() if name not in ours}
    return kept | {"PATH": f"{code.resolve()}/.venv/bin{os.pathsep}{kept['PATH']}"}
