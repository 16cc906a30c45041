import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.graph import ClusterGraph, members
from puzzlesat.floodit.board.referee import floods
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.solve.astar import lower_bound as plain_lower_bound
from puzzlesat.floodit.solve.beam import beam
from puzzlesat.floodit.solve.greedy import greedy
from puzzlesat.floodit.solve.pdr.bitset import pack, size, unpack
from puzzlesat.floodit.solve.pdr.compiled import (
    can_finish,
    compiled_graph,
    front_of,
    lower_bound,
    opening,
    witness,
)
from puzzlesat.floodit.solve.pdr.search import Search

from . import exhaustive
from .strategies import boards
from .twin import Twin, breadth_first

KINDS = ("bound", "moves", "finish")


def nogoods_of(search):
    """The nogoods as the twin writes them."""
    learnt = search.nogoods
    return [
        (
            sum(1 << x for x in unpack(learnt.z[i])),
            int(learnt.level[i]),
            KINDS[learnt.kind[i]],
            tuple(learnt.reason[i].tolist()),
        )
        for i in range(learnt.count[0])
    ]


def asks(board, most=4000):
    """Ask for more and more moves; return the last answer, and the search."""
    search, p = Search(board, most=most), 0
    while (moves := search.ask(p)) is None:
        p += 1
    return p, moves, search


@given(board=boards(most_fields=12, most_colours=4), most=st.sampled_from([1, 4000]))
@settings(deadline=None, max_examples=150)
def test_search_agrees_with_brute_force(board, most):
    p, moves, _ = asks(board, most)
    assert p == exhaustive.minimum(board) == len(moves)
    assert floods(board.grid, moves)


@pytest.mark.parametrize("most", [4000, 3])
@pytest.mark.parametrize(("n", "k"), [(4, 3), (5, 4), (6, 5), (7, 3), (9, 4), (6, 9), (9, 6)])
def test_search_learns_what_its_twin_learns(n, k, most):
    for i in range(4):
        board = random_board(11, n, k, i)
        search, twin = Search(board, most=most), Twin(ClusterGraph.of(board), most)
        p = 0
        while (moves := search.ask(p)) is None:
            assert twin.ask(p) is None
            p += 1
        assert twin.ask(p) == moves
        assert twin.nogoods == nogoods_of(search)
        assert twin.obligations == search.obligations
        filed = [twin.nogoods[j][1] for j in twin.filed]
        assert search.nogoods.crowd.tolist() == [filed.count(r) for r in range(p + 1)]


def test_search_asked_for_much_first_keeps_what_it_learns():
    board = random_board(11, 12, 6, 1)
    p, _, upwards = asks(board)
    search = Search(board)
    assert len(search.ask(p + 1)) <= p + 1
    assert search.ask(p - 1) is None
    before = search.obligations
    assert search.ask(p - 1) is None
    assert search.ask(p - 2) is None
    assert search.obligations == before
    assert len(search.ask(p)) == p
    assert upwards.obligations > 0


def test_memory_is_kept():
    search = Search(random_board(2020, 20, 10, 0), memory=1 << 18)
    with pytest.raises(MemoryError, match="would take"):
        for p in range(40):
            search.ask(p)


def test_a_pause_may_end_the_search_or_answer_it():
    search = Search(random_board(2020, 20, 10, 0))

    def stop():
        raise TimeoutError

    with pytest.raises(TimeoutError):
        search.ask(36, stop)
    assert search.ask(36, lambda: [1, 2, 3]) == [1, 2, 3]


@given(board=boards(most_fields=30, most_colours=6), data=st.data())
@settings(deadline=None)
def test_the_arena_is_the_graph(board, data):
    graph = ClusterGraph.of(board)
    packed, plain = compiled_graph(board), breadth_first(graph)
    assert sorted(packed.cluster.tolist()) == list(range(len(graph.adjacent)))
    assert [unpack(row) for row in packed.adjacent] == [members(s) for s in plain.adjacent]
    assert [unpack(row) for row in packed.of_colour] == [members(s) for s in plain.of_colour]
    assert packed.fields.tolist() == list(plain.sizes)
    chosen = {0} | data.draw(st.sets(st.integers(0, len(graph.adjacent) - 1)))
    flooded = pack(chosen, packed.whole.size)
    s = sum(1 << x for x in chosen)
    front = np.zeros_like(flooded)
    front_of(packed, flooded, front)
    assert unpack(front) == members(plain.around(s) & ~s)
    scratch = np.empty((3, flooded.size), np.uint64)
    for c, of_c in enumerate(plain.of_colour):
        dry = of_c & ~s
        finishable = bool(dry) and not dry & ~plain.around(s)
        assert can_finish(packed, c, packed.whole & ~flooded, front) == finishable
    h = plain_lower_bound(plain, s)
    assert lower_bound(packed, flooded, front, 99, scratch) == h
    assert (lower_bound(packed, flooded, front, h - 1, scratch) > h - 1) or h == 0
    assert size(flooded) == len(chosen)


@given(board=boards(most_fields=30, most_colours=6), data=st.data())
@settings(deadline=None)
def test_a_witness_keeps_the_bound_by_itself(board, data):
    """Whatever else is flooded."""
    packed, plain = compiled_graph(board), breadth_first(ClusterGraph.of(board))
    clusters = packed.cluster.size
    s = sum(1 << x for x in {0} | data.draw(st.sets(st.integers(0, clusters - 1))))
    flooded = pack(members(s), packed.whole.size)
    front, z, *scratch = np.zeros((5, flooded.size), np.uint64)
    front_of(packed, flooded, front)
    waves = np.zeros((clusters + 2, flooded.size), np.uint64)
    for r in range(plain_lower_bound(plain, s)):
        witness(packed, flooded, front, r, waves, np.array(scratch), z)
        dry = sum(1 << x for x in unpack(z))
        assert not dry & s
        assert plain_lower_bound(plain, plain.whole & ~dry) > r


@given(board=boards(most_fields=30, most_colours=6))
@settings(deadline=None)
def test_the_opening_is_greedy_play_and_the_bound(board):
    graph = ClusterGraph.of(board)
    assert opening(board) == (plain_lower_bound(graph, 1), greedy(graph))


def test_a_beam_finds_solutions_and_a_wider_one_no_worse():
    for i in range(5):
        board = random_board(5, 12, 6, i)
        packed = compiled_graph(board)
        found = [beam(packed, width, 99) for width in (1, 10, 300)]
        assert all(floods(board.grid, moves) for moves in found)
        assert len(found[2]) <= len(found[0])
        assert beam(packed, 300, len(found[2])) is None


@given(board=boards(most_fields=12, most_colours=4))
@settings(deadline=None)
def test_a_beam_that_keeps_all_is_exact(board):
    packed = compiled_graph(board)
    least = exhaustive.minimum(board)
    moves = beam(packed, 5000, least + 3)
    assert len(moves) == least
    assert floods(board.grid, moves)
    assert beam(packed, 5000, least) is None


def test_a_flooded_board():
    packed = compiled_graph(Board.of([[1, 1]]))
    assert beam(packed, 5, 1) == []
    assert Search(Board.of([[1, 1]])).ask(0) == []
