"""Every experiment on a tiny grid, its facts against brute force, and its table on made-up rows."""

from itertools import product
from pathlib import Path

import pandas as pd
import pytest
from scipy.stats import binomtest

from puzzlesat.common.errors import DisagreementError
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.graph import ClusterGraph
from puzzlesat.floodit.encode import redundant as templates
from puzzlesat.floodit.encode.thesis import MINIMAL, Encoder
from puzzlesat_studies.core.params import Sample
from puzzlesat_studies.core.statistics import holm
from puzzlesat_studies.floodit.audit import (
    clauses,
    conditions,
    construction,
    final_state,
    forced_moves,
    quartiles,
    redundant,
    searches,
    solvers,
)
from puzzlesat_studies.floodit.audit.study import Redundant, Repeated, RepeatedLimited
from puzzlesat_studies.floodit.measure import boards_of
from puzzlesat_studies.floodit.optimal import optimal_solutions
from tests.floodit import exhaustive

SEED = 2020

SMALL = [Board.of([colours[:2], colours[2:]], k=3) for colours in product(range(3), repeat=4)]
SMALL += [Board.of([[0, 1, 2, 0, 1]]), Board.of([[0, 1, 0], [2, 2, 1], [0, 1, 2]])]

ROOT = Path(__file__).parents[2]


def grid(k, boards, model=Sample, **more):
    """Return the boards of one number of colours; the number of rows is that of the item."""
    return model(n_values=[4], k_values=[k], boards=boards, **more)


def frame(rows):
    found = pd.DataFrame(list(rows))
    assert len(found)
    return found


def test_printed_minimum_agrees_with_brute_force():
    for board in SMALL:
        minimum = exhaustive.minimum(board)
        found = final_state.printed_minimum(board, minimum, "minisat22")
        enough = [exhaustive.floods_with_free_step(board, p) for p in range(minimum + 1)]
        assert found == enough.index(True)


def test_final_state_on_a_tiny_grid():
    table = final_state.table(
        frame(final_state.rows(n=4, seed=SEED, solver="minisat22", final_state=grid(3, 6)))
    )
    assert table["fewer"].item() == 6
    assert (table["holds"].item(), table["printed_holds"].item()) == (2, 1)
    assert table["printed_median"].item() < table["median"].item()


def test_conditions_on_a_tiny_grid():
    rows = frame(conditions.rows(n=4, seed=SEED, solver="minisat22", conditions=grid(3, 3)))
    table = conditions.table(rows).set_index("variant")
    changed = table["changed"] > 0
    for kept in ("1a", "2", "4", "6", "8", "9b"):
        assert not changed[f"minimal - {kept}"]
    for needed in ("1b", "3", "7", "10"):
        assert changed[f"minimal - {needed}"]
        assert changed[f"reduced - {needed}"]
    assert not changed["reduced"]


def test_construction_compares_encodings_board_by_board():
    rows = frame(construction.rows(n=4, seed=SEED, construction=grid(3, 2, Repeated, repeats=2)))
    assert (rows["encode_seconds"] > 0).all()
    clauses = rows.groupby(["board", "encoding"])["clauses"].first().unstack()
    assert (clauses["reduced"] < clauses["minimal"]).all()
    seconds = {("minimal", 0): 1.0, ("minimal", 1): 4.0, ("reduced", 0): 2.0, ("reduced", 1): 2.0}
    rows["encode_seconds"] = [
        seconds[key] for key in zip(rows["encoding"], rows["board"], strict=True)
    ]
    [row] = construction.table(rows).to_dict("records")
    assert (row["boards"], row["faster"], row["slower"]) == (2, 1, 1)
    assert row["ratio"] == pytest.approx(1.0)


def test_conditions_5_and_9a_are_needed_on_larger_boards():
    rows = frame(conditions.rows(n=5, seed=SEED, solver="minisat22", conditions=grid(3, 4)))
    table = conditions.table(rows).set_index("variant")
    assert table.loc["minimal - 5", "changed"] > 0
    assert table.loc["minimal - 9a", "changed"] > 0


def test_unsatisfiable_ablated_encoding_raises_disagreement(monkeypatch):
    never = conditions.Condition("never", lambda board, v, t: [[1], [-1]], lambda p: range(1))
    monkeypatch.setitem(conditions.VARIANTS, "reduced", (*conditions.REDUCED, never))
    with pytest.raises(DisagreementError, match="reduced finds no"):
        list(conditions.rows(n=3, seed=SEED, solver="minisat22", conditions=grid(3, 1)))


