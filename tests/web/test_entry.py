"""Every way in, on all pages: what is shown, kept, or refused as a headline."""

import json
import re

import pytest
from selenium.webdriver import Keys

from tests.web.conftest import colours, refusal
from tests.web.test_picture import flood_picture, give, picture

ID = "4x4c4m0:0120120333210012,7"
ROWS = "0120\n1203\n3321\n0012"
SMALL = [("floodit", "01/10"), ("flowfree", "A.A/B.B"), ("minesweeper", "1#/##")]
EXAMPLE = "abca/bcad/ddcb/aabc"
"""README's board, as `colours` returns it."""


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


def drop(page, name, content):
    give(page, content.encode(), name, "text/plain")


@pytest.fixture
def panel(page):
    """The page for Flood-It with a small board, and the panel."""
    page.open("floodit", "01/10")
    page.click("#edit-tab")
    return page


# What is asked for, or a refusal -----------------------------------------------------------------


@pytest.mark.parametrize("name", ["floodit", "flowfree", "minesweeper"])
def test_the_example_is_marked_and_not_solved(page, name):
    page.open(name)
    assert page.wait("document.querySelector('#example').checkVisibility()")
    assert not page.text("#answer").strip()[:1].isdigit()
    page.wait("document.querySelectorAll('.field').length > 4")
    assert page.run("return document.querySelector('#result').dataset.state ?? 'none'") == "none"


@pytest.mark.parametrize("text", [ROWS, ID])
def test_a_pasted_board_is_shown_at_once(panel, text):
    paste(panel, text)
    panel.wait("document.querySelectorAll('#board .field').length === 16")
    assert colours(panel) == EXAMPLE
    assert panel.run("return document.querySelector('#board').getBoundingClientRect().top >= 0")


def test_an_invisible_character_is_refused_and_not_offered_as_a_cell(page):
    page.open("flowfree", "A.A/B.B")
    paste(page, "A\u00a0A\nB\u00a0B")
    assert "NO-BREAK SPACE" in refusal(page)
    assert len(page.all(".choices button")) == 1  # back to the board


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (
            "0\u00a01\u00a02\n1\u00a02\u00a00\n2\u00a00\u00a01",
            "Line 1, column 2 has a NO-BREAK SPACE",
        ),
        ("012\n1\u200b20\n201", "Line 2, column 2 has a ZERO WIDTH SPACE"),
        ("０１２\n１２０", "Line 1, column 1 has a full-width digit"),
    ],
)
def test_the_front_page_names_a_character_that_looks_like_another(page, text, name):
    page.open("index")
    paste(page, text)
    assert name in refusal(page)


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ('"0120"\n"1203"', "quotation mark"),
        ("- 0120\n- 1203", "list"),
        ("1. 0120\n2. 1203", "list"),
        ("Board:\n0120\n1203", "words before"),
        ("Level 1:\n0120\n1203", "words before"),
        ("[[0, 1], [1, 0]]", "bracket"),
    ],
)
@pytest.mark.parametrize("name", ["floodit", "flowfree", "minesweeper"])
def test_what_wraps_a_board_is_named(page, name, text, seen):
    page.open(name, dict(SMALL)[name])
    paste(page, text)
    assert seen in refusal(page)


def test_text_that_is_typed_waits_for_the_button(panel):
    type_text(panel, ROWS)
    panel.wait("document.querySelector('.entry .said').textContent.includes('4×4')")
    assert colours(panel) == "ab/ba"
    panel.click(".entry button.main")
    assert colours(panel) == EXAMPLE


def test_a_shared_picture_that_was_not_kept_is_the_headline(page):
    source = "CacheStorage.prototype.open = () => Promise.reject(new Error('denied'))"
    command = "ScriptToEvaluateOnNewDocument"
    script = page.browser.execute_cdp_cmd(f"Page.add{command}", {"source": source})
    page.browser.get(f"{page.address}/index.html?shared=")
    page.browser.execute_cdp_cmd(f"Page.remove{command}", script)
    assert refusal(page).startswith("The shared picture was not kept")


