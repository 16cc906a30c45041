"""Redundant families against brute force: none may change what is satisfiable."""

import os
from functools import cache
from itertools import pairwise, product
from math import comb

import pytest
from pysat.solvers import Solver

from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.graph import ClusterGraph
from puzzlesat.floodit.encode import redundant
from puzzlesat.floodit.encode.redundant import ADDABLE, REDUNDANT_FAMILIES, encoder_of
from puzzlesat_studies.floodit.audit.redundant import encoding_name

from . import exhaustive

SMALL = [Board.of([colours[:2], colours[2:]], k=3) for colours in product(range(3), repeat=4)]
SMALL += [
    Board.of([(1, *colours[:2]), colours[2:]], k=3) for colours in product(range(3), repeat=5)
]
"""Every 2×2 board of three colours, and every 2×3 board whose pivot has the middle one."""

SMALL += [Board.of([[0]], k=1), Board.of([[0]], k=2), Board.of([[1, 1]], k=3)]

SMALL += [
    Board.of([colours[:3], colours[3:]], k=3).with_start(start)
    for colours in [(0, 1, 1, 2, 2, 1), (0, 2, 1, 0, 2, 2), (2, 0, 1, 1, 2, 0)]
    for start in product(range(2), range(3))
]
"""Play from every field."""

minimum = cache(exhaustive.minimum)

TELLING = [
    Board.of([[0, 1, 1], [2, 2, 1]]),
    Board.of([[0, 1], [2, 0]]),
    Board.of([[0, 2, 1, 0, 2]]),
    Board.of([[2, 0, 1], [1, 2, 0]]),
]
"""Boards on which every family has something to say."""

IMPLIED = ("12", "distance", "touched", "reach", "colours")


def solver_of(board, added, p):
    return Solver("minisat22", bootstrap_with=encoder_of(board, encoding_name(added)).formula(p))


def wrong_boards(added):
    """Return the small boards on which the family changes what is satisfiable."""
    found = []
    for board in SMALL:
        least = minimum(board)
        for p in range(max(least - 1, 0), least + 2):
            with solver_of(board, added, p) as solver:
                if solver.solve() != (p >= least):
                    found.append((board.subject, p))
    return found


@pytest.mark.parametrize(
    "added", ["minimal", *ADDABLE, *filter(None, [os.environ.get("FLOODIT_ENCODING")])]
)
def test_redundant_families_preserve_satisfiability(added):
    assert wrong_boards(added) == []


def too_far(board, v, p, free):
    """The family `distance`, one move too strict."""
    graph = ClusterGraph.of(board)
    return [[-v.Fld(t, f)] for f in board.fields for t in range(1, p + 1)
            if not graph.ball_of_pivot(t - 1) >> board.cluster_of[f] & 1]  # fmt: skip


def never_back(board, v, p, free):
    """Condition 11, but for moves two apart."""
    return [[-v.Move(t, c), -v.Move(t + 2, c)] for t in range(p - 2) for c in range(board.k)]


@pytest.mark.parametrize("family", [too_far, never_back])
def test_unsound_families_are_detected(family, monkeypatch):
    monkeypatch.setitem(redundant.REDUNDANT_FAMILIES, "distance", family)
    assert wrong_boards("distance")


def allowed_plays(board, added, p):
    """Return the flooding plays that the encoding with the family allows."""
    encoder = encoder_of(board, encoding_name(added))
    with solver_of(board, added, p) as solver:
        return [
            moves
            for moves in exhaustive.solutions(board, p)
            if solver.solve([encoder.variables.Move(t, c) for t, c in enumerate(moves)])
        ]


@pytest.mark.parametrize("added", IMPLIED)
def test_implied_families_exclude_no_play(added):
    for board in TELLING:
        for p in range(5):
            assert allowed_plays(board, added, p) == exhaustive.solutions(board, p)


@pytest.mark.parametrize(
    "added", ["11", *(name for name in REDUNDANT_FAMILIES if name not in IMPLIED)]
)
def test_symmetry_breaking_families_exclude_some_plays_but_not_all(added):
    ruled_out = 0
    for board in TELLING:
        for p in range(5):
            plays, allowed = exhaustive.solutions(board, p), allowed_plays(board, added, p)
            assert bool(allowed) == bool(plays)
            ruled_out += len(plays) - len(allowed)
    assert ruled_out > 0


def touched_clusters(board, grid):
    """Return the clusters of a board that touch flood, and those that are flooded."""
    flooded = exhaustive.flooded_fields(grid)
    around = {g for f in flooded for g in board.neighbours[f]}
    return {board.cluster_of[f] for f in around - flooded}, {board.cluster_of[f] for f in flooded}


def in_order(board, moves, grids):
    """Whether no two moves in a row, the higher colour first, could be swapped."""
    for t, (c, d) in enumerate(pairwise(moves)):
        touched, flooded = touched_clusters(board, grids[t])
        new = touched_clusters(board, grids[t + 1])[0] - touched - flooded
        if c > d and not any(board.colour[board.clusters[C][0]] == d for C in new):
            return False
    return True


@pytest.mark.parametrize("board", [*TELLING, Board.of([[0, 1, 2, 0], [2, 0, 1, 2]])])
def test_commute_allows_exactly_the_ordered_plays(board):
    for p in range(6):
        plays = dict(exhaustive.plays(board, p))
        ordered = [m for m in exhaustive.solutions(board, p) if in_order(board, m, plays[m])]
        assert allowed_plays(board, "commute", p) == ordered


@pytest.mark.parametrize("p", range(6))
def test_reach_constrains_the_last_three_states_and_every_cluster(p):
    board = Board.of([[0, 1, 2, 3]])
    more, of = (encoder_of(board, encoding_name(name)).formula(p) for name in ("reach", "minimal"))
    assert len(more) - len(of) == 4 * min(3, p)


@pytest.mark.parametrize("p", range(4))
def test_colours_constrains_no_state_before_the_first(p):
    board = Board.of([[0, 1, 2, 3]])
    more, of = (
        list(encoder_of(board, encoding_name(name)).formula(p)) for name in ("colours", "minimal")
    )
    added = more[len(of) :]
    assert len(added) == sum(4 + comb(4, j + 1) for j in range(min(p + 1, 4)))
    assert all(min(clause) > 0 or max(clause) < 0 for clause in added)
