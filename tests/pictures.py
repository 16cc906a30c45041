"""Pictures of boards in the styles of many programs, drawn from a seed, with what they show."""

import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain

import matplotlib
import numpy as np
from PIL import Image, ImageDraw, ImageFont

Colour = tuple[int, int, int]

PALETTES = {
    "bright": "#ff0000 #ffff00 #00ff00 #3050ff #ff8000 #8000b0 #ffffff #7f7f7f",
    "web": "#e74c3c #f1c40f #2ecc71 #3498db #9b59b6 #e67e22 #1abc9c #34495e",
    "pastel": "#ffb3ba #ffdfba #ffffba #baffc9 #bae1ff #d9baff #ffc8e8 #c9c9ff",
    "soft": "#f28b82 #fbbc04 #fff475 #ccff90 #a7ffeb #cbf0f8 #aecbfa #d7aefb",
    "dark": "#5d1b1b #1b5d2a #1b2f5d #5d531b #451b5d #1b5d5d #333333 #5d371b",
    "game": "#605ca8 #46b1e2 #7e9d1e #f3f61d #dc4a20 #ed70a1 #b0b0b0 #222222",
    "solarized": "#b58900 #cb4b16 #dc322f #d33682 #6c71c4 #268bd2 #2aa198 #859900",
    "grey": "#000000 #333333 #666666 #999999 #cccccc #ffffff",
    "blues": "#03045e #0077b6 #00b4d8 #90e0ef #caf0f8 #023e8a",
    "colour-blind": "#000000 #e69f00 #56b4e9 #009e73 #f0e442 #0072b2 #d55e00 #cc79a7",
}

FLOWS = (
    "#ff0000 #008d00 #0c29fe #eae000 #fb8900 #00ffff #ff0ac9 #a52a2a #800080 #ffffff #9f9fbd "
    "#00ff00 #a18a51 #09199f #008080 #fe7cec"
)
"""The sixteen colours of Flow Free, blue and dark blue, grey and tan among them."""

FLOW_SHAPES = (
    *((5, 5), (6, 6), (7, 7), (8, 8), (9, 9)),
    *((10, 10), (14, 14), (5, 8), (14, 17), (12, 9)),
)

OCTAGON = (
    *((0.4, -1), (1, -0.4), (1, 0.4), (0.4, 1)),
    *((-0.4, 1), (-1, 0.4), (-1, -0.4), (-0.4, -1)),
)

SHAPES = (
    *((14, 14), (12, 12), (10, 10), (6, 6), (8, 8), (18, 18)),
    *((5, 8), (14, 17), (20, 12), (26, 26)),
)
"""The numbers of rows and columns of boards of Flood-It."""

BACKGROUNDS = "#ffffff #000000 #202124 #f5f5f5 #d6d6d6 #1e2a38 #faf8ef #bbada0 #3c4043 #e8f0fe"


def content(image: Image.Image) -> bytes:
    """Return a picture as a file."""
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def colours_of(text: str) -> list[Colour]:
    return [rgb(code) for code in text.split()]


def rgb(code: str) -> Colour:
    return tuple(bytes.fromhex(code[1:]))  # type: ignore[return-value]


def mix(a: Sequence[float], b: Sequence[float], share: float) -> Colour:
    return tuple(round(x + (y - x) * share) for x, y in zip(a, b, strict=True))  # type: ignore[return-value]


def font(size: float, face: str = "") -> ImageFont.FreeTypeFont:
    """Return Pillow's own font, or one of matplotlib's by its name."""
    if face:
        return ImageFont.truetype(
            f"{matplotlib.get_data_path()}/fonts/ttf/{face}.ttf", max(size, 5)
        )
    return ImageFont.load_default(max(size, 5))  # type: ignore[return-value]


@dataclass
class Canvas:
    """A picture in the making: a page with a board, whose fields are drawn one by one."""

    rng: np.random.Generator
    rows: int
    cols: int
    pitch: tuple[float, float]
    margin: tuple[int, int, int, int] = (20, 20, 20, 20)  # left, top, right, bottom
    page: Colour = (255, 255, 255)
    notes: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        width = round(self.cols * self.pitch[0]) + self.margin[0] + self.margin[2]
        height = round(self.rows * self.pitch[1]) + self.margin[1] + self.margin[3]
        self.image = Image.new("RGB", (width, height), self.page)
        self.draw = ImageDraw.Draw(self.image)

    def box(self, r: int, c: int, inset: float = 0) -> tuple[int, int, int, int]:
        """Return the first and the last pixel of a field, for Pillow's functions."""
        left, top = self.margin[:2]
        w, h = self.pitch
        return (
            round(left + c * w + inset),
            round(top + r * h + inset),
            round(left + (c + 1) * w - inset) - 1,
            round(top + (r + 1) * h - inset) - 1,
        )

    @property
    def board(self) -> tuple[int, int, int, int]:
        *start, _, _ = self.box(0, 0)
        *_, right, bottom = self.box(self.rows - 1, self.cols - 1)
        return (*start, right, bottom)  # type: ignore[return-value]

    def text(
        self, box: Sequence[float], text: str, colour: Colour, share: float = 0.7, face: str = ""
    ) -> None:
        """Write a text in the middle of a box; `share` of its height is the size."""
        x, y = (box[0] + box[2] + 1) / 2, (box[1] + box[3] + 1) / 2
        chosen = font(share * (box[3] - box[1] + 1), face)
        _, top, _, bottom = chosen.getbbox(text, anchor="ls")
        self.draw.text((x, y - (top + bottom) / 2), text, fill=colour, font=chosen, anchor="ms")


