"""The page, animation and drawings of a solution; tests/web tests the page in a browser."""

import io
import json

import pytest
from PIL import Image

from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.formats.text import parse_board
from puzzlesat.floodit.show.animation import gif
from puzzlesat.floodit.show.page import page, page_data
from puzzlesat.floodit.show.terminal import draw_solution
from puzzlesat.floodit.solve.exact import METHODS, Bounds, Limits, close_bounds

BOARD = parse_board("0120/1203/3321/0012", 4)


def answered(board, timeout=None):
    bounds = Bounds(board)
    close_bounds(bounds, METHODS["clusters"], Limits.of(timeout), "minisat22")
    return bounds


def test_a_gif_has_a_frame_for_every_state():
    picture = Image.open(io.BytesIO(gif(answered(BOARD))))
    assert (picture.n_frames, picture.info["loop"]) == (1 + 7, 0)
    seen = []
    for frame in range(picture.n_frames):
        picture.seek(frame)
        side = (picture.width - 4) // BOARD.cols
        colours = picture.convert("RGB")
        corners = [
            colours.getpixel((2 + c * side + side // 6, 2 + r * side + side // 6))
            for r in range(4)
            for c in range(4)
        ]
        seen.append(len(set(corners)))
    assert seen[0] == 4
    assert seen[-1] == 1  # in the end the whole board has one colour


def test_page_data_contain_the_board_and_the_bounds():
    board = BOARD.with_start((1, 2))
    answer = answered(board)
    data = page_data(answer)
    assert data["puzzle"]["rows"] == [list(row) for row in board.grid]
    assert data["puzzle"]["start"] == [1, 2]
    assert data["steps"] == {"lower": answer.lower, "moves": answer.moves}
    assert f'"moves": {json.dumps(answer.moves)}' in page(answer)


@pytest.mark.parametrize("size", [2, 3])
def test_titles_of_emoji_boards_are_above_their_pictures(size):
    """An emoji takes two columns of a terminal."""
    red, green = "🟥", "🟩"
    board = Board.of([[red] + [green] * (size - 1)] * size)
    text = draw_solution(board, [1], 80, styled=False)
    titles, row = (line.replace(red, "RR").replace(green, "GG") for line in text.splitlines()[:2])
    assert row == " RR" + " GG" * (size - 1) + "  " + " GG" * size
    assert titles.index("1: GG") == 3 * size + 2
