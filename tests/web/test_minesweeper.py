"""The page for Minesweeper, used in a browser and compared with the library's results."""

import re
from time import sleep

import pytest

from puzzlesat.minesweeper.board.state import State
from puzzlesat.minesweeper.show.explain import page_data
from puzzlesat.minesweeper.show.words import sentence
from puzzlesat.minesweeper.solve.deduce import deduce
from puzzlesat.minesweeper.solve.reasons import explain, simplest
from tests.minesweeper import exhaustive
from tests.web.conftest import field

STATE = State.of(["01F...", "023..2", "01.21.", "0234..", "01...."], mines=8)


def at(state, f):
    return field(*state.place(f))


def puzzle(state):
    rows = [line.replace(".", "#") for line in state.lines]
    return {"rows": rows} | ({} if state.mines is None else {"mines": state.mines})


def words(page):
    return page.text("#status")


def names(page):
    """Return what a screen reader says about each field, without its place."""
    return [name.split(", ", 1)[1] for name in page.labels()]


# Deductions ---------------------------------------------------------------------------------------


def test_deductions_are_listed_in_order_with_their_reasons(page):
    """The page of `minesweeper explain` begins with them."""
    page.open("minesweeper")
    drawn = [State.of(*given) for given in exhaustive.random_states(12, seed=44, most=10)]
    checked = 0
    for state in [STATE, *drawn]:
        if exhaustive.certain(state.lines, state.mines) is None or not state.covered:
            continue
        page.start(page_data(state))
        page.wait("!/Looking/.test(document.querySelector('#status').textContent)")
        items = page.run(
            "return [...document.querySelectorAll('#deductions li:not(.quiet)')]"
            ".map(x => x.textContent)"
        )
        reasons = [reason for _, reason in explain(state)]
        assert items == [sentence(reason, state) for reason in reasons]
        checked += len(items)
        for f, value in exhaustive.certain(state.lines, state.mines).items():
            assert names(page)[f].endswith("certainly a mine" if value else "certainly safe")
    assert checked > 15


def test_a_deduction_marks_its_numbers(page):
    page.open("minesweeper")
    page.start(page_data(STATE))
    page.wait("document.querySelectorAll('#deductions li').length")
    for i, (_, reason) in enumerate(explain(STATE)):
        page.run("document.querySelectorAll('#deductions li:not(.quiet)')[arguments[0]].click()", i)
        assert words(page) == sentence(reason, STATE)
        frames = page.run("return document.querySelectorAll('.over rect').length")
        assert frames == 1 + len(reason.numbers)
    page.click(at(STATE, 26))
    assert words(page).startswith("C5 is a mine: ")
    page.press("?")
    assert not words(page).startswith("C5 is a mine: ")


# Setting up a position ----------------------------------------------------------------------------


def empty(page, rows, cols, mines=""):
    """Open an empty board, by the form."""
    page.open("minesweeper")
    page.click("#edit-tab")
    for name, value in (("rows", rows), ("cols", cols)):
        page.run("document.getElementById(arguments[0]).value = arguments[1]", name, str(value))
    press(page, "New empty board")
    page.choose("#mines", str(mines))


def press(page, name):
    """Press the visible button with a text."""
    page.run(
        "[...document.querySelectorAll('button')]"
        ".find(x => x.textContent === arguments[0] && x.checkVisibility()).click()",
        name,
    )


def shown(page):
    """Return the rows of the state on the board, by the names of its fields."""
    symbols = ["F" if x.startswith("flag") else "." if x[0] == "c" else x[0] for x in names(page)]
    cols = int(page.run("return document.querySelector('[role=grid]').ariaColCount"))
    return ["".join(symbols[i : i + cols]) for i in range(0, len(symbols), cols)]


def test_a_position_is_typed(page):
    empty(page, 2, 3)
    page.click(field(0, 0))
    page.press(*"12#F.1")
    assert shown(page) == ["12.", "F.1"]
    assert page.run("return location.hash") == "#12./F.1"
    page.press("\ue003", "\ue003")  # Backspace: the last field, and the one before it
    assert shown(page) == ["12.", "F.."]
    page.press("\ue012", "\ue017")  # left, Delete
    assert shown(page) == ["12.", "...."[:3]]


def test_a_position_is_painted_and_flagged(page):
    empty(page, 2, 3, mines=2)
    assert page.run("return location.hash") == "#.../...&mines=2"
    page.click("[data-brush='3']")
    page.click(field(0, 0))
    page.click(field(1, 1))
    page.right_click(field(0, 1))
    assert shown(page) == ["3F.", ".3."]
    page.click(field(0, 0))  # the same number again covers the field
    page.right_click(field(0, 1))
    assert shown(page) == ["...", ".3."]
    page.click("[data-brush='null']")
    page.click(field(0, 0))
    assert shown(page) == ["...", ".3."]
    page.click("#solve-tab")
    assert not page.find("[data-brush='3']").is_displayed()
    for _ in range(3):
        press(page, "Undo")
    assert shown(page) == ["3..", ".3."]


