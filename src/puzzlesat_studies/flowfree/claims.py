"""The claims of Zucker's post on Flow Free, tested against measurements and the post's table.

`printed` tests claims against the post's table, `measured` against the rows of `audit.audit_rows`,
and `by_text` against the post's constraints. Claims about the post's own puzzles can be decided
only if these puzzles are given.
"""

import re
from collections.abc import Iterator, Sequence

import pandas as pd

from puzzlesat.common.errors import InputError, quoted
from puzzlesat.common.rows import Columns, Row, Schema, count, present
from puzzlesat_studies.core.claims import (
    EXTENSION,
    FAILS,
    HOLDS,
    LEVEL,
    LIMITS,
    OPEN,
    POST,
    TEXT,
    Claims,
    Verdict,
)
from puzzlesat_studies.core.statistics import Interval, bootstrap_ratio, sign_test
from puzzlesat_studies.flowfree.audit import AUDIT, CYCLES, MISSING, PICOSAT
from puzzlesat_studies.flowfree.rows import ENDED, SOLVED, TREE

SIDE = r"(\d{1,3})x\d{1,3}"
"""The size in the name of a puzzle."""


def _check_name(row: Row) -> None:
    if not re.search(SIDE, row["puzzle"]):
        raise InputError(
            f"puzzle is {quoted(row['puzzle'])}; expected a name with the size, such as 9x9"
        )


POST_TABLE: Columns = Schema(
    {
        **{"puzzle": str, "variables": count, "clauses": count},
        **{"python_seconds": present, "c_seconds": present, "difference": present},
    },
    key=["puzzle"],
    check=_check_name,
)
"""The columns of the post's table."""

CYCLIC_EXAMPLE = "jumbo_14x14_01"
"""The post's example of a puzzle with cycles."""

SMALL = 9
"""Maximum number of rows of a small puzzle; the post gives no limit."""

BOGGED = 10.0
"""The slow-down from which on a solver counts as bogged down; the post gives no number."""

OVERVIEW, REDUCING, CYCLES_SECTION, CONCLUSIONS, APPENDIX, COMMENTS = (
    *("Overview", "Reducing Flow Free to SAT", "Dealing with cycles", "Conclusions"),
    *("Appendix: experimental data", "Comments"),
)
"""The sections of the post that make claims."""


def _verdict(
    claim: str, section: str, measured: str, verdict: str, name: str, origin: str = TEXT
) -> Verdict:
    return Verdict(claim, section, measured, verdict, source=POST, name=name, origin=origin)


def _holds(condition: bool) -> str:
    return HOLDS if condition else FAILS