def test_a_refused_paste_is_the_headline_until_the_person_turns_to_the_board(panel):
    paste(panel, "012\n01\n")
    assert "line 2" in refusal(panel).lower()
    panel.click("#solution-tab")
    assert colours(panel) == "ab/ba"


@pytest.mark.parametrize(("name", "fragment"), SMALL)
def test_while_something_is_refused_no_board_is_in_the_address_or_changes(page, name, fragment):
    page.open(name, fragment)
    before, address = page.labels(), page.run("return location.hash")
    page.run("location.hash = '!'")  # a link stays, to be read
    refusal(page)
    assert page.run("return location.hash") == "#!"
    page.click("#edit-tab")
    paste(page, "zz!")
    page.wait("location.hash === ''")  # the refusal of the link stands until then
    refusal(page)
    page.run("document.activeElement.blur()")
    page.press(Keys.CONTROL + "z")
    refusal(page)
    assert page.run("return location.hash") == ""
    assert not [x for x in page.all("#edit :is(select, [type=number])") if x.is_displayed()]
    page.run("[...document.querySelectorAll('.choices button')].at(-1).click()")  # back to it
    page.wait("document.querySelector('#refusal').hidden")
    assert page.run("return location.hash") == address
    page.click("[role=tab]")
    assert page.labels() == before


def test_a_new_reading_takes_the_refusal_of_the_one_before_away(panel):
    """The headline would stay beside something newer."""
    for new in (lambda: type_text(panel, ROWS), lambda: give(panel, flood_picture())):
        paste(panel, "012\n01\n", "document.body")
        refusal(panel)
        new()
        panel.wait("document.querySelector('#refusal').hidden")
        panel.wait("document.querySelector('#board').checkVisibility()")
    panel.open("index")
    paste(panel, "hello\n!", "document.body")
    refusal(panel)
    give(panel, picture(["aa"], "#ffffff", lambda *_: None))
    panel.wait("document.querySelectorAll('.entry .choices button').length === 3")
    assert refusal(panel) == "No board was found. Which puzzle is it?"


def test_text_can_be_used_again_after_the_way_back(page):
    """The browser has kept the page with its text."""
    page.open("index")
    page.run("document.querySelector('.entry textarea').value = arguments[0]", ROWS)
    page.run("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    page.wait("!document.querySelector('.entry button.main').disabled")


@pytest.mark.parametrize("content", ["", " \r\n\t\n"])
def test_an_empty_file_is_refused(panel, content):
    drop(panel, "board.txt", content)
    assert "empty" in refusal(panel)


def test_nothing_behind_an_open_dialogue_changes(panel):
    panel.click(".field[aria-label^='A1,']")
    painted = colours(panel)
    give(panel, flood_picture())
    panel.wait("document.querySelector('dialog[open] .preview .field')")
    paste(panel, ROWS, "document.querySelector('dialog')")
    drop(panel, "board.txt", ROWS)
    panel.press(Keys.CONTROL + "z")
    panel.run("document.querySelector('dialog .end button:last-child').click()")
    panel.wait("!document.querySelector('dialog')")
    assert colours(panel) == painted


def test_one_of_several_boards_is_chosen(panel):
    paste(panel, f"01\n02\n\n{ROWS}\n")
    panel.wait("document.querySelectorAll('.entry .choices button').length === 3")
    assert refusal(panel) == "2 boards; choose one."  # without the board before and its answer
    panel.click(".entry .choices button:nth-of-type(2)")
    assert colours(panel) == EXAMPLE
    assert panel.run("return document.querySelector('#board').checkVisibility()")


def test_boards_of_one_size_are_told_apart_in_the_choice(panel):
    paste(panel, "01\n02\n\n01\n20\n")
    panel.wait("document.querySelectorAll('.entry .choices button').length === 3")
    pictures = panel.run(
        "return [...document.querySelectorAll('.choices svg')].map(x => x.innerHTML)"
    )
    assert len({*pictures}) == 2


def test_dropped_files_and_pastes_outside_of_fields_are_read(page):
    page.open("floodit", "01/10")
    drop(page, "board.txt", ROWS)
    page.wait("document.querySelectorAll('#board .field').length === 16")
    page.open("flowfree", "A.A/B.B/C.C")
    paste(page, "A..B\n....\n....\nA..B\n", "document.body")
    page.wait("document.querySelectorAll('#board .field').length === 16")


@pytest.mark.parametrize("way", [paste, lambda page, text: drop(page, "a.txt", text)])
def test_a_megabyte_is_refused_before_it_is_shown_or_read(panel, way):
    way(panel, "01" * 500_000)
    assert "1,000,000 characters" in refusal(panel)
    assert panel.run("return document.querySelector('.entry textarea').value") == ""


# Which puzzle it is ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name", "count"),
    [
        (ID, "floodit", 16),
        ("RRB\nGBR\n", "floodit", 6),
        ("A.B\n...\nA.B\n", "flowfree", 9),
        ("https://puzz.link/p?numlin/5/5/1j2h3m1h2j3", "flowfree", 25),
        ("1F.\n...\n", "minesweeper", 6),
        ("9x9:4,4,m00b7d48a3e0231c419200", "minesweeper", 81),
        ("https://example.org/solve/minesweeper.html#1F./...&mines=2", "minesweeper", 6),
    ],
)
def test_the_front_page_opens_the_page_of_the_puzzle(page, text, name, count):
    page.resize(390)
    page.open("index")
    assert page.overflow() <= 0
    paste(page, text, "document.body")
    page.wait(f"location.pathname === '/{name}.html'")
    page.wait(f"document.querySelectorAll('.field').length === {count}")


