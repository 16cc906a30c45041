"""Drawings of states and boards in notebooks."""

from xml.etree import ElementTree

from puzzlesat.minesweeper import Board, State

SVG = "{http://www.w3.org/2000/svg}"


def texts(drawing):
    return [found.text for found in ElementTree.fromstring(drawing).iter(f"{SVG}text")]


def frames(drawing):
    found = ElementTree.fromstring(drawing).iter(f"{SVG}rect")
    return [rect.get("stroke") == "black" for rect in found]


def test_state_displays_itself():
    state = State.of(["01.", "02F"], mines=2)
    assert texts(state._repr_svg_()) == ["1", "2", "F"]
    fills = [r.get("fill") for r in ElementTree.fromstring(state._repr_svg_()).iter(f"{SVG}rect")]
    assert len(fills) == 6
    assert {fills[f] for f in (0, 1, 3, 4)} == {fills[0]} != {fills[2], fills[5]}
    assert repr(state) == "State.of(['01.', '02F'], mines=2)"


def test_board_displays_its_mines_and_the_first_click():
    board = Board.of(["*--", "---"], first=2)
    assert texts(board._repr_svg_()) == ["*", "1", "1", "1"]
    assert frames(board._repr_svg_()) == [False, False, True, False, False, False]
    assert not any(frames(Board.of(["*-"])._repr_svg_()))
    assert repr(board) == "Board.of(['*--', '---'], first=2)"


def test_large_states_are_not_drawn():
    assert State.of(["." * 101] * 100)._repr_svg_() is None
