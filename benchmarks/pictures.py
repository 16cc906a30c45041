"""How many pictures of boards are read rightly, with doubts, wrongly, or not at all.

    python benchmarks/pictures.py [--count N] [--first SEED] [--cores N] [--screenshots N]
                                  [--kept] [GAME ...]

Pictures of each GAME (floodit, flowfree, minesweeper; by default all) are drawn by
``tests/pictures.py`` from the seeds SEED, SEED + 1, …; wrong ones are named by their seed. With
--kept, they are those that no threshold was chosen by. With --screenshots N, sgt-flood and
sgt-mines also draw N boards of each of six sizes, with fields of several sizes (Debian: ``apt-get
install sgt-puzzles xvfb``).

read      without a mistake and without a doubt
doubt     with doubts, which are named
refused   with one sentence
wrong     with a mistake but without a doubt
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests import pictures

from puzzlesat.common.errors import InputError
from puzzlesat.common.picture import read_fields
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
    right = (found.rows, found.cols) == shape and pictures.same(game, found.fields, rows)
    return "read" if right else "wrong"


def drawn(game: str, kept: bool, seed: int) -> str:
    """Return the verdict on the picture of a seed."""
    picture = (pictures.KEPT if kept else pictures.DRAW)[game](seed)
    return verdict(game, pictures.content(picture.image), picture.rows)


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


def line(name: str, verdicts: Mapping[int, str]) -> None:
    """Print the shares of verdicts, if any, and the numbers of pictures that are read wrongly."""
    if not verdicts:
        return
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
    parser.add_argument("--kept", action="store_true")
    chosen = parser.parse_args()
    seeds = range(chosen.first, chosen.first + chosen.count)
    with ProcessPoolExecutor(chosen.cores) as pool:
        for game in chosen.games:
            found = list(pool.map(partial(drawn, game, chosen.kept), seeds, chunksize=10))
            line(f"{game}, our pictures", dict(zip(seeds, found, strict=True)))
    for game in chosen.games:
        if chosen.screenshots and game in SIZES:
            found = [verdict(game, *pair) for pair in screenshots(game, chosen.screenshots)]
            name = "sgt-flood" if game == "floodit" else "sgt-mines"
            line(f"{game}, {name}", dict(enumerate(found)))


if __name__ == "__main__":
    main()
