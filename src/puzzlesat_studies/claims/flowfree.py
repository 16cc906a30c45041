"""The claims of the post on Flow Free, in the order of its sections."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzlesat_studies.claims.model import Judgement, Source, listed
from puzzlesat_studies.claims.verdicts import (
    FAILS,
    HOLDS,
    LIMITS,
    OPEN,
    NoEvidenceError,
    select,
    verdict_by_exceptions,
)
from puzzlesat_studies.core.statistics import SIGNIFICANCE_LEVEL, bootstrap_ratio, sign_test

if TYPE_CHECKING:
    from pandas import DataFrame, Series

SOURCE = Source("flowfree", "Flow Free post")
POST = ["reference/published/flowfree_post.csv"]
"""The post's table, by which the post's own statements are judged."""

RUNS = ["results/flowfree/audit.csv"]
"""Our runs on the post's puzzles, or on ours if these are not there."""

EXAMPLE = "jumbo_14x14_01"


@SOURCE.claim("c-under-1.6", "Overview", POST, basis="own table")
def c_under_1_6(flowfree_post: DataFrame) -> Judgement:
    """The C program (tree search) solves every puzzle in under 1.6 s."""
    slowest = flowfree_post.loc[flowfree_post.c_seconds.idxmax()]
    measured = f"""In the post's table, the largest time of the C program over the {len(flowfree_post)} puzzles is
    {slowest.c_seconds:.3f} s, on {slowest.puzzle}."""
    return HOLDS if slowest.c_seconds < 1.6 else FAILS, measured


@SOURCE.claim("python-0.4", "Overview", POST, basis="own table")
def python_0_4(flowfree_post: DataFrame) -> Judgement:
    """The worst-case solution time of the Python program (SAT) is about 0.4 s."""
    slowest = flowfree_post.loc[flowfree_post.python_seconds.idxmax()]
    measured = f"""In the post's table, the largest time of the Python program is {slowest.python_seconds:.3f} s, on
    {slowest.puzzle}."""
    return HOLDS if 0.35 <= slowest.python_seconds < 0.45 else FAILS, measured


@SOURCE.claim("lines", "Overview; Conclusions", ["docs/sources.md"], basis="none")
def lines() -> Judgement:
    """The C program (tree search) has 1,910 physical lines of code, and the Python program (SAT) has a third as many."""
    measured = """Not measured: both programs are public, but their lines were not counted in this project. According to
    the post, the C program also produces drawings."""
    return OPEN, measured


def differences(flowfree_post: DataFrame) -> Series:
    """Return the time of the Python program minus that of the C program, in ms precision."""
    return (flowfree_post.python_seconds - flowfree_post.c_seconds).round(3)


@SOURCE.claim("c-faster", "Conclusions", POST, basis="own table")
def c_faster(flowfree_post: DataFrame) -> Judgement:
    """The C program (tree search) is faster than the Python program (SAT) on most puzzles, especially on small ones."""
    gaps = differences(flowfree_post)
    wins, losses, whole = (gaps > 0).sum(), (gaps < 0).sum(), len(gaps)
    p = sign_test(wins, losses)
    sides = flowfree_post.puzzle.str.extract("([0-9]+)x", expand=False).astype(int)
    small_gaps = select(gaps, sides <= 9)
    small_wins, small = (small_gaps > 0).sum(), len(small_gaps)
    if wins <= losses:
        verdict = FAILS
    else:
        more_often = small_wins * whole > wins * small
        verdict = HOLDS if p < SIGNIFICANCE_LEVEL and more_often else LIMITS
    measured = f"""In the post's table, the C program is faster on {wins} of {whole} puzzles and slower on {losses}
    (sign test, p = {p:.2g}). Of the {small} puzzles with at most 9 rows, it is faster on {small_wins}."""
    return verdict, measured


