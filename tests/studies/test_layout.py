"""One formula in many layouts: the same clauses up to renaming and order."""

import shutil
from itertools import product

import numpy as np
import pytest
from pysat.solvers import Minisat22

from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.board.solution import check_solution
from puzzlesat.floodit.encode.thesis import ENCODINGS, Encoder
from puzzlesat_studies.floodit.measure import optimum
from puzzlesat_studies.floodit.timing.layout import (
    NUMBERINGS,
    ORDERS,
    TextEncoder,
    clause_order,
    inverse_numbering,
    numbering,
    renumber,
    reorder,
)
from puzzlesat_studies.floodit.timing.program import PROGRAM, count
from tests.floodit.transcription import Puzzle, transcribe

CELLS = [(2, 2, 0), (3, 2, 1), (4, 3, 0), (5, 6, 2)]
BOTH = ("minimal", "extended")


def renaming(name, board, p):
    return numbering(name, len(board.fields), board.k, p, seed=[1, 2])


def laid_out(board, p, encoding, numbers, order, tautologies=False):
    names = renaming(numbers, board, p)
    listing = renumber(TextEncoder(board, tautologies).listing(encoding, p), names)
    return names, reorder(listing, clause_order(order, len(listing), [3]))


@pytest.mark.parametrize(
    ("cell", "encoding", "tautologies"), [*product(CELLS, BOTH, (True, False))]
)
def test_clauses_match_the_independent_transcription(cell, encoding, tautologies):
    """An independent transcription numbers predicates first and keeps the order of the text."""
    board = random_board(7, *cell)
    for p in range(len(optimum(board)), len(optimum(board)) + 2):
        _, listing = laid_out(board, p, encoding, "predicates first", "text", tautologies)
        expected = transcribe(Puzzle(board.grid, board.k, p), encoding, tautologies)
        assert listing.clauses() == expected


@pytest.mark.parametrize("encoding", BOTH)
def test_time_first_is_the_numbering_of_the_encoder(encoding):
    board = random_board(7, 4, 3, 0)
    _, listing = laid_out(board, 4, encoding, "time first", "text")
    assert sorted(listing.clauses()) == sorted(Encoder(board, ENCODINGS[encoding]).formula(4))


def test_numberings_put_the_named_variables_first():
    fields, k, p = 4, 3, 2
    blocks = {name: np.argsort(numbering(name, fields, k, p, [0])).tolist() for name in NUMBERINGS}
    stride = 2 * fields + k
    fld = [t * stride + f for t in range(p + 1) for f in range(fields)]
    move = [t * stride + 2 * fields + c for t in range(p) for c in range(k)]
    assert blocks["predicates first"][: len(fld)] == fld
    assert blocks["predicates first"][-len(move) :] == move
    assert blocks["moves first"][: len(move)] == move
    assert blocks["moves first"][len(move) :][: 2 * fields] == list(range(2 * fields))
    assert blocks["time first"] == list(range(stride * (p + 1) - k))
    assert sorted(blocks["random"]) == blocks["time first"] != blocks["random"]


@pytest.mark.parametrize(("numbers", "order"), [*product(NUMBERINGS, ORDERS)])
def test_layouts_preserve_the_formula(numbers, order):
    board = random_board(7, 4, 4, 1)
    minimum = len(optimum(board))
    text = TextEncoder(board, tautologies=False)
    for p, encoding in product((minimum - 1, minimum), BOTH):
        plain = text.listing(encoding, p)
        names, listing = laid_out(board, p, encoding, numbers, order)
        back = reorder(renumber(listing, inverse_numbering(names)), back_in(order, len(plain)))
        assert back.clauses() == plain.clauses()
        with Minisat22(bootstrap_with=listing.clauses()) as solver:
            assert solver.solve() == (p >= minimum)
            if p >= minimum:
                check_solution(board, text.moves(solver.get_model(), names, p), p)


def back_in(order, clauses):
    return np.argsort(clause_order(order, clauses, [3]))


@pytest.mark.parametrize("order", ["text", "reversed"])
def test_tautologies_do_not_change_the_search(order):
    board = random_board(7, 5, 4, 1)
    p = len(optimum(board))
    counted = []
    for tautologies in (False, True):
        _, listing = laid_out(board, p, "minimal", "time first", order, tautologies)
        with Minisat22(bootstrap_with=listing.clauses()) as solver:
            solver.solve()
            counted.append((len(listing), solver.accum_stats()))
    assert counted[0][0] < counted[1][0]
    assert counted[0][1] == counted[1][1]


@pytest.mark.skipif(not shutil.which(PROGRAM), reason="the program minisat is not installed")
def test_dimacs_files_are_solved_by_minisat(tmp_path):
    board = random_board(7, 4, 3, 0)
    minimum = len(optimum(board))
    problem = tmp_path / "a.cnf"
    for p in (minimum - 1, minimum):
        problem.write_text(laid_out(board, p, "extended", "random", "shuffled")[1].dimacs())
        assert count(problem, "minisat").satisfiable == (p >= minimum)