def test_clauses_on_a_tiny_grid():
    rows = frame(clauses.rows(n=4, seed=SEED, clauses=grid(3, 3)))
    table = clauses.table(rows)
    assert table["by_formula"].tolist() == table["emitted"].tolist()
    assert not table["wrong"].any()
    table = table.set_index("condition")
    assert not table["misfits"].any()
    assert [x for x in table.index if table.loc[x, "unlike"]] == ["8", "9"]
    assert table.loc["8", "by_table"] < table.loc["8", "printed"]
    assert table.loc["9", "by_table"] > table.loc["9", "printed"]
    moves = rows[rows["condition"] == "1"]["p"]
    touching = 48 * (moves + 1).sum()
    assert table.loc["12", "repeated"] == table.loc["12", "emitted"] == touching
    assert table.loc["11", "emitted"] == 3 * (moves - 1).sum()
    assert table["repeated"].sum() == touching


def bounded(values, n=4, k=3):
    return pd.DataFrame(
        [
            {"seed": 1, "n": n, "k": k, "board": i, "lower": low, "upper": high}
            | {"status": "optimal" if low == high else "timeout"}
            for i, (low, high) in enumerate(values)
        ]
    )


def test_quartile_verdicts_depend_on_share_of_minima_beyond_bound():
    # n + k - 5 = 2 and n + k = 7
    row = quartiles.table(bounded([(4, 4)] * 60)).iloc[0]
    assert (row["q1_verdict"], row["q3_verdict"]) == ("yes", "yes")
    assert (row["q1_in_100"], row["q3_in_100"]) == (1, 1)
    row = quartiles.table(bounded([(2, 2)] * 60)).iloc[0]
    assert (row["q1_verdict"], row["q3_verdict"]) == ("no", "yes")
    assert row["q1_weak_verdict"] == "yes"  # minima that equal the bound
    row = quartiles.table(bounded([(7, 7)] * 15 + [(4, 4)] * 45)).iloc[0]
    assert (row["q3_share"], row["q3_verdict"]) == (0.25, "open")
    assert 0 < row["q3_in_100"] < 1


def test_open_boards_weaken_the_quartile_verdict():
    sure = quartiles.table(bounded([(4, 4)] * 60)).iloc[0]
    row = quartiles.table(bounded([(4, 4)] * 40 + [(4, 9)] * 20)).iloc[0]
    assert row["unresolved"] == 20
    assert row["q3_high"] > sure["q3_high"]
    assert (sure["q3_verdict"], row["q3_verdict"]) == ("yes", "open")


def test_minima_on_a_tiny_grid(monkeypatch):
    rows = frame(quartiles.rows(SEED, 4, grid(3, 3), 10))
    found = [minimum for _, _, minimum in boards_of(SEED, 4, grid(3, 3))]
    assert rows["lower"].tolist() == rows["upper"].tolist() == found
    monkeypatch.setattr(quartiles, "optimum", lambda board: (0,) * 99)
    with pytest.raises(DisagreementError, match="A\\* finds 99"):
        list(quartiles.rows(SEED, 4, grid(3, 1), 10))


def test_searches_on_a_tiny_grid():
    rows = frame(
        searches.rows(n=4, seed=SEED, solver="minisat22", searches=grid(3, 3, Repeated, repeats=1))
    )
    assert sorted(rows["search"].unique()) == sorted(searches.ALL_SEARCHES)
    assert (rows[rows["search"] == "downwards"]["unsat"] <= 1).all()
    up = rows[rows["search"] == "upwards"]
    assert (up["calls"] == up["unsat"] + 1).all()
    assert set(rows["order"]) == set(range(len(searches.ALL_SEARCHES)))


def test_correction_of_the_searches_counts_each_pair_once():
    calls = dict(zip(searches.ALL_SEARCHES, (5, 4, 5, 1, 6, 7), strict=True))
    same = dict.fromkeys(["encode_seconds", "load_seconds", "solve_seconds"], 1.0)
    rows = frame(
        {"seed": SEED, "n": 4, "k": 3, "board": board, "repeat": 0, "search": search}
        | {"calls": number, "unsat": 0, "clauses": 1, **same}
        for board in range(10)
        for search, number in calls.items()
    )
    p_values = searches.table(rows).set_index(["search", "against"])["calls_p_value"].dropna()
    # of nine pairs, the two searches of Fig. 4.1 never differ, and all others do on all ten boards
    assert p_values.pop(("most_clusters", "bisection")) == 1
    assert p_values.tolist() == pytest.approx([9 * 2 / 2**10] * 8)


@pytest.mark.parametrize(
    ("search", "queries"), [("upwards", [4]), ("downwards", [3]), ("raised", [])]
)
def test_searches_make_the_expected_queries_on_a_small_board(search, queries):
    board, moves = Board.of([[0, 1, 0, 2], [2, 2, 1, 1]]), [2, 1, 0, 2]

    def decide(p):
        return moves[:p] if p >= 4 else None

    assert searches.ALL_SEARCHES[search](board, decide) == searches.Minimum(4, moves, queries)
    assert searches.ALL_SEARCHES["most_clusters"](board, decide).p == 4


