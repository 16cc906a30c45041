"""Whether the extended encoding takes longer, and by which clock (§4.2, Table 4.1).

Every encoding is timed at the minimum, and over the whole search of Fig. 4.3. Among the encodings
stands ``control``, which is the minimal one once more: what wins it takes from itself are noise, or
the order of runs. Repeats go in turns, so that each repeat is also a run of one fixed order, and
the protocols can be told apart afterwards:

================  =================================================================
minimal first     one run of each, the minimal encoding before the other
other first       one run of each, the other encoding before the minimal one
in turns          the median over all repeats, as in the reproduction of Table 4.1
================  =================================================================

Conflicts and propagations are counted, not timed. They depend on neither machine nor order.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
from scipy import stats

from puzzlesat.common.errors import DisagreementError
from puzzlesat.floodit.solve.minimum import SEARCHES
from puzzlesat.floodit.studies.audit.boards import BOARD, CELL, NAME, minima, sample
from puzzlesat.floodit.studies.audit.searches import timed_search
from puzzlesat.floodit.studies.reproduction.rows import STEPS, time_once
from puzzlesat.floodit.studies.reproduction.wins import THESIS
from puzzlesat.report.claims import FAILS, HOLDS, LEVEL, LIMITS, OPEN, Verdict
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
from puzzlesat.report.statistics import bootstrap_ratio, holm, share, sign_test
from puzzlesat.report.tables import Table
from puzzlesat.sat.clock import in_turns

RUNS = {"minimal": "minimal", "extended": "extended", "reduced": "reduced", "control": "minimal"}
"""The encodings by the names under which they run."""

COLUMNS: Columns = Schema(
    NAME
    | {
        **{"over": str, "run": str, "repeat": count, "order": count},
        **{f"{step}_seconds": duration for step in STEPS},
        **{"conflicts": number, "propagations": number},
    },
    key=[*NAME, "over", "run", "repeat"],
    whole={"run": RUNS.keys() - {"control"}},
    each=[*NAME, "over"],
)
"""The columns of `rows`; over is minimum or search, run a key of `RUNS`."""

CLOCKS = {
    "encode": ["encode_seconds"],
    "solve": ["solve_seconds"],
    "load_solve": ["load_seconds", "solve_seconds"],
    "encode_load_solve": ["encode_seconds", "load_seconds", "solve_seconds"],
    "conflicts": ["conflicts"],
    "propagations": ["propagations"],
}
"""What each clock adds up; the last two count."""

COUNTERS = ("conflicts", "propagations")

CONSTRUCTION = "encode"
"""The clock of the claim on construction; no claim on solving counts it alone."""

PROTOCOLS = ("minimal first", "other first", "in turns")

TABLE: Columns = Schema(
    {
        **{
            "over": str,
            "clock": str,
            "protocol": str,
            "against": str,
            "n": positive,
            "k": positive,
        },
        **{"boards": count, "minimal": count, "other": count},
        **{"share": portion, "share_low": portion, "share_high": portion, "sign_p": number},
        **{"thesis": number, "inside": number, "differs_p": number},
        **{"ratio": number, "ratio_low": number, "ratio_high": number},
        **{"agree": number, "load_part": number},
    },
    key=["over", "clock", "protocol", "against", "n", "k"],
)
"""The columns of `table`."""

SUMMARY: Columns = Schema(
    {
        **{"over": str, "clock": str, "protocol": str, "against": str, "cells": count},
        **{"boards": count, "wins": number, "won_cells": count, "lost_cells": count},
        **{"printed": count, "inside": count, "differing": count, "correlation": number},
        **{"ratio": number, "ratio_low": number, "ratio_high": number},
        **{"agree": number, "load_part": number},
    },
    key=["over", "clock", "protocol", "against"],
)
"""The columns of `summary_table`."""

ENOUGH = 30
"""Boards in a cell below which nothing is said of the printed numbers."""


def rows(seed: int, n: int, k: int, boards: int, repeats: int, solver: str) -> Iterator[Row]:
    """Yield what every run of every encoding takes, at the minimum and over the whole search.

    They take turns (`in_turns`), so that of any two encodings each goes first equally often. The
    whole search is timed once, and without the control.

    Raises
    ------
    DisagreementError
        If an encoding finds another minimum than A*.
    """
    for name, board, p in minima(sample(seed, n, k, boards)):
        for encoding in set(RUNS.values()):
            time_once(board, p, encoding, solver, None)  # for warm caches
        for repeat, order, run in in_turns(list(RUNS), repeats, name["i"]):
            took = time_once(board, p, RUNS[run], solver, None)
            yield _row(name, "minimum", run, repeat, order, took)
        for repeat, order, run in in_turns(list(dict.fromkeys(RUNS.values())), 1, name["i"]):
            found, took = timed_search(board, SEARCHES["bounded"], RUNS[run], solver)
            if found.p != p:
                raise DisagreementError(f"board {board.text}: {run} says {found.p}, A* says {p}")
            yield _row(name, "search", run, repeat, order, took)


def _row(name: Row, over: str, run: str, repeat: int, order: int, took: Row) -> Row:
    row = name | {"over": over, "run": run, "repeat": repeat, "order": order}
    return row | {key: took[key] for key in (*CLOCKS["encode_load_solve"], *COUNTERS)}


def table(rows: pd.DataFrame, thesis: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each clock, protocol, opponent of the minimal encoding, and (n, k).

    ``share`` is the share of boards that the minimal encoding wins, ties halved, with its exact 95%
    interval; ``sign_p`` that of the two-sided sign test; ``inside`` whether the printed number of
    wins of 100 lies in the interval, ``differs_p`` the p-value of Fisher's exact test of both
    samples. P-values are corrected by Holm's procedure over the cells of a clock, protocol and
    opponent. ``ratio`` is the opponent's time (or count, plus one) over the minimal encoding's, as
    geometric mean over boards with its 95% bootstrap interval. ``agree`` is the share of boards
    on which all repeats name the same winner, and ``load_part`` the part of the difference in
    load+solve time that is loading.
    """
    printed = thesis.set_index(CELL)["minimal"]
    parts = []
    for over, of in rows.groupby("over", sort=False):
        for clock, columns in CLOCKS.items():
            timed = of.assign(value=of[columns].sum(axis=1))
            counted = clock in COUNTERS
            for against in RUNS:
                if against == "minimal" or against not in set(of["run"]):
                    continue
                pair = timed[timed["run"].isin(["minimal", against])]
                for protocol in ("in turns",) if counted or over == "search" else PROTOCOLS:
                    key = {"over": over, "clock": clock, "protocol": protocol, "against": against}
                    found = [
                        key
                        | dict(zip(CELL, cell, strict=True))
                        | _compare(values, counted)
                        | _anatomy(group, against)
                        | {"thesis": printed.get(cell, np.nan)}
                        for cell, group in pair.groupby(CELL)
                        if len(values := _values(group, against, protocol))
                    ]
                    if found:
                        parts.append(_corrected(pd.DataFrame(found), against))
    return pd.concat(parts)[list(TABLE)]