def test_the_front_page_asks_which_puzzle_a_text_is(page):
    page.open("index")
    paste(page, "AAB\nBCC\n", "document.body")
    page.wait("document.querySelectorAll('.entry .choices button').length === 2")


@pytest.mark.parametrize(
    ("text", "title", "reason"),
    [
        ("mines: 3\n1..\n1?", "Minesweeper", "line 3, column 2: “?” is not a field"),
        ("https://puzz.link/p?slither/5/5/abc123", "Flow Free", "is no link to a numberlink"),
        ("pzprv3\nnumlin\n2\n2\n", "Flow Free", "the command “flowfree solve FILE”"),
    ],
)
def test_the_front_page_refuses_a_text_for_the_reason_of_the_likeliest_puzzle(
    page, text, title, reason
):
    page.open("index")
    paste(page, text, "document.body")
    found = refusal(page)
    assert found.startswith(f"This is no board of these puzzles. {title}: ") and reason in found
    assert sum(name in found for name in ("Flood-It", "Flow Free", "Minesweeper")) == 1
    assert found not in page.text("#entry")


def test_the_front_page_tells_what_each_puzzle_takes_if_a_text_is_none(page):
    page.open("index")
    paste(page, "hello\nworld\n!", "document.body")
    found = refusal(page)
    assert all(name in found for name in ("Flood-It", "Flow Free", "Minesweeper"))
    paste(page, "012\n01\n", "document.body")  # one reason for all of them
    page.wait("document.querySelector('#refusal').textContent.includes('Line 2 has 2 fields')")


