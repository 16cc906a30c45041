"""The pages for everybody: axe-core finds nothing in them, and the keyboard alone suffices.

axe-core is not part of the application. Its pinned version is downloaded once, by npm, into the
cache of the user.
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from selenium.webdriver import Keys

from tests.web.conftest import PAGES
from tests.web.test_picture import flood_picture, opened

AXE = "axe-core@4.14.1"


@pytest.fixture(scope="session")
def axe():
    """The source of axe-core."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "puzzlesat" / AXE
    source = cache / "node_modules/axe-core/axe.min.js"
    if not source.exists():
        if not shutil.which("npm"):
            pytest.skip("there is no npm to download axe-core (Debian: apt-get install npm)")
        try:
            subprocess.run(
                ["npm", "install", "--no-save", "--ignore-scripts", "--prefix", cache, AXE],
                check=True,
                capture_output=True,
                timeout=300,
            )
        except (subprocess.SubprocessError, OSError):
            pytest.skip("axe-core cannot be downloaded from the npm registry")
    return source.read_text(encoding="utf-8")


def violations(page, axe):
    """Return what axe-core finds, as lines."""
    if not page.run("return !!window.axe"):
        page.browser.execute_cdp_cmd("Runtime.evaluate", {"expression": axe})
    found = page.browser.execute_async_script(
        "const done = arguments[0];"
        "axe.run({resultTypes: ['violations']}).then("
        "  ({violations}) => done(violations), error => done(String(error)));"
    )
    assert isinstance(found, list), found
    return [
        f"{rule['id']}: {node['target']} {node['failureSummary']}"
        for rule in found
        for node in rule["nodes"]
    ]


READY = {
    "index": "document.querySelector('.card')",
    **dict.fromkeys(
        ("floodit", "flowfree", "minesweeper"),
        "document.querySelector('#result').ariaBusy === 'false'",
    ),
}
"""When each page shows the answer for its example."""

STATES = {
    "minesweeper": [
        ["[aria-label^='C3,']"],  # the reason for a mine
        ["#play-tab", "#play button.main", "[aria-label^='E5,']"],
        ["#reasons-tab", "#deductions li:nth-child(2)"],
    ],
}
"""Clicks that lead to further states of a page."""


def open_solved(page, name):
    """Open a page, and let it solve its example, which waits for this."""
    page.open(name)
    page.wait(READY[name])
    if name != "index":
        solve = "[...document.querySelectorAll('button.main')].find(x => x.textContent === 'Solve')"
        page.wait(solve)
        page.run(f"{solve}.click()")
        page.wait(f"!({solve}?.checkVisibility() ?? false)")
        page.wait(READY[name])


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing(page, axe, name, scheme):
    """At every tab and in the main states; dark on a phone, light on a desktop."""
    page.resize(390 if scheme == "dark" else 1400)
    page.prefer(scheme)

    def check(state):
        found = violations(page, axe)
        assert not found, f"{name} {state}:\n" + "\n".join(found)

    open_solved(page, name)
    check("at first")
    letters = [x for x in page.all("button") if x.text == "Letters"]
    if letters:
        letters[0].click()
    for tab in page.run("return [...document.querySelectorAll('[role=tab]')].map(x => x.id)"):
        page.click(f"#{tab}")
        check(tab)
    for clicks in STATES.get(name, []):
        page.run("localStorage.clear()")  # the board that the page has kept
        open_solved(page, name)
        for selector in clicks:
            page.wait("document.querySelector(arguments[0])", selector)
            page.click(selector)
            page.wait("document.querySelector('#status').textContent")
        check(clicks)


def test_axe_would_find_something(page, axe):
    page.open("minesweeper")
    page.run("document.querySelector('#main').append(document.createElement('button'))")
    assert any(line.startswith("button-name") for line in violations(page, axe))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_the_dialogue_for_pictures(page, axe, scheme):
    page.prefer(scheme)
    opened(page, "floodit", flood_picture())
    page.wait("!document.querySelector('dialog button.main').disabled")
    found = violations(page, axe)
    assert not found, "\n".join(found)


# The keyboard -------------------------------------------------------------------------------------


def focused(page):
    """Return the name of the element with the focus, and whether its focus can be seen."""
    return page.run(
        "const x = document.activeElement, style = getComputedStyle(x),"
        "  after = getComputedStyle(x, '::after');"
        "return [x.ariaLabel || x.labels?.[0]?.textContent || x.textContent || x.placeholder,"
        "  style.outlineStyle !== 'none' || after.borderStyle !== 'none']"
    )


@pytest.mark.parametrize("name", PAGES)
def test_every_control_is_reached_by_tab_and_shows_the_focus(page, name):
    """At every tab; a board is one stop."""
    open_solved(page, name)
    ids = page.run("return [...document.querySelectorAll('[role=tab]')].map(x => x.id)")
    for tab in ids or [None]:
        if tab:
            page.click(f"#{tab}")
            page.wait("!document.querySelector('#status').textContent.startsWith('Preparing')")
        page.run(
            "document.activeElement.blur(); document.body.tabIndex = -1; document.body.focus()"
        )
        wanted = page.run(
            "return [...document.querySelectorAll("
            "  'a[href], button, input, select, textarea, summary, [tabindex=\"0\"]')]"
            ".filter(x => x.checkVisibility() && !x.disabled && x.tabIndex >= 0"
            "  && (x.type !== 'radio' || x.checked)).length"
        )
        reached = page.run("window.reached = new Set()") or 0
        for _ in range(wanted + 2):
            page.press(Keys.TAB)
            known, visible = focused(page)
            if page.run("return document.activeElement === document.body"):
                break
            assert known, f"{name} {tab}: a control has no name"
            assert visible, f"{name} {tab}: the focus is invisible on {known!r}"
            reached = page.run(
                "window.reached.add(document.activeElement); return window.reached.size"
            )
        assert reached == wanted, f"{name} {tab}"


def test_fields_are_reached_by_arrows_and_named(page):
    open_solved(page, "minesweeper")
    page.run("document.querySelector('.field').focus()")
    page.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert focused(page)[0] == "C3, covered, certainly a mine"
    page.wait("document.querySelector('#status').textContent.startsWith('C3 is a mine: ')")
    page.press(Keys.END)
    assert focused(page)[0].startswith("F3,")
    page.press(Keys.ARROW_RIGHT)
    assert focused(page)[0].startswith("F3,")


@pytest.mark.parametrize("name", PAGES)
def test_nothing_moves_if_reduced_motion_is_wanted(page, name):
    page.prefer(motion="reduce")
    open_solved(page, name)
    moving = page.run(
        "return [...document.querySelectorAll('*')].filter(x => {"
        "  const style = getComputedStyle(x);"
        "  return parseFloat(style.transitionDuration) > .01 || style.animationName !== 'none';"
        "}).map(x => x.outerHTML.slice(0, 80))"
    )
    assert moving == []