def _values(group: pd.DataFrame, against: str, protocol: str) -> pd.DataFrame:
    """Return each board's value for both encodings, columns minimal and other."""
    wide: Any = group.pivot(index=[*BOARD, "repeat"], columns="run", values=["value", "order"])
    value = wide["value"].rename(columns={against: "other"})
    if protocol == "in turns":
        return value.groupby(BOARD).median()
    first = wide["order"]["minimal"] < wide["order"][against]
    chosen = value[first if protocol == "minimal first" else ~first]
    return chosen.groupby(BOARD).first()


def _compare(values: pd.DataFrame, counted: bool) -> dict[str, float]:
    wins = int((values["minimal"] < values["other"]).sum())
    losses = int((values["minimal"] > values["other"]).sum())
    ties = len(values) - wins - losses
    interval = share(wins + ties // 2, len(values))
    shift = 1.0 if counted else 0.0
    ratio = bootstrap_ratio((values["other"] + shift) / (values["minimal"] + shift))
    return {
        "boards": len(values),
        "minimal": wins,
        "other": losses,
        "share": interval.estimate,
        "share_low": interval.low,
        "share_high": interval.high,
        "sign_p": sign_test(wins, losses),
        "ratio": ratio.estimate,
        "ratio_low": ratio.low,
        "ratio_high": ratio.high,
    }


def _anatomy(group: pd.DataFrame, against: str) -> dict[str, float]:
    """Return how far repeats agree on the winner, and how much of the difference is loading."""
    value = group.pivot(index=[*BOARD, "repeat"], columns="run", values="value")
    votes = (value["minimal"] < value[against]).groupby(BOARD).mean()
    means: Any = group.groupby("run")[["load_seconds", "solve_seconds"]].mean()
    more = means.loc[against] - means.loc["minimal"]
    whole = more.sum()
    return {
        "agree": float(votes.isin([0, 1]).mean()),
        "load_part": more["load_seconds"] / whole if whole else np.nan,
    }


def _corrected(cells: pd.DataFrame, against: str) -> pd.DataFrame:
    """Correct the cells' p-values, and set them beside the printed numbers where they speak."""
    cells["sign_p"] = holm(cells["sign_p"])
    known = cells["thesis"].notna() & (against == "extended")
    cells["thesis"] = cells["thesis"].where(known)
    wins = (cells["share"] * cells["boards"]).round().astype(int)
    raw = [
        stats.fisher_exact([[win, boards - win], [int(printed), 100 - int(printed)]]).pvalue
        if there
        else np.nan
        for win, boards, printed, there in zip(
            wins, cells["boards"], cells["thesis"], known, strict=True
        )
    ]
    cells["differs_p"] = holm(raw)
    printed = cells["thesis"] / 100
    inside = (printed >= cells["share_low"]) & (printed <= cells["share_high"])
    cells["inside"] = inside.astype(float).where(known)
    return cells


def summary_table(table: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each clock, protocol and opponent: what all cells say together.

    ``wins`` is the mean share, ``won_cells`` and ``lost_cells`` count the cells that the sign test,
    corrected, gives to the minimal encoding and to the other; ``printed`` counts the printed
    numbers, ``inside`` those that lie in our 95% interval, ``differing`` those that differ by
    Fisher's test, corrected; ``correlation`` is Spearman's over cells; ``ratio`` the geometric mean
    over cells, with its 95% bootstrap interval over cells.
    """
    found = []
    keys = ["over", "clock", "protocol", "against"]
    for key, cells in table.groupby(keys, sort=False):
        clear = cells["sign_p"] < LEVEL
        printed = cells["thesis"].notna()
        varied = printed.sum() > 2 and cells["share"].min() < cells["share"].max()
        ratio = bootstrap_ratio(cells["ratio"])
        found.append(
            dict(zip(keys, key, strict=True))
            | {"cells": len(cells), "boards": cells["boards"].sum()}
            | {"wins": np.average(cells["share"], weights=cells["boards"])}
            | {"won_cells": int((clear & (cells["minimal"] > cells["other"])).sum())}
            | {"lost_cells": int((clear & (cells["minimal"] < cells["other"])).sum())}
            | {"printed": int(printed.sum()), "inside": int(cells["inside"].sum())}
            | {"differing": int((cells["differs_p"] < LEVEL).sum())}
            | {
                "correlation": stats.spearmanr(
                    cells.loc[printed, "share"], cells.loc[printed, "thesis"]
                ).statistic
                if varied
                else np.nan
            }
            | {"ratio": ratio.estimate, "ratio_low": ratio.low, "ratio_high": ratio.high}
            | {"agree": cells["agree"].mean(), "load_part": cells["load_part"].median()}
        )
    return pd.DataFrame(found)[list(SUMMARY)]


def verdicts(summary: pd.DataFrame) -> list[Verdict]:
    """Judge the claim on times by every clock, and the printed numbers by the best of them."""
    ours = summary[(summary["against"] == "extended") & (summary["protocol"] == "in turns")]
    timed = ours[~ours["clock"].isin((*COUNTERS, CONSTRUCTION))]
    most = 2 * timed["won_cells"] > timed["cells"]
    if most.all():
        longer = HOLDS
    elif most.any():
        longer = LIMITS
    else:
        longer = FAILS if (2 * timed["lost_cells"] > timed["cells"]).any() else OPEN
    by_clock = "; ".join(
        f"{_named(row)} {row.won_cells} of {row.cells} (lost {row.lost_cells}), "
        f"{row.ratio:.2f} [{row.ratio_low:.2f}, {row.ratio_high:.2f}] times as long"
        for row in timed.itertuples()
    )
    control = summary[
        (summary["against"] == "control")
        & (summary["over"] == "minimum")
        & (summary["clock"] == "solve")
    ]
    noise = ", ".join(f"{row.protocol} {row.wins:.0%}" for row in control.itertuples())
    loaded = ours[(ours["clock"] == "load_solve") & (ours["over"] == "minimum")].iloc[0]
    conflicts = ours[(ours["clock"] == "conflicts") & (ours["over"] == "minimum")].iloc[0]
    boards = int(ours["boards"].max())
    return [
        Verdict(
            "The extended encoding takes longer in most cases",
            "§4.2.4, Table 4.1",
            f"Cells that the minimal encoding wins by clock ({boards} boards; sign test, Holm over "
            f"cells; ratio with 95% bootstrap interval over cells): {by_clock}. Conflicts: "
            f"{conflicts.ratio:.2f} [{conflicts.ratio_low:.2f}, {conflicts.ratio_high:.2f}] times "
            f"as many. Of the difference in load+solve time {loaded['load_part']:.0%} is loading "
            f"(median over cells); the repeats agree on the winner on {loaded['agree']:.0%} of "
            f"boards. Against itself, by the solve alone, the minimal encoding wins {noise}.",
            longer,
        ),
        _of_printed_numbers(summary),
        _of_construction(summary),
    ]


def _of_construction(summary: pd.DataFrame) -> Verdict:
    """Judge whether the minimal encoding is constructed the fastest."""
    built = summary[
        (summary["clock"] == CONSTRUCTION)
        & (summary["over"] == "minimum")
        & (summary["protocol"] == "in turns")
    ].set_index("against")
    extended, reduced = built.loc["extended"], built.loc["reduced"]
    if extended["ratio_low"] <= 1 <= extended["ratio_high"]:
        verdict = OPEN
    elif extended["ratio"] < 1 or reduced["ratio_high"] < 1:
        verdict = FAILS
    else:
        verdict = HOLDS if reduced["ratio_low"] > 1 else OPEN
    return Verdict(
        "Being minimal gives the encoding the lowest construction time",
        "§4.2.1",
        "Constructing takes the extended encoding "
        f"{extended['ratio']:.2f} [{extended['ratio_low']:.2f}, {extended['ratio_high']:.2f}] and "
        "the reduced one, the minimal one without what it does not need, "
        f"{reduced['ratio']:.2f} [{reduced['ratio_low']:.2f}, {reduced['ratio_high']:.2f}] times "
        f"as long as the minimal one (geometric mean over {int(extended['cells'])} cells, 95% "
        "bootstrap interval over cells).",
        verdict,
    )


def _named(row: Any) -> str:
    name = str(row.clock).replace("_", "+")
    return name if row.over == "minimum" else f"{name} over the search"


def _of_printed_numbers(summary: pd.DataFrame) -> Verdict:
    """Judge whether some clock and order gives the printed numbers of wins."""
    tried = summary[
        (summary["against"] == "extended") & ~summary["clock"].isin((*COUNTERS, CONSTRUCTION))
    ]
    order = ["differing", "inside"]
    best = tried.sort_values(order, ascending=[True, False], kind="stable").iloc[0]
    if not best["printed"] or best["boards"] < ENOUGH * best["cells"]:
        verdict = OPEN
    elif not best["differing"]:
        verdict = HOLDS
    else:
        verdict = LIMITS if 2 * best["differing"] < best["printed"] else FAILS
    others = "; ".join(
        f"{_named(row)} {row.inside} inside, {row.differing} differ"
        for row in tried[tried["protocol"] == "in turns"].itertuples()
    )
    return Verdict(
        "The minimal encoding wins 83 to 100 of 100 boards, as printed",
        "§4.2.4, Table 4.1",
        f"Closest is {_named(best)}, {best['protocol']}: {best['inside']} of {best['printed']} "
        f"printed numbers lie in our 95% interval and {best['differing']} differ (Fisher's exact "
        f"test, Holm; Spearman's correlation over cells {best['correlation']:.2f}). In turns: "
        f"{others}.",
        verdict,
    )


CLOCKS_TABLE = Table(COLUMNS, table, beside={"thesis": THESIS})
"""Count in FILES of rows which encoding wins by every clock, beside --thesis, Table 4.1."""

CLOCKS_SUMMARY = Table(TABLE, summary_table)
"""Sum up the table clocks in FILES over all cells."""
