"""The page, clicked through in a headless browser, beside what the library finds."""

import json
import re

import pytest

from puzzlesat.common.errors import InputError
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
from puzzlesat.minesweeper.solve.consistency import fixpoint, start
from puzzlesat.minesweeper.solve.deduce import METHODS
from puzzlesat.minesweeper.solve.reasons import sentence, simplest
from tests.minesweeper import exhaustive
from tests.minesweeper.test_reasons import told

# Propagation decides 3 fields, pairs and backbone 5, the number of mines one more.
STATE = State.of(["01F...", "023..2", "01.21.", "0234..", "01...."], mines=8)


def test_the_page_is_one_file_without_addresses():
    text = page(STATE, "</script><b>", "minisat22", "kmtotalizer")
    assert set(re.findall(r"https?://[^\s\"']+", text)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"\b(src|href)=|@import|url\(|fetch\(|XMLHttpRequest", text)
    assert text.count("</script>") == 2
    data = re.search(r'<script type="application/json" id="data">(.*?)</script>', text)[1]
    assert json.loads(data)["name"] == "</script><b>"


def test_the_answers_are_right():
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
            data = page_data(State.of(lines, mines), "x", "minisat22", "kmtotalizer")
            assert {divmod(f, len(lines[0])) for f in data["placement"]} in fitting
    several = {
        tuple(placement(encode(network(State.of(["." * 12, "1" + "." * 11]))), "minisat22"))
        for _ in range(3)
    }
    assert len(several) == 1


def test_a_page_for_a_state_that_is_too_large_or_contradictory_is_refused():
    with pytest.raises(InputError, match=f"1024 fields are covered; .* room for {MOST}"):
        page(State(32, 32, (-1,) * 1024), "x", "minisat22", "kmtotalizer")
    with pytest.raises(InputError, match="no placement of mines fits the 4"):
        page(State.of(["4."]), "x", "minisat22", "kmtotalizer")


def test_the_number_of_mines_is_a_choice_where_it_is_known():
    assert set(page_data(STATE, "x", "minisat22", "kmtotalizer")["formulas"]) == {
        "numbers",
        "total",
    }
    unknown = State.of(["1."])
    assert set(page_data(unknown, "x", "minisat22", "seqcounter")["formulas"]) == {"numbers"}


def follows(state, reason, total):
    """Does a field of a story follow from the numbers that it names?"""
    mines = state.mines if total else None
    certain = exhaustive.certain(told(state.lines, reason["numbers"]), mines)
    return certain.get(reason["field"]) == reason["value"]


def test_each_step_of_the_tour_decides_what_it_says_and_nothing_weaker_does():
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
        # The number of all mines tells nothing of what the backbone adds, nor the other way round.
        weaker = {"total": ["backbone"], "backbone": ["total"]}.get(method, [])
        assert not any(
            f in decides[name] for name in [*methods[1 : methods.index(method)], *weaker]
        )
        assert decides[method][f] == value
        total = method == "total"
        assert follows(state, reason, total)
        for number in reason["numbers"]:
            fewer = [other for other in reason["numbers"] if other != number]
            assert not follows(state, reason | {"numbers": fewer}, total)
        if total:
            assert not follows(state, reason, False)
        assert len(reason["numbers"]) == {"single": 1, "pairs": 2, "total": 1}.get(method, 4)
        for g in (f, *reason["numbers"]):
            assert str(state.place(g)) in step["text"]
        assert step["text"].count(".") == 1  # one sentence
        known[f] = value
    assert decides["backbone_total"] == known == exhaustive.certain(state.lines, state.mines)
    assert len(state.covered) == 10
    assert len(state.flagged) == 4


def test_the_story_tells_what_each_method_decides():
    kinds = set()
    for lines, mines in exhaustive.random_states(120, seed=41, most=9):
        if exhaustive.certain(lines, mines) is None:
            continue
        state = State.of(lines, mines)
        known = {}
        steps = story(state, "minisat22", "kmtotalizer")
        assert len(steps) == (3 if mines is None else 5)
        for step in steps:
            decided = METHODS[step["method"]](network(state))
            assert dict(step["known"]) == known
            assert dict(step["found"]) == {f: v for f, v in decided.items() if f not in known}
            known |= decided
            assert (step["reason"] is None) == (not step["found"])
            if step["reason"]:
                assert [step["reason"]["field"], step["reason"]["value"]] in step["found"]
                assert follows(state, step["reason"], True)
                kinds.add(step["method"])
        assert known == exhaustive.certain(lines, mines)
    assert {"single", "pairs", "total"} <= kinds


