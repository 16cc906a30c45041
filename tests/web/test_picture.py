"""Boards in pictures, confirmed by a person in a browser."""

import base64
import io
import re

import numpy as np
import pytest
from PIL import Image, ImageColor, ImageDraw

from puzzlesat.common.colours import names_of
from tests.pictures import DRAW, content, minesweeper
from tests.web.conftest import SIZES, colours, filled

FLOOD = ["aabcda", "bacddb", "ccabad", "dbbaca", "abcdab", "ccddba"]
FLOWS = ["A..B.", ".....", "..C..", "A.CB.", "....."]
FILLS = {"a": "#e74c3c", "b": "#3498db", "c": "#2ecc71", "d": "#f1c40f"}
LEFT, TOP, PITCH = 40, 70, 30
"""The place of the board in a picture, and the size of a field."""


def picture(rows, background, draw_field):
    """Return a picture with margins around fields, each drawn by a function of its box."""
    size = (len(rows[0]) * PITCH + 100, len(rows) * PITCH + 130)
    image = Image.new("RGB", size, background)
    draw = ImageDraw.Draw(image)
    for r, row in enumerate(rows):
        for c, symbol in enumerate(row):
            x, y = LEFT + c * PITCH, TOP + r * PITCH
            draw_field(draw, symbol, (x, y, x + PITCH, y + PITCH))
    return content(image)


def flood_picture(rows=FLOOD):
    def square(draw, symbol, box):
        fill = {**FILLS, "e": "#45a5e0", "f": "#4cd98a"}[symbol]  # almost those of b and c
        draw.rectangle((*box[:2], box[2] - 1, box[3] - 1), fill=fill)

    return picture(rows, "#ffffff", square)


def flow_picture(rows=FLOWS, fills=FILLS):
    def disc(draw, symbol, box):
        draw.rectangle(box, outline="#888888", fill="#000000")
        if symbol != ".":
            left, top, right, bottom = box
            within = (left + 5, top + 5, right - 5, bottom - 5)
            draw.ellipse(within, fill=fills[symbol.lower()])

    return picture(rows, "#202124", disc)


def give(page, file, name="a.png", kind="image/png", way="drop"):
    page.run(
        "const bytes = Uint8Array.from(atob(arguments[0]), (x) => x.charCodeAt(0));"
        "const data = new DataTransfer();"
        "data.items.add(new File([bytes], arguments[1], {type: arguments[2]}));"
        "document.body.dispatchEvent(arguments[3] === 'drop'"
        " ? new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true})"
        " : new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true}))",
        base64.b64encode(file).decode(),
        name,
        kind,
        way,
    )


def opened(page, name, file, **options):
    page.open(name, "01/10" if name == "floodit" else "")
    give(page, file, **options)
    page.wait("document.querySelector('dialog.picture[open] .preview .field')")


def set_number(page, label, value):
    page.run(
        "const label = [...document.querySelectorAll('dialog label')]"
        ".find((x) => x.textContent === arguments[0]);"
        "const input = label.querySelector('input'); input.value = arguments[1];"
        "input.dispatchEvent(new Event('input'))",
        label,
        value,
    )


def corner_at(page, name):
    label = page.run(
        "return document.querySelector(`dialog .corner.${arguments[0]}`).ariaLabel", name
    )
    return tuple(map(int, re.search(r"at (-?\d+), (-?\d+);", label).groups()))


def move_corner(page, name, x, y):
    """Move a corner by the arrow keys."""
    at = corner_at(page, name)
    page.run("document.querySelector(`dialog .corner.${arguments[0]}`).focus()", name)
    for (before, after), keys in zip(
        ((at[0], x), (at[1], y)),
        (("ArrowRight", "ArrowLeft"), ("ArrowDown", "ArrowUp")),
        strict=True,
    ):
        key = keys[0] if after > before else keys[1]
        far, near = divmod(abs(after - before), 10)
        for times, shift in ((far, True), (near, False)):
            page.run(
                "for (let i = 0; i < arguments[0]; i++) document.activeElement.dispatchEvent("
                "new KeyboardEvent('keydown', {key: arguments[1], shiftKey: arguments[2],"
                " bubbles: true, cancelable: true}))",
                times,
                key,
                shift,
            )


