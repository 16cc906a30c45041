"""The cost of proving minima, compared with the thesis's encoding and a baseline program.

    python benchmarks/exact.py [--baseline PROGRAM] [--sets FOLDER] [PART ...]

Without names of parts it runs all. The baseline is any program that is called as ``PROGRAM FILE
best om=5 iter p=60 lim=LIMIT`` with a board in the format ``sized`` and leaves with its memory
measured by the system, such as a compiled search to compare with; where none is named, no ratio
to it is printed. Each board is solved in a process of its own, after one that warms up, but for the
easy ones and those of sets, which one command solves one after the other; their time is what the
processor spent on them, by `pdr`, beyond what it spends on the first `FIRST` of them and on
starting.

easy         300 random boards each of 14×14×6, 24×24×4 and 10×10×15: milliseconds a board
sets         totals of the public sets in FOLDER and the published ones, and milliseconds a board
methods      seconds by method, and how many times faster than the thesis's each is
shapes       99 random boards from 12×12 to 20×20, all to be proven
large        single boards: 24×24×8, 20×20×10, 28×28×6, 40×40×6
cores        single boards by the wall, with one thread and with two
forty        ten boards of 40×40×6, each on two cores for a minute: how many are proven, and when
encodings    seconds to refute one move fewer than the minimum: thesis, clusters, and the
             clusters one's templates `count` and `ball` by themselves, with one solver
competition  bounds of three 70×70×10 boards after a minute each, on one core and on two
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple

import click
import pandas as pd

from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.formats import heading, read_boards
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.encode import clusters
from puzzlesat.floodit.encode.clusters import (
    CLUSTERS,
    CLUSTERS_MINIMAL,
    LayeredEncoder,
    LayerTemplate,
)
from puzzlesat.floodit.encode.thesis import MINIMAL, Encoder
from puzzlesat.floodit.solve.exact import METHODS, Bounds, Limits, close_bounds
from puzzlesat.sat.solver import open_solver, solve
from puzzlesat_studies.core.measuring import in_subprocess
from puzzlesat_studies.floodit.attempts import attempt
from puzzlesat_studies.floodit.other_solvers import as_sized

SEED = 2020

SHAPES = [
    *((n, k, 8) for n in (12, 14) for k in (6, 8, 10)),
    *((16, 6, 8), (16, 8, 8), (16, 10, 7), (18, 6, 7), (18, 8, 7), (20, 6, 7), (20, 8, 7)),
]
"""(n, k, boards), 99 boards in all."""

LARGE = [(24, 8, 0), (24, 8, 1), (20, 10, 0), (20, 10, 1), (28, 6, 0), (40, 6, 1), (40, 6, 3)]
"""(n, k, i)."""

CORES = [*((40, 6, i) for i in (0, 1, 3)), *((32, 6, i) for i in range(5)), (24, 8, 1), (28, 8, 0)]
"""(n, k, i)."""

FORTY, MINUTE = [(40, 6, i) for i in range(10)], 60.0
"""(n, k, i), and seconds."""

EASY = {(14, 6): 9.1, (24, 4): 6.9, (10, 15): 13.8}
"""(n, k), and the milliseconds a board that ColorFill 1.3.3 took for 1,000 public boards of that
shape, measured once on another day, by the wall."""

FIRST, REPEATS = 40, 3
"""How many boards' time counts as start-up, and of how many runs the shortest counts."""

PUBLISHED = {
    **{"14x14x6": (20086, ""), "24x24x4": (21952, ""), "24x24x6": (31804, "")},
    "contest_19x19x6_first1000": (19845, "centre"),
}
"""The published totals of public sets by the names of their files, and where play starts."""

COMPARED = [(6, 6), (7, 6), (8, 6), (8, 4), (9, 4)]
"""(n, k) of the methods' comparison, five boards each."""

REFUTED = [(14, 6), (16, 6), (18, 6), (14, 8)]
"""(n, k) of the encodings' comparison, three boards each."""

SOLVER = "glucose42"
LIMIT = 120.0
PARTS = ("easy", "sets", "methods", "shapes", "large", "cores", "forty", "encodings", "competition")