def picked(rng: np.random.Generator, items: Sequence) -> object:
    return items[int(rng.integers(len(items)))]


def margins(rng: np.random.Generator, pitch: tuple[float, float]) -> tuple[int, int, int, int]:
    """Return margins: none, some, or those of a page or a telephone."""
    kind = picked(rng, ["none", "some", "some", "page", "phone"])
    if kind == "none":
        return (0, 0, 0, 0)
    if kind == "some":
        return tuple(int(x) for x in rng.integers(4, 60, size=4))  # type: ignore[return-value]
    if kind == "phone":
        side = int(rng.integers(0, 12))
        return (side, int(rng.integers(80, 250)), side, int(rng.integers(80, 250)))
    return tuple(int(x) for x in rng.integers(60, 300, size=4))  # type: ignore[return-value]


def distractors(canvas: Canvas, palette: Sequence[Colour]) -> None:
    """Draw a palette, buttons, text and an advertisement where the margins leave room."""
    rng, draw = canvas.rng, canvas.draw
    left, top, right, bottom = canvas.board
    width, height = canvas.image.size
    light = sum(canvas.page) > 380
    ink = (40, 40, 40) if light else (220, 220, 220)
    if top > 50 and rng.random() < 0.8:
        draw.text((left + 3, 10), "Moves: 7 / 25", fill=ink, font=font(22))
        draw.text((left + 3, 36), "New game   Options   Help", fill=ink, font=font(11))
    if height - bottom > 70 and rng.random() < 0.8:
        size = picked(rng, [canvas.pitch[0], 40, 30])
        x, y = float(left), bottom + float(rng.integers(12, 24))
        gap = float(rng.integers(0, 12))
        shape = draw.rectangle if rng.random() < 0.6 else draw.ellipse
        for colour in palette:
            if x + size >= width:
                break
            shape((round(x), round(y), round(x + size) - 1, round(y + size) - 1), fill=colour)
            x += size + gap
        canvas.notes.append("palette below")
    elif left > 110 and rng.random() < 0.5:  # buttons in two columns, as LabPixies had them
        for i, colour in enumerate(palette):
            x, y = left - 100 + 46 * (i % 2), top + 46 * (i // 2)
            draw.ellipse((x, y, x + 38, y + 38), fill=colour, outline=mix(colour, (0, 0, 0), 0.5))
        canvas.notes.append("palette on the left")
    if width - right > 120 and rng.random() < 0.7:
        y = float(top)
        for label in ("Undo", "Hint", "Solve", "Share"):
            if y + 34 > height:
                break
            box = (right + 25, y, right + 105, y + 28)
            draw.rounded_rectangle(box, 5, fill=mix(canvas.page, (70, 120, 220), 0.7))
            canvas.text(box, label, (255, 255, 255), 0.5)
            y += 40
        canvas.notes.append("buttons")
    if left > 150 and rng.random() < 0.6:
        noise = rng.integers(0, 256, size=(9, 7, 3), dtype=np.uint8)
        photo = Image.fromarray(noise).resize((120, 160), Image.Resampling.BICUBIC)
        canvas.image.paste(photo, (12, top))
        canvas.notes.append("advertisement")
    if height - bottom > 130 and rng.random() < 0.6:
        for i in range(4):
            line = "Flood the board with one colour in as few moves as possible."[i * 7 :]
            draw.text((left, bottom + 75 + 14 * i), line, fill=ink, font=font(11))


def pointer(canvas: Canvas) -> None:
    """Draw a pointer somewhere on the board."""
    left, top, right, bottom = canvas.board
    x = float(canvas.rng.uniform(left, right))
    y = float(canvas.rng.uniform(top, bottom))
    shape = [(0, 0), (0, 16), (4, 12), (7, 18), (9, 17), (7, 11), (11, 11)]
    scale = min(1.0, min(canvas.pitch) / 32)
    points = [(x + scale * i, y + scale * j) for i, j in shape]
    canvas.draw.polygon(points, fill=(255, 255, 255), outline=(0, 0, 0))
    canvas.notes.append("pointer")


def finished(
    canvas: Canvas, smallest: float, *, scale: bool = True, chance: float = 0.35
) -> Image.Image:
    """Return the picture as it reaches a reader: scaled, dimmed, dithered, compressed."""
    rng, image = canvas.rng, canvas.image
    if rng.random() < 0.1:
        image = Image.blend(image, Image.new("RGB", image.size), float(rng.uniform(0.2, 0.55)))
        canvas.notes.append("dimmed")
    if scale and rng.random() < chance:
        factor = float(rng.uniform(max(0.4, smallest / min(canvas.pitch)), 2))
        how = picked(rng, [Image.Resampling.NEAREST, Image.Resampling.BILINEAR,
                           Image.Resampling.LANCZOS])  # fmt: skip
        size = (max(round(image.width * factor), 1), max(round(image.height * factor), 1))
        image = image.resize(size, how)  # type: ignore[arg-type]
        canvas.notes.append(f"scaled {factor:.2f} {how}")
    if rng.random() < 0.08:
        image = image.quantize(int(rng.integers(48, 257))).convert("RGB")
        canvas.notes.append("dithered")
    if rng.random() < 0.3:
        quality = int(rng.integers(55, 96))
        file = io.BytesIO()
        image.save(file, "JPEG", quality=quality)
        image = Image.open(file).convert("RGB")
        canvas.notes.append(f"JPEG {quality}")
    return image


@dataclass
class Drawn:
    """A picture and what it shows: a symbol for each field."""

    image: Image.Image
    rows: list[str]
    notes: list[str]


def tile(canvas: Canvas, box: Sequence[int], colour: Colour, style: str) -> None:
    """Draw a field in one colour: flat, rounded, with a gradient, or as a gem."""
    x0, y0, x1, y1 = box
    w, h = x1 - x0 + 1, y1 - y0 + 1
    draw = canvas.draw
    if style == "rounded":
        draw.rounded_rectangle(box, 0.2 * min(w, h), fill=colour)
    elif style == "gradient":
        for y in range(y0, y1 + 1):
            shade = mix(
                mix(colour, (255, 255, 255), 0.22), mix(colour, (0, 0, 0), 0.18), (y - y0) / h
            )
            draw.line((x0, y, x1, y), fill=shade)
    elif style == "bevel":
        draw.rectangle(box, fill=colour)
        edge = max(round(0.1 * w), 1)
        for i in range(edge):
            bright, dark = mix(colour, (255, 255, 255), 0.5), mix(colour, (0, 0, 0), 0.35)
            draw.line((x0 + i, y1 - i, x0 + i, y0 + i, x1 - i, y0 + i), fill=bright)
            draw.line((x0 + i, y1 - i, x1 - i, y1 - i, x1 - i, y0 + i), fill=dark)
    elif style == "gem":
        draw.rectangle(box, fill=mix(colour, (0, 0, 0), 0.25))
        cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
        rx, ry = 0.42 * w, 0.42 * h
        corners = [(cx + rx * a, cy + ry * b) for a, b in OCTAGON]
        for i in range(8):
            share = (0.45, 0.25, 0, 0.15, 0.3, 0.1, 0.2, 0.5)[i]
            shade = mix(colour, (255, 255, 255) if i in (0, 6, 7, 1) else (0, 0, 0), share)
            draw.polygon([(cx, cy), corners[i - 1], corners[i]], fill=shade)
        draw.ellipse((cx - 0.25 * w, cy - 0.25 * h, cx + 0.25 * w, cy + 0.25 * h), fill=colour)
    else:
        draw.rectangle(box, fill=colour)


def floodit(seed: int) -> Drawn:
    """Draw a board of Flood-It."""
    rng = np.random.default_rng([seed, 1])
    rows, cols = picked(rng, SHAPES)
    name = str(picked(rng, list(PALETTES)))
    palette = colours_of(PALETTES[name])
    k = int(rng.integers(3, min(len(palette), 8) + 1))
    palette = [palette[i] for i in rng.permutation(len(palette))[:k]]
    colour = rng.integers(k, size=(rows, cols))
    if rng.random() < 0.4:  # a game in progress: the flooded area
        flooded = {(0, 0)}
        for _ in range(int(rng.integers(1, rows * cols // 2))):
            r, c = sorted(flooded)[int(rng.integers(len(flooded)))]
            dr, dc = ((0, 1), (1, 0), (0, -1), (-1, 0))[int(rng.integers(4))]
            if 0 <= r + dr < rows and 0 <= c + dc < cols:
                flooded.add((r + dr, c + dc))
        for r, c in flooded:
            colour[r, c] = colour[0, 0]
    size = float(rng.uniform(14, 46))
    square = rng.random() < 0.75
    pitch = (size, size if square else size * float(rng.uniform(0.7, 1.4)))
    if rng.random() < 0.5:
        pitch = (float(round(pitch[0])), float(round(pitch[1])))
    style = str(picked(rng, ["flat", "flat", "flat", "rounded", "gradient", "bevel", "gem"]))
    gap = (
        float(picked(rng, [0, 0, 0.5, 1, 2]))
        if style != "rounded"
        else float(rng.uniform(0.5, 2.5))
    )
    page = picked(rng, colours_of(BACKGROUNDS))
    canvas = Canvas(rng, rows, cols, pitch, margins(rng, pitch), page)  # type: ignore[arg-type]
    canvas.notes += [
        f"{rows}x{cols}",
        f"k={k}",
        name,
        style,
        f"gap {gap}",
        f"pitch {pitch}",
        f"page {page}",
    ]
    x0, y0, x1, y1 = canvas.board
    behind = canvas.page if rng.random() < 0.5 else (90, 90, 90)
    if gap:
        canvas.draw.rectangle(canvas.board, fill=behind)
    if rng.random() < 0.3 and min(canvas.margin) >= 3:
        canvas.draw.rectangle((x0 - 3, y0 - 3, x1 + 3, y1 + 3), fill=(60, 60, 60))
        if gap:
            canvas.draw.rectangle(canvas.board, fill=behind)
        canvas.notes.append("frame")
    for r in range(rows):
        for c in range(cols):
            tile(canvas, canvas.box(r, c, gap), palette[colour[r, c]], style)
    if not gap and rng.random() < 0.25:  # lines only between different colours
        for r in range(rows):
            for c in range(cols):
                a, b, a1, b1 = canvas.box(r, c)
                if c and colour[r, c] != colour[r, c - 1]:
                    canvas.draw.line((a, b, a, b1 + 1), fill=(0, 0, 0))
                if r and colour[r, c] != colour[r - 1, c]:
                    canvas.draw.line((a, b, a1 + 1, b), fill=(0, 0, 0))
        canvas.notes.append("lines")
    distractors(canvas, palette)
    if rng.random() < 0.2:
        lit(canvas, colour, palette, gap, style)
    elif rng.random() < 0.15:
        pointer(canvas)
    image = finished(canvas, 9)
    return Drawn(image, ["".join("0123456789"[x] for x in row) for row in colour], canvas.notes)


def lit(
    canvas: Canvas, colour: np.ndarray, palette: Sequence[Colour], gap: float, style: str
) -> None:
    """Draw the field under the pointer lighter, or mark the first one."""
    rng = canvas.rng
    r, c = (int(rng.integers(length)) for length in colour.shape)
    if rng.random() < 0.5:
        shade = mix(palette[colour[r, c]], (255, 255, 255), float(rng.uniform(0.12, 0.4)))
        tile(canvas, canvas.box(r, c, gap), shade, style)
        canvas.notes.append(f"lit {r},{c}")
    else:
        x0, y0, x1, y1 = canvas.box(0, 0)
        reach = 0.15 * (x1 - x0)
        box = ((x0 + x1) / 2 - reach, (y0 + y1) / 2 - reach,
               (x0 + x1) / 2 + reach, (y0 + y1) / 2 + reach)  # fmt: skip
        canvas.draw.ellipse(box, fill=picked(rng, [(0, 0, 0), (255, 255, 255)]))
        canvas.notes.append("start marked")


def pairs(rng: np.random.Generator, rows: int, cols: int, k: int) -> np.ndarray:
    """Return a board of Flow Free with k pairs at random places; -1 is a free cell."""
    grid = np.full(rows * cols, -1)
    grid[rng.permutation(rows * cols)[: 2 * k]] = np.repeat(np.arange(k), 2)
    return grid.reshape(rows, cols)


def flowfree(seed: int) -> Drawn:
    """Draw a puzzle of Flow Free."""
    rng = np.random.default_rng([seed, 2])
    rows, cols = picked(rng, FLOW_SHAPES)
    k = int(rng.integers(3, min(16, rows * cols // 5) + 1))
    palette = colours_of(FLOWS)
    if rng.random() < 0.5:
        palette = [palette[i] for i in rng.permutation(16)]
    light = rng.random() < 0.35
    if light:  # white does not show
        palette.remove((255, 255, 255))
    k = min(k, len(palette))
    if rng.random() < 0.4:  # a row and a column at the edge without any disc
        k = min(k, (rows - 1) * (cols - 1) // 3)
        grid = np.pad(pairs(rng, rows - 1, cols - 1, k), ((1, 0), (0, 1)), constant_values=-1)
    else:
        grid = pairs(rng, rows, cols, k)
    size = float(rng.uniform(22, 60))
    pitch = (size, size)
    if rng.random() < 0.5:
        pitch = (float(round(size)), float(round(size)))
    pages = "#ffffff #f4f4f4 #e6e6e6" if light else "#000000 #0b0b0b #202124 #1e2a38"
    page = picked(rng, colours_of(pages))
    canvas = Canvas(rng, rows, cols, pitch, margins(rng, pitch), page)
    style = str(picked(rng, ["lines", "lines", "tiles", "chequered"]))
    radius = float(rng.uniform(0.27, 0.43))
    letters = size > 30 and rng.random() < 0.2
    canvas.notes += [f"{rows}x{cols}", f"k={k}", style, f"radius {radius:.2f}", f"pitch {pitch}"]
    ink = (120, 110, 60) if not light else (170, 170, 170)
    field_colour = mix(page, (128, 128, 128), 0.22)
    if letters:
        canvas.notes.append("letters")
    x0, y0, x1, y1 = canvas.board
    width = max(round(size * float(rng.uniform(0.02, 0.06))), 1)
    for r in range(rows):
        for c in range(cols):
            box = canvas.box(r, c)
            if style == "tiles":
                inset = canvas.box(r, c, 0.04 * size + 0.5)
                canvas.draw.rounded_rectangle(inset, 0.1 * size, fill=field_colour)
            elif style == "chequered":
                share = 0.22 if (r + c) % 2 else 0.12
                canvas.draw.rectangle(box, fill=mix(page, (128, 128, 128), share))
    if style == "lines":
        for r in range(rows + 1):
            y = min(canvas.box(r, 0)[1], canvas.image.height - 1) if r < rows else y1
            canvas.draw.line((x0, y, x1, y), fill=ink, width=width)
        for c in range(cols + 1):
            x = canvas.box(0, c)[0] if c < cols else x1
            canvas.draw.line((x, y0, x, y1), fill=ink, width=width)
    if rng.random() < 0.25:
        drawn_flows(canvas, grid, palette, float(rng.uniform(0.22, 0.34)))
    for (r, c), label in np.ndenumerate(grid):
        if label < 0:
            continue
        a, b, a1, b1 = canvas.box(r, c)
        cx, cy = (a + a1) / 2, (b + b1) / 2
        reach = radius * size
        canvas.draw.ellipse((cx - reach, cy - reach, cx + reach, cy + reach), fill=palette[label])
        if letters:
            dark = sum(palette[label]) > 380
            shade = (0, 0, 0) if dark else (255, 255, 255)
            canvas.text((a, b, a1, b1), "ABCDEFGHIJKLMNOP"[label], shade, 0.4)
    distractors(canvas, palette[:6])
    if rng.random() < 0.1:
        pointer(canvas)
    image = finished(canvas, 16)
    rows_ = ["".join("." if x < 0 else "ABCDEFGHIJKLMNOP"[x] for x in row) for row in grid]
    return Drawn(image, rows_, canvas.notes)


def drawn_flows(canvas: Canvas, grid: np.ndarray, palette: Sequence[Colour], width: float) -> None:
    """Draw flows that a player has begun, with their fields tinted."""
    rng = canvas.rng
    rows, cols = grid.shape
    taken = {(int(r), int(c)) for r, c in np.argwhere(grid >= 0)}
    started = rng.permutation(int(grid.max()) + 1)[: int(rng.integers(1, 4))]
    tint = rng.random() < 0.5
    for label in started:
        path = [tuple(map(int, np.argwhere(grid == label)[0]))]
        for _ in range(int(rng.integers(1, 8))):
            r, c = path[-1]
            steps = [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
            steps = [s for s in steps if s not in taken and 0 <= s[0] < rows and 0 <= s[1] < cols]
            if not steps:
                break
            path.append(steps[int(rng.integers(len(steps)))])
            taken.add(path[-1])
        middles = []
        for r, c in path:
            a, b, a1, b1 = canvas.box(r, c)
            middles.append(((a + a1) / 2, (b + b1) / 2))
            if tint:
                field = canvas.image.getpixel(((a + a1) // 2, (b + b1) // 2))
                shade = mix(field, palette[label], 0.25)
                canvas.draw.rectangle((a + 2, b + 2, a1 - 1, b1 - 1), fill=shade)
        thick = width * canvas.pitch[0]
        canvas.draw.line(middles, fill=palette[label], width=round(thick), joint="curve")
        x, y = middles[-1]
        end = (x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2)
        canvas.draw.ellipse(end, fill=palette[label])
    canvas.notes.append("flows" + (" tinted" if tint else ""))


CLASSIC = "#0000ff #008000 #ff0000 #000080 #800000 #008080 #000000 #808080"
GOOGLE = "#1976d2 #388e3c #d32f2f #7b1fa2 #ff8f00 #0097a7 #424242 #9e9e9e"
NIGHT = "#7cc7ff #66c266 #ff7788 #ee88ff #ddaa22 #66cccc #999999 #d0d8e0"
KDE = "#0000ff #008800 #ee0000 #9900aa #aa4400 #007788 #222222 #777777"


@dataclass(frozen=True)
class Look:
    """How a program draws Minesweeper: colours, sides of fields in pixels, and what is around."""

    covered: str
    opened: str
    inks: str
    sizes: Sequence[float]
    fonts: Sequence[str]
    share: float = 0.75  # of the height of a field that is a digit's size
    bevel: float = 0  # of the side of covered fields; negative for one that is shaded all over
    line: str = ""  # the colour of lines between open fields
    gap: float = 0  # between fields, as a share of the pitch
    radius: float = 0  # of rounded corners, likewise
    head: str = ""  # "led", "bar" or "window"
    flag: str = "pole"  # "pole", "mark" (a coloured triangle without a pole) or "one" (one colour)
    page: str = "#c0c0c0"
    backs: str = ""  # the colours of open fields by their number
    aliased: bool = False


SANS, MONO, SERIF = "DejaVuSans-Bold", "DejaVuSansMono-Bold", "DejaVuSerif-Bold"

MINES = {
    "classic": Look("#c0c0c0", "#c0c0c0", CLASSIC, (16, 16, 20, 24, 32), (SANS, MONO), 0.8, 0.13,
                    "#808080", head="window", aliased=True),
    "online": Look("#c6c6c6", "#c6c6c6", CLASSIC, (24, 22, 20, 18, 28, 36), (SANS, SERIF), 0.85,
                   0.12, "#7b7b7b", head="led", page="#ffffff"),
    "light": Look("#e5e5e5", "#dadada", CLASSIC, (20, 32, 25, 16), ("DejaVuSans", SANS), 0.7, 0.1,
                  "#a4a4a4", page="#e5e5e5"),
    "chequered": Look("#aad751 #a2d149", "#e5c29f #d7b899", GOOGLE, (25, 30, 45, 34.5),
                      ("", SANS), 0.75, head="bar", flag="mark", page="#4a752c"),
    "gnome": Look("#babdb6", "#dededc", "#3d3d3d", (30, 34.3, 40, 24), (SANS, ""), 0.6, gap=0.05,
                  line="", page="#f6f5f4", head="bar", backs="#dededc #ddfac3 #ecedbf #eddab4 "
                  "#edc38a #f7a1a2 #fea785 #ff7d60 #ff323c"),
    "seven": Look("#4d6fd0", "#c9d3e8", "#414fbd #206602 #ab0409 #02047f #7d0301 #087a7e #a5060c "
                  "#a80b07", (18, 22.7, 28), (SANS, SERIF), 0.75, -0.2, "#8494b8", head="window",
                  page="#dbe7f4"),
    "night": Look("#4c545c", "#384048", NIGHT, (24, 20, 30), (SANS, ""), 0.75, 0.1, "#22262a",
                  head="led", page="#202124"),
    "phone": Look("#5b8fd9", "#e9eef6", KDE, (36, 40, 31.4), ("", SANS), 0.62, gap=0.04,
                  radius=0.18, head="bar", flag="mark", page="#ffffff"),
    "material": Look("#d0bcff", "#1c1b1f", "#e6e1e5", (38, 44), ("",), 0.6, gap=0.06, radius=0.2,
                     head="bar", flag="one", page="#1c1b1f"),
}  # fmt: skip

HELD_OUT = {
    "kde": Look("#9aa7b4", "#eceff1", KDE, (27, 31.5, 36), ("STIXGeneralBol", "cmb10"), 0.85, -0.25,
                "#c0c8cf", head="bar", page="#d9dde0"),
    "arbiter": Look("#c0c0c0", "#c0c0c0", CLASSIC, (15.84, 16, 18, 21), ("STIXGeneralBol", SERIF),
                    0.95, 0.14, "#808080", head="led", page="#f0f0f0"),
    "flat": Look("#8ea9c8", "#f7f7f7", CLASSIC, (26, 33.3, 40), ("cmss10", SANS), 0.8,
                 line="#d5d5d5", head="bar", flag="mark", page="#fafafa"),
    "green": Look("#8ccf4d #80c342", "#f2e5c2 #e8d9b0", GOOGLE, (28, 41.25), (MONO, "cmb10"), 0.7,
                  head="bar", page="#3f6b2a"),
    "one ink": Look("#7d8794", "#e4e4e4", "#202020", (24, 32), (SERIF, MONO), 0.7, 0.08, "#b0b0b0",
                    flag="one", page="#eeeeee"),
    "slate": Look("#3b4252", "#2e3440", "#81a1c1 #a3be8c #bf616a #b48ead #d08770 #88c0d0 #e5e9f0 "
                  "#4c566a", (25, 32.6), (SANS, MONO), 0.7, gap=0.04, head="bar", flag="mark",
                  page="#242933"),
    "large": Look("#bdbdbd", "#bdbdbd", CLASSIC, (40, 48), (MONO, SANS), 0.9, 0.11, "#7b7b7b",
                  head="led", page="#bdbdbd"),
}  # fmt: skip
"""Looks that no threshold was chosen by."""

MINE_SHAPES = ((9, 9, 10), (16, 16, 40), (16, 30, 99), (8, 8, 10), (14, 18, 40), (20, 12, 40))
"""The numbers of rows, columns and mines of boards of Minesweeper."""


def position(rng: np.random.Generator, rows: int, cols: int, mines: int) -> np.ndarray:
    """Return a state of a game: numbers, -1 for covered fields, -2 for flags."""
    mined = np.zeros(rows * cols, bool)
    mined[rng.permutation(rows * cols)[:mines]] = True
    mined = mined.reshape(rows, cols)
    padded = np.pad(mined, 1).astype(int)
    windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3))
    number = windows.sum(axis=(2, 3)) - mined
    state = np.full((rows, cols), -1)
    for _ in range(int(rng.integers(2, 12))):
        safe = np.argwhere(~mined & (state == -1))
        if len(safe) < 2:
            break
        zeros = [tuple(x) for x in safe if number[tuple(x)] == 0]
        choice = zeros if zeros and rng.random() < 0.5 else [tuple(x) for x in safe]
        todo = [choice[int(rng.integers(len(choice)))]]
        while todo:
            r, c = todo.pop()
            if state[r, c] != -1:
                continue
            state[r, c] = number[r, c]
            if number[r, c] == 0:
                near = [(a, b) for a in (r - 1, r, r + 1) for b in (c - 1, c, c + 1)]
                todo += [(a, b) for a, b in near if 0 <= a < rows and 0 <= b < cols]
    flags = np.argwhere(mined)[rng.random(int(mined.sum())) < 0.3]
    state[flags[:, 0], flags[:, 1]] = -2
    return state


def flag(canvas: Canvas, box: Sequence[int], kind: str = "pole", ink: Colour = (0, 0, 0)) -> None:
    """Draw a flag; `ink` is that of flags in one colour."""
    x0, y0, x1, y1 = box
    w, h = x1 - x0 + 1, y1 - y0 + 1
    at = lambda x, y: (x0 + x * w, y0 + y * h)  # noqa: E731
    cloth, pole = {"one": (ink, ink), "mark": ((226, 62, 40), (226, 62, 40))}.get(
        kind, ((230, 20, 20), (20, 20, 20))
    )
    canvas.draw.polygon([at(0.55, 0.2), at(0.55, 0.52), at(0.22, 0.36)], fill=cloth)
    canvas.draw.rectangle((*at(0.52, 0.2), *at(0.58, 0.75)), fill=pole)
    if kind != "mark":
        canvas.draw.rectangle((*at(0.3, 0.72), *at(0.72, 0.8)), fill=pole)


def square(canvas: Canvas, r: int, c: int, look: Look, value: int) -> None:
    """Draw a field of Minesweeper without its content."""
    draw, unit = canvas.draw, canvas.pitch[0]
    box = canvas.box(r, c, look.gap * unit / 2)
    x0, y0, x1, y1 = box
    shades = colours_of(look.covered if value < 0 else look.opened)
    colour = shades[(r + c) % len(shades)]
    if value >= 0 and look.backs:
        colour = colours_of(look.backs)[value]
    bright, dark = mix(colour, (255, 255, 255), 0.85), mix(colour, (0, 0, 0), 0.35)
    if look.radius:
        draw.rounded_rectangle(box, look.radius * unit, fill=colour)
    elif value < 0 and look.bevel < 0:  # glossy
        for y in range(y0, y1 + 1):
            place = (y - y0) / (y1 - y0 + 1)
            draw.line((x0, y, x1, y), fill=mix(mix(colour, bright, -look.bevel), colour, place))
        draw.rectangle(box, outline=dark)
    else:
        draw.rectangle(box, fill=colour)
    if value < 0 and look.bevel > 0:
        for i in range(max(round(look.bevel * unit), 1)):
            draw.line((x0 + i, y1 - i, x0 + i, y0 + i, x1 - i, y0 + i), fill=bright)
            draw.line((x0 + i + 1, y1 - i, x1 - i, y1 - i, x1 - i, y0 + i), fill=dark)
    elif value >= 0 and look.line:
        draw.line((x0, y1, x0, y0, x1, y0), fill=rgb(look.line))


def counter(canvas: Canvas, x: float, y: float, text: str, height: float) -> None:
    """Draw a counter of light-emitting diodes."""
    width = 0.6 * height
    canvas.draw.rectangle((x, y, x + width * len(text), y + height), fill=(0, 0, 0))
    for i, digit in enumerate(text):
        lit = "1110111 0010010 1011101 1011011 0111010 1101011 1101111 1010010 1111111 1111011"
        a, b = x + width * (i + 0.15), x + width * (i + 0.85)
        u, v, w = y + 0.08 * height, y + 0.5 * height, y + 0.92 * height
        sides = ((a, u, b, u), (a, u, a, v), (b, u, b, v), (a, v, b, v), (a, v, a, w),
                 (b, v, b, w), (a, w, b, w))  # fmt: skip
        for on, side in zip(lit.split()[int(digit)], sides, strict=True):
            colour = (255, 0, 0) if on == "1" else (110, 0, 0)
            canvas.draw.line(side, fill=colour, width=max(round(0.1 * height), 2))


def surroundings(canvas: Canvas, look: Look) -> None:
    """Draw what a program has above the board, and its frame."""
    draw, unit = canvas.draw, canvas.pitch[0]
    x0, y0, x1, y1 = canvas.board
    width = canvas.image.width
    height = min(1.4 * unit, 40)
    if look.head in ("led", "window"):
        y = y0 - height - 14
        for i in range(3):
            draw.rectangle(
                (x0 - 3 + i, y0 - 3 + i, x1 + 3 - i, y1 + 3 - i), outline=(128, 128, 128)
            )
        counter(canvas, x0 + 5, y, "010", height)
        counter(canvas, x1 - 5 - 1.8 * height, y, "123", height)
        x = (x0 + x1) / 2
        draw.rectangle((x - height / 2, y, x + height / 2, y + height), outline=(90, 90, 90))
        face = (x - 0.35 * height, y + 0.15 * height, x + 0.35 * height, y + 0.85 * height)
        draw.ellipse(face, fill=(255, 255, 0), outline=(0, 0, 0))
    if look.head == "window":
        draw.rectangle((0, 0, width, 22), fill=(0, 84, 227))
        draw.text((6, 4), "Minesweeper", fill=(255, 255, 255), font=font(13))
        draw.text((6, 26), "Game  Help", fill=(0, 0, 0), font=font(12))
    elif look.head == "bar":
        draw.rectangle((0, 0, width, 26), fill=mix(canvas.page, (90, 90, 90), 0.3))
        draw.text((8, 5), "12:34", fill=(240, 240, 240), font=font(14))
        flag(canvas, (x0 + 4, y0 - 44, x0 + 34, y0 - 14))
        draw.text((x0 + 40, y0 - 40), "40", fill=(200, 200, 200), font=font(20))
        draw.text(((x0 + x1) / 2, y0 - 40), "2:05", fill=(200, 200, 200), font=font(20))


def mines_in(looks: dict[str, Look], seed: int) -> Drawn:
    """Draw a state of Minesweeper in one of some looks."""
    rng = np.random.default_rng([seed, 3])
    rows, cols, mines = picked(rng, MINE_SHAPES)
    name = str(picked(rng, list(looks)))
    look = looks[name]
    size = float(picked(rng, look.sizes))
    around = [int(x) for x in rng.integers(6, 60, size=4)]
    if look.head:
        around[1] += 90
    if look.head == "bar" and rng.random() < 0.5:  # a telephone
        around = [4, int(rng.integers(120, 300)), 4, int(rng.integers(120, 300))]
    page = rgb(look.page)
    canvas = Canvas(rng, rows, cols, (size, size), tuple(around), page)  # type: ignore[arg-type]
    face = str(picked(rng, look.fonts))
    canvas.notes += [f"{rows}x{cols}", name, f"pitch {size:.2f}", face]
    state = position(rng, rows, cols, mines)
    draw_state(canvas, state, look, face)
    surroundings(canvas, look)
    if not look.head:
        distractors(canvas, colours_of(look.inks)[:6])
    if rng.random() < 0.1:
        pointer(canvas)
    image = finished(canvas, 15, chance=0.2)
    text = {-1: ".", -2: "F"}
    lines = ["".join(text.get(int(x), str(x)) for x in row) for row in state]
    return Drawn(image, lines, canvas.notes)


def draw_state(canvas: Canvas, state: np.ndarray, look: Look, face: str) -> None:
    """Draw the fields of a state: numbers, -1 for covered fields, -2 for flags."""
    inks = colours_of(look.inks)
    canvas.draw.fontmode = "1" if look.aliased and canvas.pitch[0] < 25 else "L"
    for (r, c), value in np.ndenumerate(state):
        square(canvas, r, c, look, value)
        box = canvas.box(r, c)
        if value > 0:
            ink = inks[(value - 1) % len(inks)]
            canvas.text(box, str(value), ink, look.share, face)
        elif value == -2:
            flag(canvas, box, look.flag, inks[0] if look.flag == "one" else (0, 0, 0))
    canvas.draw.fontmode = "L"
    if " " in look.covered:  # a dark line around the open area
        for (r, c), value in np.ndenumerate(state):
            x0, y0, x1, y1 = canvas.box(r, c)
            if c and (value < 0) != (state[r, c - 1] < 0):
                canvas.draw.line((x0, y0, x0, y1), fill=(135, 175, 58), width=2)
            if r and (value < 0) != (state[r - 1, c] < 0):
                canvas.draw.line((x0, y0, x1, y0), fill=(135, 175, 58), width=2)


def minesweeper(seed: int) -> Drawn:
    """Draw a state of Minesweeper."""
    return mines_in(MINES, seed)


DRAW: dict[str, Callable[[int], Drawn]] = {
    "floodit": floodit,
    "flowfree": flowfree,
    "minesweeper": minesweeper,
}

KEPT: dict[str, Callable[[int], Drawn]] = {
    "floodit": lambda seed: floodit(seed + 10**6),
    "flowfree": lambda seed: flowfree(seed + 10**6),
    "minesweeper": lambda seed: mines_in(HELD_OUT, seed),
}
"""Pictures that no threshold was chosen by: other seeds and, of Minesweeper, other looks."""


def same(game: str, fields: Sequence[Sequence[int]], drawn: Sequence[str]) -> bool:
    """Return whether fields are those that were drawn; colours may be numbered differently."""
    if game == "minesweeper":
        return ["".join({-1: ".", -2: "F"}.get(x, str(x)) for x in row) for row in fields] == drawn

    def canonical(labels: Iterable, free: object) -> list:
        numbers = {free: -1}
        return [numbers.setdefault(x, len(numbers)) for x in labels]

    return canonical(chain(*fields), -1) == canonical("".join(drawn), ".")
