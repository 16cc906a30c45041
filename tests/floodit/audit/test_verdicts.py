"""Every verdict that an experiment can give, on made-up tables."""

import pandas as pd
import pytest

from puzzlesat.floodit.studies.audit import (
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
from puzzlesat.floodit.studies.audit.experiments import judge, judged_tables
from puzzlesat.report.claims import (
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
    over_readings,
)


def only(found):
    [verdict] = found
    return verdict.verdict


def filled(columns, **given):
    """Return a table with the columns; those that are not given are filled with zeros."""
    size = max(len(x) for x in given.values() if isinstance(x, list))
    empty = {name: [0 if read is not str else ""] * size for name, read in columns.items()}
    assert set(given) <= set(empty)
    return pd.DataFrame(empty | given)


def test_a_verdict_is_one_of_four():
    with pytest.raises(ValueError, match="no verdict"):
        Verdict("claim", "§1", "measured", "perhaps", name="it")
    with pytest.raises(ValueError, match="no source"):
        Verdict("claim", "§1", "measured", HOLDS, source="hearsay", name="it")
    with pytest.raises(ValueError, match="no origin"):
        Verdict("claim", "§1", "measured", HOLDS, name="it", origin="gossip")


def test_no_two_claims_of_a_source_have_one_name():
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
def test_a_claim_with_several_readings(readings, verdict):
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
def test_a_claim_about_all_cells(holding, failing, cells, verdict):
    assert by_cells(holding, failing, cells) == verdict


@pytest.mark.parametrize(
    ("fewer", "holds", "printed_holds", "verdict"),
    [
        (0, 2, 2, HOLDS),
        (9, 2, 2, OPEN),
        (9, 2, 1, FAILS),
        (9, 1, 2, LIMITS),
    ],
)
def test_final_state(fewer, holds, printed_holds, verdict):
    table = filled(
        final_state.TABLE,
        fewer=[fewer] * 10,
        boards=[20] * 10,
        holds=holds,
        printed_holds=printed_holds,
    )
    assert final_state.verdicts(table)[0].verdict == verdict


@pytest.mark.parametrize(
    ("differing", "fewer", "verdict"), [(0, 0, HOLDS), (0, 1, LIMITS), (1, 0, FAILS)]
)
def test_completeness(differing, fewer, verdict):
    table = filled(final_state.TABLE, fewer=[0, fewer], differing=[differing, 0], boards=20)
    assert final_state.verdicts(table)[1].verdict == verdict


def weakened(changed, boards, other_models=5, reduced=0.3, reduced_changed=0):
    """A table in which leaving out condition 4 changes the minimum of so many boards."""
    return filled(
        ablation.TABLE,
        variant=["minimal - 4", "minimal - 1a", "minimal - 10", "reduced"],
        boards=boards,
        changed=[changed, 0, boards, reduced_changed],
        other_models=[other_models, 0, boards, other_models],
        clauses=[0.9, 0.9, 0.9, reduced],
    )


# Of 71 boards the 95% interval of a share of 0 ends above 5%, of 72 below.
@pytest.mark.parametrize(
    ("changed", "other_models", "boards", "verdict"),
    [
        (1, 1, 72, HOLDS),
        (0, 1, 72, LIMITS),
        (1, 0, 72, LIMITS),
        (0, 0, 72, FAILS),
        (0, 0, 71, OPEN),
        (0, 1, 71, LIMITS),
    ],
)
def test_ablation(changed, other_models, boards, verdict):
    table = weakened(changed, boards, other_models)
    assert ablation.verdicts(table)[0].verdict == verdict


@pytest.mark.parametrize(
    ("clauses", "changed", "other_models", "verdict"),
    [
        (0.99, 0, 5, LIMITS),
        (0.99, 0, 0, FAILS),
        (0.99, 1, 5, HOLDS),
        (1.0, 0, 5, HOLDS),
    ],
)
def test_construction(clauses, changed, other_models, verdict):
    table = weakened(1, 400, other_models, clauses, changed)
    assert ablation.verdicts(table)[1].verdict == verdict


@pytest.mark.parametrize(
    ("in_condition_9", "of", "verdict"),
    [(100, 100, FAILS), (40, 100, LIMITS), (0, 100, HOLDS), (0, 0, OPEN)],
)
def test_overlap(in_condition_9, of, verdict):
    table = filled(clauses.OVERLAP, condition_12=[of], in_condition_9=[in_condition_9])
    assert only(clauses.overlap_verdicts(table)) == verdict


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
def test_table_3_1(table, of_9):
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
def test_quartiles(strict, weak, verdict):
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
def test_a_minimum_on_the_bound_meets_the_weak_form_only(on_bound, strict, weak):
    minima = [2] * on_bound + [4] * (200 - on_bound)  # n+k-5 = 2 at n = 4, k = 3
    rows = pd.DataFrame({"seed": 1, "n": 4, "k": 3, "i": range(200), "lower": minima})
    rows = rows.assign(upper=rows["lower"], status="optimal", seconds=0.0)
    table = quartiles.table(rows)
    assert table["q1_verdict"].tolist() == [strict]
    assert table["q1_weak_verdict"].tolist() == [weak]
    assert table["q1_in_100"].item() == pytest.approx(float(strict == "yes"))


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        ([0.95, 0.92], [1, 1], HOLDS),
        ([0.95, 0.85], [1, 0.95], LIMITS),
        ([0.5, 0.6], [0.7, 0.89], FAILS),
        ([0.89, 0.85], [0.91, 0.95], OPEN),
    ],
)
def test_high_likelihood(low, high, verdict):
    table = filled(
        quartiles.TABLE, n=[4, 5], k=3, boards=400, within=low, within_low=low, within_high=high
    )
    assert quartiles.verdicts(table)[2].verdict == verdict


