"""The claims of the thesis on Flood-It, in the order of the report."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

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
    verdict_by_exceptions,
)
from puzzlesat_studies.core.statistics import (
    SIGNIFICANCE_LEVEL,
    geometric_mean,
    holm,
    share,
    sign_test,
)

if TYPE_CHECKING:
    from pandas import DataFrame, Series

SOURCE = Source("thesis", "Flood-It thesis")
QUARTILES = ["results/audit/quartiles.csv"]
SEARCHES = ["results/audit/searches.csv"]
FORCED_MOVES = ["results/audit/forced-moves.csv"]
SOLVERS, REDUNDANT = "results/audit/solvers.csv", "results/audit/redundant.csv"
FINAL_STATE, COUNTS = ["results/audit/final-state.csv"], "results/audit/counts.csv"
HARDNESS, SELECTION = "results/competition/hardness.csv", "results/competition/selection.csv"
OFFSETS = ["results/audit/offsets.csv"]
EFFECTS, INSTRUCTIONS = "reference/timing/effects.csv", "reference/timing/instructions.csv"
COSTS = ["results/thesis/wins.csv", EFFECTS, INSTRUCTIONS]


@SOURCE.claim("last-state", "§3.4.5, conditions 5 and 10", FINAL_STATE)
def last_state(final_state: DataFrame) -> Judgement:
    """The final state, in which all fields are flooded, is state p+1."""
    fewer = final_state.fewer.sum()
    # both claims on the quartiles hold for the true minima, and for those of the printed variant
    ours, printed = final_state.holds == 2, final_state.printed_holds == 2
    only_ours, only_printed = (ours & ~printed).sum(), (printed & ~ours).sum()
    p = sign_test(only_ours, only_printed)
    if not fewer:
        verdict = HOLDS
    elif p < SIGNIFICANCE_LEVEL:
        verdict = FAILS if only_ours > only_printed else LIMITS
    else:
        verdict = OPEN
    measured = f"""In this variant, as printed, {fewer:,} of {final_state.boards.sum():,} boards need fewer moves than
    under the rules of the game, {final_state.saved.mean():.1f} fewer on average over {len(final_state)} grid points (n,
    k). The thesis claims that the 25th percentile of the minima lies above n+k-5 and the 75th below n+k. Both claims
    hold in {ours.sum()} of {len(final_state)} grid points for the true minima, and in {printed.sum()} for the minima of
    the printed variant (sign test over the grid points in which only one of the two satisfies both claims: p =
    {p:.1g}). The variant that fits the claims clearly less often is unlikely to be that of the thesis's program."""
    return verdict, measured


@SOURCE.claim("complete", "ch. 3, ch. 6", FINAL_STATE, basis="proof")
def complete(final_state: DataFrame) -> Judgement:
    """The encoding is complete: its conditions ensure that a solution is valid."""
    counts = final_state[["boards", "differing", "fewer"]].sum()
    corrected = verdict_by_exceptions(counts.differing, counts.boards)
    printed = verdict_by_exceptions(counts.fewer, counts.boards)
    measured = f"""With state p as the final one, as the words imply, the minimum by the encoding differs from that
    found by A* on {counts.differing:,} of {counts.boards:,} boards. With state p+1, as in the formulas, the encoding is
    satisfiable for fewer moves than the minimum on {counts.fewer:,} boards."""
    return combine_readings([corrected, printed]), measured


def indispensable(spare: DataFrame, variants: DataFrame) -> tuple[str, int, float]:
    """Judge that nothing can be left out, given the variants whose omission affects no board.

    A spare variant refutes the claim if the exact 95% interval of the share of affected boards ends
    at 5% or below, so the spare variant with the most boards decides. The number of its boards and
    the end of the interval are returned, too.
    """
    tested = int(variants.boards.min() if spare.empty else spare.boards.max())
    high = share(0, tested).high
    return HOLDS if spare.empty else FAILS if high <= 0.05 else OPEN, tested, high


@SOURCE.claim("minimal", "§4.2.1, ch. 6", ["results/audit/conditions.csv"])
def minimal(conditions: DataFrame) -> Judgement:
    """The encoding is minimal: no rule may be removed without breaking it."""
    whole = select(conditions, conditions.variant.str.fullmatch("minimal - [0-9]+"))
    same_minima, same_models = whole[whole.changed == 0], whole[whole.other_models == 0]
    by_minima, tested, high = indispensable(same_minima, whole)
    by_models, *_ = indispensable(same_models, whole)
    halves = conditions[conditions.variant.str.fullmatch("minimal - [0-9]+[ab]")]
    halves = halves[(halves.changed == 0) & (halves.other_models == 0)]
    measured = f"""Each of the ten conditions was removed in turn on {tested:,} boards. By the criterion that no minimum
    changes, {len(same_minima)} of them can be removed ({listed(same_minima.variant)}; exact 95% interval of the share
    of boards with a changed minimum: 0–{high:.1%}). By the criterion that the set of models does not change,
    {len(same_models)} can be removed: the formula for one move more than the minimum has additional models on at least
    {whole.other_models.min():,} boards. Halves of conditions that can be removed by both criteria:
    {listed(halves.variant)}."""
    return combine_readings([by_minima, by_models]), measured


def faster_and_slower(rows: DataFrame) -> tuple[Series, Series]:
    """Return the rows in which a ratio of times is clearly below 1, and clearly above 1.

    A ratio is clear if the sign test is significant and the 95% interval excludes 1.
    """
    significant = rows.p_value < SIGNIFICANCE_LEVEL
    return significant & (rows.ratio_high < 1), significant & (rows.ratio_low > 1)


