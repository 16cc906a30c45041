"""The page for Flood-It, used in a browser and compared with the library's results."""

import re

import pytest
from selenium.webdriver import Keys

from puzzlesat.floodit import solve_board
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.graph import ClusterGraph
from puzzlesat.floodit.board.greedy import greedy
from puzzlesat.floodit.board.referee import floods
from puzzlesat.floodit.board.sample import random_board
from tests.floodit.exhaustive import move, states
from tests.web.conftest import SIZES, colours, field

SMALL = Board.of([[0, 1, 2, 0], [1, 2, 0, 3], [3, 3, 2, 1], [0, 0, 1, 2]])
HARD = random_board(2020, 30, 8, 0)  # not solved within minutes


def puzzle(board):
    """Return a board as the page takes it."""
    symbols = [str(symbol) for symbol in board.symbols]
    rows = [list(row) for row in board.grid]
    return {"rows": rows, "symbols": symbols, "k": board.k, "start": list(board.start)}


def give(page, board, **more):
    page.start({"puzzle": puzzle(board) | more})


def result(page):
    """Return the state of the search, the lower and the upper bound that the page shows."""
    data = page.run("return {...document.querySelector('#result').dataset}")
    return data["state"], *(int(data[bound] or -1) for bound in ("lower", "upper"))


def proven(page):
    """Wait for the proof of the minimum, and return it."""
    page.wait("document.querySelector('#result').dataset.state === 'optimal'")
    _, lower, upper = result(page)
    assert lower == upper
    return upper


def moves(page, board):
    """Return the moves that the page lists."""
    script = "return [...document.querySelectorAll('#moves button')].map(x => x.dataset.symbol)"
    symbols = [str(symbol) for symbol in board.symbols]
    return [symbols.index(shown) for shown in page.run(script)]


def grid(page):
    """Return the colours that the board shows, numbered in the order of their first occurrence."""
    script = "return [...document.querySelectorAll('.field')].map(x => x.style.backgroundColor)"
    shown = page.run(script)
    seen = list(dict.fromkeys(shown))
    return [seen.index(colour) for colour in shown]


def renumbered(colours):
    seen = list(dict.fromkeys(colours))
    return [seen.index(colour) for colour in colours]


def left(page):
    """Wait for the number of moves left at best, and return it."""
    page.wait("document.querySelector('#play').dataset.state === 'optimal'")
    number = page.run("return document.querySelector('#play').dataset.left")
    if number != "0":
        assert number in re.findall(r"\d+", page.text("#status"))
    return int(number)


@pytest.fixture
def game(page):
    """The page, with a board."""
    return page.open("floodit", "012/120")


def test_minima_are_those_of_the_library(game):
    samples = [(14, 6, 0), (14, 6, 1), (10, 4, 0), (12, 3, 0), (9, 8, 0), (2, 2, 0), (5, 10, 0)]
    boards = [random_board(2020, n, k, i) for n, k, i in samples]
    boards += [random_board(2020, 8, 5, 1).with_start(start) for start in ((4, 4), (7, 0))]
    boards += [Board.of([[0, 1, 2, 1, 0, 2, 2, 1]]), Board.of([[0], [1], [2], [0]])]
    boards.append(Board.of([[1, 1], [1, 1]]))
    for board in boards:
        give(game, board)
        p = proven(game)
        found = moves(game, board)
        assert len(found) == p == solve_board(board).upper, board
        assert floods(board.grid, found, board.start)


def test_steps_show_each_state(game):
    give(game, SMALL)
    p = proven(game)
    after = states(SMALL.grid, moves(game, SMALL))
    for t in range(p + 1):
        assert grid(game) == renumbered([c for row in after[t] for c in row])
        game.press(Keys.ARROW_RIGHT)
    assert all("flooded" in label for label in game.labels())
    game.press(Keys.HOME)
    assert sum("flooded" in label for label in game.labels()) == 1
    game.click("[aria-label='to the end']")
    assert all("flooded" in label for label in game.labels())
    game.click("#moves li:nth-child(2) button")
    assert grid(game) == renumbered([c for row in after[2] for c in row])
    game.run("document.activeElement.blur()")
    game.press(" ")  # plays by itself
    game.wait("document.querySelectorAll('.field').length"
              " === document.querySelectorAll('.field[aria-label*=flooded]').length")  # fmt: skip


def test_moves_left_after_own_moves(game):
    board = random_board(2020, 8, 4, 3)
    give(game, board)
    proven(game)
    game.click("#play-tab")
    game.press("1", "2")  # elsewhere than on the board, keys are no moves
    assert game.text("#status").startswith("0 moves")
    game.run("document.querySelector('.field').focus()")
    state, made = board.grid, []
    for _ in range(6):
        worst = max(
            (c for c in range(4) if c != state[0][0]),
            key=lambda c: solve_board(Board.of([list(row) for row in move(state, c)])).upper,
        )
        game.press(str(board.symbols[worst]))
        state, made = move(state, worst), [*made, worst]
        now = Board.of([list(row) for row in state])
        assert left(game) == solve_board(now).upper
    game.press(Keys.BACKSPACE)
    before = Board.of([list(row) for row in states(board.grid, made)[-2]])
    assert left(game) == solve_board(before).upper