@pytest.mark.parametrize(
    ("boards", "calls", "verdicts"),
    [
        ([1, 5, 9, 90, 7, 2], [6, 5, 4, 2, 3, 4], [HOLDS, HOLDS]),
        ([1, 5, 9, 90, 7, 8], [6, 5, 4, 3, 3, 4], [LIMITS, LIMITS]),
        ([6, 5, 9, 90, 7, 8], [6, 5, 2, 3, 3, 4], [FAILS, FAILS]),
    ],
)
def test_minima_at_the_bounds(boards, calls, verdicts):
    table = filled(quartiles.OFFSETS, offset=[-2, -1, 0, 3, 5, 6], boards=boards, calls=calls)
    assert [x.verdict for x in quartiles.offset_verdicts(table)] == verdicts
    inner = table[table["offset"] == 3]
    assert [x.verdict for x in quartiles.offset_verdicts(inner)] == [OPEN, OPEN]


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
                row |= {"calls": 3.0, "clauses": 100.0, "milliseconds": 1.0}
                for counted in searches.COUNTS:
                    row |= {f"{counted}_fewer": less, f"{counted}_more": greater}
                    row |= {f"{counted}_p": value}
                rows.append(row)
    return filled(searches.TABLE, **{key: [row[key] for row in rows] for key in rows[0]})


@pytest.mark.parametrize(
    ("fewer", "more", "p", "verdict"),
    [
        ((9, 9), (1, 1), 0.049, HOLDS),
        ((9, 9), (1, 1), 0.051, OPEN),
        ((1, 1), (9, 9), 0.049, FAILS),
        ((9, 1), (1, 9), 0.049, LIMITS),
    ],
)
def test_searches(fewer, more, p, verdict):
    estimates, _, quicker = searches.verdicts(searched(fewer, more, p))
    assert estimates.verdict == quicker.verdict == verdict


def test_searches_that_need_fewer_in_some_cells():
    table = pd.concat([searched((9, 9), (1, 1)), searched((9, 9), (1, 1), p=0.5, cells=(6, 7))])
    assert [x.verdict for x in searches.verdicts(table)] == [LIMITS, HOLDS, LIMITS]


@pytest.mark.parametrize(
    ("raised", "verdict"),
    [((9, 1, 0.049), HOLDS), ((9, 1, 0.051), OPEN), ((1, 9, 0.049), FAILS)],
)
def test_beginning_at_0(raised, verdict):
    assert searches.verdicts(searched((5, 5), (5, 5), 1.0, raised))[1].verdict == verdict


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


@pytest.mark.parametrize(
    ("table", "verdict"),
    [
        (by_solver([1.2, 0.8]), HOLDS),
        (by_solver([1.2, 0.8], p=0.051, friedman=0.051), OPEN),
        (by_solver([1.2, 1.5], friedman=0.049), LIMITS),
        (by_solver([1.2, 1.5], friedman=0.051), FAILS),
        (by_solver([1.2, 1.2], friedman=0.5), FAILS),
        (by_solver([1.2, 0.8], friedman=float("nan")), OPEN),
    ],
)
def test_solvers(table, verdict):
    assert solvers.verdicts(table)[0].verdict == verdict


