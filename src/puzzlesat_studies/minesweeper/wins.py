"""Win rates of the compiled player in random games."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path
from typing import Any, Literal

import numpy as np
from pydantic import Field

from puzzlesat.common.errors import error_context
from puzzlesat.minesweeper.board.sample import check_room, random_game
from puzzlesat_studies.core.params import Count, Params, UniqueList
from puzzlesat_studies.core.study import Files, Item, LazyModule, Record, Row, Study, chunks, column
from puzzlesat_studies.minesweeper import BoardSize, Sampled, Size, Start, size_path
from puzzlesat_studies.minesweeper.games import STRATEGIES, play_games

lazy_figures = LazyModule(f"{__package__}.figures")
lazy_tables = LazyModule(f"{__package__}.tables")


GAMES_PER_CALL = 500
"""The largest number of games per call of the compiled player, and in memory at a time."""

PUBLISHED = Path(__file__).parents[3] / "reference/published/minesweeper.csv"

Strategy = Literal["safest", "ahead", "solving", "both"]


class GamesParams(Params):
    """Games of the compiled player."""

    sizes: UniqueList[Size] = Field(
        [[9, 9, 10], [16, 16, 40], [16, 30, 99]], description="Rows, columns and mines."
    )
    starts: UniqueList[Start] = Field(
        ["safe", "opening"],
        description="Guarantees for the first field: none (unprotected), no mine (safe), or a 0 "
        "(opening).",
    )
    strategies: UniqueList[Strategy] = Field(
        ["safest", "both"],
        description="How the player guesses: safest, ahead, solving or both (docs/minesweeper.md).",
    )
    games: Count = Field(100000, description="Games of each size, start and strategy.")
    chunk: Count = Field(
        10000, description="Number of games for each job. Results do not depend on it."
    )


def check(config: Any) -> None:
    """Raise `InputError` unless the mines fit the boards with each start."""
    section = config.minesweeper_games
    with error_context("config: minesweeper_games"):
        for (rows, cols, mines), start in product(section.sizes, section.starts):
            check_room(rows, cols, mines, start)


STUDY = Study(
    "minesweeper_games",
    GamesParams,
    "Minesweeper",
    "Win rates of the compiled player of Minesweeper (`snakemake minesweeper_games`): games 0, 1, "
    "… of each size, with each start and strategy.",
    results="results/minesweeper",
    figures="figures/minesweeper",
    check=check,
)


class PlayedGames(Sampled):
    """The games of the compiled player that one job played, summed."""

    start: Start
    strategy: Strategy = column("`safest`, `ahead`, `solving` or `both`")
    first: int = column("the number of the first game in the sample")
    games: int = column("number of games, with consecutive numbers")
    won: int = column("number of games won")
    guesses: int = column("number of guesses in all games, without the first moves")
    uncounted: int = column("states with too many partial placements to count; 0 is expected")
    unsolved: int = column(
        "number of guesses that the endgame search did not solve although it had solved an earlier "
        "guess of the same game; 0 is expected"
    )
    control_variate: float = column(
        "sum over the games of the result (1 for a won game, 0 for a lost one), adjusted by a "
        "control variate to reduce the variance"
    )
    squares: float = column("sum of the squares of the adjusted results")
    seconds: float = column("CPU time")
    host: str


class PublishedRate(Row):
    """The share of games that another program wins, as published."""

    program: str = column("the program, and its strategy")
    rows: int
    cols: int
    mines: int
    start: Start
    won: float
    half_width: float | None = column("half the width of the published interval, if there is one")
    source: str = column("the page with the result")


class WinRate(BoardSize):
    """The share of games won by a player, or the published one of another program."""

    start: Start
    player: str = column("the strategy of the compiled player, or the other program")
    games: int | None = column("number of games; empty for published rates")
    won: float
    won_low: float | None = column("lower end of the exact or published 95% interval")
    won_high: float | None = column("upper end of this interval")
    control_variate: float | None = column(
        "mean of the results of the games, adjusted by a control variate: another estimate of the "
        "share of games won, with a smaller variance"
    )
    control_variate_low: float | None
    control_variate_high: float | None
    guesses: float | None = column("mean number of guesses in a game")
    milliseconds: float | None = column("CPU time for a game, in milliseconds")
    source: str = column("publication of the rate")


def chunk_items(config: Any) -> list[Item]:
    """Return an item for each chunk of the games of a size, start and strategy."""
    section = config.minesweeper_games
    return [
        Item(
            f"{size_path(size)}/{start}_{strategy}/{first}-{first + count - 1}",
            values={"size": size, "start": start, "strategy": strategy}
            | {"first": first, "count": count},
        )
        for size, start, strategy in product(section.sizes, section.starts, section.strategies)
        for first, count in chunks(section.games, section.chunk)
    ]


@STUDY.rows(PlayedGames, "wins", items=chunk_items, minutes=120)
def play_chunk(
    *, seed: int, size: list[int], start: str, strategy: str, first: int, count: int
) -> Iterator[Record]:
    """Yield one row with the compiled player's results, summed over one or more random games."""
    rows, cols, mines = size
    numbers = iter(range(first, first + count))
    parts = []
    while batch := list(islice(numbers, GAMES_PER_CALL)):
        orders = (random_game(seed, rows, cols, mines, number).order for number in batch)
        parts.append(play_games(orders, rows, cols, mines, start, STRATEGIES[strategy]))
    control_variate = np.concatenate([part.control_variate for part in parts])
    sums = ("guesses", "uncounted", "unsolved", "seconds")
    yield {
        "seed": seed,
        "rows": rows,
        "cols": cols,
        "mines": mines,
        "start": start,
        "strategy": strategy,
        "first": first,
        "games": len(control_variate),
        "won": int(sum(part.won.sum() for part in parts)),
        **{name: sum(getattr(part, name) for part in parts) for name in sums},
        "control_variate": control_variate.sum(),
        "squares": (control_variate**2).sum(),
    }


wins = STUDY.table(
    WinRate,
    "wins",
    wins=play_chunk,
    published=Files([str(PUBLISHED)], PublishedRate),
    label="Games won",
    title="Minesweeper: win rates",
    note="Shares of games won, with exact 95% intervals. Control variate: the same rate, "
    "estimated with less variance. Published: rates that other programs report.",
    display=lazy_tables.display_wins,
)(lazy_tables.wins_table)
wins_figure = STUDY.figure(
    "wins",
    rates=wins,
    label=wins.label,
    note=lambda games: (
        f"Win rates of the compiled player in {games} games for each size, start and strategy, "
        "with exact 95% intervals, and published rates of other programs (hollow markers). "
        "*Control variate*: the same rate, estimated with less variance, with its 95% interval. "
        "docs/minesweeper.md describes the strategies."
    ),
)(lazy_figures.wins_figure)
