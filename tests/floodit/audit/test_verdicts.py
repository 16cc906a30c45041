"""Every verdict that an experiment can give, on made-up tables."""

import pandas as pd
import pytest

from puzzlesat_studies.core.claims import (
    AND,
    CLAIMS,
    EXTENSION,
    FAILS,
    HOLDS,
    LIMITS,
    OPEN,
    TEXT,
    Verdict,
    by_cells,
    claims_table,
    evidence,
    over_readings,
)
from puzzlesat_studies.floodit.audit import (
    ablation,
    clauses,
    final_state,
    forced_moves,
    growth,
    quartiles,
    redundant,
    searches,
    solvers,
)
from puzzlesat_studies.floodit.audit.experiments import judge, judged_tables
from puzzlesat_studies.floodit.timing.tables import EFFECTS


def filled(columns, **given):
    """Return a table with the columns; those that are not given are filled with zeros."""
    size = max(len(x) for x in given.values() if isinstance(x, list))
    empty = {name: [0 if read is not str else ""] * size for name, read in columns.items()}
    assert set(given) <= set(empty)
    return pd.DataFrame(empty | given)


def test_unknown_verdict_source_or_origin_raises():
    with pytest.raises(ValueError, match="is not a verdict"):
        Verdict("claim", "§1", "measured", "perhaps", name="it")
    with pytest.raises(ValueError, match="is not a source"):
        Verdict("claim", "§1", "measured", HOLDS, source="hearsay", name="it")
    with pytest.raises(ValueError, match="is not an origin"):
        Verdict("claim", "§1", "measured", HOLDS, name="it", origin="gossip")


def test_duplicate_claim_names_raise():
    one = Verdict("claim", "§1", "measured", HOLDS, name="it")
    with pytest.raises(ValueError, match="two claims have the name"):
        claims_table([(one, "a.csv"), (one, "b.csv")])


@pytest.mark.parametrize(
    ("readings", "verdict"),
    [
        ([HOLDS, HOLDS], HOLDS),
        ([FAILS, FAILS], FAILS),
        ([HOLDS, FAILS], LIMITS),
        ([LIMITS, HOLDS], LIMITS),
        ([FAILS, OPEN], OPEN),
        ([OPEN, HOLDS], LIMITS),
    ],
)
def test_verdict_over_several_readings(readings, verdict):
    assert over_readings(readings) == verdict


@pytest.mark.parametrize(
    ("holding", "failing", "cells", "verdict"),
    [
        (24, 0, 24, HOLDS),
        (20, 0, 24, LIMITS),
        (21, 3, 24, LIMITS),
        (3, 12, 24, FAILS),
        (0, 3, 24, FAILS),
        (3, 3, 24, FAILS),
        (0, 0, 24, OPEN),
        (0, 0, 0, OPEN),
    ],
)
def test_verdict_over_all_cells(holding, failing, cells, verdict):
    assert by_cells(holding, failing, cells) == verdict


def weakened(changed, other_models, boards, reduced=(0.3, 0), half=(0.9, 0)):
    """Return a table in which leaving out condition 4 changes the minimum of some boards.

    ``reduced`` has the clauses of that encoding and the boards that it changes; ``half`` the
    clauses without condition 1a and the boards with other models.
    """
    return filled(
        ablation.TABLE,
        variant=["minimal - 4", "minimal - 1a", "minimal - 10", "reduced"],
        boards=boards,
        changed=[changed, 0, boards, reduced[1]],
        other_models=[other_models, half[1], boards, other_models],
        clauses=[0.9, half[0], 0.9, reduced[0]],
    )


