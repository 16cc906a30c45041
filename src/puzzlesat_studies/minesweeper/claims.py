"""The thesis's claims, judged from the tables of the audit.

`constraint_claims` takes the rows of `audit.constraint_rows`; every other function whose name ends
in ``_claims`` takes the table of `tables.audit_table`. All of them return verdicts.
"""

from functools import partial

import pandas as pd

from puzzlesat.minesweeper.board.sample import SIZES
from puzzlesat_studies.core import claims
from puzzlesat_studies.core.claims import FAILS, GNOMINE, HOLDS, LIMITS, OPEN, by_cells
from puzzlesat_studies.core.statistics import share
from puzzlesat_studies.minesweeper.audit import CONSTRAINTS
from puzzlesat_studies.minesweeper.tables import AUDIT, size_name

Verdict = partial(claims.Verdict, source=GNOMINE)

OFTEN = 0.1
"""The share of states above which a claim with "often" holds."""

REASONABLE, TOLERABLE = 1.0, 10.0
"""The largest times per backbone, in seconds, that are reasonable, and reasonable with limits."""


def constraint_claims(constraints: pd.DataFrame) -> list[claims.Verdict]:
    """Judge the claim about single constraints (§2.5) from the rows of `audit.constraint_rows`."""
    extreme = constraints["missing"].isin([0]) | (
        constraints["missing"] == constraints["undefined"]
    )
    arrays = constraints["arrays"].sum()
    decisive = constraints[extreme]
    exceptions = int(
        constraints["decide_some"].sum()
        + constraints[~extreme]["decide_all"].sum()
        + decisive["decide_none"].sum()
    )
    return [
        Verdict(
            "A single constraint gives information only if all of its undefined fields are mines "
            "or none of them is",
            "2.5",
            f"All {arrays:,} possible constraints were tested: every array of the domains of a "
            "field's eight neighbours, at least one of them undefined, with every number that the "
            f"array can add up to. In {decisive['arrays'].sum():,} constraints, the undefined "
            "fields must all be mines or all be safe, and each of them is determined. In all other "
            "constraints, no undefined field is determined. Number of exceptions: "
            f"{exceptions:,}.",
            FAILS if exceptions else HOLDS,
            name="single-constraint",
        )
    ]


def network_claims(table: pd.DataFrame) -> list[claims.Verdict]:
    """Judge the claims about models of the network and the effect of the total number of mines."""
    states = int(table["states"].sum())
    models = int(table["satisfiable"].sum())
    flagged = int(table["satisfiable_flagged"].sum())
    wrongly, still = int(table["wrongly_flagged"].sum()), int(table["satisfiable_wrong"].sum())
    helped, unseen = int(table["total_helps"].sum()), int(table["unseen_helps"].sum())
    several = int(table["several"].sum())
    intervals = [share(int(row.several), int(row.states)) for row in table.itertuples()]
    most = sum(interval.low > 0.5 for interval in intervals)
    fewest = sum(interval.high < 0.5 for interval in intervals)
    return [
        Verdict(
            "The constraint network of a game is always satisfiable if no flag is wrong",
            "2.2.1",
            "True by definition, since the actual placement of the mines is a model. As a check, "
            f"the solver found a model for {models:,} of {states:,} states without flags, and for "
            f"{flagged:,} of {states:,} states with half of the mines flagged. With one wrong flag "
            f"next to a number, {still:,} of {wrongly:,} states still have a model, so "
            "satisfiability does not imply that all flags are correct.",
            HOLDS if models == flagged == states else FAILS,
            name="satisfiable",
        ),
        Verdict(
            "The total number of mines helps if a field is completely surrounded by mines, since "
            "the visible numbers give no information about such a field",
            "2.5.2",
            f"In {_of(helped, states, 'states')}, more fields are certain if the total number of "
            f"mines is used in addition to the visible numbers. In {unseen:,} of these states, the "
            "total number determines fields that are next to no visible number.",
            HOLDS if unseen else OPEN,
            name="total-helps",
        ),
        Verdict(
            "In most cases, there are different ways of filling the game area that fit a state",
            "3",
            "More than one assignment of the covered fields fits the visible numbers in "
            f"{_of(several, states, 'random states')}. By board size, the exact 95% interval of "
            f"this share lies above one half for {most} of {len(table)} sizes and below one half "
            f"for {fewest}.",
            by_cells(most, fewest, len(table)),
            name="several-models",
        ),
    ]


