"""Every verdict that an experiment can give, on made-up tables."""

import pandas as pd
import pytest

from puzzlesat.floodit.studies.audit import (
    ablation,
    clauses,
    clocks,
    final_state,
    forced_moves,
    growth,
    quartiles,
    redundant,
    searches,
    solvers,
    table41,
)
from puzzlesat.floodit.studies.audit.experiments import JUDGED, judge
from puzzlesat.report.claims import (
    CLAIMS,
    FAILS,
    HOLDS,
    LIMITS,
    OPEN,
    Verdict,
    by_cells,
    claims_table,
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
        Verdict("claim", "§1", "measured", "perhaps")
    with pytest.raises(ValueError, match="no source"):
        Verdict("claim", "§1", "measured", HOLDS, source="hearsay")


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
    assert only(final_state.verdicts(table)) == verdict


def weakened(changed, boards):
    """A table in which leaving out condition 4 changes the minimum of so many boards."""
    high = 3.7 / boards if changed == 0 else 0.9
    return filled(
        ablation.TABLE,
        variant=["minimal - 4", "minimal - 10", "reduced"],
        boards=boards,
        changed=[changed, boards, 0],
        share_high=[high, 1, high],
    )


@pytest.mark.parametrize(
    ("changed", "boards", "verdict"), [(0, 400, FAILS), (0, 10, OPEN), (3, 400, HOLDS)]
)
def test_ablation(changed, boards, verdict):
    assert only(ablation.verdicts(weakened(changed, boards))) == verdict


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


@pytest.mark.parametrize(
    ("words", "verdict"),
    [
        (["yes"] * 4, HOLDS),
        (["yes", "yes", "yes", "no"], LIMITS),
        (["yes", "no", "no", "no"], FAILS),
        (["open"] * 4, OPEN),
    ],
)
def test_quartiles(words, verdict):
    on_grid = filled(
        quartiles.TABLE, n=[4, 5, 6, 7], k=3, boards=9, q1_verdict=words, q3_verdict="yes"
    )
    assert [x.verdict for x in quartiles.verdicts(on_grid)][:2] == [verdict, HOLDS]
    beyond = quartiles.verdicts(on_grid.assign(n=20))
    assert [x.verdict for x in beyond][:2] == [verdict, HOLDS]
    assert all("beyond its grid" in x.section for x in beyond)


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        ([0.95, 0.92], [1, 1], HOLDS),
        ([0.95, 0.85], [1, 0.95], LIMITS),
        ([0.5, 0.6], [0.7, 0.8], FAILS),
        ([0.8, 0.85], [0.95, 0.95], OPEN),
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


def searched(ratio, p, bounded=2.5):
    calls = {"bisection": 3.0, "bounded": bounded}
    rows = [
        {"n": n, "search": search, "milliseconds": 1.0, "calls": calls[search], "boards": 20}
        | {"ratio_low": ratio - 0.01, "ratio_high": ratio + 0.01, "ratio": ratio, "p": p}
        for n in (4, 5)
        for search in ("bisection", "bounded")
    ]
    return filled(searches.TABLE, **{key: [row[key] for row in rows] for key in rows[0]})


@pytest.mark.parametrize(
    ("ratio", "p", "verdict"),
    [(0.8, 0.01, HOLDS), (1.2, 0.01, FAILS), (0.8, 0.06, OPEN), (1.0, 0.01, OPEN)],
)
def test_searches(ratio, p, verdict):
    assert searches.verdicts(searched(ratio, p))[1].verdict == verdict


@pytest.mark.parametrize(("calls", "verdict"), [(2.5, HOLDS), (3.5, FAILS), (3.0, OPEN)])
def test_searches_by_calls(calls, verdict):
    assert searches.verdicts(searched(0.8, 0.01, calls))[0].verdict == verdict


def test_searches_that_are_quicker_in_some_cells():
    unclear = searched(0.8, 0.9)
    table = pd.concat([searched(0.8, 0.01), unclear.assign(n=unclear["n"] + 2)])
    assert searches.verdicts(table)[1].verdict == LIMITS


BUILT = {"extended": (1.2, 1.3), "reduced": (0.4, 0.5)}


def clocked(solve=(32, 0), load=(32, 0), differing=0, printed=32, boards=3200, built=BUILT):
    """A summary with the cells that the minimal encoding wins and loses by the clocks."""
    won_by = {"encode": (0, 0), "solve": solve, "load_solve": load, "conflicts": (0, 0)}
    rows = [
        {"over": "minimum", "clock": clock, "protocol": "in turns", "against": against}
        | {"won_cells": won, "lost_cells": lost, "cells": 32, "boards": boards}
        | {"differing": differing, "inside": printed - differing, "printed": printed}
        | dict(zip(("ratio_low", "ratio_high"), built.get(against, (1, 1)), strict=True))
        | {"ratio": sum(built.get(against, (1, 1))) / 2}
        for against in ("extended", "reduced", "control")
        for clock, (won, lost) in won_by.items()
    ]
    return filled(clocks.SUMMARY, **{key: [row[key] for row in rows] for key in rows[0]})


@pytest.mark.parametrize(
    ("solve", "load", "verdict"),
    [
        ((32, 0), (32, 0), HOLDS),
        ((5, 3), (32, 0), LIMITS),
        ((5, 20), (5, 3), FAILS),
        ((5, 3), (5, 3), OPEN),
    ],
)
def test_clocks_longer(solve, load, verdict):
    assert clocks.verdicts(clocked(solve, load))[0].verdict == verdict


@pytest.mark.parametrize(
    ("given", "verdict"),
    [
        ({}, HOLDS),
        ({"differing": 10}, LIMITS),
        ({"differing": 20}, FAILS),
        ({"printed": 0}, OPEN),
        ({"boards": 320}, OPEN),
    ],
)
def test_clocks_printed_numbers(given, verdict):
    assert clocks.verdicts(clocked(**given))[1].verdict == verdict


@pytest.mark.parametrize(
    ("extended", "reduced", "verdict"),
    [
        ((1.2, 1.3), (0.4, 0.5), FAILS),
        ((1.2, 1.3), (1.1, 1.2), HOLDS),
        ((1.2, 1.3), (0.9, 1.2), OPEN),
        ((0.9, 1.2), (0.4, 0.5), OPEN),
        ((0.7, 0.8), (1.1, 1.2), FAILS),
    ],
)
def test_construction(extended, reduced, verdict):
    summary = clocked(built={"extended": extended, "reduced": reduced})
    assert clocks.verdicts(summary)[2].verdict == verdict


def by_solver(ratios, p=0.001, friedman=0.001):
    rows = [
        {"solver": f"s{i}", "encoding": encoding, "n": 4, "k": 3, "clock": "load_solve"}
        | {"ratio_low": ratio - 0.01, "ratio_high": ratio + 0.01, "p": p, "friedman_p": friedman}
        for encoding in solvers.COMPARED
        for i, ratio in enumerate(ratios)
    ]
    return filled(solvers.TABLE, **{key: [row[key] for row in rows] for key in rows[0]})


@pytest.mark.parametrize(
    ("table", "verdict"),
    [
        (by_solver([1.2, 0.8]), HOLDS),
        (by_solver([1.2, 1.5]), LIMITS),
        (by_solver([1.2, 1.2], friedman=0.5), FAILS),
        (by_solver([1.2, 0.8], p=0.5, friedman=0.5), OPEN),
        (by_solver([1.2, 0.8], friedman=float("nan")), OPEN),
    ],
)
def test_solvers(table, verdict):
    assert only(solvers.verdicts(table)) == verdict


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
    ("low", "high", "verdict"), [(0.9, 1.1, LIMITS), (-0.1, 0.2, OPEN), (-0.2, -0.1, FAILS)]
)
def test_growth_over_sizes(low, high, verdict):
    table = filled(growth.TABLE, k=[3, 4], cells=6, slope_low=[0.5, low], slope_high=[0.6, high])
    assert [x.verdict for x in growth.verdicts(table)] == [verdict, OPEN]


