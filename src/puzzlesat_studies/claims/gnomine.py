"""The claims of the thesis on Gnomine, a Minesweeper, in the order of its sections.

*Often* means in more than a tenth of the states, and *most* means more than half of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzlesat_studies.claims.model import Judgement, Source, listed
from puzzlesat_studies.claims.verdicts import (
    FAILS,
    HOLDS,
    LIMITS,
    OPEN,
    Cases,
    combine_readings,
    select,
    shares,
    verdict_by_cases,
    verdict_by_exceptions,
)
from puzzlesat_studies.core.statistics import share

if TYPE_CHECKING:
    from pandas import DataFrame

SOURCE = Source("gnomine", "Gnomine thesis")
STATES = ["results/minesweeper/audit.csv"]
"""A row for each board size, with counts of its states and means over them."""


@SOURCE.claim("satisfiable", "2.2.1", STATES, basis="proof")
def satisfiable(audit: DataFrame) -> Judgement:
    """The constraint network of a game is always satisfiable if no flag is wrong."""
    states, plain, flagged = audit.states.sum(), audit.satisfiable, audit.satisfiable_flagged
    unsatisfiable = 2 * states - plain.sum() - flagged.sum()
    measured = f"""True by definition, since the actual placement of the mines is a model. As a check, the solver found
    a model for {plain.sum():,} of {states:,} states without flags, and for {flagged.sum():,} states with half of the
    mines flagged. With one wrong flag next to a number, {audit.satisfiable_wrong.sum():,} of
    {audit.wrongly_flagged.sum():,} states still have a model, so satisfiability does not imply that all flags are
    correct."""
    return verdict_by_exceptions(unsatisfiable, states), measured


@SOURCE.claim("single-constraint", "2.5", ["results/minesweeper/constraints.csv"])
def single_constraint(constraints: DataFrame) -> Judgement:
    """A single constraint gives information only if all of its undefined fields are mines or none of them is."""
    t = constraints
    decisive = (t.missing == 0) | (t.missing == t.undefined)
    wrong = t.decide_some + t.decide_none.where(decisive, t.decide_all)
    measured = f"""All {t.arrays.sum():,} possible constraints were tested: every array of the domains of a field's
    eight neighbours, at least one of them undefined, with every number that the array can add up to. In
    {t.arrays[decisive].sum():,} constraints, the undefined fields must all be mines or all be safe; each field should
    be determined there, and no undefined field anywhere else. Number of exceptions: {wrong.sum():,}."""
    return verdict_by_exceptions(wrong.sum(), t.arrays.sum()), measured


@SOURCE.claim("total-helps", "2.5.2", STATES, basis="foregone")
def total_helps(audit: DataFrame) -> Judgement:
    """The total number of mines helps if a field is completely surrounded by mines, since the visible numbers give no
    information about such a field."""
    unseen = audit.unseen_helps.sum()
    measured = f"""In {audit.total_helps.sum():,} of {audit.states.sum():,} states, more fields are certain if the total
    number of mines is used in addition to the visible numbers. In {unseen:,} of these states, the total number
    determines fields that are next to no visible number."""
    return HOLDS if unseen else OPEN, measured


@SOURCE.claim("several-models", "3", STATES)
def several_models(audit: DataFrame) -> Judgement:
    """In most cases, there are different ways of filling the game area that fit a state."""
    several, states = audit.several.sum(), audit.states.sum()
    sizes = Cases.above(0.5, shares(audit.several, audit.states))
    all_sizes = share(several, states)
    measured = f"""More than one assignment of the covered fields fits the visible numbers in {several:,} of {states:,}
    random states ({all_sizes.estimate:.1%}; exact 95% interval {all_sizes.low:.1%} to {all_sizes.high:.1%}). By board
    size, the interval of this share lies above 50% for {sizes.holding} of {sizes.total} sizes and below it for
    {sizes.failing}."""
    return sizes.verdict, measured


@SOURCE.claim("sat-np-hard", "3.1", ["docs/sources.md"], basis="proof")
def sat_np_hard() -> Judgement:
    """Satisfiability is NP-hard in general."""
    measured = """Not measured, but decided by a theorem (Cook, 1971). The rest of the sentence, that SAT solvers can
    find solutions in reasonable time depending on the formula, is judged once, as the claim "reasonable"."""
    return HOLDS, measured


@SOURCE.claim("iterative-costly", "3.2", STATES, basis="foregone")
def iterative_costly(audit: DataFrame) -> Judgement:
    """Testing both literals of every variable is costly and can be improved."""
    simple, complete = audit.calls_iterative, audit.calls_complete
    cases = Cases.count(holds=complete < simple, fails=complete > simple)
    measured = f"""The cost is measured in calls of the solver, not in time. Depending on the board size, the mean
    number of calls per state is {simple.min():,.0f} to {simple.max():,.0f} with the simple approach, which tests both
    literals unless one is already known to be in the backbone, and {complete.min():,.0f} to {complete.max():,.0f} with
    Algorithm 1 and complete models. On average over {audit.states.sum():,} states, Algorithm 1 makes fewer calls for
    {cases.holding} of {cases.total} sizes and more for {cases.failing}. By construction, so that the verdict is
    foregone, our simple approach makes one call without assumptions and 2n further calls for n variables if no literal
    is omitted, and Algorithm 1 makes at most n + 1."""
    return cases.verdict, measured


@SOURCE.claim("partial-models", "3.2", STATES)
def partial_models(audit: DataFrame) -> Judgement:
    """MiniSat often does not return a complete model but a partial one."""
    partial, printed = select(audit, audit.printed > 0)[["partial", "printed"]].sum()
    often = share(partial, printed)
    measured = f"""The program minisat, which omits unassigned variables from its output, printed a partial model for
    {partial:,} of {printed:,} states (exact 95% interval {often.low:.1%} to {often.high:.1%}; 0 states if it is not
    installed). "Often" is taken to mean more than 10% of the states. For comparison, partial models obtained from
    complete models by lifting leave {audit.lifted.min():.0%} to {audit.lifted.max():.0%} of the variables unassigned,
    depending on the board size."""
    return verdict_by_cases(often.low > 0.1, often.high < 0.1, 1), measured


@SOURCE.claim("partial-saves", "3.2", STATES)
def partial_saves(audit: DataFrame) -> Judgement:
    """Partial models allow literals to be removed from Λ, the list of literals to test."""
    cases = Cases.count(holds=audit.saved_ratio_high < 1, fails=audit.saved_ratio_low > 1)
    measured = f"""The number of solver calls of Algorithm 1 with partial models, obtained by lifting, was divided by
    the number with complete models in {audit.states.sum():,} states. Depending on the board size, the geometric mean of
    this ratio over the states is {audit.saved_ratio.min():.2f} to {audit.saved_ratio.max():.2f}; its 95% bootstrap
    interval lies below 1 for {cases.holding} of {cases.total} sizes and above 1 for {cases.failing}."""
    return cases.verdict, measured


@SOURCE.claim("arc-weaker", "4.1", STATES)
def arc_weaker(audit: DataFrame) -> Judgement:
    """Arc consistency often determines fewer fields than the backbone."""
    weaker, states = audit.weaker.sum(), audit.states.sum()
    sizes = Cases.above(0.1, shares(audit.weaker, audit.states))
    all_sizes = share(weaker, states)
    measured = f"""Arc consistency determines fewer fields than the backbone in {weaker:,} of {states:,} states
    ({all_sizes.estimate:.1%}; exact 95% interval {all_sizes.low:.1%} to {all_sizes.high:.1%}). "Often" is taken to mean
    more than 10% of the states. By board size, the interval of this share lies above 10% for {sizes.holding} of
    {sizes.total} sizes and below it for {sizes.failing}. Depending on the size, arc consistency determines
    {audit.share.min():.0%} to {audit.share.max():.0%} of the fields in the backbone."""
    return sizes.verdict, measured


@SOURCE.claim("backbone-all", "4.1", STATES)
def backbone_all(audit: DataFrame) -> Judgement:
    """The backbone contains everything that can be concluded from the visible numbers; it lacks only what requires the
    total number of mines or a guess."""
    wrong, enumerated, states = audit.wrong.sum(), audit.enumerated.sum(), audit.states.sum()
    measured = f"""For {enumerated:,} of {states:,} states, all assignments of the fields in constraints were
    enumerated. The number of fields in which the backbone differs from the values common to all satisfying assignments,
    or contradicts the actual board of any of the {states:,} states, is {wrong:,}. For the states without enumeration,
    completeness follows from the definition of the backbone. In {audit.total_helps.sum():,} states, further fields are
    certain if the total number of mines is used."""
    return verdict_by_exceptions(wrong, enumerated), measured


@SOURCE.claim("falls-behind", "4.1", STATES)
def falls_behind(audit: DataFrame) -> Judgement:
    """On larger boards, the computation of the backbone falls behind arc consistency."""
    ordered = audit.sort_values("constraints", kind="stable")
    first, last = ordered.iloc[0], ordered.iloc[-1]
    if last.work_ratio_low > first.work_ratio_high:
        work = HOLDS
    else:
        work = FAILS if last.work_ratio_high < first.work_ratio_low else OPEN
    backbone, consistency = audit.backbone_microseconds, audit.consistency_microseconds
    time = Cases.count(holds=backbone > consistency, fails=backbone < consistency)
    largest = audit[audit.constraints == audit.constraints.max()]
    measured = f"""Judged by operations, and by the times of our two programs, which are written in different languages.
    The number of literals that the solver propagates in Algorithm 1, which computes the backbone, was divided by the
    number of assignments that arc consistency tries. The geometric mean of this ratio over the states, with its 95%
    bootstrap interval, is {first.work_ratio:.2g} ({first.work_ratio_low:.2g} to {first.work_ratio_high:.2g}) for the
    board size with the fewest constraints ({first.constraints:.0f} per state on average) and {last.work_ratio:.2g}
    ({last.work_ratio_low:.2g} to {last.work_ratio_high:.2g}) for the board size with the most ({last.constraints:.0f}).
    By CPU time per constraint, the backbone takes less than arc consistency for {time.failing} of {time.total} sizes;
    with the most constraints, it takes {largest.backbone_microseconds.max():.0f} µs, and arc consistency
    {largest.consistency_microseconds.max():.0f} µs."""
    return combine_readings([work, time.verdict]), measured


@SOURCE.claim("reasonable", "4.1", STATES)
def reasonable(audit: DataFrame) -> Judgement:
    """For usual sizes of the minefield, the computation of the backbone takes reasonable time."""
    sizes = [f"{row.rows}×{row.cols}, {row.mines} mines" for row in audit.itertuples()]
    usual = ["9×9, 10 mines", "16×16, 40 mines", "16×30, 99 mines"]
    rows = select(audit, [size in usual for size in sizes])
    slowest = rows.backbone_max_seconds.max()
    measured = f"""For the {len(rows)} usual sizes ({listed(size for size in sizes if size in usual)}), the computation
    of the backbone takes at most {slowest:.3f} s of CPU time in {rows.states.sum():,} states. At most 1 s counts as
    reasonable, and at most 10 s as reasonable with limits."""
    return HOLDS if slowest <= 1 else LIMITS if slowest <= 10 else FAILS, measured


@SOURCE.claim("drawing", "4.1", ["docs/sources.md"], basis="none")
def drawing() -> Judgement:
    """Drawing the GUI is the dominant part of the computing time."""
    measured = """Not measured, because the thesis's program, which is part of Gnomine 2.31.92 and draws with GTK, was
    not run."""
    return OPEN, measured


@SOURCE.claim("counting-models", "4.2", STATES)
def counting_models(audit: DataFrame) -> Judgement:
    """Counting the models in which a field is a mine and those in which it is not shows which of the two is more
    probable."""
    cases = Cases.count(holds=audit.gain_low > 0, fails=audit.gain_high < 0)
    gain, total = audit.gain, audit.gain_total
    measured = f"""In {audit.uncertain_states.sum():,} states, some fields next to a number are not determined by the
    visible numbers. For these fields, two forecasts were compared by the Brier score: the share of models in which the
    field is a mine, and the constant probability one half. The share of models is better by {gain.min():.3f} to
    {gain.max():.3f} (mean over the states of a board size); the 95% bootstrap interval of this difference lies above 0
    for {cases.holding} of {cases.total} sizes and below 0 for {cases.failing}. If the total number of mines is used as
    well, the difference is {total.min():.3f} to {total.max():.3f}."""
    return cases.verdict, measured