def test_a_long_touch_flags(page):
    page.resize(390)
    empty(page, 2, 3)
    flagged = "document.querySelectorAll('.field')[4].ariaLabel.endsWith('flag')"
    for until, rows in ((flagged, ["...", ".F."]), (f"!{flagged}", ["...", "..."])):
        page.touch(field(1, 1), until)
        sleep(0.2)  # the click that follows the touch does nothing
        assert shown(page) == rows
    page.click("[data-brush='3']")
    for kind in ("pointerdown", "pointercancel"):  # no click follows
        touch = f"new PointerEvent('{kind}', {{bubbles: true, isPrimary: true}})"
        page.run(f"document.querySelector('.field').dispatchEvent({touch})")
        sleep(0.5)
    page.run("document.querySelectorAll('.field')[1].click()")  # as by a screen reader
    assert shown(page) == ["F3.", "..."]


# With the engine ---------------------------------------------------------------------------------


def solved(page, state):
    """Give a state to the page, and wait for its analysis."""
    page.start({"puzzle": puzzle(state)})
    assert "fit" in page.answered()
    return page


def test_chances_and_reasons_are_those_of_the_library(page):
    """Also for a state in which no field is certain, and one in which only the number helps."""
    page.open("minesweeper")
    states = [STATE, State.of(["1..", "1.."], mines=2), State.of([".1..", "...."], mines=1)]
    for state in states:
        solved(page, state)
        chances = deduce(state).probabilities
        for f in state.covered:
            name = names(page)[f]
            p = chances[f]
            if p in (0, 1):
                assert name == f"covered, certainly {'a mine' if p else 'safe'}"
            else:
                assert name == f"covered, mine {100 * p:.1f}%"
        for f in [f for f in state.covered if chances[f] in (0, 1)][:4]:
            page.click(at(state, f))
            said = page.wait(
                "document.querySelector('#status').textContent.startsWith(arguments[0])"
                " && document.querySelector('#status').textContent",
                f"{state.name(f)} is {'a mine' if chances[f] else 'safe'}: ",
            )
            reason = simplest(state, [f])
            assert said == sentence(reason, state)
            frames = page.run("return document.querySelectorAll('.over rect').length")
            assert frames >= 1 + len(reason.numbers)


@pytest.mark.parametrize(("rows", "cols", "mines"), [(9, 9, 10), (16, 16, 40), (30, 16, 99)])
def test_the_usual_number_of_mines_is_entered_by_one_click(page, rows, cols, mines):
    page.open("minesweeper", "/".join(["." * cols] * (rows - 1) + ["1" + "." * (cols - 1)]))
    press(page, f"Usual: {mines}")
    assert page.run("return location.hash").endswith(f"&mines={mines}")
    page.answered()
    assert page.find("#mines").get_attribute("value") == str(mines)
    assert not [x for x in page.all("button") if x.is_displayed() and "Usual" in x.text]


def test_a_limit_of_memory_is_an_error_with_a_way_out_and_no_answer(page):
    page.open("minesweeper")
    page.intercept(  # as the engine does for a large state in which no field is certain
        "if (data.method !== 'minesweeper.analyse') send();"
        "else this.onmessage({ data: { id: data.id, error: 'Too large; use the command.' } });"
    )
    page.run("location.hash = '1../...&mines=2'")
    page.wait("document.querySelector('#error').textContent.includes('command')")
    assert page.text("#answer") == "No answer"


def test_a_contradictory_state_names_the_fields_in_conflict(page):
    page.open("minesweeper")
    for lines, mines, named in (
        (["1..", "...", "..."], 8, ["8"]),
        (["1.", "8."], None, ["A2", "8"]),
        (["132", "..."], None, ["A1", "B1"]),
    ):
        page.start({"puzzle": puzzle(State.of(lines, mines=mines))})
        page.answered()
        said = page.text("#answer")
        assert all(name in said for name in named) and said.endswith("."), said
        assert page.text("#error") == page.text("#note") == words(page) == ""  # once
    assert page.run("return document.querySelectorAll('.over rect').length") == 2
    page.click(field(0, 1))
    page.press("2")
    assert "1 placement of mines fits" in page.answered()
    assert not page.text("#error")


def test_the_best_guess_is_marked_and_listed(page):
    page.open("minesweeper")
    solved(page, State.of(["1..", "...", "..1"], mines=3))
    assert "Best guess: " in page.text("#answer")
    rows = page.run(
        "return [...document.querySelectorAll('.moves tbody tr')].map(x => x.innerText)"
    )
    chances = deduce(State.of(["1..", "...", "..1"], mines=3)).probabilities
    for row in rows:
        col, r, safe = re.match(r"([ABC])(\d)\s+([\d.]+)%", row).groups()
        assert float(safe) == pytest.approx(
            100 * (1 - chances[int(r) * 3 - 3 + "ABC".index(col)]), abs=0.06
        )


