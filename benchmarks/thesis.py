"""Cost of the thesis's experiments: encoding, loading and solving by (n, k), and the rest of a run.

    python benchmarks/thesis.py [BOARDS]

The first table times all encodings at the minima of a few boards, in this process. The time of
encoding is compared with a baseline: the same conditions evaluated at every time instead of once.
The second part runs the whole workflow on as many boards, and prints the share of its time that is
not spent encoding, loading or solving.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pandas as pd
import yaml

from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.graph import ClusterGraph
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.encode.thesis import ENCODINGS, Encoder
from puzzlesat.floodit.solve.astar import astar
from puzzlesat_studies.core.measuring import gc_disabled
from puzzlesat_studies.floodit.measure import PHASES, time_once

ROOT = Path(__file__).parents[1]
CONFIG = yaml.safe_load((ROOT / "config.yaml").read_text())
WINS = CONFIG["thesis"]["wins"]


def plain_encode_seconds(board: Board, p: int, encoding: str) -> float:
    """Time the baseline: the clauses of every condition generated at every time."""
    with gc_disabled():
        started = time.process_time()
        conditions = ENCODINGS[encoding]
        v = Encoder(board, conditions).variables
        clauses = [
            clause
            for condition in conditions
            for t in condition.times(p)
            for clause in condition.clauses(board, v, t)
        ]
        seconds = time.process_time() - started
    assert len(clauses) == len(Encoder(board, conditions).formula(p))
    return seconds


def per_cell(boards: int) -> pd.DataFrame:
    """Return milliseconds per board: medians over boards, each run once warm."""
    rows = []
    for n in WINS["n_values"]:
        for k in WINS["k_values"]:
            for i in range(boards):
                board = random_board(CONFIG["seed"], n, k, i)
                p = len(astar(ClusterGraph.of(board)))
                for encoding in ENCODINGS:
                    time_once(board, p, encoding, CONFIG["solver"], None)
                    row = time_once(board, p, encoding, CONFIG["solver"], None)
                    plain = plain_encode_seconds(board, p, encoding)
                    rows.append(
                        {"n": n, "k": k, "encoding": encoding, "clauses": row["clauses"]}
                        | {phase: 1000 * row[f"{phase}_seconds"] for phase in PHASES}
                        | {"plain encode": 1000 * plain}
                    )
    table = pd.DataFrame(rows).groupby(["n", "k", "encoding"], sort=False).median().reset_index()
    return table.assign(ratio=table["plain encode"] / table["encode"])


def whole_run(boards: int) -> tuple[float, float]:
    """Run the workflow on one core; return its seconds, and those of encode, load and solve."""
    with tempfile.TemporaryDirectory() as folder:
        started = time.monotonic()
        subprocess.run(
            [
                *("snakemake", "--snakefile", ROOT / "Snakefile", "--directory", folder),
                *("--cores", "1", "--quiet", "all", "--config", f"thesis={{boards: {boards}}}"),
            ],
            check=True,
        )
        wall = time.monotonic() - started
        rows = pd.concat(map(pd.read_csv, Path(folder).glob("results/thesis/timings/*/*.csv")))
        timed = rows[[f"{phase}_seconds" for phase in PHASES]].sum().sum()
    return wall, timed * (1 + 1 / (boards * WINS["repeats"]))  # a cell's first run is not timed


def main() -> None:
    """Print both parts."""
    boards = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    print(f"Milliseconds per board, medians of {boards}; ratio = plain encode / encode\n")
    print(per_cell(boards).to_string(index=False, float_format="%.2f"))
    wall, timed = whole_run(boards)
    print(
        f"\nThe whole workflow on {boards} boards per cell and one core: {wall:.0f} s, "
        f"of which {timed:.0f} s ({timed / wall:.0%}) encode, load or solve in Table 4.1 and "
        f"{wall - timed:.0f} s ({1 - timed / wall:.0%}) are the rest: the search for the minima "
        "and their checks, the start of the jobs, tables and figures."
    )


if __name__ == "__main__":
    main()