def searched(fewer, more, p=0.01, raised=(9, 1, 0.01), cells=(4, 5)):
    """Return a table in which Fig. 4.3 needs fewer or more than Fig. 4.1 with each greedy rule."""
    rows = []
    for n in cells:
        for search in searches.ALL:
            for rule, (low, high) in zip(
                searches.GREEDY_RULES, zip(fewer, more, strict=True), strict=True
            ):
                less, greater, value = raised if search == "raised" else (low, high, p)
                row = {"n": n, "k": 3, "boards": 10, "search": search, "against": rule}
                row |= {"calls": 3.0, "clauses": 100.0, "milliseconds": 1.0, "ratio": 1.0}
                for counted in searches.COUNTS:
                    row |= {f"{counted}_fewer": less, f"{counted}_more": greater}
                    row |= {f"{counted}_p": value}
                rows.append(row)
    return filled(searches.TABLE, **{key: [row[key] for row in rows] for key in rows[0]})


def by_solver(ratios, p=0.001, friedman=0.001, opposed=1.0, milliseconds=None):
    times = milliseconds or [1.0] * len(ratios)
    names = ["minisat22", *(f"s{i}" for i in range(1, len(ratios)))]
    rows = [
        {"solver": name, "encoding": encoding, "n": 4, "k": 3, "clock": "load_solve"}
        | {"ratio_low": ratio - 0.01, "ratio_high": ratio + 0.01, "p": p, "friedman_p": friedman}
        | {"minimal_milliseconds": time}
        for encoding, factor in (("extended", 1.0), ("reduced", opposed))
        for name, ratio, time in zip(names, [x * factor for x in ratios], times, strict=True)
    ]
    return filled(solvers.TABLE, **{key: [row[key] for row in rows] for key in rows[0]})


def causes(table):
    """Return the verdict on the causes, with counts of two layouts and of condition 12 alone."""
    overlap = filled(clauses.OVERLAP, condition_12=[70, 30], in_condition_9=[70, 30])
    alone = filled(
        redundant.TABLE,
        family=["12", "12", "11"],
        clock="load_solve",
        solver="minisat22",
        conflicts=[1.0, 1.0, 0.5],
        ratio=[1.1, 1.2, 0.9],
    )
    effects = filled(
        EFFECTS,
        numbering=["random", "random", "time first"],
        measure="conflicts",
        minimal=[60, 40, 100],
        extended=[50, 30, 90],
    )
    found = solvers.of_causes(table, overlap, alone, effects)
    assert "100 of 100 clauses of condition 12 repeat" in found.measured
    assert "it leaves the number of conflicts unchanged" in found.measured
    assert "loading and solving take 1.10 to 1.20 times as long" in found.measured
    assert "0.80 to 0.90 times as many conflicts, in total over all boards, in 2 " in found.measured
    return [found]


def final_states(fewer, holds, printed_holds):
    given = {"fewer": [fewer] * 10, "boards": [20] * 10}
    return filled(final_state.TABLE, **given, holds=holds, printed_holds=printed_holds)


def by_sign(true, printed):
    """Return cells of which one variant alone meets the claims."""
    given = {"fewer": [9] * (true + printed), "boards": 20}
    holds = {"holds": [2] * true + [1] * printed, "printed_holds": [1] * true + [2] * printed}
    return filled(final_state.TABLE, **given, **holds)


def within(low, high):
    given = {"within": low, "within_low": low, "within_high": high}
    return filled(quartiles.TABLE, n=[4, 5], k=3, boards=400, **given)


def of_families(ratios, p):
    low, high = ([ratio + by for ratio in ratios] for by in (-0.01, 0.01))
    return filled(
        redundant.TABLE, clock=["load_solve"] * len(ratios), solver="s",
        family=list("abcd"[: len(ratios)]),
        ratio=ratios, ratio_low=low, ratio_high=high, p=p,
    )  # fmt: skip


def peak(seconds=1.0, fastest=1.0):
    """Return medians of harder formulas; those far from the minimum do not count."""
    return pd.DataFrame(
        {"n": 9, "k": 6, "solver": solver, "distance": distance, "median_seconds": time}
        for solver, time in (("minisat22", seconds), ("s1", fastest))
        for distance, time in ((0, time), (-1, time), (3, 99 * time if solver[0] == "m" else time))
    )


