"""Bounds on the minima of boards of thousands of clusters: landmarks and distance beams."""

import subprocess
import sys
from itertools import combinations, product
from pathlib import Path

import pytest
from hypothesis import given, settings

from puzzlesat._engine.floodit import Landmarks
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.referee import floods, newly_flooded
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.solve.astar import astar
from puzzlesat.floodit.solve.exact import Bounds, Limits
from puzzlesat.floodit.solve.pdr import graph_of

from . import exhaustive
from .engine import options_of, search_of
from .strategies import boards

MIB = 1 << 20


def fewest(board, cells):
    """Return the fewest moves that flood some cells, by trying all sequences."""
    for p in range(20):
        for moves in product(range(board.k), repeat=p):
            flooded = {cell for added in newly_flooded(board.grid, moves) for cell in added}
            if flooded >= cells:
                return p
    raise AssertionError


def cell_of(board):
    """Return for each cluster of the engine's graph one of its cells."""
    return [divmod(field, board.cols) for field in graph_of(board).first_field]


@given(board=boards(most_fields=12, most_colours=3))
@settings(max_examples=60)
def test_landmark_queries_agree_with_brute_force(board):
    graph = graph_of(board)
    if not Landmarks.is_suitable(graph):
        return
    bound, cells = Landmarks(graph), cell_of(board)
    dry = range(1, len(cells))
    for chosen in [*combinations(dry, 2), *combinations(dry, 3), *combinations(dry, 4)][:30]:
        least = fewest(board, {cells[x] for x in chosen})
        refuted, moves, _ = bound.query(list(chosen), least + len(chosen) % 3, 10_000)
        assert refuted == least - 1
        assert len(moves) == least
        assert {cells[x] for x in chosen} <= {
            c for add in newly_flooded(board.grid, moves) for c in add
        }
        assert bound.query(list(chosen), least - 1, 10_000)[:2] == (least - 1, None)


def test_a_walker_may_stay_at_the_start_while_its_colour_is_chosen():
    board = Board.of([[2, 0, 1, 0, 2]]).with_start((0, 1))
    bound, cells = Landmarks(graph_of(board)), cell_of(board)
    ends = [cells.index((0, 0)), cells.index((0, 4))]
    assert bound.query(ends, 3, 1000)[:2] == (2, [1, 0, 2])
    assert bound.query(ends[::-1], 3, 1000)[:2] == (2, [1, 0, 2])


@given(board=boards(most_fields=16, most_colours=4))
def test_landmark_bounds_are_admissible(board):
    graph = graph_of(board)
    if Landmarks.is_suitable(graph):
        bound, least = Landmarks(graph), exhaustive.minimum(board)
        assert bound.bound <= least
        bound.tighten(1000)
        assert bound.bound <= least


def test_more_states_never_weaken_the_landmark_bound():
    raised = 0
    for i in range(20):
        board = random_board(7, 9, 4, i)
        bound, least = Landmarks(graph_of(board)), len(astar(Bounds(board).graph))
        before = bound.bound
        bound.tighten(20_000)
        assert before <= bound.bound <= least
        raised += bound.bound > before
    assert raised


def test_landmarks_are_limited_to_suitable_boards():
    assert not Landmarks.is_suitable(graph_of(Board.of([[1, 1]])))
    assert not Landmarks.is_suitable(graph_of(Board.of([[0, 1] * 61])))
    strip = Board.of([[0, 1] * 60])
    bound = Landmarks(graph_of(strip))
    bound.tighten(1000)
    assert bound.bound == 119


@given(board=boards(most_fields=12, most_colours=4))
def test_distance_beam_that_keeps_all_states_is_exact(board):
    graph = graph_of(board)
    least = exhaustive.minimum(board)
    moves = graph.distance_beam(5000, least + 3)
    assert len(moves) == least
    assert floods(board.grid, moves)
    assert graph.distance_beam(5000, least) is None


def far_apart():
    """Return bounds that are far apart after the first beam."""
    return Bounds(random_board(2020, 40, 8, 0))


def tightened(bounds, limits, **options):
    """Tighten bounds within the limit on memory."""
    search = search_of(bounds.board, memory_bytes=limits.memory)
    search.tighten(
        *(bounds.lower, bounds.upper, bounds.refute, bounds.update_upper),
        options_of(limits, **options),
    )


@pytest.mark.parametrize("cores", [1, 2])
def test_tightening_improves_both_bounds_of_large_boards(cores):
    bounds = far_apart()
    before = bounds.lower, bounds.upper
    tightened(bounds, Limits(cores=cores), max_distance_width=30)
    assert bounds.lower > before[0]
    assert bounds.upper < before[1]
    assert bounds.lower_by == "landmarks"
    assert bounds.moves_by.startswith("distance beam")


@pytest.mark.parametrize(("memory", "by"), [(1, "h"), (8, "landmarks"), (40, "landmarks")])
def test_landmarks_are_used_if_memory_suffices(memory, by):
    """For 1,201 clusters, the tables take 6.9 MiB, and 1.4 MiB for each pair of landmarks."""
    bounds = far_apart()
    limits = Limits(memory=memory * MIB)
    tightened(bounds, limits, max_distance_width=300, tighten_until_gap=0)
    assert bounds.lower_by == by
    assert bounds.moves_by.startswith("distance beam")


def test_landmark_queries_are_limited_by_memory():
    graph = graph_of(random_board(2020, 20, 10, 0))
    bounds = []
    for memory in (1 * MIB, 2 * MIB, 3 * MIB, 100 * MIB):
        bound = Landmarks(graph, memory_bytes=memory)
        for _ in range(20):
            bound.tighten(50_000)
        assert bound.ended == (memory < 100 * MIB)
        bounds.append(bound.bound)
    assert bounds == sorted(bounds)
    assert bounds[0] < bounds[-1]
    with pytest.raises(MemoryError):
        Landmarks(graph, memory_bytes=MIB // 4)


PEAK = """
import sys
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.solve.exact import METHODS, Bounds, Limits, close_bounds

def peak():
    status = open("/proc/self/status").read()
    return int(status.split("VmHWM:")[1].split()[0])

def grown(board, memory):
    before = peak()
    bounds = Bounds(board)
    outcome = close_bounds(bounds, METHODS["pdr"], Limits.of(240, memory), "")
    return outcome, peak() - before

grown(random_board(2020, 12, 6, 0), None)
outcome, grew = grown(random_board(2020, *map(int, sys.argv[1:4])), int(sys.argv[4]) << 20)
print(outcome, grew // 1024)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux tells the peak")
@pytest.mark.parametrize(("board", "memory"), [((24, 10, 0), 8), ((40, 8, 0), 16)])
def test_search_respects_the_memory_limit(board, memory):
    """The system measures graph, nogoods, beams and tables; they use at least half of the limit."""
    command = [sys.executable, "-c", PEAK, *map(str, board), str(memory)]
    outcome, grew = subprocess.check_output(command, text=True).split()
    assert outcome == "memory"
    assert memory / 2 < int(grew) < memory * 1.1 + 4
