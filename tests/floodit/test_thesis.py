"""The encodings against brute force, and against themselves with conditions left out."""

import io
import subprocess
import sys
from itertools import pairwise, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysat.solvers import Solver

from puzzlesat.common.errors import InputError
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.encode.thesis import (
    ENCODINGS,
    EXTENDED,
    MINIMAL,
    Encoder,
    Variables,
)
from puzzlesat.sat import dimacs
from puzzlesat_studies.floodit.audit.clauses import clause_counts

from . import exhaustive
from .strategies import boards

SMALL = [
    Board.of([colours[:cols], colours[cols:]], k=3)
    for cols in (2, 3)
    for colours in product(range(3), repeat=2 * cols)
]
"""Every 2×2 and 2×3 board of three colours."""

TELLING = [
    Board.of([[0, 1, 1], [2, 2, 1]]),
    Board.of([[0, 1], [1, 0]]),
    Board.of([[0, 0, 1, 0, 2]]),
]
"""Boards on which every condition excludes some assignment."""


def satisfiable(board, conditions, p):
    with Solver("minisat22", bootstrap_with=Encoder(board, conditions).formula(p)) as solver:
        return solver.solve()


def models(board, conditions, p):
    """Return all models of the conditions but the last, which fix every state of every play."""
    encoder = Encoder(board, [c for c in conditions if c.name != "10"])
    formula = encoder.formula(p)
    with Solver("minisat22", bootstrap_with=formula) as solver:
        # A tautology for every variable, so that a model contains all variables.
        solver.append_formula([[x, -x] for x in range(1, formula.variables + 1)])
        return {frozenset(x for x in model if x > 0) for model in solver.enum_models()}


def plays_as_models(board, p, repeats=True):
    """Return what the variables are in each play, by the rules of the game alone."""
    v = Variables(len(board.fields), board.k)
    found = set()
    for moves, grids in exhaustive.plays(board, p):
        if not repeats and any(c == d for c, d in pairwise(moves)):
            continue
        true = {v.Move(t, c) for t, c in enumerate(moves)}
        for t, grid in enumerate(grids):
            flooded = exhaustive.flooded_fields(grid)
            true |= {v.Fld(t, f) for f in flooded}
            touched = {g for f in flooded for g in board.neighbours[f]}
            true |= {v.TchFld(t, f) for f in touched}
        found.add(frozenset(true))
    return found


@pytest.mark.parametrize(("conditions", "repeats"), [(MINIMAL, True), (EXTENDED, False)])
def test_the_models_are_the_plays(conditions, repeats):
    """Those of the extended encoding are the plays without repeats."""
    for board in TELLING:
        for p in range(4):
            assert models(board, conditions, p) == plays_as_models(board, p, repeats)


@pytest.mark.parametrize("name", ["11", "12"])
def test_only_condition_11_excludes_plays(name):
    weakened = [c for c in EXTENDED if c.name != name]
    for board in TELLING:
        assert models(board, weakened, 2) == plays_as_models(board, 2, repeats=name == "11")


@pytest.mark.parametrize("name", [c.name for c in MINIMAL if c.name != "10"])
def test_dropping_any_condition_changes_the_models(name):
    weakened = [c for c in MINIMAL if c.name != name]
    assert any(models(board, weakened, 2) != plays_as_models(board, 2) for board in TELLING)


@given(board=boards(), p=st.integers(0, 6))
def test_counts_by_formula_match_the_emitted_clauses(board, p):
    emitted = dict.fromkeys(clause_counts(board, p), 0)
    formula = Encoder(board, EXTENDED).formula(p)
    for family in formula.templates:
        emitted[family.name.rstrip("ab")] += sum(map(len, family.arrays()))
    assert emitted == clause_counts(board, p)
    assert len(formula) == sum(emitted.values()) == len(list(formula))
    N = len(board.fields)
    assert formula.variables == 2 * N * (p + 1) + board.k * p
    assert max((abs(x) for clause in formula for x in clause), default=0) == formula.variables


def test_condition_12_repeats_condition_9():
    board = random_board(2020, 5, 3, 0)
    by_name = {
        family.name: {tuple(sorted(c)) for array in family.arrays() for c in array.tolist()}
        for family in Encoder(board, EXTENDED).formula(4).templates
    }
    assert by_name["12"] == by_name["9b"]


def test_the_formula_of_a_tiny_board_is_pinned():
    file = io.BytesIO()
    board = Board.of([[0, 0], [1, 2]])
    dimacs.write(Encoder(board, EXTENDED).formula(2), {}, file)
    assert file.getvalue() == Path(__file__).with_name("tiny.cnf").read_bytes()


def test_encodings_do_not_depend_on_the_hash_seed():
    """Sets and hashes must not decide the order of clauses."""
    program = (
        "from puzzlesat.floodit.board.sample import random_board as b\n"
        "from puzzlesat.floodit.encode.thesis import *\n"
        "print("
        "list(Encoder(b(1, 4, 3, 0), EXTENDED).formula(3)))"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1


def test_number_of_variables_is_limited():
    """A field and three colours are five variables a state, the last state without the colours."""
    encoder = Encoder(Board.of([[0]], k=3), MINIMAL)
    p = (2**31 - 1 - 2) // 5
    formula = encoder.formula(p)
    assert formula.variables == 5 * p + 2 == 2**31 - 1
    last = next(family for family in formula.templates if family.name == "10")
    assert [array.tolist() for array in last.arrays()] == [[[5 * p + 1]]]
    with pytest.raises(InputError, match=f"^{p + 1} moves need more variables"):
        encoder.formula(p + 1)
    with pytest.raises(InputError, match="more variables"):  # 2³¹, one too many
        Encoder(Board.of([[0]], k=4), MINIMAL).formula((2**31 - 2) // 6)


def test_without_condition_10_nothing_needs_to_be_flooded():
    assert satisfiable(TELLING[0], [c for c in MINIMAL if c.name != "10"], 0)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_encodings_are_satisfiable_from_the_minimum_on_small_boards(encoding):
    for board in SMALL:
        least = exhaustive.minimum(board)
        answers = [satisfiable(board, ENCODINGS[encoding], p) for p in range(least + 2)]
        assert answers == [False] * least + [True] * 2, board.text
