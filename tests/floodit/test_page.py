"""The page, the animation and the drawing of a solution; the page is tested in a browser."""

import io
import json
import random
import re
from xml.etree import ElementTree

import pytest
from PIL import Image

from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.formats import parse_board
from puzzlesat.floodit.board.graph import ClusterGraph
from puzzlesat.floodit.board.referee import floods
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.show.page import page
from puzzlesat.floodit.show.picture import gif, svg
from puzzlesat.floodit.solve.astar import astar
from puzzlesat.floodit.solve.exact import METHODS, Bounds, Limits, close_bounds

from .exhaustive import move

BOARD = parse_board("0120/1203/3321/0012", 4)


def answered(board, timeout=None):
    interval = Bounds(board)
    close_bounds(interval, METHODS["clusters"], Limits.of(timeout), "minisat22")
    return interval


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


def test_svg_has_no_external_references():
    text = svg(answered(BOARD))
    ElementTree.fromstring(text)
    assert not re.findall(r'(?:href|src)="(?!#)', text)


def test_page_needs_no_network():
    text = page(answered(BOARD))
    assert not re.findall(r'(?:href|src)="(?!data:,")', text)
    assert re.findall(r"https?://[^\"]*", text) == ["http://www.w3.org/2000/svg"]


class Player:
    def __init__(self, browser, folder, board, answer):
        path = folder / "page.html"
        path.write_text(page(answer), encoding="utf-8")
        self.browser, self.board = browser, board
        browser.get_log("browser")
        browser.get(path.as_uri())

    def element(self, name):
        return self.browser.find_element("id", name)

    def click(self, name):
        self.element(name).click()

    def press(self, *keys):
        self.browser.find_element("id", "board").send_keys(*keys)

    def choose(self, colour):
        self.browser.find_elements("css selector", "#palette button")[colour].click()

    def status(self):
        return self.element("status").text

    def cells(self):
        """Return the colours on the page, by the symbols on the cells."""
        script = "return [...document.querySelectorAll('#board text')].map((x) => x.textContent)"
        symbols = [str(symbol) for symbol in self.board.symbols]
        colours = [symbols.index(text) for text in self.browser.execute_script(script)]
        starts = range(0, len(colours), self.board.cols)
        return tuple(tuple(colours[at : at + self.board.cols]) for at in starts)

    def run(self, script, *arguments):
        return self.browser.execute_script(script, *arguments)


@pytest.fixture
def play(browser, tmp_path):
    def start(board, answer=None):
        return Player(browser, tmp_path, board, answer or answered(board))

    yield start
    assert browser.get_log("browser") == []  # neither an error nor a request


