"""The page of all boards: its data compared with the rows, and a walk through it in a browser."""

import csv
import json
import re
from functools import cache
from pathlib import Path

import pandas as pd
import pytest

from puzzlesat.common.page import single_page
from puzzlesat.floodit.board.formats import parse_board
from puzzlesat.floodit.board.referee import floods, grids_of_play
from puzzlesat.floodit.board.sample import random_board, random_board_rows
from puzzlesat_studies.claims.verdicts import SOURCES, VERDICTS
from puzzlesat_studies.floodit.boards import SampledBoard
from puzzlesat_studies.floodit.explorer.page import FIGURE_BY_TABLE, data, links_to, page, records
from puzzlesat_studies.floodit.measure import find_minimum
from puzzlesat_studies.floodit.optimal import shortest_solutions
from puzzlesat_studies.floodit.thesis import TIMED_PHASES, bounds_table, wins_table
from tests.floodit.exhaustive import move, solutions
from tests.test_sources import outputs

REFERENCE = Path(__file__).parents[2] / "reference"

THESIS = pd.DataFrame({"n": [4, 5], "k": [3, 3], "minimal": [83, 83], "extended": [17, 17]})


def timed(row, encoding, repeat):
    """A row of times that depends on the board alone; the third board is won by the extended."""
    slow = (encoding == "extended") != (row["board"] == 2)
    return {key: row[key] for key in ("seed", "n", "k", "board")} | {
        "p": row["minimum"],
        "encoding": encoding,
        "repeat": repeat,
        "encode_seconds": 0.002 + 0.0001 * row["board"] * repeat**2,  # whose mean is no median
        "load_seconds": 0.001,
        "solve_seconds": 0.0005 * (1 + slow),
        "variables": 100 + row["board"],
        "clauses": 1000 + row["board"] + 500 * (encoding == "extended"),
        "conflicts": float(row["board"]),
        "status": "sat",
        "solver": "minisat22",
    }


def minimum_rows(n, k, boards):
    drawn = random_board_rows(2020, n, k, range(boards))
    return [find_minimum(SampledBoard(**row), "bounded", "minimal", "minisat22") for row in drawn]


@cache
def rows():
    """The rows of three small cells: two of Fig. 4.2, and one of Table 4.1 alone."""
    found = minimum_rows(4, 3, 8) + minimum_rows(4, 4, 8) + minimum_rows(5, 3, 4)
    optimal = [shortest_solutions(row).model_dump() for row in found]
    minima, more = (
        [row.model_dump() for row in found[:16]],
        [row.model_dump() for row in found[16:]],
    )
    times = [
        timed(row, encoding, repeat)
        for row in [*minima[:8], *more]
        for encoding in ("minimal", "extended")
        for repeat in range(3)
    ]
    verified = [
        {key: minima[1][key] for key in ("seed", "n", "k", "board", "minimum")}
        | {"status": "verified", "formula_bytes": 5000, "proof_bytes": 1234, "check_seconds": 0.25}
    ]
    claims = [
        {"source": SOURCES[0], "origin": "text", "name": f"claim-{number}", "section": "§4.1.2"}
        | {"claim": f"Claim {number}", "measured": "So many.", "verdict": VERDICTS[number]}
        | {"evidence": f"results/{table}.csv"}
        for number, table in enumerate(
            ("audit/quartiles", "timing/hypotheses", "audit/solvers", "audit/counts")
        )
    ]
    return {
        "minima": minima,
        "other_minima": more,
        "times": pd.DataFrame(times),
        "printed": THESIS,
        "timed_phases": "load_solve",
        "optimal": optimal,
        "proof_rows": verified,
        "claims": claims,
        "claims_path": "results/audit/claims.csv",
        "links": {"results/audit/quartiles.csv": "audit/quartiles.csv"},
    }


@cache
def written():
    """The page of these rows."""
    return page(data(**rows()))


def embedded(text):
    [found] = re.findall(r'<script type="application/json" id="data">(.*?)</script>', text)
    return json.loads(found)


def cells(shown):
    return {(cell["n"], cell["k"]): cell for cell in shown["cells"]}


def boards(cell):
    n = cell["n"]
    for first in range(0, len(cell["boards"]), n * n):
        symbols = cell["boards"][first : first + n * n]
        yield tuple(tuple(map(int, symbols[r * n : r * n + n])) for r in range(n))