def printed(post: pd.DataFrame) -> list[Verdict]:
    """Judge the claims about the post's table from this table, with the columns `POST_TABLE`."""
    found = post.assign(
        gap=(post["python_seconds"] - post["c_seconds"]).round(3),
        side=post["puzzle"].str.extract(SIDE, expand=False).astype(int),
    )
    python, c = (_largest(found, f"{name}_seconds") for name in ("python", "c"))
    slower, faster = _largest(found, "gap"), _largest(found.assign(gap=-found["gap"]), "gap")
    wins, losses = int((found["gap"] > 0).sum()), int((found["gap"] < 0).sum())
    small = found[found["side"] <= SMALL]
    small_wins = int((small["gap"] > 0).sum())
    p = sign_test(wins, losses)
    wrong = found[found["gap"] != found["difference"]]
    return [
        _verdict(
            "The C program (tree search) solves every puzzle in under 1.6 s",
            OVERVIEW,
            f"In the post's table, the largest time of the C program over the {len(found)} puzzles "
            f"is {c[1]:.3f} s, on {c[0]}.",
            _holds(c[1] < 1.6),
            "c-under-1.6",
        ),
        _verdict(
            "The worst-case solution time of the Python program (SAT) is about 0.4 s",
            OVERVIEW,
            f"In the post's table, the largest time of the Python program is {python[1]:.3f} s, on "
            f"{python[0]}.",
            _holds(round(python[1], 1) == 0.4),
            "python-0.4",
        ),
        _verdict(
            "The C program (tree search) has 1,910 physical lines of code, and the Python program "
            "(SAT) has a third as many",
            f"{OVERVIEW}; {CONCLUSIONS}",
            "Both programs are public, but their lines were not counted in this project. "
            "According to the post, the C program also produces drawings.",
            OPEN,
            "lines",
        ),
        _verdict(
            "The C program (tree search) is faster than the Python program (SAT) on most puzzles, "
            "especially on small ones",
            CONCLUSIONS,
            f"In the post's table, the C program is faster on {wins} of {len(found)} puzzles and "
            f"slower on {losses} (sign test, p = {p:.2g}). Of the {len(small)} puzzles with at "
            f"most {SMALL} rows, it is faster on {small_wins}.",
            FAILS
            if wins <= losses
            else HOLDS
            if p < LEVEL and small_wins / len(small) > wins / len(found)
            else LIMITS,
            "c-faster",
        ),
        _verdict(
            "The worst-case solution time of the Python program (SAT) is much better than that of "
            "the C program (tree search)",
            CONCLUSIONS,
            f"In the post's table, the largest time is {python[1]:.3f} s for the Python program "
            f"and {c[1]:.3f} s for the C program, {c[1] / python[1]:.1f} times as long.",
            _holds(c[1] > 2 * python[1]),
            "worst-printed",
        ),
        _verdict(
            "The largest time difference in favour of the C program (tree search) is 0.356 s, on "
            f"{CYCLIC_EXAMPLE}",
            CONCLUSIONS,
            "In the post's table, the largest difference in favour of the C program is "
            f"{slower[1]:.3f} s, on {slower[0]}.",
            _holds(slower == (CYCLIC_EXAMPLE, 0.356)),
            "largest-for-c",
        ),
        _verdict(
            "The largest time difference in favour of the Python program (SAT) is 1.197 s, on the "
            "slowest puzzle of the C program (tree search), jumbo_14x14_30",
            CONCLUSIONS,
            "In the post's table, the largest difference in favour of the Python program is "
            f"{faster[1]:.3f} s, on {faster[0]}; the slowest puzzle of the C program is {c[0]}.",
            _holds(faster == ("jumbo_14x14_30", 1.197) and c[0] == faster[0]),
            "largest-for-python",
        ),
        _verdict(
            "The column Difference of the post's table contains the time of the Python program "
            "minus that of the C program",
            APPENDIX,
            f"The column equals this difference in {len(found) - len(wrong)} of {len(found)} rows"
            + "".join(
                f"; for {row.puzzle}, the table contains {row.difference:.3f} instead of "
                f"{row.gap:.3f}"
                for row in wrong.itertuples()
            )
            + ".",
            HOLDS if wrong.empty else LIMITS if len(wrong) < len(found) / 2 else FAILS,
            "difference",
        ),
    ]


EVIDENCE = ("docs/flowfree.md", "tests/flowfree/test_audit.py")
"""The page and the tests with the evidence for `by_text`."""


def by_text() -> list[Verdict]:
    """Judge the claims that can be decided by the post's constraints alone."""
    return [
        _verdict(
            "A few more constraints should handle bridges: a bridge has two colours instead of one "
            "and both straight direction types instead of exactly one type",
            COMMENTS,
            "These two changes of the post's encoding do not suffice. By constraint 5, the two "
            "straight direction types of a bridge require each neighbour of the bridge to have "
            "both of its colours. A neighbour has only one colour, so the formula of a puzzle with "
            "a bridge is unsatisfiable. Constraints 5 and 6 have to be changed as well. This "
            "project supports bridges in another encoding (links).",
            FAILS,
            "bridges",
        ),
    ]


def _largest(table: pd.DataFrame, column: str) -> tuple[str, float]:
    """Return the puzzle with the largest value of a column, and the value."""
    row = table.loc[table[column].idxmax()]
    return row["puzzle"], float(row[column])


def measured(audit: pd.DataFrame, post: pd.DataFrame) -> list[Verdict]:
    """Judge the claims that need puzzles, from measured rows with the columns `AUDIT`."""
    audit = audit[audit["status"] != MISSING]
    given = audit[audit["puzzle"].isin(post["puzzle"])]
    complete = set(given["puzzle"]) == set(post["puzzle"])
    whose = given if complete else audit
    puzzles = whose.drop_duplicates("puzzle")
    total = f"{len(puzzles)} puzzles"
    which = f"the {total} of the post" if complete else f"{total} (not those of the post)"
    return [
        *(_as_printed(given, post) if complete else _not_given()),
        *_growth(whose, which),
        _allowed(puzzles, which),
        *_extra(whose, which),
        *_times(whose, which),
    ]