@SOURCE.claim("worst-printed", "Conclusions", POST, basis="own table")
def worst_printed(flowfree_post: DataFrame) -> Judgement:
    """The worst-case solution time of the Python program (SAT) is much better than that of the C program (tree search)."""
    python, c = flowfree_post.python_seconds.max(), flowfree_post.c_seconds.max()
    measured = f"""In the post's table, the largest time is {python:.3f} s for the Python program and {c:.3f} s for the
    C program. At least twice as long counts as much worse."""
    return HOLDS if c > 2 * python else FAILS, measured


@SOURCE.claim("largest-for-c", "Conclusions", POST, basis="own table")
def largest_for_c(flowfree_post: DataFrame) -> Judgement:
    """The largest time difference in favour of the C program (tree search) is 0.356 s, on jumbo_14x14_01."""
    gaps = differences(flowfree_post)
    puzzle = flowfree_post.puzzle[gaps.idxmax()]
    measured = f"""In the post's table, the largest difference in favour of the C program is {gaps.max():.3f} s, on
    {puzzle}."""
    return HOLDS if gaps.max() == 0.356 and puzzle == EXAMPLE else FAILS, measured


@SOURCE.claim("largest-for-python", "Conclusions", POST, basis="own table")
def largest_for_python(flowfree_post: DataFrame) -> Judgement:
    """The largest time difference in favour of the Python program (SAT) is 1.197 s, on the slowest puzzle of the C
    program (tree search), jumbo_14x14_30."""
    gaps = differences(flowfree_post)
    puzzle = flowfree_post.puzzle[gaps.idxmin()]
    slowest = flowfree_post.puzzle[flowfree_post.c_seconds.idxmax()]
    measured = f"""In the post's table, the time of the Python program minus that of the C program is at least
    {gaps.min():.3f} s, on {puzzle}; the slowest puzzle of the C program is {slowest}."""
    as_stated = gaps.min() == -1.197 and puzzle == slowest == "jumbo_14x14_30"
    return HOLDS if as_stated else FAILS, measured


@SOURCE.claim("difference", "Appendix: experimental data", POST, basis="own table")
def difference(flowfree_post: DataFrame) -> Judgement:
    """The column Difference of the post's table contains the time of the Python program minus that of the C program."""
    rows = flowfree_post.assign(gap=differences(flowfree_post))
    wrong = rows[rows.gap != rows.difference]
    each = "{0.puzzle} ({0.difference:.3f} instead of {0.gap:.3f})".format
    measured = f"""The column equals this difference in {len(rows) - len(wrong)} of {len(rows)} rows. Exceptions:
    {listed(map(each, wrong.itertuples()))}."""
    return verdict_by_exceptions(len(wrong), len(rows), below=0.5), measured


def runs_with_repairs(audit: DataFrame) -> DataFrame:
    """Return the runs of SAT solvers by the post's method, which repairs cycles."""
    return select(audit, (audit.status != "missing") & (audit.method == "restart"))


def formulas(audit: DataFrame) -> DataFrame:
    """Return a row with the sizes and models of the post's encoding for each puzzle."""
    return runs_with_repairs(audit).drop_duplicates("puzzle")


def printed_formulas(audit: DataFrame, flowfree_post: DataFrame) -> DataFrame:
    """Return the formulas of the post's puzzles, all of which are needed, beside the post's table.

    The column ``gap`` is the post's number of clauses minus ours.
    """
    ours = formulas(audit)
    if not set(flowfree_post.puzzle) <= set(ours.puzzle):
        raise NoEvidenceError
    rows = ours.merge(flowfree_post, on="puzzle", suffixes=("", "_printed"))
    return rows.assign(gap=rows.clauses_printed - rows.clauses)


@SOURCE.claim("variables", "Appendix: experimental data", RUNS, further=POST)
def variables(audit: DataFrame, flowfree_post: DataFrame) -> Judgement:
    """The formulas have as many variables as the post's table states."""
    rows = printed_formulas(audit, flowfree_post)
    wrong = (rows.variables != rows.variables_printed).sum()
    measured = f"""The number of variables in the post's table equals that of our implementation of the post's encoding
    for {len(rows) - wrong} of {len(rows)} puzzles."""
    return verdict_by_exceptions(wrong, len(rows)), measured


