"""The page for Minesweeper, used in a browser and compared with the library's results."""

import json
import re
from time import sleep

import pytest

from puzzlesat.minesweeper.board.board import Board
from puzzlesat.minesweeper.board.state import State
from puzzlesat.minesweeper.encode.network import network
from puzzlesat.minesweeper.show.explain import page_data
from puzzlesat.minesweeper.solve.deduce import METHODS, deduce
from puzzlesat.minesweeper.solve.finish import finish
from puzzlesat.minesweeper.solve.reasons import Reason, sentence, simplest
from tests.minesweeper import exhaustive
from tests.minesweeper.looks import LOOKS
from tests.minesweeper.test_reasons import check_reason
from tests.web.conftest import field

STATE = State.of(["01F...", "023..2", "01.21.", "0234..", "01...."], mines=8)


def at(state, f):
    return field(*state.place(f))


def puzzle(state):
    rows = [line.replace(".", "#") for line in state.lines]
    return {"rows": rows} | ({} if state.mines is None else {"mines": state.mines})


@pytest.fixture
def recorded(page):
    """Return a function that gives the page a state and what `minesweeper explain` records."""
    page.open("minesweeper")

    def opened(state, **more):
        data = page_data(state)
        page.start({"puzzle": data["puzzle"], "steps": data["steps"] | more})
        page.said(" of ")
        return page

    return opened


def words(page):
    return page.text("#status")


def turn(page, kind):
    page.click(f"[name=kind][value={kind}]")


def jump(page, name):
    page.run(
        "[...document.querySelectorAll('#steps button')]"
        ".find(button => button.textContent === arguments[0]).click()",
        name,
    )


def names(page):
    """Return what a screen reader says about each field, without its place."""
    return [name.split(", ", 1)[1] for name in page.labels()]


def decided(page):
    """Return the fields whose square says that they are certain."""
    return {
        f: int("certain: mine" in name) for f, name in enumerate(names(page)) if "certain: " in name
    }


# Step by step -------------------------------------------------------------------------------------


def test_recorded_reasons_are_shown_step_by_step(recorded):
    page = recorded(STATE)
    steps = page_data(STATE)["steps"]["story"]
    for i, step in enumerate(steps):
        assert words(page) == f"{i + 1} of {len(steps)}: {step['text']}"
        shown = names(page)
        reason = step["reason"] or {"field": None, "numbers": []}
        used = [f for f, name in enumerate(shown) if "number that is used" in name]
        assert used == reason["numbers"]
        asked = [f for f, name in enumerate(shown) if "field in question" in name]
        assert asked == [reason["field"]] * bool(step["reason"])
        assert decided(page) == dict(step["known"] + step["found"])
        page.run("document.getElementById('next').click()")
    jump(page, "Back")
    assert words(page).startswith(f"{len(steps) - 1} of ")


def test_propagation_follows_the_thesis_in_letters_and_words(recorded):
    page = recorded(STATE)
    turn(page, "propagation")
    page.click(at(STATE, 11))
    assert words(page) == "Round 1, constraint (1, 5): the 2 has 4 unknown neighbours."
    shown = names(page)
    assert [shown[f] for f in (4, 11, 16)] == [
        f"{LOOKS['u'][1]}".join(["covered, ", ""]),
        f"2, {LOOKS['c'][1]}",
        f"1, {LOOKS['k'][1]}",
    ]
    page.run("document.getElementById('next').click()")
    assert "field in question" in names(page)[4]
    facts = page.text("#facts").splitlines()
    assert facts == [
        "Constraint (1, 5), n = 2",
        "Variable (0, 4)",
        "Assignments: 8 possible, 0 tried",
        "Value 0: not settled yet",
        "Value 1: not settled yet",
    ]
    for tried in (1, 2, 3):
        page.run("document.getElementById('next').click()")
        assert "violated" in words(page)
        assert names(page)[11] == f"2, {LOOKS['✗'][1]}"
        assert f"Assignments: 8 possible, {tried} tried" in page.text("#facts")
    page.run("document.getElementById('next').click()")
    assert names(page)[11] == f"2, {LOOKS['✓'][1]}"
    assert [names(page)[f].split(", ")[1] for f in (4, 5, 10, 17)] == [
        "value 0",
        "value 0",
        "value 1",
        "value 1",
    ]
    page.click(at(STATE, 0))
    assert words(page) == "Nothing is unknown at (0, 0)."
    page.click(at(STATE, 29))
    assert words(page) == "No number constrains (4, 5)."
    jump(page, "Run to the end")
    assert words(page).startswith("Fixpoint")
    assert decided(page) == METHODS["single"](network(STATE))
    assert page.run("return document.getElementById('next').disabled")


