"""Generated puzzles have the requested size, number of flows and number of solutions."""

from itertools import islice

import pytest

from puzzlesat.common.errors import InputError
from puzzlesat.flowfree.board.puzzle import FILLING, SYMBOLS
from puzzlesat.flowfree.board.referee import fault, path_fault
from puzzlesat.flowfree.solve.answer import solve_puzzle
from puzzlesat.flowfree.solve.direct import solutions_of
from puzzlesat.flowfree.solve.generate import random_puzzle
from puzzlesat_studies.flowfree.tree import TreeSearch

from .exhaustive import check_cover
from .marked import all_solutions


@pytest.mark.parametrize("rule", FILLING)
@pytest.mark.parametrize(
    ("rows", "cols", "k"),
    [(5, 5, 3), (5, 5, 8), (6, 9, 18), (3, 7, 4), (2, 3, 2), (1, 7, 2), (12, 12, 46), (9, 4, None)],
)
def test_solver_finds_a_solution_that_the_referee_accepts(rows, cols, k, rule):
    for i in range(4):
        puzzle = random_puzzle(1, rows, cols, k, i, "any", rule)
        assert (puzzle.rows, puzzle.cols, puzzle.rule) == (rows, cols, rule)
        assert k in (None, puzzle.k)
        [solution] = solve_puzzle(puzzle).solutions
        paths = [[divmod(cell, cols) for cell in path] for path in solution.paths]
        assert path_fault(puzzle.lines, paths) is None
        if rule == "strict":
            assert fault(puzzle.lines, solution.lines) is None


def test_one_flow_that_touches_itself_may_cover_a_board():
    puzzle = random_puzzle(1, 6, 6, 1, 0, "several", "touching")
    assert puzzle.k == 1
    assert len(list(islice(all_solutions(puzzle.lines, "touching"), 2))) == 2


@pytest.mark.parametrize(
    ("shape", "text"),
    [
        ((5, 5, 4), "....A/A.BCB/..D../.D.C./....."),
        ((5, 6, None), "....../A....A/..BCDC/DB..../E....E"),
    ],
)
def test_random_puzzles_are_deterministic(shape, text):
    """Pinned: a change of the generator changes the results of all studies."""
    assert random_puzzle(2020, *shape, 0, "one").text == text
    texts = {random_puzzle(seed, *shape, i, "one").text for seed in (1, 2) for i in range(4)}
    assert len(texts) > 4


@pytest.mark.parametrize("rule", FILLING)
@pytest.mark.parametrize("kind", ["one", "several", "any"])
def test_puzzles_have_as_many_solutions_as_requested(kind, rule):
    for i in range(2):
        puzzle = random_puzzle(3, 6, 6, 4, i, kind, rule)
        found = len(list(islice(all_solutions(puzzle.lines, rule), 2)))
        assert (puzzle.rows, puzzle.cols, puzzle.k, puzzle.rule) == (6, 6, 4, rule)
        assert found == 1 if kind == "one" else found >= 1 + (kind == "several")
        assert len(set(puzzle.text) - {".", "/"}) == 4


@pytest.mark.parametrize(
    ("shape", "rule"),
    [
        *(((6, 6), rule) for rule in FILLING),
        *(((3, 9), "strict"), ((9, 3), "strict"), ((8, 8), "strict")),
        *(((1, 7), "strict"), ((4, 1), "touching"), ((2, 3), "strict")),
    ],
)
def test_winding_puzzles_have_one_solution(shape, rule):
    for i in range(3):
        puzzle = random_puzzle(3, *shape, None, i, "one", rule)
        assert (puzzle.rows, puzzle.cols, puzzle.rule) == (*shape, rule)
        [solution] = TreeSearch(puzzle).solutions()
        assert min(map(len, solution.paths)) >= 3
        if rule == "strict":
            check_cover(puzzle.grid, solution.paths, 3)
        assert "winding" in puzzle.origin


def test_large_puzzles_have_one_solution_and_long_flows():
    puzzle = random_puzzle(2020, 40, 40, None, 0, "one")
    found, complete = solutions_of(puzzle)
    assert (len(found), complete) == (1, True)
    assert 1600 / puzzle.k > 25


def test_flows_beyond_letters_and_digits_have_symbols():
    puzzle = random_puzzle(2020, 30, 30, 100, 0, "any")
    assert puzzle.symbols == tuple(SYMBOLS[:100])


def test_unsuccessful_generation_is_reported():
    messages = []
    with pytest.raises(InputError, match="no such puzzle of 4×4 cells was found in 1000 tries"):
        random_puzzle(1, 4, 4, 5, 0, "several", on_message=messages.append)
    assert messages[-1] == "4×4 puzzle, k = 5: try 1000"
    with pytest.raises(InputError, match="no such puzzle of 60×60 cells was found in time"):
        random_puzzle(1, 60, 60, None, 0, "one", wall_limit=0.01)


@pytest.mark.parametrize(
    ("shape", "k", "sentence"),
    [
        ((5, 5), 9, "5×5 cells has room for 2 to 8 flows of 3 cells or more, not for 9$"),
        ((2, 3), 5, "2×3 cells has room for 2 flows of 3 cells or more, not for 5$"),
        ((2, 2), None, "of 2×2 cells has room for no flow of 3 cells or more$"),
        ((101, 5), None, "a puzzle has 1 to 100 rows and columns$"),
    ],
)
def test_impossible_requests_are_rejected(shape, k, sentence):
    with pytest.raises(InputError, match=sentence):
        random_puzzle(1, *shape, k, 0, "one")
