"""Proofs from nogoods beside CaDiCaL's own proofs of the same formulas, both in LRAT.

    python benchmarks/lrat.py CADICAL CSV

The boards are those of the study ``nogoods``; one move fewer than the minimum is refuted with the
minimal encoding. CADICAL is the program of version 1.9.5, whose source is in python-sat's source
distribution (``pip download --no-deps --no-binary :all: python-sat``, then solvers/). cake_lpr,
which must be on PATH, checks each proof. Of each proof, `clauses` and `bytes` count the lines that
add clauses, and `used_clauses` and `used_bytes` those on which the empty clause depends.
"""

import subprocess
import sys
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

import pandas as pd

from puzzlesat.floodit import random_board, solve_board
from puzzlesat.floodit.encode.instance import Instance
from puzzlesat.floodit.solve.exact import Limits
from puzzlesat.sat import proof
from puzzlesat.sat.formula import Formula
from puzzlesat_studies.floodit.nogoods import NOGOODS, Nogoods, timed_proof, write_nogoods_proof


def sizes(path: Path) -> dict[str, int]:
    """Return the numbers and sizes of the lines that add clauses, all and those that are used."""
    lines = {}  # by the number of the clause: its size and the clauses that its hints name
    with path.open("rb") as file:
        for line in file:
            number, *words = line.split()
            if words[0] != b"d":
                hints = words[words.index(b"0") + 1 : -1]
                lines[int(number)] = len(line), [abs(int(hint)) for hint in hints]
    used, waiting = set(), [max(lines)]  # the empty clause is the last one
    while waiting:
        number = waiting.pop()
        if number in lines and number not in used:
            used.add(number)
            waiting += lines[number][1]
    return {
        "clauses": len(lines),
        "bytes": sum(size for size, _ in lines.values()),
        "used_clauses": len(used),
        "used_bytes": sum(lines[number][0] for number in used),
    }


def attempt(instance: Instance, method: str, program: str, folder: Path) -> dict[str, object]:
    """Write and check the proof of an instance; raise `RuntimeError` if it is not accepted."""

    def write(formula: Formula, cnf: Path, lrat: Path) -> None:
        if method == NOGOODS:
            write_nogoods_proof(instance, formula, method, lrat, Limits.of(900))
        else:
            command = [program, "-q", "--lrat", "--no-binary", cnf, lrat]
            subprocess.run(command, stdout=subprocess.DEVNULL, timeout=900, check=False)

    check, lrat, times = timed_proof(instance, write, folder, Limits.of(1800).deadline)
    if check.verdict != proof.VERIFIED:
        raise RuntimeError(f"{method}: {check.verdict}, {check.reason}")
    return sizes(lrat) | times


def main() -> None:
    """Write a row for each board and method."""
    program, path = sys.argv[1:]
    cells = sorted((n, k) for of in Nogoods().sets for n, k in product(of.n_values, of.k_values))
    rows = []
    for (n, k), i in product(cells, range(5)):
        board = random_board(2020, n, k, i)
        minimum = solve_board(board).upper
        instance = Instance(board, minimum - 1, "minimal")
        for method in (NOGOODS, "cadical"):
            with TemporaryDirectory() as folder:
                found = attempt(instance, method, program, Path(folder))
            rows.append({"n": n, "k": k, "board": i, "minimum": minimum, "method": method} | found)
    pd.DataFrame(rows).to_csv(path, index=False)


if __name__ == "__main__":
    main()