@SOURCE.claim(
    "construction", "§4.2.1", ["results/audit/construction.csv", "results/audit/conditions.csv"]
)
def construction(construction: DataFrame, conditions: DataFrame) -> Judgement:
    """The minimality of the encoding gives it the lowest construction time."""
    faster, slower = faster_and_slower(construction)  # the reduced encoding than the minimal one
    cases = Cases.count(holds=slower, fails=faster)
    reduced = conditions[conditions.variant == "reduced"]
    ratio, clauses = construction.ratio, construction.clauses
    measured = f"""The encoding *reduced*, in which all conditions without effect on the minima are removed together,
    and condition 9a is kept only in states that a move follows, changes {reduced.changed.sum():,} of
    {reduced.boards.sum():,} minima. The CPU time of its construction by our program, divided by that of the minimal
    encoding, is {ratio.min():.2f} to {ratio.max():.2f} in the geometric mean of a grid point (n, k), clearly below 1 in
    {cases.failing} and clearly above 1 in {cases.holding} of {cases.total} grid points with {construction.boards.min()}
    boards each (sign test with Holm's correction, and 95% bootstrap interval without 1). It has {clauses.min():.0%} to
    {clauses.max():.0%} of the clauses."""
    return cases.verdict, measured


@SOURCE.claim("condition-12", "§4.2.1, §4.2.2", [COUNTS], basis="proof")
def condition_12(counts: DataFrame) -> Judgement:
    """Condition 12 is an additional rule that could give the solver extra insights."""
    twelve = select(counts, counts.condition == "12")
    repeated, emitted = twelve.repeated.sum(), twelve.emitted.sum()
    measured = f"""In the formulas at the minima of {twelve.boards.sum():,} boards, {repeated:,} of the {emitted:,}
    clauses of condition 12 repeat earlier ones (all clauses were compared): being neighbours is symmetric, so each is
    also a clause of condition 9."""
    return verdict_by_exceptions(repeated, emitted, below=1.0), measured


def declare_row_of_table_3_1(condition: str, clauses: str, note: str = "") -> None:
    """Declare the claim that Table 3.1 makes on a condition."""

    @SOURCE.claim(
        f"table-3.1-{condition}",
        "Table 3.1",
        [COUNTS],
        basis="proof",
        claim=f"Condition {condition} has {clauses}",
    )
    def row_of_table_3_1(counts: DataFrame) -> Judgement:
        rows = select(counts, counts.condition == condition)
        printed, misfits = rows.printed.sum(), rows.misfits.sum()
        measured = f"""In the formulas at the minima of {rows.boards.sum():,} boards, condition {condition} as printed
        has {printed:,} clauses in total; Table 3.1 gives {rows.by_table.sum():,}. The numbers differ on
        {rows.unlike.sum():,} boards, and {misfits:,} clauses have a length that Table 3.1 does not list. With the
        errors of the text corrected, the condition has {rows.emitted.sum():,} clauses, {rows.corrected.iloc[0]} per
        formula. {note}"""
        return verdict_by_exceptions(rows.unlike.sum() + misfits, printed), measured


declare_row_of_table_3_1("1", "n² clauses of 1 literal")
declare_row_of_table_3_1("2", "p clauses of k literals")
declare_row_of_table_3_1("3", "p·k(k-1)/2 clauses of 2 literals")
declare_row_of_table_3_1("4", "p·n² clauses of 2 literals")
declare_row_of_table_3_1("5", "(p+1)·n² clauses of |Cluster(f)|+2 literals")
declare_row_of_table_3_1("6", "p·n² clauses of 3 literals")
declare_row_of_table_3_1("7", "p·n² clauses of 3 literals")
declare_row_of_table_3_1(
    "8",
    "(p+1)·n² + (p+1)·|Cluster(f)| clauses of |Cluster(f)|+1 and 2 literals, respectively",
    """Table 3.1 does not define f, which is taken here in the largest cluster. The sum over the fields is missing:
    with (p+1)·Σ_f |Cluster(f)| as the second term, the numbers agree.""",
)
declare_row_of_table_3_1(
    "9",
    "(p+1)·n² + (p+1)·n²·(4n²-4n) clauses of 3 to 5 and 2 literals, respectively",
    "Table 3.1 has a factor n² too many: with (p+1)·n² + (p+1)·(4n²-4n), the numbers agree.",
)
declare_row_of_table_3_1("10", "n² clauses of 1 literal")


def on_thesis_grid(quartiles: DataFrame) -> Series:
    """Return which grid points (n, k) are among those of Fig. 4.2."""
    return (quartiles.n <= 9) & (quartiles.k <= 6)


