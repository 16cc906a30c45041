"""The entry panel in a browser: every way in, and what must not get in."""

import pytest

from tests.web.conftest import SIZES

ID = "4x4c4m0:0120120333210012,7"
ROWS = "0120\n1203\n3321\n0012"


def entered(page, tab="edit"):
    """Turn to the tab with the panel."""
    page.click(f"#{tab}-tab")
    page.wait("document.querySelector('.entry textarea').offsetParent")


@pytest.fixture
def panel(page):
    """The page for Flood-It with a small board, and the panel."""
    page.open("floodit", "01/10")
    entered(page)
    return page


def type_text(page, text):
    page.choose(".entry textarea", text, "input")


def paste(page, text, target="document.querySelector('.entry textarea')"):
    """Paste as a browser does: an event, and then the text in the field, unless it is prevented."""
    page.run(
        f"const field = {target}; field.focus(); const data = new DataTransfer();"
        "data.setData('text/plain', arguments[0]);"
        "const event = new ClipboardEvent('paste', {clipboardData: data, bubbles: true,"
        " cancelable: true});"
        "if (field.dispatchEvent(event) && 'value' in field) field.value += arguments[0]",
        text,
    )


def drop(page, name, content, kind="text/plain"):
    page.run(
        "const data = new DataTransfer();"
        "data.items.add(new File([arguments[1]], arguments[0], {type: arguments[2]}));"
        "document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true,"
        " cancelable: true}))",
        name,
        content,
        kind,
    )


def said(page):
    return page.text(".entry .said")


def wrong(page):
    return page.run(
        "const line = document.querySelector('.entry .wrong');"
        "return line.hidden ? '' : line.textContent"
    )


def copied(page, form=""):
    """Copy the puzzle in a form, or in that which is offered, and return the text."""
    entered(page)
    page.run(
        "window.copied = []; navigator.clipboard.writeText = async (text) => copied.push(text)"
    )
    if form:
        page.choose(".entry .copy select", form)
    page.click(".entry .copy button")
    page.wait("copied.length")
    return page.run("return copied[0]")


def filled(page, board="#board"):
    """Return the rows of the fields of a board: a, b, … for each colour, and . for none."""
    found = page.run(
        "return [...document.querySelectorAll(`${arguments[0]} [role=row]`)].map((row) =>"
        " [...row.children].map((field) => field.style.backgroundColor))",
        board,
    )
    letters: dict[str, str] = {"": "."}
    for fill in (fill for row in found for fill in row if fill):
        letters.setdefault(fill, chr(ord("a") + len(letters) - 1))
    return ["".join(letters[fill] for fill in row) for row in found]


def colours(page):
    return "/".join(filled(page))


EXAMPLE = "abca/bcad/ddcb/aabc"
"""README's board, as `colours` returns it."""


@pytest.mark.parametrize(
    "text",
    [ROWS, ID, "[[0, 1, 2, 0], [1, 2, 0, 3], [3, 3, 2, 1], [0, 0, 1, 2]]", ROWS.replace("\n", "/")],
)
def test_a_pasted_board_is_shown_at_once(panel, text):
    paste(panel, text)
    panel.wait("document.querySelectorAll('#board .field').length === 16")
    assert colours(panel) == EXAMPLE
    assert "4×4, 4 colours" in said(panel)
    assert wrong(panel) == ""


def test_text_that_is_typed_waits_for_the_button(panel):
    type_text(panel, ROWS)
    panel.wait("document.querySelector('.entry .said').textContent.includes('4×4')")
    assert colours(panel) == "ab/ba"
    panel.click(".entry button.main")
    assert colours(panel) == EXAMPLE


def test_errors_are_one_sentence_and_change_nothing(panel):
    paste(panel, "012\n01\n")
    panel.wait("!document.querySelector('.entry .wrong').hidden")
    assert wrong(panel) == "Line 2: 2 fields, but the board's first row has 3."
    assert colours(panel) == "ab/ba"
    assert panel.run("return document.querySelector('.entry button.main').disabled")


def test_a_text_with_remarks_waits_for_the_button(page):
    page.open("floodit", ID)
    entered(page)
    paste(page, "red blue\nblue red\n")
    page.wait("document.querySelector('.entry .remarks li')")
    assert page.text(".entry .remarks li") == "Read red as R, blue as B."
    page.run("document.querySelector('.entry button.main').click()")
    assert colours(page) == "ab/ba"