@pytest.mark.parametrize(
    ("name", "text", "readings"),
    [
        ("index", "1 2 3\n2 3 1\n1 1 2", {"These are cells": "abc/bca/aab"}),
        ("floodit", "2 2\n0 1\n1 1", {"These are cells": "aa/bc/cc"}),
        ("floodit", "0 1 2\n# 1 0\n2 0 1", {"a comment": "abc/cab"}),
        ("floodit", "\n".join(["0123" * 25] * 100), {"Lines are rows": 10_000}),
        ("floodit", "01 \n10 ", {"no cells": "ab/ba"}),
        ("flowfree", "A_\n__\n_A", {"“_” is a free cell": 6}),
        ("flowfree", "A  \n  A", {"A blank is a free cell": 6}),
        ("flowfree", "A,, B\nA,,B", {"A blank is a free cell": 6}),
        ("flowfree", "1 0 2\n1 0 2", {"0 is a free cell": 6, "0 is an endpoint": 6}),
        ("minesweeper", "# 1 0\n# 1 0", {"a row": 6}),
        ("minesweeper", "??1\n112\n000", {"“?” is a covered field": 9}),
        ("minesweeper", "mines: 2\n.1#\n.1#", {"dot is a covered field": 6, "dot is 0": 6}),
    ],
)
def test_a_text_with_several_readings_is_asked_about(page, name, text, readings):
    """And not read before the person has chosen one; the last choice of two leads on to more."""
    for words, shown in readings.items():
        page.open(name)
        paste(page, text, "document.body")
        refusal(page)
        [button] = [each for each in page.all(".choices button") if words in each.text]
        button.click()
        count = shown if isinstance(shown, int) else len(shown.replace("/", ""))
        page.wait("document.querySelectorAll('#board .field').length === arguments[0]", count)
        assert isinstance(shown, int) or colours(page) == shown
        assert name == "index" or page.run("return document.activeElement !== document.body")
        assert page.run("return location.hash").count("mines=") == ("mines:" in text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("```\n01\n10\n```", "block of code"),
        ("> 01\n> 10", "“>”"),
        ("| 0 | 1 |\n|---|---|", "“|”"),
        ("[[0, 1], [1, 0]]", "list"),
        ("A:A\nB:B", "“:” is not a cell"),
    ],
)
def test_what_wraps_or_separates_cells_is_named_and_no_cell(page, text, reason):
    for name in ("index", "flowfree"):
        page.open(name, "" if name == "index" else "A.A/...")
        paste(page, text, "document.body")
        assert reason in refusal(page) or (name, text[1]) == ("index", ":")
        assert not [x for x in page.all(".choices button") if "Back" not in x.text]


def test_the_front_page_finds_out_which_puzzle_a_picture_is(page):
    page.open("index")
    give(page, flood_picture(), way="paste")
    page.wait("document.querySelector('dialog button.main')?.disabled === false")
    page.click("dialog button.main")
    page.wait("location.pathname === '/floodit.html'")
    page.wait("document.querySelectorAll('.field').length > 4")


def test_the_wrong_page_suggests_the_right_one(page):
    page.open("minesweeper", "1F./...")
    page.click("#edit-tab")
    paste(page, "A.B\n...\nA.B\n")
    assert "Flow Free" in refusal(page)
    page.click(".entry .choices button")
    page.wait("location.pathname === '/flowfree.html'")
    page.wait("document.querySelectorAll('.field').length === 9")


def test_the_question_about_a_picture_of_another_puzzle_is_the_headline(page):
    page.open("flowfree", "A.A/B.B")
    give(page, flood_picture())
    assert "Flood-It" in refusal(page)
    assert [button.text for button in page.all(".choices .main")] == ["Flood-It, 6×6"]
    page.click(".choices .main")
    page.wait("document.querySelector('dialog[open] .preview .field')")
    page.click("dialog .end button:last-child")
    assert page.run("return document.querySelector('#board').checkVisibility()")


# The address --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "fragment"), SMALL)
def test_the_skip_link_leads_to_the_board_and_leaves_the_address(page, name, fragment):
    page.open(name, fragment)
    hash_, labels = page.run("return location.hash"), page.labels()
    page.press(Keys.TAB, Keys.ENTER)
    assert page.run("return document.activeElement.closest('#board .field') !== null")
    assert (page.run("return location.hash"), page.labels()) == (hash_, labels)


