"""The formula's models against the placements that fit, and every clause is needed."""

import re
from itertools import combinations, combinations_with_replacement

import pytest
from pysat.formula import CNF
from pysat.solvers import Solver

from puzzlesat.minesweeper.board.state import State
from puzzlesat.minesweeper.encode.encoding import CARDINALITIES, Encoding, encode, total_clauses
from puzzlesat.minesweeper.encode.network import network
from tests.minesweeper import exhaustive
from tests.programs import invoke


def models(formula, leave_out=None):
    """The values of the fields in all models, as sets of mined fields."""
    found = set()
    with Solver("minisat22") as solver:
        for number, clause in enumerate(formula.clauses):
            if number != leave_out:
                solver.add_clause(clause)
        while solver.solve():
            true = {v for v in solver.get_model() if v > 0}
            found.add(frozenset(f for f, v in formula.variable.items() if v in true))
            solver.add_clause([-v if v in true else v for v in formula.variable.values()])
            if not formula.variable:
                break
    return found


def expected(lines, mines):
    flags = {f for f, symbol in enumerate("".join(lines)) if symbol == "F"}
    return {mined - flags for mined in exhaustive.numbered_placements(lines, mines)}


@pytest.mark.parametrize("cardinality", CARDINALITIES)
def test_models_are_the_fitting_placements(cardinality):
    for lines, mines in exhaustive.random_states(120, seed=2, most=9):
        formula = encode(network(State.of(lines, mines)), cardinality)
        assert models(formula) == expected(lines, mines), (lines, mines)


def test_dropping_any_clause_but_the_tautology_adds_models():
    state = State.of(["2..", "...", "..."])
    formula = encode(network(state))
    full = models(formula)
    assert len(formula.clauses) == 6  # a tautology and 5 rows of the truth table
    assert models(formula, leave_out=0) == full
    for number in range(1, len(formula.clauses)):
        assert models(formula, leave_out=number) > full


def test_dropping_any_clause_of_the_sequential_counter_adds_models():
    """PySAT's other encodings define auxiliary variables in both directions; one suffices."""
    formula = encode(network(State.of(["...", "..."], mines=3)), "seqcounter")
    full = models(formula)
    assert len(full) == 20
    for number in range(1, len(formula.clauses)):
        assert models(formula, leave_out=number) > full


@pytest.mark.parametrize("cardinality", CARDINALITIES)
def test_total_clauses_enforce_both_bounds(cardinality):
    fields = dict(enumerate(range(1, 5)))
    for least, most in combinations_with_replacement(range(5), 2):
        clauses = total_clauses([1, 2, 3, 4], least, most, cardinality, 4)
        expected = {x for size in range(least, most + 1) for x in combinations(range(4), size)}
        assert models(Encoding(fields, {None: clauses})) == set(map(frozenset, expected))


def test_condensed_formula_has_the_projected_placements_as_models():
    for lines, mines in exhaustive.random_states(400, seed=4, most=9):
        if mines is None:
            continue
        net = network(State.of(lines, mines))
        condensed = encode(net.condensed(), "kmtotalizer")
        kept = set(condensed.variable)
        assert models(condensed) == {mined & kept for mined in expected(lines, mines)}


@pytest.mark.parametrize("cardinality", ["kmtotalizer", "seqcounter"])
@pytest.mark.parametrize(
    ("lines", "mines"),
    [
        (["1221", "...."], None),
        (["1..", "F2."], 3),
        (["...", "..."], 1),
        (["01F..", "023..", "01.21"], 5),
        (["1.", ".."], 4),  # a contradiction
    ],
)
def test_the_command_writes_a_formula_with_the_placements_that_fit(
    tmp_path, lines, mines, cardinality
):
    path = tmp_path / "state.cnf"
    options = ("--cardinality", cardinality, "-o", path)
    invoke("minesweeper", "encode", "-", *options, given=f"{State.of(lines, mines)}\n", status=0)
    comment = r"(?m)^c variable (\d+): row (\d+), column (\d+)$"
    text = path.read_text()
    assert f"\nc state: {'/'.join(lines)}\n" in text
    named = [tuple(map(int, words)) for words in re.findall(comment, text)]
    assert all(lines[r][c] == "." for _, r, c in named)
    found = expected(lines, mines)
    with Solver("cadical195", bootstrap_with=CNF(from_file=str(path))) as solver:
        assert solver.solve() == bool(found)
        for variable, r, c in named:
            for value in (1, -1):
                possible = any((r * len(lines[0]) + c in mined) == (value > 0) for mined in found)
                assert solver.solve([value * variable]) == possible
