"""The tables of the study: summaries of its rows, and their layouts for readers.

docs/data.md explains all columns.
"""

from collections.abc import Iterable
from math import nan, sqrt
from typing import Any

import pandas as pd

from puzzlesat.common.errors import DisagreementError, counted
from puzzlesat.common.rows import (
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
from puzzlesat.minesweeper.board.sample import STARTS
from puzzlesat.minesweeper.solve.guessfree import GUESS, NEEDS
from puzzlesat_studies.core.statistics import Interval, bootstrap_mean, bootstrap_ratio, share
from puzzlesat_studies.core.tables import Table, by_group
from puzzlesat_studies.minesweeper.audit import STATES
from puzzlesat_studies.minesweeper.rows import (
    DECIDED,
    GAMES,
    LOGIC,
    NAME,
    OPTIMA,
    STATUSES,
    TIMES,
    WINS,
)

SIZE = ["rows", "cols", "mines"]

METHOD_NAMES = {
    "single": "single constraints",
    "pairs": "pairs of constraints",
    "total": "pairs, number of mines",
    "backbone": "backbone",
    "backbone_total": "backbone, number of mines",
    "counting": "counting",
}

NEED_NAMES = {need: METHOD_NAMES.get(need, "a guess") for need in NEEDS}

START_NAMES = {
    "unprotected": "first field may be a mine",
    "safe": "first field is safe",
    "opening": "first field shows 0",
}

STRATEGY_NAMES = {
    "safest": "safest field",
    "ahead": "look ahead",
    "solving": "end solved",
    "both": "look ahead, end solved",
}

NORMAL = 1.959964
"""The number of standard errors from a mean to either end of its 95% interval."""

SHARES = ("share", "won", "unaided", "won_ahead", "won_random")

METHODS: Columns = Schema(
    {
        **{"rows": positive, "cols": positive, "mines": count, "method": str, "states": count},
        **{"covered": number, "certain": number, "decided": number},
        **{"share": portion, "share_low": portion, "share_high": portion, "milliseconds": duration},
        **{"games": number, "won": number, "won_low": number, "won_high": number},
        **{"unaided": number, "unaided_low": number, "unaided_high": number},
        **{"guesses": number, "sure": number},
        **{"won_ahead": number, "won_ahead_low": number, "won_ahead_high": number},
        **{"won_random": number, "won_random_low": number, "won_random_high": number},
    },
    key=["rows", "cols", "mines", "method"],
    ascending=[[f"{share}_low", share, f"{share}_high"] for share in SHARES],
)

PROCEDURES: Columns = Schema(
    {
        **{"rows": positive, "cols": positive, "mines": count, "formula": str, "procedure": str},
        **{"states": count, "finished": count, "calls": number, "milliseconds": duration},
        **{"ratio": number, "ratio_low": number, "ratio_high": number},
    },
    key=["rows", "cols", "mines", "formula", "procedure"],
)

GROWTH: Columns = Schema(
    {
        **{"rows": positive, "cols": positive, "mines": count, "kind": str, "name": str},
        **{"states": count, "finished": count, "calls": number, "milliseconds": duration},
    },
    key=["rows", "cols", "mines", "kind", "name"],
)

PARTS = (
    *("satisfiable", "satisfiable_flagged", "several", "weaker", "total_helps"),
    *("unseen_helps", "printed"),
)

AUDIT: Columns = Schema(
    {
        **{"rows": positive, "cols": positive, "mines": count, "states": count},
        **{"covered": number, "constraints": number},
        **{"satisfiable": count, "satisfiable_flagged": count, "several": count},
        **{"wrongly_flagged": count, "satisfiable_wrong": count},
        **{"weaker": count, "share": portion, "total_helps": count, "unseen_helps": count},
        **{"enumerated": count, "wrong": count, "printed": count, "partial": count},
        **{"lifted": number},
        **{"literals": number, "calls_iterative": number, "calls_complete": number},
        **{"calls_partial": number},
        **{"saved_ratio": number, "saved_ratio_low": number, "saved_ratio_high": number},
        **{"clauses_per_constraint": number, "total_clauses": number},
        **{"trials_per_constraint": number, "consistency_microseconds": duration},
        **{"backbone_microseconds": duration, "backbone_max_seconds": duration},
        **{"work_ratio": number, "work_ratio_low": number, "work_ratio_high": number},
        **{"uncertain_states": count, "gain": number, "gain_low": number, "gain_high": number},
        **{"gain_total": number, "gain_total_low": number, "gain_total_high": number},
    },
    key=["rows", "cols", "mines"],
    ascending=[
        *([part, "states"] for part in PARTS),
        ["partial", "printed"],
        ["satisfiable_wrong", "wrongly_flagged"],
    ],
)

RATES: Columns = Schema(
    {
        **{"rows": positive, "cols": positive, "mines": count, "start": one_of(*STARTS)},
        **{"player": str, "games": number, "won": portion, "won_low": number, "won_high": number},
        **{"control_variate": number, "control_variate_low": number},
        **{"control_variate_high": number},
        **{"guesses": number, "milliseconds": duration, "source": str},
    },
    key=["rows", "cols", "mines", "start", "player"],
    ascending=[[f"{rate}_low", rate, f"{rate}_high"] for rate in ("won", "control_variate")],
)

PUBLISHED: Columns = Schema(
    {
        **{"program": str, "rows": positive, "cols": positive, "mines": count},
        **{"start": one_of(*STARTS), "won": portion, "half_width": number, "source": str},
    },
    key=["program", "rows", "cols", "mines", "start"],
)

OPTIMUM: Columns = Schema(
    {
        **{"rows": positive, "cols": positive, "mines": positive, "density": portion},
        **{"start": one_of(*STARTS), "status": one_of(*STATUSES), "moves": str},
        **{"wins": number, "games": number, "chance_low": portion, "chance_high": portion},
        **{"player": portion, "guesses": number, "loss": number, "loss_per_guess": number},
    },
    key=["rows", "cols", "mines", "start"],
)

NO_GUESS: Columns = Schema(
    {
        **{"rows": positive, "cols": positive, "mines": positive, "density": portion},
        **{"boards": positive, **dict.fromkeys(NEEDS, portion)},
        **{"solved": portion, "solved_low": portion, "solved_high": portion},
    },
    key=["rows", "cols", "mines"],
    ascending=[["solved_low", "solved", "solved_high"]],
)

BASELINE = "BBScan iter"
"""The procedure with which the others are compared: PySAT's implementation of `iterative`."""


def methods_table(decided: pd.DataFrame, games: pd.DataFrame) -> pd.DataFrame:
    """Summarize the fields decided and the results of games (--games) by size and method.

    Raise `DisagreementError` if the same game, played with exact guesses, is won with one method
    and lost with another; these guesses do not depend on the method.
    """
    exact = games[games["guess"] == "exact"]
    endings = exact.groupby([*NAME])["won"].nunique()
    if (endings > 1).any():
        name = ", ".join(f"{key} {x}" for key, x in zip(NAME, endings.idxmax(), strict=True))
        raise DisagreementError(f"methods disagree on how the game of {name} ends")
    key = [*SIZE, "method"]

    def measure(cell: pd.DataFrame) -> Row:
        played = games[(games[key] == cell[key].iloc[0]).all(axis=1)]
        telling = cell[cell["certain"] > 0]
        return {
            "states": len(cell),
            **cell[["covered", "certain", "decided"]].mean(),
            **bootstrap_mean(telling["decided"] / telling["certain"]).columns("share"),
            "milliseconds": 1000 * cell["seconds"].median(),
            **_fared(played),
        }

    return by_group(decided, key, measure, sort=False).reindex(columns=list(METHODS))


def _fared(games: pd.DataFrame) -> dict[str, float]:
    exact = games[games["guess"] == "exact"]
    fared: dict[str, float] = {}
    if len(exact):
        unaided = exact["won"] & (exact["guesses"] == 0)
        fared |= {
            "games": len(exact),
            **share(int(exact["won"].sum()), len(exact)).columns("won"),
            **share(int(unaided.sum()), len(exact)).columns("unaided"),
            **exact[["guesses", "sure"]].mean(),
        }
    for guess in ("ahead", "random"):
        played = games[games["guess"] == guess]
        if len(played):
            fared |= share(int(played["won"].sum()), len(played)).columns(f"won_{guess}")
    return fared


def procedures_table(times: pd.DataFrame) -> pd.DataFrame:
    """Compare the solver calls and times of backbone procedures by size and formula.

    Each value is a median over states of the median over a state's finished runs. A state without a
    finished run counts as infinite in the median over states. Ratios are over the states that both
    the procedure and `BASELINE` finish.
    """
    state = [*NAME, "formula"]
    done = times["status"] == "done"
    runs = (
        times.assign(
            milliseconds=(1000 * times["seconds"]).where(done),
            calls=times["calls"].astype(float).where(done),
        )
        .groupby([*state, "procedure"], sort=False)[["calls", "milliseconds"]]
        .median()
        .reset_index()
    )
    baseline = runs[runs["procedure"] == BASELINE].set_index(state)["milliseconds"]

    def measure(cell: pd.DataFrame) -> Row:
        ratios = cell.set_index(state)["milliseconds"] / baseline.reindex(
            pd.MultiIndex.from_frame(cell[state])
        )
        return {
            "states": len(cell),
            "finished": int(cell["calls"].notna().sum()),
            "calls": _median(cell["calls"]),
            "milliseconds": _median(cell["milliseconds"]),
            **bootstrap_ratio(ratios.dropna()).columns("ratio"),
        }

    return by_group(runs, [*SIZE, "formula", "procedure"], measure, sort=False)


def growth_table(decided: pd.DataFrame, times: pd.DataFrame) -> pd.DataFrame:
    """Summarize the times of methods and of backbone procedures (--times) by board size."""
    methods = (
        decided.groupby([*SIZE, "method"], sort=False)["seconds"]
        .agg(["size", "median"])
        .reset_index()
        .rename(columns={"method": "name", "size": "states"})
    )
    methods = methods.assign(
        kind="method", finished=methods["states"], milliseconds=1000 * methods["median"]
    )
    procedures = procedures_table(times).rename(columns={"formula": "kind", "procedure": "name"})
    return pd.concat([methods, procedures]).reindex(columns=list(GROWTH)).reset_index(drop=True)


def _median(values: pd.Series) -> float:
    """Return the median with missing values counted as infinite, or nan if it is infinite."""
    median = values.fillna(float("inf")).median()
    return median if median < float("inf") else float("nan")


def size_name(rows: int, cols: int, mines: int) -> str:
    """Return a size as text for tables and figures.

    >>> size_name(16, 30, 99), size_name(40, 40, 320)
    ('16×30, 99 mines', '40×40, 320 mines')
    """
    return f"{rows}×{cols}, {counted(mines, 'mine')}"


def _size_names(table: pd.DataFrame) -> list[str]:
    return [size_name(*size) for size in table[SIZE].itertuples(index=False)]


def _text(values: Iterable[Any], form: str, missing: str = "") -> list[str]:
    """Return the values as formatted text, with the text `missing` for each missing value."""
    return [missing if pd.isna(value) else f"{value:{form}}" for value in values]


def _with_interval(table: pd.DataFrame, name: str, form: str) -> list[str]:
    texts = [_text(table[column], form) for column in (name, f"{name}_low", f"{name}_high")]
    return [
        f"{value} [{low}, {high}]" if value and low else value
        for value, low, high in zip(*texts, strict=True)
    ]


def printed_methods(methods: pd.DataFrame) -> pd.DataFrame:
    """Return the table of `methods_table`, laid out for readers."""
    return pd.DataFrame(
        {
            "size": _size_names(methods),
            "method": methods["method"].map(METHOD_NAMES),
            "states": methods["states"],
            **{name: _text(methods[name], ".1f") for name in ("covered", "certain", "decided")},
            "share of the certain": _with_interval(methods, "share", ".1%"),
            "ms": _text(methods["milliseconds"], ".2f"),
            "games": _text(methods["games"], ".0f"),
            "won": _with_interval(methods, "won", ".1%"),
            "won without a guess": _with_interval(methods, "unaided", ".1%"),
            "guesses": _text(methods["guesses"], ".2f"),
            "of these sure": _text(methods["sure"], ".2f"),
            "won, looking ahead": _with_interval(methods, "won_ahead", ".1%"),
            "won, random guesses": _with_interval(methods, "won_random", ".1%"),
        }
    )


def printed_procedures(procedures: pd.DataFrame) -> pd.DataFrame:
    """Return the table of `procedures_table`, laid out for readers."""
    return pd.DataFrame(
        {
            "size": _size_names(procedures),
            **procedures[["formula", "procedure", "states", "finished"]],
            "solver calls": _text(procedures["calls"], ".0f", "timeout"),
            "ms": _text(procedures["milliseconds"], ".2f", "timeout"),
            f"time / {BASELINE}": _with_interval(procedures, "ratio", ".2f"),
        }
    )


def printed_growth(growth: pd.DataFrame) -> pd.DataFrame:
    """Return the milliseconds of `growth_table`, laid out with a column for each size."""
    named = growth.assign(
        size=_size_names(growth),
        name=growth["name"].replace(METHOD_NAMES),
        shown=_text(growth["milliseconds"], ".3g", "timeout"),
    )
    key = ["kind", "name"]
    table = named.pivot(index=key, columns="size", values="shown")
    table = table.reindex(index=pd.MultiIndex.from_frame(named[key].drop_duplicates()))
    return table[named["size"].drop_duplicates()].fillna("").reset_index()


def wins_table(wins: pd.DataFrame, published: pd.DataFrame) -> pd.DataFrame:
    """Compare win rates by size, start and player with published rates.

    Published rates are left out if no game of their size and start was played.
    """
    rows = []
    for (*size, start), part in wins.groupby([*SIZE, "start"], sort=False):
        named = dict(zip(SIZE, size, strict=True)) | {"start": start}
        for strategy, cell in part.groupby("strategy", sort=False):
            games = int(cell["games"].sum())
            mean = cell["control_variate"].sum() / games
            error = NORMAL * sqrt(max(cell["squares"].sum() / games - mean**2, 0) / games)
            rows.append(
                named
                | {"player": strategy, "games": games, "source": ""}
                | share(int(cell["won"].sum()), games).columns("won")
                | Interval(mean, mean - error, mean + error).columns("control_variate")
                | {"guesses": cell["guesses"].sum() / games}
                | {"milliseconds": 1000 * cell["seconds"].sum() / games}
            )
        others = published[(published[[*SIZE, "start"]] == [*size, start]).all(axis=1)]
        for other in others.itertuples(index=False):
            rate = Interval(other.won, other.won - other.half_width, other.won + other.half_width)
            rows.append(
                named
                | {"player": other.program, "games": nan, "source": other.source}
                | rate.columns("won")
            )
    return pd.DataFrame(rows, columns=list(RATES))


def printed_wins(rates: pd.DataFrame) -> pd.DataFrame:
    """Return the table of `wins_table`, laid out for readers."""
    return pd.DataFrame(
        {
            "size": _size_names(rates),
            "start": rates["start"].map(START_NAMES),
            "player": rates["player"].replace(STRATEGY_NAMES),
            "games": _text(rates["games"], ",.0f"),
            "won": _with_interval(rates, "won", ".2%"),
            "control variate": _with_interval(rates, "control_variate", ".2%"),
            "guesses per game": _text(rates["guesses"], ".2f"),
            "ms per game": _text(rates["milliseconds"], ".2f"),
            "source": rates["source"].fillna(""),
        }
    )


def optimum_table(rows: pd.DataFrame) -> pd.DataFrame:
    """Compare perfect play with the player ``exact``, for each board, number of mines and start."""
    rows = rows.sort_values(["rows", "cols", "mines"], kind="stable", ignore_index=True)
    player = rows["player_wins"] / rows["player_games"]
    guesses = rows["player_guesses"] / rows["player_games"]
    loss = (rows["wins"] / rows["games"] - player).where(rows["status"] == "optimal")
    return rows.assign(
        density=rows["mines"] / (rows["rows"] * rows["cols"]),
        wins=rows["wins"].astype("Int64"),  # so that all digits are written
        games=rows["games"].astype("Int64"),
        player=player,
        guesses=guesses,
        loss=loss,
        loss_per_guess=(loss / guesses).where(guesses > 0),
    ).reindex(columns=list(OPTIMUM))


def _board_names(table: pd.DataFrame) -> list[str]:
    return [f"{rows}×{cols}" for rows, cols in zip(table["rows"], table["cols"], strict=True)]


def printed_optimum(table: pd.DataFrame) -> pd.DataFrame:
    """Return the table of `optimum_table`, laid out for readers."""
    won, chance = [], []
    for row in table.itertuples():
        known = row.status == "optimal"
        low, high = f"{row.chance_low:.2%}", f"{row.chance_high:.2%}"
        won.append(f"{row.wins:.0f} of {row.games:.0f}" if known else row.status)
        chance.append(low if known else f"{low} to {high}")
    return pd.DataFrame(
        {
            "board": _board_names(table),
            "mines": table["mines"],
            "start": table["start"],
            "won, at best": won,
            "chance": chance,
            "first": [
                " ".join(f"({move.replace(',', ', ')})" for move in moves.split())
                for moves in table["moves"]
            ],
            "player": _text(table["player"], ".2%"),
            "guesses": _text(table["guesses"], ".2f"),
            "loss": _text(table["loss"], ".2%"),
            "loss per guess": _text(table["loss_per_guess"], ".2%"),
        }
    )


def no_guess_table(rows: pd.DataFrame) -> pd.DataFrame:
    """Compute the share of boards that need each method, by size and number of mines."""
    return by_group(rows, SIZE, _needs)[list(NO_GUESS)]


def _needs(group: pd.DataFrame) -> Row:
    height, width, mines = group[SIZE].iloc[0]
    return {
        "density": mines / (height * width),
        "boards": len(group),
        **{need: float((group["needs"] == need).mean()) for need in NEEDS},
        **share(int((group["needs"] != GUESS).sum()), len(group)).columns("solved"),
    }


def printed_no_guess(table: pd.DataFrame) -> pd.DataFrame:
    """Return the table of `no_guess_table`, laid out for readers."""
    return pd.DataFrame(
        {
            "board": _board_names(table),
            "mines": table["mines"],
            "density": _text(table["density"], ".1%"),
            "boards": table["boards"],
            **{name: _text(table[need], ".1%") for need, name in NEED_NAMES.items()},
            "no guess": _with_interval(table, "solved", ".1%"),
        }
    )


def audit_table(rows: pd.DataFrame) -> pd.DataFrame:
    """Summarize the measurements of the audit by size."""
    return by_group(rows, SIZE, _measures, sort=False)[list(AUDIT)]


def _measures(group: pd.DataFrame) -> Row:
    constraints = group["constraints"].sum()
    flagged = group["satisfiable_wrong"].dropna()
    open_ = group[group["uncertain"] > 0]
    saved = group["calls_partial"] / group["calls_complete"]
    tried = group[(group["trials"] > 0) & (group["backbone_propagations"] > 0)]
    work = tried["backbone_propagations"] / tried["trials"]
    found: Row = {
        "states": len(group),
        "covered": group["covered"].mean(),
        "constraints": group["constraints"].mean(),
        "satisfiable": group["satisfiable"].sum(),
        "satisfiable_flagged": group["satisfiable_flagged"].sum(),
        "wrongly_flagged": len(flagged),
        "satisfiable_wrong": int(flagged.sum()),
        "several": (group["backbone"] < group["covered"]).sum(),
        "weaker": (group["consistency"] < group["backbone"]).sum(),
        "share": group["consistency"].sum() / max(group["backbone"].sum(), 1),
        "total_helps": (group["certain"] > group["backbone"]).sum(),
        "unseen_helps": (group["unseen_decided"] > 0).sum(),
        "enumerated": group["exhaustive"].notna().sum(),
        "wrong": group["wrong"].sum(),
        "printed": group["unassigned"].notna().sum(),
        "partial": (group["unassigned"] > 0).sum(),
        "lifted": group["unassigned_lifted"].sum() / group["variables"].sum(),
        **group[["literals", "calls_iterative", "calls_complete", "calls_partial"]].mean(),
        **bootstrap_ratio(saved).columns("saved_ratio"),
        "clauses_per_constraint": group["table_clauses"].sum() / constraints,
        "total_clauses": group["total_clauses"].mean(),
        "trials_per_constraint": group["trials"].sum() / constraints,
        "consistency_microseconds": 1e6 * group["consistency_seconds"].sum() / constraints,
        "backbone_microseconds": 1e6 * group["backbone_seconds"].sum() / constraints,
        "backbone_max_seconds": group["backbone_seconds"].max(),
        **bootstrap_ratio(work).columns("work_ratio"),
        "uncertain_states": len(open_),
    }
    for name, scored in (("gain", "brier_models"), ("gain_total", "brier_total")):
        found |= bootstrap_mean(open_["brier_even"] - open_[scored]).columns(name)
    return found


METHODS_TABLE = Table(
    DECIDED,
    methods_table,
    printed_methods,
    others={"games": GAMES},
    title="Minesweeper: fields decided and games won by each method",
    note="Covered, certain and decided: mean number of fields over the states. Shares have 95%"
    " intervals: bootstrap over states, exact for games. Milliseconds: median wall-clock "
    "time for one state. Sure: guesses at fields that are certainly safe, which the method does "
    "not derive.",
)

PROCEDURES_TABLE = Table(
    TIMES,
    procedures_table,
    printed_procedures,
    title="Minesweeper: procedures for backbones",
    note="Medians over states of the solver's calls and of the wall-clock time in milliseconds "
    "from the clauses to the backbone, including loading. In the medians, a timeout counts as "
    "longer than all others. The ratio of times is a geometric mean over the states that both "
    "procedures finish, with its 95% bootstrap interval.",
)

GROWTH_TABLE = Table(
    DECIDED,
    growth_table,
    printed_growth,
    others={"times": TIMES},
    title="Minesweeper: growth of times with board size",
    note="Median wall-clock milliseconds for one state, by size. Timeout: at least half of the "
    "states reached the limit.",
)

WINS_TABLE = Table(
    WINS,
    wins_table,
    printed_wins,
    others={"published": PUBLISHED},
    title="Minesweeper: win rates",
    note="Shares of games won, with exact 95% intervals. Control variate: the same rate, "
    "estimated with less variance. Published: rates that other programs report.",
)

AUDIT_TABLE = Table(STATES, audit_table)

OPTIMUM_TABLE = Table(
    OPTIMA,
    optimum_table,
    printed_optimum,
    title="Minesweeper: probability of winning under perfect play",
    note="Exact shares of the placements of mines that are won, for each start and number of "
    "mines, and the same for the player that uncovers the safest field and starts in the corner. "
    "Perfect play starts at a best field. With the start opening, each share is of the placements "
    "for which this field shows 0. If the search reached its limit, bounds are listed, and for "
    "numbers of mines that were not tried, trivial ones.",
)

NO_GUESS_TABLE = Table(
    LOGIC,
    no_guess_table,
    printed_no_guess,
    title="Minesweeper: the weakest method that solves a board without a guess",
    note="Shares of random boards, each started with an opening, by the first method, in the order "
    "of the columns, that solves them. Density: share of the fields that are mines. No guess: "
    "share of the boards that a method solves without a guess, with its exact 95% interval.",
)
