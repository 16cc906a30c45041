"""The page, clicked through in a headless browser, compared with the library's results."""

import json
import re
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.keys import Keys

from puzzlesat.common.errors import InputError
from puzzlesat.flowfree.board.puzzle import FILLING, Puzzle
from puzzlesat.flowfree.board.referee import fault, path_fault
from puzzlesat.flowfree.board.solution import Solution
from puzzlesat.flowfree.show import explain
from puzzlesat.flowfree.show.explain import frames, page, page_data, verdict
from puzzlesat.flowfree.solve.generate import random_puzzle
from puzzlesat.flowfree.solve.tree import TreeSearch
from puzzlesat.flowfree.solve.walkthrough import SolverStep, Walkthrough

from . import samples

PUZZLE = random_puzzle(1, 5, 5, 4, 0, "one")
"""A puzzle with one solution."""

SKETCH = Puzzle.of(samples.SKETCH)

ARROWS = [Keys.ARROW_LEFT, Keys.ARROW_RIGHT, Keys.ARROW_UP, Keys.ARROW_DOWN]

NO_REASON = ["...B..", "......", ".A..A.", "......", ".B....", "......"]
"""A puzzle without a solution, which refuted assumptions do not prove."""

GOLDEN = Path(__file__).with_name("explained.txt")
"""The texts of the pages of `EXPLAINED`, which were checked by hand."""

EXPLAINED = [
    (["...A", ".B..", "..A.", "B..."], "strict"),
    (["...B", "A...", "...B", "...A"], "touching"),
    (["+-+^+-+-+", "|A|. . B|", "+ + + +-+", "|. . .|B|", "+ + + + +", "|A . . .|", "+-+v+-+-+"],
     "strict"),
    (samples.MARKED, "strict"),
    (["+-+-+-+", "|A|. A|", "+-+-+-+"], "strict"),
    (["+-+-+-+", "|A A|.|", "+-+-+-+"], "touching"),
]  # fmt: skip
"""Puzzles with one solution or none."""


def solution_of(puzzle):
    return next(TreeSearch(puzzle).solutions())


def links_of(solution):
    return set(solution.links)


def test_page_has_no_external_references():
    text = page(PUZZLE, "</script><b>")
    assert not re.search(r"https?://|\bsrc=|@import|url\(|fetch\(|XMLHttpRequest", text)
    assert re.findall(r'href="([^"]*)"', text) == ["data:,"]
    assert text.count("</script>") == 2
    data = re.search(r'<script type="application/json" id="data">(.*?)</script>', text)[1]
    assert json.loads(data)["name"] == "</script><b>"


def test_page_texts_match_the_golden_file():
    found = [
        line
        for rows, rule in EXPLAINED
        for line in ("/".join(rows), *explained(Puzzle.of(rows, rule=rule)))
    ]
    assert found == GOLDEN.read_text("utf-8").splitlines()


def test_oversized_boards_are_rejected(monkeypatch):
    lines = ["A" + "." * 50 + "A", *["." * 52] * 49]
    with pytest.raises(InputError, match="has 2600 cells; a page shows at most 2500"):
        page(Puzzle.of(lines), "x")
    monkeypatch.setattr(explain, "page_data", lambda *_: {})
    page(Puzzle.of(["A" + "." * 48 + "A", *["." * 50] * 49]), "x")


def explained(puzzle):
    """Yield the texts of a puzzle's page, one line for each frame, and the verdict."""
    data = page_data(puzzle, "x")
    for frame in data["frames"]:
        parts = [frame["kind"], *(f"{key} {frame[key]}" for key in ("link", "value"))]
        parts += [" ".join([key, *map(str, frame[key])]) for key in ("closed", "nodes")]
        tried = "    " if "tried" in frame else "  "
        yield f"{tried}{', '.join(parts)}: {frame['at']}: {frame['text']}"
    yield data["verdict"]


