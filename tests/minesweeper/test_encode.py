"""Formulas of states: their models are the placements that brute force finds."""

import re

import pytest
from pysat.formula import CNF
from pysat.solvers import Solver

from tests.programs import invoke

from . import exhaustive

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
    invoke("minesweeper", "encode", tmp_path / "state.txt", "-o", path, *options, status=0)
    text = path.read_text()
    fields = {
        int(v): (int(r), int(c))
        for v, r, c in re.findall(r"(?m)^c variable (\d+): row (\d+), column (\d+)$", text)
    }
    return fields, CNF(from_file=str(path))


def placements(state):
    """Return the sets of covered fields with mines that fit a state, and the covered fields."""
    lines, total = state.split(), None
    if lines[0] == "mines:":
        total, lines = int(lines[1]), lines[2:]
    cells = {(r, c): x for r, row in enumerate(lines) for c, x in enumerate(row)}
    covered = [cell for cell, x in cells.items() if x == "."]
    return {frozenset(m & {*covered}) for m in exhaustive.placements(lines, total)}, covered


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
