"""The transcribed conditions against brute force by the rules of the game."""

from itertools import product

import pytest
from pysat.formula import CNF
from pysat.solvers import Minisat22

from puzzlesat.floodit.board.board import Board

from . import exhaustive
from .transcription import CONDITIONS, ENCODINGS, Puzzle, always_true, dimacs, moves_of, transcribe

BOARDS = [Board.of([colours[:2], colours[2:]], k=3) for colours in product(range(3), repeat=4)]
BOARDS += [Board.of([[0, 1, 2, 0, 1]]), Board.of([[0, 1, 0], [2, 2, 1], [0, 1, 2]])]


def flooding(board, p):
    return {
        moves
        for moves, grids in exhaustive.plays(board, p)
        if len(exhaustive.flooded_fields(grids[-1])) == len(board.fields)
    }


@pytest.mark.parametrize("tautologies", [True, False])
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_models_are_the_plays_that_flood_the_board(encoding, tautologies):
    for board in BOARDS:
        minimum = exhaustive.minimum(board)
        for p in range(max(0, minimum - 1), minimum + 2):
            puzzle = Puzzle(board.grid, board.k, p)
            expected = flooding(board, p)
            if encoding == "extended":
                expected = {m for m in expected if all(a != b for a, b in zip(m, m[1:]))}  # noqa: B905, RUF007
            with Minisat22(bootstrap_with=transcribe(puzzle, encoding, tautologies)) as solver:
                models = [tuple(moves_of(puzzle, model)) for model in solver.enum_models()]
            assert len(models) == len(expected), (board.text, p)
            assert set(models) == expected


def test_clauses_of_a_small_puzzle_by_hand():
    # fields 0 1 / 2 3 with the clusters {0, 1}, {2} and {3}; each field has two neighbours
    puzzle = Puzzle([[0, 0], [1, 2]], k=3, p=2)
    counts = {name: len(list(condition(puzzle))) for name, condition in CONDITIONS.items()}
    assert counts == {
        **{"1": 4, "2": 2, "3": 6, "4": 8, "5": 8, "6": 8, "7": 8},
        **{"8": 3 * (4 + 6), "9": 3 * (4 + 8), "10": 4, "11": 3, "12": 3 * 8},
    }
    assert puzzle.cluster == [[0, 1], [0, 1], [2], [3]]
    assert list(CONDITIONS["5"](puzzle))[1] == [
        *(puzzle.tch_fld(0, 0), puzzle.tch_fld(0, 1)),
        *(puzzle.fld(0, 1), -puzzle.fld(1, 1)),
    ]


def test_every_variable_is_used_and_has_a_number_of_its_own():
    puzzle = Puzzle([[0, 1], [2, 0]], k=3, p=3)
    used = {abs(literal) for clause in transcribe(puzzle, "minimal") for literal in clause}
    assert used == set(range(1, puzzle.variables + 1))


def test_condition_12_repeats_condition_9():
    puzzle = Puzzle([[0, 1, 2], [1, 0, 2]], k=3, p=3)
    by_9 = {tuple(sorted(clause)) for clause in CONDITIONS["9"](puzzle)}
    by_12 = [tuple(sorted(clause)) for clause in CONDITIONS["12"](puzzle)]
    assert set(by_12) < by_9
    assert len(set(by_12)) == len(by_12)


def test_tautologies_are_those_of_condition_8():
    puzzle = Puzzle([[0, 1, 2], [1, 0, 2]], k=3, p=3)
    for name, condition in CONDITIONS.items():
        assert any(map(always_true, condition(puzzle))) == (name == "8")
    assert not any(map(always_true, transcribe(puzzle, "extended", tautologies=False)))


def test_dimacs_is_read_by_others():
    puzzle = Puzzle([[0, 1], [2, 0]], k=3, p=3)
    clauses = transcribe(puzzle, "extended")
    read = CNF(from_string=dimacs(puzzle.variables, clauses))
    assert (read.nv, read.clauses) == (puzzle.variables, clauses)