@SOURCE.claim("clauses", "Appendix: experimental data", RUNS, further=POST)
def clauses(audit: DataFrame, flowfree_post: DataFrame) -> Judgement:
    """The formulas have as many clauses as the post's table states."""
    rows = printed_formulas(audit, flowfree_post)
    wrong = rows[rows.gap != 0]
    each = "{0.puzzle} ({0.gap:+.0f} in the table)".format
    measured = f"""The number of clauses in the post's table equals that of our implementation of the post's encoding
    for {len(rows) - len(wrong)} of {len(rows)} puzzles. Exceptions: {listed(map(each, wrong.itertuples()))}. On a
    puzzle with cycles, the difference is one clause for each repair if the clauses were counted after the repairs."""
    return verdict_by_exceptions(len(wrong), len(rows), below=0.05), measured


@SOURCE.claim("only-cyclic", "Conclusions", RUNS, further=POST)
def only_cyclic(audit: DataFrame, flowfree_post: DataFrame) -> Judgement:
    """jumbo_14x14_01 is the only puzzle that requires cycle detection and repair."""
    rows = printed_formulas(audit, flowfree_post)
    cyclic = rows.puzzle[rows.cyclic_models > 0]
    acyclic = rows.puzzle[rows.cyclic_models == 0]
    unknown = rows.cyclic_models.isna().sum()
    if (cyclic != EXAMPLE).any() or EXAMPLE in acyclic.values:
        verdict = FAILS
    else:
        verdict = OPEN if unknown else HOLDS
    runs = runs_with_repairs(audit)
    repaired = runs[runs.repairs > 0].itertuples()
    measured = f"""Puzzles of {len(rows)} whose formula has a model with a cycle: {listed(cyclic)}; not decided within
    the time limit for {unknown}. Repairs were needed by:
    {listed(f"{run.solver} on {run.puzzle}" for run in repaired)}."""
    return verdict, measured


@SOURCE.claim("two-cycles", "Dealing with cycles", RUNS, further=POST)
def two_cycles(audit: DataFrame, flowfree_post: DataFrame) -> Judgement:
    """On the 14×14 example, jumbo_14x14_01, the solver finds two cycles before the solution."""
    rows = printed_formulas(audit, flowfree_post)
    example = select(rows, rows.puzzle == EXAMPLE).iloc[0]
    others = ((rows.puzzle != EXAMPLE) & (rows.gap != 0)).sum()
    runs = runs_with_repairs(audit)
    runs = runs[runs.puzzle == EXAMPLE]
    if example.cycles < 2:
        verdict = FAILS
    elif example.gap == 2 and not others:
        verdict = HOLDS
    else:
        verdict = LIMITS if (runs.repairs == 2).any() else OPEN
    repairs = listed(f"{run.solver} {run.repairs:.0f}" for run in runs.itertuples())
    measured = f"""In the post's table, the number of clauses minus that of our implementation is {example.gap:.0f} for
    this puzzle, and not 0 for {others} of the others. Each repair adds one clause, so this difference is the number of
    repairs if the encodings are the same and the clauses were counted after the repairs. The formula has
    {example.models:,.0f} models, {example.cyclic_models:,.0f} of which contain a cycle. Only {example.cycles:.0f}
    different cycles occur in these models, so no solver can find more. The number of repairs in our runs depends on the
    solver and on the order of the clauses: {repairs}."""
    return verdict, measured


@SOURCE.claim("colour-variables", "Reducing Flow Free to SAT", RUNS, basis="proof")
def colour_variables(audit: DataFrame) -> Judgement:
    """The formula of a puzzle with N cells and C colours has NC colour variables."""
    t = formulas(audit)
    wrong = (t.variables - t.direction_variables != t.rows * t.cols * t.k).sum()
    measured = (
        f"The number of colour variables is exactly NC for {len(t) - wrong} of {len(t)} puzzles."
    )
    return verdict_by_exceptions(wrong, len(t)), measured