def test_page_data_matches_the_rows():
    given = rows()
    shown = embedded(written().decode())
    assert shown["seed"] == 2020
    every = {
        (row["n"], row["k"], row["board"]): row for row in given["minima"] + given["other_minima"]
    }
    seen = 0
    for (n, k), cell in cells(shown).items():
        for at, (i, grid) in enumerate(zip(cell["i"], boards(cell), strict=True)):
            row = every[n, k, i]
            optimal = next(x for x in given["optimal"] if (x["n"], x["k"], x["board"]) == (n, k, i))
            assert "/".join("".join(map(str, line)) for line in grid) == row["fields"]
            assert grid == random_board(2020, n, k, i).grid
            moves = [int(symbol) for symbol in cell["moves"][at]]
            assert len(moves) == row["minimum"]
            assert floods(grid, moves)
            assert not floods(grid, moves[:-1])
            assert cell["solutions"][at] == optimal["solutions"]
            assert cell["forced"][at] == optimal["forced"]
            seen += 1
    assert seen == len(every)


def test_boxes_and_wins_match_the_pipeline_tables():
    given = rows()
    shown = cells(data(**given))
    bounds = bounds_table(pd.DataFrame(given["minima"]))
    for box in bounds.to_dict("records"):
        assert shown[box["n"], box["k"]]["box"] == pytest.approx(box, rel=1e-5)
    assert shown[5, 3]["box"] is None
    wins = wins_table(given["times"], THESIS)
    for row in wins.to_dict("records"):
        ours = shown[row["n"], row["k"]]["wins"][row["timed_phases"]]
        numbers = {key: value for key, value in row.items() if key != "timed_phases"}
        assert {key: ours[key] for key in numbers} == pytest.approx(numbers, rel=1e-5)
        letters = shown[row["n"], row["k"]]["times"]["faster"][row["timed_phases"]]
        assert (letters.count("m"), letters.count("e")) == (row["minimal"], row["extended"])
    assert shown[4, 4]["wins"] is None
    assert "times" not in shown[4, 4]


def test_times_are_medians_over_repeats():
    given = rows()
    frame = given["times"]
    for (n, k), cell in cells(data(**given)).items():
        for encoding in ("minimal", "extended") if "times" in cell else ():
            for at, i in enumerate(cell["i"]):
                mine = frame[
                    (frame["n"] == n)
                    & (frame["k"] == k)
                    & (frame["board"] == i)
                    & (frame["encoding"] == encoding)
                ]
                packed = {name: values[at] for name, values in cell["times"][encoding].items()}
                for name in ("variables", "clauses", "conflicts"):
                    assert packed[name] == mine[name].iloc[0]
                for phases, parts in TIMED_PHASES.items():
                    median = mine[parts].sum(axis=1).median()
                    assert packed[phases] == pytest.approx(1e6 * median, abs=0.051)


def with_times(change, where):
    given = dict(rows())
    times = given["times"].copy()
    times.loc[where(times), [*change]] = [*change.values()]
    return given | {"times": times}


def test_timed_out_boards_are_not_compared():
    given = with_times(
        {"status": "timeout"},
        lambda of: (of["n"] == 4) & (of["board"] == 3) & (of["repeat"] == 1),
    )
    assert cells(data(**given))[4, 3]["times"]["faster"]["solve"] == "mmetmmmm"


def test_untimed_boards_have_no_times():
    given = rows() | {"times": rows()["times"].query("board != 1")}
    cell = cells(data(**given))[4, 3]
    assert cell["times"]["faster"]["solve"] == "m-emmmmm"
    assert cell["times"]["minimal"]["clauses"][:3] == [1000, None, 1002]


def test_solution_counts_and_forced_moves_agree_with_brute_force():
    for row, counted in zip(rows()["minima"], rows()["optimal"], strict=False):
        if row["minimum"] <= 5:
            found = solutions(parse_board(row["fields"], row["k"]), row["minimum"])
            assert counted["solutions"] == len(found)
            chosen = [set(colours) for colours in zip(*found, strict=True)]
            assert counted["forced"] == "".join(str(*x) if len(x) == 1 else "-" for x in chosen)