@pytest.mark.parametrize(
    ("lines", "rule", "sentence"),
    [
        (
            ["A.A"],
            "strict",
            "exactly one solution in which flows fill the board and none touches itself: every",
        ),
        (["A...", "A..."], "strict", "no solution .* contradict each other"),
        (
            ["A...", "A..."],
            "touching",
            "exactly one solution in which flows fill the board and may touch themselves",
        ),
        (samples.TWO_SOLUTIONS, "strict", "There are several solutions in which .*; two of them"),
        (
            NO_REASON,
            "touching",
            "There is no solution .*, according to a solver; the reasons shown do n",
        ),
    ],
)
def test_verdict_states_its_evidence(lines, rule, sentence):
    assert re.search(sentence, page_data(Puzzle.of(lines, rule=rule), "x")["verdict"])


@pytest.mark.parametrize(("count", "links"), [(1, "1 link"), (2, "2 links")])
def test_the_verdict_counts_links_without_a_reason(count, links):
    found = Walkthrough((SolverStep(0, True, ()),) * count, (solution_of(PUZZLE),), None)
    assert f"finds no other one; for {links}, it gives no reason." in verdict(found, PUZZLE)


def test_consequences_of_an_assumption_are_marked_as_tried():
    tried = None
    refuted = 0
    for frame in page_data(random_puzzle(1, 10, 10, 7, 0, "one"), "x")["frames"]:
        if frame["kind"] == "try":
            tried = frame
        elif frame["kind"] == "refuted":
            assert (frame["link"], frame["value"]) == (tried["link"], 1 - tried["value"])
            tried = None
            refuted += 1
        assert frame.get("tried", False) == (tried is not None)
    assert refuted


@pytest.mark.parametrize(
    ("only", "kind", "text"),
    [
        (True, "solver", "A solver finds no solution without this link. It gives no reason."),
        (
            False,
            "choice",
            "Solutions differ here. From here on, the steps follow one that has this link.",
        ),
    ],
)
def test_forced_links_are_distinguished_from_choices(only, kind, text):
    [frame] = frames(PUZZLE, SolverStep(0, only, ()))
    assert (frame["kind"], frame["text"]) == (kind, text)


class Page:
    def __init__(self, browser, path):
        self.browser, self.path = browser, path

    def show(self, puzzle, tab="reasoning"):
        self.path.write_text(page(puzzle, "an example"), encoding="utf-8")
        self.browser.get(self.path.as_uri())
        self.click(f"{tab}-tab")
        return self

    def run(self, script, *arguments):
        return self.browser.execute_script(script, *arguments)

    def click(self, name):
        self.browser.find_element("id", name).click()

    def press(self, *keys):
        for key in keys:
            self.browser.find_element("tag name", "body").send_keys(key)

    def drag(self, kind, places):
        """Draw from a cell over others, which may lie outside of the board."""
        chain = ActionBuilder(self.browser, mouse=PointerInput(kind, kind), duration=0)
        for i, (r, c) in enumerate(places):
            x, y = self.run(
                "const [r, c] = arguments, p = new DOMPoint(c + .5, r + .5)"
                ".matrixTransform(svg.getScreenCTM()); return [p.x, p.y]",
                r,
                c,
            )
            chain.pointer_action.move_to_location(int(x), int(y))
            if i == 0:
                chain.pointer_action.pointer_down()
        chain.pointer_action.pointer_up()
        chain.perform()

    @property
    def status(self):
        return self.run("return document.getElementById('status').textContent")

    @property
    def drawn(self):
        return set(self.run("return drawnLinks()"))


@pytest.fixture
def shown(browser, tmp_path):
    browser.get_log("browser")
    browser.set_window_size(1500, 1100)
    yield Page(browser, tmp_path / "page.html")
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert browser.get_log("browser") == []  # neither an error nor a request