@SOURCE.claim("direction-variables", "Reducing Flow Free to SAT", RUNS)
def direction_variables(audit: DataFrame) -> Judgement:
    """The formula of a puzzle with N cells has about 6N direction type variables."""
    t = formulas(audit)
    ratio = t.direction_variables / (6 * t.rows * t.cols)
    measured = f"""For {len(t)} puzzles, the number of direction type variables is {ratio.min():.2f} to
    {ratio.max():.2f} times 6N, with the median {ratio.median():.2f}, since endpoints have no such variables and cells
    on the border have fewer than six."""
    return HOLDS if ratio.min() >= 0.9 else LIMITS if ratio.median() >= 0.5 else FAILS, measured


@SOURCE.claim("clause-growth", "Reducing Flow Free to SAT", RUNS, basis="proof")
def clause_growth(audit: DataFrame) -> Judgement:
    """For N cells and C colours, the formula has O(NC²) clauses over the colour variables alone and O(NC) clauses with
    direction types."""
    t = formulas(audit)
    cells, colour, others = t.rows * t.cols, t.colour_clauses, t.clauses - t.colour_clauses
    many_colour = colour > cells * (1 + t.k * (t.k - 1) / 2) + 2 * t.k * (t.k + 7)
    exceptions = (many_colour | (others > cells * (16 + 36 * t.k))).sum()
    colour, others = colour / (cells * t.k**2), others / (cells * t.k)
    measured = f"""For {len(t)} puzzles, the number of clauses over the colour variables alone is {colour.min():.2f} to
    {colour.max():.2f} times NC², and the number of other clauses is {others.min():.1f} to {others.max():.1f} times NC.
    Counting the clauses of each constraint proves the upper bounds N(1 + C(C-1)/2) + 2C(C + 7) and N(16 + 36C), which
    {exceptions} puzzles exceed."""
    return verdict_by_exceptions(exceptions, len(t)), measured


@SOURCE.claim("cycles-allowed", "Dealing with cycles", RUNS, basis="foregone")
def cycles_allowed(audit: DataFrame) -> Judgement:
    """The six constraints of the encoding do not prevent cycles."""
    models = formulas(audit).cyclic_models
    cyclic = (models > 0).sum()
    measured = f"""For {cyclic} of {len(models)} puzzles, the formula has a model with a cycle; for
    {models.isna().sum()}, this was not decided within the time limit."""
    return HOLDS if cyclic else OPEN, measured


def by_method(runs: DataFrame, index: list[str], values: str) -> DataFrame:
    """Return values with repairs and with our two ways of preventing cycles, where all three are known."""
    runs = runs[runs.method.isin(["restart", "ranks", "rooted"])]
    table = runs.pivot(index=index, columns="method", values=values).dropna().reset_index()
    if table.empty:
        raise NoEvidenceError
    return table


@SOURCE.claim("n-squared", "Dealing with cycles", RUNS)
def n_squared(audit: DataFrame) -> Judgement:
    """The only way of preventing cycles in the formula that the author can think of is to add O(N²) variables for N
    cells."""
    runs = audit[audit.status != "missing"].drop_duplicates(["puzzle", "method"])
    t = by_method(runs, ["puzzle", "rows", "cols"], "variables")
    square = (t.rows * t.cols) ** 2
    rooted, ranks = (t.rooted - t.restart) / square, (t.ranks - t.restart) / square
    fewer = (t.ranks < t.rooted).sum()
    measured = f"""O(N²) additional variables suffice: for {len(t)} puzzles, our method rooted adds {rooted.min():.2g}
    to {rooted.max():.2g} times N² variables. O(N log N) variables suffice as well: our method ranks adds
    {ranks.min():.2g} to {ranks.max():.2g} times N² variables, fewer than rooted on {fewer} puzzles."""
    return LIMITS if fewer else HOLDS, measured