def test_failed_proofs_and_proofs_of_other_boards_are_omitted():
    given = dict(rows())
    [proof] = given["proof_rows"]
    given["proof_rows"] = [proof, proof | {"board": 99}, proof | {"board": 2, "status": "timeout"}]
    shown = cells(data(**given))
    assert shown[4, 3]["proofs"][:3] == [None, [5000, 1234, 0.25], None]
    assert "proofs" not in shown[4, 4]


def test_claims_refer_to_existing_figures():
    for evidence, figure in FIGURE_BY_TABLE.items():
        assert {evidence, figure.removesuffix(".pdf")} <= outputs()
    claims = data(**rows())["claims"]
    assert [claim["leads"] for claim in claims] == ["minima", "times", None, None]
    assert [claim["figure"] for claim in claims[2:]] == ["figures/audit/solvers.pdf", None]


def test_page_of_all_thesis_boards_is_below_5_mb():
    with (REFERENCE / "thesis/minima.csv").open(newline="") as file:
        minima = [{key: int(value) for key, value in row.items()} for row in csv.DictReader(file)]
    for row in minima:
        row["fields"] = random_board(row["seed"], row["n"], row["k"], row["board"]).text
        row["moves"] = "".join(str(t % row["k"]) for t in range(row["minimum"]))
        row |= {"solutions": 10**6, "forced": "-" * row["minimum"]}
        row |= {"status": "verified", "formula_bytes": 234567, "proof_bytes": 234567}
        row |= {"check_seconds": 0.1234}
    times = [
        timed(row, encoding, 0)
        | {"solve_seconds": 0.0123456789 * (1 + row["board"]), "clauses": 23456}
        | {"variables": 3456}
        for row in minima
        for encoding in ("minimal", "extended")
    ]
    claims = records([REFERENCE / "audit/claims.csv"])
    given = minima, [], pd.DataFrame(times), THESIS, "solve", minima, minima, claims, "x", {}
    text = page(data(*given))
    assert len(minima) == 3200
    assert 500_000 < len(text) < 5_000_000


def test_page_needs_no_network():
    text = written().decode()
    assert not re.findall(r'(?:href|src)="(?!data:,")', text)
    assert set(re.findall(r"https?://[^\"]*", text)) == {"http://www.w3.org/2000/svg"}
    assert "/*" not in text


@pytest.mark.parametrize("study", ["results", "reference"])
def test_claims_link_to_the_evidence_of_their_run_as_seen_from_the_page(tmp_path, study):
    folder = tmp_path / study / "audit"
    folder.mkdir(parents=True)
    (folder / "solvers.csv").write_text("n\n")
    found = links_to(folder / "claims.csv", rows()["claims"], tmp_path / "pages")
    assert found == {"results/audit/solvers.csv": f"../{study}/audit/solvers.csv"}


class Reader:
    def __init__(self, browser, path):
        self.browser, self.path = browser, path
        self.open("")

    def open(self, address):
        self.browser.get("about:blank")
        self.browser.get(self.path.as_uri() + address)

    def element(self, name):
        return self.browser.find_element("id", name)

    def there(self, name):
        return bool(self.browser.find_elements("id", name))

    def click(self, name):
        self.element(name).click()

    def text(self, name):
        # in one go: while a solution plays by itself, its elements come and go
        return self.browser.execute_script(
            "return document.getElementById(arguments[0]).innerText.trim()", name
        ).replace("\t", " ")

    def label(self, name):
        return self.browser.execute_script(
            "return document.getElementById(arguments[0]).getAttribute('aria-label')", name
        )

    def press(self, *keys):
        self.browser.switch_to.active_element.send_keys(*keys)

    def wait(self, condition):
        from selenium.webdriver.support.wait import WebDriverWait

        WebDriverWait(self.browser, 60).until(lambda _: condition())

    def address(self):
        return self.browser.current_url.partition("#")[2]

    def heading(self):
        return self.text("heading")

    def focus(self):
        return self.browser.execute_script("return document.activeElement.id")

    def board(self):
        """Return the colours on the page, told by the symbols on the cells."""
        script = "return [...document.querySelectorAll('#board text')].map((x) => x.textContent)"
        symbols = [int(symbol) for symbol in self.browser.execute_script(script)]
        n = round(len(symbols) ** 0.5)
        return tuple(tuple(symbols[r * n : r * n + n]) for r in range(n))


