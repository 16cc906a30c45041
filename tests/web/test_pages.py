"""What the four pages have in common."""

import itertools
import re

import pytest
from selenium.webdriver import Keys

from puzzlesat.common.page import IMPORT, LATER
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.flowfree.solve.generate import random_puzzle
from puzzlesat.minesweeper.board.sample import random_position
from tests.programs import load_tool
from tests.web.conftest import PAGES, SIZES, WEB


def test_no_module_is_imported_in_another_way():
    """In a single file, only `#js/name.js` can be found."""
    for path in (WEB / "js").rglob("*.js"):
        text = path.read_text("utf-8")
        imports = re.findall(r"^import\b|^export\b.* from |\bimport\(", text, re.MULTILINE)
        found = IMPORT.findall(text) + LATER.findall(text)
        assert len(found) == len(imports), path
        assert all(name.startswith("#") for name in re.findall(r'import\("([^"]+)"', text)), path


LARGE = {
    "floodit": random_board(2020, 24, 10, 0).text,
    "flowfree": random_puzzle(7, 15, 15, None, 0, "one").text,
    "minesweeper": "/".join(random_position(1, 16, 30, 99, 0).state().lines),
}


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize(("width", "text"), [*((w, "100%") for w in SIZES), (390, "200%")])
def test_pages_fit_phones_and_desktops_at_every_tab(page, name, width, text):
    """With all that can be unfolded, and with text of twice the size on a phone."""
    page.resize(width)
    for size, fragment in {"example": "", "large": LARGE.get(name, "")}.items():
        page.open(name, fragment)
        page.run("document.documentElement.style.fontSize = arguments[0]", text)
        page.run("document.querySelectorAll('details').forEach((each) => (each.open = true))")
        page.wait("document.querySelectorAll('.field, .small-board *').length > 0")
        tabs = page.run("return [...document.querySelectorAll('[role=tab]')].map(x => x.id)")
        for tab in tabs or [None]:
            if tab:
                page.click(f"#{tab}")
            assert page.overflow() <= 0, tab
            tabs_fit = "(list) => list.scrollWidth <= list.clientWidth"
            lists = "[...document.querySelectorAll('[role=tablist]')]"
            assert text != "100%" or page.run(f"return {lists}.every({tabs_fit})")
            page.picture(f"{name}-{size}-{tab}-{width}-{text}")


@pytest.mark.parametrize(
    ("name", "fragment", "entries", "button"),
    [
        ("floodit", "0123456789/9876543210", {"k": "6"}, "#random"),  # an error appears
        ("floodit", "01/10", {"rows": "500", "cols": "3", "rows ": "4"}, "#random"),  # or ends
        ("flowfree", "A.A/B.B", {"rows": "500", "cols": "4", "rows ": "4"}, "#generate"),
    ],
)
@pytest.mark.parametrize("width", [390, 1400])
def test_the_click_that_ends_an_entry_is_not_lost(page, name, fragment, entries, button, width):
    page.resize(width)
    page.open(name, fragment)
    page.click("#edit-tab")
    page.run("document.querySelector(arguments[0]).scrollIntoView({block: 'center'})", button)
    for field, number in entries.items():
        page.find(f"#{field.strip()}").send_keys(Keys.CONTROL + "a" + Keys.NULL + number)
    page.find(button).click()
    page.wait("document.querySelector('#edit-tab').ariaSelected === 'false'")
    assert len(page.labels()) == (20 if "k" in entries else 4 * int(entries["cols"]))
    assert page.run("return document.querySelector('#error').hidden")


@pytest.mark.parametrize("width", SIZES)
def test_the_sides_of_fields_are_whole_pixels(page, width):
    page.resize(width)
    page.open("floodit", "/".join(["0120120"] * 11))
    assert (
        page.run("return document.querySelector('.field').getBoundingClientRect().width") % 1 == 0
    )


@pytest.mark.parametrize("name", PAGES[1:])
def test_what_is_chosen_is_seen_in_forced_colours(page, name):
    features = [{"name": "forced-colors", "value": "active"}]
    features.append({"name": "prefers-reduced-motion", "value": "reduce"})
    page.emulate("setEmulatedMedia", media="", features=features)
    page.open(name)
    fills = page.run(
        "const style = (x) => getComputedStyle(document.querySelector(x));"
        "return ['nav a[aria-current]', 'nav a:not([aria-current])', '[role=tab][tabindex=\"0\"]',"
        " '[role=tab][tabindex=\"-1\"]'].map((x) => style(x).backgroundColor)"
    )
    assert fills[0] == fills[2] and len({*fills[:3], fills[3]}) > 1 and fills[0] not in fills[1::2]


@pytest.mark.parametrize("name", PAGES[1:])
def test_pages_ask_for_a_board_and_to_solve_the_example_at_the_same_places(page, name):
    page.open(name)
    solve = "[...document.querySelectorAll('#result button')].find((x) => x.innerText === 'Solve')"
    button = page.wait(solve)
    assert button.rect["y"] < page.find("#note").rect["y"]
    assert button.rect["x"] > page.find("#answer").rect["x"]
    page.click("#edit-tab")
    panel = "[...document.querySelector('#edit').querySelectorAll('input, select, textarea')]"
    assert page.run(f"return {panel}.find((x) => x.checkVisibility()).tagName") == "TEXTAREA"
    below = "[...document.querySelectorAll('#controls > *, #below > *')]"
    rows = page.run(f"return {below}.map((x) => x.getBoundingClientRect()).filter((x) => x.height)")
    tops = sorted((row["top"], row["bottom"]) for row in rows)
    assert all(after[0] - before[1] >= 4 for before, after in itertools.pairwise(tops))


def test_certain_fields_in_the_picture_of_the_first_page_can_be_read(page):
    """Their chances are written on green and red."""
    page.open("index")
    fills = page.run(
        "return [...document.querySelectorAll('.odds')].filter(x => /^(0|100)%/.test(x.innerHTML))"
        ".map((x) => getComputedStyle(x).fill)"
    )
    assert fills == ["rgb(255, 255, 255)"] * 2


def test_tables_of_the_pages_are_those_of_the_library(tmp_path):
    """A clone serves the modules as they are committed."""
    web = load_tool("web")
    for module in web.TABLES:
        (tmp_path / module).parent.mkdir(parents=True, exist_ok=True)
    web.write_tables(tmp_path)
    for module in web.TABLES:
        assert (tmp_path / module).read_text() == (web.WEB / module).read_text(), module