class TestInTheBrowser:
    """The interaction of a user with the page."""

    @pytest.mark.parametrize("puzzle", [PUZZLE, SKETCH])
    def test_steps_lead_to_the_solution(self, shown, puzzle):
        shown.show(puzzle)
        frames = page_data(puzzle, "x")["frames"]
        assert shown.status.startswith("The start; ")
        for number, frame in enumerate(frames, start=1):
            shown.click("next")
            assert shown.status.startswith(f"Step {number} of {len(frames)}. ")
            assert frame["text"] in shown.status
            assert frame["at"] in shown.status
        assert "exactly one solution" in shown.status
        used = "return known(shown).used"
        assert set(shown.run(used)) == links_of(solution_of(puzzle))
        shown.click("back")
        assert shown.status.startswith(f"Step {len(frames) - 1} ")
        shown.click("first")
        assert shown.run(used) == []
        shown.click("last")
        assert set(shown.run(used)) == links_of(solution_of(puzzle))
        shown.run("document.querySelectorAll('#steps li')[2].click()")
        assert shown.status.startswith("Step 3 of ")

    def test_steps_play_automatically_and_stop(self, shown):
        shown.show(SKETCH)
        shown.run("document.getElementById('speed').value = 8")
        shown.click("run")
        assert shown.run("return timer !== null")
        shown.run("stop(); goTo(2)")
        shown.browser.execute_async_script(
            "const done = arguments[0]; start();"
            "const wait = setInterval(() => { if (shown > 3) { clearInterval(wait); done(); } }, 5)"
        )
        shown.click("run")
        assert shown.run("return timer === null")

    def test_assumptions_are_drawn_separately_and_retracted(self, shown):
        puzzle = random_puzzle(1, 10, 10, 7, 0, "one")
        frames = page_data(puzzle, "x")["frames"]
        first = next(i for i, frame in enumerate(frames) if frame["kind"] == "try")
        last = next(i for i, frame in enumerate(frames) if frame["kind"] == "refuted")
        shown.show(puzzle)
        shown.run("goTo(arguments[0])", last)
        state = shown.run("return known(shown)")
        assert state["tried"] or state["triedShut"]
        before = shown.run("return known(arguments[0])", first)
        assert (state["used"], state["shut"]) == (before["used"], before["shut"])
        assert "Assumption" in shown.run("return title(frames[arguments[0]])", first)
        by_rule = next(i for i, frame in enumerate(frames) if frame["kind"] == "flows")
        title = shown.run("return title(frames[arguments[0]])", by_rule)
        assert title.startswith("Flows: no link, ")
        assert shown.run("return document.querySelectorAll('#board .tried').length") > 0
        shown.click("next")
        state = shown.run("return known(shown)")
        assert not state["tried"] and not state["triedShut"]
        assert len(state["used"]) + len(state["shut"]) > len(before["used"]) + len(before["shut"])

    @pytest.mark.parametrize("rule", FILLING)
    def test_page_agrees_with_the_referee(self, shown, rule):
        random = Random(1)
        seen = set()
        by_hand = {
            ("A.A", "..."): [[[0, 1, 2]], [[0, 3, 4, 5, 2]]],  # a cell is empty
            ("A..A",): [[[0, 2, 1, 3]]],  # jumps
            ("A.A",): [[[0, 1, 0, 1, 2]], [[0, 1, 2, 1]], [[0, 2]], [[0]], [[0, 1, 2]]],
            ("ABA", "..B"): [[[0, 1, 2], [1, 4, 5]], [[0, 3, 4, 1, 2], [1, 4, 5]]],
        }
        others = [samples.SKETCH, samples.BRIDGE, samples.TWO_SOLUTIONS, ["A...", "A..."]]
        for lines in (*by_hand, *others):
            puzzle = Puzzle.of(list(lines), rule=rule)
            loose = Puzzle.of(list(lines), rule="touching")
            found = [solution.paths for solution in TreeSearch(loose).solutions()][:5]
            tries = [list(map(list, paths)) for paths in found]
            tries += by_hand.get(lines, []) if isinstance(lines, tuple) else []
            for _ in range(60 if found and len(lines) > 1 else 0):
                paths = [list(path) for path in random.choice(found)]
                f = random.randrange(len(paths))
                i = random.randrange(len(paths[f]))
                random.choice(
                    [
                        lambda p=paths, f=f: p[f].reverse(),
                        lambda p=paths, f=f, i=i: p[f].pop(i),
                        lambda p=paths, f=f, i=i: p[f].insert(i, random.randrange(4)),
                        lambda p=paths, f=f, i=i: p.__setitem__(f, p[f][: i + 1]),
                        lambda p=paths, f=f: p.__setitem__(f, p[f - 1]),
                    ]
                )()
                tries.append(paths)
            shown.show(puzzle)
            for paths in tries:
                right = shown.run("return judge(arguments[0])", paths) is None
                laid = Solution(puzzle, tuple(map(tuple, paths)))
                wrong = path_fault(puzzle.lines, laid.cells)
                if not wrong and puzzle.strict:
                    wrong = fault(puzzle.lines, laid.lines)
                # The referee takes paths of cells, the page paths of nodes in the order of flows.
                assert right == (not wrong), (lines, paths, wrong)
                seen.add(right)
        assert seen == {True, False}

    @pytest.mark.parametrize("kind", ["mouse", "touch"])
    def test_flows_are_drawn_with_mouse_and_touch(self, shown, kind):
        shown.show(PUZZLE, "play")
        for path in solution_of(PUZZLE).paths:
            shown.drag(kind, [divmod(cell, PUZZLE.cols) for cell in path])
        assert shown.status == "Solved!"
        shown.click("undo")
        assert shown.status.startswith("3 of 4 flows")
        shown.click("again")
        assert shown.drawn == set()

    def test_hints_can_be_cleared_before_anything_is_drawn(self, shown):
        shown.show(PUZZLE, "play")
        assert not shown.run("return document.getElementById('again').disabled === false")
        shown.click("hint")
        assert shown.run("return hinted.length") == 1
        shown.click("again")
        assert shown.run("return hinted.length") == 0

    def test_fast_drag_skips_no_cell(self, shown):
        shown.show(Puzzle.of(["A...", "...A"], rule="touching"), "play")
        shown.drag("mouse", [(0, 0), (0, 3)])
        assert shown.run("return paths[0]") == [0, 1, 2, 3]

    def test_flows_can_be_drawn_through_warps_and_over_bridges(self, shown):
        shown.show(SKETCH, "play")
        shown.drag("mouse", [(0, 2), (0, 0), (-1, 0)])
        shown.drag("mouse", [(3, 0), (2, 0), (2, -1)])
        shown.drag("mouse", [(2, 3), (1, 3)])
        f = SKETCH.symbols.index("A")
        path = solution_of(SKETCH).paths[f]
        assert tuple(shown.run("return paths[arguments[0]]", f)) == path
        assert shown.status.startswith("1 of 3 flows")

    def test_drawing_across_a_flow_cuts_it(self, shown):
        shown.show(Puzzle.of(["A.A", "B.B"], rule="touching"), "play")
        shown.drag("mouse", [(1, 0), (1, 1), (0, 1)])
        shown.drag("mouse", [(0, 0), (0, 2)])
        assert shown.run("return paths") == [[0, 1, 2], [3, 4]]

    @pytest.mark.parametrize("puzzle", [PUZZLE, SKETCH])
    def test_flows_are_drawn_with_keys(self, shown, puzzle):
        shown.show(puzzle, "play")
        for f, path in enumerate(solution_of(puzzle).paths):
            shown.press(puzzle.symbols[f])
            for node, following in pairwise(path):
                shown.press(ARROWS[puzzle.grid.neighbour[node].tolist().index(following)])
        assert shown.status == "Solved!"
        assert shown.drawn == links_of(solution_of(puzzle))
        shown.press(Keys.BACKSPACE)
        assert shown.status != "Solved!"

    @pytest.mark.parametrize(
        ("puzzle", "keys"), [("A.A/b.b", "aB"), ("A.A/b.b", "Ab"), ("A.A/a.a", "Aa")]
    )
    def test_flow_keys_ignore_case_unless_ambiguous(self, shown, puzzle, keys):
        shown.show(Puzzle.of(puzzle.split("/")), "play")
        for key in keys:
            shown.press(key, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
        assert shown.status == "Solved!"

    def test_keyboard_cursor_extends_and_shortens_a_flow(self, shown):
        shown.show(PUZZLE, "play")
        path = solution_of(PUZZLE).paths[0]
        way = PUZZLE.grid.neighbour[path[0]].tolist().index(path[1])
        r, c = divmod(path[0], PUZZLE.cols)
        shown.press(*[Keys.ARROW_DOWN] * r, *[Keys.ARROW_RIGHT] * c, Keys.ENTER, ARROWS[way])
        assert len(shown.drawn) == 1
        assert "drawing A" in shown.status
        shown.press(ARROWS[way ^ 1])  # back over itself
        assert shown.drawn == set()

    @pytest.mark.parametrize("puzzle", [PUZZLE, SKETCH])
    def test_hints_lead_to_the_only_solution(self, shown, puzzle):
        shown.show(puzzle, "play")
        wanted = links_of(solution_of(puzzle))
        for _ in wanted:
            shown.click("hint")
            assert re.match(r"Hint: a link at (row|column) .+\. \w+ .*\.", shown.status)
        assert set(shown.run("return hinted")) == wanted
        shown.click("hint")
        assert shown.status == "All links of the solution are drawn or hinted."

    def test_hint_skips_drawn_links_and_reports_wrong_ones(self, shown):
        shown.show(PUZZLE, "play")
        path = solution_of(PUZZLE).paths[0]
        shown.run("paths[0] = arguments[0]; refresh()", list(path))
        shown.click("hint")
        assert not set(shown.run("return hinted")) & shown.drawn
        start = PUZZLE.endpoints[0][0]
        link = next(
            link
            for link in PUZZLE.grid.link[start].tolist()
            if link >= 0 and link not in links_of(solution_of(PUZZLE))
        )
        script = "const [i, link] = arguments; paths[0] = [i, beyond(i, link)]; refresh()"
        shown.run(script, start, link)
        shown.click("hint")
        assert "part of your flow A is wrong: the only solution" in shown.status
        assert shown.run("return hint.bad") == [link]

    def test_hints_report_several_solutions(self, shown):
        puzzle = Puzzle.of(samples.TWO_SOLUTIONS)
        shown.show(puzzle, "solutions")
        assert "marked links differ from the other solution" in shown.status
        assert shown.run("return document.querySelectorAll('#choices button').length") == 2
        shown.click("play-tab")
        while True:
            shown.click("hint")
            if "several solutions" in shown.status:
                break
        assert "nothing more is forced" in shown.status

    def test_page_of_an_unsolvable_puzzle_shows_the_contradiction(self, shown):
        shown.show(Puzzle.of(["AB.", "BA."]))
        shown.click("last")
        assert "Contradiction" in shown.status and "There is no solution" in shown.status
        shown.click("play-tab")
        shown.click("hint")
        assert "There is no solution" in shown.status

    def test_a_cycle_is_shown_with_its_clause(self, shown):
        puzzle = Puzzle.of(samples.SQUARES, rule="touching")
        shown.show(puzzle, "cycles")
        cycle = page_data(puzzle, "x")["cycle"]
        clause = shown.run("return document.getElementById('clause').textContent")
        assert clause.count("¬") == len(cycle["clause"]) == len(set(cycle["clause"]))
        assert shown.run("return document.querySelectorAll('#board .bad').length") == 1

    @pytest.mark.parametrize("tab", ["reasoning", "cycles", "solutions", "play"])
    @pytest.mark.parametrize("puzzle", [SKETCH, Puzzle.of(samples.TWO_SOLUTIONS, rule="touching")])
    def test_page_fits_the_width_of_a_phone(self, shown, tab, puzzle):
        size = {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True}
        shown.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        shown.show(puzzle, tab)
        assert shown.run("return document.documentElement.scrollWidth") <= 390
        boxes = shown.run(
            "return [...document.querySelectorAll('button, input, svg, p, li, text')]"
            ".map(x => x.getBoundingClientRect()).map(b => [b.left, b.right])"
        )
        assert all(left >= 0 and right <= 390 for left, right in boxes)

    @pytest.mark.parametrize(("n", "numbers"), [(7, range(7)), (40, range(0, 40, 5))])
    def test_rows_and_columns_are_numbered_from_0(self, shown, n, numbers):
        shown.show(random_puzzle(1, n, n, n, 0, "any"))
        labels = shown.run(
            "return [...document.querySelectorAll('#board text.label')].map(x => x.textContent)"
        )
        assert labels == [str(i) for i in [*numbers, *numbers]]

    def test_letters_distinguish_flows_with_repeated_colours(self, shown):
        puzzle = random_puzzle(1, 40, 40, 32, 0, "any")
        shown.show(puzzle)
        letters = shown.run(
            "return [...document.querySelectorAll('#board text:not(.label)')]"
            ".map(x => [x.textContent, x.getBoundingClientRect().height])"
        )
        assert sorted(x for x, _ in letters) == sorted(puzzle.symbols * 2)
        shown.click("zoom")
        assert shown.run("return svg.getScreenCTM().a") >= 30
