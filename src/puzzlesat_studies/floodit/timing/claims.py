"""The claims of §4.2 on Table 4.1 and on times, judged by counts and by likelihoods."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from scipy import stats

from puzzlesat_studies.core.claims import (
    FAILS,
    HOLDS,
    LEVEL,
    LIMITS,
    OPEN,
    Claims,
    Verdict,
    by_cells,
    over_readings,
)
from puzzlesat_studies.core.statistics import holm
from puzzlesat_studies.floodit.audit.boards import CELL
from puzzlesat_studies.floodit.thesis.wins import WINS
from puzzlesat_studies.floodit.timing import inference
from puzzlesat_studies.floodit.timing.inference import (
    GENERATION,
    HYPOTHESES,
    LOADING,
    MEASURED,
    NULL,
    SEARCH,
    SOLVING,
)
from puzzlesat_studies.floodit.timing.rows import CORE
from puzzlesat_studies.floodit.timing.tables import EFFECTS, SPENT, by_clock, won

ENOUGH = 30
"""The smallest number of boards in a cell, and of printed numbers, for which a fit is judged."""


AFTER = {"total": "", "rest": " after parsing"}
"""The parts of the instructions that include solving, and their suffixes in names of measures."""

TIMED = {
    "solve": "solving",
    "load_solve": "loading and solving",
    "encode_load_solve": "encoding, loading and solving",
}
"""The steps that each clock times, in words."""


Measures = Mapping[str, pd.DataFrame]
"""The cells with the numbers of boards, wins, ties and losses, for each name of a measure."""


def measures(effects: pd.DataFrame, instructions: pd.DataFrame, wins: pd.DataFrame) -> Measures:
    """Return the cells of MiniSat's counts at the minimum, its instructions and its seconds."""
    chosen = effects[(effects["solver"] == CORE) & (effects["query"] == "minimum")]
    counted = chosen.groupby(["measure", "numbering"], sort=False)
    spent = instructions[instructions["part"].isin(AFTER) & (instructions["boards"] > 0)]
    profiled = spent.groupby(["part", "solver", "numbering"], sort=False)
    return {
        **{f"{measure} ({numbering})": cells for (measure, numbering), cells in counted},
        **{
            f"instructions of {solver}{AFTER[part]} ({numbering})": cells
            for (part, solver, numbering), cells in profiled
        },
        **{f"seconds of {TIMED[clock]}": cells for clock, cells in by_clock(wins)},
    }


def verdicts(
    effects: pd.DataFrame,
    instructions: pd.DataFrame,
    wins: pd.DataFrame,
    hypotheses: pd.DataFrame,
) -> list[tuple[Verdict, str | tuple[str, ...]]]:
    """Judge the claims on Table 4.1 by the tables EFFECTS, INSTRUCTIONS, WINS and HYPOTHESES."""
    measured = measures(effects, instructions, wins)
    return [
        (of_effort(measured), ("effects", "instructions", "wins")),
        (of_printed_numbers(hypotheses), "hypotheses"),
        (of_growth(measured, wins), ("effects", "instructions", "wins")),
    ]


def of_effort(measured: Measures) -> Verdict:
    """Judge whether the extended encoding takes longer on more than half of all boards."""
    shares = {
        name: won(*(int(cells[x].sum()) for x in ("wins", "ties", "boards")))
        for name, cells in measured.items()
    }
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
    unsettled = "; ".join(
        f"{cells['ambiguous'].sum():,} of {cells['boards'].sum():,} boards ({name})"
        for name, cells in measured.items()
        if "ambiguous" in cells
    )
    return Verdict(
        "The SAT solver takes longer with the extended encoding in most cases",
        "§4.2.4, Table 4.1",
        "At the minimum, the minimal encoding costs less than the extended one on the following "
        "shares of all boards without a timeout, for each measure of the cost (ties count as one "
        "half; exact 95% intervals in brackets, numbering of the variables in parentheses): "
        f"{listed}. The interval lies above one half for {above} of {len(shares)} "
        f"measures and below one half for {below}."
        + (
            f" Repeated runs disagree on which encoding is faster on {unsettled}."
            if unsettled
            else ""
        ),
        verdict,
        name="extended-longer",
    )