def test_hints_lead_to_the_minimum(game):
    board = random_board(2020, 7, 5, 2)
    give(game, board)
    p = proven(game)
    game.click("#play-tab")
    game.click(field(3, 3))  # a move of one's own, unless the colour is that of the area
    for _ in range(2 * p):
        rest = left(game)
        if rest == 0:
            break
        game.press("?")
        game.click(".swatch.hinted")
        assert left(game) == rest - 1
    assert all("flooded" in label for label in game.labels())
    game.click("#next")  # another board, to be played
    assert game.run("return document.querySelector('#play-tab').ariaSelected") == "true"
    assert not all("flooded" in label for label in game.labels())


def test_colours_that_repeat_are_told_apart_by_letters(game):
    row = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGH"
    game.open("floodit", f"{row}/{row[::-1]}")
    assert game.run("return document.querySelector('.field .letter').checkVisibility()")


def test_playing_from_a_step_of_the_solution(game):
    give(game, SMALL)
    proven(game)
    game.press(Keys.ARROW_RIGHT)
    state = move(SMALL.grid, moves(game, SMALL)[0])
    r, c = next((r, c) for r in range(4) for c in range(4) if state[r][c] != state[0][0])
    game.click(field(r, c))
    assert game.run("return document.querySelector('#play-tab').ariaSelected") == "true"
    after = move(state, state[r][c])
    assert grid(game) == renumbered([colour for row in after for colour in row])
    assert left(game) == solve_board(Board.of([list(row) for row in after])).upper


def test_greedy_play_and_the_limit_of_the_game(game):
    board = random_board(2020, 14, 6, 0)
    give(game, board, limit=25)
    p = proven(game)
    number = len(greedy(ClusterGraph.of(board)))
    game.wait("!document.querySelector('#show-greedy').disabled")
    assert str(number) in game.text("#show-greedy")
    game.click("#show-greedy")
    found = moves(game, board)
    assert len(found) == number
    assert floods(board.grid, found)
    assert game.run("return document.querySelector('#limit').value") == "25"
    assert str(25 - p) in game.text("#limit-more")
    game.find("#limit").clear()
    game.find("#limit").send_keys(str(p - 2))
    assert "impossible" in game.text("#limit-more")


def test_a_limit_that_is_typed_is_shared_and_kept_and_taken_back(game):
    """Also where a game ID cannot hold it; the answer stays."""
    for text in ("012/120/201", "abc/bca/cab"):
        game.browser.execute_cdp_cmd(
            "Storage.clearDataForOrigin", {"origin": game.address, "storageTypes": "all"}
        )
        game.open("floodit", text)
        proven(game)
        game.enter(limit=12)
        assert "12" in game.run("return location.hash")
        assert game.run("return document.querySelector('#result').dataset.state") == "optimal"
        game.open("floodit")  # the last board
        proven(game)
        assert game.run("return document.querySelector('#limit').value") == "12"
        kept = game.run("return JSON.parse(localStorage.getItem('puzzlesat')).boards.length")
        assert kept == 1
        game.enter(limit=34)
        game.click("button[title^=undo]")
        assert game.run("return document.querySelector('#limit').value") == "12"
        assert "12" in game.run("return location.hash")


def test_changes_of_the_board_are_undone_after_a_reload(game):
    game.open("floodit", "012/120/201")
    game.click("#edit-tab")
    boards = [colours(game)]
    for c in (1, 2):
        game.click(field(0, c))
        boards.append(colours(game))
    game.click("#clear")
    game.open("floodit")
    for board in reversed(boards):
        game.click("button[title^=undo]")
        assert colours(game) == board
    assert not game.find("button[title^=undo]").is_enabled()


def test_a_board_of_another_shape_is_undone_although_its_colours_are_the_same(game):
    game.open("floodit", "01/01")
    proven(game)
    game.run("location.hash = '0101'")
    game.wait("document.querySelectorAll('#board [role=row]').length === 1")
    game.click("button[title^=undo]")
    assert colours(game) == "ab/ab"


def test_a_limit_that_cannot_be_met_is_in_the_heading(game):
    game.open("floodit", "012/120/201")
    least = proven(game)
    for limit, is_too_small in ((least - 1, True), (least, False)):
        game.enter(limit=limit)
        assert (str(limit) in re.findall(r"\d+", game.text("#answer"))[1:]) == is_too_small


def test_a_limit_that_a_link_cannot_hold_is_refused_in_a_sentence(game):
    for limit in (99999999999, 0, -3):
        game.enter(limit=limit)
        assert "999999" in game.wait("document.querySelector('#error').textContent")
        assert game.run("return location.hash") == "#012/120"
    game.enter(limit=999_999)
    game.open("floodit", game.run("return location.hash.slice(1)"))
    assert game.run("return document.querySelector('#limit').value") == "999999"