def cases(judge, claim, of, table, *outcomes):
    """Return cases of a claim, one of several: arguments of the table, and the verdict."""
    return [
        pytest.param(judge, claim, of, table(*given), verdict, id=f"{table.__name__} {given}")
        for *given, verdict in outcomes
    ]


@pytest.mark.parametrize(
    ("judge", "claim", "of", "table", "verdict"),
    [
        *cases(
            *(final_state.verdicts, 0, 2, final_states),
            *((0, 2, 2, HOLDS), (9, 2, 2, OPEN), (9, 2, 1, FAILS), (9, 1, 2, LIMITS)),
        ),
        *cases(
            *(final_state.verdicts, 1, 2),
            lambda differing, fewer: filled(
                final_state.TABLE, fewer=[0, fewer], differing=[differing, 0], boards=20
            ),
            *((0, 0, HOLDS), (0, 1, LIMITS), (1, 0, FAILS)),
        ),
        # Sign tests: p = 0.0490 for 13 cells against 4, 0.0501 for 22 against 10.
        *cases(*(final_state.verdicts, 0, 2, by_sign), (13, 4, FAILS), (22, 10, OPEN)),
        # Of 71 boards the 95% interval of a share of 0 ends above 5%, of 72 below.
        *cases(
            *(ablation.verdicts, 0, 2, weakened),
            *((1, 1, 72, HOLDS), (0, 1, 72, LIMITS), (1, 0, 72, LIMITS), (0, 0, 72, FAILS)),
            *((0, 0, 71, OPEN), (0, 1, 71, LIMITS)),
        ),
        *cases(
            *(ablation.verdicts, 1, 2, weakened),
            *((1, 5, 72, (0.99, 0), (0.99, 0), FAILS), (1, 5, 71, (0.99, 0), (0.99, 0), OPEN)),
            *((1, 5, 72, (0.99, 0), (1, 0), LIMITS), (1, 5, 72, (0.99, 0), (0.99, 1), LIMITS)),
            *((1, 5, 72, (0.99, 1), (0.99, 0), LIMITS), (1, 5, 72, (1, 0), (0.99, 1), HOLDS)),
            (1, 5, 72, (0.99, 1), (1, 0), HOLDS),
        ),
        *cases(
            *(clauses.overlap_verdicts, 0, 1),
            lambda in_9, of: filled(clauses.OVERLAP, condition_12=[of], in_condition_9=[in_9]),
            *((100, 100, FAILS), (40, 100, LIMITS), (0, 100, HOLDS), (0, 0, OPEN)),
        ),
        *cases(
            *(quartiles.verdicts, 2, 3, within),
            *(([0.95, 0.92], [1, 1], HOLDS), ([0.95, 0.85], [1, 0.95], LIMITS)),
            *(([0.5, 0.6], [0.7, 0.89], FAILS), ([0.89, 0.85], [0.91, 0.95], OPEN)),
            *(([0.9001, 0.9001], [1, 1], HOLDS), ([0.9001, 0.8999], [1, 1], LIMITS)),
            *(([0.8, 0.8], [0.8999, 0.8999], FAILS), ([0.8, 0.8], [0.9001, 0.9001], OPEN)),
        ),
        *(
            case
            for claim in (0, 2)
            for case in cases(
                *(searches.verdicts, claim, 4, searched),
                *(((9, 9), (1, 1), 0.049, HOLDS), ((9, 9), (1, 1), 0.051, OPEN)),
                *(((1, 1), (9, 9), 0.049, FAILS), ((9, 1), (1, 9), 0.049, LIMITS)),
            )
        ),
        *cases(
            *(searches.verdicts, 1, 4, lambda raised: searched((5, 5), (5, 5), 1.0, raised)),
            *(((9, 1, 0.049), HOLDS), ((9, 1, 0.051), OPEN), ((1, 9, 0.049), FAILS)),
        ),
        *cases(
            *(solvers.verdicts, 0, 1, by_solver),
            *(([1.2, 0.8], HOLDS), ([1.2, 0.8], 0.051, 0.051, OPEN)),
            *(([1.2, 1.5], 0.001, 0.049, LIMITS), ([1.2, 1.5], 0.001, 0.051, FAILS)),
            *(([1.2, 1.2], 0.001, 0.5, FAILS), ([1.2, 0.8], 0.001, float("nan"), OPEN)),
        ),
        *cases(
            *(causes, 0, 1, by_solver),
            *(([1.2, 1.2], LIMITS), ([1.2, 0.8], HOLDS), ([1.2, 0.8], 0.051, OPEN)),
        ),
        # MiniSat is strong if it takes at most twice as long as the fastest.
        *cases(
            *(lambda tables: [solvers.of_minisat(*tables)], 0, 1),
            lambda times: (by_solver([1.0] * 3, milliseconds=times), peak().query("distance == 0")),
            *(([2.0, 1.0, 3.0], LIMITS), ([2.01, 1.0, 3.0], FAILS)),
        ),
        *cases(
            *(redundant.verdicts, 0, 1, of_families),
            *(([0.8, 0.8, 1.0], 0.01, HOLDS), ([0.8, 1.2, 1.2], 0.01, HOLDS)),
            *(([1.2, 1.2, 1.2], 0.01, FAILS), ([0.8, 0.8, 0.8], 0.5, OPEN)),
            *(([1.2, 1.2, 1.0], 0.01, FAILS), ([1.2, 1.2, 1.0, 1.0], 0.01, OPEN)),
            *(([0.8, 1.0, 1.0], 0.0499, HOLDS), ([0.8, 1.0, 1.0], 0.0501, OPEN)),
            ([1.2, 1.2, 1.2], 0.0501, OPEN),
        ),
        # Boards with a single solution, or that logic solves, limit the claims on all boards.
        *(
            case
            for claim, share in enumerate(("unique", "logic"))
            for case in cases(
                *(forced_moves.verdicts, claim, 3),
                lambda values, share=share: filled(
                    forced_moves.TABLE,
                    **{share: values, f"{share}_low": [0, 0], f"{share}_high": 0.3},
                ),
                *(([0, 0], HOLDS), ([0, 0.01], LIMITS)),
            )
        ),
    ],
)
def test_the_verdict_on_a_claim(judge, claim, of, table, verdict):
    found = judge(table)
    assert len(found) == of
    assert found[claim].verdict == verdict


