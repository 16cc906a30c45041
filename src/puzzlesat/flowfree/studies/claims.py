"""The claims of Zucker's post on Flow Free, tested against measurements and the post's table.

`printed` tests claims against the post's table, `measured` against the rows of `audit.audit_rows`,
and `by_text` against the post's constraints. Claims about the post's own puzzles can be decided
only if these puzzles are given.
"""

import re
from collections.abc import Iterator, Sequence

import pandas as pd

from puzzlesat.common.errors import InputError, quoted
from puzzlesat.flowfree.studies.audit import AUDIT, CYCLES, MISSING, PICOSAT
from puzzlesat.flowfree.studies.rows import ENDED, SOLVED, TREE
from puzzlesat.report.claims import (
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
from puzzlesat.report.rows import Columns, Row, Schema, count, present
from puzzlesat.report.statistics import Interval, bootstrap_ratio, sign_test

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
            "The C program solves every puzzle in under 1.6 s",
            OVERVIEW,
            f"In the printed table at most {c[1]:.3f} s, on {c[0]}, over {len(found)} puzzles",
            _holds(c[1] < 1.6),
            "c-under-1.6",
        ),
        _verdict(
            "The worst time of the Python program is about 0.4 s",
            OVERVIEW,
            f"In the printed table {python[1]:.3f} s, on {python[0]}",
            _holds(round(python[1], 1) == 0.4),
            "python-0.4",
        ),
        _verdict(
            "The C program is 1,910 physical lines, the Python program three times less",
            f"{OVERVIEW}; {CONCLUSIONS}",
            "Both programs are public; their lines were not counted here. By the post, the program "
            "in C draws as well",
            OPEN,
            "lines",
        ),
        _verdict(
            "The C program is faster on most puzzles, especially small ones",
            CONCLUSIONS,
            f"In the printed table on {wins} of {len(found)}, slower on {losses} (sign test: p = "
            f"{p:.2g}); on {small_wins} of {len(small)} with at most {SMALL} rows",
            FAILS
            if wins <= losses
            else HOLDS
            if p < LEVEL and small_wins / len(small) > wins / len(found)
            else LIMITS,
            "c-faster",
        ),
        _verdict(
            "The worst time of the Python program is much better than that of the C program",
            CONCLUSIONS,
            f"In the printed table {python[1]:.3f} s against {c[1]:.3f} s, "
            f"{c[1] / python[1]:.1f} times less",
            _holds(c[1] > 2 * python[1]),
            "worst-printed",
        ),
        _verdict(
            f"The largest difference in favour of the C program is 0.356 s, on {CYCLIC_EXAMPLE}",
            CONCLUSIONS,
            f"In the printed table {slower[1]:.3f} s, on {slower[0]}",
            _holds(slower == (CYCLIC_EXAMPLE, 0.356)),
            "largest-for-c",
        ),
        _verdict(
            "The largest difference in favour of the Python program is 1.197 s, on the slowest "
            "puzzle of the C program, jumbo_14x14_30",
            CONCLUSIONS,
            f"In the printed table {faster[1]:.3f} s, on {faster[0]}; slowest for C: {c[0]}",
            _holds(faster == ("jumbo_14x14_30", 1.197) and c[0] == faster[0]),
            "largest-for-python",
        ),
        _verdict(
            "The column Difference is the Python program's time less that of the C program",
            APPENDIX,
            f"True of {len(found) - len(wrong)} of {len(found)} rows"
            + "".join(
                f"; {row.puzzle} prints {row.difference:.3f} for {row.gap:.3f}"
                for row in wrong.itertuples()
            ),
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
            "A few more constraints should handle bridges: one colour becomes two, and one "
            "direction type both straight ones",
            COMMENTS,
            "In the published encoding the two changes are not enough: by constraint 5 both "
            "straight types of a bridge give its two colours to each of its neighbours, which have "
            "one, so that a formula with a bridge is unsatisfiable. Constraints 5 and 6 have to "
            "change as well. This project supports bridges in another encoding (links)",
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
    over = f"over {len(puzzles)} puzzles" + (" of the post" if complete else ", not the post's")
    return [
        *(_as_printed(given, post) if complete else _not_given()),
        *_growth(whose, over),
        _allowed(puzzles, over),
        *_extra(whose, over),
        *_times(whose, over),
    ]


NEEDING_PUZZLES = {
    "variables": ("The formulas have as many variables as the table states", APPENDIX),
    "clauses": ("The formulas have as many clauses as the table states", APPENDIX),
    "only-cyclic": (
        f"{CYCLIC_EXAMPLE} is the only puzzle that needs cycles to be detected and repaired",
        CONCLUSIONS,
    ),
    "two-cycles": ("On the 14×14 example two cycles come up before the solution", CYCLES_SECTION),
}
"""The claims about the post's own puzzles, and their sections, by name."""


def _not_given() -> list[Verdict]:
    why = "Not all of the post's puzzles were given (flowfree.published in the configuration)"
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
        "variables": _agreement(sizes[0], 0),
        "clauses": _agreement(sizes[1], printed_cuts),
        "only-cyclic": f"Models with a cycle exist for {_names(cyclic)}"
        + (f" (not decided in time: {_names(unknown)})" if unknown else "")
        + ". Repaired "
        + "; ".join(f"by {solver}: {_names(names)}" for solver, names in needing.items()),
        "two-cycles": f"The table counts {printed_cuts} clauses more than the encoding has, one "
        f"for each repair of that run. The formula has "
        f"{facts['models']:.0f} models, of which {facts['cyclic_models']:.0f} contain a cycle, and "
        f"only {facts['cycles']:.0f} different cycles occur: no solver can meet more. "
        "Repairs here: "
        f"{_list(example['solver'], example['repairs'].astype(int))}; they depend on the solver "
        "and the order of clauses",
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
        if printed_cuts == 2
        else LIMITS
        if two
        else OPEN,
    }
    return [
        _verdict(claim, place, texts[name], verdicts[name], name)
        for name, (claim, place) in NEEDING_PUZZLES.items()
    ]


