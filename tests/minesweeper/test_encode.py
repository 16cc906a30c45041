"""Formulas of states: their models are the placements that brute force finds."""

import re
from itertools import combinations

import pytest
from click.testing import CliRunner
from pysat.formula import CNF
from pysat.solvers import Solver

from puzzlesat.minesweeper import cli

STATES = {
    "1221\n....\n": 4,
    "mines: 3\n1..\nF2.\n": 6,
    "mines: 1\n...\n...\n": 6,
    "mines: 5\n01F..\n023..\n01.21\n": 15,
}


def encoded(tmp_path, state, *options):
    """Return the fields of variables, and the formula, of a state."""
    (tmp_path / "state.txt").write_text(state)
    path = tmp_path / "state.cnf"
    called = ["encode", str(tmp_path / "state.txt"), "-o", str(path), *options]
    done = CliRunner().invoke(cli.main, called)
    assert done.exit_code == 0, done.output
    text = path.read_text()
    fields = {
        int(v): (int(r), int(c))
        for v, r, c in re.findall(r"(?m)^c variable (\d+): row (\d+), column (\d+)$", text)
    }
    return fields, CNF(from_file=str(path))


def placements(state):
    """All sets of covered fields with mines that fit a state, by its text alone."""
    *header, _ = state.partition("\n") if state.startswith("mines") else ("", "")
    rows = [row for row in state.split("\n") if row and not row.startswith("mines")]
    total = int(header[0].split()[1]) if header[0] else None
    cells = {(r, c): x for r, row in enumerate(rows) for c, x in enumerate(row)}
    flags = {cell for cell, x in cells.items() if x == "F"}
    covered = [cell for cell, x in cells.items() if x == "."]
    found = set()
    for size in range(len(covered) + 1):
        for chosen in map(set, combinations(covered, size)):
            mines = chosen | flags
            fits = all(
                int(x) == sum((r + i, c + j) in mines for i in (-1, 0, 1) for j in (-1, 0, 1))
                for (r, c), x in cells.items()
                if x.isdigit()
            )
            if fits and total in (None, len(mines)):
                found.add(frozenset(chosen))
    return found, covered


@pytest.mark.parametrize("cardinality", ["kmtotalizer", "seqcounter"])
@pytest.mark.parametrize("state", STATES)
def test_what_is_certain_is_what_brute_force_finds(tmp_path, state, cardinality):
    fields, formula = encoded(tmp_path, state, "--cardinality", cardinality)
    found, covered = placements(state)
    with Solver("cadical195", bootstrap_with=formula) as solver:
        assert solver.solve() == bool(found)
        for variable, cell in fields.items():
            assert cell in covered
            for value in (1, -1):
                possible = any((cell in mines) == (value > 0) for mines in found)
                assert solver.solve([value * variable]) == possible


def test_a_contradiction_is_unsatisfiable(tmp_path):
    _, formula = encoded(tmp_path, "mines: 4\n1.\n..\n")
    with Solver("minisat22", bootstrap_with=formula) as solver:
        assert not solver.solve()
