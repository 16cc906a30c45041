"""Statements in the thesis's text (chapters 2–4), and its formulas transcribed independently."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver

from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.referee import newly_flooded
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.encode.instance import Instance
from puzzlesat.floodit.encode.thesis import Encoder
from puzzlesat.floodit.solve.exact import Bounds
from puzzlesat.sat.solver import open_solver

from . import exhaustive
from .transcription import Puzzle, transcribe


def multiset(clauses):
    return Counter(tuple(sorted(set(clause))) for clause in clauses)


def expected(board, p, encoding, variant):
    """Return the clauses of an encoding, from the text alone."""
    q = Puzzle(board.grid, board.k, p, printed=variant == "printed")
    named = {q.fld(t, f): ("Fld", t, f) for t in range(q.last + 1) for f in q.fields}
    named |= {q.tch_fld(t, f): ("TchFld", t, f) for t in range(p + 1) for f in q.fields}
    named |= {q.move(t, c): ("Move", t, c) for t in range(p) for c in range(board.k)}
    clauses = transcribe(q, encoding, tautologies=variant == "printed")
    return multiset([(1 if x > 0 else -1, *named[abs(x)]) for x in clause] for clause in clauses)


def written(board, p, encoding, variant):
    """Return the clauses that ``floodit encode`` writes, by the legend in the file's comments.

    Fld(t,f) is S*t + f + 1, TchFld(t,f) is S*t + N + f + 1 and Move(t,c) is S*t + 2*N + c + 1, with
    N fields, k colours and S = 2*N + k.
    """
    N = len(board.fields)

    def named(literal):
        t, rest = divmod(abs(literal) - 1, 2 * N + board.k)
        predicate = ("Fld", "TchFld", "Move")[min(rest // N, 2)]
        of = rest - N * ("Fld", "TchFld", "Move").index(predicate)
        return (1 if literal > 0 else -1, predicate, t, of)

    formula = Instance(board, p, encoding, variant).formula()
    return multiset([named(x) for x in clause] for clause in formula)


@pytest.mark.parametrize("variant", ["corrected", "printed"])
@pytest.mark.parametrize("encoding", ["minimal", "extended"])
@given(n=st.integers(1, 5), k=st.integers(1, 5), i=st.integers(0, 99), p=st.integers(0, 5))
@settings(max_examples=40)
def test_encoder_clauses_match_the_printed_formulas(encoding, variant, n, k, i, p):
    board = random_board(2020, n, k, i)
    assert written(board, p, encoding, variant) == expected(board, p, encoding, variant)


@pytest.mark.parametrize("condition", ["5", "6", "9a", "9b", "12"])
@pytest.mark.parametrize("variant", ["corrected", "printed"])
def test_swapped_predicates_are_detected(monkeypatch, condition, variant):
    board = random_board(2020, 4, 3, 0)
    right = expected(board, 3, "extended", variant)
    assert written(board, 3, "extended", variant) == right
    N = len(board.fields)

    def swapped(literal):
        """Exchange Fld and TchFld of a variable of the template, whose stride is 2N + k."""
        t, rest = divmod(abs(literal) - 1, 2 * N + board.k)
        rest = (rest + N) % (2 * N) if rest < 2 * N else rest
        return (1 if literal > 0 else -1) * (t * (2 * N + board.k) + rest + 1)

    templates = Encoder._templates.func

    def mutant(encoder):
        return [
            tuple(np.vectorize(swapped, otypes=[x.dtype])(x) for x in template)
            if of.name == condition
            else template
            for of, template in zip(encoder.conditions, templates(encoder), strict=True)
        ]

    monkeypatch.setattr(Encoder, "_templates", property(mutant))
    assert written(board, 3, "extended", variant) != right


def test_printed_variant_has_the_tautologies_of_condition_8():
    board = random_board(2020, 4, 3, 0)
    clauses = list(Instance(board, 5, "extended", "printed").formula())
    assert sum(any(-x in clause for x in clause) for clause in clauses) == 2 * 16 * (5 + 1)
    clauses = list(Instance(board, 5, "extended", "corrected").formula())
    assert not any(-x in clause for clause in clauses for x in clause)


@pytest.mark.parametrize("s", range(6))
def test_printed_variant_floods_touched_fields_in_the_last_step(s):
    board = random_board(7, 3, 4, s)
    least = exhaustive.minimum(board)

    def solvable(p):
        clauses = list(Instance(board, p, "minimal", "printed").formula())
        with Solver("minisat22", bootstrap_with=clauses) as solver:
            return solver.solve()

    for p in range(least):
        assert solvable(p) == exhaustive.floods_with_free_step(board, p)
    assert solvable(least - 1)


def test_fields_are_numbered_row_by_row_and_have_two_to_four_neighbours():
    """§3.2.2: corner fields have two, other edge fields three, all others four."""
    n = 5
    board = random_board(1, n, 3, 0)
    puzzle = Puzzle(board.grid, board.k, 0)
    for f in board.fields:
        row, col = divmod(f, n)
        on_edges = (row in (0, n - 1)) + (col in (0, n - 1))
        assert sorted(board.neighbours[f]) == sorted(puzzle.neighbours[f])
        assert len(board.neighbours[f]) == 4 - on_edges
        assert list(board.cluster[f]) == puzzle.cluster[f]
        assert board.grid[row][col] == board.colour[f]


def test_example_1_of_unit_propagation():
    """§2.3, Example 1: unit propagation learns a and b, and the reduced formula is equivalent.

    Contrary to the text, it does not solve the formula: ¬c ∨ ¬d is left, which needs a choice.
    """
    a, b, c, d = 1, 2, 3, 4
    models = []
    for clauses in (
        [[a], [-a, b], [a, -c], [b, c], [-c, -d]],
        [[a], [b], [b, c], [-c, -d]],
    ):
        with open_solver("minisat22") as solver:
            solver.append_formula(clauses)
            literals = [x for v in (a, b, c, d) for x in (v, -v)]
            assert [x for x in literals if not solver.propagate([-x])[0]] == [a, b]
            models.append(sorted(solver.enum_models()))
    assert models[0] == models[1]


def test_probability_that_a_random_board_is_flooded():
    """§4.1.1: a random board is flooded from the start with the probability (1/k)^(n²-1)."""
    for n, k in ((1, 3), (2, 2), (2, 3)):
        grids = product(product(range(k), repeat=n), repeat=n)
        flooded = sum(Bounds(Board.of(grid, k)).minimum == 0 for grid in grids)
        assert Fraction(flooded, k ** (n * n)) == Fraction(1, k) ** (n * n - 1)


def test_repeating_a_move_floods_nothing():
    """§4.2.2: Move is idempotent."""
    for board in (random_board(3, 4, 3, i) for i in range(5)):
        for moves in product(range(3), repeat=3):
            _, _, *added = newly_flooded(board.grid, moves)
            assert all(
                c != d or not fields for (c, d), fields in zip(pairwise(moves), added, strict=True)
            )


def test_the_pairs_of_table_4_1_add_up_to_100():
    table = Path(__file__).parents[2] / "reference/thesis_table_4_1.csv"
    columns, *rows = (line.split(",") for line in table.read_text().split())
    assert columns == ["n", "k", "minimal", "extended"]
    assert [tuple(map(int, row[:2])) for row in rows] == list(product(range(4, 12), range(3, 7)))
    assert all(int(minimal) + int(extended) == 100 for _, _, minimal, extended in rows)
    assert min(int(minimal) for _, _, minimal, _ in rows) == 83