class Page:
    """A page in the browser."""

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
    """The page, newly opened; what goes wrong in it fails the test."""
    path = tmp_path / "explain.html"
    path.write_text(page(STATE, "an example", "minisat22", "kmtotalizer"), encoding="utf-8")
    opened = Page(browser, path)
    opened.open(path)
    yield opened
    assert browser.get_log("browser") == []  # neither an error nor a request


def now(shown, window):
    return shown.run(f"return document.querySelector('#{window} .now').textContent")


def press(shown, window, action):
    shown.click(f"#{window} [data-do={action}]")
    return now(shown, window)


def fields(shown, window, key):
    """What every field has under a key: look (its letter), text or fill."""
    return shown.run(
        f"return [...document.querySelectorAll('#{window} .field')].map(f => f.dataset.{key})"
    )


def choose(shown, menu, value):
    shown.run(
        "const select = document.querySelector(`#backbone [data-do=${arguments[0]}]`);"
        "select.value = arguments[1]; select.dispatchEvent(new Event('change'));",
        menu,
        value,
    )


RED, GREEN, GREY, BLACK = "#d0342c", "#3f9b4f", "#8c8c8c", "#000000"
PALE = "#595959"


def decided(shown, window):
    """The fields with a red square, which are mines, and those with a green one."""
    squares = fields(shown, window, "square")
    return {f: int(s == RED) for f, s in enumerate(squares) if s in (RED, GREEN)}


