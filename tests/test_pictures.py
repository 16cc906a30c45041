"""Boards are read from pictures rightly, with doubts, or not at all."""

import io
import json
import re
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageColor, ImageDraw
from scipy.ndimage import label

from puzzlesat.common.colours import terminal_colours
from puzzlesat.common.errors import InputError
from puzzlesat.common.picture import ADVICE, Window, read_fields
from puzzlesat.common.sentences import table
from puzzlesat.floodit.formats.formats import read_boards
from puzzlesat.floodit.show.terminal import draw
from tests import pictures
from tests.pictures import content
from tests.programs import invoke

GRID = np.random.default_rng(7).integers(4, size=(9, 7))
LEAST = {"floodit": 10, "flowfree": 13, "minesweeper": 7}
"""How many of sixteen pictures are read, at least."""

PALETTE = pictures.colours_of("#e74c3c #f1c40f #2ecc71 #3498db")


def canonical(labels) -> list:
    numbers: dict = {}
    return [numbers.setdefault(x, len(numbers)) for x in labels]


def board(grid: np.ndarray = GRID, size: int = 30, margin: int = 25) -> Image.Image:
    rows, cols = grid.shape
    image = Image.new("RGB", (cols * size + 2 * margin, rows * size + 2 * margin), "#eeeeee")
    draw = ImageDraw.Draw(image)
    for (r, c), colour in np.ndenumerate(grid):
        x, y = margin + c * size, margin + r * size
        draw.rectangle((x, y, x + size - 1, y + size - 1), fill=PALETTE[colour])
    return image


def rows_of(game: str, symbols: str, image: Image.Image) -> list[str]:
    """Return the rows of symbols that are read, which are in no doubt."""
    found = read_fields(content(image), game)
    assert not found.doubts
    return ["".join(symbols[x] for x in row) for row in found.fields]


flows = partial(rows_of, "flowfree", "ABCD.")
fields = partial(rows_of, "minesweeper", "012345678F.")


def read(image: Image.Image, **window):
    return read_fields(content(image), "floodit", Window(**window))


@pytest.mark.parametrize("game", list(pictures.DRAW))
def test_no_picture_is_read_wrongly_in_silence(game):
    read, silent = 0, []
    for seed in range(16):
        drawn = pictures.DRAW[game](seed)
        try:
            found = read_fields(content(drawn.image), game)
        except InputError:
            continue
        right = (found.rows, found.cols) == (len(drawn.rows), len(drawn.rows[0]))
        right = right and pictures.same(game, found.fields, drawn.rows)
        if not found.doubts:
            read += right
            if not right:
                silent.append((seed, drawn.notes))
    assert silent == []
    assert read >= LEAST[game]


def test_bold_digits_in_compressed_orange_fields_are_no_flags():
    drawn = pictures.DRAW["minesweeper"](3006)
    found = read_fields(content(drawn.image), "minesweeper")
    assert pictures.same("minesweeper", found.fields, drawn.rows)


def test_the_grid_is_where_it_was_drawn():
    found = read(board())
    assert (found.rows, found.cols) == GRID.shape
    assert canonical(np.ravel(found.fields)) == canonical(GRID.flat)
    assert [found.left, found.top] == pytest.approx([25, 25], abs=1)
    assert [found.pitch_x, found.pitch_y] == pytest.approx([30, 30], abs=0.1)
    colours = map(pictures.rgb, found.palette)
    nearest = {min(PALETTE, key=lambda p: np.abs(np.subtract(p, c)).sum()) for c in colours}
    assert len(nearest) == len(found.palette) == 4


def test_a_part_and_a_shape_may_be_given():
    two = Image.new("RGB", (600, 320), "#eeeeee")
    two.paste(board(), (0, 0))
    other = np.random.default_rng(8).integers(4, size=GRID.shape)
    two.paste(board(other), (300, 0))
    with pytest.raises(InputError, match="several boards"):
        read(two)
    assert canonical(np.ravel(read(two, part=(300, 0, 0, 0)).fields)) == canonical(other.flat)
    assert read(board(), rows=9, cols=7).cols == 7


@pytest.mark.parametrize("n", [4, 5, 6, 9])
def test_a_board_that_fills_its_picture_is_read_if_its_shape_is_given(n):
    grid = np.random.default_rng(n).integers(4, size=(n, n))
    found = read(board(grid, margin=0), rows=n, cols=n)
    assert canonical(np.ravel(found.fields)) == canonical(grid.flat)


@pytest.mark.parametrize(
    ("game", "seed"), [("minesweeper", 108), ("minesweeper", 113), ("floodit", 129)]
)
def test_the_part_with_the_board_alone_is_read_if_the_shape_is_given(game, seed):
    drawn = pictures.DRAW[game](seed)
    found = read_fields(content(drawn.image), game)
    sizes = round(found.pitch_x * found.cols), round(found.pitch_y * found.rows)
    window = Window(found.rows, found.cols, (round(found.left), round(found.top), *sizes))
    assert pictures.same(game, read_fields(content(drawn.image), game, window).fields, drawn.rows)