def inference_claims(table: pd.DataFrame) -> list[claims.Verdict]:
    """Judge the claims about the strength of arc consistency and of the backbone (§4.1)."""
    states, weaker = int(table["states"].sum()), int(table["weaker"].sum())
    intervals = [share(int(row.weaker), int(row.states)) for row in table.itertuples()]
    often = sum(interval.low > OFTEN for interval in intervals)
    seldom = sum(interval.high < OFTEN for interval in intervals)
    wrong, enumerated = int(table["wrong"].sum()), int(table["enumerated"].sum())
    helped = int(table["total_helps"].sum())
    return [
        Verdict(
            "Arc consistency often determines fewer fields than the backbone",
            "4.1",
            "Arc consistency determines fewer fields than the backbone in "
            f'{_of(weaker, states, "states")}. "Often" is taken to mean more than {OFTEN:.0%} of '
            "the states. By board size, the exact 95% interval of this share lies above "
            f"{OFTEN:.0%} for {often} of {len(table)} sizes and below {OFTEN:.0%} for {seldom}. "
            f"Depending on the size, arc consistency determines {table['share'].min():.0%} to "
            f"{table['share'].max():.0%} of the fields in the backbone.",
            by_cells(often, seldom, len(table)),
            name="arc-weaker",
        ),
        Verdict(
            "The backbone contains everything that can be concluded from the visible numbers; it "
            "lacks only what requires the total number of mines or a guess",
            "4.1",
            f"For {enumerated:,} of {states:,} states, all assignments of the fields in "
            "constraints were enumerated. The number of fields in which the backbone differs from "
            "the values common to all satisfying assignments, or contradicts the actual board of "
            f"any of the {states:,} states, is {wrong:,}. For the states without enumeration, "
            "completeness follows from the definition of the backbone. In "
            f"{helped:,} states, further fields are certain if the total number of mines is used.",
            FAILS if wrong else HOLDS if enumerated else OPEN,
            name="backbone-all",
        ),
    ]


def procedure_claims(table: pd.DataFrame) -> list[claims.Verdict]:
    """Judge the claims about the calls of backbone procedures and about partial models (§3.2)."""
    printed, partial = int(table["printed"].sum()), int(table["partial"].sum())
    interval = share(partial, printed)
    simple, improved = table["calls_iterative"], table["calls_complete"]
    cheaper, dearer = int((improved < simple).sum()), int((improved > simple).sum())
    fewer = int((table["saved_ratio_high"] < 1).sum())
    more = int((table["saved_ratio_low"] > 1).sum())
    return [
        Verdict(
            "Testing both literals of every variable is costly and can be improved",
            "3.2",
            "The cost is measured in calls of the solver, not in time. Depending on the board "
            f"size, the mean number of calls per state is {_span(simple)} with the simple "
            "approach, which tests both literals unless one is already known to be in the "
            f"backbone, and {_span(improved)} with Algorithm 1 and complete models; the ratio of "
            f"these two means is {_span(simple / improved, 2)}. On average, Algorithm 1 makes "
            f"fewer calls for {cheaper} of {len(table)} sizes and more for {dearer}. By "
            "construction, our simple approach makes one call without assumptions and 2n further "
            "calls for n variables if no literal is omitted, and Algorithm 1 makes at most n + 1.",
            by_cells(cheaper, dearer, len(table)),
            name="iterative-costly",
        ),
        Verdict(
            "MiniSat often does not return a complete model but a partial one",
            "3.2",
            "The program minisat, which omits unassigned variables from its output, "
            + (
                f"printed a partial model for {_of(partial, printed, 'states')}. "
                if printed
                else "was not installed. "
            )
            + f'"Often" is taken to mean more than {OFTEN:.0%} of the states. For comparison, '
            "partial models obtained from complete models by lifting leave "
            f"{table['lifted'].min():.0%} to {table['lifted'].max():.0%} of the variables "
            "unassigned, depending on the board size.",
            HOLDS if interval.low > OFTEN else FAILS if interval.high < OFTEN else OPEN,
            name="partial-models",
        ),
        Verdict(
            "Partial models allow literals to be removed from Λ, the list of literals to test",
            "3.2",
            "The number of solver calls of Algorithm 1 with partial models, obtained by lifting, "
            "was divided by the number with complete models. Depending on the board size, the "
            f"geometric mean of this ratio over the states is {_span(table['saved_ratio'], 2)}; "
            f"its 95% bootstrap interval lies below 1 for {fewer} of {len(table)} sizes and above "
            f"1 for {more}. The mean number of calls per state is "
            f"{_span(table['calls_complete'])} with complete models and "
            f"{_span(table['calls_partial'])} with partial models.",
            by_cells(fewer, more, len(table)),
            name="partial-saves",
        ),
    ]


