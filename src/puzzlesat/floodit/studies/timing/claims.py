"""The claims of §4.2 on Table 4.1 and on times, judged by counts and by likelihoods."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy import stats

from puzzlesat.floodit.studies.thesis.wins import WINS
from puzzlesat.floodit.studies.timing import inference
from puzzlesat.floodit.studies.timing.inference import (
    GENERATION,
    HYPOTHESES,
    LOADING,
    NULL,
    SEARCH,
    SOLVING,
)
from puzzlesat.floodit.studies.timing.rows import CORE
from puzzlesat.floodit.studies.timing.tables import EFFECTS, SPENT, by_clock, won
from puzzlesat.report.claims import FAILS, HOLDS, LEVEL, LIMITS, OPEN, Claims, Verdict, by_cells
from puzzlesat.report.statistics import holm

ENOUGH = 30
"""Boards of a cell, and printed numbers, from which on a fit is judged."""


class Measure(NamedTuple):
    """What was measured of all boards, cell by cell.

    Parameters
    ----------
    name : str
    cells : DataFrame
        With n, k, boards, wins, ties and losses.
    """

    name: str
    cells: pd.DataFrame


def measures(
    effects: pd.DataFrame, instructions: pd.DataFrame, wins: pd.DataFrame
) -> Iterator[Measure]:
    """Yield MiniSat's counts at the minimum, its instructions and its seconds."""
    chosen = effects[(effects["solver"] == CORE) & (effects["query"] == "minimum")]
    for (measure, numbering), cells in chosen.groupby(["measure", "numbering"], sort=False):
        yield Measure(f"{measure} ({numbering})", cells)
    spent = instructions[(instructions["part"] == "total") & (instructions["boards"] > 0)]
    for (solver, numbering), cells in spent.groupby(["solver", "numbering"], sort=False):
        yield Measure(f"instructions of {solver} ({numbering})", cells)
    for clock, cells in by_clock(wins):
        yield Measure(f"seconds ({clock})", cells)


def verdicts(
    effects: pd.DataFrame,
    instructions: pd.DataFrame,
    wins: pd.DataFrame,
    hypotheses: pd.DataFrame,
) -> list[tuple[Verdict, str]]:
    """Return the verdicts, each with the name of the table that shows it best."""
    measured = list(measures(effects, instructions, wins))
    return [
        (of_effort(measured), "effects"),
        (of_printed_numbers(hypotheses), "hypotheses"),
        (of_growth(measured), "effects"),
    ]


def of_effort(measured: list[Measure]) -> Verdict:
    """Judge whether the extended encoding takes longer on more than half of all boards."""
    shares = {}
    for measure in measured:
        wins, ties, boards = (int(measure.cells[x].sum()) for x in ("wins", "ties", "boards"))
        shares[measure.name] = won(wins, ties, boards)
    above = sum(interval.low > 0.5 for interval in shares.values())
    below = sum(interval.high < 0.5 for interval in shares.values())
    if shares and above == len(shares):
        verdict = HOLDS
    elif above:
        verdict = LIMITS
    else:
        verdict = FAILS if below else OPEN
    listed = "; ".join(
        f"{name} {interval.estimate:.0%} [{interval.low:.0%}, {interval.high:.0%}]"
        for name, interval in shares.items()
    )
    return Verdict(
        "The extended encoding takes longer in most cases",
        "§4.2.4, Table 4.1",
        f"Share of boards on which the minimal encoding takes less, ties halved, over all cells at "
        f"the minimum, with exact 95% interval: {listed}. By {above} of {len(shares)} measures it "
        f"takes less on most boards, by {below} on fewer than half.",
        verdict,
        name="extended-longer",
    )