def judge_quartile(rows: DataFrame, quartile: str, strict: Series, weak: Series) -> Judgement:
    """Judge the claim on ``q1`` or ``q3``; two conditions say where the sample percentile fits."""
    verdicts, weak_verdicts = rows[f"{quartile}_verdict"], rows[f"{quartile}_weak_verdict"]
    cases = Cases.count(holds=verdicts == "yes", fails=verdicts == "no")
    weak_cases = Cases.count(holds=weak_verdicts == "yes", fails=weak_verdicts == "no")
    names = rows.agg("n = {0.n}, k = {0.k}".format, axis=1)
    measured = f"""The thesis makes the claim for all grid points (n, k). In each of {cases.total} grid points, an exact
    binomial test compares the share of minima that are not on the claimed side of the bound with 1/4 (at least
    {rows.boards.min()} boards; Holm's correction over both bounds and these grid points). In the strict form, the claim
    holds in {cases.holding} grid points, does not hold in {cases.failing} ({listed(names[verdicts == "no"])}) and is
    undecided in {cases.unclear}; in the weak form, in which the percentile may equal the bound, it holds in
    {weak_cases.holding}, does not hold in {weak_cases.failing} ({listed(names[weak_verdicts == "no"])}) and is
    undecided in {weak_cases.unclear}. The sample percentiles satisfy the strict form in {strict.sum()} grid points and
    the weak form in {weak.sum()}."""
    return combine_readings([cases.verdict, weak_cases.verdict]), measured


def judge_share_within(rows: DataFrame) -> Judgement:
    """Judge the claim that most minima lie within the bounds."""
    half = Cases.count(holds=rows.within_low > 0.5, fails=rows.within_high < 0.5)
    ninety = Cases.count(holds=rows.within_low > 0.9, fails=rows.within_high < 0.9)
    worst = rows.loc[rows.within.idxmin()]
    measured = f"""The thesis does not say how high the likelihood is, so two thresholds of ours are tested. Of
    {half.total} grid points (n, k) with {rows.boards.sum():,} boards in total, the exact 95% interval of the share of
    boards with a minimum within these bounds lies above one half in {half.holding}; it lies above 90% in
    {ninety.holding} and below 90% in {ninety.failing}. The share is lowest for n = {worst.n} and k = {worst.k}:
    {worst.within:.0%} [{worst.within_low:.0%}, {worst.within_high:.0%}]."""
    return combine_readings([half.verdict, ninety.verdict]), measured


@SOURCE.claim("q1", "§4.1.2, Fig. 4.2", QUARTILES)
def q1(quartiles: DataFrame) -> Judgement:
    """The 25th percentile of the minima lies above n+k-5."""
    rows = select(quartiles, on_thesis_grid(quartiles))
    strict, weak = rows.q1 > rows.lower, rows.q1 >= rows.lower
    return judge_quartile(rows, "q1", strict, weak)


@SOURCE.claim("q3", "§4.1.2, Fig. 4.2", QUARTILES)
def q3(quartiles: DataFrame) -> Judgement:
    """The 75th percentile of the minima lies below n+k."""
    rows = select(quartiles, on_thesis_grid(quartiles))
    strict, weak = rows.q3 < rows.upper, rows.q3 <= rows.upper
    return judge_quartile(rows, "q3", strict, weak)


@SOURCE.claim("within", "§4.1.2", QUARTILES)
def within(quartiles: DataFrame) -> Judgement:
    """n+k-5 ≤ minimum ≤ n+k with high likelihood."""
    return judge_share_within(select(quartiles, on_thesis_grid(quartiles)))


@SOURCE.claim("q1-beyond", "§4.1.2, Fig. 4.2", QUARTILES, origin="extension")
def q1_beyond(quartiles: DataFrame) -> Judgement:
    """The 25th percentile of the minima lies above n+k-5 beyond the thesis's grid."""
    rows = select(quartiles, ~on_thesis_grid(quartiles))
    strict, weak = rows.q1 > rows.lower, rows.q1 >= rows.lower
    return judge_quartile(rows, "q1", strict, weak)


@SOURCE.claim("q3-beyond", "§4.1.2, Fig. 4.2", QUARTILES, origin="extension")
def q3_beyond(quartiles: DataFrame) -> Judgement:
    """The 75th percentile of the minima lies below n+k beyond the thesis's grid."""
    rows = select(quartiles, ~on_thesis_grid(quartiles))
    strict, weak = rows.q3 < rows.upper, rows.q3 <= rows.upper
    return judge_quartile(rows, "q3", strict, weak)


@SOURCE.claim("within-beyond", "§4.1.2", QUARTILES, origin="extension")
def within_beyond(quartiles: DataFrame) -> Judgement:
    """n+k-5 ≤ minimum ≤ n+k with high likelihood beyond the thesis's grid."""
    return judge_share_within(select(quartiles, ~on_thesis_grid(quartiles)))


@SOURCE.claim("closer", "§4.1.2", OFFSETS)
def closer(offsets: DataFrame) -> Judgement:
    """Minima at or beyond a bound are more likely the closer they are to this bound."""
    boards = offsets.set_index("offset").boards
    ordered = boards.sort_index()
    low, high = ordered[ordered.index <= 0], ordered[ordered.index >= 5]
    if min(len(low), len(high)) < 2:
        verdict = OPEN
    else:  # neighbouring frequencies may be equal
        rising, falling = low.is_monotonic_increasing, high.is_monotonic_decreasing
        verdict = HOLDS if rising and falling else LIMITS if rising or falling else FAILS
    measured = f"""On the {boards.sum():,} boards of the thesis's grid, the difference minimum - (n+k-5), which is +0 at
    the lower and +5 at the upper bound, has the following frequencies:
    {listed(f"{offset:+d}: {number:,}" for offset, number in boards.items())}."""
    return verdict, measured