def test_recorded_answers_give_the_backbone_of_both_formulas(recorded):
    page = recorded(STATE)
    turn(page, "backbone")
    for formula, method in (("numbers", "backbone"), ("total", "backbone_total")):
        expected = METHODS[method](network(STATE))
        page.choose("[aria-label='Formula φ']", formula)
        page.said("A SAT solver")
        jump(page, "Run to the end")
        assert f"{len(expected)} of 13 fields are in the backbone" in words(page)
        assert decided(page) == expected
        none = [f for f, name in enumerate(names(page)) if "not in the backbone" in name]
        assert none == sorted(set(STATE.covered) - set(expected))


def test_backbone_shows_models_and_clauses(recorded):
    page = recorded(STATE)
    turn(page, "backbone")
    page.run("document.getElementById('next').click()")
    assert words(page) == "SAT(φ): satisfiable, a model."
    shown = {f: name for f, name in enumerate(names(page)) if "models" in name}
    assert set(shown) == set(STATE.covered)
    assert shown[29].endswith("models –")  # no number constrains it
    page.click(at(STATE, 26))
    assert words(page) == "(4, 2) is a mine in every model."
    assert decided(page) == {26: 1}
    page.click(at(STATE, 25))
    assert words(page) == "The 1 at (4, 1): 1 clause\nx(4, 2)"
    page.click(at(STATE, 8))
    assert "5 clauses\nx(0, 3) ∨ x(1, 3) ∨ x(2, 2)\n" in words(page)


def test_legend_explains_exactly_the_letters_on_the_board(recorded):
    page = recorded(STATE)
    seen = set()
    for kind in ("methods", "propagation", "backbone"):
        turn(page, kind)
        for _ in range(7):
            page.run("document.getElementById('next').click()")
            legend = dict(
                page.run(
                    "return [...document.querySelectorAll('.legend li')]"
                    ".map(x => [x.firstChild.textContent, x.textContent.slice(2)])"
                )
            )
            assert legend == {letter: LOOKS[letter][1] for letter in legend}
            meanings = {
                letter
                for letter, (_, meaning) in LOOKS.items()
                if any(meaning in name for name in names(page))
            }
            models = {
                x
                for name in names(page)
                if "models " in name
                for x in name.partition("models ")[2].split(", ")
            }
            assert set(legend) == meanings | models
            seen |= set(legend)
    assert seen >= set("ckutx10–NMF")


def test_back_undoes_every_step(recorded):
    page = recorded(STATE)

    def view():
        return page.run(
            "return [document.querySelector('.board').innerHTML, ...['status', 'facts', 'code']"
            ".map(id => document.getElementById(id).innerHTML)]"
        )

    for kind, jumps in (
        ("propagation", ("Next step", "Next variable", "Next constraint", "Run to the end")),
        ("backbone", ("Next step", "Next field", "Run to the end")),
    ):
        turn(page, kind)
        before = []
        for name in jumps:
            before.append(view())
            jump(page, name)
            assert view() != before[-1]
        for expected in reversed(before):
            jump(page, "Back")
            assert view() == expected
        assert page.run("return document.getElementById('back').disabled")


def test_large_boards_scroll_to_the_current_constraint(recorded):
    page = recorded(State.of(["." * 60, "0" * 57 + "1.."]))
    page.resize(390)
    turn(page, "propagation")
    while "(1, 57)" not in words(page):
        jump(page, "Next constraint")
    box = page.run(
        "const {left, right} = document.querySelector(arguments[0]).getBoundingClientRect();"
        "return [left, right, innerWidth]",
        field(1, 57),
    )
    assert box[0] >= 0 and box[1] <= box[2]
    assert page.overflow() <= 0


def test_the_smallest_boards_have_all_views(recorded):
    for lines in (["."], ["0"], ["F"], ["1F"], ["."] * 3):
        page = recorded(State.of(lines))
        for kind in ("methods", "propagation", "backbone"):
            turn(page, kind)
            for _ in range(6):
                page.run("document.getElementById('next').click()")
            assert words(page)


# Setting up a position ----------------------------------------------------------------------------


def empty(page, rows, cols, mines=""):
    """Open an empty board, by the form."""
    page.open("minesweeper")
    page.click("#edit-tab")
    for name, value in (("rows", rows), ("cols", cols), ("mines", mines)):
        page.run("document.getElementById(arguments[0]).value = arguments[1]", name, str(value))
    press(page, "New empty board")


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