def counted(printed=10, unlike=0, misfits=0):
    return filled(
        clauses.TABLE,
        condition=["1", "9", "11"],
        table_3_1=["n²", "too many", "–"],
        boards=2,
        printed=[10, printed, 0],
        unlike=[0, unlike, 0],
        misfits=[0, misfits, 0],
    )


@pytest.mark.parametrize(
    ("table", "of_9"),
    [
        (counted(), HOLDS),
        (counted(printed=0), OPEN),
        (counted(unlike=2), FAILS),
        (counted(misfits=1), FAILS),
    ],
)
def test_table_3_1_verdicts(table, of_9):
    assert [x.verdict for x in clauses.verdicts(table)] == [HOLDS, of_9]
    slip = clauses.SLIPS["9"] in clauses.verdicts(table)[1].measured
    assert slip == (of_9 == FAILS)


YES, NO = ["yes"] * 4, ["no"] * 4


@pytest.mark.parametrize(
    ("strict", "weak", "verdict"),
    [
        (YES, YES, HOLDS),
        (["yes", "yes", "yes", "no"], YES, LIMITS),
        (["yes", "no", "no", "no"], YES, LIMITS),
        (["yes", "no", "no", "no"], NO, FAILS),
        (["open"] * 4, ["open"] * 4, OPEN),
        (["open"] * 4, NO, OPEN),
    ],
)
def test_quartile_verdicts(strict, weak, verdict):
    on_grid = filled(
        quartiles.TABLE,
        n=[4, 5, 6, 9],
        k=6,
        boards=9,
        q1_verdict=strict,
        q1_weak_verdict=weak,
        q3_verdict="yes",
        q3_weak_verdict="yes",
    )
    found = quartiles.verdicts(on_grid)
    assert [x.verdict for x in found][:2] == [verdict, HOLDS]
    assert {x.origin for x in found} == {TEXT}
    beyond = quartiles.verdicts(on_grid.assign(n=[10, 11, 12, 13]))
    assert [x.verdict for x in beyond][:2] == [verdict, HOLDS]
    assert {x.origin for x in beyond} == {EXTENSION}
    assert all("beyond the thesis's grid" in x.claim for x in beyond)


