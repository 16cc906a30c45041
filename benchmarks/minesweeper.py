"""Compare the times for certain fields and mine probabilities with those of other programs.

    python benchmarks/minesweeper.py [STATES]

Every program gets the same random states, and is timed from a state in memory. Backbones are
compared with PySAT's ``BBScan`` on our formula, encoding included; probabilities with
``ms_toollib`` (Rust, exact), if it is installed: ``pip install ms_toollib``. A difference between
answers ends the run. Ratios are geometric means over states: the other program's time over ours.
"""

import sys
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np
from pysat.examples.bbscan import BBScan
from pysat.formula import CNF
from tabulate import tabulate

from puzzlesat.minesweeper.board.sample import random_position
from puzzlesat.minesweeper.board.state import State
from puzzlesat.minesweeper.encode.encoding import encode
from puzzlesat.minesweeper.encode.network import network
from puzzlesat.minesweeper.solve.consistency import Values
from puzzlesat.minesweeper.solve.counting import count
from puzzlesat.minesweeper.solve.deduce import DEFAULT_CARDINALITY, DEFAULT_SOLVER, backbone, deduce

SIZES = {"expert": (16, 30, 99), "100×100": (100, 100, 2000)}
STATES = {"expert": 50, "100×100": 10}
TOLERANCE = 1e-9


def bbscan(algorithm: str) -> Callable[[State], Values]:
    """Return a function that finds the certain fields of a state with PySAT's ``BBScan``."""

    def decide(state: State) -> Values:
        net = network(state)
        formula = encode(net.condensed(), DEFAULT_CARDINALITY)
        with BBScan(CNF(from_clauses=formula.clauses), solver=DEFAULT_SOLVER) as scan:
            found = formula.values(scan.compute(algorithm, focus_on=formula.literals) or [])
        alike = net.unconstrained  # one of them is in the formula
        return found | dict.fromkeys(alike, found[alike[0]]) if found.keys() & alike[:1] else found

    return decide


def toollib(state: State) -> dict[int, float]:
    """Return the probabilities of ms_toollib."""
    import ms_toollib

    board = [
        [10 if value < 0 else value for value in state.content[first : first + state.cols]]
        for first in range(0, len(state.content), state.cols)
    ]
    found = ms_toollib.cal_probability_onboard(board, state.mines)[0]
    return {f: found[f // state.cols][f % state.cols] for f in state.covered}


def seconds(function: Callable[[State], Any], state: State) -> float:
    """Return the wall-clock time of a call."""
    started = perf_counter()
    function(state)
    return perf_counter() - started


def compare(kind: str, ours: dict[int, float], theirs: dict[int, float], state: State) -> None:
    """Stop if the answers of two programs differ."""
    if ours.keys() != theirs.keys() or any(abs(ours[f] - theirs[f]) > TOLERANCE for f in ours):
        sys.exit(f"the {kind} differ on the state\n{state}")


def main() -> None:
    """Time all programs on all sizes, and print a table."""
    backbones = {
        "backbone": lambda state: backbone(network(state), total=True),
        "BBScan iter": bbscan("iter"),
        "BBScan corechunk": bbscan("corechunk"),
    }
    probabilities = {"probabilities": lambda state: count(network(state)).probabilities}
    try:
        print(f"ms_toollib {version('ms_toollib')}, PySAT {version('python-sat')}\n")
        probabilities["ms_toollib"] = toollib
    except PackageNotFoundError:
        print("ms_toollib is not installed, so probabilities are not compared\n")
    rows = []
    for size, shape in SIZES.items():
        number = int(sys.argv[1]) if len(sys.argv) > 1 else STATES[size]
        states = [random_position(2020, *shape, i).state() for i in range(number)]
        for kind, programs in (("backbones", backbones), ("probabilities", probabilities)):
            times: dict[str, list[float]] = {name: [] for name in programs}
            for i, state in enumerate(states):
                answers = {name: program(state) for name, program in programs.items()}
                names = list(programs)
                for name in names[1:]:
                    compare(kind, answers[names[0]], answers[name], state)
                for name in names if i % 2 == 0 else reversed(names):
                    times[name].append(seconds(programs[name], state))
            ours = np.array(next(iter(times.values())))
            for name, found in times.items():
                ratio = float(np.exp(np.mean(np.log(np.array(found) / ours))))
                rows.append([size, number, name, 1000 * median(found), 1000 * max(found), ratio])
        both = [seconds(deduce, state) for state in states]
        rows.append([size, number, "both, compared", 1000 * median(both), 1000 * max(both), None])
    header = ["size", "states", "program", "median ms", "largest ms", "over ours"]
    print(tabulate(rows, header, floatfmt=".2f"))


if __name__ == "__main__":
    main()