def test_a_guess_is_judged_by_chances(page):
    page.open("minesweeper")
    board = {"width": 3, "height": 3, "mines": [[0, 2], [1, 0], [2, 1]], "first": [0, 0]}
    for f, chance, expected in (
        (4, 11.1, "this was the best one"),
        (5, 44.4, r"but B2 was safer: 11.1%"),
    ):
        page.start({"puzzle": board})
        for first in ((0, 0), (2, 2)):
            page.click(field(*first))
            page.wait("document.querySelectorAll('.field')[arguments[0]].textContent", first[0] * 4)
        page.click(field(*divmod(f, 3)))
        page.said("was a guess")
        assert re.search(expected, words(page))
        assert re.search(rf" a mine with {chance}%\. ", words(page))


def game(page, size="beginner", guess_free=True):
    """Begin a game in the middle of the board."""
    page.open("minesweeper")
    page.click("#play-tab")
    page.run(
        "size.value = arguments[0]; document.getElementById('guess-free').checked = arguments[1]",
        size,
        guess_free,
    )
    page.click("#play button.main")
    page.click(field(4, 4))
    page.said("never a mine")


def test_a_board_without_guessing_is_won_by_hints(page):
    game(page)
    press(page, "Does this board need a guess?")
    page.said("needs no guess")
    for _ in range(200):
        if "won" in words(page):
            break
        said = words(page)
        press(page, "Hint")
        page.wait("document.querySelector('#status').textContent !== arguments[0]", said)
        assert "guess" not in words(page)
    assert words(page).endswith("certainly safe. The game is won.")
    assert "guess" not in page.text("#play .quiet")


@pytest.mark.parametrize("status", ["timeout", "memory"])
def test_a_board_that_was_not_decided_is_not_said_to_need_a_guess(page, status):
    page.open("minesweeper")
    page.intercept(
        "if (data.method !== 'minesweeper.needsGuess') send();"
        "else setTimeout(() => this.onmessage({ data: { id: data.id, result: {"
        f" status: '{status}', rounds: [], rows: ['##', '##'], guess: null }} }} }}));"
    )
    page.start({"puzzle": {"width": 2, "height": 2, "mines": [[1, 1]], "first": [0, 0]}})
    assert "undecided" in page.said("board needs")


def test_moves_are_judged(page):
    """On a board whose mines are known to the test."""
    page.open("minesweeper")
    board = {"width": 5, "height": 5, "mines": [[1, 1], [4, 4]], "first": [0, 4]}
    page.start({"puzzle": board})
    page.said("needs no guess")
    page.click(field(0, 4))
    page.said("uncovered")
    page.click(field(1, 1))
    said = page.wait(
        "document.querySelector('#status').textContent.includes('lost')"
        " && document.querySelector('#status').textContent"
    )
    assert said.startswith("B2 was certainly a mine; ")
    assert "mine, uncovered" in names(page)[6]
    lost = names(page)
    page.browser.refresh()
    page.wait("document.querySelector('#play-tab').ariaSelected === 'true'")
    assert names(page) == lost
    press(page, "Undo")
    assert names(page)[6] == "covered"
    page.click(field(0, 0))
    page.said("certainly safe")


def test_the_risk_of_a_chord_is_that_of_any_mine(page):
    """Of three fields with one mine, one has a flag; and the guess survives undo and reload."""
    page.open("minesweeper")
    page.start({"puzzle": {"width": 2, "height": 2, "mines": [[1, 1]], "first": [0, 0]}})
    page.said("needs a guess")
    page.click(field(0, 0))
    page.said("uncovered")
    page.click(field(0, 0))
    assert words(page) == "A1: the number 1, with 0 flags around it."
    page.right_click(field(0, 1))
    page.click(field(0, 0))
    said = page.said("was safer")
    assert said.startswith(
        "The 2 covered fields around A1 were a guess: a mine among them with 66.7%"
    )
    assert said.endswith("B1 was safer: 33.3%. The game is lost.")
    tally = page.text("#play p.quiet")
    assert tally.endswith("1 guess; the chance to survive it was 33.3%.")
    press(page, "Undo")
    assert "guess" not in page.text("#play p.quiet")
    assert shown(page) == ["1F", ".."]
    press(page, "Redo")
    assert page.text("#play p.quiet") == tally
    assert "mine, uncovered" in names(page)[3]
    page.open("minesweeper")
    assert page.text("#play p.quiet") == tally


def test_a_chord_with_all_flags_is_certainly_safe(page):
    page.open("minesweeper")
    page.start({"puzzle": {"width": 5, "height": 5, "mines": [[1, 1], [4, 4]], "first": [0, 4]}})
    page.click(field(0, 4))
    page.said("uncovered")
    page.right_click(field(1, 1))
    page.click(field(0, 2))
    assert page.said("certainly safe") == "B1 was certainly safe."


def test_a_state_is_played_on(page):
    page.open("minesweeper")
    solved(page, STATE)
    page.click("#play-tab")
    press(page, "Play on from this state")
    page.said("may be elsewhere")
    assert shown(page) == STATE.lines
    page.click(field(2, 5))  # certainly safe
    page.said("certainly safe")
    assert names(page)[17][0] in "0123"