def test_numbers_of_mines_and_sizes_that_cannot_be_are_refused(page):
    empty(page, 2, 3)
    for mines in ("7", "-1", "1.5"):
        page.choose("#mines", mines)
        assert f"The number of mines is {mines}" in page.text("#error")
    empty(page, 101, 3)
    assert "1 to 100 rows" in page.text("#error")
    assert len(shown(page)) == 2  # the board before


# With the engine ---------------------------------------------------------------------------------


def solved(page, state):
    """Give a state to the page, and wait for its analysis."""
    page.start({"puzzle": puzzle(state)})
    assert "likely" in page.answered()
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
                f"{state.place(f)} is {'a mine' if chances[f] else 'safe'}: ",
            )
            places = [eval(place) for place in re.findall(r"the \d at (\(\d, \d\))", said)]
            numbers = tuple(sorted({r * state.cols + c for r, c in places}))
            expected = simplest(state, [f])  # another one may be as small
            reason = Reason(f, int(chances[f]), numbers, expected.total)
            assert len(numbers) == len(expected.numbers)
            check_reason(state.lines, state.mines, reason)
            assert said == sentence(reason, state)
            frames = page.run("return document.querySelectorAll('.over rect').length")
            assert frames >= 1 + len(reason.numbers)


def note_and_busy(page, state):
    """Give a state to the page; return the note and whether it is said to be out of date."""
    return page.browser.execute_async_script(
        "const [given, done] = arguments;"
        "import('#minesweeper.js').then((page) => {"
        "  page.start(given);"
        "  const text = document.querySelector('#note').textContent;"
        "  done([text, document.querySelector('#result').ariaBusy === 'true']); });",
        {"puzzle": puzzle(state)},
    )


def silence(page, state):
    """Let the engine never answer for a state."""
    rows = json.dumps(puzzle(state)["rows"], separators=(",", ":"))
    page.intercept("if (JSON.stringify(data?.argument?.rows) !== given[0]) send();", rows)


def test_an_answer_is_not_taken_for_that_of_the_next_state(page):
    page.open("minesweeper")
    before = page.answered()
    note, is_busy = note_and_busy(page, State.of(["1..", "1.."], mines=2))
    assert note == before and is_busy
    assert page.answered() != before


def test_a_slow_analysis_says_nothing_about_a_state_that_is_known(page):
    page.open("minesweeper")
    slow, known = State.of(["1..", "..."]), State.of(["1..", "1.."], mines=2)
    silence(page, slow)
    solved(page, known)
    note = page.text("#note")
    page.start({"puzzle": puzzle(slow)})
    page.start({"puzzle": puzzle(known)})
    page.answered()
    sleep(0.25)  # longer than an answer may be out of date
    assert page.text("#note") == note
    assert "Counting" not in page.text("#answer")


def test_a_slow_analysis_of_a_state_that_is_gone_is_given_up(page):
    page.open("minesweeper")
    slow, following = State.of(["1..", "..."]), State.of(["1..", "1.."], mines=2)
    silence(page, slow)
    page.start({"puzzle": puzzle(slow)})
    solved(page, following)
    assert not page.text("#error")


def test_a_field_under_the_mouse_says_nothing_in_the_next_tab(page):
    page.open("minesweeper")
    solved(page, STATE)
    page.run(
        "document.querySelector(arguments[0]).dispatchEvent("
        "  new PointerEvent('pointermove', {bubbles: true, pointerType: 'mouse'}));"
        "document.querySelector('#play-tab').click()",
        at(STATE, STATE.covered[0]),
    )
    sleep(0.25)  # longer than the mouse rests on a field until its reason is shown
    assert words(page) == "Start a new game, or play on from this state."


def test_a_contradictory_state_names_the_fields_in_conflict(page):
    page.open("minesweeper")
    state = State.of(["132", "..."])
    page.start({"puzzle": puzzle(state)})
    said = page.wait("document.querySelector('#error').textContent")
    assert "(0, 0)" in said and "(0, 1)" in said and said.endswith(".")
    assert page.run("return document.querySelectorAll('.over rect').length") == 2
    page.click(field(0, 1))
    page.press("2")
    assert "likely" in page.answered()
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
        r, c, safe = re.match(r"\((\d), (\d)\)\s+([\d.]+)%", row).groups()
        assert float(safe) == pytest.approx(100 * (1 - chances[int(r) * 3 + int(c)]), abs=0.06)