def _agreement(gaps: pd.Series, repairs: int) -> str:
    """Return, in words, the number of rows in which the table agrees with our counts."""
    other = gaps[gaps != 0]
    text = f"Equal for {len(gaps) - len(other)} of {len(gaps)} puzzles"
    text += "".join(f"; {puzzle}: the table has {gap:+d}" for puzzle, gap in other.items())
    if repairs and list(other.index) == [CYCLIC_EXAMPLE]:
        text += ", a clause for each cycle that the run repaired"
    return text


def _names(puzzles: set[str]) -> str:
    return ", ".join(sorted(puzzles)) or "none"


def _list(names: Sequence[str], values: Sequence[object]) -> str:
    return ", ".join(f"{name} {value}" for name, value in zip(names, values, strict=True))


def _growth(rows: pd.DataFrame, over: str) -> list[Verdict]:
    """Judge the claims about the numbers of variables and clauses for N cells and C colours."""
    base = rows[rows["method"] == CYCLES[0]].drop_duplicates("puzzle")
    n, c = base["rows"] * base["cols"], base["k"]
    exact = int((base["variables"] - base["direction_variables"] == n * c).sum())
    share = base["direction_variables"] / (6 * n)
    colour = base["colour_clauses"] / (n * c**2)
    rest = (base["clauses"] - base["colour_clauses"]) / (n * c)
    return [
        _verdict(
            "There are NC colour variables",
            REDUCING,
            f"Exactly so for {exact} of {len(base)} puzzles",
            _holds(exact == len(base)),
            "colour-variables",
        ),
        _verdict(
            "There are about 6N direction type variables",
            REDUCING,
            f"{share.min():.2f} to {share.max():.2f} of 6N, {over}: endpoints have none, cells on "
            "the border fewer than six",
            HOLDS if share.min() >= 0.9 else LIMITS if share.median() >= 0.5 else FAILS,
            "direction-variables",
        ),
        _verdict(
            "O(NC²) clauses are about colours alone, O(NC) about direction types",
            REDUCING,
            f"{colour.min():.2f} to {colour.max():.2f} of NC² and {rest.min():.1f} to "
            f"{rest.max():.1f} of NC, {over}. Counting by constraint proves at most "
            "N(1 + C(C-1)/2) + 2C(C + 7) and N(16 + 36C)",
            _holds(
                bool((base["colour_clauses"] <= n * (1 + c * (c - 1) / 2) + 2 * c * (c + 7)).all())
                and bool((base["clauses"] - base["colour_clauses"] <= n * (16 + 36 * c)).all())
            ),
            "clause-growth",
        ),
    ]


