"""The thesis's claims, judged from the tables of the audit.

`constraint_claims` takes the rows of `audit.constraint_rows`; every other function whose name ends
in ``_claims`` takes the table of `tables.audit_table`. All of them return verdicts.
"""

from functools import partial

import pandas as pd

from puzzlesat.minesweeper.board.sample import SIZES
from puzzlesat.minesweeper.studies.audit import CONSTRAINTS
from puzzlesat.minesweeper.studies.tables import AUDIT, size_name
from puzzlesat.report import claims
from puzzlesat.report.claims import FAILS, GNOMINE, HOLDS, LIMITS, OPEN, by_cells
from puzzlesat.report.statistics import share

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
            "A single constraint gives information only where all its undefined fields are mines, "
            "or none is",
            "2.5",
            f"All {arrays:,} pairs of a constraint's array of eight domains and a number that it "
            f"can add up to. In the {decisive['arrays'].sum():,} in which all undefined fields are "
            f"mines, or none is, each is decided; in the others none is. Exceptions: "
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
            f"By definition: the mines themselves are a model. Checked: {models} of {states} "
            f"states without flags have a model, and {flagged} of {states} "
            f"with half of the mines flagged. With one wrong flag next to a number, {still} of "
            f"{wrongly} still have one: satisfiability does not show that the flags are right.",
            HOLDS if models == flagged == states else FAILS,
            name="satisfiable",
        ),
        Verdict(
            "The total number of mines helps where fields are enclosed by mines, so that no number "
            "concerns them",
            "2.5.2",
            f"The total decides more than the numbers in {_of(helped, states)} states; in "
            f"{unseen} of these it decides fields next to no number.",
            HOLDS if unseen else OPEN,
            name="total-helps",
        ),
        Verdict(
            "In most cases there are different ways of filling the game area that fit a state",
            "3",
            f"More than one assignment fits the numbers in {_of(several, states)} random states; "
            f"clearly in more than half of the states in {most} of {len(table)} sizes, clearly in "
            f"less in {fewest}.",
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
            "Arc consistency often decides less than the backbone",
            "4.1",
            f"It does in {_of(weaker, states)} states, clearly in more than {OFTEN:.0%} of the "
            f"states in {often} of {len(table)} sizes and clearly in less in {seldom}; of the "
            f"backbone's fields it decides {table['share'].min():.0%} to "
            f"{table['share'].max():.0%}.",
            by_cells(often, seldom, len(table)),
            name="arc-weaker",
        ),
        Verdict(
            "The backbone has everything that can be concluded from the numbers; only what needs "
            "the total number of mines, or a guess, is missing",
            "4.1",
            f"On {enumerated} of {states} states all assignments of the constraints' variables "
            "were enumerated. The backbone differs from what these have in common, or contradicts "
            f"the board of any state, in {wrong} fields. On the other states, that it is complete "
            "follows from its definition. With the total number more fields are certain in "
            f"{helped} states.",
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
            "To test both literals of every variable is costly and can be improved",
            "3.2",
            f"Means over sizes: {_span(simple)} calls of the solver, against {_span(improved)} by "
            f"Algorithm 1 with complete models, {(simple / improved).min():.2f} to "
            f"{(simple / improved).max():.2f} times as many; fewer by Algorithm 1 in {cheaper} of "
            f"{len(table)} sizes and more in {dearer}. By construction, 2n against at most n + 1 "
            "calls for n variables, if no literal is omitted. Calls were judged, not time.",
            by_cells(cheaper, dearer, len(table)),
            name="iterative-costly",
        ),
        Verdict(
            "MiniSat often does not return a complete model but a partial one",
            "3.2",
            "The program minisat prints assigned variables only. It "
            + (
                f"printed a partial model for {_of(partial, printed)} states. "
                if printed
                else "was not installed. "
            )
            + "Partial models that are made from complete ones by dropping literals leave "
            f"{table['lifted'].min():.0%} to {table['lifted'].max():.0%} of a size's variables "
            f"unassigned. Often means in more than {OFTEN:.0%} of the states.",
            HOLDS if interval.low > OFTEN else FAILS if interval.high < OFTEN else OPEN,
            name="partial-models",
        ),
        Verdict(
            "Partial models take literals out of Λ, which then need no test",
            "3.2",
            "Calls of Algorithm 1 with such models over those with complete ones, geometric means: "
            f"{_span(table['saved_ratio'], 2)}, clearly fewer in {fewer} of {len(table)} sizes and "
            f"clearly more in {more} (95% bootstrap intervals). Means over sizes: "
            f"{_span(table['calls_complete'])} calls with complete models, "
            f"{_span(table['calls_partial'])} with partial ones.",
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
            "On larger boards the backbone falls behind arc consistency",
            "4.1",
            "Counted, as the programs differ in language: literals that the solver propagates for "
            "Algorithm 1 over assignments that arc consistency tries, geometric means of states: "
            f"{_ratio(first)} with {first['constraints']:.0f} constraints on average, "
            f"{_ratio(last)} with {last['constraints']:.0f}.",
            behind,
            name="falls-behind",
        ),
        Verdict(
            "For usual sizes of the minefield the backbone takes reasonable time",
            "4.1",
            f"{len(usual)} usual sizes ("
            f"{'; '.join(size_name(*s) for s in usual[['rows', 'cols', 'mines']].to_numpy())}): "
            f"at most {slowest:.3f} s of CPU time for a state. Up to {REASONABLE:.0f} s counts as "
            f"reasonable, up to {TOLERABLE:.0f} s with limits."
            if len(usual)
            else "No usual size was measured.",
            in_time,
            name="reasonable",
        ),
        Verdict(
            "Satisfiability is NP-hard in general, but solvers can find solutions in reasonable "
            "time, depending on the formula",
            "3.1",
            "The first half is a theorem (Cook, 1971). The second half is judged as the claim "
            f"reasonable: {usual['states'].sum()} states of {len(usual)} usual sizes were solved, "
            f"each in at most {slowest:.3f} s.",
            in_time,
            name="sat-np-hard",
        ),
        Verdict(
            "Drawing the GUI is the dominant part of the computing time",
            "4.1",
            "Not measured: the thesis's program, a part of Gnomine 2.31.92 drawn with GTK, was not "
            "run.",
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
            "Counting the models in which a field is a mine, and those in which it is not, shows "
            "which is more probable",
            "4.2",
            f"{states} states have undecided fields next to a number. There the Brier score of "
            f"the shares of models is better than that of probability one half by "
            f"{_span(table['gain'], 3)}, clearly better in {better} of {len(table)} "
            f"sizes and worse in {worse} (95% bootstrap "
            f"intervals); with the total number of mines, by {_span(table['gain_total'], 3)}.",
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


def _of(part: int, whole: int) -> str:
    interval = share(part, whole)
    return (
        f"{part} of {whole} ({interval.estimate:.1%}, 95% interval {interval.low:.1%} to "
        f"{interval.high:.1%})"
    )


def _span(values: pd.Series, digits: int = 0) -> str:
    return f"{values.min():,.{digits}f} to {values.max():,.{digits}f}"


CLAIMS = claims.Claims({"audit": AUDIT, "constraints": CONSTRAINTS}, judged)
