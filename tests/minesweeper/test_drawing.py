"""Drawings of states and boards as SVG."""

from xml.etree import ElementTree

from puzzlesat.minesweeper import Board, State, board_svg, state_svg

SVG = "{http://www.w3.org/2000/svg}"


def texts(drawing):
    return [found.text for found in ElementTree.fromstring(drawing).iter(f"{SVG}text")]


def frames(drawing):
    found = ElementTree.fromstring(drawing).iter(f"{SVG}rect")
    return [rect.get("stroke") == "black" for rect in found]


def test_states_are_drawn():
    state = State.of(["01.", "02F"], mines=2)
    assert texts(state_svg(state)) == ["1", "2", "F"]
    fills = [r.get("fill") for r in ElementTree.fromstring(state_svg(state)).iter(f"{SVG}rect")]
    assert len(fills) == 6
    assert {fills[f] for f in (0, 1, 3, 4)} == {fills[0]} != {fills[2], fills[5]}
    assert repr(state) == "State.of(['01.', '02F'], mines=2)"


def test_boards_are_drawn_with_mines_and_the_first_click():
    board = Board.of(["*--", "---"], first=2)
    assert texts(board_svg(board)) == ["*", "1", "1", "1"]
    assert frames(board_svg(board)) == [False, False, True, False, False, False]
    assert not any(frames(board_svg(Board.of(["*-"]))))
    assert repr(board) == "Board.of(['*--', '---'], first=2)"