@SOURCE.claim("verified-longer", "§4.1.2", OFFSETS, basis="proof")
def verified_longer(offsets: DataFrame) -> Judgement:
    """A result that equals a bound takes longer to verify."""
    ends = select(offsets, offsets.offset.isin([0, 5])).calls
    inner = select(offsets, offsets.offset.between(1, 4)).calls
    verdict = HOLDS if ends.min() > inner.max() else LIMITS if ends.max() > inner.mean() else FAILS
    measured = f"""The search of Fig. 4.3 solves {ends.min():.1f} to {ends.max():.1f} formulas on average if the minimum
    equals a bound, and {inner.mean():.1f} on average, at most {inner.max():.1f}, over the differences between the
    bounds. By the difference minimum - (n+k-5), which is +0 at the lower and +5 at the upper bound, the mean numbers
    are: {listed(f"{row.offset:+d}: {row.calls:.1f}" for row in offsets.itertuples())}."""
    return verdict, measured


def search_compared(searches: DataFrame, search: str, against: str) -> DataFrame:
    """Return the grid points of a search, compared with another one.

    *bounded* is the search of Fig. 4.3; *bisection* is that of Fig. 4.1 whose greedy moves flood
    the most fields, and *most_clusters* that whose greedy moves flood the most clusters. *raised*
    is *bisection* from the lower bound of A*.
    """
    return select(searches, (searches.search == search) & (searches.against == against))


def needs_fewer(rows: DataFrame, cost: str) -> Cases:
    """Count the grid points in which a search needs significantly fewer or more of a cost."""
    significant = rows[f"{cost}_p_value"] < SIGNIFICANCE_LEVEL
    fewer, more = rows[f"{cost}_fewer"], rows[f"{cost}_more"]
    return Cases.count(holds=significant & (fewer > more), fails=significant & (fewer < more))


@SOURCE.claim("estimates", "§4.1.1", SEARCHES, basis="foregone")
def estimates(searches: DataFrame) -> Judgement:
    """Better initial estimates mean that fewer encodings have to be computed."""
    cases = needs_fewer(search_compared(searches, "raised", "bisection"), "calls")
    bounded = search_compared(searches, "bounded", "bisection")
    fields = needs_fewer(bounded, "calls")
    clusters = needs_fewer(search_compared(searches, "bounded", "most_clusters"), "calls")
    against_bisection = searches[searches.against == "bisection"]
    means = against_bisection.groupby("search", sort=False).calls.mean()
    measured = f"""The searches were compared by their solver calls in {fields.total} grid points (n, k) with
    {bounded.boards.sum():,} boards. With the lower bound of A* instead of 0, which is at least as good an estimate on
    every board, the search of Fig. 4.1 needs significantly fewer calls in {cases.holding} grid points and significantly
    more in {cases.failing}; the verdict is foregone. With the thesis's own estimates, compared with Fig. 4.1, Fig. 4.3
    needs fewer calls in {fields.holding} grid points and more in {fields.failing} if the greedy moves of Fig. 4.1 flood
    the most fields, and fewer in {clusters.holding} and more in {clusters.failing} if they flood the most clusters
    (sign test with Holm's correction). The mean numbers of calls over the grid points are, with *bounded* for Fig. 4.3
    and *bisection* for Fig. 4.1 with the most fields:
    {listed(f"{search} {mean:.2f}" for search, mean in means.items())}."""
    return cases.verdict, measured


@SOURCE.claim("slow-from-0", "§4.1.1", SEARCHES, basis="foregone")
def slow_from_0(searches: DataFrame) -> Judgement:
    """The search of Fig. 4.1 is slow because its lower bound starts at 0."""
    raised = search_compared(searches, "raised", "bisection")
    calls, clauses = needs_fewer(raised, "calls"), needs_fewer(raised, "clauses")
    bisection = search_compared(searches, "bisection", "bisection")
    both = raised.merge(bisection, on=["n", "k"], suffixes=("", "_from_0"))
    ratio = both.clauses / both.clauses_from_0
    measured = f"""If the bisection of Fig. 4.1 starts from the lower bound of A* instead of 0, it needs significantly
    fewer solver calls in {calls.holding} and significantly more in {calls.failing} of {calls.total} grid points with
    {raised.boards.sum():,} boards, and significantly fewer clauses in {clauses.holding} and significantly more in
    {clauses.failing} (sign test with Holm's correction). It builds {ratio.min():.2f} to {ratio.max():.2f} times as many
    clauses, depending on the grid point. The cost of the lower bound is not counted. The verdict is foregone: a
    bisection from a higher valid lower bound can hardly need more solver calls."""
    return combine_readings([calls.verdict, clauses.verdict]), measured


@SOURCE.claim("bounds-quicker", "abstract, §4.1.1, ch. 6 (the thesis gives no times)", SEARCHES)
def bounds_quicker(searches: DataFrame) -> Judgement:
    """The search of Fig. 4.3 is quicker than that of Fig. 4.1."""
    by_fields = search_compared(searches, "bounded", "bisection")
    by_clusters = search_compared(searches, "bounded", "most_clusters")
    fields, clusters = needs_fewer(by_fields, "clauses"), needs_fewer(by_clusters, "clauses")
    faster, slower = faster_and_slower(by_fields)
    faster_clusters, slower_clusters = faster_and_slower(by_clusters)
    exceptions = {
        (row.k, row.n)
        for row in [*by_fields.itertuples(), *by_clusters.itertuples()]
        if row.clauses_p_value < SIGNIFICANCE_LEVEL and row.clauses_fewer < row.clauses_more
    }
    measured = f"""Judged by the number of clauses that have to be built, loaded and solved, in {fields.total} grid
    points (n, k) with {by_fields.boards.sum():,} boards. Compared with Fig. 4.1, Fig. 4.3 needs significantly fewer
    clauses in {fields.holding} grid points and significantly more in {fields.failing} if the greedy moves of Fig. 4.1
    flood the most fields, and fewer in {clusters.holding} and more in {clusters.failing} if they flood the most
    clusters (sign test with Holm's correction). The grid points in which it needs more with either rule are
    {listed(f"n = {n}, k = {k}" for k, n in sorted(exceptions))}. By the time of encoding, loading and solving, it takes
    {geometric_mean(by_fields.ratio):.2f} times as long in the geometric mean of the grid points with the first rule,
    clearly less in {faster.sum()} and clearly more in {slower.sum()} grid points, and
    {geometric_mean(by_clusters.ratio):.2f} times as long with the second, clearly less in {faster_clusters.sum()} and
    clearly more in {slower_clusters.sum()} (sign test significant, and 95% bootstrap interval of the ratio without 1).
    The computation of lower bounds and greedy solutions is not included."""
    return combine_readings([fields.verdict, clusters.verdict]), measured


