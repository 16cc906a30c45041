"""The page, clicked through in a headless browser, beside what the library finds."""

import json
import re

import pytest

from puzzlesat.errors import InputError
from puzzlesat.minesweeper.consistency import fixpoint, start
from puzzlesat.minesweeper.deduce import METHODS
from puzzlesat.minesweeper.encoding import encode
from puzzlesat.minesweeper.explain import MOST, answers, page, page_data
from puzzlesat.minesweeper.network import network
from puzzlesat.minesweeper.state import State
from tests.minesweeper import exhaustive

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


def test_a_page_for_a_state_that_is_too_large_or_contradictory_is_refused():
    with pytest.raises(InputError, match=f"1024 fields are covered, .* room for {MOST}"):
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
        self.browser.find_element("css selector", selector).click()


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


def decided(shown, window):
    texts = fields(shown, window, "text")
    return {f: int(text == "M") for f, text in enumerate(texts) if text in ("M", "S")}


# In the second state a value is given up because its sum is too large.
@pytest.mark.browser
@pytest.mark.xdist_group("browser")
@pytest.mark.parametrize("state", [STATE, State.of(["1..", "F2.", "..."])])
def test_step_by_step_it_tries_the_assignments_that_the_library_tries(shown, state):
    net = network(state)
    domains = start(net)
    expected = [
        (list(state.place(t.variable)), t.value, "".join(map(str, t.assignment)), t.satisfied)
        for t in fixpoint(net, domains)
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
    pattern = r"\((\d+), (\d+)\) = (\d): assignment (\d+) adds up to \d+, (satisfied|not \d+: viol)"
    found = [
        ([int(m[1]), int(m[2])], int(m[3]), m[4], m[5] == "satisfied")
        for m in (re.match(pattern, text) for text in texts)
        if m
    ]
    assert found == expected
    assert len(expected) > 9
    assert decided(shown, "consistency") == METHODS["single"](net)
    assert press(shown, "consistency", "step") == texts[-1]


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_the_colours_and_letters_are_the_thesis_s(shown):
    legend = shown.run("return document.querySelector('#consistency .legend').textContent")
    for meaning in ("current constraint", "known", "unknown", "tested", "satisfied", "violated"):
        assert meaning in legend
    shown.click("#consistency [data-field='11']")
    assert "constraint (1, 5), 2 of 4 neighbours" in now(shown, "consistency")
    looks = fields(shown, "consistency", "look")
    assert [looks[f] for f in (4, 5, 10, 11, 16, 17)] == ["u", "u", "u", "c", "k", "u"]
    fills = fields(shown, "consistency", "fill")
    assert (fills[11], fills[16], fills[4]) == ("#1f3b73", "#a9cbe8", "#f2a33a")
    press(shown, "consistency", "step")
    assert fields(shown, "consistency", "look")[4] == "t"
    assert fields(shown, "consistency", "fill")[4] == "#ffe94d"
    for assignment in ("0000", "0001", "0010"):
        words = press(shown, "consistency", "step")
        assert f"(0, 4) = 0: assignment {assignment}" in words and "violated" in words
        assert fields(shown, "consistency", "look")[11] == "✗"
        assert fields(shown, "consistency", "fill")[11] == "#d0342c"
    assert "satisfied" in press(shown, "consistency", "step")
    assert fields(shown, "consistency", "look")[11] == "✓"
    assert fields(shown, "consistency", "fill")[11] == "#3f9b4f"
    texts = fields(shown, "consistency", "text")
    assert [texts[f] for f in (4, 5, 10, 17)] == ["0", "0", "1", "1"]


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
    shown.click("#backbone [data-field='3']")
    assert "the first call tests no field" in now(shown, "backbone")
    press(shown, "backbone", "variable")
    press(shown, "backbone", "step")
    shown.click("#backbone [data-field='26']")
    assert now(shown, "backbone") == "(4, 2) is a mine in every model"
    press(shown, "backbone", "step")
    for f in reversed(STATE.covered):  # one is under test, others are no longer in question
        shown.click(f"#backbone [data-field='{f}']")
    assert "5 of 13 fields" in press(shown, "backbone", "all")
    assert decided(shown, "backbone") == METHODS["backbone"](network(STATE))
    shown.click("#backbone [data-field='25']")
    assert now(shown, "backbone") == "the 1 at (4, 1): 1 clause\n(4, 2)"
    shown.click("#backbone [data-field='8']")
    assert "5 clauses\n(0, 3) ∨ (1, 3) ∨ (2, 2)\n" in now(shown, "backbone")


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
    fills = fields(shown, "backbone", "fill")
    for f, value in expected.items():
        assert fills[f] == ("#d0342c" if value else "#3f9b4f")


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_the_last_two_models_are_two_halves(shown):
    def halves(f):
        return shown.run(
            "return [...document.querySelectorAll(`#backbone [data-field='${arguments[0]}'] text`)]"
            ".map(text => text.textContent)",
            f,
        )

    press(shown, "backbone", "step")
    assert [x for x in halves(5) if x in "01"] in (["0"], ["1"])
    while "satisfiable, a model" not in press(shown, "backbone", "step"):
        pass
    counts = {len([x for x in halves(f) if x in "01"]) for f in (4, 5, 28, 29)}
    assert counts == {2}


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_what_is_found_is_applied_to_the_board_of_both(shown):
    press(shown, "backbone", "all")
    found = decided(shown, "backbone")
    assert press(shown, "backbone", "apply") == f"{len(found)} fields were put on the board"
    assert decided(shown, "consistency") == found
    words = press(shown, "backbone", "all")
    assert f"{len(found)} of " in words
    assert press(shown, "consistency", "all").startswith("fixpoint")
    words = press(shown, "consistency", "reset")
    assert words == "started over, with the board as it was given"
    assert decided(shown, "consistency") == decided(shown, "backbone") == {}


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
    stops = "return document.querySelectorAll('#consistency [tabindex=\"0\"]').length"
    assert shown.run(stops) == 1
