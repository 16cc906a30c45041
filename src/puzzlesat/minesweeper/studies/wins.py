"""What the compiled player wins, and what others have published."""

from math import nan, sqrt

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import PercentFormatter

from puzzlesat.minesweeper.board.sample import STARTS
from puzzlesat.minesweeper.studies.rows import WINS
from puzzlesat.minesweeper.studies.tables import SIZE, size_name
from puzzlesat.report import style
from puzzlesat.report.rows import (
    Columns,
    Schema,
    count,
    duration,
    number,
    one_of,
    portion,
    positive,
)
from puzzlesat.report.statistics import share
from puzzlesat.report.tables import Table

NORMAL = 1.959964
"""Standard errors from a mean to the ends of its 95% interval."""

START_NAMES = {
    "unprotected": "anything on the first field",
    "safe": "no mine on the first field",
    "opening": "the first field shows 0",
}
"""What readers call the starts."""

STRATEGY_NAMES = {
    "safest": "safest field",
    "ahead": "look ahead",
    "solving": "end solved",
    "both": "look ahead, end solved",
}
"""What readers call the strategies."""

PUBLISHED: Columns = Schema(
    {
        **{"program": str, "rows": positive, "cols": positive, "mines": count},
        **{"start": one_of(*STARTS), "won": portion, "half_width": number, "source": str},
    },
    key=["program", "rows", "cols", "mines", "start"],
)
"""The columns of the rates that others have published."""

RATES: Columns = Schema(
    {
        **{"rows": positive, "cols": positive, "mines": count, "start": one_of(*STARTS)},
        **{"player": str, "games": number, "won": portion, "won_low": number, "won_high": number},
        **{
            "control_variate": number,
            "control_variate_low": number,
            "control_variate_high": number,
        },
        **{"guesses": number, "milliseconds": duration, "source": str},
    },
    key=["rows", "cols", "mines", "start", "player"],
    rising=[
        ["won_low", "won", "won_high"],
        ["control_variate_low", "control_variate", "control_variate_high"],
    ],
)
"""The columns of `wins_table`."""


