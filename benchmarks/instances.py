"""How fast an instance of the SAT Competition's size is written, and with how much memory.

    python benchmarks/instances.py [N K MOVES]

Each way runs in a process of its own, from the board to the complete file in a temporary folder.
Ratios are to a plain write of the same bytes, which are in memory already. PySAT's CNF.to_file
gets the clauses as Python lists; its time includes making these lists, as our time includes making
the templates.
"""

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import monotonic

from pysat.formula import CNF

from puzzlesat.common.files import atomic_write
from puzzlesat_studies.core.measuring import in_subprocess
from puzzlesat_studies.floodit.instances import sampled_instance, write_instance


def ours(path: Path, n: int, k: int, m: int) -> float:
    """Write as `python -m puzzlesat_studies instance` does."""
    started = monotonic()
    write_instance(sampled_instance(2020, n, k, 0, m, "minimal", "corrected"), 2020, 0, path)
    return monotonic() - started


def plain(path: Path, source: Path) -> float:
    """Write bytes that are there."""
    content = source.read_bytes()
    started = monotonic()
    with atomic_write(path, binary=True) as file:
        file.write(content)
    return monotonic() - started


def pysat(path: Path, n: int, k: int, m: int) -> float:
    """Make lists of all clauses and have PySAT write them."""
    started = monotonic()
    formula = sampled_instance(2020, n, k, 0, m, "minimal", "corrected").formula()
    CNF(from_clauses=list(formula)).to_file(str(path))
    return monotonic() - started


def main() -> None:
    """Print a table."""
    n, k, m = map(int, sys.argv[1:]) if len(sys.argv) > 1 else (70, 10, 229)
    print(f"n = {n}, k = {k}, m = {m}; load {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores\n")
    with tempfile.TemporaryDirectory() as folder:
        text, packed, copy, theirs = (
            Path(folder, name) for name in ("a.cnf", "a.cnf.xz", "b.cnf", "c.cnf")
        )
        ours(text, 4, 3, 5)  # imports what the forked processes would import
        ways: list[tuple[str, Path, Callable[..., float], tuple]] = [
            ("board to .cnf", text, ours, (n, k, m)),
            ("plain write", copy, plain, (text,)),
            ("board to .cnf.xz", packed, ours, (n, k, m)),
            ("PySAT to_file", theirs, pysat, (n, k, m)),
        ]
        found = {}
        for name, path, way, arguments in ways:
            found[name] = in_subprocess(way, path, *arguments)
        megabytes = text.stat().st_size / 1e6
        base = found["plain write"].result
        print(f"{megabytes:.1f} MB of text, {packed.stat().st_size / 1e6:.1f} MB as .xz\n")
        print(f"{'':18}{'s':>8}{'MB/s':>8}{'x plain':>9}{'peak MB':>9}")
        for name, (seconds, peak, _) in found.items():
            print(
                f"{name:18}{seconds:8.2f}{megabytes / seconds:8.0f}{seconds / base:9.1f}"
                f"{peak / 2**20:9.0f}"
            )


if __name__ == "__main__":
    main()
