"""Estimate the cost of larger studies from measured seconds per board, for docs/scaling.md.

python benchmarks/scaling.py            the numbers, from reference/scaling
python benchmarks/scaling.py --write    the same, into docs/scaling.md
python benchmarks/scaling.py --measure  measure reference/scaling/seconds.csv again (a minute)
python benchmarks/scaling.py --count    recount reference/scaling/jobs.csv by snakemake --dry-run
"""

import argparse
import re
import subprocess
import sys
from collections.abc import Iterator
from heapq import heappop, heappush
from math import ceil, exp
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import fill
from time import process_time

import numpy as np
import pandas as pd

from puzzlesat.common.rows import Row

ROOT = Path(__file__).parents[1]
SECONDS = ROOT / "reference/scaling/seconds.csv"
JOBS = ROOT / "reference/scaling/jobs.csv"
PAGE = ROOT / "docs/scaling.md"

SIZES, COLOURS = range(4, 12), range(3, 7)
MEASURED_BOARDS = {n: 6 if n < 8 else 4 for n in SIZES}
"""Boards measured in a cell."""

RUNS = 5
"""Solves of each encoding in a board's timing job: the configured repeats."""

OVERHEAD = 60.0
"""Seconds that a scheduler adds to each job: queue, start, Snakemake itself."""

BOARDS_PER_CELL = 10_000
CHUNKS = (1000, 2500, 5000, 10_000)
CORES = (10, 100, 1000)

Cell = tuple[int, int]
"""(n, k)."""


def measure() -> None:
    """Write the CPU seconds of the workflow's two heavy steps, a row for each board.

    Other load on the machine can only add to a time, so the smaller of two times is used.
    """
    from puzzlesat.common.command import progress
    from puzzlesat.common.rows import write_rows
    from puzzlesat.floodit.board.sample import random_board_rows
    from puzzlesat_studies.floodit.boards import SampledBoard
    from puzzlesat_studies.floodit.measure import PHASES, FoundMinimum, find_minimum, time_encodings

    def clocked(row: SampledBoard) -> tuple[float, FoundMinimum]:
        start = process_time()
        found = find_minimum(row, "bounded", "minimal", "minisat22")
        return process_time() - start, found

    def timed(found: FoundMinimum, encoding: str) -> float:
        runs = time_encodings([found], (encoding,), "minisat22", 2, None)
        return RUNS * min(sum(run[f"{phase}_seconds"] for phase in PHASES) for run in runs)

    def rows() -> Iterator[Row]:
        for n, k in progress([(n, k) for n in SIZES for k in COLOURS], unit="cell"):
            for row in (
                SampledBoard(**each)
                for each in random_board_rows(2020, n, k, range(MEASURED_BOARDS[n]))
            ):
                (first, found), (second, _) = clocked(row), clocked(row)
                yield {
                    **row.key,
                    "minimum_seconds": min(first, second),
                    "time_seconds": sum(timed(found, name) for name in ("minimal", "extended")),
                }

    write_rows(rows(), SECONDS)


def count() -> None:
    """Write how many jobs of each rule Snakemake plans for BOARDS_PER_CELL boards."""
    rows = []
    for chunk in CHUNKS:
        with TemporaryDirectory() as folder:
            done = subprocess.run(
                [
                    *(sys.executable, "-m", "snakemake", "--snakefile", str(ROOT / "Snakefile")),
                    *("--directory", folder, "--dry-run", "--quiet", "rules", "--cores", "1"),
                    *("--config", f"thesis={{boards: {BOARDS_PER_CELL}, chunk: {chunk}}}"),
                ],
                capture_output=True,
                text=True,
                check=True,
            )
        planned = dict(re.findall(r"^(\w+) +(\d+)$", done.stdout + done.stderr, re.MULTILINE))
        for rule in ("sample", "minimum", "time", "total"):
            rows.append({"chunk": chunk, "rule": rule, "jobs": int(planned[rule])})
    pd.DataFrame(rows).to_csv(JOBS, index=False, lineterminator="\n")


class Model:
    """ln(seconds per board) = a + b n + c k + d n k, fitted to the means of the cells.

    Parameters
    ----------
    means : Series
        Mean seconds by (n, k).
    """

    def __init__(self, means: pd.Series) -> None:
        self.means = means
        points = np.array([self._terms(cell) for cell in means.index])
        self.coefficients = np.linalg.lstsq(points, np.log(means.to_numpy()), rcond=None)[0]

    @staticmethod
    def _terms(cell: Cell) -> tuple[float, ...]:
        n, k = cell
        return 1, n, k, n * k

    def fitted(self, cell: Cell) -> float:
        """Return the prediction."""
        return exp(float(np.dot(self.coefficients, self._terms(cell))))

    def seconds(self, cell: Cell) -> float:
        """Return the measured value, or else the prediction."""
        return float(self.means[cell]) if cell in self.means.index else self.fitted(cell)

    def missed_by(self) -> float:
        """Return the factor by which a fit without the largest n misses it, in geometric mean."""
        largest = max(n for n, _ in self.means.index)
        smaller = Model(self.means[[n < largest for n, _ in self.means.index]])
        misses = [
            abs(np.log(smaller.fitted(cell) / mean))
            for cell, mean in self.means.items()
            if cell[0] == largest
        ]
        return exp(float(np.mean(misses)))