class TestPage:
    def test_watching_step_by_step(self, play):
        answer = answered(BOARD)
        player = play(BOARD, answer)
        assert player.cells() == BOARD.grid
        grid = BOARD.grid
        for t, colour in enumerate(answer.moves, start=1):
            player.click("next")
            grid = move(grid, colour)
            assert player.cells() == grid
            assert player.status() == f"move {t} of 7: {BOARD.symbols[colour]}"
        assert not player.element("next").is_enabled()
        player.click("back")
        assert player.status().startswith("move 6 of 7")
        player.click("first")
        assert player.cells() == BOARD.grid
        player.click("last")
        assert len({colour for row in player.cells() for colour in row}) == 1

    @pytest.mark.parametrize("name", ["line", "halo"])
    def test_the_outline_lies_inside_the_flooded_area(self, play, name):
        player = play(parse_board("01/12", 3))
        player.click("next")
        script = """
            const path = document.querySelector(`#board .${arguments[0]}`);
            const { x, y, width, height } = path.getBBox();
            const points = [[0.01, 0.01], [1.99, 0.99], [0.99, 0.99], [1.01, 1.01], [0.9, 0.5]];
            const isFilled = ([x, y]) => path.isPointInFill(new DOMPoint(x, y));
            return [x, y, width, height, ...points.map(isFilled)];
        """
        assert player.run(script, name) == [0, 0, 2, 2, True, True, True, False, False]

    def test_watching_by_keyboard_and_automatically(self, play, browser):
        from selenium.webdriver.common.keys import Keys
        from selenium.webdriver.support.wait import WebDriverWait

        player = play(BOARD)
        player.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT)
        assert player.status().startswith("move 1 of 7")
        player.press(Keys.END)
        assert player.status().startswith("move 7 of 7")
        player.press(Keys.HOME, *"++++")
        assert player.element("speed").get_attribute("value") == "6"
        player.press(" ")
        assert player.element("run").get_attribute("aria-label") == "stop"
        assert player.element("run").text == ""  # drawn: a font need not have arrows
        WebDriverWait(browser, 30).until(lambda _: player.status().startswith("move 7 of 7"))
        assert player.element("run").get_attribute("aria-label") == "play automatically"

    def test_playing_to_the_end_by_hints(self, play):
        player = play(BOARD)
        player.click("play-tab")
        assert player.status() == "0 moves so far; the minimum is 7."
        for _ in range(7):
            player.click("hint")
            player.browser.find_element("css selector", "#palette .hinted").click()
        assert player.status() == "Flooded in 7 moves: this is the minimum."
        assert not player.element("hint").is_enabled()

    def test_playing_with_undo_and_restart(self, play):
        player = play(BOARD)
        player.click("play-tab")
        for colour in (3, 0, 3):
            player.choose(colour)
        assert player.status() == "3 moves so far; the minimum is 7."
        player.click("undo")
        assert player.status() == "2 moves so far; the minimum is 7."
        player.press("2")
        assert player.cells()[0][0] == 2
        player.browser.find_elements("css selector", "#board rect")[1].click()
        assert player.cells()[0][0] == 1
        assert player.status().startswith("4 moves so far")
        player.press("?")
        assert player.status().startswith("Hint: ")
        player.click("again")
        assert player.cells() == BOARD.grid
        while not player.status().startswith("Flooded"):
            wanted = next(c for row in player.cells() for c in row if c != player.cells()[0][0])
            player.choose(wanted)
        assert "more than the minimum" in player.status()

    @pytest.mark.parametrize(
        ("symbols", "keys"), [("Rgb", "bG"), ("Rgb", "Bg"), ("aAb", "bA"), ("aAb", "BA")]
    )
    def test_colour_keys_ignore_case_unless_ambiguous(self, play, symbols, keys):
        player = play(Board(1, 3, 3, (0, 2, 1), tuple(symbols)))
        player.click("play-tab")
        player.press(*keys)
        assert player.cells() == ((1, 1, 1),)

    def test_hints_are_optimal_from_any_position(self, play):
        """The page's search finds the minima that A* finds here, and its moves flood the board."""
        player = play(BOARD)
        choose = random.Random(1)
        script = """
            const turn = ((work) => { let t; do t = work.next(); while (!t.done); return t; });
            return turn(search(arguments[0])).value;
        """
        for number in range(8):
            # on boards of the page's own size, with the page's own colours
            board = random_board(2020, 4, 4, number)
            grid = board.grid
            for _ in range(3):
                moves = player.run(script, [c for row in grid for c in row])
                assert floods(grid, moves)
                assert len(moves) == len(astar(ClusterGraph.of(Board.of(grid, 4))))
                grid = move(grid, choose.randrange(4))

    def test_hint_on_a_large_board_after_leaving_the_solution(self, play):
        from selenium.webdriver.support.wait import WebDriverWait

        board = random_board(2020, 12, 6, 0)
        answer = answered(board)
        player = play(board, answer)
        player.click("play-tab")
        colour = next(c for c in range(6) if c not in (answer.moves[0], board.grid[0][0]))
        player.choose(colour)
        player.click("hint")
        WebDriverWait(player.browser, 60).until(lambda _: player.status().startswith("Hint"))
        needed = len(astar(ClusterGraph.of(Board.of(move(board.grid, colour), 6))))
        hint = f"A shortest solution from here has {needed} moves, which makes {needed + 1} in all"
        assert hint in player.status()

    def test_boards_of_any_shape_and_symbols(self, play):
        board = Board(1, 3, 3, (0, 2, 1), (1, 2, 70))
        player = play(board)
        assert player.cells() == ((0, 2, 1),)
        player.click("last")
        assert player.status() == "move 2 of 2: 2"
        flooded = play(Board.of([[0, 0], [0, 0]]))
        assert flooded.status() == "the start; 0 moves to come"
        flooded.click("play-tab")
        assert flooded.status() == "Flooded in 0 moves: this is the minimum."

    def test_page_shows_open_bounds_after_a_timeout(self, play):
        board = random_board(2020, 20, 6, 0)
        answer = answered(board, timeout=0.01)
        assert not answer.closed
        player = play(board, answer)
        player.click("play-tab")
        between = f"the minimum is {answer.lower} to {len(answer.moves)}"
        assert player.status() == f"0 moves so far; {between}."

    @pytest.mark.parametrize("width", [360, 1280])
    def test_page_fits_narrow_and_wide_screens(self, play, width):
        player = play(random_board(2020, 14, 6, 0), None)
        player.browser.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": 740, "deviceScaleFactor": 1, "mobile": width < 500},
        )
        try:
            for tab in ("watch-tab", "play-tab"):
                player.click(tab)
                shown = player.run(
                    "return [document.documentElement.scrollWidth, innerWidth,"
                    " document.getElementById('board').getBoundingClientRect().right]"
                )
                assert shown[0] <= shown[1]
                assert shown[2] <= width
        finally:
            player.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_page_embeds_the_solution():
    answer = answered(BOARD)
    text = page(answer)
    [game] = re.findall(r"const GAME = (\{.*\});", text)
    assert json.loads(game)["solution"] == answer.moves
