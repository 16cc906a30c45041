"""Provenance of results: the code, the versions and the machine that produced them.

Snakemake does not track the code that a command runs. So every rule has the digest of this code as
a parameter, and its output is made again after a change of the code.
"""

import ast
import hashlib
import platform
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import psutil

from puzzlesat import _engine
from puzzlesat.common.rows import read_rows
from puzzlesat_studies.core.study import Step

PACKAGE = "puzzlesat"
VERSIONS = ("snakemake", "python-sat", "numpy", "scipy", "pandas", "matplotlib", "seaborn")

ROOT = Path(__file__).parents[2]
SHARED = ("common", "sat", "proofs")


@cache
def step_digest(step: Step) -> str:
    """Return a digest of the code on which the output of a step depends.

    This is the code of the study's puzzle and of the shared packages without their commands and
    drawings, the engine, and the study without its other steps. Comments, docstrings and layout do
    not count.
    """
    puzzle = step.study.module.partition(".")[0]
    digest = hashlib.sha256(_engine.SOURCES.encode())
    for folder in (puzzle, *SHARED):
        for path in sorted((ROOT / "puzzlesat" / folder).rglob("*.py")):
            if not {"cli", "show"} & set(path.parts):
                digest.update(f"{path.relative_to(ROOT).as_posix()}\0{_code(path)}".encode())
    names = {each.make.__name__ for each in step.study.steps.values() if each is not step}
    place = ROOT / "puzzlesat_studies" / step.study.module.replace(".", "/")
    files = sorted(place.rglob("*.py")) if place.is_dir() else [place.with_suffix(".py")]
    for path in files:
        digest.update(_code(path, frozenset(names)).encode())
    return digest.hexdigest()[:16]


@cache
def _code(path: Path, without: frozenset[str] = frozenset()) -> str:
    """Return the syntax tree of a module without docstrings and some of its functions."""
    tree = ast.parse(path.read_bytes())
    tree.body = [node for node in tree.body if getattr(node, "name", None) not in without]
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and _is_docstring(body[0]):
            del body[0]
    return ast.dump(tree)


def _is_docstring(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


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


def record(config: dict[str, Any], times: Sequence[str]) -> dict[str, Any]:
    """Return versions, machine, date and configuration of a run.

    The machines and solvers that produced the rows in the files `times` are listed separately,
    because rows may be older than the record, or come from the nodes of a cluster.
    """
    rows = [row for path in times for row in read_rows(path, {"host": str, "version": str})]
    return environment() | {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "timed_on_hosts": sorted({row["host"] for row in rows}),
        "timed_with_python-sat": sorted({row["version"] for row in rows}),
        "config": config,
    }