NEEDING_PUZZLES = {
    "variables": ("The formulas have as many variables as the post's table states", APPENDIX),
    "clauses": ("The formulas have as many clauses as the post's table states", APPENDIX),
    "only-cyclic": (
        f"{CYCLIC_EXAMPLE} is the only puzzle that requires cycle detection and repair",
        CONCLUSIONS,
    ),
    "two-cycles": (
        f"On the 14×14 example, {CYCLIC_EXAMPLE}, the solver finds two cycles before the solution",
        CYCLES_SECTION,
    ),
}
"""The claims about the post's own puzzles, and their sections, by name."""


def _not_given() -> list[Verdict]:
    why = (
        "Not all of the post's puzzles were given (option flowfree.published of the "
        "configuration), so this claim was not tested."
    )
    return [
        _verdict(claim, place, why, OPEN, name) for name, (claim, place) in NEEDING_PUZZLES.items()
    ]


def _as_printed(given: pd.DataFrame, post: pd.DataFrame) -> list[Verdict]:
    """Judge the claims about the post's puzzles, all of which must be given."""
    repaired = given[given["method"] == CYCLES[0]]
    ours = repaired.drop_duplicates("puzzle").set_index("puzzle")
    theirs = post.set_index("puzzle")
    sizes = [
        (theirs[column] - ours[column].reindex(theirs.index)).astype(int)
        for column in ("variables", "clauses")
    ]
    cyclic = set(ours.index[ours["cyclic_models"] > 0])
    unknown = set(ours.index[ours["cyclic_models"].isna()])
    needing = {
        solver: set(rows.loc[rows["repairs"] > 0, "puzzle"])
        for solver, rows in repaired.groupby("solver", sort=False)
    }
    example = repaired[repaired["puzzle"] == CYCLIC_EXAMPLE]
    two = bool((example["repairs"] == 2).any())
    printed_cuts = int(sizes[1][CYCLIC_EXAMPLE])
    facts = ours.loc[CYCLIC_EXAMPLE]
    texts = {
        "variables": _agreement("variables", sizes[0], 0),
        "clauses": _agreement("clauses", sizes[1], printed_cuts),
        "only-cyclic": f"The formula has a model with a cycle for {_names(cyclic)}"
        + (f"; not decided within the time limit for {_names(unknown)}" if unknown else "")
        + ". A repair was needed "
        + "; ".join(f"with {solver} on {_names(names)}" for solver, names in needing.items())
        + ".",
        "two-cycles": f"{_repairs_of_the_post(sizes[1])} The formula has "
        f"{facts['models']:,.0f} models, {facts['cyclic_models']:,.0f} of which contain a cycle. "
        f"Only {facts['cycles']:.0f} different cycles occur in these models, so no solver can find "
        "more. The number of repairs in our runs depends on the solver and on the order of the "
        f"clauses: {_list(example['solver'], example['repairs'].astype(int))}.",
    }
    verdicts = {
        "variables": HOLDS if not sizes[0].any() else FAILS,
        "clauses": HOLDS if not sizes[1].any() else LIMITS if (sizes[1] != 0).sum() == 1 else FAILS,
        "only-cyclic": FAILS
        if cyclic - {CYCLIC_EXAMPLE} or CYCLIC_EXAMPLE not in cyclic | unknown
        else OPEN
        if unknown
        else HOLDS,
        "two-cycles": FAILS
        if facts["cycles"] < 2
        else HOLDS
        if printed_cuts == 2 and _is_alone(sizes[1])
        else LIMITS
        if two
        else OPEN,
    }
    return [
        _verdict(claim, place, texts[name], verdicts[name], name)
        for name, (claim, place) in NEEDING_PUZZLES.items()
    ]


def _agreement(what: str, gaps: pd.Series, repairs: int) -> str:
    """Return, in words, the number of rows in which the table agrees with our counts."""
    other = gaps[gaps != 0]
    text = (
        f"The number of {what} in the post's table equals that of our implementation of the "
        f"post's encoding for {len(gaps) - len(other)} of {len(gaps)} puzzles"
    )
    text += "".join(
        f"; for {puzzle}, the number in the table is {'larger' if gap > 0 else 'smaller'} by "
        f"{abs(gap):,}"
        for puzzle, gap in other.items()
    )
    if repairs and _is_alone(gaps):
        text += ", which is one clause for each repair if the post's run made as many"
    return f"{text}."


def _is_alone(gaps: pd.Series) -> bool:
    """Return whether the table differs from our counts for the cyclic example and nowhere else."""
    return list(gaps.index[gaps != 0]) == [CYCLIC_EXAMPLE]


