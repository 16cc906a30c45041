"""Provenance of results: the code, the versions and the machine that produced them.

Snakemake does not track the code that a command runs. So every rule has the digest of its puzzle's
sources as a parameter, and the rule's results are recreated after any change to these sources.
"""

import hashlib
import json
import platform
import sys
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import click
import psutil
import yaml

from puzzlesat import _engine
from puzzlesat.common.errors import InputError
from puzzlesat.common.files import atomic_write
from puzzlesat.common.rows import read_rows

PACKAGE = "puzzlesat"
VERSIONS = ("snakemake", "python-sat", "numpy", "scipy", "pandas", "matplotlib", "seaborn")

ROOT = Path(__file__).parents[2]
PUZZLES = ("floodit", "flowfree", "minesweeper")
SHARED = ("common", "sat", "proofs")


@cache
def source_digest(puzzle: str) -> str:
    """Return a digest of a puzzle's package, of the shared packages and of the engine's sources.

    The digest covers whole files, including comments. If a change does not affect the results,
    ``snakemake --touch`` keeps them. Raise `InputError` if there is no such puzzle.
    """
    if puzzle not in PUZZLES:
        raise InputError(f"unknown puzzle {puzzle!r}; expected one of {', '.join(PUZZLES)}")
    digest = hashlib.sha256(_engine.SOURCES.encode())
    library = [f"puzzlesat/{folder}" for folder in (puzzle, *SHARED)]
    for folder in (*library, f"puzzlesat_studies/{puzzle}", "puzzlesat_studies/core"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and path.parent.name != "__pycache__":
                digest.update(f"{path.relative_to(ROOT).as_posix()}\0".encode())
                digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


def environment() -> dict[str, Any]:
    """Return the versions of the software, and this machine's processor, cores and memory (GiB)."""
    return {
        "puzzlesat": version(PACKAGE),
        "python": sys.version.split()[0],
        **{name: version(name) for name in VERSIONS},
        "system": platform.platform(),
        "processor": _processor(),
        "cores": psutil.cpu_count(),
        "memory_gib": round(psutil.virtual_memory().total / 2**30, 1),
        "host": platform.node(),
    }


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


@click.group()
def main() -> None:
    """Record the configuration and the environment of a run."""


@main.command("config")
@click.argument("config")
@click.argument("output")
def write_config(config: str, output: str) -> None:
    """Write the CONFIG, given as JSON, to OUTPUT as YAML."""
    with atomic_write(output) as file:
        yaml.safe_dump(json.loads(config), file, sort_keys=False)


@main.command("environment")
@click.argument("config")
@click.argument("output")
@click.argument("times", nargs=-1)
def write_environment(config: str, output: str, times: tuple[str, ...]) -> None:
    """Write versions, machine, date and CONFIG (JSON) to OUTPUT.

    The machines and solvers that produced the rows in TIMES are listed separately, because rows may
    be older than the record, or come from the nodes of a cluster.
    """
    rows = [row for path in times for row in read_rows(path, {"host": str, "version": str})]
    record = environment() | {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "timed_on_hosts": sorted({row["host"] for row in rows}),
        "timed_with_python-sat": sorted({row["version"] for row in rows}),
        "config": json.loads(config),
    }
    with atomic_write(output) as file:
        file.write(json.dumps(record, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
