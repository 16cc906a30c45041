"""The rules of the game, and random positions."""

from itertools import product
from random import Random

import pytest

from puzzlesat.common.errors import InputError
from puzzlesat.minesweeper.board.game import Game, fault
from puzzlesat.minesweeper.board.sample import check_size, random_position, sample_rows
from puzzlesat.minesweeper.board.state import State


def shuffled(fields, seed):
    order = list(range(fields))
    Random(seed).shuffle(order)
    return order


def test_first_field_is_safe_and_all_mines_are_placed():
    for seed in range(200):
        game = Game(3, 4, 11, shuffled(12, seed))
        first = seed % 12
        game.uncover(first)
        assert game.mined == set(range(12)) - {first}
        assert game.won


def test_opening_uncovers_the_neighbours_of_zeros():
    game = Game(4, 4, 1, [15, *range(15)])
    game.uncover(0)
    assert game.state().lines == ["0000", "0000", "0011", "001."]
    assert game.won


def test_a_mine_uncovers_nothing_and_ends_the_game():
    game = Game(1, 3, 1, [2, 0, 1])
    assert game.uncover(1) == [1]
    assert (game.over, game.state().lines) == (False, [".1."])
    assert game.uncover(2) == []
    assert (game.lost, game.won, game.over) == (True, False, True)


def test_flags_are_removed_by_openings():
    game = Game(1, 4, 1, [3, 0, 1, 2], flags={1})
    assert game.state().lines == [".F.."]
    game.uncover(0)
    assert game.state().lines == ["001."]


def test_positions_match_their_boards():
    for i, row in enumerate(sample_rows(7, 5, 6, 6, range(40))):
        state, board = row["state"].split("/"), row["board"].split("/")
        mined = {(r, c) for r in range(5) for c in range(6) if board[r][c] == "*"}
        assert len(mined) == 6
        for r in range(5):
            for c in range(6):
                if state[r][c] != ".":
                    around = {(r + a, c + b) for a in (-1, 0, 1) for b in (-1, 0, 1)}
                    assert (r, c) not in mined
                    assert int(state[r][c]) == len(around & mined)
        assert row["i"] == i


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ((1, 4, 4, 3, 0), "..../.13./1.../11.."),
        ((1, 4, 4, 3, 1), "02../02../012./001."),
        ((2, 3, 7, 11, 0), "..22.../44...../......."),
        ((2, 3, 7, 11, 1), ".102.31/.435..3/......."),
        ((3, 2, 9, 8, 0), ".....2.../...22.3.."),
        ((3, 6, 5, 7, 0), "01.../0125./0002./0001./1121./....."),
    ],
)
def test_positions_match_reference_values(name, lines):
    """So that samples can be made again."""
    assert "/".join(random_position(*name).state().lines) == lines


def test_enclosed_positions_continue_elsewhere():
    """With this many mines, the uncovered fields soon have no safe neighbour."""
    shares = []
    for i in range(60):
        game = random_position(7, 6, 9, 30, i)
        assert not game.lost
        assert not game.mined & set(game.uncovered)
        shares.append(len(game.uncovered) / 24)
    assert min(shares) < 0.3
    assert max(shares) > 0.85


@pytest.mark.parametrize(
    ("rows", "mined", "wrong"),
    [
        (["1."], {1}, None),
        (["0"], {0}, "a mine at A1, where 0 is uncovered"),
        (["1."], set(), "0 mines around A1, not 1"),
        (["1.", ".."], {1, 2}, "2 mines around A1, not 1"),
        (["1F", ".."], {2}, "a flag at B1, but no mine"),
        (["..", ".."], {0, 3}, "2 mines, not 1"),
    ],
)
def test_inconsistent_placements_are_reported(rows, mined, wrong):
    assert fault(State.of(rows, mines=1), mined) == wrong


def test_too_many_mines_are_rejected():
    for rows, cols in product((1, 2, 3, 8), repeat=2):
        check_size(rows, cols, rows * cols - 1)
        with pytest.raises(
            InputError, match=f"on {rows}×{cols} fields .*; at most {rows * cols - 1} are possible$"
        ):
            check_size(rows, cols, rows * cols)