def test_an_ambiguous_text_asks_for_its_form(panel):
    paste(panel, "2 2\n0 1\n1 0\n")
    panel.wait("!document.querySelector('.entry .wrong').hidden")
    assert "the form “rows”" in wrong(panel)
    panel.choose(".entry select", "sized")
    assert "2×2" in said(panel)


def test_one_of_several_boards_is_chosen(panel):
    paste(panel, f"01\n02\n\n{ROWS}\n")
    panel.wait("document.querySelectorAll('.entry .choices button').length === 2")
    assert colours(panel) == "ab/ba"
    panel.click(".entry .choices button:nth-of-type(2)")
    assert colours(panel) == EXAMPLE


def test_a_dropped_file_is_read(page):
    page.open("floodit", "01/10")
    drop(page, "board.txt", ROWS)
    page.wait("document.querySelectorAll('#board .field').length === 16")
    assert colours(page) == EXAMPLE


def test_text_that_is_pasted_outside_of_fields_is_read(page):
    page.open("flowfree")
    paste(page, "A.B\n...\nA.B\n", "document.body")
    page.wait("document.querySelectorAll('#board .field').length === 9")


@pytest.mark.parametrize("way", ["paste", "drop"])
def test_a_megabyte_is_refused_before_it_is_shown_or_read(panel, way):
    text = "01" * 500_000
    (paste if way == "paste" else lambda p, t: drop(p, "a.txt", t))(panel, text)
    panel.wait("!document.querySelector('.entry .wrong').hidden")
    assert "1,000,000 characters" in wrong(panel)
    assert panel.run("return document.querySelector('.entry textarea').value") == ""


def test_binary_and_compressed_files_are_refused(page):
    page.open("floodit", "01/10")
    page.run(
        "const data = new DataTransfer();"
        "data.items.add(new File([new Uint8Array([0x1f, 0x8b, 8, 0])], 'a.txt.gz'));"
        "document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true}))"
    )
    page.wait("!document.querySelector('.entry .wrong').hidden")
    assert wrong(page) == "The file is compressed; unpack it first."


def test_an_address_leads_to_its_board(page):
    page.open("floodit", ID)
    page.wait("document.querySelectorAll('#board .field').length === 16")
    assert colours(page) == EXAMPLE


@pytest.mark.parametrize(
    ("name", "fragment", "form", "text"),
    [
        ("floodit", ID, "rows", ROWS),
        ("flowfree", "numlin/3/2/1g12g2", "link", "https://puzz.link/p?numlin/3/2/1g12g2"),
        ("minesweeper", "1F./...&mines=2", "rows", "mines: 2\n1F.\n..."),
    ],
)
def test_copy_as(page, name, fragment, form, text):
    page.open(name, fragment)
    assert copied(page, form) == text


def test_a_copied_link_leads_to_the_same_board(page):
    page.open("floodit", "RB/BR&start=1,1")
    page.open("floodit", copied(page).partition("#")[2])
    assert colours(page) == "ab/ba"
    start = page.run("return document.querySelector('.field[aria-label$=\", start\"]').place")
    assert start == [1, 1]


def test_a_link_to_a_page_is_read_as_text(page):
    page.open("floodit", ID)
    entered(page)
    paste(page, "https://example.org/solve/floodit.html#RB/BR&start=1,1")
    page.wait("document.querySelectorAll('#board .field').length === 4")
    entered(page)
    type_text(page, "https://example.org/solve/flowfree.html#numlin/5/5/1j2h3m1h2j3")
    page.wait("!document.querySelector('.entry .wrong').hidden")
    assert wrong(page) == "This is a link to another page, flowfree.html; open it there."


@pytest.mark.parametrize("width", SIZES)
def test_the_panel_fits_the_screen(page, width):
    page.resize(width)
    page.open("floodit", ID)
    entered(page)
    paste(page, "red blue green\nblue red green\n")
    page.wait("document.querySelector('.entry .remarks li')")
    assert page.overflow() <= 0
    page.picture(f"entry-{width}")


@pytest.mark.parametrize(
    ("name", "fragment", "words", "tab"),
    [
        ("floodit", "0120/1203", "the form “lines”", "play"),
        ("minesweeper", "-1%23/-1%23/-1%23", "Read - as 0.", "edit"),
    ],
)
def test_remarks_on_a_link_stay_next_to_the_answer(page, name, fragment, words, tab):
    page.open(name, fragment).answered()
    page.click(f"#{tab}-tab")
    assert words in page.text("#remarks")
    assert "--" not in page.text("#remarks")
    assert page.find("#remarks").is_displayed()