@pytest.fixture
def reader(browser, tmp_path):
    path = tmp_path / "explorer.html"
    path.write_bytes(written())
    browser.get_log("browser")
    yield Reader(browser, path)
    assert browser.get_log("browser") == []  # neither an error nor a request


@pytest.fixture
def phone(browser):
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": 360, "height": 740, "deviceScaleFactor": 1, "mobile": True},
    )
    yield
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


class TestPage:
    def test_board_opens_in_the_solver(self, reader, tmp_path):
        (tmp_path / "floodit.html").write_text(single_page("floodit"))
        reader.click("box-4-3")
        reader.click(f"minima-{rows()['minima'][1]['minimum']}")
        reader.click("board-1")
        reader.click("solver")
        found = reader.browser.execute_async_script(
            "const done = arguments[0], text = () => document.body.textContent;"
            "const proven = () => text().includes('minimum, proven');"
            "const look = () => (proven() ? done(text()) : setTimeout(look, 50));"
            "look();"
        )
        assert f"{rows()['minima'][1]['minimum']} moves" in found
        reader.browser.get_log("browser")

    def test_navigation_from_box_plot_to_game(self, reader):
        row = rows()["minima"][1]
        p, moves = row["minimum"], [int(symbol) for symbol in row["moves"]]
        reader.click("box-4-3")
        assert reader.heading() == "n = 4, k = 3"
        assert reader.address() == "n=4&k=3"
        reader.click(f"minima-{p}")
        alike = [row["board"] for row in rows()["minima"][:8] if row["minimum"] == p]
        assert reader.text("chosen") == f"{len(alike)} boards: minimum {p}"
        assert [reader.there(f"board-{i}") for i in range(8)] == [i in alike for i in range(8)]
        reader.click("board-1")
        assert reader.heading() == f"Board 1: minimum {p}"
        assert reader.address() == f"n=4&k=3&p={p}&board=1"
        assert "a proof of 1.23 kB" in reader.text("certificate")
        assert "accepted in 0.25 s" in reader.text("certificate")
        grid = random_board(2020, 4, 3, 1).grid
        for t, position in enumerate(grids_of_play(grid, moves)):
            assert reader.board() == position
            assert reader.address() == f"n=4&k=3&p={p}&board=1" + (f"&step={t}" if t else "")
            if t:
                assert reader.text("status").startswith(f"move {t} of {p}: {moves[t - 1]}")
            if t < p:
                reader.click("next")
        assert not reader.element("next").is_enabled()
        reader.click("play")
        assert reader.address().endswith("&play=")
        assert reader.text("status") == f"0 moves so far; the minimum is {p}."
        for colour in moves:
            reader.click("hint")
            assert reader.text("status").startswith(f"Hint: {colour}. From here, ")
            reader.click(f"colour-{colour}")
        assert reader.text("status") == f"Flooded in {p} moves: this is the minimum."
        assert reader.address().endswith(f"&play={row['moves']}")

    def test_forced_moves_are_marked(self, reader):
        for row, counted in zip(rows()["minima"][:8], rows()["optimal"][:8], strict=True):
            reader.open(f"#n=4&k=3&board={row['board']}")
            names = [reader.label(f"move-{t}") for t in range(1, row["minimum"] + 1)]
            assert names == [
                f"move {t}: {symbol}{'' if forced == '-' else ', forced'}"
                for t, (symbol, forced) in enumerate(
                    zip(row["moves"], counted["forced"], strict=True), start=1
                )
            ]
            marked = reader.browser.find_elements("css selector", ".moves .forced")
            assert len(marked) == sum(symbol != "-" for symbol in counted["forced"])
            number = counted["solutions"]
            text = reader.text("solutions")
            assert text.startswith(
                "This is the only" if number == 1 else f"One of {number} shortest solutions."
            )

    def test_navigation_from_times_table_to_board(self, reader):
        reader.click("view-times")
        assert reader.address() == "view=times&n=4&k=4"
        assert reader.text("wins-4-3").split("\n") == ["7 : 1", "83 : 17"]
        reader.click("wins-4-3")
        bars = reader.browser.find_elements("css selector", "#ratios a")
        names = [bar.get_attribute("aria-label") for bar in bars]
        assert [name.split(" ", 1)[0] for name in names] == ["extended", "minimal"]
        assert [name.split(": ")[1] for name in names] == ["1 board", "7 boards"]
        bars[0].click()
        reader.click("board-2")
        facts = reader.text("facts").splitlines()
        assert "clauses 1,002 1,502" in facts
        assert "conflicts 2 2" in facts
        assert "solve, ms 1 0.5 faster" in facts
        assert "load + solve, ms 2 1.5 faster" in facts
        reader.click("clock-solve")
        assert "clock=solve" in reader.address()
        assert reader.heading().startswith("Board 2")

    def test_claims_link_to_figures_and_evidence(self, reader):
        reader.click("view-claims")
        claims = reader.browser.find_elements("css selector", ".claims li")
        assert len(claims) == 4
        for number, (claim, verdict) in enumerate(zip(claims, VERDICTS, strict=True)):
            assert f"{verdict} Claim {number}" in claim.text
        assert "figure: figures/audit/solvers.pdf" in claims[2].text
        assert "no figure" in claims[3].text
        link = claims[0].find_element("css selector", "a[href='audit/quartiles.csv']")
        assert link.text == "results/audit/quartiles.csv"
        assert "hypotheses.csv (not found when this page was written)" in claims[1].text
        reader.click("verdict-1")
        [claim] = reader.browser.find_elements("css selector", ".claims li")
        claim.find_element("css selector", "a").click()
        assert reader.address().startswith("view=times")

    def test_keyboard_navigation(self, reader):
        from selenium.webdriver.common.keys import Keys

        reader.browser.execute_script("document.getElementById('box-4-4').focus()")
        reader.press(Keys.ARROW_LEFT)
        assert reader.focus() == "box-4-3"
        reader.press(Keys.ENTER)
        assert reader.address() == "n=4&k=3"
        reader.browser.execute_script("document.querySelector('#minima [tabindex=\"0\"]').focus()")
        reader.press(Keys.END, Keys.ENTER)
        most = max(row["minimum"] for row in rows()["minima"][:8])
        assert reader.address() == f"n=4&k=3&p={most}"
        board = next(row for row in rows()["minima"] if row["minimum"] == most)["board"]
        reader.browser.execute_script(f"document.getElementById('board-{board}').focus()")
        reader.press(Keys.ENTER)
        assert reader.heading() == f"Board {board}: minimum {most}"
        reader.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT)
        assert reader.text("status").startswith(f"move 1 of {most}")
        reader.press(Keys.END)
        assert reader.text("status").startswith(f"move {most} of {most}")
        reader.press(Keys.HOME)
        assert reader.text("status") == f"the start; {most} moves to come"
        reader.click("play")
        grid = random_board(2020, 4, 3, board).grid
        colour = next(c for c in range(3) if c != grid[0][0])
        reader.press(str(colour))
        assert reader.board() == move(grid, colour)
        reader.press(Keys.BACKSPACE)
        assert reader.board() == grid
        reader.press("?")
        assert reader.text("status").startswith("Hint: ")
        for address in (f"n=4&k=3&p={most}&board={board}", f"n=4&k=3&p={most}", "n=4&k=3"):
            reader.press(Keys.ESCAPE)
            assert reader.address() == address

    def test_solution_plays_automatically(self, reader):
        p = rows()["minima"][0]["minimum"]
        reader.open("#n=4&k=3&board=0")
        reader.press(" ")
        assert reader.label("run") == "stop"
        reader.wait(lambda: reader.text("status").startswith(f"move {p} of {p}"))
        assert reader.label("run") == "play automatically"

    def test_hint_after_leaving_the_stored_solution(self, reader):
        row = rows()["other_minima"][0]
        grid = random_board(2020, 5, 3, 0).grid
        wrong = next(c for c in range(3) if c not in (grid[0][0], int(row["moves"][0])))
        reader.open(f"#n=5&k=3&board=0&play={wrong}")
        assert reader.board() == move(grid, wrong)
        reader.click("hint")
        reader.wait(lambda: reader.text("status")[:4] == "Hint")
        reader.browser.find_elements("css selector", "#board rect")[-1].click()
        assert reader.address().startswith("n=5&k=3&board=0&play=")

    def test_invalid_addresses_are_corrected(self, reader):
        for address, canonical in (
            ("#n=4&k=3&board=77", "n=4&k=3"),
            ("#n=77&k=3&board=1", "n=4&k=4"),
            ("#view=none&n=4&k=3&p=99", "n=4&k=3"),
            ("#n=4&k=3&board=0&step=999", "n=4&k=3&board=0&step=4"),
            ("#%00&n=-1&step=x", "n=4&k=4"),
        ):
            reader.open(address)
            assert reader.browser.execute_script("return hashOf({})") == f"#{canonical}"
            assert reader.address() == canonical

    def test_back_button_restores_the_previous_view(self, reader):
        reader.click("box-4-3")
        reader.browser.find_element("css selector", "#minima a").click()
        shown = reader.address()
        reader.browser.find_element("css selector", ".thumbs a").click()
        reader.click("next")
        reader.browser.back()
        reader.wait(lambda: reader.there("chosen"))
        assert reader.address() == shown

    def test_page_fits_the_width_of_a_phone(self, reader, phone):
        of_board = ("#n=4&k=3&p=4", "#n=4&k=3&board=1", "#n=4&k=3&board=1&play=")
        for address in ("", "#view=times&n=4&k=3", "#view=claims", *of_board):
            reader.open(address)
            width, inner, right = reader.browser.execute_script(
                "return [document.documentElement.scrollWidth, innerWidth, Math.max("
                "...[...document.querySelectorAll('main *')]"
                ".map((x) => x.getBoundingClientRect().right))]"
            )
            assert width <= inner == 360, address
            assert right <= 360.5, address

    def test_link_to_a_board_shows_its_heading_on_a_phone(self, reader, phone):
        reader.open("#n=4&k=3&board=1")
        top = reader.browser.execute_script(
            "return document.getElementById('heading').getBoundingClientRect().top"
        )
        assert 0 <= top < 370

    @pytest.mark.parametrize(("view", "links"), [("minima", ".chart a"), ("times", ".wins a")])
    def test_choosing_a_cell_on_a_phone_shows_it(self, reader, phone, view, links):
        """Even the cell that the page shows first, which is below the screen."""
        reader.open(f"#view={view}")
        assert reader.browser.execute_script("return scrollY") == 0
        count = len(reader.browser.find_elements("css selector", f"#overview {links}"))
        for number in reversed(range(count)):
            cell = reader.browser.find_elements("css selector", f"#overview {links}")[number]
            reader.browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", cell)
            cell.click()
            top = reader.browser.execute_script(
                "return document.getElementById('heading').getBoundingClientRect().top"
            )
            assert 0 <= top < 600  # of 740

    @pytest.mark.parametrize("theme", ["light", "dark"])
    def test_text_contrast_meets_wcag(self, reader, theme):
        reader.browser.execute_cdp_cmd(
            "Emulation.setEmulatedMedia",
            {"features": [{"name": "prefers-color-scheme", "value": theme}]},
        )
        try:
            for address in ("#view=times&n=4&k=3", "#n=4&k=3&board=1"):
                reader.open(address)
                worst, element = reader.browser.execute_script(CONTRAST)
                assert worst >= 4.5, element
        finally:
            reader.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


CONTRAST = """
const light = (rgb) => {
  const [r, g, b] = rgb.match(/[\\d.]+/g).map(Number).map((x) => x / 255)
    .map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const ground = (x) => {
  for (let at = x; at; at = at.parentElement) {
    const colour = getComputedStyle(at).backgroundColor;
    if (!/^rgba.*, 0\\)$|transparent/.test(colour)) return colour;
  }
  return "rgb(255, 255, 255)";
};
const texts = [...document.querySelectorAll("body *")].filter((x) =>
  !x.closest("#board, script, noscript, title, [disabled], [aria-disabled]")
  && [...x.childNodes].some((y) => y.nodeType === 3 && y.data.trim()));
const contrasts = texts.map((x) => {
  const style = getComputedStyle(x);
  const drawn = x.namespaceURI.endsWith("svg");
  const [a, b] = [light(drawn ? style.fill : style.color), light(ground(x))];
  return [(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), x.outerHTML.slice(0, 99)];
});
return contrasts.sort(([a], [b]) => a - b)[0];
"""
"""The least contrast of a text with what is behind it (WCAG 2), and which text it is."""