def _repairs_of_the_post(gaps: pd.Series) -> str:
    """Return, in words, what the numbers of clauses say about the repairs of the post's run."""
    others = gaps.drop(CYCLIC_EXAMPLE)
    return (
        "In the post's table, the number of clauses minus that of our implementation is "
        f"{gaps[CYCLIC_EXAMPLE]} for this puzzle and 0 for {(others == 0).sum()} of {len(others)} "
        "others. Each repair adds one clause, so this difference is the number of repairs if the "
        "encodings are the same and the clauses were counted after the repairs."
    )


def _names(puzzles: set[str]) -> str:
    return ", ".join(sorted(puzzles)) or "no puzzle"


def _list(names: Sequence[str], values: Sequence[object]) -> str:
    return ", ".join(f"{name} {value}" for name, value in zip(names, values, strict=True))


def _growth(rows: pd.DataFrame, which: str) -> list[Verdict]:
    """Judge the claims about the numbers of variables and clauses for N cells and C colours."""
    base = rows[rows["method"] == CYCLES[0]].drop_duplicates("puzzle")
    n, c = base["rows"] * base["cols"], base["k"]
    exact = int((base["variables"] - base["direction_variables"] == n * c).sum())
    share = base["direction_variables"] / (6 * n)
    colour = base["colour_clauses"] / (n * c**2)
    rest = (base["clauses"] - base["colour_clauses"]) / (n * c)
    return [
        _verdict(
            "The formula of a puzzle with N cells and C colours has NC colour variables",
            REDUCING,
            f"The number of colour variables is exactly NC for {exact} of {len(base)} puzzles.",
            _holds(exact == len(base)),
            "colour-variables",
        ),
        _verdict(
            "The formula of a puzzle with N cells has about 6N direction type variables",
            REDUCING,
            f"For {which}, the number of direction type variables is {share.min():.2f} to "
            f"{share.max():.2f} times 6N, since endpoints have no such variables and cells on "
            "the border have fewer than six.",
            HOLDS if share.min() >= 0.9 else LIMITS if share.median() >= 0.5 else FAILS,
            "direction-variables",
        ),
        _verdict(
            "For N cells and C colours, the formula has O(NC²) clauses over the colour variables "
            "alone and O(NC) clauses with direction types",
            REDUCING,
            f"For {which}, the number of clauses over the colour variables alone is "
            f"{colour.min():.2f} to {colour.max():.2f} times NC², and the number of other clauses "
            f"is {rest.min():.1f} to {rest.max():.1f} times NC. Counting the clauses of each "
            "constraint proves the upper bounds N(1 + C(C-1)/2) + 2C(C + 7) and N(16 + 36C).",
            _holds(
                bool((base["colour_clauses"] <= n * (1 + c * (c - 1) / 2) + 2 * c * (c + 7)).all())
                and bool((base["clauses"] - base["colour_clauses"] <= n * (16 + 36 * c)).all())
            ),
            "clause-growth",
        ),
    ]


def _allowed(puzzles: pd.DataFrame, which: str) -> Verdict:
    """Judge the claim that the constraints allow cycles."""
    cyclic = int((puzzles["cyclic_models"] > 0).sum())
    unknown = int(puzzles["cyclic_models"].isna().sum())
    return _verdict(
        "The six constraints of the encoding do not prevent cycles",
        CYCLES_SECTION,
        f"For {cyclic} of {which}, the formula has a model with a cycle"
        + (f"; for {unknown}, this was not decided within the time limit." if unknown else "."),
        HOLDS if cyclic else OPEN,
        "cycles-allowed",
    )