def place_grid(page, rows, columns, left=LEFT, top=TOP, pitch=(PITCH, PITCH)):
    """Set the shape, and move two corners to those of the board."""
    for label, value in (("rows", rows), ("columns", columns)):
        set_number(page, label, value)
    move_corner(page, "top-left", left, top)
    move_corner(page, "bottom-right", left + columns * pitch[0], top + rows * pitch[1])


def settled(page, rows):
    """Wait until the dialogue has read these rows of letters."""
    ready(page)
    assert filled(page, "dialog .preview") == rows


def ready(page):
    """Wait until what the person has changed is read."""
    page.wait("document.querySelector('dialog button.main')?.disabled === false")


def use(page):
    ready(page)
    page.click("dialog button.main")
    page.wait("!document.querySelector('dialog.picture')")


@pytest.mark.parametrize("way", ["drop", "paste"])
def test_the_grid_of_a_picture_is_found_and_confirmed(page, way):
    opened(page, "floodit", flood_picture(), way=way)
    settled(page, FLOOD)
    assert colours(page) == "ab/ba"  # nothing is used before the person confirms
    use(page)
    assert colours(page) == "/".join(FLOOD)
    script = "return [...document.querySelectorAll('.field')].map(x => x.style.backgroundColor)"
    expected = [ImageColor.getrgb(FILLS[symbol]) for symbol in "".join(FLOOD)]
    assert page.run(script) == [f"rgb{colour}" for colour in expected]
    name_of = dict(zip(FILLS, names_of(list(FILLS.values())), strict=True))
    labels = "return [...document.querySelectorAll('#board .field')].map((x) => x.ariaLabel)"
    for _ in range(2):
        named = [re.findall("[a-z]+", label) for label in page.run(labels)]
        assert all(
            name_of[symbol] in words for symbol, words in zip("".join(FLOOD), named, strict=True)
        )
        page.run("location.reload()")
        page.wait("document.querySelectorAll('#board .field').length === 36")


@pytest.mark.parametrize(
    ("game", "seed", "mode"), [("flowfree", 7, "RGB"), ("minesweeper", 44, "L")]
)
def test_the_puzzle_that_a_picture_shows_is_opened_without_a_question(page, game, seed, mode):
    opened(page, "index", content(DRAW[game](seed).image.convert(mode)))
    has_mines = page.run("return document.querySelector('dialog').innerText.includes('mines')")
    assert has_mines == (game == "minesweeper")


def test_the_other_puzzles_that_a_picture_may_show_are_offered_after_cancel(page):
    opened(page, "index", content(DRAW["flowfree"](7).image))
    page.press("\ue00c")
    page.wait("document.querySelectorAll('.choices button').length === 2")


def test_flow_free_in_a_picture(page):
    opened(page, "flowfree", flow_picture())
    page.wait("document.querySelectorAll('dialog .preview .field').length === 25")
    use(page)
    page.wait("document.querySelectorAll('#board .field').length === 25")


def tall_picture():
    """Return a picture of fields twice as high as wide, whose shape has to be given."""
    image = Image.open(io.BytesIO(flood_picture()))
    return content(image.resize((image.width, 2 * image.height), Image.Resampling.NEAREST))


@pytest.mark.parametrize("width", SIZES)
def test_a_picture_without_a_board_leaves_nothing_to_use_until_corners_and_numbers_do(page, width):
    page.resize(width)
    page.open("floodit", "01/10")
    give(page, tall_picture())
    page.wait(
        "document.querySelector('dialog .said')?.textContent.startsWith('No board was found')"
    )
    assert page.find("dialog button.main").get_attribute("disabled")
    assert not page.find("dialog .preview").is_displayed()
    assert "corners" in page.text("dialog .said")
    for shown in ("dialog .photo", "dialog input", "dialog button.main"):
        assert page.run(
            "const {top, bottom} = document.querySelector(arguments[0]).getBoundingClientRect();"
            "return top >= 0 && bottom <= innerHeight",
            shown,
        ), shown
    page.picture(f"picture-refused-{width}")
    place_grid(page, 6, 6, top=2 * TOP, pitch=(PITCH, 2 * PITCH))
    settled(page, FLOOD)
    use(page)
    assert colours(page) == "/".join(FLOOD)


@pytest.mark.parametrize("degrees", [2, -5, 12])
@pytest.mark.parametrize("name", ["floodit", "index"])
def test_a_turned_picture_is_straightened(page, name, degrees):
    image = Image.open(io.BytesIO(flood_picture())).resize((420, 465))
    turned = image.rotate(degrees, Image.Resampling.BICUBIC, expand=True, fillcolor="#ffffff")
    opened(page, name, content(turned))
    assert "straightened" in page.text("dialog .said") or abs(degrees) <= 5  # read as it is
    settled(page, FLOOD)