@pytest.mark.parametrize(("on_bound", "strict", "weak"), [(100, "no", "yes"), (0, "yes", "yes")])
def test_minima_on_the_bound_satisfy_only_the_weak_claim(on_bound, strict, weak):
    minima = [2] * on_bound + [4] * (200 - on_bound)  # n+k-5 = 2 at n = 4, k = 3
    rows = pd.DataFrame({"seed": 1, "n": 4, "k": 3, "i": range(200), "lower": minima})
    rows = rows.assign(upper=rows["lower"], status="optimal", seconds=0.0)
    table = quartiles.table(rows)
    assert table["q1_verdict"].tolist() == [strict]
    assert table["q1_weak_verdict"].tolist() == [weak]
    assert table["q1_in_100"].item() == pytest.approx(float(strict == "yes"))


@pytest.mark.parametrize(
    ("boards", "calls", "verdicts"),
    [
        ([1, 5, 9, 90, 7, 2], [6, 5, 4, 2, 3, 4], [HOLDS, HOLDS]),
        ([1, 5, 9, 90, 7, 8], [6, 5, 4, 3, 3, 4], [LIMITS, LIMITS]),
        ([6, 5, 9, 90, 7, 8], [6, 5, 2, 3, 3, 4], [FAILS, FAILS]),
    ],
)
def test_offset_verdicts(boards, calls, verdicts):
    table = filled(quartiles.OFFSETS, offset=[-2, -1, 0, 3, 5, 6], boards=boards, calls=calls)
    assert [x.verdict for x in quartiles.offset_verdicts(table)] == verdicts
    inner = table[table["offset"] == 3]
    assert [x.verdict for x in quartiles.offset_verdicts(inner)] == [OPEN, OPEN]


def test_search_verdicts_are_limited_if_only_some_cells_are_better():
    table = pd.concat([searched((9, 9), (1, 1)), searched((9, 9), (1, 1), p=0.5, cells=(6, 7))])
    assert [x.verdict for x in searches.verdicts(table)] == [LIMITS, HOLDS, LIMITS, LIMITS]


def test_solver_response_verdict_ignores_the_reduced_encoding():
    table = by_solver([1.2, 1.5], opposed=0.5)
    reduced = table[table["encoding"] == "reduced"]
    assert (reduced["ratio_high"] < 1).all()
    assert solvers.verdicts(table)[0].verdict == LIMITS


@pytest.mark.parametrize(("seconds", "verdict"), [(2.0, LIMITS), (2.01, FAILS)])
def test_minisat_verdict_includes_harder_formulas(seconds, verdict):
    judged = solvers.of_minisat(by_solver([1.0] * 2), peak(seconds))
    assert judged.verdict == verdict
    assert f"{seconds:.2f} to {seconds:.2f} times as long as the fastest of 2" in judged.measured
    at_peak = f"n = 9 and p - minimum = -1, it takes {seconds:.3f} s and the fastest 1.000 s"
    assert at_peak in judged.measured


