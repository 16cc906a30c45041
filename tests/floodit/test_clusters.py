"""The encoding by clusters: its models, and the need for each of its conditions."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.graph import ClusterGraph, members
from puzzlesat.floodit.board.referee import floods
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.encode import clusters
from puzzlesat.floodit.encode.clusters import FAMILIES, MINIMAL_FAMILIES, LayeredEncoder
from puzzlesat.floodit.solve.astar import astar
from puzzlesat.sat.formula import falsified_clause
from puzzlesat.sat.solver import open_solver, solve

from . import exhaustive
from .strategies import boards, started

SPEEDERS = {"condition_11", "colours", "reach"}
BOARDS = [random_board(3, n, k, i) for n, k in ((4, 3), (5, 4), (6, 5)) for i in range(12)]


def without(*names):
    return tuple(f for f in FAMILIES if f.clauses.__name__ not in names)


def minimum(graph, families=FAMILIES, solver="minisat22"):
    """Try p = 0, 1, 2, … with a new formula each; return the smallest p, and the moves."""
    encoder = LayeredEncoder(graph, families)
    p = 0
    while True:
        with open_solver(solver) as oracle:
            oracle.append_formula(list(encoder.formula(p)))
            if solve(oracle):
                return p, encoder.moves(oracle.get_model(), p)
        p += 1


def incremental_minimum(graph, solver="minisat22"):
    """Try p = 0, 1, 2, … as assumptions of one solver."""
    encoder = LayeredEncoder(graph)
    p = 0
    with open_solver(solver) as oracle:
        while True:
            oracle.append_formula(list(encoder.layer(p)))
            if solve(oracle, assumptions=[encoder.variables.Start(p)]):
                return p, encoder.moves(oracle.get_model(), p)
            p += 1


@given(board=started(most_fields=12, most_colours=4))
@settings(max_examples=150)
def test_agrees_with_brute_force(board):
    graph = ClusterGraph.of(board)
    least = exhaustive.minimum(board)
    for found in (minimum(graph), minimum(graph, MINIMAL_FAMILIES), incremental_minimum(graph)):
        p, moves = found
        assert p == least == len(moves)
        assert floods(board.grid, moves, board.start)


@pytest.mark.parametrize("dropped", ["goal", "support", "chosen_colour", "one_move"])
def test_dropping_an_essential_family_lowers_some_minimum(dropped):
    """Without a family for the rules of the game, some board seems to need fewer moves."""
    wrong = 0
    for board in BOARDS:
        graph = ClusterGraph.of(board)
        wrong += minimum(graph, without(dropped, *SPEEDERS))[0] < len(astar(graph))
    assert wrong > 0


def test_dropping_the_start_clauses_lowers_the_minimum(monkeypatch):
    monkeypatch.setattr(clusters, "start", lambda graph, v, r: [])
    graph = ClusterGraph.of(BOARDS[0])
    assert incremental_minimum(graph)[0] < len(astar(graph))


def test_the_clauses_of_a_small_board():
    """All clauses for the clusters 0..3, of colours 0, 1, 1, 2."""
    encoder = LayeredEncoder(ClusterGraph.of(Board.of([[0, 1], [1, 2]])))
    names = {}
    for r in range(4):
        names |= {encoder.variables.Fld(r, x): f"F{x}{r}" for x in range(1, 4)}
        names |= {encoder.variables.Done(r, c): f"D{c}{r}" for c in range(3)}
        names |= {encoder.variables.Move(r, c): f"M{c}{r}" for c in range(3)}
        names |= {encoder.variables.Start(r): f"S{r}"}

    def clauses(r):
        return {" ".join("-" * (x < 0) + names[abs(x)] for x in c) for c in encoder.layer(r)}

    assert clauses(0) == {
        *("F10", "F20", "F30"),
        *("-D10 F10", "-D10 F20", "-D20 F30", "D10", "D20"),
        *("-S0 -F10", "-S0 -F20", "-S0 -F30"),
    }
    assert clauses(1) == {
        "-F30 F31 F11 F21",
        *("-F10 F11 M11", "-F20 F21 M11", "-F30 F31 M21"),
        "-M11 -M21",
        *("-D11 F11", "-D11 F21", "-D21 F31", "D11 D21"),
        "F11 F21 F31",
        *("-S1 -F11", "-S1 -F21", "-S1 -F31"),
    }
    assert clauses(2) == {
        "-F31 F32 F12 F22",
        *("-F11 F12 M12", "-F21 F22 M12", "-F31 F32 M22"),
        "-M12 -M22",
        *("-M12 -M11", "-M22 -M21"),
        *("-S2 -F12", "-S2 -F22", "-S2 -F32"),
    }


@given(board=boards(most_fields=9, most_colours=3), more=st.integers(0, 1))
@settings(max_examples=60)
def test_every_play_without_wasted_moves_is_a_model(board, more):
    """No sound family may exclude a play that floods the board and wastes nothing."""
    graph = ClusterGraph.of(board)
    p = exhaustive.minimum(board) + more
    encoder = LayeredEncoder(graph)
    v = encoder.variables
    clauses = list(encoder.formula(p))
    for moves, _ in exhaustive.plays(board, p):
        flooded, states = 1, [1]
        for c in moves:
            flooded |= graph.neighbours_of(flooded) & graph.of_colour[c]
            states.append(flooded)
        gains = [a != b for a, b in pairwise(states)]
        if flooded != graph.all_clusters or not all(gains):
            continue
        true = set()
        for t, state in enumerate(states):
            true |= {v.Fld(p - t, x) for x in members(state) if x}
            true |= {
                v.Done(p - t, c) for c, of_c in enumerate(graph.of_colour) if not of_c & ~state
            }
        true |= {v.Move(p - t, c) for t, c in enumerate(moves)}
        assert all(any((abs(x) in true) == (x > 0) for x in clause) for clause in clauses)


@pytest.mark.parametrize("cells", [[[0, 1]], [[0, 1, 2, 3]], [[0, 1, 2, 1], [1, 1, 2, 2]]])
def test_models_may_choose_a_colour_found_only_at_the_pivot(cells):
    """The formula does not constrain its choice, so the formula holds in models that choose it."""
    board, p = Board.of(cells), 4
    encoder = LayeredEncoder(ClusterGraph.of(board))
    formula = encoder.formula(p)
    with open_solver("minisat22") as oracle:
        oracle.append_formula(list(formula))
        assert solve(oracle)
        model = [x for x in oracle.get_model() if abs(x) not in encoder.move_literals([0] * p, p)]
    model += encoder.move_literals([0] * p, p)
    assert falsified_clause(formula, model) is None
    moves = encoder.moves(model, p)
    assert len(moves) <= p
    assert floods(board.grid, moves)
