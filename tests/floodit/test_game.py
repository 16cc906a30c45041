"""The referee on boards played by hand, and compared with brute force."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlesat.floodit.board.referee import flood, flooded_area, floods, states

from . import exhaustive
from .strategies import started

GRID = ((0, 1, 1), (0, 2, 1), (2, 2, 0))

SPIRAL = ((0, 0, 0, 0, 0), (5, 5, 5, 5, 1), (4, 4, 4, 5, 1), (3, 5, 5, 5, 1), (2, 2, 2, 2, 1))
"""A spiral: right, down, left, up and right, with a colour for each leg; the walls are 5."""

LEGS = (
    {(0, 0), (0, 1), (0, 2), (0, 3), (0, 4)},
    {(1, 4), (2, 4), (3, 4), (4, 4)},
    {(4, 3), (4, 2), (4, 1), (4, 0)},
    {(3, 0)},
    {(2, 0), (2, 1), (2, 2)},
    {(1, 0), (1, 1), (1, 2), (1, 3), (2, 3), (3, 3), (3, 2), (3, 1)},
)
"""The cells of each colour of the spiral."""

FOLDED = """
1112111
2212121
1112121
1222121
1112121
2212121
1111121
"""
"""A path of colour 1: down the left half, left and right, up column 4, and down column 6."""


def grid_of(text):
    return tuple(tuple(map(int, row)) for row in text.split())


def test_a_move_recolours_the_flood_and_absorbs_neighbours():
    assert [*states(GRID, [1])][-1] == ((1, 1, 1), (1, 2, 1), (2, 2, 0))
    assert flooded_area([*states(GRID, [1])][-1]) == {(0, 0), (0, 1), (0, 2), (1, 0), (1, 2)}


def test_fields_outside_the_flood_are_unchanged():
    assert [*states(GRID, [2])][-1][2][2] == 0


def test_colour_not_adjacent_to_the_flood_floods_nothing():
    assert [*flood(((0, 1), (1, 2)), [2])] == [[(0, 0)], []]


def test_the_states_of_a_play():
    assert list(states(((0, 1), (1, 0)), [1, 0])) == [
        ((0, 1), (1, 0)),
        ((1, 1), (1, 0)),
        ((0, 0), (0, 0)),
    ]


def test_states_begin_with_the_board_for_every_start():
    grid = ((0, 1, 2), (3, 4, 5), (6, 7, 8))
    for r, c in product(range(3), repeat=2):
        begun, played = states(grid, [9], (r, c))
        assert begun == grid
        assert [cell for row in played for cell in row] == [
            9 if x == 3 * r + c else x for x in range(9)
        ]


def test_a_play_floods_only_if_the_whole_board_has_one_colour():
    assert floods(GRID, [1, 2, 0])
    assert not floods(GRID, [1, 0])
    assert floods(((3, 3),), [])


def test_a_flood_goes_round_a_spiral_leg_by_leg():
    assert [set(cells) for cells in flood(SPIRAL, [1, 2, 3, 4, 5])] == [*LEGS]
    assert floods(SPIRAL, [1, 2, 3, 4, 5])


def test_unreached_legs_are_not_flooded():
    none = set()
    assert [set(cells) for cells in flood(SPIRAL, [2, 1, 0, 1, 3, 2, 3, 4])] == [
        *(LEGS[0], none, LEGS[1], none, none, none, LEGS[2], LEGS[3], LEGS[4])
    ]
    assert not floods(SPIRAL, [1, 2, 3, 4])
    assert not floods(SPIRAL, [5, 4, 3, 2])
    assert floods(SPIRAL, [5, 4, 3, 2, 1])


def test_neighbours_of_the_flood_are_flooded_from_every_side():
    # 5 floods the walls, which touch all other legs; each leg then takes one move
    assert [set(cells) for cells in flood(SPIRAL, [5, 3, 1, 2, 4])] == [
        *(LEGS[0], LEGS[5], LEGS[3], LEGS[1], LEGS[2], LEGS[4])
    ]


def test_flood_goes_up_left_and_round_corners():
    grid = grid_of(FOLDED)
    assert flooded_area(grid) == {
        (r, c) for r, row in enumerate(grid) for c, colour in enumerate(row) if colour == 1
    }
    blocked = grid_of(FOLDED.replace("1112111", "1112121"))
    assert flooded_area(grid) - flooded_area(blocked) == {(0, 5)} | {(r, 6) for r in range(7)}
    assert [*states(grid, [2])][-1] == ((2,) * 7,) * 7


SIDES = [(-1, 0), (1, 0), (0, -1), (0, 1)]


@pytest.mark.parametrize(("down", "right"), SIDES)
def test_flood_includes_adjacent_but_not_distant_fields(down, right):
    cells = product(range(5), repeat=2)
    grid = dict.fromkeys(cells, 0) | {(2, 2): 1}
    for steps, flooded in ((1, {(2, 2), (2 + down, 2 + right)}), (2, {(2, 2)})):
        one = grid | {(2 + steps * down, 2 + steps * right): 1}
        rows = tuple(tuple(one[r, c] for c in range(5)) for r in range(5))
        assert flooded_area(rows, (2, 2)) == flooded


@pytest.mark.parametrize("corner", [(0, 0), (0, 6), (6, 0), (6, 6)])
def test_every_corner_is_reached(corner):
    grid = [[1] * 7 for _ in range(7)]
    grid[corner[0]][corner[1]] = 2
    cells = tuple(map(tuple, grid))
    added = [set(cells) for cells in flood(cells, [1, 2])]
    assert (added[0] == {(0, 0)}) == (corner == (0, 0))
    assert set.union(*added) == {(r, c) for r in range(7) for c in range(7)}


@given(started(), st.lists(st.integers(0, 4), max_size=8))
def test_states_agree_with_a_naive_implementation(board, moves):
    slow = exhaustive.states(board.grid, moves, board.start)
    assert list(states(board.grid, moves, board.start)) == slow
    assert flooded_area(board.grid, board.start) == exhaustive.flooded_area(board.grid, board.start)
    assert floods(board.grid, moves, board.start) == (len({c for r in slow[-1] for c in r}) == 1)
    assert next(flood(board.grid, moves, board.start))[0] == board.start
