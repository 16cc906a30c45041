"""Input that means harm, or that is broken: each page answers with a sentence and stays alive."""

import json

import pytest

from tests.web.conftest import WEB, refusal, served

MARKUP = "<img src=x onerror=hacked=1><script>hacked=1</script>"
SENTENCE = "The puzzle in this page is damaged; write the page again."

FLOODIT = {"rows": [[0, 1], [1, 0]], "symbols": ["a", "b"], "k": 2, "start": [0, 0]}
FLOWFREE = {
    "rows": 2,
    "cols": 2,
    "flow": [0, 1, 0, 1],
    "symbols": ["A", "B"],
    "rule": "strict",
    "missing": [],
    "bridges": [],
    "walls": [],
    "warps": [],
}
MINESWEEPER = {"rows": ["1#", "##"], "mines": 1}
BOARD = {"width": 2, "height": 2, "mines": [[0, 1]], "first": [0, 0]}
SOUND = {"floodit": FLOODIT, "flowfree": FLOWFREE, "minesweeper": MINESWEEPER}

BROKEN = [
    ("floodit", "{"),
    ("flowfree", "[]"),
    ("minesweeper", '{"puzzle": null}'),
    ("floodit", FLOODIT | {"rows": [[0, 1], [1]]}),
    ("floodit", FLOODIT | {"rows": [[0, MARKUP], [1, 0]]}),
    ("floodit", FLOODIT | {"rows": [[0, 1e9], [1, 0]]}),
    ("floodit", FLOODIT | {"symbols": [{}, []]}),
    ("floodit", FLOODIT | {"start": [5, 5]}),
    ("flowfree", FLOWFREE | {"flow": [0, MARKUP, 0, MARKUP]}),
    ("flowfree", FLOWFREE | {"rows": 1e9}),
    ("flowfree", FLOWFREE | {"walls": [[0, MARKUP]]}),
    ("flowfree", FLOWFREE | {"rule": MARKUP}),
    ("flowfree", FLOWFREE | {"bridges": [3]}),
    ("minesweeper", MINESWEEPER | {"rows": ["1#", "#"]}),
    ("minesweeper", MINESWEEPER | {"rows": [[MARKUP]]}),
    ("minesweeper", MINESWEEPER | {"mines": MARKUP}),
    ("minesweeper", BOARD | {"width": 1e9, "height": 1e9}),
    ("minesweeper", BOARD | {"mines": [[7, 7]]}),
]


@pytest.fixture
def inside(page, tmp_path):
    """Return a function that opens a page with a text inside as its puzzle."""
    for path in WEB.iterdir():
        if path.suffix != ".html":
            (tmp_path / path.name).symlink_to(path)

    with served(tmp_path) as server:

        def opened(name, text):
            html = (WEB / f"{name}.html").read_text("utf-8")
            script = f'<script type="application/json" id="puzzle">{text}</script></body>'
            (tmp_path / f"{name}.html").write_text(html.replace("</body>", script), "utf-8")
            page.address = server.address
            page.open(name)
            page.wait("document.querySelectorAll('.field').length > 0")
            return page

        yield opened
        page.browser.get("about:blank")  # so that nothing is requested when the server has ended


def check_alive(page):
    """Assert that no markup became part of the page, and that its tabs work."""
    found = "'hacked' in window || !!document.querySelector('main :is(img, script), .entry b')"
    assert not page.run(f"return {found}")
    tabs = page.all("[role=tab]")
    tabs[-1].click()
    assert tabs[-1].get_attribute("aria-selected") == "true"


@pytest.mark.parametrize(("name", "puzzle"), BROKEN)
def test_broken_puzzles_inside_a_page_are_refused(inside, name, puzzle):
    text = puzzle if isinstance(puzzle, str) else json.dumps({"puzzle": puzzle})
    page = inside(name, text.replace("<", "\\u003c"))
    assert refusal(page) == SENTENCE
    check_alive(page)


def test_symbols_that_are_markup_are_shown_as_text(inside):
    symbols = [MARKUP, "&amp;<b>"]
    text = json.dumps({"puzzle": FLOODIT | {"symbols": symbols}}).replace("<", "\\u003c")
    page = inside("floodit", text)
    page.click(".tools button")  # letters
    page.wait("document.querySelector('.field').ariaLabel.includes('onerror')")
    check_alive(page)


HOSTILE = [
    *("1" * 1_000_000, MARKUP, "%", "%00", "/" * 50, "0" * 90_000 + "/", "1/&mines=" + MARKUP),
    *("%3Cimg%20src=x%20onerror=hacked=1%3E/%3Cb%3E", "01/10&start=" + MARKUP, "01/10&evil=1"),
    *("012/12", "A../..B", "1?/..", "/".join(["01" * 60] * 120)),
    *("/".join(["." * 120] * 119 + [a + "." * 118 + a]) for a in ".A"),  # too many fields
]


@pytest.mark.parametrize("name", SOUND)
def test_hostile_links_are_refused_in_a_sentence(page, name):
    """The page shows why it does not show the puzzle of the link, and no example instead."""
    page.resize(390)
    page.open(name, MARKUP)
    for fragment in HOSTILE:
        found = refusal(page)
        assert found.endswith(".") and len(found) < 300, found
        assert page.overflow() <= 0
        assert len(page.run("return location.hash")) > 1  # the link stays, to be read again
        page.run("refusal.hidden = true; location.hash = arguments[0]", fragment)
    refusal(page)
    check_alive(page)
