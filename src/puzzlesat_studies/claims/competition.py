"""The claims of the competition paper on Flood-It, in the order of the paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzlesat_studies.claims.model import Judgement, Source
from puzzlesat_studies.claims.thesis import np_complete
from puzzlesat_studies.claims.verdicts import (
    HOLDS,
    LIMITS,
    OPEN,
    Cases,
    combine_readings,
    select,
    verdict_by_exceptions,
)

if TYPE_CHECKING:
    from pandas import DataFrame, Series

SOURCE = Source("competition", "competition paper")


SOURCE.claim("np-complete", "Abstract", ["docs/instances.md"], basis="proof")(np_complete)


@SOURCE.claim("np-hard", "§I", ["docs/instances.md"], basis="proof")
def np_hard() -> Judgement:
    """With c ≥ 3 colours Flood-It is NP-hard."""
    measured = """Not measured, but decided by a theorem. The claim is a theorem of the paper that is cited for it
    (Arthur and others, The Complexity of Flood Filling Games, 2010)."""
    return HOLDS, measured


@SOURCE.claim(
    "rules",
    "§II.B, conditions 4 and 9",
    ["results/audit/final-state.csv", "docs/instances.md"],
    basis="proof",
)
def rules(final_state: DataFrame) -> Judgement:
    """The conditions strictly follow the rules of Flood-It, so that a satisfying assignment is a solution."""
    counts = final_state[["boards", "differing", "fewer"]].sum()
    corrected = verdict_by_exceptions(counts.differing, counts.boards)
    printed = verdict_by_exceptions(counts.fewer, counts.boards)
    measured = f"""The claim and the evidence are those of the claim "complete" of the thesis. With state m as the final
    one, as the words "after a maximum number of moves m" imply, {counts.differing:,} of {counts.boards:,} minima differ
    from those under the rules. With the state m+1 of the formulas, to which no move leads, {counts.fewer:,} boards need
    fewer moves. Both were measured for the conditions of the thesis, in which the fields g_i of condition 4 are those
    of the cluster. Read literally (g_i are neighbours of f, and f is not among them), the paper's conditions leave some
    boards without any solution."""
    return combine_readings([corrected, printed]), measured


def ratios_of_extremes(rows: DataFrame) -> Series:
    """Return the median time of the hardest m over that of the easiest, by (n, k) and solver."""
    times = rows.groupby(["n", "k", "solver"]).median_seconds
    return times.max() / times.min()


@SOURCE.claim("m-controls", "§III", ["results/competition/hardness.csv"])
def m_controls(hardness: DataFrame) -> Judgement:
    """The number of moves m can be used to control the hardness."""
    ratios = ratios_of_extremes(hardness)
    cases = Cases.count(holds=ratios >= 10, fails=ratios < 2)
    satisfiable = ratios_of_extremes(select(hardness, hardness.distance >= 0))
    hardest = hardness.groupby(["n", "k", "solver"]).median_seconds.idxmax()
    near = (hardness.distance[hardest].abs() <= 1).sum()
    m = hardness.distance
    measured = f"""Boards with n ≤ {hardness.n.max()} were solved for m from {m.min()} to {m.max():+d} of the minimum.
    In {cases.total} combinations of grid point (n, k) and solver, the median times of the hardest and the easiest m
    differ by a factor of {ratios.min():,.1f} to {ratios.max():,.0f}, by at least 10 in {cases.holding} and by less than
    2 in {cases.failing}; if only satisfiable formulas are compared, by a factor of {satisfiable.min():.1f} to
    {satisfiable.max():,.0f}. The hardest m differs from the minimum by at most one in {near} of these combinations. The
    claim can at most hold with limits, because the paper's own m, 225 to 230 for n = 70, are far above the minima
    ({(hardness.n == 70).sum()} rows of that size were measured)."""
    return LIMITS if cases.verdict == HOLDS else cases.verdict, measured


@SOURCE.claim("instances", "§III", ["docs/instances.md"], basis="none")
def instances() -> Judgement:
    """For n = 70, k = 10 and m in {225, 229, 230}, 20 instances are generated at random."""
    return OPEN, "Not decided, because the paper does not state which boards were generated."