def test_fields_twice_as_high_as_wide_are_read_only_if_the_shape_is_given():
    """They may be parts of fields: every second row, say."""
    tall = board().resize((260, 640), Image.Resampling.NEAREST)
    with pytest.raises(InputError, match="--grid"):
        read(tall)
    assert canonical(np.ravel(read(tall, rows=9, cols=7).fields)) == canonical(GRID.flat)


@pytest.mark.parametrize("side", ["left", "top", "right", "bottom"])
@pytest.mark.parametrize("share", [0.3, 0.5, 0.8])
def test_a_board_cut_off_is_refused(side, share):
    image = board()
    cut = 25 + round(30 * (1 + share))
    box = {
        "left": (cut, 0, image.width, image.height),
        "top": (0, cut, image.width, image.height),
        "right": (0, 0, image.width - cut, image.height),
        "bottom": (0, 0, image.width, image.height - cut),
    }[side]
    with pytest.raises(InputError, match="cut off"):
        read(image.crop(box))


def test_a_dialogue_over_the_board_is_refused():
    image = board()
    draw = ImageDraw.Draw(image)
    draw.rectangle((55, 120, 210, 200), fill="white", outline="grey")
    draw.text((70, 150), "Congratulations!", fill="black", font=pictures.font(16))
    with pytest.raises(InputError, match="something lies over the board"):
        read(image)


def test_text_and_photographs_are_no_boards():
    with pytest.raises(InputError, match="no board was found"):  # it cannot be made smaller
        read(Image.new("RGB", (1, 700_001)))
    rng = np.random.default_rng(3)
    noise = Image.fromarray(rng.integers(0, 256, size=(20, 30, 3), dtype=np.uint8))
    with pytest.raises(InputError, match="no board was found"):
        read(noise.resize((600, 400), Image.Resampling.BICUBIC))
    page = Image.new("RGB", (600, 400), "white")
    for y in range(10, 380, 16):
        ImageDraw.Draw(page).text((10, y), "In as few moves as possible. " * 3, fill="black")
    with pytest.raises(InputError, match="far from square"):
        read(page)


def test_commands_read_pictures_whatever_their_name_and_show_the_reading(tmp_path):
    path = tmp_path / "board.txt"
    path.write_bytes(content(board()))
    shown = invoke("floodit", "solve", path, "--json")
    assert '"status": "optimal"' in shown.stdout
    (only,) = read_boards(path)
    assert all(only.format_colours(row) in shown.stderr for row in only.grid)
    assert canonical(only.colour) == canonical(GRID.flat)


UNUSUAL = ["#27ae60", "#f39c12", "#c71585", "#f1e05a"]
"""Green, orange, magenta and yellow, none of which is a colour of drawings."""


def test_solutions_have_the_names_and_colours_of_the_picture(tmp_path, monkeypatch):
    monkeypatch.setitem(globals(), "PALETTE", [ImageColor.getrgb(fill) for fill in UNUSUAL])
    path = tmp_path / "board.png"
    path.write_bytes(content(board()))
    (only,) = read_boards(path)
    name_of = dict(zip(only.palette, only.symbols, strict=True))
    assert [name_of[fill] for fill in UNUSUAL] == ["green", "orange", "magenta", "yellow"]
    (answer,) = map(json.loads, invoke("floodit", "solve", path, "--json").stdout.splitlines())
    assert set(answer["moves"]) <= set(name_of.values())
    state = GRID.copy()
    for move in answer["moves"]:
        area = label(state == state[0, 0])[0]
        state[area == area[0, 0]] = ["green", "orange", "magenta", "yellow"].index(move)
    assert len(np.unique(state)) == 1
    drawn = {}
    for kind in ("svg", "gif", "html"):
        out = tmp_path / f"out.{kind}"
        invoke("floodit", "show", path, "-o", out)
        drawn[kind] = out.read_bytes()
    side = (Image.open(io.BytesIO(drawn["gif"])).width - 4) // GRID.shape[1]
    frame = Image.open(io.BytesIO(drawn["gif"])).convert("RGB")
    for (r, c), colour in np.ndenumerate(GRID):
        seen = frame.getpixel((2 + c * side + 4, 2 + r * side + 4))
        assert max(abs(np.subtract(seen, ImageColor.getrgb(UNUSUAL[colour])))) <= 1
    assert all(f'fill="{fill}"'.encode() in drawn["svg"] for fill in UNUSUAL)
    assert all(fill.encode() in drawn["html"] for fill in UNUSUAL)
    codes = [code for _, code in terminal_colours(only.symbols, only.palette)]
    text = "".join(draw(only.grid, only.symbols, palette=only.palette))
    assert all(f"48;5;{code}m" in text for code in codes)