@pytest.mark.parametrize(("name", "fragment"), SMALL)
def test_back_from_a_refusal_shows_the_board(page, name, fragment):
    page.open(name, fragment)
    labels = page.labels()
    for way in ("link", "paste"):
        paste(page, "zz!", "document.body") if way == "paste" else page.run("location.hash = '!'")
        refusal(page)
        page.browser.back()
        page.wait("document.querySelector('#refusal').hidden")
        assert page.run("return document.querySelector('#board').checkVisibility()")
        assert page.labels() == labels


def test_the_focus_goes_from_the_text_to_the_answer(panel):
    type_text(panel, ROWS)
    panel.find(".entry textarea").send_keys(Keys.CONTROL, Keys.ENTER)
    panel.wait("document.activeElement.id === 'solution-tab'")
    assert panel.run("return document.querySelector('#answer').ariaLive") is not None
    panel.answered()
    assert panel.find("#answer").get_attribute("aria-live") == "polite"


@pytest.mark.parametrize("name", ["floodit", "flowfree", "minesweeper"])
def test_back_from_the_first_board_leads_to_the_example(page, name):
    page.open(name)
    labels = page.labels()
    page.run("document.querySelector('#another, #play .main').click()")
    page.wait("location.hash.length > 1 && document.querySelector('#example').hidden")
    page.browser.back()
    page.wait("!document.querySelector('#example').hidden")
    assert page.labels() == labels
    page.browser.forward()
    page.wait("document.querySelector('#example').hidden")


# Nothing is lost ---------------------------------------------------------------------------------


def test_moves_survive_reload_back_and_a_random_board(page):
    page.open("floodit", ID)
    page.click("#play-tab")
    for number in (2, 3):
        page.click(f".palette .swatch:nth-child({number})")
    made = colours(page)
    assert made != EXAMPLE
    page.browser.refresh()
    page.wait("document.querySelectorAll('.field').length === 16")
    assert colours(page) == made
    page.click("[title^='undo ']")
    assert colours(page) not in (made, EXAMPLE)
    page.click("[title^='redo ']")
    page.click("#solution-tab")
    page.click("#another")
    assert colours(page) != made
    page.browser.back()
    page.wait("document.querySelector('#play-tab').ariaSelected === 'true'")
    assert colours(page) == made
    page.open("floodit")  # without an address: the last board
    assert colours(page) == made


@pytest.mark.parametrize(("name", "fragment"), SMALL)
def test_the_example_is_not_undone_to(page, name, fragment):
    """The page shows it below the refusal of a link, until the link is read."""
    for given in (fragment, ""):  # a link, and the last board
        page.open(name, given)
        page.wait("document.querySelectorAll('.field').length")
        assert not page.find("[title^='undo ']").is_enabled()


def test_undo_and_redo_cover_moves_fields_and_boards(page):
    page.open("floodit", ID)
    page.click("#play-tab")
    page.click(".palette .swatch:nth-child(2)")
    moved = colours(page)
    page.click("#edit-tab")
    page.click(".palette .swatch:nth-child(4)")
    page.click(".field[aria-label^='A1,']")
    painted = colours(page)
    page.click("#random")
    page.wait("document.querySelector('#solution-tab').ariaSelected === 'true'")
    undo, redo = (f"[title^='{name} ']" for name in ("undo", "redo"))
    seen = []
    for button in (undo, undo, undo, redo, redo):
        page.click(button)
        page.click("#play-tab")
        seen.append(colours(page))
    assert seen == [painted, moved, EXAMPLE, moved, painted]


def test_the_last_boards_are_listed_and_opened_again(page):
    for fragment in (ID, "RB/BR"):
        page.open("floodit", fragment)
        page.wait("document.querySelectorAll('.field').length")
    page.open("index")
    assert len(page.all(".last a")) == 2
    assert all(re.search(r"\d:\d\d", link.text) for link in page.all(".last a"))  # when
    page.click(".last li:nth-child(2) a")
    page.wait("document.querySelectorAll('.field').length === 16")
    assert colours(page) == EXAMPLE


def store(page, boards):
    content = {"version": 1, "settings": {"speed": []}, "boards": boards}
    page.run("localStorage.setItem('puzzlesat', arguments[0])", json.dumps(content))