def _extra(rows: pd.DataFrame, which: str) -> list[Verdict]:
    """Judge the claims about additional variables that exclude cycles."""
    restart, ranks, rooted = CYCLES
    chosen = rows[rows["method"].isin(CYCLES)]
    sizes = chosen.drop_duplicates(["puzzle", "method"])
    wide = sizes.pivot(index="puzzle", columns="method", values="variables")
    cells = (sizes["rows"] * sizes["cols"]).groupby(sizes["puzzle"]).first()
    more = {method: (wide[method] - wide[restart]) / cells**2 for method in (ranks, rooted)}
    fewer = int((more[ranks] < more[rooted]).sum())
    texts, picosat = [], None
    for solver, runs in chosen.groupby("solver", sort=False):
        solved = runs[runs["status"] == SOLVED]
        pairs = solved.pivot(index="puzzle", columns="method", values="seconds")
        pairs = pairs.reindex(columns=list(CYCLES)).dropna()
        found = {method: bootstrap_ratio(pairs[method] / pairs[restart]) for method in more}
        texts.append(
            f"{solver} {_times_as_long(found[rooted])} with rooted and "
            f"{_times_as_long(found[ranks])} with ranks, on {len(pairs)} puzzles"
        )
        if solver == PICOSAT:
            picosat = found[rooted]
    return [
        _verdict(
            "The only way of preventing cycles in the formula that the author can think of is to "
            "add O(N²) variables for N cells",
            CYCLES_SECTION,
            f"O(N²) additional variables suffice: for {which}, our method rooted adds "
            f"{more[rooted].min():.2g} to {more[rooted].max():.2g} times N² variables. O(N log N) "
            f"variables suffice as well: our method ranks adds {more[ranks].min():.2g} to "
            f"{more[ranks].max():.2g} times N² variables, fewer than rooted on {fewer} of "
            f"{len(wide)} puzzles.",
            LIMITS if fewer else HOLDS,
            "n-squared",
        ),
        _verdict(
            "The O(N²) additional variables that prevent cycles bog down PicoSAT",
            CYCLES_SECTION,
            "The post does not list the clauses with these variables. Our methods rooted and ranks "
            f"also prevent cycles by additional variables. On {which}, the CPU time of each method "
            "was divided by that of the post's repairs. The geometric mean of this ratio over the "
            "puzzles solved with all three methods, with its 95% bootstrap interval, is: "
            f"{'; '.join(texts)}. An interval above {BOGGED:g} for PicoSAT with rooted would "
            "confirm the claim with limits. No measurement can refute the claim, because the "
            "post's clauses may be slower than ours.",
            LIMITS if picosat is not None and picosat.low > BOGGED else OPEN,
            "bogged-down",
        ),
    ]


def _times_as_long(ratio: Interval) -> str:
    return f"{ratio.estimate:.2f} ({ratio.low:.2f} to {ratio.high:.2f})"


def _times(rows: pd.DataFrame, which: str) -> list[Verdict]:
    """Judge the claims that SAT is fast, and has a better worst-case time than tree search."""
    sat, tree = rows[rows["method"] == CYCLES[0]], rows[rows["method"] == TREE]
    worst = sat.groupby("solver", sort=False)["seconds"].max()
    late = int((sat["status"] == "timeout").sum())
    ended = tree[tree["status"].isin(ENDED)]
    late_tree = len(tree) - len(ended)
    limit = tree["limit"].max()
    slowest = ended["seconds"].max()
    return [
        _verdict(
            "Solving is not prohibitively slow, although the worst-case time of SAT solvers is "
            "exponential in the number of variables",
            REDUCING,
            f"On {which}, {len(sat) - late:,} of {len(sat):,} runs of SAT solvers with the post's "
            f"repairs ended within {limit:g} s of CPU time. The longest CPU time of each solver, "
            f"in seconds, is: {_list(worst.index, worst.map('{:.2f}'.format))}. The second half of "
            "the claim was not measured; for solvers based on resolution, it is a theorem "
            "(Haken, 1985).",
            HOLDS if not late else LIMITS if late < len(sat) / 2 else FAILS,
            "not-slow",
        ),
        _verdict(
            "SAT has a better worst-case time than tree search",
            CONCLUSIONS,
            f"On {which}, the longest CPU time is {worst.max():.2f} s with SAT and the post's "
            f"repairs, over all solvers, and {slowest:.2f} s with tree search among the "
            f"{len(ended)} puzzles that it completed. Tree search did not complete {late_tree} of "
            f"{len(tree)} puzzles within {limit:g} s of CPU time. The SAT solvers are compiled "
            "programs, but our tree search is not; that of the post is written in C.",
            LIMITS if not late and (late_tree or worst.max() < slowest) else FAILS,
            "worst-case",
            EXTENSION,
        ),
    ]


UNMEASURED = {"lines": "docs/sources.md"}
"""The pages about claims that were not measured, by the name of the claim."""


def judge(
    audit: pd.DataFrame, post: pd.DataFrame
) -> Iterator[tuple[Verdict, str | tuple[str, ...]]]:
    """Judge the claims of Zucker's post from the rows in AUDIT and from the post's table, POST."""
    yield from ((verdict, UNMEASURED.get(verdict.name, "post")) for verdict in printed(post))
    yield from ((verdict, "audit") for verdict in measured(audit, post))
    yield from ((verdict, EVIDENCE) for verdict in by_text())


CLAIMS = Claims({"audit": AUDIT, "post": POST_TABLE}, judge)
