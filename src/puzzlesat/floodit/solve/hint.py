"""Hints: the best next move, and the number of moves needed after each possible move."""

from dataclasses import dataclass
from typing import Any

from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.referee import flooded_area, grids_of_play
from puzzlesat.floodit.solve.answer import solve_board
from puzzlesat.floodit.solve.exact import Bounds


@dataclass(frozen=True)
class Hint:
    """Bounds on the number of moves needed now, and after each next move that floods a field."""

    now: Bounds
    after: dict[int, Bounds]

    @property
    def best(self) -> list[int]:
        """The colours after which the best known solution is shortest."""
        fewest = min((bounds.upper for bounds in self.after.values()), default=0)
        return [colour for colour, bounds in self.after.items() if bounds.upper == fewest]

    def in_words(self) -> str:
        """Return the best moves, and the number of moves left after each possible one, as text."""
        if not self.after:
            return "The board is flooded."
        symbols = self.now.board.symbols
        first, *others = self.best
        bounds = self.after[first]
        lines = [f"Play {symbols[first]}: then {_moves(bounds)}."]
        if others:
            lines.append(f"Equally good: {', '.join(str(symbols[c]) for c in others)}.")
        worse = [c for c in self.after if c not in self.best]
        lines += [f"{symbols[c]}: then {_moves(self.after[c])}." for c in worse]
        return "\n".join(lines)

    def as_json(self) -> dict[str, Any]:
        """Return the values that ``floodit hint --json`` prints, except the board's number."""
        symbols = self.now.board.symbols
        return {
            "best": [symbols[colour] for colour in self.best],
            "lower_bound": self.now.lower,
            "upper_bound": self.now.upper,
            "after": {
                str(symbols[colour]): {"lower_bound": bounds.lower, "upper_bound": bounds.upper}
                for colour, bounds in self.after.items()
            },
        }


def _moves(bounds: Bounds) -> str:
    number = f"{bounds.upper}" if bounds.closed else f"{bounds.lower} to {bounds.upper}"
    return f"{number} more {'move is' if number == '1' else 'moves are'} needed"


def hint(board: Board, wall_limit: float | None = None) -> Hint:
    """Return the best next move, found by an exact search after each possible move.

    `wall_limit` limits the wall-clock time of each search, of which there is one for the board and
    one after each possible move. Bounds after a timeout may differ from run to run.

    >>> print(hint(Board.of(["RGRB", "BBGG"])).in_words())
    Play B: then 3 more moves are needed.
    Equally good: G.
    """
    now = solve_board(board, wall_limit=wall_limit)
    if now.upper == 0:
        return Hint(now, {})
    flooded = flooded_area(board.grid, board.start)
    after = {}
    for colour in sorted(set(board.colour)):
        *_, next_grid = grids_of_play(board.grid, [colour], board.start)
        if len(flooded_area(next_grid, board.start)) > len(flooded):
            next_board = Board.of(next_grid, board.k).with_start(board.start)
            after[colour] = solve_board(next_board, wall_limit=wall_limit)
    return Hint(now, after)