def test_the_reduced_encoding_does_not_decide_how_solvers_respond_to_extra_clauses():
    table = by_solver([1.2, 1.5], opposed=0.5)
    reduced = table[table["encoding"] == "reduced"]
    assert (reduced["ratio_high"] < 1).all()
    assert solvers.verdicts(table)[0].verdict == LIMITS


@pytest.mark.parametrize(
    ("milliseconds", "verdict"),
    [([2.0, 1.0, 3.0], LIMITS), ([2.01, 1.0, 3.0], FAILS)],
)
def test_minisat_is_strong_if_it_is_not_far_from_the_fastest(milliseconds, verdict):
    table = by_solver([1.0] * 3, milliseconds=milliseconds)
    assert solvers.verdicts(table)[1].verdict == verdict


def test_minisat_may_be_strong_in_some_cells():
    times = enumerate(([1.0, 2.0], [1.0, 2.0], [3.0, 1.0]))
    cells = [by_solver([1.0] * 2, milliseconds=x).assign(n=n) for n, x in times]
    assert solvers.verdicts(pd.concat(cells))[1].verdict == LIMITS
    without = cells[0][cells[0]["solver"] != "minisat22"]
    assert solvers.verdicts(without)[1].verdict == OPEN


@pytest.mark.parametrize(
    ("ratios", "p", "verdict"),
    [
        ([0.8, 0.8, 1.0], 0.01, HOLDS),
        ([0.8, 1.2, 1.2], 0.01, LIMITS),
        ([1.2, 1.2, 1.2], 0.01, FAILS),
        ([0.8, 0.8, 0.8], 0.5, OPEN),
    ],
)
def test_redundant(ratios, p, verdict):
    table = filled(
        redundant.TABLE,
        clock=["load_solve"] * 3,
        solver="s",
        family=["a", "b", "c"],
        ratio=ratios,
        ratio_low=[x - 0.01 for x in ratios],
        ratio_high=[x + 0.01 for x in ratios],
        p=p,
    )
    assert only(redundant.verdicts(table)) == verdict


@pytest.mark.parametrize(
    ("low", "high", "verdict"), [(0.01, 1.1, HOLDS), (-0.01, 0.2, OPEN), (-0.2, -0.01, FAILS)]
)
def test_growth_over_sizes(low, high, verdict):
    table = filled(growth.TABLE, k=[3, 4], cells=6, slope_low=[0.5, low], slope_high=[0.6, high])
    assert only(growth.verdicts(table)) == verdict


def test_growth_needs_more_than_one_size():
    table = filled(growth.TABLE, k=[3], cells=1, slope_low=0.5, slope_high=0.6)
    assert only(growth.verdicts(table)) == OPEN


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        ([0.1, 0.1], [0.3, 0.4], HOLDS),
        ([0.1, 0.1], [0.3, 0.6], LIMITS),
        ([0.6, 0.6], [0.9, 0.9], FAILS),
        ([0.4, 0.4], [0.6, 0.6], OPEN),
    ],
)
def test_forced(low, high, verdict):
    first = {"first_low": low, "first_high": high, "unique_low": [0.6] * 2, "unique_high": 0.9}
    unique = {"unique_low": low, "unique_high": high, "first_low": [0.6] * 2, "first_high": 0.9}
    for given, expected in ((first, [FAILS, verdict]), (unique, [verdict, FAILS])):
        found = forced_moves.verdicts(filled(forced_moves.TABLE, **given))
        assert [x.verdict for x in found] == expected
        assert [x.origin for x in found] == [TEXT, EXTENSION]


@pytest.mark.parametrize(("unique", "verdict"), [([0, 0], HOLDS), ([0, 0.01], LIMITS)])
def test_boards_with_one_solution_limit_the_claim_that_there_are_several(unique, verdict):
    given = {"unique": unique, "unique_low": [0, 0], "unique_high": 0.3}
    assert forced_moves.verdicts(filled(forced_moves.TABLE, **given))[0].verdict == verdict


def test_every_claim_names_its_evidence():
    tables = {
        "final-state": filled(final_state.TABLE, fewer=[1]),
        "ablation": weakened(0, 400),
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
    found = claims_table(judge(tables))
    assert list(found.columns) == list(CLAIMS)
    assert found.map(bool).all(axis=None)
    assert set(found["evidence"]) == set(tables)