@SOURCE.claim("finds-minimum", "Fig. 4.3, ch. 6", SEARCHES, basis="proof")
def finds_minimum(searches: DataFrame) -> Judgement:
    """The algorithm of Fig. 4.3 finds the minimum of a given puzzle."""
    boards = search_compared(searches, "bounded", "bisection").boards
    measured = f"""Decided by an error in the text. On {boards.sum():,} boards, the algorithm found the same minimum as
    A*; the run would have stopped with an error at the first difference. As printed, the loop can continue with fewer
    than 0 moves, and if n+k < 5, the lower bound itself is negative. In this study, the algorithm is corrected to stop
    at 0."""
    return LIMITS, measured


def extended_encoding(solvers: DataFrame, timed_phases: str = "load_solve") -> DataFrame:
    """Return the times of the extended encoding, compared with the minimal one."""
    phases = solvers.timed_phases == timed_phases
    return select(solvers, (solvers.encoding == "extended") & phases)


@SOURCE.claim("other-solvers", "§4.2.4, ch. 6", [SOLVERS], basis="foregone")
def other_solvers(solvers: DataFrame) -> Judgement:
    """Different SAT solvers may respond differently to the extra clauses."""
    pairs = extended_encoding(solvers)
    grid_points = pairs.drop_duplicates(["n", "k"])
    faster, slower = (clear.sum() for clear in faster_and_slower(pairs))
    # Friedman's test in each grid point; there is no p-value if solvers could not be compared
    differing = (grid_points.friedman_p_value < SIGNIFICANCE_LEVEL).sum()
    similar = (grid_points.friedman_p_value >= SIGNIFICANCE_LEVEL).sum()
    alone = extended_encoding(solvers, "solve").drop_duplicates(["n", "k"])
    differing_alone = (alone.friedman_p_value < SIGNIFICANCE_LEVEL).sum()
    if faster and slower and differing + similar:
        verdict = HOLDS
    elif differing:
        verdict = LIMITS
    else:
        all_significant = (pairs.p_value < SIGNIFICANCE_LEVEL).all()
        verdict = FAILS if similar and all_significant and not (faster and slower) else OPEN
    measured = f"""The times of {pairs.solver.nunique()} solvers for loading and solving were summed over p equal to the
    minimum and one less, on {grid_points.boards.sum():,} boards. The extended encoding is clearly slower than the
    minimal one in {slower} and clearly faster in {faster} of {len(pairs)} pairs of solver and grid point (n, k); a
    difference is clear if the sign test with Holm's correction is significant and the 95% bootstrap interval of the
    ratio of times excludes 1. The ratio differs significantly between solvers in {differing} of {len(grid_points)} grid
    points, and for the time of solving alone in {differing_alone} of {len(alone)} (Friedman's test with Holm's
    correction)."""
    return verdict, measured


@SOURCE.claim("redundant", "§4.2.1, §4.2.4", [REDUNDANT], basis="foregone")
def redundant(redundant: DataFrame) -> Judgement:
    """Adding more or different redundant clauses may reduce solving time."""
    rows = select(redundant, redundant.timed_phases == "load_solve")
    faster, slower = faster_and_slower(rows)
    cases = Cases.count(holds=faster, fails=slower)
    verdict = HOLDS if cases.holding else FAILS if 2 * cases.failing > cases.total else OPEN
    which = "{0.family} with {0.solver} for n = {0.n}, k = {0.k} (ratio of times {0.ratio:.2f})"
    measured = f"""Each family of redundant clauses was added alone to the minimal encoding, and the times of loading
    and solving were compared, summed over p equal to the minimum and one less. Of {cases.total:,} combinations of
    family, solver and grid point (n, k), the family is clearly faster in {cases.holding}, clearly slower in
    {cases.failing} and neither in {cases.unclear} ({rows.boards.min()} boards in each grid point). A difference is
    clear if the sign test with Holm's correction is significant and the 95% bootstrap interval of the ratio of times
    excludes 1. Clearly faster: {listed(map(which.format, rows[faster].itertuples()))}."""
    return verdict, measured


@SOURCE.claim("linear", "§4.1.1", ["docs/results.md"], basis="proof")
def linear() -> Judgement:
    """Random boards need Ω(n) moves with high probability."""
    measured = """Not measured, but decided by a theorem of the paper that the thesis cites (Arthur and others, 2010).
    The studies growth and percolation measure how the minimum grows."""
    return HOLDS, measured


