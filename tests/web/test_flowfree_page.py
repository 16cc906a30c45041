"""The page for Flow Free, used in a browser and compared with the library's results."""

import json
import re
from dataclasses import replace
from itertools import pairwise

import pytest
from selenium.webdriver import ActionChains, Keys

from puzzlesat.flowfree import count_solutions, random_puzzle, solve_puzzle
from puzzlesat.flowfree.board.grid import PLAIN, Marks
from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.board.referee import fault
from puzzlesat.flowfree.show.explain import page_data
from puzzlesat.flowfree.show.words import between, reason
from puzzlesat.flowfree.solve.walkthrough import Step, walkthrough
from tests.flowfree.samples import HARD, LADDER, SKETCH, TWO_SOLUTIONS
from tests.flowfree.test_words import EXPLAINED
from tests.web.conftest import SIZES, field, refusal

MARKED = Puzzle.of(SKETCH)
EASY = random_puzzle(7, 6, 6, 4, 0, "one")
ARROWS = {
    (0, -1): Keys.ARROW_LEFT,
    (0, 1): Keys.ARROW_RIGHT,
    (-1, 0): Keys.ARROW_UP,
    (1, 0): Keys.ARROW_DOWN,
}


def give(page, puzzle):
    page.start({"puzzle": puzzle.as_object})


def answered(page):
    """Wait for the end of the search; return how it ended and the number of solutions."""
    page.wait("!['none', 'searching'].includes(document.querySelector('#result').dataset.state)")
    data = page.run("return {...document.querySelector('#result').dataset}")
    return data["state"], int(data["solutions"])


def lines(page, puzzle):
    """Return the rows or the sketch of a puzzle, with the flows that the page shows."""
    plain = puzzle.marks == PLAIN
    shown = [list(line) for line in puzzle.lines]
    for label in page.labels():
        column, row = re.match(r"([A-Z])(\d+)", label).groups()
        r, c = int(row) - 1, ord(column) - 65
        flow = re.search(r"(?:flow|endpoint) (\S+?)(?: \([\w ]+\))?(?:,|$)", label)
        if flow and "bridge" not in label:
            y, x = (r, c) if plain else (2 * r + 1, 2 * c + 1)
            shown[y][x] = flow[1]
    return ["".join(line) for line in shown]


def solution(puzzle):
    """Return the cells of the flows of the library's solution."""
    return solve_puzzle(puzzle).solutions[0].cells


def is_solved(page):
    return page.text("#status").startswith("Solved")


@pytest.fixture
def game(page):
    """The page, with its example."""
    return page.open("flowfree")


def test_solutions_are_solutions_and_their_number_is_that_of_the_library(game):
    puzzles = [Puzzle.of(rows) for rows in (LADDER, HARD, TWO_SOLUTIONS)]
    puzzles += [random_puzzle(7, n, n, None, i, "one") for n, i in ((7, 0), (9, 1), (12, 2))]
    puzzles += [random_puzzle(3, 5, 6, 4, i, "any") for i in range(3)]
    puzzles.append(MARKED)
    for puzzle in puzzles:
        give(game, puzzle)
        state, number = answered(game)
        limit = int(game.run("return document.querySelector('#most').value"))
        expected = count_solutions(puzzle, limit).number
        assert number == expected, puzzle
        assert state == ("limit" if expected == limit else "complete")
        assert fault(puzzle.lines, lines(game, puzzle)) is None
        for _ in range(number - 1):
            before = lines(game, puzzle)
            game.click("[aria-label='next solution']")
            assert lines(game, puzzle) != before
            assert fault(puzzle.lines, lines(game, puzzle)) is None


def test_many_solutions_are_counted_if_cells_may_stay_empty(game):
    puzzle = replace(Puzzle.of(["A......", ".B.....", "......B", "A......"]), rule="numberlink")
    give(game, puzzle)
    assert answered(game) == ("limit", 10)
    exact = count_solutions(puzzle).number
    assert game.text("#answer") == f"{exact:,} solutions"
    shown = {tuple(lines(game, puzzle))}
    for _ in range(9):
        game.click("[aria-label='next solution']")
        shown.add(tuple(lines(game, puzzle)))
    assert len(shown) == 10