def read() -> tuple[pd.DataFrame, dict[str, Model]]:
    """Return the measured rows, and a model for each of the two steps."""
    rows = pd.read_csv(SECONDS)
    cells = rows.groupby(["n", "k"])
    return rows, {name: Model(cells[f"{name}_seconds"].mean()) for name in ("minimum", "time")}


def cells(largest: int) -> list[Cell]:
    """Return the cells of the thesis's second experiment, up to a size."""
    return [(n, k) for n in range(4, largest + 1) for k in COLOURS]


def makespan(models: dict[str, Model], chunk: int, cores: int) -> float:
    """Return the hours until the thesis's study with BOARDS_PER_CELL boards is done.

    The boards of a chunk are solved by one job and timed by another, which waits for the first. A
    job starts as soon as a core is free: first the solving jobs, those of larger boards before the
    others, then the timing jobs.
    """
    pieces = ceil(BOARDS_PER_CELL / chunk)
    free = [0.0] * cores
    ready: list[tuple[float, float]] = []  # start and seconds of the timing jobs
    for cell in sorted(cells(11), key=models["minimum"].seconds, reverse=True):
        solve, time = (OVERHEAD + chunk * models[name].seconds(cell) for name in models)
        for _ in range(pieces):
            done = heappop(free) + solve
            heappush(free, done)
            heappush(ready, (done, time))
    while ready:
        at, seconds = heappop(ready)
        heappush(free, max(heappop(free), at) + seconds)
    return max(free) / 3600


def table(header: list[str], rows: list[list[object]]) -> str:
    """Return a table in Markdown."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def report() -> str:
    """Return the tables of docs/scaling.md."""
    rows, models = read()
    measured = rows.groupby(["n", "k"])
    sizes = sorted(rows["n"].unique())
    parts = []
    for name, title in (("minimum", "Finding the minimum"), ("time", "Timing both encodings")):
        lines = [
            [n, *(f"{measured[f'{name}_seconds'].mean().get((n, k), float('nan')):.3g}"
                  for k in COLOURS)]
            for n in sizes
        ]  # fmt: skip
        a, b, c, d = models[name].coefficients
        parts += [
            f"**{title}**, mean CPU seconds per board:",
            table(["n", *(f"k = {k}" for k in COLOURS)], lines),
            f"Model: ln(seconds) = {a:.2f} {b:+.3f} n {c:+.3f} k {d:+.4f} n k. Fitted without "
            f"n = {max(sizes)}, it misses that row by a factor of {models[name].missed_by():.2f}.",
        ]
    parts.append("**Cost of studies**, k = 3..6, both steps, without the scheduler's overhead:")
    lines = []
    for largest in (9, 11, 14, 20, 30):
        for boards in (100, BOARDS_PER_CELL):
            hours = sum(m.seconds(cell) for m in models.values() for cell in cells(largest))
            hours *= boards / 3600
            base = f"n = 4..{largest}"
            status = "measured" if largest <= max(sizes) else "extrapolated"
            lines.append([base, f"{boards:,}", f"{hours:,.3g}" if hours < 1e5 else f"{hours:.1e}",
                          status])  # fmt: skip
    parts.append(table(["sizes", "boards per cell", "core hours", "source"], lines))
    parts.append(
        "**Recommended chunk** for `minimum`: the number of boards with which scheduling, taken as "
        f"one minute, is a twentieth of a job's time, but at most {BOARDS_PER_CELL:,}:"
    )
    lines = [
        [n, *(f"{min(BOARDS_PER_CELL, ceil(19 * OVERHEAD / models['minimum'].seconds((n, k)))):,}"
              for k in COLOURS)]
        for n in (9, 11, 14, 17, 20, 25, 30)
    ]  # fmt: skip
    parts.append(table(["n", *(f"k = {k}" for k in COLOURS)], lines))
    jobs = pd.read_csv(JOBS).pivot(index="chunk", columns="rule", values="jobs")
    parts.append(
        f"**Hours for the thesis's study with {BOARDS_PER_CELL:,} boards per cell**, by chunk and "
        "cores, with a minute of overhead for each job:"
    )
    lines = [
        [f"{chunk:,}", f"{jobs.loc[chunk, 'total']:,}",
         f"{jobs.loc[chunk, 'minimum'] + jobs.loc[chunk, 'time']:,}",
         *(f"{makespan(models, chunk, cores):.3g}" for cores in CORES)]
        for chunk in CHUNKS
    ]  # fmt: skip
    header = ["chunk", "rules run", "jobs submitted", *(f"{cores:,} cores" for cores in CORES)]
    parts.append(table(header, lines))
    wrapped = [part if "\n" in part else fill(part, 120) for part in parts]
    return "\n\n".join(wrapped) + "\n"


BEGIN, END = "<!-- made by benchmarks/scaling.py -->\n\n", "\n<!-- to here -->"


def with_tables(page: str) -> str:
    """Return the page with its tables replaced."""
    before, rest = page.split(BEGIN)
    return before + BEGIN + report() + END + rest.split(END)[1]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for option in ("write", "measure", "count"):
        parser.add_argument(f"--{option}", action="store_true")
    chosen = parser.parse_args()
    if chosen.measure:
        measure()
    if chosen.count:
        count()
    if chosen.write:
        PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    if not (chosen.measure or chosen.count or chosen.write):
        print(report())