def test_growth_needs_more_than_one_size():
    table = filled(growth.TABLE, k=[3], cells=1, slope_low=0.5, slope_high=0.6)
    assert [x.verdict for x in growth.verdicts(table)] == [OPEN, OPEN]


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
    table = filled(forced_moves.TABLE, first_low=low, first_high=high)
    assert only(forced_moves.verdicts(table)) == verdict


def test_every_claim_names_its_evidence():
    tables = {
        "final-state": filled(final_state.TABLE, fewer=[1]),
        "ablation": weakened(0, 400),
        "overlap": filled(clauses.OVERLAP, condition_12=[1]),
        "counts": counted(),
        "quartiles": filled(quartiles.TABLE, n=[4], k=3, boards=9),
        "offsets": filled(quartiles.OFFSETS, offset=[0, 5], boards=1, calls=3),
        "searches": searched(0.8, 0.01),
        "clocks-summary": clocked(),
        "table41-summary": filled(
            table41.SUMMARY, against=list(table41.AGAINST), **table41.PLAIN, over="minimum"
        ),
        "solvers": by_solver([1.2, 0.8]),
        "redundant": filled(redundant.TABLE, clock=["load_solve"]),
        "growth": filled(growth.TABLE, k=[3], cells=6),
        "forced-moves": filled(forced_moves.TABLE, k=[3]),
    }
    assert set(tables) == set(JUDGED)
    found = claims_table(judge(tables, "results/audit/{}.csv".format))
    assert list(found.columns) == list(CLAIMS)
    assert found.map(bool).all(axis=None)
    assert set(found["evidence"]) == {f"results/audit/{name}.csv" for name in tables}
