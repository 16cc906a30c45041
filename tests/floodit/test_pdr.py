"""The property-directed search, its bounds and its beams, compared with brute force."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlesat._engine.floodit import Graph, Search
from puzzlesat.floodit.board.graph import ClusterGraph, members
from puzzlesat.floodit.board.greedy import greedy
from puzzlesat.floodit.board.referee import floods
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.solve.astar import lower_bound
from puzzlesat.floodit.solve.pdr import graph_of

from . import exhaustive
from .engine import bits, breadth_first, neighbours_of, search_of
from .strategies import boards, started

MIB = 1 << 20

SIZES = [(6, 3), (11, 4), (16, 5), (18, 6), (22, 5), (24, 6), (30, 6)]
WIDE = [random_board(2, n, k, 0) for n, k in SIZES]
"""Boards whose sets have 1, 2, 3, 4, 5, 7, and 9 or more words: one for each class of sets."""


def solved_upwards(board, max_filed=4000, **rules):
    """Search for more and more moves; return the minimum, the moves, and the search."""
    search, p = search_of(board, max_filed=max_filed, **rules), 0
    while (moves := search.solve(p)) is None:
        p += 1
    return p, moves, search


@given(board=boards(most_fields=12, most_colours=4), max_filed=st.sampled_from([1, 4000]))
@settings(max_examples=150)
def test_search_agrees_with_brute_force(board, max_filed):
    p, moves, _ = solved_upwards(board, max_filed)
    assert p == exhaustive.minimum(board) == len(moves)
    assert floods(board.grid, moves)


@given(
    board=boards(most_fields=12, most_colours=4),
    finish=st.booleans(),
    generalise=st.booleans(),
    witness=st.booleans(),
)
@settings(max_examples=100)
def test_search_without_some_rules_agrees_with_brute_force(board, finish, generalise, witness):
    p, _, search = solved_upwards(board, finish=finish, generalise=generalise, witness=witness)
    assert p == exhaustive.minimum(board)
    for z, _, kind, _ in search.nogoods():
        dry = [x for x in range(len(search.graph.colour)) if z[x // 8] >> x % 8 & 1]
        assert 0 not in dry
        assert kind != "finish" or finish


def test_search_reuses_nogoods_after_a_larger_query():
    board = random_board(11, 12, 6, 1)
    p, _, upwards = solved_upwards(board)
    search = search_of(board)
    assert len(search.solve(p + 1)) <= p + 1
    assert search.solve(p - 1) is None
    before = search.obligations
    assert search.solve(p - 1) is None
    assert search.solve(p - 2) is None
    assert search.obligations == before
    assert len(search.solve(p)) == p
    assert upwards.obligations > 0


def test_a_running_search_refuses_other_calls():
    """What it reads would change meanwhile."""
    search = search_of(random_board(11, 12, 6, 1))
    with pytest.raises(ValueError, match="no number of moves is refuted"):
        search.refutation(search.bound)
    calls = [search.nogoods, lambda: search.refutation(0), lambda: search.lower_bound([0])]
    for call in [*calls, lambda: search.witness([0], 0)]:
        with pytest.raises(ValueError, match="is running already"):
            search.close_bounds(0, 50, print, lambda *_, call=call: call())
        call()


def test_memory_and_time_limits_raise():
    board = random_board(2020, 20, 10, 0)
    search = search_of(board, memory_bytes=1 << 18)
    with pytest.raises(MemoryError):
        for p in range(40):
            search.solve(p)
    search = search_of(board)
    with pytest.raises(TimeoutError):
        search.solve(36, 0.1)
    assert search.obligations > 0
    with pytest.raises(TimeoutError):
        search.solve(36, -1)
    with pytest.raises(MemoryError):
        search_of(board, memory_bytes=1000)


@given(board=started(most_fields=30, most_colours=6), data=st.data())
def test_engine_graph_matches_the_cluster_graph(board, data):
    graph = ClusterGraph.of(board)
    built, plain = graph_of(board), breadth_first(graph)
    assert sorted(built.board_number) == list(range(len(graph.adjacent)))
    assert [sorted(near) for near in neighbours_of(built)] == [members(s) for s in plain.adjacent]
    assert built.colour == list(plain.colour)
    assert built.fields == list(plain.sizes)
    for near in neighbours_of(built):
        assert near == sorted(near, key=lambda y: (built.colour[y], y))
    assert built.opening() == (lower_bound(graph, 1), greedy(graph))
    search = Search(built)
    chosen = {0} | data.draw(st.sets(st.integers(0, len(graph.adjacent) - 1)))
    assert search.lower_bound(sorted(chosen)) == lower_bound(plain, bits(chosen))


@given(board=boards(most_fields=30, most_colours=6), data=st.data())
def test_witness_alone_implies_the_lower_bound(board, data):
    """Its bound holds regardless of the other clusters."""
    check_witnesses(board, {0} | data.draw(st.sets(st.integers(0, len(board.clusters) - 1))))


def check_witnesses(board, flooded):
    plain, search = breadth_first(ClusterGraph.of(board)), search_of(board)
    s = bits(flooded)
    assert search.lower_bound(list(flooded)) == lower_bound(plain, s)
    for r in range(lower_bound(plain, s)):
        dry = bits(search.witness(list(flooded), r))
        assert not dry & s
        assert lower_bound(plain, plain.all_clusters & ~dry) > r


@pytest.mark.parametrize("board", WIDE, ids=lambda board: len(board.clusters))
def test_bounds_and_witnesses_for_every_set_width(board):
    n = len(board.clusters)
    for step in (2, 3, 5, n):
        check_witnesses(board, range(0, n, step))


def test_opening_bounds_of_a_strip_of_a_million_fields():
    """The sets of its clusters have 16,000 words; the front is in one or two of them."""
    strip = Graph([0, 1] * 500_000, 1_000_000, 2)
    bound, moves = strip.opening()
    assert bound == len(moves) == 999_999


@given(board=boards(most_fields=12, most_colours=4))
def test_beam_that_keeps_all_states_is_exact(board):
    search, least = search_of(board), exhaustive.minimum(board)
    moves = search.beam(5000, least + 3)
    assert len(moves) == least
    assert floods(board.grid, moves)
    assert search.beam(5000, least) is None


def test_beam_raises_memory_error():
    board = random_board(5, 14, 6, 0)
    with pytest.raises(MemoryError):
        search_of(board, memory_bytes=MIB).beam(3000, 99)
    limited = search_of(board, memory_bytes=8 * MIB).beam(3000, 99)
    assert limited == search_of(board).beam(3000, 99)
