"""The tables of perfect play, and of how much logic boards need."""

import pandas as pd

from puzzlesat.minesweeper.board.sample import STARTS
from puzzlesat.minesweeper.solve.guessfree import GUESS, NEEDS
from puzzlesat.minesweeper.studies.perfect.rows import LOGIC, OPTIMA, STATUSES
from puzzlesat.report.rows import Columns, Schema, number, one_of, portion, positive
from puzzlesat.report.statistics import share
from puzzlesat.report.tables import Groups, Table

OPTIMUM: Columns = Schema(
    {
        **{"rows": positive, "cols": positive, "mines": positive, "density": portion},
        **{"start": one_of(*STARTS), "status": one_of(*STATUSES), "moves": str},
        **{"wins": number, "games": number, "chance_low": portion, "chance_high": portion},
        **{"player": portion, "guesses": number, "loss": number, "loss_per_guess": number},
    },
    key=["rows", "cols", "mines", "start"],
)
"""The columns of `optimum_table`."""

NO_GUESS: Columns = Schema(
    {
        **{"rows": positive, "cols": positive, "mines": positive, "density": portion},
        **{"boards": positive, **dict.fromkeys(NEEDS, portion)},
        **{"solved": portion, "solved_low": portion, "solved_high": portion},
    },
    key=["rows", "cols", "mines"],
    rising=[["solved_low", "solved", "solved_high"]],
)
"""The columns of `no_guess_table`."""


def optimum_table(rows: pd.DataFrame) -> pd.DataFrame:
    """Return how well boards can be played at best, and how far from it our player is.

    Parameters
    ----------
    rows : DataFrame
        Rows of `rows.optimum_rows`.

    Returns
    -------
    DataFrame
        ``rows, cols, mines``; ``density``, the share of mined fields; ``start, status, moves, wins,
        games, chance_low, chance_high`` as they are; ``player``, the chance to win of the player
        ``exact``, and its ``guesses`` in a game; ``loss``, the chance that it gives away, and
        ``loss_per_guess``, that divided by its guesses.
    """
    rows = rows.sort_values(["rows", "cols", "mines"], kind="stable", ignore_index=True)
    player = rows["player_wins"] / rows["player_games"]
    guesses = rows["player_guesses"] / rows["player_games"]
    loss = (rows["wins"] / rows["games"] - player).where(rows["status"] == "optimal")
    return rows.assign(
        density=rows["mines"] / (rows["rows"] * rows["cols"]),
        wins=rows["wins"].astype("Int64"),  # so that each digit is written
        games=rows["games"].astype("Int64"),
        player=player,
        guesses=guesses,
        loss=loss,
        loss_per_guess=(loss / guesses).where(guesses > 0),
    ).reindex(columns=list(OPTIMUM))


def printed_optimum(table: pd.DataFrame) -> pd.DataFrame:
    """Return the table of perfect play laid out for reading."""
    shown = table.astype(object).where(table.notna(), None)

    def percent(name: str, form: str = ".2%") -> list[str]:
        return ["" if x is None else format(x, form) for x in shown[name]]

    return pd.DataFrame(
        {
            "board": [f"{r}×{c}" for r, c in zip(table["rows"], table["cols"], strict=True)],
            "mines": table["mines"],
            "start": table["start"],
            "won, at best": [
                f"{row.wins:.0f} of {row.games:.0f}" if row.status == "optimal" else row.status
                for row in table.itertuples()
            ],
            "chance": [
                f"{row.chance_low:.2%}"
                if row.status == "optimal"
                else f"{row.chance_low:.2%} to {row.chance_high:.2%}"
                for row in table.itertuples()
            ],
            "first": [
                " ".join(f"({move.replace(',', ', ')})" for move in moves.split())
                for moves in table["moves"]
            ],
            "player": percent("player"),
            "guesses": percent("guesses", ".2f"),
            "loss": percent("loss"),
            "loss per guess": percent("loss_per_guess"),
        }
    )


def no_guess_table(rows: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each size and number of mines: the shares of boards by what they need.

    Parameters
    ----------
    rows : DataFrame
        Rows of `rows.logic_rows`.

    Returns
    -------
    DataFrame
        ``rows, cols, mines``; ``density``, the share of mined fields; ``boards``; for each of
        `guessfree.NEEDS` the share of boards that need it; ``solved``, the share that needs no
        guess, with its exact 95% interval.
    """
    groups: Groups = rows.groupby(["rows", "cols", "mines"])
    made = []
    for (height, width, mines), group in groups:
        solved = share(int((group["needs"] != GUESS).sum()), len(group))
        made.append(
            {
                **{"rows": height, "cols": width, "mines": mines},
                **{"density": mines / (height * width), "boards": len(group)},
                **{need: float((group["needs"] == need).mean()) for need in NEEDS},
                **{"solved": solved.estimate},
                **{"solved_low": solved.low, "solved_high": solved.high},
            }
        )
    return pd.DataFrame(made, columns=list(NO_GUESS))


NEED_NAMES = {
    "single": "single constraints",
    "pairs": "pairs of constraints",
    "total": "pairs, number of mines",
    "backbone": "backbone",
    "backbone_total": "backbone, number of mines",
    GUESS: "a guess",
}
"""What readers call what boards need."""


def printed_no_guess(table: pd.DataFrame) -> pd.DataFrame:
    """Return the table of what boards need laid out for reading."""
    sizes = zip(table["rows"], table["cols"], strict=True)
    return pd.DataFrame(
        {
            "board": [f"{rows}×{cols}" for rows, cols in sizes],
            "mines": table["mines"],
            "density": table["density"].map("{:.1%}".format),
            "boards": table["boards"],
            **{name: table[need].map("{:.1%}".format) for need, name in NEED_NAMES.items()},
            "no guess": [
                f"{row.solved:.1%} [{row.solved_low:.1%}, {row.solved_high:.1%}]"
                for row in table.itertuples()
            ],
        }
    )


OPTIMUM_TABLE = Table(
    OPTIMA,
    optimum_table,
    printed_optimum,
    title="Minesweeper: probability to win under perfect play",
    note="Exact shares of the placements of mines that are won, for each start and number of "
    "mines, and the same for the player that uncovers the safest field. Where the search "
    "reached its limit there are bounds.",
    help="Compare optimal play in FILES of optima with the player, for each board.",
)

NO_GUESS_TABLE = Table(
    LOGIC,
    no_guess_table,
    printed_no_guess,
    title="Minesweeper: the weakest method that solves a board without a guess",
    note="Number of random boards, which start with an opening, for each size and number of mines.",
    help="Count in FILES of rows how many boards of each size need which method.",
)