def contrast(one, other):
    """By how much a colour can be told from another one (WCAG 2); 3 is enough for large letters."""

    def light(colour):
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        red, green, blue = (
            x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, bright = sorted([light(one), light(other)])
    return (bright + 0.05) / (dark + 0.05)


def text(shown):
    """What the text area of the first window says, line by line."""
    return shown.run("return document.querySelector('#consistency .text').textContent").splitlines()


def area(shown, key):
    """What the nine fields of the drawing area have under a key."""
    return shown.run(
        "return [...document.querySelectorAll('#consistency [data-area]')]"
        f".map(f => f.dataset.{key})"
    )


def board(shown):
    """What the board shows on every field."""
    return shown.run("return content")


# In the second state a value is given up because its sum is too large.
@pytest.mark.browser
@pytest.mark.xdist_group("browser")
@pytest.mark.parametrize("state", [STATE, State.of(["1..", "F2.", "..."])])
def test_step_by_step_it_tries_the_assignments_that_the_library_tries(shown, state):
    domains = start(state)
    expected = [
        (list(state.place(t.variable)), t.value, list(t.array), t.satisfied)
        for t in fixpoint(state, domains)
    ]
    path = shown.path.with_name("other.html")
    path.write_text(page(state, "another", "minisat22", "kmtotalizer"), encoding="utf-8")
    shown.open(path)
    texts = shown.run(
        "const texts = [];"
        "for (let i = 0; i < 2000; i++) {"
        "  document.querySelector('#consistency [data-do=step]').click();"
        "  texts.push(document.querySelector('#consistency .now').textContent);"
        "  if (texts.at(-1).startsWith('fixpoint')) break;"
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
    assert decided(shown, "consistency") == METHODS["single"](network(state))
    assert press(shown, "consistency", "step") == texts[-1]


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_the_colours_and_letters_are_the_thesis_s(shown):
    legend = shown.run("return document.querySelector('#consistency .legend').textContent")
    for meaning in ("current constraint", "known", "unknown", "tested", "satisfied", "violated"):
        assert meaning in legend
    shown.click("#consistency [data-field='11']")
    assert "constraint (1, 5) with n = 2, 4 neighbours" in now(shown, "consistency")
    assert text(shown) == ["Constraint (1, 5), n = 2"]
    looks = fields(shown, "consistency", "look")
    assert [looks[f] for f in (4, 5, 10, 11, 16, 17)] == ["u", "u", "u", "c", "k", "u"]
    fills = fields(shown, "consistency", "fill")
    assert (fills[11], fills[16], fills[4]) == ("#1f3b73", "#a9cbe8", "#f2a33a")
    assert fields(shown, "consistency", "text")[11] == "2"
    unknown, known = "#f2a33a", "#a9cbe8"
    row = [unknown, unknown, known]
    assert area(shown, "fill") == [*row, unknown, "#1f3b73", known, known, unknown, known]
    assert [area(shown, "text")[i] for i in (2, 4, 5, 6)] == ["0", "2", "0", "0"]
    press(shown, "consistency", "step")
    assert fields(shown, "consistency", "look")[4] == "t"
    assert fields(shown, "consistency", "fill")[4] == "#ffe94d"
    assert text(shown)[1:] == [
        "Variable (0, 4)",
        "Assignments: 8 possible, 0 tried",
        "Value 0: not settled yet",
        "Value 1: not settled yet",
    ]
    for tried, (last, before) in enumerate([(0, 0), (1, 0), (0, 1)], start=1):
        words = press(shown, "consistency", "step")
        assert f"(0, 4) = 0: array [0,0,0,{before},0,0,{last},0]" in words and "violated" in words
        assert fields(shown, "consistency", "look")[11] == "✗"
        assert fields(shown, "consistency", "fill")[11] == RED
        assert area(shown, "fill")[4] == RED
        assert text(shown)[1:3] == [
            "Variable (0, 4) = 0",
            f"Assignments: 8 possible, {tried} tried",
        ]
    assert "satisfied" in press(shown, "consistency", "step")
    assert fields(shown, "consistency", "look")[11] == "✓"
    assert fields(shown, "consistency", "fill")[11] == GREEN
    assert text(shown)[2:] == [
        "Assignments: 8 possible, 4 tried",
        "Value 0: has a support",
        "Value 1: not settled yet",
    ]
    digits = [json.loads(d) for d in fields(shown, "consistency", "digits")]
    assert digits[4] == digits[5] == [["0", BLACK], ["1", PALE]]
    assert digits[10] == digits[17] == [["0", PALE], ["1", BLACK]]
    assert digits[11] == digits[16] == []
    for fill in {fields(shown, "consistency", "fill")[f] for f in (4, 5, 10, 17)}:
        assert contrast(PALE, fill) >= 3


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_a_value_without_a_support_is_told_and_decides_the_field(shown):
    while "has no support" not in press(shown, "consistency", "step"):
        pass
    words = now(shown, "consistency")
    assert any(line.endswith("has no support") for line in text(shown)[3:])
    row, col, without = map(int, re.match(r"\((\d+), (\d+)\) = (\d) has no", words).groups())
    f = row * STATE.cols + col
    assert METHODS["single"](network(STATE))[f] == 1 - without
    press(shown, "consistency", "constraint")
    assert decided(shown, "consistency")[f] == 1 - without


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_next_variable_and_next_constraint(shown):
    assert press(shown, "consistency", "constraint").startswith("turn 1: constraint (1, 1)")
    assert press(shown, "consistency", "constraint").startswith("turn 1: constraint (1, 2)")
    assert press(shown, "consistency", "variable").startswith("variable (0, 3)")
    assert press(shown, "consistency", "variable").startswith("variable (1, 3)")
    assert press(shown, "consistency", "constraint").startswith("turn 1: constraint (1, 5)")


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_a_constraint_or_a_field_is_chosen_by_clicking_on_it(shown):
    shown.click("#consistency [data-field='11']")
    assert now(shown, "consistency").startswith("turn 1: constraint (1, 5)")
    shown.click("#consistency [data-field='10']")
    assert now(shown, "consistency").startswith("variable (1, 4)")
    assert fields(shown, "consistency", "look")[10] == "t"
    press(shown, "consistency", "step")
    shown.click("#consistency [data-field='8']")  # in the middle of a variable
    assert now(shown, "consistency").startswith("turn 1: constraint (1, 2)")
    shown.click("#consistency [data-field='0']")
    assert "nothing is unknown at (0, 0)" in now(shown, "consistency")
    shown.click("#consistency [data-field='29']")
    assert "no number speaks of (4, 5)" in now(shown, "consistency")
    assert press(shown, "consistency", "all").startswith("fixpoint")
    assert decided(shown, "consistency") == METHODS["single"](network(STATE))
    shown.click("#consistency [data-field='11']")  # once more, after the end
    assert now(shown, "consistency").startswith("turn 1: constraint (1, 5)")


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_a_field_of_the_backbone_is_chosen_by_clicking_on_it(shown):
    shown.click("#backbone [data-field='26']")  # the first call comes before
    assert now(shown, "backbone") == "(4, 2) is a mine in every model"
    assert decided(shown, "backbone") == {26: 1}
    press(shown, "backbone", "step")
    for f in reversed(STATE.covered):  # one is under test, others are no longer in question
        shown.click(f"#backbone [data-field='{f}']")
    assert "5 of 13 fields" in press(shown, "backbone", "all")
    assert decided(shown, "backbone") == METHODS["backbone"](network(STATE))
    shown.click("#backbone [data-field='25']")
    assert now(shown, "backbone") == "the 1 at (4, 1): 1 clause\nx(4, 2)"
    shown.click("#backbone [data-field='8']")
    assert "5 clauses\nx(0, 3) ∨ x(1, 3) ∨ x(2, 2)\n" in now(shown, "backbone")


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
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
    looks = fields(shown, "backbone", "look")
    assert {f for f, look in enumerate(looks) if look == "N"} == set(STATE.covered) - set(expected)
    squares = fields(shown, "backbone", "square")
    assert {squares[f] for f in set(STATE.covered) - set(expected)} == {GREY}


def models(shown):
    """The colours of the small squares on every field."""
    return [[colour for colour, _ in json.loads(m)] for m in fields(shown, "backbone", "models")]


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_the_last_two_partial_models_are_small_squares(shown):
    fills = fields(shown, "backbone", "fill")
    assert (fills[0], fills[2], fills[3]) == ("#dcdcdc", RED, "#f2a33a")
    assert not any(models(shown))
    assert press(shown, "backbone", "step") == "SAT(φ): satisfiable, a model"
    first = models(shown)
    assert [len(first[f]) for f in STATE.covered] == [1] * 13
    assert {first[f][0] for f in STATE.covered} == {RED, GREEN, GREY}
    assert first[29] == [GREY]  # no number speaks of it
    lines = "return document.querySelectorAll(`#backbone [data-field='5'] line`).length"
    assert shown.run(lines) == 1  # the diagonal
    press(shown, "backbone", "step")
    assert fields(shown, "backbone", "square")[29] == GREY  # and so no backbone
    answers_seen = set()
    while len(answers_seen) < 2:
        words = press(shown, "backbone", "step")
        if "l = " in words:
            tested = fields(shown, "backbone", "look").index("t")
            assert fields(shown, "backbone", "fill")[tested] == "#ffe94d"
        if words.startswith("SAT(φ ∪"):
            seen = {tuple(m) for m in models(shown) if m}
            assert {len(m) for m in seen} == {2}
            unsatisfiable = words.endswith("unsatisfiable")
            assert {m[1] == BLACK for m in seen} == {unsatisfiable}
            assert BLACK not in {m[0] for m in seen}
            answers_seen.add(unsatisfiable)


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_what_is_found_is_applied_to_the_board_of_both(shown):
    press(shown, "backbone", "all")
    found = decided(shown, "backbone")
    assert press(shown, "backbone", "apply") == f"{len(found)} fields were put on the board"
    after = board(shown)
    assert all((after[f] == -2) if value else (after[f] >= 0) for f, value in found.items())
    state = State(STATE.rows, STATE.cols, tuple(after), STATE.mines)
    press(shown, "backbone", "all")  # from here on the page looks for models itself
    assert decided(shown, "backbone") == METHODS["backbone"](network(state))
    assert press(shown, "consistency", "all").startswith("fixpoint")
    assert decided(shown, "consistency") == METHODS["single"](network(state))
    words = press(shown, "consistency", "reset")
    assert words == "started over, with the board as it was given"
    assert board(shown) == list(STATE.content)
    assert decided(shown, "consistency") == decided(shown, "backbone") == {}


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_in_playing_mode_a_click_plays(shown):
    status = "return document.getElementById('status').textContent"
    assert shown.run(status).startswith("Analysing")
    shown.click("#mode")
    assert shown.run(status).startswith("Playing")
    mined = set(shown.run("return data.placement"))
    safe = next(f for f in STATE.covered if f not in mined)
    shown.click(f"#consistency [data-field='{safe}']")
    around = STATE.neighbours[safe]
    assert board(shown)[safe] == len(mined & set(around))
    right_click = (
        "document.querySelector(`#backbone [data-field='${arguments[0]}']`)"
        ".dispatchEvent(new MouseEvent('contextmenu', {bubbles: true, cancelable: true}))"
    )
    mine = next(f for f in STATE.covered if f in mined)
    shown.run(right_click, mine)
    assert board(shown)[mine] == -2
    shown.click(f"#backbone [data-field='{mine}']")  # a flag protects it
    assert "lost" not in shown.run(status)
    shown.run(right_click, mine)
    shown.click(f"#backbone [data-field='{mine}']")
    assert shown.run(status).endswith("The game is lost.")
    shown.click("#mode")
    press(shown, "backbone", "reset")
    assert shown.run(status).startswith("Analysing")
    assert "lost" not in shown.run(status)


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_a_wrong_flag_is_noticed_by_both_windows(shown):
    path = shown.path.with_name("other.html")
    path.write_text(page(State.of(["1.", ".."]), "x", "minisat22", "kmtotalizer"), encoding="utf-8")
    shown.open(path)
    shown.click("#mode")
    for f in (1, 2):  # beside a 1
        shown.run(
            "document.querySelector(`#backbone [data-field='${arguments[0]}']`)"
            ".dispatchEvent(new MouseEvent('contextmenu', {bubbles: true, cancelable: true}))",
            f,
        )
    assert press(shown, "backbone", "all") == "SAT(φ): unsatisfiable, a flag must be wrong"
    press(shown, "consistency", "all")
    log = shown.run("return document.querySelector('#consistency .log').textContent")
    assert "a flag must be wrong" in log


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_the_page_finds_the_backbone_by_itself_once_the_board_has_changed(shown):
    told = 0
    for number, (lines, _) in enumerate(exhaustive.random_states(40, seed=21, most=12)):
        expected = exhaustive.certain(lines)
        if expected is None:
            continue
        path = shown.path.with_name(f"{number}.html")
        state = State.of(lines)
        path.write_text(page(state, "x", "minisat22", "kmtotalizer"), encoding="utf-8")
        shown.open(path)
        shown.run("touched = true; changed('ready')")  # as if someone had played
        press(shown, "backbone", "all")
        assert decided(shown, "backbone") == expected, lines
        told += bool(expected)
    assert told > 5


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_nothing_to_apply_leaves_the_other_window_alone(shown):
    for _ in range(3):
        words = press(shown, "backbone", "variable")
    assert "nothing new" in press(shown, "consistency", "apply")
    assert now(shown, "backbone") == words
    assert press(shown, "consistency", "reset") == "started over"
    assert now(shown, "backbone") == words


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_a_wide_board_is_scrolled_to_where_the_algorithm_is(shown):
    path = shown.path.with_name("wide.html")
    wide = State.of(["." * 60, "0" * 57 + "1.."])
    path.write_text(page(wide, "wide", "minisat22", "kmtotalizer"), encoding="utf-8")
    shown.open(path)
    press(shown, "consistency", "step")
    where = "return document.querySelector('#consistency .board').scrollLeft"
    start = shown.run(where)
    while "(1, 57)" not in now(shown, "consistency"):
        press(shown, "consistency", "constraint")
    assert shown.run(where) > start


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_a_paused_board_is_saved_as_a_picture(shown):
    press(shown, "consistency", "step")
    shown.run(
        "window.saved = [];URL.createObjectURL = blob => { window.saved.push(blob); return '#'; };"
    )
    press(shown, "consistency", "save")
    shown.run("window.saved[0].text().then(text => { window.picture = text; })")
    picture = shown.run("return window.picture")
    assert picture.startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    assert "#1f3b73" in picture


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_it_works_with_the_keyboard(shown):
    shown.run(
        "const field = document.querySelector(\"#consistency [data-field='11']\"); field.focus();"
        "field.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true}));"
    )
    assert now(shown, "consistency").startswith("turn 1: constraint (1, 5)")
    focused = "return document.activeElement.dataset.field"
    assert shown.run(focused) == "11"
    for key, field in (("ArrowRight", "11"), ("ArrowLeft", "10"), ("ArrowUp", "4")):
        shown.run(
            "document.activeElement.dispatchEvent("
            "new KeyboardEvent('keydown', {key: arguments[0], bubbles: true}))",
            key,
        )
        assert shown.run(focused) == field
    stops = "return document.querySelectorAll('#consistency .board [tabindex=\"0\"]').length"
    assert shown.run(stops) == 1


def key(shown, name):
    shown.run(
        "(document.activeElement ?? document.body).dispatchEvent("
        "new KeyboardEvent('keydown', {key: arguments[0], bubbles: true}))",
        name,
    )


def all_of(shown):
    """What can be seen of both windows, but for the logs."""
    return shown.run(
        "return ['consistency', 'backbone'].map(id => ['.board', '.now', '.code', 'select']"
        ".map(part => document.querySelector(`#${id} ${part}`)?.innerHTML))"
    )


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_a_step_back_takes_back_what_was_done_last_in_a_window(shown):
    seen = []
    for action in ("step", "variable", "constraint", "step", "all"):
        seen.append(all_of(shown))
        press(shown, "consistency", action)
        shown.click("#backbone [data-do=step]")  # which stays as it is
        seen[-1][1] = None
    for before in reversed(seen):
        press(shown, "consistency", "back")
        after = all_of(shown)
        assert after[0] == before[0]
        assert "model" in now(shown, "backbone") or "l = " in now(shown, "backbone")
    assert press(shown, "consistency", "back") == "there is nothing to take back"


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_a_step_back_takes_back_what_changed_the_board(shown):
    choose(shown, "procedure", "iterative")
    press(shown, "backbone", "all")
    before = all_of(shown)
    press(shown, "backbone", "apply")
    assert board(shown) != list(STATE.content)
    press(shown, "consistency", "all")
    press(shown, "backbone", "back")
    assert board(shown) == list(STATE.content)
    assert all_of(shown)[1] == before[1]
    shown.click("#mode")
    mined = set(shown.run("return data.placement"))
    safe = next(f for f in STATE.covered if f not in mined)
    shown.click(f"#why [data-field='{safe}']")
    assert board(shown)[safe] >= 0
    key(shown, "Backspace")
    assert board(shown) == list(STATE.content)
    key(shown, "Backspace")  # there is nothing else that was done there
    assert now(shown, "why") == "there is nothing to take back"


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_the_story_is_told_step_by_step(shown):
    steps = story(STATE, "minisat22", "kmtotalizer")
    for i, step in enumerate(steps):
        assert now(shown, "why") == f"{i + 1} of {len(steps)}: {step['text']}"
        looks = fields(shown, "why", "look")
        reason = step["reason"] or {"field": None, "numbers": []}
        assert [f for f, look in enumerate(looks) if look == "c"] == reason["numbers"]
        assert [f for f, look in enumerate(looks) if look == "t"] == [reason["field"]] * bool(
            step["reason"]
        )
        assert decided(shown, "why") == dict(step["known"] + step["found"])
        shown.click("#why [data-do=next]")
    press(shown, "why", "previous")
    assert now(shown, "why").startswith(f"{len(steps) - 1} of ")
    press(shown, "why", "back")
    assert now(shown, "why").startswith(f"{len(steps)} of ")
    press(shown, "consistency", "all")
    press(shown, "consistency", "apply")
    assert now(shown, "why").startswith("The board has changed.")


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_the_guided_tour_is_a_page(shown):
    shown.path.write_text(tour_page("minisat22", "kmtotalizer"), encoding="utf-8")
    shown.open(shown.path)
    _, steps = tour()
    for i, step in enumerate(steps, start=1):
        assert now(shown, "why") == f"{i} of {len(steps)}: {step['text']}"
        shown.click("#why [data-do=next]")


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_hints_have_the_reasons_of_the_library(shown):
    sizes = {1: 0, 2: 0, 3: 0}
    states = [lines for lines, _ in exhaustive.random_states(70, seed=43, most=10)]
    states += [["1..", ".3.", "F.1"], ["..2", "2..", "..1"], ["...1", "2.2.", "...1"]]
    for number, lines in enumerate(states):
        certain = exhaustive.certain(lines)
        if certain is None:
            continue
        state = State.of(lines)
        path = shown.path.with_name(f"{number}.html")
        path.write_text(page(state, "x", "minisat22", "kmtotalizer"), encoding="utf-8")
        shown.open(path)
        reason = simplest(state, state.covered, "minisat22", "kmtotalizer")
        words = press(shown, "why", "hint")
        assert words == (sentence(reason, state) if reason else words)
        assert words.startswith("No") == (reason is None)
        shown.run("touched = true; changed('ready')")  # as if someone had played
        words = press(shown, "why", "hint")
        assert words.startswith("No") == (not certain), (lines, words)
        if not reason:
            continue
        numbers = [f for f, look in enumerate(fields(shown, "why", "look")) if look == "c"]
        field = fields(shown, "why", "look").index("t")
        value = decided(shown, "why")[field]
        found = {"field": field, "value": value, "numbers": numbers}
        assert follows(state, found, False), (lines, words)
        for out in numbers:
            fewer = [other for other in numbers if other != out]
            assert not follows(state, found | {"numbers": fewer}, False), (lines, words)
        if len(reason.numbers) < 3:
            assert words == sentence(reason, state)
        sizes[min(len(numbers), 3)] += 1
    assert all(sizes.values()), sizes


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_the_question_mark_is_a_hint(shown):
    key(shown, "?")
    assert now(shown, "why") == page_data(STATE, "x", "minisat22", "kmtotalizer")["hint"]["text"]


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_words_have_definitions(shown):
    shown.click("#backbone [data-do=step]")
    used = shown.run(
        "return [...new Set([...document.querySelectorAll('.term')].map(t => t.dataset.term))]"
    )
    assert {"support", "backbone", "Λ", "ν", "ν_R", "φ", "SAT", "model"} <= set(used)
    glossary = shown.run(
        "return [...document.querySelectorAll('#glossary dt')].map(each => each.textContent)"
    )
    assert set(used) <= set(glossary)
    hidden = "return document.getElementById('definition').hidden"
    assert shown.run(hidden)
    shown.click("#backbone .term[data-term='Λ']")
    assert not shown.run(hidden)
    assert "still to be tested" in shown.run("return definition.textContent")
    key(shown, "Escape")
    assert shown.run(hidden)
    marked = (
        "return marked(arguments[0]).filter(each => each.tabIndex === 0)"
        ".map(each => each.textContent)"
    )
    assert shown.run(marked, "supported models of SAT") == ["model", "SAT"]


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_a_definition_stays_with_its_word(shown):
    hidden = "return document.getElementById('definition').hidden"
    apart = (
        "return definition.getBoundingClientRect().top"
        " - document.querySelector('#backbone h2 .term').getBoundingClientRect().bottom"
    )
    scrolled = (
        "const done = arguments[1];"
        "document.addEventListener('scroll', () => setTimeout(done), {once: true});"
        "window.scrollBy(0, arguments[0]);"
    )
    shown.run("document.body.style.paddingBottom = '3000px'")
    shown.click("#backbone h2 .term")
    assert shown.run(apart) == pytest.approx(4, abs=1)
    shown.browser.execute_async_script(scrolled, 40)
    assert not shown.run(hidden)
    assert shown.run(apart) == pytest.approx(4, abs=1)
    shown.browser.execute_async_script(scrolled, 2000)
    assert shown.run(hidden)  # the word is out of sight
    shown.click("h1")
    shown.run("document.querySelector('#backbone .code .term').focus({preventScroll: true})")
    assert shown.run("return defined.dataset.term") == "ν"
    shown.run("changed('ready')")
    assert shown.run(hidden)  # the word is gone


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_on_paper_nothing_is_hidden_and_colours_stay(shown):
    dark = [{"name": "prefers-color-scheme", "value": "dark"}]
    emulated = {"media": "print", "features": dark}
    shown.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", emulated)
    try:
        look = "return getComputedStyle(document.querySelector(arguments[0]))[arguments[1]]"
        assert shown.run(look, "#why button", "display") == "none"
        assert shown.run(look, "body", "backgroundColor") == "rgb(255, 255, 255)"
        assert shown.run(look, "body", "color") == "rgb(26, 26, 26)"
        for window in ("why", "consistency", "backbone"):
            assert shown.run(look, f"#{window} .now", "position") == "static"
            assert shown.run(look, f"#{window} .legend b", "print-color-adjust") == "exact"
    finally:
        shown.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
@pytest.mark.parametrize(("width", "height"), [(360, 640), (390, 844)])
def test_on_a_phone_the_board_and_what_is_said_are_seen_together(shown, width, height):
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": True}
    shown.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        shown.open(shown.path)
        assert shown.run("return document.documentElement.scrollWidth") == width
        for window in ("why", "consistency", "backbone"):
            shown.run("document.getElementById(arguments[0]).scrollIntoView()", window)
            rooms = shown.run(
                "return ['.board', '.now'].map(part => {"
                "  const {top, bottom} = document.querySelector(`#${arguments[0]} ${part}`)"
                "    .getBoundingClientRect();"
                "  return [top, bottom];"
                "})",
                window,
            )
            (top, bottom), (above, below) = rooms
            assert 0 <= top < bottom <= above < below <= height
    finally:
        shown.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
