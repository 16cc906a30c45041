"""The page, clicked through in a headless browser, compared with the library's results."""

import json
import re
import time

import pytest

from puzzlesat.common.colours import COLOURS
from puzzlesat.common.errors import InputError
from puzzlesat.minesweeper.board.drawing import OPEN
from puzzlesat.minesweeper.board.state import State
from puzzlesat.minesweeper.encode.encoding import encode
from puzzlesat.minesweeper.encode.network import network
from puzzlesat.minesweeper.show.explain import (
    MOST,
    answers,
    page,
    page_data,
    placement,
    story,
    tour,
    tour_page,
)
from puzzlesat.minesweeper.show.looks import LOOKS, PALE, UNKNOWN
from puzzlesat.minesweeper.solve.consistency import fixpoint, start
from puzzlesat.minesweeper.solve.deduce import METHODS
from puzzlesat.minesweeper.solve.reasons import Reason, sentence, simplest
from tests.minesweeper import exhaustive
from tests.minesweeper.test_reasons import check_reason, follows

PYSAT = ("minisat22", "kmtotalizer")
"""The solver and the encoding of the number of mines."""

VIEWS = ("reasons", "propagation", "backbone", "play")

# Propagation decides 3 fields, pairs and backbone 5, the number of mines one more.
STATE = State.of(["01F...", "023..2", "01.21.", "0234..", "01...."], mines=8)


def test_page_has_no_external_references():
    text = page(STATE, "</script><b>", *PYSAT)
    assert set(re.findall(r"https?://[^\s\"']+", text)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"\b(src|href)=|@import|url\(|fetch\(|XMLHttpRequest", text)
    assert text.count("</script>") == 2
    data = re.search(r'<script type="application/json" id="data">(.*?)</script>', text)[1]
    assert json.loads(data)["name"] == "</script><b>"


def test_answers_agree_with_brute_force():
    for lines, mines in exhaustive.random_states(150, seed=8, most=8):
        cols = len(lines[0])
        fitting = [
            {r * cols + c for r, c in mined if lines[r][c] == "."}
            for mined in exhaustive.placements(lines, mines)
        ]
        if not fitting:
            continue
        net = network(State.of(lines, mines))
        found = answers(encode(net, "kmtotalizer"), "minisat22")

        def mined(model, fields=net.variables):
            return {f for f, digit in zip(fields, model, strict=True) if int(digit) % 2}

        assert mined(found["first"]) in fitting
        for f, witnesses in zip(net.variables, found["witnesses"], strict=True):
            for value, model in enumerate(witnesses):
                if model is None:
                    assert all((f in m) != value for m in fitting)
                else:
                    assert mined(model) in fitting
                    assert (f in mined(model)) == value


def test_the_placement_to_play_on_fits_the_state():
    for lines, mines in exhaustive.random_states(120, seed=22, most=10):
        fitting = list(exhaustive.placements(lines, mines))
        if fitting:
            data = page_data(State.of(lines, mines), "x", *PYSAT)
            assert {divmod(f, len(lines[0])) for f in data["placement"]} in fitting
    several = {
        tuple(placement(encode(network(State.of(["." * 12, "1" + "." * 11]))), "minisat22"))
        for _ in range(3)
    }
    assert len(several) == 1


def test_oversized_and_contradictory_states_are_rejected():
    with pytest.raises(InputError, match=f"1024 fields are covered; a page shows at most {MOST}"):
        page(State(32, 32, (-1,) * 1024), "x", *PYSAT)
    with pytest.raises(InputError, match="no placement of mines fits the 4"):
        page(State.of(["4."]), "x", *PYSAT)


def test_total_formula_is_offered_only_if_the_number_of_mines_is_known():
    assert set(page_data(STATE, "x", *PYSAT)["formulas"]) == {"numbers", "total"}
    assert set(page_data(State.of(["1."]), "x", *PYSAT)["formulas"]) == {"numbers"}


def as_reason(found, total=False):
    """Return a reason of the page's data as a `Reason`."""
    return Reason(found["field"], found["value"], tuple(found["numbers"]), total)


