"""The command that prints the value of perfect play."""

import json
from typing import Any

import click

from puzzlesat.common.command import json_option, timeout_option
from puzzlesat.common.errors import counted
from puzzlesat.minesweeper.cli.options import memory_option, size_options, start_option
from puzzlesat.minesweeper.solve.optimum import SEARCH_MEMORY, Optimum, PerfectPlay


@click.command()
@size_options()
@start_option("unprotected")
@json_option()
@timeout_option("the search")
@memory_option("the search", SEARCH_MEMORY)
def optimum(
    size: tuple[int, int, int],
    start: str,
    as_json: bool,
    timeout: float | None,
    memory: int,
) -> None:
    """Print the exact probability of winning under perfect play, and the best first moves.

    The probability is the number of placements of mines with which perfect play wins, divided by
    the number of possible placements, which are equally likely. With --start unprotected, all
    placements are possible; with --start safe, those in which the first field is not a mine; with
    --start opening, those in which neither the first field nor any field around it is a mine.

    Time and memory grow fast with the size of the board. If a limit is reached, bounds are printed.

    \b
    minesweeper optimum --rows 4 --cols 4 --mines 4
    """  # noqa: D301, click's marker for lines that are not rewrapped
    best = PerfectPlay(*size, memory=memory << 20).best(start, timeout)
    click.echo(json.dumps(_as_json(size, start, best)) if as_json else _text(size, start, best))


def _as_json(size: tuple[int, int, int], start: str, best: Optimum) -> dict[str, Any]:
    rows, cols, mines = size
    wins, placements, guesses = best.player or (None, None, None)
    return {
        "rows": rows,
        "cols": cols,
        "mines": mines,
        "start": start,
        "status": best.status,
        "wins": best.wins,
        "games": best.placements,
        "chance_low": float(best.least),
        "chance_high": float(best.most),
        "moves": [list(divmod(f, cols)) for f in best.best_first_fields],
        "player": {"wins": wins, "games": placements, "guesses": guesses},
        "states": best.states,
    }


def _text(size: tuple[int, int, int], start: str, best: Optimum) -> str:
    rows, cols, mines = size
    name = f"{rows}×{cols} with {counted(mines, 'mine')}, {start}"
    if best.wins is None:
        return (
            f"{name}: won with a probability of {float(best.least):.4%} to "
            f"{float(best.most):.4%} ({best.status})"
        )
    fields = " ".join(f"({f // cols}, {f % cols})" for f in best.best_first_fields)
    return (
        f"{name}: {best.wins} of {best.placements} placements are won ({float(best.least):.4%}), "
        f"starting at {fields}"
    )