def test_a_damaged_picture_is_one_sentence(tmp_path):
    path = tmp_path / "half.png"
    path.write_bytes(content(board())[:300])
    with pytest.raises(InputError, match="cannot be decoded"):
        read_boards(path)
    path.write_bytes(b"%PDF-1.7\n")
    with pytest.raises(InputError, match="PNG"):
        read_boards(path)


def test_a_photograph_is_turned_upright(tmp_path):
    file = io.BytesIO()
    exif = Image.Exif()
    exif[0x0112] = 6  # the top is on the right
    board().transpose(Image.Transpose.ROTATE_90).save(file, "PNG", exif=exif)
    found = read_fields(file.getvalue(), "floodit")
    assert canonical(np.ravel(found.fields)) == canonical(GRID.flat)


def test_options_give_the_part_and_the_shape(tmp_path):
    two = Image.new("RGB", (600, 320), "#eeeeee")
    two.paste(board(), (0, 0))
    two.paste(board(GRID[::-1]), (300, 0))
    path = tmp_path / "two.png"
    path.write_bytes(content(two))

    def rows(*options, status=0):
        words = ("convert", path, "--as", "rows", *options)
        return invoke("floodit", *words, status=status)

    first, second = rows("--crop", "0,0,300,0"), rows("--crop", "300,0,0,0", "--grid", "9x7")
    assert canonical(first.stdout.replace(",", " ").split()) == canonical(GRID.flat)
    assert canonical(second.stdout.replace(",", " ").split()) == canonical(GRID[::-1].flat)
    for wrong in (["--grid", "9x"], ["--grid", "0x7"], ["--crop", "1,2,3"], ["--crop", "a,0,0,0"]):
        assert "such as" in rows(*wrong, status=2).stderr


def puzzle(*rows: str, size: int = 40, margin: int = 30) -> Image.Image:
    """Return a picture of a puzzle of Flow Free with thin lines; small letters are drawn flows."""
    width, height = len(rows[0]) * size, len(rows) * size
    image = Image.new("RGB", (width + 2 * margin, height + 2 * margin), "black")
    draw = ImageDraw.Draw(image)
    for i in range(len(rows) + 1):
        y = margin + i * size
        draw.line((margin, y, margin + width, y), fill="#707050")
    for i in range(len(rows[0]) + 1):
        x = margin + i * size
        draw.line((x, margin, x, margin + height), fill="#707050")
    colours = dict(zip("ABCD", pictures.colours_of(pictures.FLOWS), strict=False))
    for r, row in enumerate(rows):
        for c, symbol in enumerate(row):
            if symbol == ".":
                continue
            x, y = margin + (c + 0.5) * size, margin + (r + 0.5) * size
            reach = size * (0.35 if symbol.isupper() else 0.15)
            box = (x - reach, y - reach, x + reach, y + reach)
            draw.ellipse(box, fill=colours[symbol.upper()])
    return image


def test_drawn_flows_are_left_out_and_rows_without_discs_are_not():
    drawn = puzzle("......", ".Aaa..", ".B.A..", "C..B..", "....C.", "......")
    assert flows(drawn) == ["......", ".A....", ".B.A..", "C..B..", "....C.", "......"]


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        (["AB..", "....", "..BA", "C..."], "no other disc"),
        (["AB.A", "....", "..BA", "...."], "more than two"),
    ],
)
def test_a_colour_occurs_twice(rows, reason):
    found = read_fields(content(puzzle(*rows)), "flowfree")
    assert any(reason in doubt for doubt in found.doubts)


@pytest.mark.parametrize("gap", [0, 10, 23])
def test_a_second_board_in_the_same_lines_is_refused(gap):
    one = puzzle("A...A", "B...B", "C...C", "D...D")
    both = Image.new("RGB", (2 * one.width + gap, one.height), "black")
    both.paste(one, (0, 0))
    both.paste(one, (one.width + gap, 0))
    with pytest.raises(InputError, match="several boards"):
        flows(both)


def test_a_solved_puzzle_is_refused():
    with pytest.raises(InputError, match="solved"):
        flows(puzzle("AaaA", "BbbB", "CccC", "DddD"))


def state(*rows: str, look: str = "online", size: int = 24) -> Image.Image:
    """Return a picture of a state of Minesweeper."""
    canvas = pictures.Canvas(
        np.random.default_rng(0), len(rows), len(rows[0]), (size, size), (30,) * 4
    )
    given = np.array([[{".": -1, "F": -2}.get(x) or int(x) for x in row] for row in rows])
    pictures.draw_state(canvas, given, pictures.MINES[look], pictures.SANS)
    return canvas.image