def _allowed(puzzles: pd.DataFrame, over: str) -> Verdict:
    """Judge the claim that the constraints allow cycles."""
    cyclic = int((puzzles["cyclic_models"] > 0).sum())
    unknown = int(puzzles["cyclic_models"].isna().sum())
    return _verdict(
        "The six constraints do not prevent cycles",
        CYCLES_SECTION,
        f"Formulas that have a model with a cycle: {cyclic}, {over}"
        + (f"; not decided in time: {unknown}" if unknown else ""),
        HOLDS if cyclic else OPEN,
        "cycles-allowed",
    )


def _extra(rows: pd.DataFrame, over: str) -> list[Verdict]:
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
            f"{solver} {_times_as_long(found[rooted])} with the roots and "
            f"{_times_as_long(found[ranks])} with the ranks, {len(pairs)} puzzles"
        )
        if solver == PICOSAT:
            picosat = found[rooted]
    return [
        _verdict(
            "To rule cycles out from the start takes O(N²) more variables, as far as the author "
            "can think",
            CYCLES_SECTION,
            f"O(N²) suffice: the roots of this project take {more[rooted].min():.2g} to "
            f"{more[rooted].max():.2g} of N². Fewer suffice, too: its ranks take O(N log N), "
            f"{more[ranks].min():.2g} to {more[ranks].max():.2g} of N² and fewer than the roots on "
            f"{fewer} of {len(wide)}, {over}",
            LIMITS if fewer else HOLDS,
            "n-squared",
        ),
        _verdict(
            "Such variables bog PicoSAT down",
            CYCLES_SECTION,
            "The post does not give its clauses. CPU seconds over those with repairs, geometric "
            f"mean and 95% interval: {'; '.join(texts)}, {over}. A factor above {BOGGED:g} "
            "would confirm the claim with limits. No measurement can refute it, as other clauses "
            "may be slower",
            LIMITS if picosat is not None and picosat.low > BOGGED else OPEN,
            "bogged-down",
        ),
    ]


def _times_as_long(ratio: Interval) -> str:
    return f"{ratio.estimate:.2f} ({ratio.low:.2f} to {ratio.high:.2f})"


def _times(rows: pd.DataFrame, over: str) -> list[Verdict]:
    """Judge the claims that SAT is fast, and has a better worst case than tree search."""
    sat, tree = rows[rows["method"] == CYCLES[0]], rows[rows["method"] == TREE]
    worst = sat.groupby("solver", sort=False)["seconds"].max()
    late = int((sat["status"] == "timeout").sum())
    ended = tree[tree["status"].isin(ENDED)]
    late_tree = len(tree) - len(ended)
    limit = tree["limit"].max()
    slowest = ended["seconds"].max()
    return [
        _verdict(
            "Solving is not prohibitively slow, though worst cases are exponential",
            REDUCING,
            f"{len(sat) - late} of {len(sat)} runs ended within {limit:g} s of CPU time; longest "
            f"CPU seconds {_list(worst.index, worst.map('{:.2f}'.format))}, {over}. "
            "The second half was not measured; for solvers based on resolution it is a theorem "
            "(Haken, 1985)",
            HOLDS if not late else LIMITS if late < len(sat) / 2 else FAILS,
            "not-slow",
        ),
        _verdict(
            "SAT has a better worst case than tree search",
            CONCLUSIONS,
            f"Longest CPU seconds {worst.max():.2f} with SAT, over all solvers, and "
            f"{slowest:.2f} with tree search among the {len(ended)} puzzles that it completed; it "
            f"did not complete {late_tree} of {len(tree)} within {limit:g} s of CPU time, {over}. "
            "The solvers are compiled, our tree search is not: the post's is in C",
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