class Options(NamedTuple):
    """What the command line says: a program to compare with, and a folder of public sets."""

    baseline: str | None
    sets: str | None


def ours(board: Board) -> tuple[int, float, float]:
    """Return the minimum, seconds and MB of the default method."""
    found, peak, _ = in_subprocess(attempt, board, "auto", LIMIT, 4000 << 20, SOLVER)
    return found["upper_bound"] * (found["status"] == "optimal"), found["seconds"], peak / 2**20


def theirs(program: str, board: Board) -> tuple[float, float]:
    """Return seconds and MB of the baseline."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "board.txt")
        file.write_text(as_sized(board))
        started = time.monotonic()
        running = subprocess.Popen(
            [program, str(file), "best", "om=5", "iter", "p=60", f"lim={LIMIT:.0f}"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        _, _, usage = os.wait4(running.pid, 0)
        return time.monotonic() - started, usage.ru_maxrss / 1024


def compared(cases: list[tuple[int, int, int]], baseline: str | None) -> pd.DataFrame:
    """Return a row for each board."""
    attempt(random_board(0, 8, 6, 1), "pdr", 60, 1 << 30, SOLVER)
    rows = []
    for n, k, i in cases:
        board = random_board(SEED, n, k, i)
        minimum, seconds, peak = ours(board)
        row = {"n": n, "k": k, "i": i, "minimum": minimum or None, "s": seconds, "MB": peak}
        if baseline:
            row["baseline s"], row["baseline MB"] = theirs(baseline, board)
        rows.append(row)
        print(".", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return pd.DataFrame(rows)


def command(file: Path, start: str = "") -> tuple[list[dict], float]:
    """Return what `floodit solve` prints of the boards in a file, and seconds of the processor."""
    words = [
        *(sys.executable, "-m", "puzzlesat.floodit.cli"),
        "solve",
        str(file),
        "--json",
        "--quiet",
        *(["--start", start] * bool(start)),
    ]
    running = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    lines = running.stdout.read().splitlines()
    _, status, usage = os.wait4(running.pid, 0)
    if status:
        raise ChildProcessError(f"{' '.join(words)} has failed")
    return [json.loads(line) for line in lines], usage.ru_utime + usage.ru_stime


def as_rows(boards: Sequence[Board]) -> str:
    """Return boards as `floodit show` heads them, which keeps all their colours."""
    return "".join(
        f"{heading(f'board {i}', board)}\n" + board.text.replace("/", "\n") + "\n\n"
        for i, board in enumerate(boards)
    )


def each(boards: Sequence[Board], start: str = "", repeats: int = REPEATS) -> dict[str, object]:
    """Return cells of a row: how many boards, how many proven, their total, and ms for each."""
    with tempfile.TemporaryDirectory() as folder:
        some, whole = Path(folder, "some.txt"), Path(folder, "all.txt")
        some.write_text(as_rows(boards[:FIRST]))
        whole.write_text(as_rows(boards))
        pairs = [(command(some, start), command(whole, start)) for _ in range(repeats)]
    found = pairs[0][1][0]
    begun, spent = (min(run[1] for run in runs) for runs in zip(*pairs, strict=True))
    return {
        "boards": len(boards),
        "proven": sum(row["status"] == "optimal" for row in found),
        "total": sum(row["upper_bound"] for row in found),
        "ms": 1000 * (spent - begun) / max(len(boards) - FIRST, 1),
    }


def printed(rows: Sequence[dict[str, object]]) -> None:
    """Print a table."""
    print(pd.DataFrame(rows).to_string(index=False, float_format="%.2f"))


def easy(options: Options) -> None:
    """Print a line for each shape."""
    rows = []
    for (n, k), yardstick in EASY.items():
        boards = [random_board(SEED, n, k, i) for i in range(300)]
        row = {"n": n, "k": k, **each(boards)}
        if options.baseline:
            spent = sum(theirs(options.baseline, board)[0] for board in boards)
            row["baseline ms"] = 1000 * spent / len(boards)
            row["ratio"] = row["ms"] / row["baseline ms"]
        rows.append({**row, "ColorFill ms": yardstick, "its ratio": row["ms"] / yardstick})
    printed(rows)


def sets(options: Options) -> None:
    """Print a line for each set."""
    if not options.sets:
        print("no folder of sets is named")
        return
    rows = []
    for file in sorted(Path(options.sets).glob("*.txt")):
        total, start = PUBLISHED.get(file.stem, (None, ""))
        row = {"set": file.stem, **each(read_boards(file), start, repeats=1), "published": total}
        rows.append(row | {"ratio": row["total"] / total if total else None})
    printed(rows)


def methods(options: Options) -> None:
    """Print seconds by method, and ratios of the sums over all boards."""
    names = [name for name in METHODS if name != "auto"]
    for name in names:  # on a board that has all of a method loaded
        attempt(random_board(0, 8, 6, 1), name, LIMIT, 4000 << 20, SOLVER)
    rows = []
    for n, k in COMPARED:
        boards = [random_board(SEED, n, k, i) for i in range(5)]
        row = {"n": n, "k": k}
        for name in names:
            started = time.process_time()
            found = [attempt(board, name, LIMIT, 4000 << 20, SOLVER) for board in boards]
            proven = all(answer["status"] == "optimal" for answer in found)
            row[name] = time.process_time() - started if proven else float("nan")
        rows.append(row)
    table = pd.DataFrame(rows)
    print(table.to_string(index=False, float_format="%.3f"))
    sums = table[names].dropna().sum()
    print("\ntimes faster than the thesis's method, by the sums over boards that all have proven")
    print((sums["thesis"] / sums).to_frame().T.to_string(index=False, float_format="%.1f"))


def shapes(options: Options) -> None:
    """Print sums by shape, and the whole."""
    baseline = options.baseline
    rows = compared([(n, k, i) for n, k, count in SHAPES for i in range(count)], baseline)
    table = rows.groupby(["n", "k"]).agg(
        boards=("i", "size"), proven=("minimum", "count"), s=("s", "sum"), longest=("s", "max"),
        MB=("MB", "max"), **{c: (c, "sum") for c in rows.columns if c == "baseline s"},
    )  # fmt: skip
    if baseline:
        table["ratio"] = table["s"] / table["baseline s"]
    print(table.reset_index().to_string(index=False, float_format="%.2f"))
    print(
        f"\n{len(rows)} boards, {rows['minimum'].count()} proven, {rows['s'].sum():.1f} s together,"
        f" at most {rows['s'].max():.2f} s and {rows['MB'].max():.0f} MB"
    )
    if baseline:
        total = rows["baseline s"].sum()
        print(
            f"baseline {total:.1f} s together, at most {rows['baseline s'].max():.2f} s and "
            f"{rows['baseline MB'].max():.0f} MB: ratio {rows['s'].sum() / total:.2f}"
        )


def large(options: Options) -> None:
    """Print a line for each board."""
    rows = compared(LARGE, options.baseline)
    if options.baseline:
        rows["ratio"] = rows["s"] / rows["baseline s"]
    print(rows.to_string(index=False, float_format="%.2f"))


def closed_in(board: Board, cores: int, limit: float) -> tuple[Bounds, float]:
    """Return what is known of a board in the end, and how many seconds by the wall that took."""
    interval = Bounds(board)
    close_bounds(interval, METHODS["pdr"], Limits.of(limit, cores=cores), SOLVER)
    return interval, time.monotonic() - interval.begun


def known(interval: Bounds) -> str:
    """Return the minimum, or what bounds it."""
    return str(interval.upper) if interval.closed else f"{interval.lower}..{interval.upper}"


def cores(options: Options) -> None:
    """Print a line for each board: what is known of it, seconds, and the ratio of these."""
    close_bounds(Bounds(random_board(0, 8, 6, 1)), METHODS["pdr"], Limits(), SOLVER)
    rows = []
    for n, k, i in CORES:
        row: dict[str, object] = {"n": n, "k": k, "i": i}
        for number in (1, 2):
            board = random_board(SEED, n, k, i)
            found, seconds = in_subprocess(closed_in, board, number, LIMIT).result
            row |= {f"{number} core": known(found), f"{number} s": seconds}
        rows.append(row | {"ratio": row["2 s"] / row["1 s"]})
        print(".", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print(pd.DataFrame(rows).to_string(index=False, float_format="%.2f"))


def forty(options: Options) -> None:
    """Print a line for each board, and how many are proven."""
    close_bounds(Bounds(random_board(0, 8, 6, 1)), METHODS["pdr"], Limits(), SOLVER)
    proven = 0
    for n, k, i in FORTY:
        board = random_board(SEED, n, k, i)
        (found, seconds), peak, _ = in_subprocess(closed_in, board, 2, MINUTE)
        result = f"{known(found)}, {seconds:.1f} s, {peak / 2**20:.0f} MB"
        print(f"{n}×{n}×{k} board {i}: {result}", flush=True)
        proven += found.closed
    print(f"{proven} of {len(FORTY)} proven within {MINUTE:.0f} s")


def refutation(encode: "callable", p: int) -> float:
    """Return the CPU seconds of encoding, loading and refuting, NaN after the limit."""
    started = time.process_time()
    with open_solver(SOLVER) as oracle:
        oracle.append_formula(list(encode(p)))
        answer = solve(oracle, LIMIT)
    if answer:
        raise AssertionError(f"{p} moves should not suffice")
    return time.process_time() - started if answer is False else float("nan")


def encodings(options: Options) -> None:
    """Print seconds by encoding, and how many times faster than the thesis's each is."""

    def family(function: "callable") -> LayerTemplate:
        return next(f for f in CLUSTERS if f.clauses is function)

    choices = {
        "clusters-minimal": CLUSTERS_MINIMAL,
        "clusters-minimal + count": (*CLUSTERS_MINIMAL, family(clusters.count)),
        "clusters-minimal + ball": (*CLUSTERS_MINIMAL, family(clusters.ball)),
        "clusters": CLUSTERS,
    }
    rows = []
    for n, k in REFUTED:
        for i in range(3):
            board = random_board(SEED, n, k, i)
            interval = Bounds(board)
            close_bounds(interval, METHODS["pdr"], Limits(), SOLVER)
            p = interval.upper - 1
            row = {"n": n, "k": k, "i": i, "p": p}
            row["thesis"] = refutation(Encoder(board, MINIMAL).formula, p)
            for name, templates in choices.items():
                row[name] = refutation(LayeredEncoder(interval.graph, templates).formula, p)
            rows.append(row)
            print(".", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    table = pd.DataFrame(rows)
    print(table.to_string(index=False, float_format="%.2f"))
    sums = table.groupby(["n", "k"])[["thesis", *choices]].sum(min_count=3)
    print(f"\ntimes faster than the thesis's, by the sums over boards ({SOLVER})")
    print((1 / sums.div(sums["thesis"], axis=0)).drop(columns="thesis").to_string(
        float_format="%.1f"))  # fmt: skip


def competition(options: Options) -> None:
    """Print the bounds and what found them."""
    for i, cores in product(range(3), (1, 2)):
        board = random_board(SEED, 70, 10, i)
        (interval, _), peak, _ = in_subprocess(closed_in, board, cores, MINUTE)
        print(
            f"70×70×10 board {i}, cores {cores}: {interval.lower} ({interval.lower_by}) .. "
            f"{interval.upper} ({interval.moves_by}), {peak / 2**20:.0f} MB"
        )


@click.command()
@click.option("--baseline", help="A program to compare with.")
@click.option("--sets", metavar="FOLDER", help="A folder of public sets of boards, *.txt.")
@click.argument("parts", nargs=-1, type=click.Choice(PARTS))
def main(baseline: str | None, sets: str | None, parts: tuple[str, ...]) -> None:
    """Run the parts."""
    for part in parts or PARTS:
        print(f"\n== {part}")
        globals()[part](Options(baseline, sets))


if __name__ == "__main__":
    main()
