"""Compare with Simon Tatham's programs: limits of moves, guess-free boards, and written IDs.

    python benchmarks/game_ids.py [--count N] [--seed S] [--timeout SECONDS] [GAME ...]

sgt-flood and sgt-mines of Simon Tatham's Portable Puzzle Collection generate N boards of each size
from the seed S (Debian: ``apt-get install sgt-puzzles xvfb``). Each ID is read. The minimum of a
board of Flood-It is compared with the limit that the program gives: its own solution, if no extra
moves are allowed. A board of Minesweeper is played from its first click by certain fields alone.
The program also opens the ID that this project writes for the board; its picture must be that of
its own ID.
"""

import argparse
import os
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

from puzzlesat.floodit import Board as Flood
from puzzlesat.floodit import parse as parse_flood
from puzzlesat.floodit.formats.game_id import game_id_of as flood_id_of
from puzzlesat.floodit.solve.answer import solve_board
from puzzlesat.minesweeper.board.formats import BOARDS
from puzzlesat.minesweeper.board.game_id import game_id_of as mines_id_of
from puzzlesat.minesweeper.solve.finish import finish

SIZES = {
    "floodit": ("12x12c6m0", "8x8c4m0", "14x14c6m0", "20x15c5m0", "6x9c3m0", "16x16c6m0"),
    "minesweeper": ("30x16n99", "9x9n10", "16x16n40", "9x9n35", "14x17n40", "24x20n99"),
}
"""The parameters of the boards that the other programs generate."""

PROGRAMS = {"floodit": "/usr/games/sgt-flood", "minesweeper": "/usr/games/sgt-mines"}


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


def main() -> None:
    """Generate, read, solve, write and draw."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", default=list(SIZES), metavar="GAME")
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--timeout", type=float, default=60, help="for one board of Flood-It")
    chosen = parser.parse_args()
    for game in chosen.games:
        for size in SIZES[game]:
            found = Counter[str]()
            for game_id in generated(game, size, chosen.count, chosen.seed):
                if game == "floodit":
                    flood = parse_flood(game_id)
                    found[margin(flood, chosen.timeout)] += 1
                    written = flood_id_of(flood)
                else:
                    mines = BOARDS.parse_single(game_id)
                    found[finish(mines).status] += 1
                    written = mines_id_of(mines)
                found["opened"] += drawing(game, written) == drawing(game, game_id)
            print(f"{game:12} {size:10}", *(f"{k}: {found[k]}" for k in sorted(found)), flush=True)


def margin(board: Flood, timeout: float) -> str:
    """Return how many moves the minimum is below the limit."""
    bounds = solve_board(board, wall_limit=timeout)
    if bounds.minimum is None:
        return "unknown" if bounds.upper <= board.limit else "unknown, limit not reached"
    return f"limit - {board.limit - bounds.minimum}"


if __name__ == "__main__":
    main()