def test_wrong_search_result_raises_disagreement(monkeypatch):
    wrong = searches.Minimum(0, [], [])
    monkeypatch.setitem(searches.ALL_SEARCHES, "upwards", lambda board, decide: wrong)
    with pytest.raises(DisagreementError):
        list(
            searches.rows(
                n=4, seed=SEED, solver="minisat22", searches=grid(3, 1, Repeated, repeats=1)
            )
        )


def test_solvers_on_a_tiny_grid(monkeypatch):
    names = ("minisat22", "glucose421", "cadical195", "lingeling")
    monkeypatch.setattr(solvers, "SOLVER_NAMES", names)
    rows = frame(
        solvers.rows(n=4, seed=SEED, solvers=grid(3, 2, RepeatedLimited, repeats=1, wall_limit=60))
    )
    table = solvers.table(rows)
    assert len(table) == 2 * 2 * 4
    assert set(rows["query"]) == {"sat", "unsat"}
    late = rows.copy()
    late.loc[(late["solver"] == "minisat22") & (late["board"] == 0), "status"] = "timeout"
    fewer = solvers.table(late)
    assert (fewer[fewer["solver"] == "minisat22"]["timeouts"] == 1).all()
    assert (fewer[fewer["solver"] == "minisat22"]["boards"] == 1).all()


def with_minisat(boards):
    return grid(3, boards, Redundant, repeats=1, solvers=["minisat22"], encodings=[])


def test_redundant_on_a_tiny_grid():
    rows = frame(redundant.rows(n=4, seed=SEED, redundant=with_minisat(2)))
    table = redundant.table(rows)
    assert set(table["family"]) == set(templates.ADDABLE)
    assert (table["clauses"] > 1).all()


def test_unsound_template_raises_disagreement(monkeypatch):
    monkeypatch.setitem(
        templates.REDUNDANT_FAMILIES, "finish", lambda board, v, p, free: [[1], [-1]]
    )
    with pytest.raises(DisagreementError, match="with finish, minisat22 returns unsat"):
        list(redundant.rows(n=4, seed=SEED, redundant=with_minisat(1)))


def test_forced_moves_and_solution_counts_agree_with_brute_force():
    for board in SMALL:
        minimum = exhaustive.minimum(board)
        solutions = exhaustive.solutions(board, minimum)
        chosen = [set(column) for column in zip(*solutions, strict=True)]
        same = {t: next(iter(c)) for t, c in enumerate(chosen) if len(c) == 1}
        assert forced_moves.backbone_moves(board, minimum, "minisat22")[0] == same
        found = optimal_solutions(ClusterGraph.of(board), minimum)
        assert found.solutions == len(solutions)
        assert [set(c) for c in found.colours] == chosen


def test_propagated_moves_agree_with_naive_unit_propagation():
    for board in SMALL:
        minimum = exhaustive.minimum(board)
        encoder = Encoder(board, MINIMAL)
        clauses, known, before = list(encoder.formula(minimum)), set(), -1
        while len(known) > before:
            before = len(known)
            for clause in clauses:
                left = [literal for literal in clause if -literal not in known]
                if len(left) == 1:
                    known.add(left[0])
        moves = {
            t: c
            for t in range(minimum)
            for c in range(board.k)
            if encoder.variables.Move(t, c) in known
        }
        assert forced_moves.propagated_moves(board, minimum) == moves


def test_propagated_move_that_is_not_forced_raises_disagreement(monkeypatch):
    monkeypatch.setattr(forced_moves, "propagated_moves", lambda *_: {0: 99})
    with pytest.raises(DisagreementError, match="propagation finds"):
        list(forced_moves.rows(n=4, seed=SEED, solver="minisat22", forced_moves=grid(3, 1)))


def test_forced_moves_on_a_tiny_grid(monkeypatch):
    forced_moves.table(
        frame(forced_moves.rows(n=4, seed=SEED, solver="minisat22", forced_moves=grid(3, 3)))
    )
    monkeypatch.setattr(forced_moves, "backbone_moves", lambda *_: ({}, 1))
    with pytest.raises(DisagreementError, match="the backbone forces"):
        list(forced_moves.rows(n=4, seed=SEED, solver="minisat22", forced_moves=grid(3, 9)))


def test_a_family_of_the_grid_alone_refutes_two_more_strict_bounds():
    """The article mentions this choice of the family of Holm's method, and its consequence."""
    table = pd.read_csv(ROOT / "reference/audit/quartiles.csv")
    grid = table[table["n"].between(4, 9) & table["k"].between(3, 6)]
    shares = {
        (row.n, row.k, form): getattr(row, f"{form}_share")
        for row in grid.itertuples()
        for form in ("q1", "q3")
    }
    p_values = [binomtest(round(share * 400), 400, 0.25).pvalue for share in shares.values()]
    tests = zip(shares.items(), holm(p_values), strict=True)
    refuted = {point for (point, share), p in tests if p < 0.05 and share > 0.25}
    assert refuted == {(7, 3, "q1"), (8, 3, "q1"), (9, 3, "q1"), (9, 6, "q3")}