@SOURCE.claim("several-solutions", "ch. 5", FORCED_MOVES)
def several_solutions(forced_moves: DataFrame) -> Judgement:
    """Flood-It boards have more than one solution, unlike the Sudokus of Lynce and Ouaknine."""
    t, unique = forced_moves, forced_moves["unique"]  # the share of boards with one solution
    cases = Cases.count(holds=t.unique_high < 0.5, fails=t.unique_low > 0.5)
    verdict = LIMITS if cases.verdict == HOLDS and (unique > 0).any() else cases.verdict
    median = t.solutions_median
    measured = f"""{t.boards.sum():,} boards in {cases.total} grid points (n, k) were tested. The share of boards with a
    single shortest solution is {unique.min():.0%} to {unique.max():.0%} per grid point; its exact 95% interval lies
    below one half in {cases.holding} grid points and above one half in {cases.failing}. The median number of shortest
    solutions per grid point is {median.min():,.0f} to {median.max():,.0f}, and the largest number on a board is
    {t.solutions_most.max():,}."""
    return verdict, measured


@SOURCE.claim("logic-alone", "ch. 5", FORCED_MOVES)
def logic_alone(forced_moves: DataFrame) -> Judgement:
    """Flood-It is search-based, whereas the Sudokus of Lynce and Ouaknine could be solved by logic alone."""
    t = forced_moves
    cases = Cases.count(holds=t.logic_high < 0.5, fails=t.logic_low > 0.5)
    verdict = LIMITS if cases.verdict == HOLDS and (t.logic > 0).any() else cases.verdict
    single, solved = (t["unique"] * t.boards).sum(), (t.logic * t.boards).sum()
    measured = f"""Here, *logic alone* means unit propagation on the formula at the minimum; the Sudokus were not
    tested. On {t.boards.sum():,} boards in {cases.total} grid points (n, k), unit propagation determines all moves on
    {t.logic.min():.0%} to {t.logic.max():.0%} of a grid point's boards; the exact 95% interval of this share lies below
    one half in {cases.holding} grid points and above one half in {cases.failing}. Unit propagation determines
    {t.propagated.min():.1%} to {t.propagated.max():.1%} of a grid point's moves. No sound inference can determine all
    moves on a board with several shortest solutions. Of the {single:,.0f} boards with a single shortest solution, unit
    propagation solves {solved:,.0f}."""
    return verdict, measured


@SOURCE.claim("first-move", "ch. 5", FORCED_MOVES, origin="extension")
def first_move(forced_moves: DataFrame) -> Judgement:
    """On most boards, the shortest solutions do not all have the same first move."""
    t, first = forced_moves, forced_moves["first"]
    cases = Cases.count(holds=t.first_high < 0.5, fails=t.first_low > 0.5)
    measured = f"""{t.boards.sum():,} boards in {cases.total} grid points (n, k) were tested. A move is forced if all
    shortest solutions share it. The first move is forced on {first.min():.0%} to {first.max():.0%} of a grid point's
    boards; the exact 95% interval of this share lies below one half in {cases.holding} grid points and above one half
    in {cases.failing}. Of a grid point's moves, {t.forced.min():.0%} to {t.forced.max():.0%} are forced."""
    return cases.verdict, measured


def costs_by_grid_point(wins: DataFrame, effects: DataFrame, instructions: DataFrame) -> DataFrame:
    """Return how often the minimal encoding costs less, by measure of the cost and grid point (n, k)."""
    import pandas as pd

    counts = effects[(effects.solver == "core") & (effects["query"] == "minimum")]
    spent = instructions[instructions.part.isin(["total", "rest"]) & (instructions.boards > 0)]
    seconds = wins.assign(boards=wins.boards - wins.timeouts, wins=wins.minimal)
    ties = seconds.boards - wins.minimal - wins.extended
    part = spent.solver + ", " + spent.part
    parts = [
        counts.assign(cost=counts.measure + " (" + counts.numbering + ")"),
        spent.assign(cost="instructions of " + part + " (" + spent.numbering + ")"),
        seconds.assign(cost="seconds (" + wins.timed_phases + ")", ties=ties),
    ]
    return pd.concat(parts)[["cost", "n", "k", "boards", "wins", "ties"]]


@SOURCE.claim("extended-longer", "§4.2.4, Table 4.1", COSTS)
def extended_longer(wins: DataFrame, effects: DataFrame, instructions: DataFrame) -> Judgement:
    """The SAT solver takes longer with the extended encoding in most cases."""
    grid_points = costs_by_grid_point(wins, effects, instructions)
    sums = grid_points.groupby("cost", sort=False)[["boards", "wins", "ties"]].sum()
    rows = shares(sums.wins, sums.boards, sums.ties)
    measures = Cases.above(0.5, rows)
    if measures.holding:
        verdict = HOLDS if measures.holding == measures.total else LIMITS
    else:
        verdict = FAILS if measures.failing else OPEN
    each = "{0.Index} {0.share:.0%} [{0.share_low:.0%}, {0.share_high:.0%}]".format
    measured = f"""At the minimum, the minimal encoding costs less than the extended one on the following shares of all
    boards without a timeout, for each measure of the cost (ties count as one half; exact 95% intervals in brackets,
    numbering of the variables in parentheses): {listed(map(each, rows.itertuples()))}. The interval lies above one half
    for {measures.holding} of {measures.total} measures and below one half for {measures.failing}. Repeated runs
    disagree on which encoding is faster in {wins.ambiguous.sum():,} of {(wins.boards - wins.timeouts).sum():,}
    comparisons of seconds."""
    return verdict, measured