def test_the_last_boards_have_pictures_and_are_forgotten_one_by_one(page):
    given = [*SMALL, ("floodit", "10/01"), ("floodit", "!"), ("chess", "a")]  # an unknown game
    boards = [{"game": g, "fragment": f, "label": "b", "time": "soon"} for g, f in given]
    page.open("index")
    store(page, boards)
    page.open("index")
    pictures = page.run("return [...document.querySelectorAll('.last svg')].map(x => x.innerHTML)")
    assert len({*pictures}) == 5 and all("<path" in x for x in pictures[:4])
    assert "Invalid" not in page.text(".last")  # the damaged time
    page.click(".last li:nth-child(4) button")
    page.press(Keys.ENTER, Keys.ENTER)  # the focus is on the next one, or that before
    assert len(page.all(".last li")) == 2


def test_a_browser_that_keeps_nothing_is_named_once(page):
    page.open("floodit", ID)
    assert not page.all(".unkept")
    page.run("Storage.prototype.setItem = () => { throw new DOMException('full'); }")
    for _ in range(2):
        page.click("#another")
    [note] = page.all(".unkept")
    assert note.is_displayed()


@pytest.mark.parametrize("damage", ["{", "[]", '{"version": 9}', '{"version": 1, "settings": 3}'])
def test_a_damaged_store_repairs_itself(page, damage):
    page.open("floodit", ID)
    page.run("localStorage.setItem('puzzlesat', arguments[0])", damage)
    page.open("floodit", "RB/BR")
    assert colours(page) == "ab/ba"
    page.open("floodit")
    assert colours(page) == "ab/ba"


@pytest.mark.parametrize(
    ("name", "fragment", "plays"),
    [
        ("floodit", "012/120/200", [{"moves": [7]}, {"moves": 3}, {"moves": None}, 5]),
        (
            "flowfree",
            "A.A/B.B&rule=strict",
            [{"paths": [[0, 5], []]}, {"paths": 3}, {"paths": [], "draft": {"cells": []}}],
        ),
        (
            "minesweeper",
            "1./..&mines=1",
            [
                {"board": {"width": 2, "height": 2, "mines": [[0, 0]]}, "guesses": []},
                {"board": {"width": 9, "height": 2, "mines": [[0, 1]]}, "guesses": []},
                {"board": 3},
            ],
        ),
    ],
)
def test_a_board_whose_play_is_damaged_is_opened_without_it(page, name, fragment, plays):
    page.open(name, fragment)
    labels = page.labels()
    fragment = page.run("return location.hash.slice(1)")
    for play in plays:
        board = {"game": name, "fragment": fragment, "label": "b", "play": play}
        store(page, [board])
        for given in (fragment, ""):
            page.open(name, given)
            assert page.run("return document.querySelector('#refusal').hidden"), play
            assert page.labels() == labels
            assert page.find("#play-tab").get_attribute("aria-selected") != "true"


# Out again ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "fragment", "form", "text"),
    [
        ("floodit", ID, "rows", ROWS),
        ("flowfree", "numlin/3/2/1g12g2", "puzz.link", "https://puzz.link/p?numlin/3/2/1g12g2"),
        ("minesweeper", "1F./...&mines=2", "rows", "mines: 2\n1F.\n..."),
    ],
)
def test_copy_as(page, name, fragment, form, text):
    page.open(name, fragment)
    page.click("#edit-tab")
    page.run("window.copied = []; navigator.clipboard.writeText = async (x) => copied.push(x)")
    page.choose(".entry .copy select", form)
    page.click(".entry .copy button")
    page.wait("copied.length")
    assert page.run("return copied[0]").strip() == text
    page.run("navigator.clipboard.writeText = () => Promise.reject(new Error())")
    page.click(".entry .copy button")  # what cannot be copied is shown, and selected
    page.wait("document.querySelector('.copy [role=status]').textContent.includes('above')")
    assert page.run("return getSelection().toString()").strip() == text
