from random import Random

import pytest

from puzzlesat.common.errors import InputError
from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.board.referee import fault
from puzzlesat.flowfree.solve import generate
from puzzlesat.flowfree.solve.generate import Cover, has_one_solution, random_puzzle

from .exhaustive import solutions
from .samples import CROSS, TWO_SOLUTIONS


def rows_of(cover):
    symbols = {number: chr(0x41 + at) for at, number in enumerate(cover.paths)}
    cells = "".join(symbols[number] for number in cover.owner)
    cols = cover.grid.cols
    return [cells[first : first + cols] for first in range(0, len(cells), cols)]


def ends_of(cover):
    ends = {cell for path in cover.paths.values() for cell in (path[0], path[-1])}
    cols = cover.grid.cols
    return [
        "".join(s if r * cols + c in ends else "." for c, s in enumerate(row))
        for r, row in enumerate(rows_of(cover))
    ]


@pytest.mark.parametrize(
    ("rows", "cols", "k"), [(5, 5, 3), (5, 5, 5), (6, 9, 7), (9, 6, 5), (8, 8, 6), (3, 7, 4)]
)
def test_a_cover_solves_the_puzzle_of_its_ends(rows, cols, k):
    for seed in range(4):
        cover = Cover(rows, cols, k, Random(seed))
        assert fault(ends_of(cover), rows_of(cover)) is None
        assert cover.walk()
        assert len(cover.paths) == k
        assert sorted(cell for path in cover.paths.values() for cell in path) == list(
            range(rows * cols)
        )
        assert min(map(len, cover.paths.values())) >= generate.LEAST
        assert fault(ends_of(cover), rows_of(cover)) is None


def test_a_puzzle_is_a_function_of_what_it_is_asked_for():
    """Pinned: whoever changes the generator changes every study."""
    assert random_puzzle(2020, 5, 5, 4, 0, "one").text == PINNED
    texts = {random_puzzle(seed, 5, 5, 4, i, "one").text for seed in (1, 2) for i in range(4)}
    assert len(texts) > 4


PINNED = "AB..B/.C.../...D./.DC../....A"


@pytest.mark.parametrize("kind", ["one", "several", "any"])
def test_puzzles_have_as_many_solutions_as_asked_for(kind):
    for i in range(3):
        puzzle = random_puzzle(3, 6, 6, 4, i, kind)
        found = len(list(solutions(puzzle.lines)))
        assert (puzzle.rows, puzzle.cols, puzzle.k) == (6, 6, 4)
        assert found == 1 if kind == "one" else found >= 1 + (kind == "several")
        assert len(set(puzzle.text) - {".", "/"}) == 4


def test_uniqueness_is_told_apart_from_no_solution():
    assert has_one_solution(Puzzle.of(["AB", "..", "AB"]))
    assert not has_one_solution(Puzzle.of(TWO_SOLUTIONS))
    assert not has_one_solution(Puzzle.of(CROSS))


@pytest.mark.parametrize(
    ("rows", "cols", "k", "sentence"),
    [
        (5, 5, 9, "a board of 5×5 cells has room for 2 to 8 flows of 3 cells or more, not for 9"),
        (5, 5, 1, "a board of 5×5 cells has room for 2 to 8 flows of 3 cells or more, not for 1"),
        (2, 2, 1, "a board of 2×2 cells has room for no flow"),
        (5, 5, 0, "not for 0"),
        (9, 9, 2, "no 9×9 puzzle, k = 2, with one solution came up in 3 tries"),
    ],
)
def test_what_cannot_be_made_is_refused(rows, cols, k, sentence, monkeypatch):
    monkeypatch.setattr(generate, "TRIES", 3)
    with pytest.raises(InputError, match=sentence):
        random_puzzle(1, rows, cols, k, 0, "one")


def test_large_puzzles_get_more_symbols_than_the_alphabet_has():
    puzzle = random_puzzle(2020, 16, 16, 70, 0, "one")
    assert len(set(puzzle.symbols)) == 70
    assert Puzzle.of(puzzle.lines).flow == puzzle.flow