def grainy(picture, most):
    """Return a picture with uniform noise in each channel of each pixel."""
    pixels = np.array(Image.open(io.BytesIO(picture))).astype(int)
    noise = np.random.default_rng(0).integers(-most, most + 1, pixels.shape)
    return content(Image.fromarray(np.clip(pixels + noise, 0, 255).astype(np.uint8)))


@pytest.mark.parametrize(
    ("name", "picture", "fields"), [("floodit", flood_picture, 36), ("flowfree", flow_picture, 25)]
)
def test_a_picture_with_grain_is_read(page, name, picture, fields):
    opened(page, name, grainy(picture(), 12))
    ready(page)
    assert len(page.all("dialog .preview .field")) == fields


def test_what_is_between_the_corners_of_a_person_is_always_shown_to_be_corrected(page):
    covered = [*FLOOD[:1], "baeeeb", "cceeed", "dbeeea", *FLOOD[4:]]  # as by a dialogue
    page.open("floodit", "01/10")
    give(page, flood_picture(covered))
    page.wait("document.querySelector('dialog.unread')")
    place_grid(page, 6, 6)
    settled(page, covered)
    assert "without certainty" in page.text("dialog .said")


DOUBTFUL = [*FLOOD[:2], "ccaeab", FLOOD[3], "abfdab", FLOOD[5]]
"""Two fields whose colours differ little from those of others."""


def choose(page, content):
    """Choose a content, by its number; what was read stands before the first."""
    page.click(f"dialog .palette button:nth-child({content + 2})")


def press(page, words):
    """Press a button by its words."""
    page.run(
        "[...document.querySelectorAll('dialog button')]"
        ".find((x) => x.textContent.startsWith(arguments[0])).click()",
        words,
    )


def in_doubt(page):
    return len(page.all("dialog .preview .field.bad"))


def test_a_press_on_a_field_confirms_what_was_read_until_a_content_is_chosen(page):
    opened(page, "floodit", flood_picture(DOUBTFUL))
    page.wait("document.querySelector('dialog .preview .field.bad')")
    assert page.find("dialog button.main").get_attribute("disabled")
    read = filled(page, "dialog .preview")
    page.click("dialog .preview .field")
    page.click("dialog .preview .field.bad")
    assert in_doubt(page) == 1
    assert filled(page, "dialog .preview") == read
    press(page, "Undo")
    assert in_doubt(page) == 2
    choose(page, 2)
    page.click("dialog .preview .field.bad")
    assert in_doubt(page) == 1
    assert filled(page, "dialog .preview")[2] == "ccacab"  # the third content
    press(page, "Undo")
    assert filled(page, "dialog .preview") == read
    assert in_doubt(page) == 2


@pytest.mark.parametrize("width", SIZES)
def test_the_list_confirms_doubts_singly_and_together(page, width):
    page.resize(width)
    opened(page, "floodit", flood_picture(DOUBTFUL))
    page.wait("document.querySelector('dialog .preview .field.bad')")
    assert len(page.all("dialog .doubts li")) == 2
    read = filled(page, "dialog .preview")
    page.picture(f"picture-doubts-{width}")
    page.click("dialog .doubts li button")
    assert in_doubt(page) == len(page.all("dialog .doubts li")) == 1
    press(page, "Undo")
    press(page, "All as read")
    assert in_doubt(page) == 0
    press(page, "Undo")
    assert in_doubt(page) == 2
    press(page, "All as read")
    assert filled(page, "dialog .preview") == read
    use(page)
    page.wait("document.querySelectorAll('#board .field').length === 36")


def test_a_picture_is_read_again_as_one_of_another_puzzle(page):
    opened(page, "index", content(DRAW["flowfree"](7).image))
    assert page.run("return document.querySelector('dialog select').value") == "flowfree"
    fields = filled(page, "dialog .preview")
    page.choose("dialog select", "floodit")
    page.wait("document.querySelector('dialog.unread')")
    assert page.find("dialog button.main").get_attribute("disabled")
    page.choose("dialog select", "flowfree")
    settled(page, fields)
    page.choose("dialog select", "minesweeper")
    page.wait("document.querySelector('dialog .preview [aria-label*=covered]')")
    press(page, "All as read")
    use(page)
    page.wait("location.pathname.endsWith('minesweeper.html')")
    page.wait("document.querySelectorAll('#board .field').length === 49")