def of_printed_numbers(hypotheses: pd.DataFrame) -> Verdict:
    """Judge by likelihood which measure can be behind the printed numbers.

    The claim holds if only measures of the solver's work fit. It holds with limits if measures of
    loading and solving the formula fit, alone or in addition. It does not hold if only times that
    include generating the formula fit. In all other cases, it cannot be decided: for example if the
    model of a cost proportional to clauses fits, since this model covers generating, writing and
    reading clauses alike. The claim cannot be decided either if a null model has the lowest AIC, if
    there are fewer than `ENOUGH` printed numbers, or if fewer than `ENOUGH` boards of a cell were
    measured: with few boards, a hypothesis fits almost any numbers.
    """
    first = hypotheses.sort_values("aic", kind="stable").drop_duplicates("family")
    best = first.set_index("family")
    supported = hypotheses[hypotheses["fits"]]
    fitting = [family for family in supported["family"].unique() if family != NULL]
    measured = hypotheses[hypotheses["family"].isin(MEASURED) & (hypotheses["boards"] > 0)]
    enough = (
        len(hypotheses) > 0
        and hypotheses["cells"].min() >= ENOUGH
        and len(measured) > 0
        and measured["boards"].min() >= ENOUGH
    )
    of_solver = {SEARCH, SOLVING}
    if not enough or not fitting or first["family"].iloc[0] == NULL:
        verdict = OPEN
    elif of_solver.issuperset(fitting):
        verdict = HOLDS
    elif {*of_solver, LOADING}.issuperset(fitting):
        verdict = LIMITS
    else:
        verdict = FAILS if fitting == [GENERATION] else OPEN
    listed = "; ".join(
        f"{family}: {row['delta_aic']:,.0f} ({row['hypothesis']}; mean distance "
        f"{row['mean_distance']:.1f}; p = {row['goodness_p']:.2g})"
        for family, row in best.iterrows()
    )
    null = supported.loc[supported["family"] == NULL, "hypothesis"]
    fit = [*fitting, *(f'the null model "{name}"' for name in null)] or ["none of them"]
    only = "only " if len(null) and not fitting else ""
    few = measured.loc[measured["boards"] < ENOUGH, "boards"]
    return Verdict(
        "For every n and k, the SAT solver takes longer with the extended encoding on 83 to 100 of "
        "100 boards",
        "§4.2.3, Table 4.1",
        "Hypotheses on the quantity that decided which encoding wins were compared by the "
        f"likelihood of the {hypotheses['cells'].max() if len(hypotheses) else 0} printed numbers. "
        "For the best hypothesis of each family, the following are the difference of its AIC from "
        "the smallest AIC, the mean distance between expected and printed numbers, and the "
        f"p-value of a goodness-of-fit test: {listed}. A hypothesis fits if its AIC is at most "
        f"{inference.DISTANCE:.0f} above the smallest and p is at least {inference.REJECTED:.0%}; "
        f"this is true {only}of {' and '.join(fit)}."
        f"{_excluded(hypotheses, best)}"
        + (
            f" Some measures were taken on only {few.min()} boards of a cell, fewer than {ENOUGH}, "
            "so no hypothesis can be confirmed against those based on these measures."
            if len(few)
            else ""
        ),
        verdict,
        name="printed-wins",
    )


def _excluded(hypotheses: pd.DataFrame, best: pd.DataFrame) -> str:
    """Return a sentence on how much less likely search effort is than other explanations.

    The sentence is empty if search effort fits or was not measured.
    """
    tried = hypotheses[hypotheses["family"] == SEARCH]
    if tried.empty or tried["fits"].any():
        return ""
    likely = best["log_likelihood"] - best.loc[SEARCH, "log_likelihood"]
    others = [family for family in best.index if family not in (SEARCH, NULL)]
    factors = " and ".join(
        f"lower than that of the best hypothesis of the family {family} by a factor of "
        f"10^{likely[family] / np.log(10):.0f}"
        for family in others[:2]
    )
    return (
        f" Search effort is excluded: the likelihood of the best of {len(tried)} such hypotheses "
        f"is {factors}."
    )


def of_growth(measured: Measures, wins: pd.DataFrame) -> Verdict:
    """Judge whether the extended encoding wins less as n and k grow, as printed and as measured.

    A measure supports the claim if the share of boards that the minimal encoding wins clearly grows
    with n or k, and clearly falls with neither.
    """
    as_printed, words = _printed_growth(wins)
    rows = []
    for name, cells in measured.items():
        shares = (cells["wins"] + cells["ties"] / 2) / cells["boards"]
        rows += [(name, axis, *_spearman(shares, cells[axis])) for axis in CELL]
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
        f"{words} In our measurements at the minimum, the share of a cell's boards on which the "
        "minimal encoding costs less (ties count as one half) has the following Spearman "
        "correlations, first with n and then with k, for each measure of the cost (numbering of "
        "the variables in parentheses): "
        f"{listed}. With Holm's correction over all of these tests, the share grows significantly "
        f"with n or k and falls significantly with neither for {holding} of {len(by_measure)} "
        f"measures; it falls significantly with n or k for {failing}.",
        over_readings([as_printed, by_cells(holding, failing, len(by_measure))]),
        name="trend",
    )


def _printed_growth(wins: pd.DataFrame) -> tuple[str, str]:
    """Return the verdict on the trend of the printed numbers, and their correlations in words."""
    printed = wins.drop_duplicates(CELL).dropna(subset=["thesis_minimal"])
    shares = printed["thesis_minimal"]
    found = pd.DataFrame(
        [_spearman(shares, printed[axis]) for axis in CELL], index=CELL, columns=["rho", "p"]
    )
    clear = pd.Series(holm(found["p"]), index=CELL) < LEVEL
    up, down = int((clear & (found["rho"] > 0)).sum()), int((clear & (found["rho"] < 0)).sum())
    verdict = FAILS if down else HOLDS if up == len(CELL) else LIMITS if up else OPEN
    wide = printed.pivot(index="n", columns="k", values="thesis_minimal")
    steps = [wide.diff(axis=axis) for axis in (0, 1)]
    falls = sum(int((step < 0).sum().sum()) for step in steps)
    number = sum(int(step.notna().sum().sum()) for step in steps)
    listed = " and ".join(
        f"{row.rho:+.2f} with {axis} (p = {row.p:.2g})" for axis, row in found.iterrows()
    )
    return verdict, (
        "Spearman's correlation of the printed number of boards that the minimal encoding wins is "
        f"{listed}. This number falls at {falls} of {number} single steps of n or k."
    )


def _spearman(left: pd.Series, right: pd.Series) -> tuple[float, float]:
    """Return Spearman's correlation and p-value, or nan for few values or a constant side."""
    if len(left) < 3 or left.nunique() < 2 or right.nunique() < 2:
        return np.nan, np.nan
    found = stats.spearmanr(left, right)
    return float(found.statistic), float(found.pvalue)


CLAIMS = Claims(
    {"effects": EFFECTS, "instructions": SPENT, "wins": WINS, "hypotheses": HYPOTHESES}, verdicts
)
