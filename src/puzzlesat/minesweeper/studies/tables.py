"""The tables of the study: what methods decide and win, what backbones cost, and how it grows."""

import pandas as pd

from puzzlesat.common.errors import DisagreementError, counted
from puzzlesat.minesweeper.studies.audit import STATES
from puzzlesat.minesweeper.studies.rows import DECIDED, GAMES, TIMES
from puzzlesat.report.rows import (
    Columns,
    Row,
    Schema,
    count,
    duration,
    number,
    portion,
    positive,
)
from puzzlesat.report.statistics import Interval, bootstrap_mean, bootstrap_ratio, share
from puzzlesat.report.tables import Table

SIZE = ["rows", "cols", "mines"]
"""The columns that name a size."""

NAME = ["seed", *SIZE, "i"]
"""The columns that name a state or a game."""

METHOD_NAMES = {
    "single": "single constraints",
    "pairs": "pairs of constraints",
    "total": "pairs, number of mines",
    "backbone": "backbone",
    "backbone_total": "backbone, number of mines",
    "counting": "counting",
}
"""What readers call the methods."""

SHARES = ("share", "won", "unaided", "won_ahead", "won_random")
"""The columns of `METHODS` that have a 95% interval."""

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
    rising=[[f"{share}_low", share, f"{share}_high"] for share in SHARES],
)
"""The columns of `methods_table`."""

PROCEDURES: Columns = Schema(
    {
        **{"rows": positive, "cols": positive, "mines": count, "formula": str, "procedure": str},
        **{"states": count, "finished": count, "calls": number, "milliseconds": duration},
        **{"ratio": number, "ratio_low": number, "ratio_high": number},
    },
    key=["rows", "cols", "mines", "formula", "procedure"],
)
"""The columns of `procedures_table`."""

GROWTH: Columns = Schema(
    {
        **{"rows": positive, "cols": positive, "mines": count, "kind": str, "name": str},
        **{"states": count, "finished": count, "calls": number, "milliseconds": duration},
    },
    key=["rows", "cols", "mines", "kind", "name"],
)
"""The columns of `growth_table`."""

PARTS = (
    *("satisfiable", "satisfiable_flagged", "several", "weaker", "total_helps"),
    *("unseen_helps", "partial"),
)
"""The columns of `AUDIT` that count some of the states."""