def test_minisat_verdict_is_limited_if_mixed_and_open_if_unmeasured():
    times = enumerate(([1.0, 2.0], [1.0, 2.0], [3.0, 1.0]))
    cells = [by_solver([1.0] * 2, milliseconds=x).assign(n=n) for n, x in times]
    assert solvers.of_minisat(pd.concat(cells), peak()).verdict == LIMITS
    without, hard = (of[of["solver"] != "minisat22"] for of in (cells[0], peak()))
    assert solvers.of_minisat(without, hard).verdict == OPEN


def test_removable_half_rules_are_listed():
    minimal, construction = ablation.verdicts(weakened(1, 5, 72))
    assert "no minimum changes, no condition can be removed. By" in minimal.measured
    assert "By both criteria, half of a condition can be removed: 1a." in minimal.measured
    half = "Without half 1a of condition 1, the encoding has on average 90.00% of the clauses"
    assert half in construction.measured


@pytest.mark.parametrize(
    ("low", "high", "excluding"), [(1.001, 1.1, 2), (0.9, 1.001, 1), (0.9, 0.999, 2)]
)
def test_growth_claim_holds_and_counts_exponents_that_exclude_1(low, high, excluding):
    exponents = {"exponent_low": [0.8, low, 1.0], "exponent_high": [0.9, high, 1.0]}
    [verdict] = growth.verdicts(filled(growth.TABLE, k=[3, 4, 5], cells=[6, 6, 1], **exponents))
    assert verdict.verdict == HOLDS
    assert f"The interval excludes 1 for {excluding} of 2 values of k" in verdict.measured


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        ([0.1, 0.1], [0.3, 0.4], HOLDS),
        ([0.1, 0.1], [0.3, 0.6], LIMITS),
        ([0.6, 0.6], [0.9, 0.9], FAILS),
        ([0.4, 0.4], [0.6, 0.6], OPEN),
    ],
)
def test_forced_move_verdicts(low, high, verdict):
    for place, judged in enumerate(("unique", "logic", "first")):
        given = {f"{x}_low": [0.6] * 2 for x in ("unique", "logic", "first")}
        given |= {x.replace("low", "high"): 0.9 for x in given}
        given |= {f"{judged}_low": low, f"{judged}_high": high}
        found = forced_moves.verdicts(filled(forced_moves.TABLE, **given))
        expected = [FAILS] * 3
        expected[place] = verdict
        assert [x.verdict for x in found] == expected
        assert [x.origin for x in found] == [TEXT, TEXT, EXTENSION]


@pytest.mark.parametrize(("high", "verdict"), [([0.499, 0.499], HOLDS), ([0.499, 0.501], LIMITS)])
def test_claims_on_most_boards_are_limited_if_interval_exceeds_half(high, verdict):
    given = {f"{x}_high": high for x in ("unique", "logic", "first")}
    found = forced_moves.verdicts(filled(forced_moves.TABLE, n=[3, 4], **given))
    assert [x.verdict for x in found] == [verdict] * 3


def test_every_claim_names_its_evidence():
    tables = {
        "final-state": filled(final_state.TABLE, fewer=[1]),
        "ablation": weakened(0, 5, 400),
        "overlap": filled(clauses.OVERLAP, condition_12=[1]),
        "counts": counted(),
        "quartiles": filled(quartiles.TABLE, n=[4], k=3, boards=9),
        "offsets": filled(quartiles.OFFSETS, offset=[0, 5], boards=1, calls=3),
        "searches": searched((9, 9), (1, 1)),
        "solvers": by_solver([1.2, 0.8]),
        "redundant": filled(redundant.TABLE, clock=["load_solve"]),
        "growth": filled(growth.TABLE, k=[3], cells=6),
        "forced-moves": filled(forced_moves.TABLE, k=[3]),
    }
    assert set(tables) == set(judged_tables())
    found = claims_table((verdict, evidence(names, {})) for verdict, names in judge(tables))
    assert list(found.columns) == list(CLAIMS)
    assert found.map(bool).all(axis=None)
    assert {name for row in found["evidence"] for name in row.split(AND)} == set(tables)
    assert "ablation; counts" in set(found["evidence"])