def test_tour_steps_are_decided_by_their_method_and_no_weaker_one():
    state, steps = tour()
    decides = {name: method(network(state)) for name, method in METHODS.items()}
    methods = [step["method"] for step in steps]
    assert methods == [None, "single", "pairs", "total", "backbone", None]
    known = {}
    for step in steps[1:-1]:
        method, reason = step["method"], step["reason"]
        [[f, value]] = step["found"]
        assert (reason["field"], reason["value"]) == (f, value)
        assert step["known"] == [list(item) for item in sorted(known.items())]
        if method != "backbone":
            assert decides[method] == known | {f: value}
        # The total number of mines does not imply the backbone's additions, nor vice versa.
        weaker = {"total": ["backbone"], "backbone": ["total"]}.get(method, [])
        assert not any(
            f in decides[name] for name in [*methods[1 : methods.index(method)], *weaker]
        )
        assert decides[method][f] == value
        check_reason(state.lines, state.mines, as_reason(reason, method == "total"))
        assert len(reason["numbers"]) == {"single": 1, "pairs": 2, "total": 1}.get(method, 4)
        for g in (f, *reason["numbers"]):
            assert str(state.place(g)) in step["text"]
        assert step["text"].count(".") == 1  # one sentence
        known[f] = value
    assert decides["backbone_total"] == known == exhaustive.certain(state.lines, state.mines)
    assert len(state.covered) == 10
    assert len(state.flagged) == 4


def test_story_shows_the_fields_decided_by_each_method():
    kinds = set()
    for lines, mines in exhaustive.random_states(120, seed=41, most=9):
        if exhaustive.certain(lines, mines) is None:
            continue
        state = State.of(lines, mines)
        known = {}
        steps = story(state, *PYSAT)
        assert len(steps) == (3 if mines is None else 5)
        for step in steps:
            decided = METHODS[step["method"]](network(state))
            assert dict(step["known"]) == known
            assert dict(step["found"]) == {f: v for f, v in decided.items() if f not in known}
            known |= decided
            assert (step["reason"] is None) == (not step["found"])
            if step["reason"]:
                reason = as_reason(step["reason"])
                assert [reason.field, reason.value] in step["found"]
                assert follows(lines, reason, reason.numbers, mines)
                kinds.add(step["method"])
        assert known == exhaustive.certain(lines, mines)
    assert {"single", "pairs", "total"} <= kinds


class Page:
    def __init__(self, browser, path):
        self.browser, self.path = browser, path

    def open(self, path):
        self.browser.get_log("browser")
        self.browser.get(path.as_uri())

    def run(self, script, *arguments):
        return self.browser.execute_script(script, *arguments)

    def click(self, selector):
        element = self.browser.find_element("css selector", selector)
        self.run("arguments[0].scrollIntoView({block: 'center'})", element)
        element.click()


@pytest.fixture
def shown(browser, tmp_path):
    path = tmp_path / "explain.html"
    path.write_text(page(STATE, "an example", *PYSAT), encoding="utf-8")
    opened = Page(browser, path)
    opened.open(path)
    yield opened
    for command, options in (
        ("clearDeviceMetricsOverride", {}),
        ("setTouchEmulationEnabled", {"enabled": False}),
        ("setEmulatedMedia", {"media": "", "features": []}),
    ):
        browser.execute_cdp_cmd(f"Emulation.{command}", options)
    assert browser.get_log("browser") == []  # neither an error nor a request


def turn(shown, view):
    if shown.run("return tab") != view:
        shown.click(f"#{view}-tab")


def now(shown, view):
    turn(shown, view)
    return shown.run("return document.getElementById('text').textContent")


def press(shown, view, action):
    turn(shown, view)
    if action in ("next", "back"):
        shown.click(f"#{action}")
    else:
        shown.run("document.getElementById('details').open = true")
        shown.click(f"[data-do={action}]")
    return now(shown, view)


def pick(shown, view, f):
    turn(shown, view)
    shown.click(f"[data-field='{f}']")


def fields(shown, view, key):
    """Return a data attribute of every field: look (its letter), square, text or fill."""
    turn(shown, view)
    return shown.run(f"return [...document.querySelectorAll('.field')].map(f => f.dataset.{key})")


def choose(shown, menu, value):
    turn(shown, "backbone")
    shown.run(
        "const select = document.querySelector(`[data-do=${arguments[0]}]`);"
        "select.value = arguments[1];"
        "select.dispatchEvent(new Event('change', {bubbles: true}));",
        menu,
        value,
    )


def decided(shown, view):
    """Return the values of the fields with a square for a mine or for no mine."""
    squares = fields(shown, view, "square")
    return {f: int(s == "M") for f, s in enumerate(squares) if s in ("M", "S")}