@SOURCE.claim("bogged-down", "Dealing with cycles", RUNS, basis="none")
def bogged_down(audit: DataFrame) -> Judgement:
    """The O(N²) additional variables that prevent cycles bog down PicoSAT."""
    times = by_method(audit[audit.status == "solved"], ["solver", "puzzle"], "seconds")
    ratios = {
        solver: bootstrap_ratio(group.rooted / group.restart)
        for solver, group in times.groupby("solver", sort=False)
    }
    puzzles = times.solver.value_counts()
    each = (
        f"{name} {x.estimate:.2f} ({x.low:.2f} to {x.high:.2f}), on {puzzles[name]} puzzles"
        for name, x in ratios.items()
    )
    measured = f"""The post does not list the clauses with these variables. Our method rooted also prevents cycles by
    additional variables. The CPU time with it was divided by that of the post's repairs. The geometric mean of this
    ratio over the puzzles solved with all methods, with its 95% bootstrap interval, is: {listed(each)}. An interval
    above 10 for PicoSAT would confirm the claim with limits. No measurement can refute the claim, because the post's
    clauses may be slower than ours."""
    return LIMITS if "picosat" in ratios and ratios["picosat"].low > 10 else OPEN, measured


@SOURCE.claim("not-slow", "Reducing Flow Free to SAT", RUNS)
def not_slow(audit: DataFrame) -> Judgement:
    """Solving is not prohibitively slow, although the worst-case time of SAT solvers is exponential in the number of
    variables."""
    runs = runs_with_repairs(audit)
    late = (runs.status == "timeout").sum()
    measured = f"""On {runs.puzzle.nunique()} puzzles, {len(runs) - late:,} of {len(runs):,} runs of
    {runs.solver.nunique()} SAT solvers with the post's repairs ended within {runs.cpu_limit.max():g} s of CPU time; the
    longest took {runs.seconds.max():.2f} s. The second half of the claim was not measured; for solvers based on
    resolution, it is a theorem (Haken, 1985)."""
    return verdict_by_exceptions(late, len(runs), below=0.5), measured


@SOURCE.claim("worst-case", "Conclusions", RUNS, origin="extension")
def worst_case(audit: DataFrame) -> Judgement:
    """SAT has a better worst-case time than tree search."""
    runs = runs_with_repairs(audit)
    late, worst = (runs.status == "timeout").sum(), runs.seconds.max()
    tree = select(audit, audit.method == "tree")
    ended = tree.status.isin(["solved", "unsolvable", "unchecked"])
    slowest, unfinished = tree.seconds[ended].max(), (~ended).sum()
    if not late and (unfinished or worst < slowest):
        verdict = LIMITS
    else:
        verdict = FAILS if ended.any() else OPEN
    measured = f"""On {runs.puzzle.nunique()} puzzles, the longest CPU time is {worst:.2f} s with SAT and the post's
    repairs, over all solvers ({late} runs did not end), and {slowest:.2f} s with tree search among the {ended.sum()}
    puzzles that it completed. Tree search did not complete {unfinished} of {len(tree)} puzzles within
    {tree.cpu_limit.max():g} s of CPU time. The SAT solvers are compiled programs, but our tree search is not; that of
    the post is written in C."""
    return verdict, measured


@SOURCE.claim(
    "bridges",
    "Comments, by a reader",
    ["docs/flowfree.md", "tests/flowfree/test_audit.py"],
    basis="proof",
    origin="extension",
)
def bridges() -> Judgement:
    """A few more constraints should handle bridges: a bridge has two colours instead of one and both straight direction
    types instead of exactly one type."""
    measured = """Decided by a proof: these two changes of the post's encoding do not suffice. By constraint 5, the two
    straight direction types of a bridge require each neighbour of the bridge to have both of its colours. A neighbour
    has only one colour, so the formula of a puzzle with a bridge is unsatisfiable. Constraints 5 and 6 have to be
    changed as well. This project supports bridges in another encoding (links)."""
    return FAILS, measured