def test_more_moves_than_the_game_allows_are_told(game):
    game.open("floodit", "012/120/200&limit=2")
    game.click("#play-tab")
    game.run("document.querySelector('.field').focus()")
    for colour in "121":
        assert "allows" not in game.text("#status")
        game.press(colour)
    assert "more than the 2" in game.text("#status")


def test_the_bounds_while_playing_are_not_weaker_than_those_of_the_board(game):
    give(game, HARD)
    game.wait("document.querySelector('#result').dataset.upper")
    game.click("#stop")
    _, lower, upper = result(game)
    game.click("#play-tab")
    assert f"{lower} to {upper} moves more" in game.text("#status")
    for made, colour in enumerate(moves(game, HARD)[:2], start=1):
        game.click(f".palette .swatch:nth-child({colour + 1})")
        low, high = game.run("const {lower, left} = play.dataset; return [lower, left]")
        assert int(low) >= lower - made and int(high) <= upper - made
        game.wait("play.dataset.state === 'searching'")


def test_stopping_tells_what_is_known(game):
    give(game, HARD)
    clock = "/for (\\d+) second/.exec(document.querySelector('#note').textContent)?.[1]"
    seconds = int(game.wait(clock))
    game.click("#stop")
    state, lower, upper = result(game)
    assert state == "stopped"
    assert 0 < lower < upper
    found = moves(game, HARD)
    assert len(found) == upper
    assert floods(HARD.grid, found)
    assert re.findall(r"\d+", game.text("#answer")) == [str(lower), str(upper)]
    game.click("#resume")
    game.wait("document.querySelector('#result').dataset.state === 'searching'")
    assert int(game.run(f"return {clock}")) >= seconds  # they are counted on
    assert game.run("return document.activeElement.id") == "stop"
    for _ in range(20):  # and no bound is taken back
        _, again_lower, again_upper = result(game)
        assert again_lower >= lower
        assert again_upper <= upper
        game.run("return new Promise((go) => setTimeout(go, 50))")
    give(game, SMALL)  # another board ends the search
    assert proven(game) == solve_board(SMALL).upper


def test_bounds_are_kept_and_end_a_search_as_soon_as_they_meet_others(game):
    game.open("floodit", HARD.text)
    game.wait("document.querySelector('#result').dataset.upper")
    game.click("#stop")
    before = result(game)
    game.browser.refresh()
    game.wait("document.querySelectorAll('.field').length === 900")
    assert result(game) == before
    game.run(
        "const kept = JSON.parse(localStorage.puzzlesat), [{ play: { bounds } }] = kept.boards;"
        "bounds.lower = bounds.moves.length - 1; localStorage.puzzlesat = JSON.stringify(kept)"
    )
    game.browser.refresh()
    game.intercept(
        "send(); if (data.method === 'floodit.solve') setTimeout(() => this.onmessage({ data: {"
        "id: data.id, progress: { lower: given[0], upper: given[0] + 1, moves: [] } } }));",
        before[2],
    )
    game.click("#resume")
    assert proven(game) == before[2]


def test_entering_a_board_by_clicking_and_typing(game):
    game.click("#edit-tab")
    game.enter(rows=2, cols=3, k=4)
    game.click("#clear")
    assert len(game.labels()) == 6
    game.click(".palette .swatch:nth-child(4)")
    game.click(field(0, 1))
    game.click(".palette .swatch:nth-child(3)")
    game.click(field(1, 0))
    game.press("2", "1", "0")  # the field that was clicked, and those after it
    board = Board.of([[0, 3, 0], [2, 1, 0]])
    assert grid(game) == renumbered(board.colour)
    game.click("#solution-tab")
    assert proven(game) == solve_board(board).upper
    game.click("#edit-tab")
    game.click("[title='then choose a field']")  # the start
    game.click(field(1, 2))
    game.click("#solution-tab")
    assert proven(game) == solve_board(board.with_start((1, 2))).upper


def test_painting_by_dragging(game):
    from selenium.webdriver import ActionChains

    give(game, Board.of([[0, 0, 0], [0, 1, 0]]))
    game.click("#edit-tab")
    game.click(".palette .swatch:nth-child(2)")
    actions = ActionChains(game.browser, duration=20)
    actions.click_and_hold(game.find(field(0, 0))).move_to_element(game.find(field(0, 1)))
    actions.move_to_element(game.find(field(0, 2))).release().perform()
    assert grid(game) == [0, 0, 0, 1, 0, 1]


def test_touching_a_colour_plays_it(game):
    game.resize(min(SIZES))
    give(game, SMALL)
    proven(game)
    game.click("#play-tab")
    game.touch(".palette .swatch:nth-child(2)")
    game.wait("document.querySelector('#status').textContent.startsWith('1 move ')")
    assert grid(game) == renumbered([c for row in move(SMALL.grid, 1) for c in row])
    sizes = game.run(
        "return [...document.querySelectorAll('button, select, input')].filter(x => x.offsetWidth)"
        ".map(x => Math.min(x.offsetWidth, x.offsetHeight))"
    )
    assert min(sizes) >= 44
