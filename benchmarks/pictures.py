"""How many pictures of boards are read rightly, with doubts, wrongly, or not at all.

    python benchmarks/pictures.py [--count N] [--first SEED] [--cores N] [--screenshots N]
                                  [--spoilt N] [--kept] [GAME ...]

Pictures of each GAME (floodit, flowfree, minesweeper; by default all) are drawn by
``tests/pictures.py`` from the seeds SEED, SEED + 1, …; wrong ones are named by their seed. With
--kept, they are those that no threshold was chosen by. With --screenshots N, sgt-flood and
sgt-mines also draw N boards of each of six sizes, with fields of several sizes (Debian: ``apt-get
install sgt-puzzles xvfb``). With --spoilt N, those of
the first N pictures that are read are spoilt in five ways, so that they must not be read: `SPOIL`.

read      without a mistake and without a doubt
doubt     with doubts, which are named
refused   with one sentence
wrong     with a mistake but without a doubt
"""

import argparse
import io
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests import pictures

from puzzlesat.common.errors import InputError
from puzzlesat.common.picture import Fields, read_fields
from puzzlesat.floodit.formats.formats import FORMATS
from puzzlesat.minesweeper.board.game import Game
from puzzlesat.minesweeper.formats.formats import BOARDS

SIZES = {
    "floodit": ("12x12c6m0", "8x8c4m0", "14x14c6m0", "20x15c5m0", "6x9c3m0", "16x16c6m0"),
    "minesweeper": ("30x16n99", "9x9n10", "16x16n40", "9x9n35", "14x17n40", "24x20n99"),
}
"""The parameters of the boards that the other programs generate."""

PROGRAMS = {"floodit": "/usr/games/sgt-flood", "minesweeper": "/usr/games/sgt-mines"}

PITCHES = (20, 32, 16, 25, 48)
"""The widths of fields in screenshots, in pixels; the programs' own are 32 and 20."""


