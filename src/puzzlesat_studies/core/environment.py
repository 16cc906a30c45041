"""The record of a run: the versions, the machine, the date and the configuration."""

import platform
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import psutil

from puzzlesat.common.files import read_text
from puzzlesat.common.records import parse_rows

PACKAGES = ("snakemake", "python-sat", "numpy", "scipy", "pandas", "matplotlib", "seaborn")


def environment() -> dict[str, Any]:
    """Return the versions of the software, and this machine's processor, cores and memory (GiB)."""
    return {
        "puzzlesat": version("puzzlesat"),
        "python": sys.version.split()[0],
        **{name: version(name) for name in PACKAGES},
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

    The machines and solvers (the version of python-sat, or the digest of a program) that produced
    the rows in the files `times` are listed separately, because rows may be older than the record,
    or come from the nodes of a cluster.
    """
    columns = {"host": str, "version": str}
    rows = [row for path in times for row in parse_rows(read_text(path), columns)]
    return environment() | {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "timed_on_hosts": sorted({row["host"] for row in rows}),
        "timed_with": sorted({row["version"] for row in rows}),
        "config": config,
    }
