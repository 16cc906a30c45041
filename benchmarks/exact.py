"""The cost of proving minima with the exact search, and of refutations by encoding.

    python benchmarks/exact.py [PART ...]

Without names of parts, all are run. The studies `frontier` and `baselines` compare methods, and
`benchmarks/peers.py` compares with other programs.

easy         300 random boards each of 14×14×6, 24×24×4 and 10×10×15: milliseconds per board
large        single boards: 24×24×8, 20×20×10, 28×28×6, 40×40×6, with time and memory
cores        single boards by wall-clock time, with one thread and with two; three boards of
             70×70×10 are stopped after a minute
encodings    seconds to refute one move fewer than the minimum: thesis, clusters, and the templates
             `count` and `ball` of clusters on their own, with one solver
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import click
import pandas as pd

from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.encode import clusters
from puzzlesat.floodit.encode.clusters import (
    FAMILIES,
    MINIMAL_FAMILIES,
    LayeredEncoder,
    LayerFamily,
)
from puzzlesat.floodit.encode.thesis import MINIMAL, Encoder
from puzzlesat.floodit.formats.sized import write_sized
from puzzlesat.floodit.solve.exact import METHODS, Bounds, Limits, close_bounds
from puzzlesat.sat.solver import open_solver, solve
from puzzlesat_studies.core.measuring import in_subprocess
from puzzlesat_studies.floodit.attempts import attempt

SEED = 2020

EASY = [(14, 6), (24, 4), (10, 15)]
"""(n, k)."""

FIRST, BOARDS, REPEATS = 40, 300, 3
"""The boards whose time counts as start-up, all boards, and the runs whose shortest time counts."""

LARGE = [(24, 8, 0), (24, 8, 1), (20, 10, 0), (20, 10, 1), (28, 6, 0), (40, 6, 1), (40, 6, 3)]
"""(n, k, i)."""

CORES = [
    *((40, 6, i) for i in range(10)),
    *((32, 6, i) for i in range(5)),
    *((24, 8, 1), (28, 8, 0)),
    *((70, 10, i) for i in range(3)),
]
"""(n, k, i)."""

REFUTED = [(14, 6), (16, 6), (18, 6), (14, 8)]
"""(n, k), with three boards each."""

SOLVER = "glucose42"
LIMIT, MINUTE = 120.0, 60.0


def spent(boards: Sequence[Board]) -> float:
    """Return the CPU seconds of `floodit solve` on a file of boards."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "boards.txt")
        file.write_text("".join(f"{write_sized(board)}\n" for board in boards))
        words = [sys.executable, "-m", "puzzlesat.floodit.cli", "solve", str(file), "--quiet"]
        running = subprocess.Popen(words, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(running.pid, 0)
    if status:
        raise ChildProcessError(f"{' '.join(words)} has failed")
    return usage.ru_utime + usage.ru_stime


def easy() -> pd.DataFrame:
    """Return a row for each shape."""
    rows = []
    for n, k in EASY:
        boards = [random_board(SEED, n, k, i) for i in range(BOARDS)]
        started = min(spent(boards[:FIRST]) for _ in range(REPEATS))
        whole = min(spent(boards) for _ in range(REPEATS))
        rows.append({"n": n, "k": k, "ms": 1000 * (whole - started) / (BOARDS - FIRST)})
    return pd.DataFrame(rows)


def large() -> pd.DataFrame:
    """Return a row for each board."""
    rows = []
    for n, k, i in LARGE:
        board = random_board(SEED, n, k, i)
        found, peak, _ = in_subprocess(attempt, board, "auto", LIMIT, 4000 << 20)
        proven = found["upper_bound"] if found["status"] == "optimal" else None
        row = {"n": n, "k": k, "i": i, "minimum": proven, "s": found["seconds"]}
        rows.append(row | {"MB": peak / 2**20})
    return pd.DataFrame(rows)


def closed_in(board: Board, cores: int, limit: float) -> tuple[str, float]:
    """Return the minimum of a board, or its bounds, and the wall-clock seconds."""
    bounds = Bounds(board)
    close_bounds(bounds, METHODS["pdr"], Limits.of(limit, cores=cores), SOLVER)
    known = str(bounds.upper) if bounds.closed else f"{bounds.lower}..{bounds.upper}"
    return known, time.monotonic() - bounds.begun


def cores() -> pd.DataFrame:
    """Return a row for each board: minimum or bounds, seconds, and the ratio of these."""
    rows = []
    for n, k, i in CORES:
        row: dict[str, object] = {"n": n, "k": k, "i": i}
        for number in (1, 2):
            board = random_board(SEED, n, k, i)
            limit = MINUTE if n == 70 else LIMIT
            found, seconds = in_subprocess(closed_in, board, number, limit).result
            row |= {f"{number} core": found, f"{number} s": seconds}
        rows.append(row | {"ratio": row["2 s"] / row["1 s"]})
    return pd.DataFrame(rows)


def refutation(encode: Callable, p: int) -> float:
    """Return the CPU seconds of encoding, loading and refuting, or nan after the limit."""
    started = time.process_time()
    with open_solver(SOLVER) as oracle:
        oracle.append_formula(list(encode(p)))
        answer = solve(oracle, LIMIT)
    if answer:
        raise AssertionError(f"{p} moves should not suffice")
    return time.process_time() - started if answer is False else float("nan")


def encodings() -> pd.DataFrame:
    """Return a row for each board, with the seconds of each encoding."""

    def family(function: Callable) -> LayerFamily:
        return next(f for f in FAMILIES if f.clauses is function)

    choices = {
        "clusters-minimal": MINIMAL_FAMILIES,
        "clusters-minimal + count": (*MINIMAL_FAMILIES, family(clusters.count)),
        "clusters-minimal + ball": (*MINIMAL_FAMILIES, family(clusters.ball)),
        "clusters": FAMILIES,
    }
    rows = []
    for n, k in REFUTED:
        for i in range(3):
            board = random_board(SEED, n, k, i)
            bounds = Bounds(board)
            close_bounds(bounds, METHODS["pdr"], Limits(), SOLVER)
            p = bounds.upper - 1
            row = {"n": n, "k": k, "i": i, "p": p}
            row["thesis"] = refutation(Encoder(board, MINIMAL).formula, p)
            for name, templates in choices.items():
                row[name] = refutation(LayeredEncoder(bounds.graph, templates).formula, p)
            rows.append(row)
    return pd.DataFrame(rows)


PARTS = {part.__name__: part for part in (easy, large, cores, encodings)}


@click.command()
@click.argument("parts", nargs=-1, type=click.Choice([*PARTS]))
def main(parts: tuple[str, ...]) -> None:
    """Run the parts."""
    attempt(random_board(0, 8, 6, 1), "auto", 60, 1 << 30)  # loads what processes inherit
    for part in parts or PARTS:
        print(f"\n== {part}", flush=True)
        print(PARTS[part]().to_string(index=False, float_format="%.2f"))


if __name__ == "__main__":
    main()