@SOURCE.claim("printed-wins", "§4.2.3, Table 4.1", ["reference/timing/hypotheses.csv"])
def printed_wins(hypotheses: DataFrame) -> Judgement:
    """For every n and k, the SAT solver takes longer with the extended encoding on 83 to 100 of 100 boards."""
    of_solver, of_loading = {"search effort", "solving"}, {"reading", "loading and solving"}
    of_generation = {"generation, loading and solving"}
    best = hypotheses.sort_values("aic", kind="stable").drop_duplicates("family")
    fits = hypotheses.fits & (hypotheses.family != "null model")
    fitting = hypotheses.family[fits].drop_duplicates()
    families = {*fitting}
    on_runs = hypotheses.family.isin(of_solver | of_loading | of_generation)
    boards = select(hypotheses, on_runs & (hypotheses.boards > 0)).boards.min()
    decisive = (
        min(boards, hypotheses.grid_points.min()) >= 30 and best.family.iloc[0] != "null model"
    )
    if not decisive or not families:
        verdict = OPEN
    elif families <= of_solver:
        verdict = HOLDS
    elif families <= of_solver | of_loading:
        verdict = LIMITS
    else:
        verdict = FAILS if families <= of_generation else OPEN
    search = select(hypotheses, hypotheses.family == "search effort")
    each = "{0.family}: {0.delta_aic:,.0f} ({0.hypothesis}; mean distance {0.mean_distance:.1f}; "
    each += "p = {0.goodness_p_value:.2g})"
    measured = f"""Hypotheses on the quantity that decided which encoding wins were compared by the likelihood of the
    {hypotheses.grid_points.max()} printed numbers, all with the same terms for noise and lapses. For the best
    hypothesis of each family, the following are the difference of its AIC from the smallest AIC, the mean distance
    between expected and printed numbers, and the p-value of a goodness-of-fit test:
    {listed(map(each.format, best.itertuples()))}. A hypothesis fits if its AIC is close to the smallest and the test
    does not reject it (docs/timing.md); families that fit, apart from null models: {listed(fitting)}. Of {len(search)}
    hypotheses of search effort, {search.fits.sum()} fit. The fewest boards of a grid point on which a measure was taken
    are {boards}; with fewer than 30 boards or printed numbers, a hypothesis fits almost any numbers, so none can be
    confirmed, nor if a null model has the smallest AIC."""
    return verdict, measured


def trends(rows: DataFrame, values: Series) -> tuple[DataFrame, Cases]:
    """Correlate values with n and k in the rows of each cost (Spearman, Holm's correction).

    The costs are the cases: values clearly grow if they grow with n or k and fall with neither.
    """
    import pandas as pd
    from scipy import stats

    tests = []
    for cost, group in values.groupby(rows.cost, sort=False):
        for axis in ("n", "k"):
            positions = rows.loc[group.index, axis]
            usable = len(group) > 2 and group.std() > 0 and positions.std() > 0
            test = stats.spearmanr(group, positions) if usable else (np.nan, np.nan)
            tests.append((cost, axis, *map(float, test)))
    table = pd.DataFrame(tests, columns=["cost", "axis", "correlation", "p_value"])
    significant = holm(table.p_value) < SIGNIFICANCE_LEVEL
    up, down = significant & (table.correlation > 0), significant & (table.correlation < 0)
    by_cost = table.assign(up=up, down=down).groupby("cost")[["up", "down"]].any()
    return table, Cases.count(holds=by_cost.up & ~by_cost.down, fails=by_cost.down)


@SOURCE.claim("trend", "§4.2.4, Table 4.1", COSTS)
def trend(wins: DataFrame, effects: DataFrame, instructions: DataFrame) -> Judgement:
    """As n and k grow, the extended encoding is faster on fewer puzzles."""
    grid_points = costs_by_grid_point(wins, effects, instructions).reset_index(drop=True)
    ours, measures = trends(
        grid_points, (grid_points.wins + grid_points.ties / 2) / grid_points.boards
    )
    table = select(wins, wins.thesis_minimal.notna()).drop_duplicates(["n", "k"])
    printed, _ = trends(table.assign(cost="printed"), table.thesis_minimal)
    each = "{0.correlation:+.2f} with {0.axis} (p = {0.p_value:.2g})".format
    measured = f"""In our measurements at the minimum, the share of a grid point's boards on which the minimal encoding
    costs less (ties count as one half) grows significantly with n or k and falls significantly with neither for
    {measures.holding} of {measures.total} measures of the cost; it falls significantly with n or k for
    {measures.failing} (Holm's correction over all of these tests). Spearman's correlations are
    {ours.correlation.min():+.2f} to {ours.correlation.max():+.2f}. In the printed table, which does not decide, the
    correlation of the number of boards that the minimal encoding wins is {listed(map(each, printed.itertuples()))}."""
    return measures.verdict, measured


def times_the_fastest(rows: DataFrame, key: list[str], time: str) -> Series:
    """Return the time of MiniSat in each grid point, divided by that of the fastest solver."""
    ratios = rows[time] / rows.groupby(key)[time].transform("min")
    return ratios[rows.solver == "minisat22"]