def growth_claims(table: pd.DataFrame) -> list[claims.Verdict]:
    """Judge the claims about computing time and its growth with the board (§3.1, §4.1)."""
    ordered = table.sort_values("constraints")
    first, last = ordered.iloc[0], ordered.iloc[-1]
    if last["work_ratio_low"] > first["work_ratio_high"]:
        behind = HOLDS
    else:
        behind = FAILS if last["work_ratio_high"] < first["work_ratio_low"] else OPEN
    usual = ordered[
        [tuple(row) in SIZES.values() for row in ordered[["rows", "cols", "mines"]].to_numpy()]
    ]
    slowest = usual["backbone_max_seconds"].max()
    if usual.empty:
        in_time = OPEN
    else:
        in_time = HOLDS if slowest <= REASONABLE else LIMITS if slowest <= TOLERABLE else FAILS
    return [
        Verdict(
            "On larger boards, the computation of the backbone falls behind arc consistency",
            "4.1",
            "Operations were counted, not time, because the two programs are written in different "
            "languages. The number of literals that the solver propagates in Algorithm 1, which "
            "computes the backbone, was divided by the number of assignments that arc consistency "
            "tries. The geometric mean of this ratio over the states, with its 95% bootstrap "
            f"interval, is {_ratio(first)} for the board size with the fewest constraints "
            f"({first['constraints']:.0f} per state on average) and {_ratio(last)} for the board "
            f"size with the most ({last['constraints']:.0f}).",
            behind,
            name="falls-behind",
        ),
        Verdict(
            "For usual sizes of the minefield, the computation of the backbone takes reasonable "
            "time",
            "4.1",
            f"For the {len(usual)} usual sizes ("
            f"{'; '.join(size_name(*s) for s in usual[['rows', 'cols', 'mines']].to_numpy())}), "
            f"the computation of the backbone takes at most {slowest:.3f} s of CPU time per state. "
            f"At most {REASONABLE:.0f} s counts as reasonable, and at most {TOLERABLE:.0f} s as "
            "reasonable with limits."
            if len(usual)
            else "No usual size was measured.",
            in_time,
            name="reasonable",
        ),
        Verdict(
            "Satisfiability is NP-hard in general, but depending on the formula, SAT solvers can "
            "find solutions in reasonable time",
            "3.1",
            "The first half of the claim is a theorem (Cook, 1971). The second half is judged by "
            'the same measurement as the claim named "reasonable": '
            + (
                f"the backbones of {usual['states'].sum():,} states of {len(usual)} usual sizes of "
                f"the minefield were computed, each in at most {slowest:.3f} s of CPU time. At "
                f"most {REASONABLE:.0f} s counts as reasonable."
                if len(usual)
                else "no usual size was measured."
            ),
            in_time,
            name="sat-np-hard",
        ),
        Verdict(
            "Drawing the GUI is the dominant part of the computing time",
            "4.1",
            "Not measured, because the thesis's program, which is part of Gnomine 2.31.92 and "
            "draws with GTK, was not run.",
            OPEN,
            name="drawing",
        ),
    ]


def _ratio(row: pd.Series) -> str:
    return f"{row['work_ratio']:.2g} ({row['work_ratio_low']:.2g} to {row['work_ratio_high']:.2g})"


def probability_claims(table: pd.DataFrame) -> list[claims.Verdict]:
    """Judge the claim about probabilities from model counts (§4.2)."""
    better = int((table["gain_low"] > 0).sum())
    worse = int((table["gain_high"] < 0).sum())
    states = int(table["uncertain_states"].sum())
    return [
        Verdict(
            "Counting the models in which a field is a mine and those in which it is not shows "
            "which of the two is more probable",
            "4.2",
            f"In {states:,} states, some fields next to a number are not determined by the visible "
            "numbers. For these fields, two forecasts were compared by the Brier score: the share "
            "of models in which the field is a mine, and the constant probability one half. The "
            f"share of models is better by {_span(table['gain'], 3)} (mean over the states of a "
            f"board size); the 95% bootstrap interval of this difference lies above 0 for {better} "
            f"of {len(table)} sizes and below 0 for {worse}. If the total number of mines is used "
            f"as well, the difference is {_span(table['gain_total'], 3)}.",
            by_cells(better, worse, len(table)),
            name="counting-models",
        )
    ]


def judged(audit: pd.DataFrame, constraints: pd.DataFrame) -> list[tuple[claims.Verdict, str]]:
    """Judge the thesis's claims from the tables of the audit and of the constraints.

    Return each verdict with its evidence, in the order of the thesis's sections.
    """
    judges = (
        *(network_claims, procedure_claims, inference_claims, growth_claims),
        probability_claims,
    )
    found = [
        (verdict, "docs/sources.md" if verdict.name == "drawing" else "audit")  # not measured
        for judge in judges
        for verdict in judge(audit)
    ]
    found += [(verdict, "constraints") for verdict in constraint_claims(constraints)]
    return sorted(found, key=lambda item: [int(part) for part in item[0].section.split(".")])


def _of(part: int, whole: int, noun: str) -> str:
    interval = share(part, whole)
    return (
        f"{part:,} of {whole:,} {noun} ({interval.estimate:.1%}; exact 95% interval "
        f"{interval.low:.1%} to {interval.high:.1%})"
    )


def _span(values: pd.Series, digits: int = 0) -> str:
    return f"{values.min():,.{digits}f} to {values.max():,.{digits}f}"


CLAIMS = claims.Claims({"audit": AUDIT, "constraints": CONSTRAINTS}, judged)
