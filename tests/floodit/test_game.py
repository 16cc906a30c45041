from puzzlesat.floodit.board.referee import flooded_area, floods, move, states

GRID = (
    (0, 1, 1),
    (0, 2, 1),
    (2, 2, 0),
)


def test_the_flooded_area_takes_the_colour_and_what_it_touches():
    assert move(GRID, 1) == ((1, 1, 1), (1, 2, 1), (2, 2, 0))
    assert flooded_area(move(GRID, 1)) == {(0, 0), (0, 1), (0, 2), (1, 0), (1, 2)}


def test_only_the_area_of_the_top_left_cell_changes():
    assert move(GRID, 2)[2][2] == 0


def test_a_colour_that_touches_nothing_floods_nothing():
    assert flooded_area(move(((0, 1), (1, 2)), 2)) == {(0, 0)}


def test_the_states_of_a_play():
    assert list(states(((0, 1), (1, 0)), [1, 0])) == [
        ((0, 1), (1, 0)),
        ((1, 1), (1, 0)),
        ((0, 0), (0, 0)),
    ]


def test_a_play_floods_only_if_the_whole_board_has_one_colour():
    assert floods(GRID, [1, 2, 0])
    assert not floods(GRID, [1, 0])
    assert floods(((3, 3),), [])
