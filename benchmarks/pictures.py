"""How many pictures of boards are read rightly, with doubts, wrongly, or not at all.

    python benchmarks/pictures.py [--count N] [--first SEED] [--jobs N] [--screenshots N] [GAME ...]

Pictures of each GAME (floodit, flowfree, minesweeper; by default all) are drawn by
``tests/pictures.py`` from the seeds SEED, SEED + 1, …; wrong ones are named by their seed. With
--screenshots N, sgt-flood and sgt-mines also draw N boards of each of six sizes, with fields of
several sizes; see ``benchmarks/game_ids.py``.

read      without a mistake and without a doubt
doubt     with doubts, which are named
refused   with one sentence
wrong     with a mistake but without a doubt
"""

import argparse
import io
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.game_ids import SIZES, drawing, generated
from tests import pictures

from puzzlesat.common.errors import InputError
from puzzlesat.common.picture import read_fields
from puzzlesat.floodit.board.formats import parse_board
from puzzlesat.minesweeper.board.formats import BOARDS
from puzzlesat.minesweeper.board.state import neighbours

PITCHES = (20, 32, 16, 25, 48)
"""The widths of fields in screenshots, in pixels; the programs' own are 32 and 20."""


def verdict(game: str, content: bytes, rows: list[str]) -> str:
    """Compare the reading of a picture with what it shows."""
    try:
        found = read_fields(content, game)
    except InputError:
        return "refused"
    if found.doubts:
        return "doubt"
    shape = (len(rows), len(rows[0]))
    right = (found.rows, found.cols) == shape and pictures.same(game, found.fields, "".join(rows))
    return "read" if right else "wrong"


def drawn(game: str, seed: int) -> str:
    """Return the verdict on the picture of a seed."""
    picture = pictures.DRAW[game](seed)
    file = io.BytesIO()
    picture.image.save(file, "PNG")
    return verdict(game, file.getvalue(), picture.rows)


def screenshots(game: str, count: int) -> Iterator[tuple[bytes, list[str]]]:
    """Yield screenshots of another program, and what they show."""
    for size in SIZES[game]:
        for i, game_id in enumerate(generated(game, size, count)):
            pixels = PITCHES[i % len(PITCHES)]
            yield drawing(game, game_id, pixels), shown(game, game_id)


def shown(game: str, game_id: str) -> list[str]:
    """Return the rows that the picture of a game ID shows."""
    if game == "floodit":
        size, text = game_id.split(":")
        cols = int(size.partition("x")[0])
        colours = text.partition(",")[0]
        rows = [colours[i : i + cols] for i in range(0, len(colours), cols)]
        return parse_board("/".join(rows)).text.split("/")
    board = BOARDS.only(game_id)
    near, mined = neighbours(board.rows, board.cols), {*board.mined}
    state = ["."] * (board.rows * board.cols)
    todo = [board.first]
    while todo:
        f = todo.pop()
        if state[f] != ".":
            continue
        number = len(mined.intersection(near[f]))
        state[f] = str(number)
        if number == 0:
            todo += near[f]
    text = "".join(state)
    return [text[i : i + board.cols] for i in range(0, len(text), board.cols)]


def line(name: str, verdicts: Counter[str], note: str = "") -> None:
    """Print the shares of verdicts."""
    total = sum(verdicts.values())
    shares = "  ".join(
        f"{kind} {verdicts[kind]:4} ({verdicts[kind] / total:6.1%})"
        for kind in ("read", "doubt", "refused", "wrong")
    )
    print(f"{name:28} {total:5}  {shares}  {note}", flush=True)


def main() -> None:
    """Draw, read and compare."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", default=list(pictures.DRAW), metavar="GAME")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--screenshots", type=int, default=0)
    chosen = parser.parse_args()
    seeds = range(chosen.first, chosen.first + chosen.count)
    with ProcessPoolExecutor(chosen.jobs) as pool:
        for game in chosen.games:
            found = list(pool.map(partial(drawn, game), seeds, chunksize=10))
            wrong = [seed for seed, kind in zip(seeds, found, strict=True) if kind == "wrong"]
            line(f"{game}, our pictures", Counter(found), f"wrong: {wrong}" if wrong else "")
    for game in chosen.games:
        if chosen.screenshots and game in SIZES:
            found = [verdict(game, *pair) for pair in screenshots(game, chosen.screenshots)]
            line(f"{game}, sgt-{'flood' if game == 'floodit' else 'mines'}", Counter(found))


if __name__ == "__main__":
    main()