def wins_table(wins: pd.DataFrame, published: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each size, start and strategy, and for each published rate.

    Parameters
    ----------
    wins : DataFrame
        Rows of `rows.wins_row`.
    published : DataFrame
        Rates of others. Those for sizes and starts that nothing was played with are left out.

    Returns
    -------
    DataFrame
        ``rows, cols, mines, start``; ``player``, our strategy or another program; ``games``;
        ``won``, the share of them, with its exact 95% interval, or the interval that was published;
        ``control_variate``, the mean result with variance reduced, with its 95% interval
        (normal); ``guesses`` and ``milliseconds`` per game; ``source`` of what was published.
    """
    rows = []
    for (*size, start), part in wins.groupby([*SIZE, "start"], sort=False):
        named = dict(zip(SIZE, size, strict=True)) | {"start": start}
        for strategy, cell in part.groupby("strategy", sort=False):
            games = int(cell["games"].sum())
            won = share(int(cell["won"].sum()), games)
            mean = cell["control_variate"].sum() / games
            error = NORMAL * sqrt(max(cell["squares"].sum() / games - mean**2, 0) / games)
            rows.append(
                named
                | {"player": strategy, "games": games}
                | {"won": won.estimate, "won_low": won.low, "won_high": won.high}
                | {
                    "control_variate": mean,
                    "control_variate_low": mean - error,
                    "control_variate_high": mean + error,
                }
                | {"guesses": cell["guesses"].sum() / games}
                | {"milliseconds": 1000 * cell["seconds"].sum() / games, "source": ""}
            )
        others = published[(published[[*SIZE, "start"]] == [*size, start]).all(axis=1)]
        for other in others.itertuples(index=False):
            low, high = other.won - other.half_width, other.won + other.half_width
            rows.append(
                named
                | {"player": other.program, "games": nan}
                | {"won": other.won, "won_low": low, "won_high": high, "source": other.source}
            )
    return pd.DataFrame(rows, columns=list(RATES))


def printed_wins(rates: pd.DataFrame) -> pd.DataFrame:
    """Return the table of rates laid out for reading."""

    def interval(name: str) -> list[str]:
        shown = []
        for value, low, high in rates[[name, f"{name}_low", f"{name}_high"]].itertuples(
            index=False
        ):
            text = "" if pd.isna(value) else f"{value:.2%}"
            shown.append(text if pd.isna(low) else f"{text} [{low:.2%}, {high:.2%}]")
        return shown

    def blank(name: str, form: str) -> list[str]:
        return ["" if pd.isna(value) else f"{value:{form}}" for value in rates[name]]

    return pd.DataFrame(
        {
            "size": [size_name(*size) for size in rates[SIZE].itertuples(index=False)],
            "start": rates["start"].map(START_NAMES),
            "player": rates["player"].replace(STRATEGY_NAMES),
            "games": blank("games", ",.0f"),
            "won": interval("won"),
            "control variate": interval("control_variate"),
            "guesses per game": blank("guesses", ".2f"),
            "ms per game": blank("milliseconds", ".2f"),
            "source": rates["source"].fillna(""),
        }
    )


def wins_figure(rates: pd.DataFrame) -> Figure:
    """Draw what is won by size and start, each player a point with its 95% interval.

    Parameters
    ----------
    rates : DataFrame
        A table of `wins_table`. Points of ours are filled, with luck a circle and without it a
        square; those of others are open.
    """
    style.use()
    starts = [start for start in STARTS if start in set(rates["start"])]
    sizes = list(rates[SIZE].drop_duplicates().itertuples(index=False))
    most = rates.groupby([*SIZE, "start"]).size().max()
    figure, panels = plt.subplots(
        len(sizes),
        len(starts),
        figsize=(style.PAGE, len(sizes) * (0.5 + 0.17 * most) + 0.3),
        squeeze=False,
        layout="constrained",
    )
    for line, size in zip(panels, sizes, strict=True):
        for axes, start in zip(line, starts, strict=True):
            cell = rates[(rates[[*SIZE, "start"]] == [*size, start]).all(axis=1)]
            for place, row in enumerate(cell.itertuples(index=False)):
                ours = row.player in STRATEGY_NAMES
                shown = [("won", *(("o", 0) if ours else ("D", 1)), -0.12 if ours else 0)]
                if ours:
                    shown.append(("control_variate", "s", 2, 0.2))
                for name, marker, colour, aside in shown:
                    value = getattr(row, name)
                    low, high = getattr(row, f"{name}_low"), getattr(row, f"{name}_high")
                    axes.errorbar(
                        [value],
                        [place + aside],
                        xerr=[[value - low], [high - value]],
                        fmt=marker,
                        ms=3.5,
                        lw=0.9,
                        capsize=2,
                        color=style.PALETTE[colour],
                        mfc=style.PALETTE[colour] if ours else "white",
                    )
            names = [STRATEGY_NAMES.get(player, player) for player in cell["player"]]
            axes.set_yticks(range(len(names)), names)
            axes.set_ylim(len(names) - 0.5, -0.5)
            axes.margins(x=0.15)
            axes.set_title(f"{size_name(*size)}: {START_NAMES[start]}", fontsize=7)
            axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=1))
            axes.locator_params(axis="x", nbins=4)
            axes.grid(axis="x", color="0.92", linewidth=0.5)
            axes.set_axisbelow(True)
    for axes in panels[-1]:
        axes.set_xlabel("chance to win, with its 95% interval")
    marks = [
        *(("games won", "o", 0, True), ("the same, control variate", "s", 2, True)),
        ("published", "D", 1, False),
    ]
    figure.legend(
        handles=[
            Line2D(
                *([], []),
                color=style.PALETTE[colour],
                mfc=style.PALETTE[colour] if filled else "white",
                marker=marker,
                ms=3.5,
                lw=0,
                label=name,
            )
            for name, marker, colour, filled in marks
        ],
        loc="outside lower center",
        ncols=3,
    )
    return figure


WINS_TABLE = Table(
    WINS,
    wins_table,
    printed_wins,
    others={"published": PUBLISHED},
    title="Minesweeper: win rates",
    note="Shares of games won, with exact 95% intervals. Control variate: the same rate, "
    "estimated with less variance. Published: rates that other programs report.",
    help="Sum up the games in FILES, with the rates that others have published, in --published.",
)

WINS_FIGURE = style.Plot(
    RATES,
    wins_figure,
    help="Draw the table of wins in FILES: the share of games won, by size, start and player.",
)