def of_printed_numbers(hypotheses: pd.DataFrame) -> Verdict:
    """Judge by likelihood what the printed numbers can have counted.

    The claim holds where only the solver's work fits, with limits where only reading the formula
    and solving it does, and not where only times that include making the formula fit. Where the
    model of a cost proportional to clauses fits as well, or several families do, or none, what was
    timed cannot be decided: the model covers making, writing and reading clauses alike.
    """
    first = hypotheses.sort_values("aic", kind="stable").drop_duplicates("family")
    best = first.set_index("family")
    fitting = [f for f in hypotheses.loc[hypotheses["fits"], "family"].unique() if f != NULL]
    on_boards = hypotheses.loc[hypotheses["family"].isin((SEARCH, GENERATION)), "boards"]
    enough = (
        len(hypotheses) > 0
        and hypotheses["cells"].min() >= ENOUGH
        and len(on_boards) > 0
        and on_boards.min() >= ENOUGH
    )
    of_solver = {SEARCH, SOLVING}
    if not enough or not fitting:
        verdict = OPEN
    elif of_solver.issuperset(fitting):
        verdict = HOLDS
    elif {*of_solver, LOADING}.issuperset(fitting):
        verdict = LIMITS
    else:
        verdict = FAILS if fitting == [GENERATION] else OPEN
    listed = "; ".join(
        f"{family} {row['above_best']:.0f} ({row['hypothesis']}; mean distance "
        f"{row['distance']:.1f}{'' if row['fits'] else '; does not fit'})"
        for family, row in best.iterrows()
    )
    excluded = ""
    if SEARCH in best.index and not hypotheses.loc[hypotheses["family"] == SEARCH, "fits"].any():
        odds = best["log_likelihood"].max() - best.loc[SEARCH, "log_likelihood"]
        tried = int((hypotheses["family"] == SEARCH).sum())
        excluded = (
            f" Search effort is excluded: the best of {tried} such hypotheses is less likely than "
            f"the best of all by a factor of 10^{odds / np.log(10):.0f}."
        )
    return Verdict(
        "The SAT solver takes longer with the extended encoding on 83 to 100 of 100 boards",
        "§4.2.3, Table 4.1",
        f"Likelihood of the {hypotheses['cells'].max() if len(hypotheses) else 0} printed numbers, "
        f"AIC above the best, for the best hypothesis of each family: {listed}. A hypothesis fits "
        f"if it is within {inference.DISTANCE:.0f} of the best and at least "
        f"{inference.REJECTED:.0%} of the tables drawn from it are as "
        "unlikely as the printed one; fitting: "
        f"{', '.join(fitting) or 'none'}.{excluded}",
        verdict,
        name="printed-wins",
    )


def of_growth(measured: list[Measure]) -> Verdict:
    """Judge by everything measured whether the extended encoding wins less as n and k grow.

    By a measure it does where the share clearly grows with n or k, and clearly falls with neither.
    """
    rows = []
    for measure in measured:
        cells = measure.cells
        shares = (cells["wins"] + cells["ties"] / 2) / cells["boards"]
        rows += [(measure.name, axis, *_spearman(shares, cells[axis])) for axis in ("n", "k")]
    found = pd.DataFrame(rows, columns=["measure", "axis", "correlation", "p"])
    found["clear"] = holm(found["p"]) < LEVEL
    found["up"] = found["clear"] & (found["correlation"] > 0)
    found["down"] = found["clear"] & (found["correlation"] < 0)
    by_measure = found.groupby("measure", sort=False)[["up", "down"]].any()
    holding = int((by_measure["up"] & ~by_measure["down"]).sum())
    failing = int(by_measure["down"].sum())
    wide = found.pivot(index="measure", columns="axis", values="correlation")
    listed = "; ".join(
        f"{name} {wide.loc[name, 'n']:+.2f}, {wide.loc[name, 'k']:+.2f}"
        for name in by_measure.index
        if wide.loc[name].notna().all()
    )
    return Verdict(
        "As n and k grow, the extended encoding is faster on fewer puzzles",
        "§4.2.4, Table 4.1",
        "Spearman's correlation over cells of the share of boards on which the minimal encoding "
        f"takes less with n and with k: {listed}. Clear (Holm over all): by {holding} of "
        f"{len(by_measure)} measures it grows with n or k and falls with neither, by {failing} it "
        "falls with one.",
        by_cells(holding, failing, len(by_measure)),
        name="trend",
    )


def _spearman(left: pd.Series, right: pd.Series) -> tuple[float, float]:
    """Return Spearman's correlation and its p-value, nan where one side does not vary."""
    if len(left) < 3 or left.nunique() < 2 or right.nunique() < 2:
        return np.nan, np.nan
    found = stats.spearmanr(left, right)
    return float(found.statistic), float(found.pvalue)


CLAIMS = Claims(
    {"effects": EFFECTS, "instructions": SPENT, "wins": WINS, "hypotheses": HYPOTHESES},
    verdicts,
    help="Judge the claims on Table 4.1 by the tables EFFECTS, INSTRUCTIONS, WINS and HYPOTHESES.",
)