def contrast(one, other):
    """Return the contrast ratio of two colours (WCAG 2); 3 is enough for large letters."""

    def light(colour):
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        red, green, blue = (
            x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, bright = sorted([light(one), light(other)])
    return (bright + 0.05) / (dark + 0.05)


def state(shown):
    """Return the lines that describe the current constraint and variable."""
    return shown.run("return document.getElementById('state').textContent").splitlines()


def board(shown):
    return shown.run("return content")


def place(shown, lines, name="other", **more):
    path = shown.path.with_name(f"{name}.html")
    path.write_text(page(State.of(lines, **more), "x", *PYSAT), encoding="utf-8")
    shown.open(path)


def has_ended(shown):
    """Return whether there is no next step."""
    return shown.run("return document.getElementById('next').disabled")


def begin_game(shown):
    turn(shown, "play")
    shown.click("#next")


def safe_field(shown):
    """Return a covered field without a mine in the placement of the page."""
    mined = shown.run("return data.placement")
    return next(f for f in STATE.covered if f not in mined)


def right_click(shown, f):
    shown.run(
        "document.querySelector(`[data-field='${arguments[0]}']`)"
        ".dispatchEvent(new MouseEvent('contextmenu', {bubbles: true, cancelable: true}))",
        f,
    )


def key(shown, name):
    shown.run(
        "(document.activeElement ?? document.body).dispatchEvent("
        "new KeyboardEvent('keydown', {key: arguments[0], bubbles: true}))",
        name,
    )


# In the second state, a value is removed because its sums are too large.
@pytest.mark.parametrize("given", [STATE, State.of(["1..", "F2.", "..."])])
def test_propagation_view_tries_the_same_assignments_as_the_library(shown, given):
    domains = start(given)
    expected = [
        (list(given.place(t.variable)), t.value, list(t.array), t.satisfied)
        for t in fixpoint(given, domains)
    ]
    place(shown, given.lines, mines=given.mines)
    turn(shown, "propagation")
    texts = shown.run(
        "const texts = [];"
        "for (let i = 0; i < 2000; i++) {"
        "  document.getElementById('next').click();"
        "  texts.push(document.getElementById('text').textContent);"
        "  if (texts.at(-1).startsWith('Fixpoint')) break;"
        "}"
        "return texts;"
    )
    pattern = (
        r"\((\d+), (\d+)\) = (\d): array (\[[01,]+\]) adds up to \d+, (satisfied|not \d+: viol)"
    )
    found = [
        ([int(m[1]), int(m[2])], int(m[3]), json.loads(m[4]), m[5] == "satisfied")
        for m in (re.match(pattern, text) for text in texts)
        if m
    ]
    assert found == expected
    assert len(expected) > 9
    assert decided(shown, "propagation") == METHODS["single"](network(given))
    assert has_ended(shown)


def test_colours_and_letters_follow_the_thesis(shown):
    pick(shown, "propagation", 11)
    words = now(shown, "propagation")
    assert words == "Round 1, constraint (1, 5): the 2 has 4 unknown neighbours."
    assert state(shown) == ["Constraint (1, 5), n = 2"]
    letters = fields(shown, "propagation", "look")
    assert [letters[f] for f in (4, 5, 10, 11, 16, 17)] == ["u", "u", "u", "c", "k", "u"]
    fills = fields(shown, "propagation", "fill")
    assert [fills[f] for f in (11, 16, 4)] == [LOOKS[letter][0] for letter in "cku"]
    assert fields(shown, "propagation", "text")[11] == "2"
    press(shown, "propagation", "next")
    assert fields(shown, "propagation", "look")[4] == "t"
    assert state(shown)[1:] == [
        "Variable (0, 4)",
        "Assignments: 8 possible, 0 tried",
        "Value 0: not settled yet",
        "Value 1: not settled yet",
    ]
    for tried, (last, before) in enumerate([(0, 0), (1, 0), (0, 1)], start=1):
        words = press(shown, "propagation", "next")
        assert f"(0, 4) = 0: array [0,0,0,{before},0,0,{last},0]" in words and "violated" in words
        assert fields(shown, "propagation", "look")[11] == "✗"
        assert fields(shown, "propagation", "fill")[11] == COLOURS["red"]
        assert state(shown)[1:3] == [
            "Variable (0, 4) = 0",
            f"Assignments: 8 possible, {tried} tried",
        ]
    assert "satisfied" in press(shown, "propagation", "next")
    assert fields(shown, "propagation", "look")[11] == "✓"
    assert fields(shown, "propagation", "fill")[11] == COLOURS["green"]
    assert state(shown)[2:] == [
        "Assignments: 8 possible, 4 tried",
        "Value 0: has a support",
        "Value 1: not settled yet",
    ]
    digits = fields(shown, "propagation", "digits")
    assert [digits[f] for f in (4, 5, 10, 17, 11, 16)] == ["0", "0", "1", "1", "", ""]
    for fill in {fields(shown, "propagation", "fill")[f] for f in (4, 5, 10, 17)}:
        assert contrast(PALE, fill) >= 3


def test_legend_explains_exactly_the_letters_on_the_board(shown):
    """At every tab, and after every step."""
    legend = (
        "return [...document.querySelectorAll('#legend li')]"
        ".map(x => [x.firstChild.textContent, x.textContent.slice(1)])"
    )
    on_board = (
        "return [...document.querySelectorAll('.field')].flatMap("
        "f => [f.dataset.look, f.dataset.square, ...f.dataset.models])"
    )
    seen = set()
    for view in VIEWS:
        turn(shown, view)
        for _ in range(6):
            shown.run("document.getElementById('next').click()")
            letters = set(shown.run(on_board)) - {""}
            assert dict(shown.run(legend)) == {x: LOOKS[x][1] for x in letters}
            seen |= letters
    assert seen >= set("ckutx10–NMF")


def test_a_value_without_a_support_decides_the_field(shown):
    while "has no support" not in press(shown, "propagation", "next"):
        pass
    words = now(shown, "propagation")
    assert any(line.endswith("has no support") for line in state(shown)[3:])
    row, col, without = map(int, re.match(r"\((\d+), (\d+)\) = (\d) has no", words).groups())
    f = row * STATE.cols + col
    assert METHODS["single"](network(STATE))[f] == 1 - without
    press(shown, "propagation", "constraint")
    assert decided(shown, "propagation")[f] == 1 - without


def test_next_variable_and_next_constraint(shown):
    for action, words in (
        ("constraint", "Round 1, constraint (1, 1)"),
        ("constraint", "Round 1, constraint (1, 2)"),
        ("variable", "Variable (0, 3)"),
        ("variable", "Variable (1, 3)"),
        ("constraint", "Round 1, constraint (1, 5)"),
    ):
        assert press(shown, "propagation", action).startswith(words)


def test_clicking_selects_a_constraint_or_variable(shown):
    pick(shown, "propagation", 11)
    assert now(shown, "propagation").startswith("Round 1, constraint (1, 5)")
    pick(shown, "propagation", 10)
    assert now(shown, "propagation").startswith("Variable (1, 4)")
    assert fields(shown, "propagation", "look")[10] == "t"
    press(shown, "propagation", "next")
    pick(shown, "propagation", 8)  # in the middle of a variable
    assert now(shown, "propagation").startswith("Round 1, constraint (1, 2)")
    pick(shown, "propagation", 0)
    assert now(shown, "propagation") == "Nothing is unknown at (0, 0)."
    pick(shown, "propagation", 29)
    assert now(shown, "propagation") == "No number constrains (4, 5)."
    assert press(shown, "propagation", "all").startswith("Fixpoint")
    assert decided(shown, "propagation") == METHODS["single"](network(STATE))
    pick(shown, "propagation", 11)  # once more, after the end
    assert now(shown, "propagation").startswith("Round 1, constraint (1, 5)")


def test_clicking_selects_a_field_in_the_backbone_view(shown):
    pick(shown, "backbone", 26)  # the first call comes before
    assert now(shown, "backbone") == "(4, 2) is a mine in every model."
    assert decided(shown, "backbone") == {26: 1}
    press(shown, "backbone", "next")
    for f in reversed(STATE.covered):  # one is under test, others are no longer in question
        pick(shown, "backbone", f)
    assert "5 of 13 fields" in press(shown, "backbone", "all")
    assert decided(shown, "backbone") == METHODS["backbone"](network(STATE))
    pick(shown, "backbone", 25)
    assert now(shown, "backbone") == "The 1 at (4, 1): 1 clause\nx(4, 2)"
    pick(shown, "backbone", 8)
    assert "5 clauses\nx(0, 3) ∨ x(1, 3) ∨ x(2, 2)\n" in now(shown, "backbone")


@pytest.mark.parametrize("procedure", ["reducing", "lifting", "iterative"])
@pytest.mark.parametrize("formula", ["numbers", "total"])
def test_every_procedure_finds_the_backbone(shown, procedure, formula):
    choose(shown, "procedure", procedure)
    choose(shown, "formula", formula)
    words = press(shown, "backbone", "all")
    method = {"numbers": "backbone", "total": "backbone_total"}[formula]
    expected = METHODS[method](network(STATE))
    assert decided(shown, "backbone") == expected
    assert f"{len(expected)} of {len(STATE.covered)} fields are in the backbone" in words
    squares = fields(shown, "backbone", "square")
    assert {f for f, square in enumerate(squares) if square == "N"} == set(STATE.covered) - set(
        expected
    )


def test_the_last_two_partial_models_are_small_squares(shown):
    def models():
        return fields(shown, "backbone", "models")

    fills = fields(shown, "backbone", "fill")
    assert (fills[0], fills[2], fills[3]) == (OPEN, COLOURS["red"], UNKNOWN)
    assert not any(models())
    assert press(shown, "backbone", "next") == "SAT(φ): satisfiable, a model."
    first = models()
    assert [len(first[f]) for f in STATE.covered] == [1] * 13
    assert {first[f] for f in STATE.covered} == {"1", "0", "–"}
    assert first[29] == "–"  # no number constrains it
    lines = "return document.querySelectorAll(`[data-field='5'] line`).length"
    assert shown.run(lines) == 1  # the diagonal
    press(shown, "backbone", "next")
    assert fields(shown, "backbone", "square")[29] == "N"
    answers_seen = set()
    while len(answers_seen) < 2:
        words = press(shown, "backbone", "next")
        if "l = " in words:
            tested = fields(shown, "backbone", "look").index("t")
            assert fields(shown, "backbone", "fill")[tested] == COLOURS["yellow"]
        if words.startswith("SAT(φ ∪"):
            seen = {m for m in models() if m}
            assert {len(m) for m in seen} == {2}
            unsatisfiable = words.endswith("unsatisfiable.")
            assert {m[1] == "×" for m in seen} == {unsatisfiable}
            assert "×" not in {m[0] for m in seen}
            answers_seen.add(unsatisfiable)


def test_found_fields_are_applied_to_the_board_of_all_views(shown):
    press(shown, "backbone", "all")
    found = decided(shown, "backbone")
    assert "Start a game in Play first" in press(shown, "backbone", "apply")
    assert board(shown) == list(STATE.content)  # nothing is made up
    begin_game(shown)
    press(shown, "backbone", "apply")
    assert now(shown, "play").startswith(f"{len(found)} fields were applied to the board.")
    after = board(shown)
    assert all((after[f] == -2) if value else (after[f] >= 0) for f, value in found.items())
    changed = State(STATE.rows, STATE.cols, tuple(after), STATE.mines)
    assert now(shown, "backbone").startswith("The board has changed.")
    press(shown, "backbone", "all")  # from here on the page looks for models itself
    assert decided(shown, "backbone") == METHODS["backbone"](network(changed))
    assert press(shown, "propagation", "all").startswith("Fixpoint")
    assert decided(shown, "propagation") == METHODS["single"](network(changed))
    press(shown, "play", "back")
    assert board(shown) == list(STATE.content)
    assert decided(shown, "propagation") == decided(shown, "backbone") == {}


def test_fields_are_not_uncovered_before_mines_are_placed(shown):
    """Before the page places mines of its own, it explains them, and no field can be uncovered."""
    assert "may be elsewhere" in now(shown, "play")
    safe = safe_field(shown)
    pick(shown, "play", safe)
    right_click(shown, safe)
    assert board(shown) == list(STATE.content)
    assert "before the page has placed mines" in now(shown, "play")
    for _ in range(2):
        press(shown, "play", "back")
    assert "may be elsewhere" in now(shown, "play")
    assert shown.run("return document.getElementById('next').textContent") == "Place mines and play"
    begin_game(shown)
    pick(shown, "play", safe)
    assert board(shown)[safe] >= 0


def test_game_with_flags_loss_and_undo(shown):
    begin_game(shown)
    mined = set(shown.run("return data.placement"))
    safe = safe_field(shown)
    pick(shown, "play", safe)
    assert board(shown)[safe] == len(mined & set(STATE.neighbours[safe]))
    mine = next(f for f in STATE.covered if f in mined)
    right_click(shown, mine)
    assert board(shown)[mine] == -2
    assert "Flags: 2 of 8." in now(shown, "play")
    pick(shown, "play", mine)  # a flag protects it
    assert "remove it first" in now(shown, "play")
    right_click(shown, mine)
    pick(shown, "play", mine)
    assert "is a mine. The game is lost" in now(shown, "play")
    assert has_ended(shown)
    before = board(shown)
    pick(shown, "play", next(f for f in STATE.covered if f not in mined and f != safe))
    assert board(shown) == before
    press(shown, "play", "back")
    press(shown, "play", "back")
    assert "lost" not in now(shown, "play")
    assert board(shown)[safe] >= 0


def test_next_steps_win_a_game_that_needs_no_guess(shown):
    place(shown, ["1221", "....", "...."], mines=2)
    begin_game(shown)
    labels = []
    for _ in range(60):
        if has_ended(shown):
            break
        labels.append(shown.run("return document.getElementById('next').textContent"))
        shown.click("#next")
    assert now(shown, "play").endswith("The game is won.")
    assert {label.split()[0] for label in labels} == {"Hint", "Flag", "Uncover"}


def test_hints_do_not_rely_on_flags(shown):
    """Flags on both fields that are safe would make the page call a mine safe."""
    place(shown, ["1221", "....", "...."], mines=2)
    begin_game(shown)
    right_click(shown, 4)
    assert now(shown, "play").startswith("(1, 0) has a flag")
    shown.click("#next")
    assert now(shown, "play").startswith("The flag at (1, 0) is wrong: were it a mine")
    shown.click("#next")
    assert board(shown)[4] == -1
    place(shown, ["1..", "..."], "guess")
    begin_game(shown)
    wrong = next(f for f in (1, 3, 4) if f not in shown.run("return data.placement"))
    right_click(shown, wrong)
    shown.click("#next")
    assert now(shown, "play") == "No field is certain from the numbers alone."


def test_a_long_touch_flags_and_a_short_one_uncovers(shown):
    size = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
    shown.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    shown.browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    shown.open(shown.path)
    begin_game(shown)
    mined = shown.run("return data.placement")
    mine = next(f for f in STATE.covered if f in mined)
    safe = safe_field(shown)

    def touch(f, seconds):
        x, y = shown.run(
            "const {x, y} = document.querySelector(`[data-field='${arguments[0]}']`)"
            ".getBoundingClientRect(); return [x, y]",
            f,
        )
        point = [{"x": x + 17, "y": y + 17}]
        for kind, points in (("touchStart", point), ("touchEnd", [])):
            shown.browser.execute_cdp_cmd(
                "Input.dispatchTouchEvent", {"type": kind, "touchPoints": points}
            )
            time.sleep(seconds)

    touch(mine, 0.9)
    assert board(shown)[mine] == -2
    assert "lost" not in now(shown, "play")
    touch(mine, 0.9)
    assert board(shown)[mine] == -1
    touch(safe, 0.05)
    time.sleep(0.4)
    assert board(shown)[safe] >= 0


def test_both_algorithms_detect_wrong_flags(shown):
    place(shown, ["1.", ".."])
    begin_game(shown)
    for f in (1, 2):  # next to a 1
        right_click(shown, f)
    assert press(shown, "backbone", "all") == "SAT(φ): unsatisfiable, a flag must be wrong."
    press(shown, "propagation", "all")
    log = shown.run("return document.getElementById('log').textContent")
    assert "a flag must be wrong" in log


def test_page_computes_the_backbone_of_changed_boards(shown):
    decidable = 0
    for number, (lines, _) in enumerate(exhaustive.random_states(40, seed=21, most=12)):
        expected = exhaustive.certain(lines)
        if expected is None:
            continue
        place(shown, lines, number)
        shown.run("touched = true")  # as if someone had played
        press(shown, "backbone", "all")
        assert decided(shown, "backbone") == expected, lines
        decidable += bool(expected)
    assert decidable > 5


def test_applying_nothing_leaves_the_other_views_unchanged(shown):
    for _ in range(3):
        words = press(shown, "backbone", "variable")
    assert "nothing new" in press(shown, "propagation", "apply")
    assert now(shown, "backbone") == words


def test_large_boards_scroll_to_the_current_constraint(shown):
    place(shown, ["." * 60, "0" * 57 + "1.."])
    press(shown, "propagation", "next")
    left = "return document.getElementById('board').scrollLeft"
    start = shown.run(left)
    while "(1, 57)" not in now(shown, "propagation"):
        press(shown, "propagation", "constraint")
    assert shown.run(left) > start
    assert shown.run("return document.documentElement.scrollWidth <= innerWidth")
    place(shown, ["..", *["00"] * 50, "1.", ".."], "high")
    while "(51, 0)" not in now(shown, "propagation"):
        press(shown, "propagation", "constraint")
    seen = shown.run(
        "const [a, b] = [document.querySelector('[data-look=c]'), document.getElementById('board')]"
        ".map(x => x.getBoundingClientRect()); return a.top >= b.top && a.bottom <= b.bottom"
    )
    assert seen


def test_board_is_saved_as_svg(shown):
    press(shown, "propagation", "next")
    shown.run(
        "window.saved = [];URL.createObjectURL = blob => { window.saved.push(blob); return '#'; };"
    )
    press(shown, "propagation", "save")
    shown.run("window.saved[0].text().then(text => { window.picture = text; })")
    picture = shown.run("return window.picture")
    assert picture.startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    assert LOOKS["c"][0] in picture


def test_keyboard_control(shown):
    turn(shown, "propagation")
    shown.run("document.querySelector(\"[data-field='11']\").focus()")
    key(shown, "Enter")
    assert now(shown, "propagation").startswith("Round 1, constraint (1, 5)")
    shown.run("document.querySelector(\"[data-field='11']\").focus()")
    focused = "return document.activeElement.dataset.field"
    for name, field in (("ArrowRight", "11"), ("ArrowLeft", "10"), ("ArrowUp", "4")):
        key(shown, name)
        assert shown.run(focused) == field
    assert shown.run("return document.querySelectorAll('#board [tabindex=\"0\"]').length") == 1
    shown.run("document.getElementById('propagation-tab').focus()")
    for name, view in (("ArrowRight", "backbone"), ("ArrowLeft", "propagation")):
        key(shown, name)
        assert shown.run("return [tab, document.activeElement.id]") == [view, f"{view}-tab"]
    begin_game(shown)
    for name, content in (("f", -2), ("F", -1)):
        shown.run("document.querySelector(\"[data-field='3']\").focus()")
        key(shown, name)
        assert board(shown)[3] == content
        assert shown.run(focused) == "3"


def seen(shown, view):
    """Return the parts of the page that can be seen in a view."""
    turn(shown, view)
    return shown.run(
        "return ['board', 'text', 'state', 'code', 'log', 'legend', 'choices']"
        ".map(id => document.getElementById(id).innerHTML)"
    )


def test_back_undoes_the_last_action_of_a_view(shown):
    for view, actions in (
        ("propagation", ("next", "variable", "constraint", "next", "all")),
        ("backbone", ("next", "next", "variable", "all")),
        ("reasons", ("next", "next")),
    ):
        shown.open(shown.path)
        other = "backbone" if view == "propagation" else "propagation"
        before = []
        for action in actions:
            before.append(seen(shown, view))
            press(shown, view, action)
            still = press(shown, other, "next")  # which stays as it is
        for expected in reversed(before):
            press(shown, view, "back")
            assert seen(shown, view) == expected
        assert now(shown, other) == still
        turn(shown, view)
        assert shown.run("return document.getElementById('back').disabled")


def test_back_undoes_changes_of_the_board(shown):
    given = list(STATE.content)
    begin_game(shown)
    pick(shown, "play", safe_field(shown))
    assert board(shown) != given
    press(shown, "propagation", "all")
    turn(shown, "play")
    key(shown, "Backspace")
    assert board(shown) == given
    assert decided(shown, "propagation") == {}
    turn(shown, "play")
    key(shown, "Backspace")
    assert "may be elsewhere" in now(shown, "play")
    key(shown, "Backspace")  # there is nothing else
    assert board(shown) == given


def test_the_reasons_are_shown_step_by_step(shown):
    steps = story(STATE, *PYSAT)
    for i, step in enumerate(steps):
        assert now(shown, "reasons") == f"{i + 1} of {len(steps)}: {step['text']}"
        letters = fields(shown, "reasons", "look")
        reason = step["reason"] or {"field": None, "numbers": []}
        assert [f for f, letter in enumerate(letters) if letter == "c"] == reason["numbers"]
        assert [f for f, letter in enumerate(letters) if letter == "t"] == [reason["field"]] * bool(
            step["reason"]
        )
        assert decided(shown, "reasons") == dict(step["known"] + step["found"])
        shown.run("document.getElementById('next').click()")
    press(shown, "reasons", "back")
    assert now(shown, "reasons").startswith(f"{len(steps) - 1} of ")
    begin_game(shown)
    pick(shown, "play", safe_field(shown))
    assert now(shown, "reasons").startswith("The board has changed. (")
    assert has_ended(shown)


def test_reasons_end_with_the_safest_guess_if_no_field_is_certain(shown):
    place(shown, ["1..", "1.."], mines=2)
    for _ in range(5):
        shown.click("#next")
    assert now(shown, "reasons") == (
        "6 of 6: No field is certain; (0, 1) is least likely to be a mine (50%)."
    )


def test_tour_page_shows_every_step(shown):
    shown.path.write_text(tour_page(*PYSAT), encoding="utf-8")
    shown.open(shown.path)
    _, steps = tour()
    for i, step in enumerate(steps, start=1):
        assert now(shown, "reasons") == f"{i} of {len(steps)}: {step['text']}"
        shown.run("document.getElementById('next').click()")


def test_hints_agree_with_the_reasons_of_the_library(shown):
    sizes = {1: 0, 2: 0, 3: 0}
    states = [lines for lines, _ in exhaustive.random_states(70, seed=43, most=10)]
    states += [["1..", ".3.", "F.1"], ["..2", "2..", "..1"], ["...1", "2.2.", "...1"]]
    for number, lines in enumerate(states):
        certain = exhaustive.certain(lines)
        if certain is None:
            continue
        given = State.of(lines)
        place(shown, lines, number)
        reason = simplest(given, given.covered, *PYSAT)
        begin_game(shown)
        if not has_ended(shown):
            words = press(shown, "play", "next")
            assert words == (sentence(reason, given) if reason else words)
            assert words.startswith("No") == (reason is None)
        press(shown, "play", "back")
        shown.run("touched = true; turnTo('play'); act('hint')")  # as if someone had played
        words = now(shown, "play")
        assert words.startswith("No") == (not certain), (lines, words)
        if not reason:
            continue
        letters = fields(shown, "play", "look")
        numbers = tuple(f for f, letter in enumerate(letters) if letter == "c")
        field = letters.index("t")
        check_reason(lines, None, Reason(field, decided(shown, "play")[field], numbers))
        if len(reason.numbers) < 3:
            assert words == sentence(reason, given)
        sizes[min(len(numbers), 3)] += 1
    assert all(sizes.values()), sizes


def test_question_mark_key_advances_reasons_and_shows_hints_in_play(shown):
    key(shown, "?")
    assert now(shown, "reasons").startswith("2 of 5")
    begin_game(shown)
    for _ in range(3):
        key(shown, "?")
    assert now(shown, "play") == page_data(STATE, "x", *PYSAT)["hint"]["text"]
    assert board(shown) == list(STATE.content)


def test_only_tabs_next_and_back_buttons_are_visible(shown):
    buttons = (
        "return [...document.querySelectorAll('button:not(.term)')]"
        ".filter(x => x.checkVisibility()).map(x => x.textContent)"
    )
    tabs = ["Reasons", "Propagation", "Backbone", "Play"]
    for view in ("reasons", "propagation", "backbone"):
        turn(shown, view)
        assert shown.run(buttons) == [*tabs, "Next step", "Back"]
    turn(shown, "play")
    assert shown.run(buttons) == [*tabs, "Place mines and play", "Back"]


def test_terms_show_their_definition_in_place(shown):
    press(shown, "backbone", "variable")
    used = set(shown.run("return [...document.querySelectorAll('.term')].map(t => t.textContent)"))
    assert {"Λ", "ν", "ν_R", "φ", "SAT", "model"} <= used
    hidden = "return document.getElementById('definition').hidden"
    assert shown.run(hidden)
    shown.click("#code .term")
    said = "return [definition.textContent, definition.previousSibling.id]"
    assert shown.run(said) == ["ν: The model found last.", "code"]
    key(shown, "Escape")
    assert shown.run(hidden)
    shown.click("#text .term")
    assert shown.run(said)[1] == "text"
    for view in VIEWS:
        turn(shown, view)
        assert shown.run(hidden)
        for _ in range(3):
            shown.run("document.getElementById('next').click()")
            words = shown.run("return document.getElementById('text').textContent")
            assert "φ" not in words or shown.run("return !!document.querySelector('#text .term')")
    marked = (
        "return marked(arguments[0]).filter(each => each.tagName === 'BUTTON')"
        ".map(each => each.textContent)"
    )
    assert shown.run(marked, "supported models of SAT") == ["model", "SAT"]


def test_print_layout_shows_the_whole_board_in_colour(shown):
    dark = [{"name": "prefers-color-scheme", "value": "dark"}]
    emulated = {"media": "print", "features": dark}
    shown.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", emulated)
    look = "return getComputedStyle(document.querySelector(arguments[0]))[arguments[1]]"
    assert shown.run(look, "#next", "display") == "none"
    assert shown.run(look, "body", "backgroundColor") == "rgb(255, 255, 255)"
    assert shown.run(look, "body", "color") == "rgb(26, 26, 26)"
    assert shown.run(look, "#board", "overflow") == "visible"
    for part in ("#board svg", "#legend b"):
        assert shown.run(look, part, "print-color-adjust") == "exact"


@pytest.mark.parametrize(("width", "height"), [(360, 640), (390, 844), (1280, 800)])
@pytest.mark.parametrize("lines", [STATE.lines, ["." * 30, *["0" * 28 + "1."] * 15]])
def test_board_text_and_next_button_are_visible_together(shown, width, height, lines):
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
    shown.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    place(shown, lines)
    for view in VIEWS:
        turn(shown, view)
        shown.run("document.getElementById('next').click(); scrollTo(0, 0)")
        assert shown.run("return document.documentElement.scrollWidth") <= width
        boxes = shown.run(
            "return ['next', 'text', 'board'].map(id => {"
            "  const {left, top, right, bottom} ="
            "    document.getElementById(id).getBoundingClientRect();"
            "  return [left, top, right, bottom];"
            "})"
        )
        assert all(left >= 0 and right <= width for left, _, right, _ in boxes)
        (_, top, _, _), (_, _, _, below), (_, first, _, _) = boxes
        assert top >= 0 and max(below, first + 3 * 34) <= height
        over = shown.run(
            "const {left, top, right, bottom} = board.getBoundingClientRect(), found = [];"
            "for (let x = left + 3; x < Math.min(right, innerWidth); x += 20)"
            "  for (let y = top + 3; y < Math.min(bottom, innerHeight); y += 20)"
            "    if (!board.contains(document.elementFromPoint(x, y))) found.push([x, y]);"
            "return found"
        )
        assert over == []


@pytest.mark.parametrize("lines", [["."], ["0"], ["F"], ["1F"], ["."] * 3])
def test_the_smallest_boards_have_all_views(shown, lines):
    place(shown, lines)
    for view in VIEWS:
        turn(shown, view)
        for _ in range(8):
            shown.run("document.getElementById('next').click()")
        assert now(shown, view)
