"""Perfect play and boards that need no guess, as rows of CSV files."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from time import monotonic

from puzzlesat.common.errors import InputError
from puzzlesat.minesweeper.board.sample import STARTS
from puzzlesat.minesweeper.solve.guessfree import NEEDS, needs, numbered, opening_game
from puzzlesat.minesweeper.solve.optimum import Optimum, Tree
from puzzlesat.report.rows import (
    Columns,
    Row,
    Schema,
    count,
    duration,
    number,
    one_of,
    portion,
    positive,
)

STATUSES = ("optimal", "timeout", "memory", "untried")


def check_optimum(row: Row) -> None:
    """Raise `InputError` if what is won is more than what is played, or not what bounds say."""
    for wins, games in (("wins", "games"), ("player_wins", "player_games")):
        if row[wins] > row[games]:
            raise InputError(f"{wins} is {row[wins]}, but {games} only {row[games]}")
    known = row["wins"] == row["wins"] and row["games"] == row["games"]
    if known != (row["status"] == "optimal"):
        raise InputError(f"wins and games do not go with the status {row['status']}")
    if known and not row["chance_low"] == row["chance_high"] == row["wins"] / row["games"]:
        raise InputError(f"the chance is not {row['wins']:.0f} of {row['games']:.0f}")


OPTIMA: Columns = Schema(
    {
        **{"rows": positive, "cols": positive, "mines": positive, "start": one_of(*STARTS)},
        **{"status": one_of(*STATUSES), "wins": number, "games": number},
        **{"chance_low": portion, "chance_high": portion, "moves": str},
        **{"player_wins": number, "player_games": number, "player_guesses": number},
        **{"states": count, "seconds": duration},
    },
    key=["rows", "cols", "mines", "start"],
    check=check_optimum,
)
"""The columns of a file of optima that others read."""

LOGIC: Columns = Schema(
    {
        **{"seed": count, "rows": positive, "cols": positive, "mines": positive, "i": count},
        "needs": one_of(*NEEDS),
    },
    key=["seed", "rows", "cols", "mines", "i"],
)
"""The columns of a file of what boards need that others read."""


def optimum_rows(rows: int, cols: int, timeout: float, memory: int) -> Iterator[Row]:
    """Yield how well a board can be played at best, for each number of mines and each start.

    Few mines and many are easy. So numbers of mines are tried from 1 on up to the first that takes
    too much, then from the largest down to the first that does; those in between are not tried.

    Parameters
    ----------
    rows, cols : int
    timeout : float
        Wall-clock seconds for one number of mines, twice: for openings, and for the other starts.
    memory : int
        Bytes for one number of mines.

    Yields
    ------
    dict
        ``rows``, ``cols``, ``mines``, ``start``; ``status``; ``wins`` of ``games``; the bounds
        ``chance_low`` and ``chance_high``; ``moves``, the best first fields as row,column, one for
        all that are pictures of each other; ``player_wins`` of ``player_games`` with
        ``player_guesses`` in all, of the player ``exact``; ``states`` in the table; ``seconds``.

    Raises
    ------
    InputError
        If the board has one field, or too many.
    """
    all_mines = range(1, rows * cols)
    if not all_mines:
        raise InputError("perfect play is studied on boards of two fields or more, not 1×1")
    for starts in (["opening"], ["safe", "unprotected"]):  # the latter share what they find
        tried: dict[int, list[Row]] = {}
        for numbers in (all_mines, reversed(all_mines)):
            for mines in numbers:
                if mines in tried:
                    break
                tried[mines] = list(_found(rows, cols, mines, starts, timeout, memory))
                if any(row["status"] != "optimal" for row in tried[mines]):
                    break
        for mines in all_mines:
            yield from tried.get(mines) or _untried(rows, cols, mines, starts)


def _found(
    rows: int, cols: int, mines: int, starts: list[str], timeout: float, memory: int
) -> Iterator[Row]:
    """Yield rows for those of some starts that there are games for."""
    tree = Tree(rows, cols, mines, memory)
    deadline = monotonic() + timeout
    for start in starts:
        if start in tree.starts():
            started = monotonic()
            found = tree.best(start, max(deadline - started, 0))
            yield _row(tree, start, found) | {"seconds": monotonic() - started}


def _untried(rows: int, cols: int, mines: int, starts: list[str]) -> Iterator[Row]:
    """Yield rows that tell only that the first field may be a mine."""
    tree = Tree(rows, cols, mines)
    for start in starts:
        if start in tree.starts():
            most = min(Fraction(tree.games("safe", 0), tree.games(start, 0)), Fraction(1))
            found = Optimum("untried", Fraction(0), most, None, None, (), None, 0)
            yield _row(tree, start, found) | {"seconds": 0.0}


def _row(tree: Tree, start: str, found: Optimum) -> Row:
    wins, games, guesses = found.player or ("", "", "")
    moves = [f for f in found.moves if tree.orbit(f)[0] == f]
    return {
        **{"rows": tree.rows, "cols": tree.cols, "mines": tree.mines, "start": start},
        **{"status": found.status},
        **{"wins": "" if found.wins is None else found.wins},
        **{"games": "" if found.games is None else found.games},
        **{"chance_low": float(found.least), "chance_high": float(found.most)},
        "moves": " ".join(f"{f // tree.cols},{f % tree.cols}" for f in moves),
        **{"player_wins": wins, "player_games": games, "player_guesses": guesses},
        "states": found.states,
    }


def logic_rows(
    seed: int, rows: int, cols: int, mines: int, numbers: Iterable[int]
) -> Iterator[Row]:
    """Yield what random boards need that start with an opening, one row each.

    Yields
    ------
    dict
        ``seed``, ``rows``, ``cols``, ``mines``, ``i``; ``needs``, one of `guessfree.NEEDS`.
    """
    for i in numbers:
        game, start = opening_game(rows, cols, mines, numbered(seed, rows, cols, mines, i))
        game.uncover(start)
        yield {
            **{"seed": seed, "rows": rows, "cols": cols, "mines": mines, "i": i},
            "needs": needs(game),
        }