def generated(game: str, size: str, count: int, seed: str = "1") -> list[str]:
    """Return the IDs of random boards of a size."""
    command = [PROGRAMS[game], "--generate", str(count), f"{size}#{seed}"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()


def drawing(game: str, game_id: str, pixels: int = 20) -> bytes:
    """Return the picture that the other program draws; raise an error if it refuses the ID.

    `pixels` is the width of a field.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "a.png")
        command = ["xvfb-run", "-a", PROGRAMS[game], "--screenshot", path, game_id]
        size = {f"{PROGRAMS[game][-5:].upper()}_TILESIZE": str(pixels)}
        subprocess.run(command, check=True, capture_output=True, env=os.environ | size)
        return path.read_bytes()


def verdict(game: str, content: bytes, rows: list[str]) -> str:
    """Compare the reading of a picture with what it shows."""
    try:
        found = read_fields(content, game)
    except InputError:
        return "refused"
    if found.doubts:
        return "doubt"
    shape = (len(rows), len(rows[0]))  # of a board; there is none in a spoilt picture
    right = (found.rows, found.cols) == shape and pictures.same(game, found.fields, "".join(rows))
    return "read" if right else "wrong"


def drawn(game: str, kept: bool, seed: int) -> str:
    """Return the verdict on the picture of a seed."""
    picture = (pictures.KEPT if kept else pictures.DRAW)[game](seed)
    return verdict(game, png(picture.image), picture.rows)


def screenshots(game: str, count: int) -> Iterator[tuple[bytes, list[str]]]:
    """Yield screenshots of another program, and what they show."""
    for size in SIZES[game]:
        for i, game_id in enumerate(generated(game, size, count)):
            pixels = PITCHES[i % len(PITCHES)]
            yield drawing(game, game_id, pixels), shown(game, game_id)


def shown(game: str, game_id: str) -> list[str]:
    """Return the rows that the picture of a game ID shows."""
    if game == "floodit":
        return FORMATS.parse_single(game_id).text.split("/")
    board = BOARDS.parse_single(game_id)
    mined = frozenset(board.mined)
    played = Game(board.rows, board.cols, len(mined), (), mined)
    played.uncover(board.first)
    return played.state().lines


def blank(rng: np.random.Generator, image: Image.Image, found: Fields) -> Image.Image | None:
    """Return a page with text, buttons, a palette and photographs, but without a board."""
    page = pictures.colours_of(pictures.BACKGROUNDS)[int(rng.integers(10))]
    canvas = pictures.Canvas(rng, 10, 10, (30, 30), (180, 120, 180, 220), page)
    pictures.distractors(canvas, pictures.colours_of(pictures.PALETTES["web"]))
    if rng.random() < 0.5:
        noise = rng.integers(0, 256, size=(12, 12, 3), dtype=np.uint8)
        photo = Image.fromarray(noise).resize((300, 300), Image.Resampling.BICUBIC)
        canvas.image.paste(photo, (180, 120))
    return canvas.image


def cut(rng: np.random.Generator, image: Image.Image, found: Fields) -> Image.Image | None:
    """Cut the board off, through the fields of a row or column."""
    box = [0.0, 0.0, *image.size]
    side = int(rng.integers(4))
    fields = found.rows if side % 2 else found.cols
    start, pitch = (found.top, found.pitch_y) if side % 2 else (found.left, found.pitch_x)
    place = int(rng.integers(1, fields // 2)) + float(rng.uniform(0.3, 0.7))
    box[side] = start + pitch * (place if side < 2 else fields - place)
    return image.crop([round(x) for x in box])


def covered(rng: np.random.Generator, image: Image.Image, found: Fields) -> Image.Image | None:
    """Lay a dialogue over the board."""
    width, height = found.cols * found.pitch_x, found.rows * found.pitch_y
    w, h = (float(rng.uniform(0.35, 0.7)) * x for x in (width, height))
    x, y = (
        found.left + float(rng.uniform(0, width - w)),
        found.top + float(rng.uniform(0, height - h)),
    )
    colour = [(255, 255, 255), (40, 40, 44), (238, 228, 218)][int(rng.integers(3))]
    ink = (20, 20, 20) if sum(colour) > 380 else (240, 240, 240)
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((x, y, x + w, y + h), 6, fill=colour, outline=ink)
    size = min(w / 9, h / 4)
    draw.text((x + w / 2, y + h / 3), "Congratulations!", ink, pictures.font(size), anchor="mm")
    draw.rounded_rectangle(
        (x + w / 3, y + h * 0.6, x + w * 2 / 3, y + h * 0.85), 4, fill=(50, 110, 220)
    )
    return image


def several(rng: np.random.Generator, image: Image.Image, found: Fields) -> Image.Image | None:
    """Show the board twice, side by side or one below the other."""
    gap = int(rng.integers(15, 60))
    below = bool(rng.integers(2))
    step = (0, image.height + gap) if below else (image.width + gap, 0)
    both = Image.new("RGB", (image.width + step[0], image.height + step[1]), image.getpixel((0, 0)))
    both.paste(image, (0, 0))
    both.paste(image.transpose(Image.Transpose.ROTATE_180), step)
    return both


def ended(rng: np.random.Generator, image: Image.Image, found: Fields) -> Image.Image | None:
    """Finish the game: one colour, flows that fill the board, or all mines shown."""

    def box(f: int) -> tuple[int, int, int, int]:
        r, c = divmod(f, found.cols)
        x, y = found.left + c * found.pitch_x, found.top + r * found.pitch_y
        return round(x), round(y), round(x + found.pitch_x), round(y + found.pitch_y)

    n = len(found.fields)
    like = 0 if found.palette and -1 not in found.fields else None
    if like is None:
        wanted = -1 if found.palette else 0
        if wanted not in found.fields:
            return None
        like = found.fields.index(wanted)
    patch = image.crop(box(like))
    draw = ImageDraw.Draw(image)
    mines = [f for f in range(n) if found.fields[f] < 0] if not found.palette else []
    for f in mines or range(n):
        x0, y0, x1, y1 = box(f)
        image.paste(patch.resize((x1 - x0, y1 - y0)), (x0, y0))
    radius = 0.3 * found.pitch_x
    for f in mines:
        x0, y0, x1, y1 = box(f)
        x, y = (x0 + x1) / 2, (y0 + y1) / 2
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=(0, 0, 0))
    if found.palette and -1 in found.fields:
        for r in range(found.rows):
            colour = tuple(found.palette[r % len(found.palette)])
            ends = [box(r * found.cols), box((r + 1) * found.cols - 1)]
            middles = [((x0 + x1) / 2, (y0 + y1) / 2) for x0, y0, x1, y1 in ends]
            draw.line(middles, fill=colour, width=round(0.9 * radius))
            for x, y in middles:
                draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour)
    return image


SPOIL = {
    "no board": blank,
    "cut off": cut,
    "dialogue": covered,
    "several boards": several,
    "finished": ended,
}
"""Ways to make a picture that must not be read out of one that is read."""


def spoilt(game: str, seed: int) -> dict[str, str]:
    """Return the verdict on a picture for each way to spoil it; none if it is not read itself."""
    picture = pictures.DRAW[game](seed)
    if verdict(game, png(picture.image), picture.rows) != "read":
        return {}
    found = read_fields(png(picture.image), game)
    rng = np.random.default_rng([seed, 4])
    images = {name: spoil(rng, picture.image.copy(), found) for name, spoil in SPOIL.items()}
    return {name: verdict(game, png(image), [""]) for name, image in images.items() if image}


def png(image: Image.Image) -> bytes:
    """Return the content of a file."""
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def line(name: str, verdicts: Mapping[int, str]) -> None:
    """Print the shares of verdicts, and the numbers of pictures that are read wrongly."""
    counts = Counter(verdicts.values())
    shares = "  ".join(
        f"{kind} {counts[kind]:4} ({counts[kind] / len(verdicts):6.1%})"
        for kind in ("read", "doubt", "refused", "wrong")
    )
    wrong = [number for number, kind in verdicts.items() if kind == "wrong"]
    print(f"{name:28} {len(verdicts):5}  {shares}  {wrong or ''}".rstrip(), flush=True)


def main() -> None:
    """Draw, read and compare."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", default=list(pictures.DRAW), metavar="GAME")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--cores", type=int, default=1)
    parser.add_argument("--screenshots", type=int, default=0)
    parser.add_argument("--spoilt", type=int, default=0)
    parser.add_argument("--kept", action="store_true")
    chosen = parser.parse_args()
    seeds = range(chosen.first, chosen.first + chosen.count)
    with ProcessPoolExecutor(chosen.cores) as pool:
        for game in chosen.games:
            found = list(pool.map(partial(drawn, game, chosen.kept), seeds, chunksize=10))
            line(f"{game}, our pictures", dict(zip(seeds, found, strict=True)))
        for game in chosen.games:
            some = seeds[: chosen.spoilt]
            kinds = list(pool.map(partial(spoilt, game), some))
            for name in SPOIL if some else ():
                read = zip(some, kinds, strict=True)
                line(f"{game}, {name}", {s: kind[name] for s, kind in read if name in kind})
    for game in chosen.games:
        if chosen.screenshots and game in SIZES:
            found = [verdict(game, *pair) for pair in screenshots(game, chosen.screenshots)]
            name = "sgt-flood" if game == "floodit" else "sgt-mines"
            line(f"{game}, {name}", dict(enumerate(found)))


if __name__ == "__main__":
    main()