@SOURCE.claim("minisat", "§2.3", [SOLVERS, HARDNESS, SELECTION])
def minisat(solvers: DataFrame, hardness: DataFrame, selection: DataFrame) -> Judgement:
    """MiniSat 2.2 is still a very strong solver."""
    extended = extended_encoding(solvers)
    small = times_the_fastest(extended, ["n", "k"], "minimal_milliseconds")
    hard_rows = select(hardness, hardness.distance.isin([-1, 0]))
    hard = times_the_fastest(hard_rows, ["n", "k", "distance"], "median_seconds")
    largest_n = hard_rows.n[hard.index].max()
    large = select(selection, selection.must_fail_solver == "minisat22")
    failed = large.must_fail_seconds >= large.must_fail_limit
    readings = [Cases.count(holds=x <= 2, fails=x > 2).verdict for x in (small, hard)]
    beaten = large[failed & large.must_solve_seconds.notna()]
    seconds = beaten.must_solve_seconds
    measured = f"""By the time of loading and solving the formulas of the minimal encoding for p equal to the minimum
    and one less, MiniSat takes {small.min():.2f} to {small.max():.2f} times as long as the fastest of
    {extended.solver.nunique()} solvers in {len(small)} grid points (n, k). On harder formulas for the same p, by the
    time of solving alone, it takes {hard.min():.2f} to {hard.max():.2f} times as long as the fastest solver in
    {len(hard)} comparisons, up to n = {largest_n}. At most 2 times as long counts as strong. However, MiniSat does not
    solve {failed.sum()} of {len(large)} formulas of boards with n = {large.n.max()} within
    {large.must_fail_limit.max():g} s, of which {listed(beaten.must_solve_solver.unique())} solves {len(beaten)} in
    {seconds.min():.0f} to {seconds.max():.0f} s."""
    return combine_readings([*readings, verdict_by_exceptions(failed.sum(), len(large))]), measured


@SOURCE.claim("causes", "ch. 6", [SOLVERS, COUNTS, REDUNDANT, EFFECTS], basis="none")
def causes(
    solvers: DataFrame, counts: DataFrame, redundant: DataFrame, effects: DataFrame
) -> Judgement:
    """That the additional conditions do not help could be due to the form of the encoding or to the choice of
    solver."""
    extended = extended_encoding(solvers)
    faster, slower = faster_and_slower(extended)
    counted = counts[counts.condition == "12"]
    phases = redundant.timed_phases == "load_solve"
    twelve = redundant[(redundant.family == "12") & phases]
    conflicts = effects[(effects.measure == "conflicts") & (effects.minimal > 0)]
    layout = ["numbering", "order", "tautologies", "solver", "query"]
    effort = conflicts.groupby(layout)[["minimal", "extended"]].sum()
    more = effort.extended / effort.minimal
    measured = f"""Not decided, because no measurement can refute a list of possible causes. The following is known
    about them. {counted.repeated.sum():,} of {counted.emitted.sum():,} clauses of condition 12 repeat clauses of
    condition 9. If condition 12 alone is added to the minimal encoding, the number of conflicts is
    {twelve.conflicts.min():.2f} to {twelve.conflicts.max():.2f} times as large, and loading and solving take
    {twelve.ratio.min():.2f} to {twelve.ratio.max():.2f} times as long ({twelve.solver.nunique()} solvers). Condition 11
    excludes no solution at the minimum, but may shorten the search: with both conditions, MiniSat needs
    {more.min():.2f} to {more.max():.2f} times as many conflicts, in total over all boards, in {len(more)} combinations
    of layout, query and program. By the time of loading and solving, the extended encoding is clearly faster than the
    minimal one in {faster.sum()} and clearly slower in {slower.sum()} of {len(extended)} pairs of a grid point (n, k)
    and one of {extended.solver.nunique()} solvers (sign test with Holm's correction, and 95% bootstrap interval without
    1)."""
    return OPEN, measured


@SOURCE.claim("structure", "ch. 5", ["results/thesis/bounds.csv", "docs/audit.md"], basis="proof")
def structure(bounds: DataFrame) -> Judgement:
    """The encoding is structurally different from that of Sudoku and more complex, as it has states and transitions."""
    rows = bounds[bounds.n == 9]
    variables = rows["mean"] * (2 * 9**2 + rows.k) + 2 * 9**2
    measured = f"""Decided by the definitions: the variables of Flood-It have a time index, and those of Sudoku have
    none. For n = 9 and p equal to the minimum, the minimal encoding has on average {variables.min():,.0f} to
    {variables.max():,.0f} variables for k = {rows.k.min()} to {rows.k.max()}, and Sudoku has 729."""
    return LIMITS, measured


@SOURCE.claim("np-complete", "abstract, ch. 1", ["docs/instances.md"], basis="proof")
def np_complete() -> Judgement:
    """Finding an optimal solution is an NP-complete problem."""
    measured = """Not measured, but decided by a theorem. The question whether p moves suffice is NP-complete for three
    or more colours (Arthur and others, The Complexity of Flood Filling Games, 2010). Finding an optimal solution is
    NP-hard, but it is not a decision problem."""
    return LIMITS, measured


@SOURCE.claim("np-hard", "§2.1", ["docs/instances.md"], basis="proof")
def np_hard() -> Judgement:
    """Flood-It is NP-hard with more than three colours and n ≥ 3."""
    measured = """Not measured, but decided by a theorem. The claim follows from a stronger theorem (Arthur and others,
    The Complexity of Flood Filling Games, 2010), which covers three or more colours. A condition on n does not belong
    in the statement, since there are only finitely many boards of one size and number of colours. A height of at least
    3 is the condition of a theorem in the journal version (2012), in which the number of colours grows."""
    return LIMITS, measured