AUDIT: Columns = Schema(
    {
        **{"rows": positive, "cols": positive, "mines": count, "states": count},
        **{"covered": number, "constraints": number},
        **{"satisfiable": count, "satisfiable_flagged": count, "several": count},
        **{"wrongly_flagged": count, "satisfiable_wrong": count},
        **{"weaker": count, "share": portion, "total_helps": count, "unseen_helps": count},
        **{"enumerated": count, "wrong": count, "partial": count, "lifted": number},
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
    rising=[
        *([part, "states"] for part in PARTS),
        ["satisfiable_wrong", "wrongly_flagged"],
    ],
)
"""The columns of `audit_table`."""

BASELINE = "BBScan iter"
"""The procedure with which the others are compared: the same algorithm, of another hand."""


def _interval(name: str, interval: Interval) -> dict[str, float]:
    return {name: interval.estimate, f"{name}_low": interval.low, f"{name}_high": interval.high}


def methods_table(decided: pd.DataFrame, games: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each size and method: what it decides, and how its player fares.

    Parameters
    ----------
    decided : DataFrame
        Rows of `experiment.decided_rows`.
    games : DataFrame
        Rows of `experiment.game_rows`. A size without games has empty cells.

    Returns
    -------
    DataFrame
        ``rows, cols, mines, method``; ``states``, and means over them: ``covered`` fields, those
        that are ``certain``, and those that the method has ``decided``; ``share``, the mean share
        of the certain fields that it decides, over the states that have some, with its 95%
        bootstrap interval; ``milliseconds``, the median; ``games``; ``won``, the share of them
        won with exact guesses, with its exact 95% interval; ``unaided``, the same for games won
        without a single guess; ``guesses`` and ``sure`` per game, where sure ones were none, since
        counting knows the field to be safe; ``won_ahead`` and ``won_random``, the shares won with
        guesses that look ahead, and with random ones.

    Raises
    ------
    DisagreementError
        If two methods with exact guesses end the same game differently: what is certain is
        uncovered sooner or later, so all of them come to the same guesses.
    """
    exact = games[games["guess"] == "exact"]
    endings = exact.groupby(NAME)["won"].nunique()
    if (endings > 1).any():
        name = ", ".join(f"{key} {x}" for key, x in zip(NAME, endings.idxmax(), strict=True))
        raise DisagreementError(f"methods disagree on how the game of {name} ends")
    rows = []
    for (*size, method), cell in decided.groupby([*SIZE, "method"], sort=False):
        played = games[(games[[*SIZE, "method"]] == [*size, method]).all(axis=1)]
        telling = cell[cell["certain"] > 0]
        rows.append(
            dict(zip(SIZE, size, strict=True))
            | {
                "method": method,
                "states": len(cell),
                **cell[["covered", "certain", "decided"]].mean(),
                **_interval("share", bootstrap_mean(telling["decided"] / telling["certain"])),
                "milliseconds": 1000 * cell["seconds"].median(),
            }
            | _fared(played)
        )
    return pd.DataFrame(rows, columns=list(METHODS))


def _fared(games: pd.DataFrame) -> dict[str, float]:
    """Return how the players of one size and method fared, nothing where there are no games."""
    exact = games[games["guess"] == "exact"]
    fared: dict[str, float] = {}
    if len(exact):
        unaided = exact["won"] & (exact["guesses"] == 0)
        fared |= {
            "games": len(exact),
            **_interval("won", share(int(exact["won"].sum()), len(exact))),
            **_interval("unaided", share(int(unaided.sum()), len(exact))),
            **exact[["guesses", "sure"]].mean(),
        }
    for guess in ("ahead", "random"):
        played = games[games["guess"] == guess]
        if len(played):
            fared |= _interval(f"won_{guess}", share(int(played["won"].sum()), len(played)))
    return fared


def procedures_table(times: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each size, formula and procedure: its calls of the solver and its time.

    Parameters
    ----------
    times : DataFrame
        Rows of `experiment.timing_rows`.

    Returns
    -------
    DataFrame
        ``rows, cols, mines, formula, procedure``; ``states``, and how many of them were
        ``finished`` in time; medians over the states of ``calls`` and ``milliseconds``, those that
        ran out of time counting as above all others (an empty cell if they are half of them);
        ``ratio``, the time over that of `BASELINE`, as geometric mean over the states that both
        finish, with its 95% bootstrap interval.
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
    rows = []
    for (*size, formula, procedure), cell in runs.groupby(
        [*SIZE, "formula", "procedure"], sort=False
    ):
        ratios = cell.set_index(state)["milliseconds"] / baseline.reindex(
            pd.MultiIndex.from_frame(cell[state])
        )
        rows.append(
            dict(zip(SIZE, size, strict=True))
            | {
                "formula": formula,
                "procedure": procedure,
                "states": len(cell),
                "finished": int(cell["calls"].notna().sum()),
                "calls": _median(cell["calls"]),
                "milliseconds": _median(cell["milliseconds"]),
                **_interval("ratio", bootstrap_ratio(ratios.dropna())),
            }
        )
    return pd.DataFrame(rows, columns=list(PROCEDURES))


def growth_table(decided: pd.DataFrame, times: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each size and each method or procedure: how its time grows.

    Parameters
    ----------
    decided : DataFrame
        Rows of `experiment.decided_rows`.
    times : DataFrame
        Rows of `experiment.timing_rows`.

    Returns
    -------
    DataFrame
        ``rows, cols, mines``; ``kind``, which is ``method``, or the formula that a procedure ran
        on; ``name`` of the method or procedure; ``states``, ``finished``, ``calls`` and
        ``milliseconds`` as in `procedures_table`. A method has no calls: what it asks a solver is
        part of its time.
    """
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
    """Return the median where empty cells count as infinite, and none if it is."""
    median = values.fillna(float("inf")).median()
    return median if median < float("inf") else float("nan")


def size_name(rows: int, cols: int, mines: int) -> str:
    """Return what readers call a size.

    Examples
    --------
    >>> size_name(16, 30, 99), size_name(40, 40, 320)
    ('16×30, 99 mines', '40×40, 320 mines')
    """
    return f"{rows}×{cols}, {counted(mines, 'mine')}"


def _with_interval(rows: pd.DataFrame, name: str, form: str) -> list[str]:
    return [
        ""
        if pd.isna(value)
        else f"{value:{form}}" + ("" if pd.isna(low) else f" [{low:{form}}, {high:{form}}]")
        for value, low, high in zip(
            rows[name], rows[f"{name}_low"], rows[f"{name}_high"], strict=True
        )
    ]


def printed_methods(methods: pd.DataFrame) -> pd.DataFrame:
    """Return the table of methods laid out for reading."""

    def per_game(name: str) -> list[str]:
        return ["" if pd.isna(value) else f"{value:.2f}" for value in methods[name]]

    return pd.DataFrame(
        {
            "size": [size_name(*size) for size in methods[SIZE].itertuples(index=False)],
            "method": methods["method"].map(METHOD_NAMES),
            "states": methods["states"],
            "covered": methods["covered"].map("{:.1f}".format),
            "certain": methods["certain"].map("{:.1f}".format),
            "decided": methods["decided"].map("{:.1f}".format),
            "share of the certain": _with_interval(methods, "share", ".1%"),
            "ms": methods["milliseconds"].map("{:.2f}".format),
            "games": ["" if pd.isna(games) else f"{games:.0f}" for games in methods["games"]],
            "won": _with_interval(methods, "won", ".1%"),
            "won without a guess": _with_interval(methods, "unaided", ".1%"),
            "guesses": per_game("guesses"),
            "of these sure": per_game("sure"),
            "won, looking ahead": _with_interval(methods, "won_ahead", ".1%"),
            "won, random guesses": _with_interval(methods, "won_random", ".1%"),
        }
    )


def printed_procedures(procedures: pd.DataFrame) -> pd.DataFrame:
    """Return the table of procedures laid out for reading."""

    def number(name: str, form: str) -> list[str]:
        return ["timeout" if pd.isna(x) else f"{x:{form}}" for x in procedures[name]]

    return pd.DataFrame(
        {
            "size": [size_name(*size) for size in procedures[SIZE].itertuples(index=False)],
            "formula": procedures["formula"],
            "procedure": procedures["procedure"],
            "states": procedures["states"],
            "finished": procedures["finished"],
            "solver calls": number("calls", ".0f"),
            "ms": number("milliseconds", ".2f"),
            f"time / {BASELINE}": _with_interval(procedures, "ratio", ".2f"),
        }
    )


def printed_growth(growth: pd.DataFrame) -> pd.DataFrame:
    """Return the table of growth laid out for reading: milliseconds, a column for each size."""
    named = growth.assign(
        size=[size_name(*size) for size in growth[SIZE].itertuples(index=False)],
        name=growth["name"].replace(METHOD_NAMES),
        shown=["timeout" if pd.isna(x) else f"{x:.3g}" for x in growth["milliseconds"]],
    )
    key = ["kind", "name"]
    table = named.pivot(index=key, columns="size", values="shown")
    table = table.reindex(index=pd.MultiIndex.from_frame(named[key].drop_duplicates()))
    return table[named["size"].drop_duplicates()].fillna("").reset_index()


def audit_table(rows: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each size: what was measured of its states.

    Parameters
    ----------
    rows : DataFrame
        Rows of `audit.state_rows`. The columns of the table are explained in docs/data.md.
    """
    return pd.DataFrame(
        [
            dict(zip(["rows", "cols", "mines"], size, strict=True)) | _measures(group)
            for size, group in rows.groupby(["rows", "cols", "mines"], sort=False)
        ],
        columns=list(AUDIT),
    )


def _measures(group: pd.DataFrame) -> Row:
    """Return the measures of the states of one size."""
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
        "partial": (group["unassigned"] > 0).sum(),
        "lifted": group["unassigned_lifted"].sum() / group["variables"].sum(),
        **group[["literals", "calls_iterative", "calls_complete", "calls_partial"]].mean(),
        **_interval("saved_ratio", bootstrap_ratio(saved)),
        "clauses_per_constraint": group["table_clauses"].sum() / constraints,
        "total_clauses": group["total_clauses"].mean(),
        "trials_per_constraint": group["trials"].sum() / constraints,
        "consistency_microseconds": 1e6 * group["consistency_seconds"].sum() / constraints,
        "backbone_microseconds": 1e6 * group["backbone_seconds"].sum() / constraints,
        "backbone_max_seconds": group["backbone_seconds"].max(),
        **_interval("work_ratio", bootstrap_ratio(work)),
        "uncertain_states": len(open_),
    }
    for name, scored in (("gain", "brier_models"), ("gain_total", "brier_total")):
        interval = bootstrap_mean(open_["brier_even"] - open_[scored])
        found |= _interval(name, interval)
    return found


METHODS_TABLE = Table(
    DECIDED,
    methods_table,
    printed_methods,
    others={"games": GAMES},
    title="Minesweeper: what each method decides and wins",
    note="Covered, certain and decided: mean number of fields over the states. Shares have 95%"
    " intervals: bootstrap over states, exact for games. Milliseconds: median CPU time "
    "for one state. Sure: guesses at fields that are certainly safe, which the method "
    "does not see.",
    help="Sum up what each method decides in FILES of rows, and how its player fares in --games.",
)

PROCEDURES_TABLE = Table(
    TIMES,
    procedures_table,
    printed_procedures,
    title="Minesweeper: procedures for backbones",
    note="Medians over states of the solver's calls and of the CPU milliseconds from the "
    "clauses to the backbone, including loading. A timeout counts as longer than all "
    "others. The ratio of times is a geometric mean with its 95% bootstrap interval.",
    help="Compare the procedures for backbones timed in FILES.",
)

GROWTH_TABLE = Table(
    DECIDED,
    growth_table,
    printed_growth,
    others={"times": TIMES},
    title="Minesweeper: how times grow with the board",
    note="Median CPU milliseconds for one state, by size. Timeout: at least half of the states"
    " reached the limit.",
    help="Sum up how the time of methods grows, in FILES of rows, and that of procedures, "
    "in --times.",
)

AUDIT_TABLE = Table(
    STATES,
    audit_table,
    help="Sum up what was measured in FILES of the audit, size by size.",
)
