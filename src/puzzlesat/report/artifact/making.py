"""How an artifact is put together: the code as it was committed, and what a run of it has made."""

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import yaml

from puzzlesat.common.errors import InputError
from puzzlesat.report.artifact.archive import pack, unpack_code, write_checksums
from puzzlesat.report.artifact.crate import GUIDE, write_metadata
from puzzlesat.report.artifact.guide import write_guide
from puzzlesat.report.artifact.jobs import job_rows
from puzzlesat.report.artifact.record import (
    CODE,
    CONFIG,
    FIGURES,
    JOB_LIST,
    RESULTS,
    Commit,
    Record,
)
from puzzlesat.report.rows import write_rows

MINIMA = f"{RESULTS}/thesis/minima.csv"
"""What a run must have made at least: what others compare theirs with."""


def git(root: Path, *arguments: str) -> bytes:
    """Return what git says of a repository.

    Raises
    ------
    InputError
        If it does not know.
    """
    done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, check=False)
    if done.returncode:
        raise InputError(f"{root}: git {arguments[0]}: {done.stderr.decode().strip()}")
    return done.stdout


def committed(root: Path) -> Commit:
    """Return the commit that a repository is at.

    Raises
    ------
    InputError
        If something in it is not committed: the archive would hold another code than was run.
    """
    changed = git(root, "status", "--porcelain", "--untracked-files=no").decode().split("\n")[0]
    if changed:
        raise InputError(f"{changed[3:]} is not as it was committed; commit it, or undo it")
    name, seconds = git(root, "log", "-1", "--format=%H %ct").decode().split()
    return Commit(name, int(seconds))


def check_run(root: Path, run: Path) -> None:
    """Raise an error unless a run is whole, and made by the code that is there.

    Parameters
    ----------
    root : Path
        The code.
    run : Path
        Where Snakemake ran.

    Raises
    ------
    InputError
        If something is missing, or would be made anew.
    """
    for name in (MINIMA, CONFIG):
        if not (run / name).is_file():
            raise InputError(f"{run / name} is missing; make reproduce writes it")
    made = [row["output"] for row in job_rows(run)]
    if not made:
        raise InputError(f"{run}: Snakemake's notes are missing; choose the folder in which it ran")
    rules = stale_rules(root, run, made)
    if rules:
        raise InputError(
            f"{run}: the code, the configuration or inputs of {', '.join(rules)} have changed; run "
            "make reproduce, and the studies that are there, again"
        )


def stale_rules(root: Path, run: Path, made: Sequence[str]) -> list[str]:
    """Return the rules that Snakemake would run again.

    Parameters
    ----------
    root : Path
        The code.
    run : Path
        Where Snakemake ran.
    made : sequence of str
        What it has made there.
    """
    done = subprocess.run(
        [
            *("snakemake", "--snakefile", str(root.resolve() / "Snakefile"), "--nolock"),
            *("--directory", str(run), "--configfile", str((run / CONFIG).resolve())),
            *("--dry-run", "--quiet", "rules", "--", *made),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        why = (done.stderr or done.stdout).strip().splitlines()[-1]
        raise InputError(f"{run}: snakemake --dry-run: {why}")
    return planned(done.stdout + done.stderr)


def planned(said: str) -> list[str]:
    r"""Return the rules that a dry run of Snakemake lists, those aside that only gather.

    Examples
    --------
    >>> planned("Job stats:\njob  count\n---  -----\nall  1\ntime  2\ntotal  3\n\n")
    ['time']
    """
    listed = said.partition("Job stats:\n")[2].partition("\n\n")[0].splitlines()[2:]
    return sorted({line.split()[0] for line in listed} - {"all", "total"})


def make(root: Path, run: Path, output: Path, commit: Commit) -> Path:
    """Write the artifact of a run, and return where.

    Parameters
    ----------
    root : Path
        The repository of the code.
    run : Path
        Where Snakemake ran.
    output : Path
        The folder that gets the archive.
    commit : Commit
        The commit of the code.
    """
    with TemporaryDirectory() as scratch:
        folder = Path(scratch) / "artifact"
        unpack_code(git(root, "archive", commit.name), folder / CODE)
        copy_run(run, folder)
        citation = yaml.safe_load((folder / CODE / "CITATION.cff").read_text(encoding="utf-8"))
        folder = folder.rename(folder.with_name(f"puzzlesat-{citation['version']}-artifact"))
        describe(folder, commit)
        path = output / f"{folder.name}.tar.xz"
        pack(folder, path, commit.seconds)
    return path


def copy_run(run: Path, folder: Path) -> None:
    """Copy what a run has made, and list its jobs; what is hidden is not finished."""
    for part in (RESULTS, FIGURES):
        if (run / part).is_dir():
            shutil.copytree(run / part, folder / part, ignore=shutil.ignore_patterns(".*"))
    jobs = job_rows(run)
    if jobs:
        write_rows(jobs, folder / JOB_LIST)


def describe(folder: Path, commit: Commit) -> None:
    """Write the guide, the description and the checksums of an artifact whose rest is there."""
    write_guide(folder / GUIDE, Record(folder), commit)
    write_metadata(folder, commit)
    write_checksums(folder)