def test_drawing_with_the_mouse(game):
    give(game, EASY)
    game.click("#play-tab")
    for path in solution(EASY):
        assert not is_solved(game)
        actions = ActionChains(game.browser, duration=0)
        actions.move_to_element(game.find(field(*path[0]))).click_and_hold()
        for cell in path[1:]:
            actions.move_to_element(game.find(field(*cell)))
        actions.release().perform()
    assert is_solved(game)
    assert fault(EASY.lines, lines(game, EASY)) is None
    game.click("#controls .bar:not([hidden]) button:first-child")  # undo
    assert not is_solved(game)


def test_an_undone_change_of_the_puzzle_leaves_the_address(game):
    game.open("flowfree", "AB/../AB")
    before = game.run("return location.hash")
    game.click("#edit-tab")
    game.run("document.querySelector(arguments[0]).focus()", field(1, 0))
    game.press(Keys.SHIFT + Keys.ARROW_RIGHT)
    assert "walls" in game.run("return location.hash")
    game.press(Keys.CONTROL + "z")
    assert game.run("return location.hash") == before


def test_drawing_with_a_finger(game):
    game.resize(min(SIZES))
    give(game, EASY)
    game.click("#play-tab")
    game.run("document.querySelector('#board').scrollIntoView()")

    def touch(kind, cell=None):
        points = []
        if cell:
            box = game.run(
                "const b = document.querySelector(arguments[0]).getBoundingClientRect();"
                "return {x: b.x + b.width / 2, y: b.y + b.height / 2}",
                field(*cell),
            )
            points = [box]
        game.browser.execute_cdp_cmd(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": points}
        )

    top = game.run("return scrollY")
    for path in solution(EASY):
        touch("touchStart", path[0])
        for cell in path[1:]:
            touch("touchMove", cell)
        touch("touchEnd")
    game.wait("document.querySelector('#status').textContent.startsWith('Solved')")
    assert game.run("return scrollY") == top


def test_drawing_with_the_keyboard(game):
    for puzzle in (EASY, MARKED):  # MARKED has warps and a bridge
        give(game, puzzle)
        game.click("#play-tab")
        game.run("document.querySelector('.field[tabindex=\"0\"]').focus()")
        rows, cols = puzzle.rows, puzzle.cols
        for path, symbol in zip(solution(puzzle), puzzle.symbols, strict=True):
            first = divmod(puzzle.flow.index(puzzle.symbols.index(symbol)), cols)
            way = path if tuple(path[0]) == first else path[::-1]
            game.press(symbol)
            for (r, c), (s, d) in pairwise(way):
                dy, dx = s - r, d - c
                dy = -1 if dy == rows - 1 and rows > 2 else 1 if dy == 1 - rows and rows > 2 else dy
                dx = -1 if dx == cols - 1 and cols > 2 else 1 if dx == 1 - cols and cols > 2 else dx
                game.press(ARROWS[dy, dx])
        assert is_solved(game)