def test_a_corner_follows_the_pointer(page):
    opened(page, "floodit", flood_picture())
    before = corner_at(page, "bottom-right")
    from selenium.webdriver import ActionChains

    handle = page.find("dialog .corner.bottom-right")
    ActionChains(page.browser, duration=50).drag_and_drop_by_offset(handle, -30, -20).perform()
    after = corner_at(page, "bottom-right")
    assert after[0] < before[0]
    assert after[1] < before[1]


def test_a_single_field_is_corrected(page):
    opened(page, "floodit", flood_picture())
    settled(page, FLOOD)
    choose(page, 2)
    page.click("dialog .preview [role=row]:first-child .field:first-child")
    use(page)
    first = colours(page).split("/")[0]
    assert first[0] == first[3]  # now the third colour, c
    assert first[0] != first[1]


def test_nothing_is_used_after_cancel(page):
    opened(page, "floodit", flood_picture())
    page.press("\ue00c")
    page.wait("!document.querySelector('dialog.picture')")
    assert colours(page) == "ab/ba"


def test_a_colour_that_does_not_occur_twice_is_refused(page):
    opened(page, "flowfree", flow_picture())
    ready(page)
    choose(page, 1)
    page.click("dialog .preview [role=row]:first-child .field:nth-child(2)")
    page.click("dialog button.main")
    page.wait("!document.querySelector('dialog .wrong').hidden")
    assert "occurs 3 times" in page.text("dialog .wrong")
    assert page.all("dialog.picture[open]")


@pytest.mark.parametrize("width", SIZES)
def test_the_dialogue_fits_the_screen(page, width):
    page.resize(width)
    opened(page, "floodit", flood_picture())
    page.run("return new Promise((resolve) => setTimeout(resolve, 500))")
    assert page.overflow() <= 0
    box = page.run(
        "const {width, height} = document.querySelector('dialog').getBoundingClientRect();"
        "return [innerWidth - width, innerHeight - height]"
    )
    assert min(box) >= 0
    bottom = page.run(
        "return [...document.querySelectorAll('dialog .preview .field')]"
        ".at(-1).getBoundingClientRect().bottom"
    )
    bar = page.run("return document.querySelector('dialog .bar.end').getBoundingClientRect().top")
    photo = page.run("return document.querySelector('.photo').getBoundingClientRect().bottom")
    assert max(bottom, photo) <= bar  # all fields are in view, to be checked
    page.picture(f"picture-{width}")


def test_enter_confirms_a_board_without_doubts(page):
    opened(page, "floodit", flood_picture())
    settled(page, FLOOD)
    page.press("\ue007")
    page.wait("!document.querySelector('dialog.picture')")
    assert colours(page) == "/".join(FLOOD)


def test_a_picture_is_confirmed_by_the_keyboard_alone(page):
    opened(page, "floodit", flood_picture())
    settled(page, FLOOD)
    page.run("document.querySelector('dialog .preview .field[tabindex=\"0\"]').focus()")
    page.press("2")  # the colour of the first field
    ready(page)
    page.run("document.querySelector('dialog button.main').focus()")
    page.press("\ue007")
    page.wait("!document.querySelector('dialog.picture')")
    assert colours(page).split("/")[0] == "abcadb"


@pytest.mark.parametrize("width", SIZES)
def test_a_state_of_minesweeper_in_a_picture(page, width):
    page.resize(width)
    drawn = minesweeper(13)
    opened(page, "minesweeper", content(drawn.image))
    count = len(drawn.rows) * len(drawn.rows[0])
    page.wait(f"document.querySelectorAll('dialog .preview .field').length === {count}")
    assert "Letters" not in page.find("dialog").text  # the fields have no colours
    assert page.run(
        "const {bottom} = document.querySelector('dialog .mines button').getBoundingClientRect();"
        "return bottom < document.querySelector('dialog .bar.end').getBoundingClientRect().top"
    )
    page.picture(f"picture-mines-{width}")
    press(page, "Usual: 10")
    use(page)
    page.wait(f"document.querySelectorAll('#board .field').length === {count}")
    address = page.run("return decodeURIComponent(location.hash)")
    assert address == f"#{'/'.join(drawn.rows)}&mines=10"