@pytest.mark.parametrize("look", ["classic", "chequered", "gnome", "night"])
def test_numbers_are_told_by_colour_and_shape(look):
    position = pictures.position(np.random.default_rng(5), 9, 12, 18)
    rows = ["".join({-1: ".", -2: "F"}.get(int(x), str(x)) for x in row) for row in position]
    assert {*"123F."} <= {*"".join(rows)}
    assert fields(state(*rows, look=look)) == rows


def test_a_number_that_is_impossible_is_in_doubt():
    found = read_fields(
        content(state("..1000", "..1000", "111000", "000000", "000007")), "minesweeper"
    )
    assert any(doubt.startswith("F5:") for doubt in found.doubts)


def test_a_digit_of_a_colour_unlike_those_of_its_shape_is_in_doubt():
    found = read_fields(content(pictures.DRAW["minesweeper"](3158).image), "minesweeper")
    assert found.doubts == ["D7: it may be 1 or 4"]


def test_ink_that_fills_its_field_is_like_no_digit():
    """Its shape is constant, so its correlation is undefined, even with itself."""
    with pytest.raises(InputError, match="covered fields cannot be told"):
        read_fields(content(pictures.DRAW["flowfree"](71009).image), "minesweeper")
    found = read_fields(content(pictures.DRAW["minesweeper"](71025).image), "minesweeper")
    assert [doubt.split(":")[0] for doubt in found.doubts] == ["D1"]  # it is covered


@pytest.mark.parametrize(
    ("program", "image", "written"),
    [
        ("flowfree", puzzle("AB..", "....", "..BA", "C..."), "AB../..../..BA/...."),
        ("minesweeper", state("..1000", "..1000", "111000", "000000", "000007"), "..1000/"),
    ],
)
def test_a_reading_in_doubt_is_written_to_be_corrected(program, image, written, tmp_path):
    path = tmp_path / "doubtful.png"
    path.write_bytes(content(image))
    shown = invoke(program, "convert", path, "--as", "rows")
    assert written in shown.stdout.replace("\n", "/")
    assert re.search(r"\b[A-F][1-5]: ", shown.stderr)


def test_a_field_under_the_pointer_is_no_further_colour():
    image = board()
    shade = pictures.mix(PALETTE[GRID[4, 3]], (255, 255, 255), 0.25)
    ImageDraw.Draw(image).rectangle((115, 145, 144, 174), fill=shade)
    assert [doubt.partition(":")[0] for doubt in read(image).doubts] == ["D5"]


@pytest.mark.parametrize("degrees", [4, 6])
def test_a_turned_picture_is_to_be_straightened(degrees):
    turned = board().rotate(degrees, Image.Resampling.BICUBIC, fillcolor="#eeeeee")
    with pytest.raises(InputError, match=f"about {degrees}°; straighten it"):
        read(turned)


def covered() -> pictures.Canvas:
    """Return 6×6 covered fields in the upper left of a page."""
    canvas = pictures.Canvas(np.random.default_rng(0), 8, 8, (30, 30), (40,) * 4)
    for r, c in np.ndindex(6, 6):
        canvas.draw.rectangle(canvas.box(r, c, 1), fill="#5b8fd9")
    return canvas


def test_open_fields_like_the_page_leave_the_ends_unclear():
    """Without lines between them, rows of open fields look like the page."""
    canvas = covered()
    for i in range(7):
        canvas.text(canvas.box(6, i), "1", (0, 0, 255), face=pictures.SANS)
        canvas.text(canvas.box(i, 6), "1", (0, 0, 255), face=pictures.SANS)
    with pytest.raises(InputError, match="cannot be told from open ones"):
        fields(canvas.image)


@pytest.mark.parametrize(("digit", "colour"), [("1", (0, 0, 255)), ("2", (0, 128, 0))])
def test_a_digit_beyond_the_lines_leaves_the_ends_unclear(digit, colour):
    canvas = covered()
    canvas.draw.rectangle(canvas.box(2, 2), fill=canvas.image.getpixel((0, 0)))
    canvas.text(canvas.box(2, 2), "3", (255, 0, 0), face=pictures.SANS)
    assert read_fields(content(canvas.image), "minesweeper").rows == 6
    canvas.text(canvas.box(6, 2), digit, colour, face=pictures.SANS)
    with pytest.raises(InputError, match="the ends of the board are unclear"):
        fields(canvas.image)


def test_every_reason_of_the_engine_has_words_in_the_command_and_on_the_page():
    root = Path(__file__).parents[1]
    sources = "".join(path.read_text() for path in root.glob("engine/picture/*.cpp"))
    codes = set(re.findall(r'(?:refused\(|unread = )"(\w+)"', sources))
    assert codes == table("common/unread.json").keys() >= ADVICE.keys()