def test_a_flow_that_the_keyboard_picks_up_stays_until_it_is_led_on(game):
    game.open("flowfree", "A.A/B.B")
    game.click("#play-tab")
    game.run("document.querySelector('.field').focus()")
    game.press("A", Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    drawn = game.labels()
    for keys in ((Keys.ENTER,), "A"):  # at an endpoint, and by its symbol
        for cell in (field(0, 0), field(0, 2)):
            game.run("document.querySelector(arguments[0]).focus()", cell)
            game.press(*keys, Keys.ARROW_UP, Keys.ESCAPE)
            assert game.labels() == drawn
    game.press(Keys.ENTER, Keys.ARROW_LEFT)
    assert game.labels() != drawn
    game.press(Keys.ARROW_LEFT)
    assert game.labels() == drawn


def test_drawn_flows_are_judged_by_the_rule(game):
    way = "A" + "".join(
        {"r": Keys.ARROW_RIGHT, "l": Keys.ARROW_LEFT, "d": Keys.ARROW_DOWN}[step]
        for step in "rrrdlll"
    )
    for rule, keys, solved in (
        ("strict", way, False),  # the flow touches itself
        ("touching", way, True),
        ("touching", "A" + Keys.ARROW_DOWN, False),  # cells are empty
        ("numberlink", "A" + Keys.ARROW_DOWN, True),
    ):
        give(game, Puzzle.of(["A...", "A..."], rule=rule))
        game.click("#play-tab")
        game.run("document.querySelector('.field[tabindex=\"0\"]').focus()")
        game.press(*keys)
        assert is_solved(game) == solved, rule


def test_hints_lead_to_the_solution(game):
    puzzle = Puzzle.of(HARD)
    give(game, puzzle)
    answered(game)
    game.click("#play-tab")
    game.run("document.querySelector('.field').focus()")
    links = sum(len(path) - 1 for path in solution(puzzle))
    for _ in range(links):
        game.press("?")
        game.wait("!!document.querySelector('.over .here')")
    game.press("?")
    game.wait("!document.querySelector('.over .here')")


def test_a_wrong_link_is_found_by_a_hint(game):
    puzzle = Puzzle.of(LADDER)  # two flows side by side; this one goes the wrong way
    give(game, puzzle)
    answered(game)
    game.click("#play-tab")
    game.run("document.querySelector('.field[tabindex=\"0\"]').focus()")
    game.press("A", Keys.ARROW_DOWN, Keys.ARROW_RIGHT, Keys.ESCAPE, "?")
    game.wait("!!document.querySelector('.over .bad')")


def test_what_is_pointed_out_leaves_letters_free_and_differences_are_marked_if_wanted(game):
    points = "return [0.5, 1.5].map((x) => document.querySelector('.over .here')"
    game.open("flowfree", "A.A")
    answered(game)
    game.click("#play-tab")
    game.run("document.querySelector('.field').focus()")
    game.press("?")
    game.wait("!!document.querySelector('.over .here')")
    assert game.run(f"{points}.isPointInStroke(new DOMPoint(x, 0.5)))") == [False, True]
    give(game, Puzzle.of(TWO_SOLUTIONS))
    answered(game)
    game.click("#solution-tab")
    assert not game.all(".over .here")
    game.run("document.querySelector('[aria-label=\"next solution\"] + button').click()")
    assert game.all(".over .here")


def test_what_was_drawn_is_undone_after_a_reload(game):
    game.open("flowfree", "A.A/B.B")
    game.click("#play-tab")
    game.run("document.querySelector('.field').focus()")
    game.press("A", Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, "B", Keys.ARROW_RIGHT)
    drawn = game.labels()
    game.browser.refresh()
    game.wait("document.querySelector('#play-tab').ariaSelected === 'true'")
    assert game.labels() == drawn
    for connected in (True, True, False):
        game.click("[title^='undo ']")
        assert any("connected" in label for label in game.labels()) == connected
    game.click("[title^='redo ']")
    game.open("flowfree")  # once more, now in the middle
    game.click("[title^='undo ']")
    assert not any("connected" in label for label in game.labels())


def test_changes_of_the_puzzle_are_undone_after_a_reload(game):
    game.open("flowfree", "A.A/B.B")
    game.click("#edit-tab")
    shown = [game.labels()]
    game.run("document.querySelector('.field').focus()")
    game.press(".")  # half of a flow is left
    shown.append(game.labels())
    game.click("#clear")
    game.open("flowfree")
    for labels in reversed(shown):
        game.click("[title^='undo ']")
        assert game.labels() == labels
    assert not game.find("[title^='undo ']").is_enabled()


@pytest.mark.parametrize("tab", ["reasons", "play"])
def test_what_keeps_a_puzzle_from_an_answer_is_said_once(game, tab):
    game.open("flowfree", "AB./BA.")
    answered(game)
    game.click(f"#{tab}-tab")
    game.wait("note.textContent.includes('no solution')")
    assert game.text("#note") != game.text("#status")
    game.click("#edit-tab")
    game.click("#clear")
    game.click(f"#{tab}-tab")
    assert game.text("#note") != game.text("#status")


def test_reasons_are_found_one_by_one(game):
    give(game, EASY)
    answered(game)
    game.click("#reasons-tab")
    links = sum(len(path) - 1 for path in solution(EASY))
    for found in range(1, links + 1):
        game.click("[aria-label='one step forward']")
        game.wait("document.querySelectorAll('#steps li').length === arguments[0]", found)
    game.click("[aria-label='to the end']")
    game.wait("document.querySelector('[aria-label=\"one step forward\"]').disabled")
    assert fault(EASY.lines, lines(game, EASY)) is None


def test_recorded_steps_are_shown(game):
    for puzzle in (Puzzle.of(HARD), MARKED):
        given = page_data(puzzle)
        data = given["steps"]
        game.start(json.loads(json.dumps(given, default=int)))
        steps = walkthrough(puzzle).steps
        assert len(game.all("#steps li")) == len(steps)
        game.run("document.querySelectorAll('#steps li')[2].click()")
        assert reason(puzzle, steps[2]) in game.text("#status")
        game.click("[aria-label='to the end']")
        assert "There is exactly one solution" in game.text("#status")
        assert fault(puzzle.lines, lines(game, puzzle)) is None
        if data["cycle"]:
            game.click("#show-cycle")
            assert between(puzzle, data["cycle"]["clause"][0]) in game.text("#clause")


def test_steps_have_the_words_of_the_terminal(game):
    search, count = (
        Step(rule, None, 0, 1, (), (), (-1, -1), 0, 0, False) for rule in ("search", "count")
    )
    for rows, rule in EXPLAINED:
        puzzle = Puzzle.of(rows, rule=rule)
        steps = [*walkthrough(puzzle).steps, search, count]
        found = game.browser.execute_async_script(
            "const [puzzle, steps, done] = arguments;"
            "Promise.all([import('#js/flowfree/graph.js'), import('#js/flowfree/words.js')])"
            "  .then(([{Graph}, {reasonOf}]) => {"
            "    const graph = new Graph(puzzle);"
            "    done(steps.map((step) => reasonOf(graph, puzzle.symbols, step)));"
            "  });",
            puzzle.as_object,
            [step._asdict() for step in steps],
        )
        assert found == [reason(puzzle, step) for step in steps]


def test_entering_a_puzzle_by_clicking_and_typing(game):
    game.click("#edit-tab")
    game.enter(rows=4, cols=5)
    game.click("#clear")
    for cell in ((0, 4), (2, 4), (0, 0), (2, 3), (1, 0), (2, 0)):  # A, A, B, B, C, C
        game.click(field(*cell))
    game.click(field(2, 2))
    game.press(".", "+")  # a bridge
    game.click(field(3, 4))
    game.press("#")  # a missing cell
    game.click(field(0, 1))
    game.press(".", Keys.ARROW_LEFT, Keys.ARROW_DOWN)
    game.press(Keys.SHIFT + Keys.ARROW_RIGHT)
    text = " ".join(game.labels())
    assert text.count("endpoint") == 6
    assert "C3, bridge" in text
    assert "E4, missing" in text
    assert "wall right" in text
    puzzle = puzzle_on(game, 4, 5)
    game.click("#solution-tab")
    _, number = answered(game)
    assert number == count_solutions(replace(puzzle, rule="strict"), 10).number


def test_marks_where_they_cannot_be_are_refused_and_the_board_stays(game):
    """In the editor, and in a link: a bridge in a corner, and one on a missing cell."""
    give(game, EASY)
    answered(game)
    game.click("#edit-tab")
    game.click("#clear")
    game.click(field(0, 0))
    before = game.labels()
    game.press("+")
    assert game.text("#error").startswith("A1: a bridge must join two cells in each direction")
    assert game.labels() == before
    game.run("location.hash = 'A.A/.../B.B&missing=4&bridges=4'")
    game.wait("document.querySelector('#refusal').textContent.includes('damaged: B2: a bridge')")
    assert game.labels() == before


def puzzle_on(page, rows, cols):
    """Return the puzzle that the labels of the fields describe."""
    flow, missing, bridges, walls, warps = [], set(), set(), set(), set()
    symbols = []
    for cell, label in enumerate(page.labels()):
        found = re.search(r"endpoint (\S+?)(?: \([\w ]+\))?(?:,|$)", label)
        if found and found[1] not in symbols:
            symbols.append(found[1])
        flow.append(symbols.index(found[1]) if found else -1)
        if "missing" in label:
            missing.add(cell)
        if "bridge" in label:
            bridges.add(cell)
        for kind, sides in (("wall", walls), ("warp", warps)):
            if f"{kind} right" in label:
                sides.add((cell, 1))
            if f"{kind} below" in label:
                sides.add((cell, 3))
    marks = Marks(*map(frozenset, (missing, bridges, walls, warps)))
    return Puzzle(rows, cols, tuple(flow), tuple(symbols), marks=marks)


@pytest.mark.parametrize("button", ["#generate", "#another"])
def test_generated_puzzles_have_one_solution(game, button):
    game.click("#edit-tab")
    game.enter(rows=6, cols=5)
    if button == "#another":
        game.click("#solution-tab")
    game.click(button)
    game.wait("document.querySelector('#play-tab').ariaSelected === 'true'")
    puzzle = puzzle_on(game, 6, 5)
    assert count_solutions(puzzle, 2).number == 1
    assert answered(game) == ("complete", 1)


@pytest.mark.parametrize("offer", ["touch themselves", "hard"])
def test_a_milder_wish_is_offered_if_no_puzzle_is_found(game, offer):
    game.click("#edit-tab")
    game.choose("#difficulty", "3")
    game.intercept(  # a small board has next to no such puzzle, but this takes its time
        "if (data.argument?.difficulty === 3 && data.argument.rule === 'strict')"
        " data.argument.seconds = 0.1; send();"
    )
    game.click("#generate")
    game.wait("document.querySelector('#error button')")
    game.run(
        "[...document.querySelectorAll('#error button')]"
        ".find((x) => x.textContent.includes(arguments[0])).click()",
        offer,
    )
    game.wait("document.querySelector('#play-tab').ariaSelected === 'true'")
    assert answered(game) == ("complete", 1)


def test_a_draft_without_a_flow_is_opened_again(game):
    """It has no address, and does not take the place of that of another board."""
    game.click("#edit-tab")
    game.click("#clear")
    game.click(field(0, 0))
    draft = game.labels()
    game.open("flowfree")
    assert game.labels() == draft
    for fragment in ("A.A/B.B", ""):  # the last board
        game.open("flowfree", fragment)
        assert len(game.labels()) == 6
    game.click("#edit-tab")
    game.run("document.querySelector(\".last a[href='#']\").click()")
    game.wait("location.hash === ''")
    assert game.labels() == draft
    game.open("flowfree", "!")
    refusal(game)
    assert game.run("return location.hash") == "#!"


def test_shared_links_show_the_same_puzzle(game):
    puzzles = [EASY, MARKED, Puzzle.of(["A.A.."], rule="numberlink")]
    for puzzle in puzzles:
        give(game, puzzle)
        answer = answered(game)
        game.click("#share")
        game.wait("location.hash.length > 1")
        fragment = game.run("return location.hash.slice(1)")
        game.open("flowfree", fragment)
        assert answered(game) == answer
        game.click("#edit-tab")
        found = puzzle_on(game, puzzle.rows, puzzle.cols)
        assert (found.marks, found.flow) == (puzzle.marks, puzzle.flow)
        assert game.run("return document.querySelector('#rule').value") == puzzle.rule


def test_a_rule_that_is_found_is_told_though_the_engine_fails_for_another(page):
    """The failure is told, and what it leaves open is not denied."""
    page.open("flowfree")
    page.intercept(
        "if (data.argument?.rule !== 'numberlink') send();"
        "else setTimeout(() => this.onmessage({ data: {"
        " id: data.id, error: 'The engine has failed: unreachable.', broken: true } }));"
    )
    give(page, Puzzle.of(["A.", "A."]))
    assert answered(page) == ("complete", 0)
    said = page.wait(
        "/undecided/.test(document.querySelector('#result').textContent)"
        " && document.querySelector('#result').textContent"
    )
    assert "There is one in which flows fill the board and may touch themselves." in said
    assert "undecided whether there is one in which cells may stay empty" in said
    assert page.text("#error") == "The engine has failed: unreachable."
    page.click("#note + .bar button")  # the rule that is found
    assert answered(page) == ("complete", 1)
    assert page.run("return document.querySelector('#rule').value") == "touching"


def test_no_other_rule_is_said_to_allow_what_none_allows(page):
    page.open("flowfree")
    give(page, Puzzle.of(["AB", "BA"]))
    assert answered(page) == ("complete", 0)
    page.wait("document.querySelector('#result').textContent.includes('none under the other')")
    page.click("#reasons-tab")  # where there is nothing to step through
    assert "no solution" in page.text("#note")
    assert not page.find(".player").is_displayed()


def test_a_high_board_can_be_enlarged_on_a_phone(page):
    page.resize(390)
    page.open("flowfree", "/".join(["A" + "." * 14, *["." * 15] * 38, "." * 14 + "A"]))
    width = "document.querySelector('.field').clientWidth"
    assert page.run(f"return {width}") < 18
    page.run("[...document.querySelectorAll('.tools button')].at(-1).click()")
    assert page.run(f"return {width}") >= 36
    page.run("location.hash = 'A.A/...'")
    page.wait("document.querySelectorAll('.field').length === 6")
    assert page.run(f"return {width}") > 40


def test_a_flow_that_is_drawn_to_the_edge_of_a_board_in_part_scrolls_it(game):
    game.resize(390)
    game.open("flowfree", "/".join(["A" + "." * 28 + "A", *["." * 30] * 29]))
    game.click("#play-tab")
    game.wait("document.querySelector('.zoomed')")
    box = "document.querySelector(arguments[0]).getBoundingClientRect()"
    game.run("document.querySelector('#board').scrollIntoView()")
    x, y = game.run(f"const b = {box}; return [b.x + b.width / 2, b.y + b.height / 2]", field(0, 0))
    right = game.run(f"return {box}.right", "#board")
    y = max(y, game.run(f"return {box}.top", "#board") + 45)  # not at the upper edge

    def touch(kind, *points):
        places = [{"x": at, "y": y} for at in points]
        game.browser.execute_cdp_cmd(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": places}
        )

    touch("touchStart", x)
    touch("touchMove", x + 40)
    touch("touchMove", right - 5)
    board = "document.querySelector('#board')"
    game.wait(f"{board}.scrollLeft + {board}.clientWidth >= {board}.scrollWidth - 1")
    game.said("All flows connect")  # and leave fields free
    touch("touchEnd")


@pytest.mark.parametrize("button", ["to the end", "play automatically"])
def test_steps_go_on_to_the_end_although_their_number_is_not_known(game, button):
    """Reasons are found one by one."""
    give(game, EASY)
    answered(game)
    game.click("#reasons-tab")
    game.run("const speed = document.querySelector('.player input'); speed.value = speed.max;")
    game.click(f".player [aria-label='{button}']")
    links = sum(len(path) - 1 for path in solution(EASY))
    game.wait("document.querySelectorAll('#steps li').length === arguments[0]", links)
    game.wait("document.querySelector('#steps li:last-child').ariaCurrent === 'step'")


def test_a_symbol_keeps_its_colour_while_the_board_is_edited(page):
    """The palette has the colours of the board, also when another endpoint comes first."""
    page.open("flowfree", "A.B.C/..D.E/...../.B.C./.ADE.")
    page.click("#edit-tab")
    drawn = (
        "return Object.fromEntries([...document.querySelectorAll('.over circle.end')]"
        ".map((x) => [x.nextSibling.textContent, x.getAttribute('fill')]))"
    )
    offered = (
        "return Object.fromEntries([...document.querySelectorAll('.palette .swatch')]"
        ".map((x) => [x.textContent, x.style.getPropertyValue('--fill')]))"
    )
    before = page.run(drawn)
    page.click(".palette .swatch")
    page.all("#board .field")[19].click()  # E4
    assert page.run(drawn) == before
    assert before.items() <= page.run(offered).items()