def test_a_guess_is_judged_by_chances(page):
    """The best guess is not the safest field here."""
    page.open("minesweeper")
    board = {"width": 3, "height": 3, "mines": [[0, 2], [1, 0], [2, 1]], "first": [0, 0]}
    for f, expected in ((1, "this was the best one"), (5, r"but \(1, 1\) was safer: 11.1%")):
        page.start({"puzzle": board})
        for first in ((0, 0), (2, 2)):
            page.click(field(*first))
            page.wait("document.querySelectorAll('.field')[arguments[0]].textContent", first[0] * 4)
        page.click(field(*divmod(f, 3)))
        page.said("was a guess")
        assert re.search(expected, words(page))
        assert re.search(r" a mine with 44.4%\. ", words(page))


def test_methods_and_backbones_are_computed_for_any_state(page):
    """Without recorded steps; the last method finds all that is certain."""
    page.open("minesweeper")
    drawn = [State.of(*given) for given in exhaustive.random_states(12, seed=44, most=10)]
    certain = [exhaustive.certain(state.lines, state.mines) for state in drawn]
    checked = 0
    for state, values in zip(drawn, certain, strict=True):
        if values is None or not state.covered:
            continue
        checked += 1
        page.start({"puzzle": puzzle(state)})
        page.click("#steps-tab")
        turn(page, "methods")
        page.wait("document.querySelector('#status').textContent.startsWith('1 of ')")
        methods = ["single", "pairs", "backbone"]
        if state.mines is not None:
            methods = [*METHODS]
        known = {}
        for method in methods:
            known |= METHODS[method](network(state))
            assert decided(page) == known, (state, method)
            page.run("document.getElementById('next').click()")
        assert known == values
        turn(page, "backbone")
        page.wait("document.querySelector('#status').textContent.startsWith('A SAT')")
        jump(page, "Run to the end")
        assert decided(page) == METHODS["backbone"](network(state))
    assert checked > 5


def test_a_run_that_has_begun_is_not_replaced(page):
    """If it was chosen again while it was prepared."""
    page.open("minesweeper")
    solved(page, STATE)
    page.intercept("setTimeout(send, data.method === 'minesweeper.reason' ? 300 : 0);")
    page.click("#steps-tab")
    turn(page, "propagation")
    turn(page, "methods")
    page.said("1 of ")
    page.run("document.getElementById('next').click()")
    sleep(1.5)  # until the second preparation would have ended
    assert words(page).startswith("2 of ")


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
    assert said.startswith("(1, 1) was certainly a mine; ")
    assert "mine, uncovered" in names(page)[6]
    press(page, "Undo")
    assert names(page)[6] == "covered"
    page.click(field(0, 0))
    page.said("certainly safe")


def test_a_guess_that_loses_is_counted_until_it_is_taken_back(page):
    page.open("minesweeper")
    board = {"width": 3, "height": 3, "mines": [[0, 2], [1, 0], [2, 1]], "first": [0, 0]}
    page.start({"puzzle": board})
    page.click(field(0, 0))
    page.said("uncovered")
    page.click(field(1, 0))
    page.said("is lost")
    assert "1 guess" in page.text("#play .quiet")
    press(page, "Undo")
    assert "guess" not in page.text("#play .quiet")
    assert "lost" not in words(page)
    page.start({"puzzle": puzzle(STATE)})  # no game
    page.click("#play-tab")
    assert "guess" not in page.text("#play .quiet")


def test_a_new_game_waits_only_on_its_own_board(page):
    page.open("minesweeper")
    page.click("#play-tab")
    page.click("#play button.main")
    page.right_click(field(0, 0))  # a flag leaves it waiting
    page.run("location.hash = '1../...&mines=1'")
    page.wait("document.querySelectorAll('.field').length === 6")
    page.click("#play-tab")
    page.click(field(1, 1))
    assert words(page) == "Start a new game, or play on from this state."
    assert shown(page) == ["1..", "..."]
    press(page, "Undo")  # the new game again
    page.click(field(4, 4))
    page.said("never a mine")
    assert len(shown(page)) == 9


def test_where_a_board_stops_is_offered_for_that_board_only(page):
    page.open("minesweeper")
    page.start({"puzzle": {"width": 3, "height": 3, "mines": [[0, 0], [1, 2]], "first": [2, 0]}})
    offered = "[...document.querySelectorAll('button')]" + (
        ".some(x => x.textContent === 'Show where it stops' && x.checkVisibility())"
    )
    page.said("needs a guess")
    page.wait(offered)
    page.run("location.hash = '1../...&mines=1'")
    page.wait("document.querySelectorAll('.field').length === 6")
    page.click("#play-tab")
    assert not page.run(f"return {offered}")
    press(page, "Undo")
    assert page.run(f"return {offered}")
    press(page, "Show where it stops")
    expected = finish(Board(3, 3, frozenset({0, 5}), 6))
    assert expected.status == "stuck"
    assert shown(page) == expected.state.lines


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
