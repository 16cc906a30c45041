"""What boards of thousands of clusters are closed in on with: targets and beams by distance."""

import tracemalloc
from functools import partial
from itertools import combinations, count, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.referee import flood, floods
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.solve import beams, exact, targets, wide
from puzzlesat.floodit.solve.astar import astar
from puzzlesat.floodit.solve.beam import beam
from puzzlesat.floodit.solve.exact import METHODS, Interval, Limits, approach, close, search_within
from puzzlesat.floodit.solve.lists import distances, lists
from puzzlesat.floodit.solve.pdr.compiled import compiled_graph
from puzzlesat.floodit.solve.targets import Targets, farthest
from puzzlesat.floodit.solve.wide import wide_beam

from . import exhaustive
from .strategies import boards


def fewest(board, cells):
    """Return the fewest moves that flood some cells, by trying all sequences."""
    for p in range(20):
        for moves in product(range(board.k), repeat=p):
            flooded = {cell for added in flood(board.grid, moves) for cell in added}
            if flooded >= cells:
                return p
    raise AssertionError


def cell_of(board):
    """Return for each cluster of the compiled graph one of its cells."""
    numbers = compiled_graph(board).cluster.tolist()
    return [divmod(board.clusters[x][0], board.cols) for x in numbers]


@given(board=boards(most_fields=12, most_colours=3))
@settings(deadline=None, max_examples=60)
def test_targets_need_as_many_moves_as_by_brute_force(board):
    graph = lists(compiled_graph(board))
    if not Targets.suit(graph):
        return
    bound, cells = Targets(graph), cell_of(board)
    dry = range(1, len(cells))
    for chosen in [*combinations(dry, 2), *combinations(dry, 3), *combinations(dry, 4)][:30]:
        least = fewest(board, {cells[x] for x in chosen})
        refuted, moves, _ = bound.ask(list(chosen), least + len(chosen) % 3, 10_000)
        assert refuted == least - 1
        assert len(moves) == least
        assert sum(map(len, flood(board.grid, moves))) > 0
        assert {cells[x] for x in chosen} <= {c for add in flood(board.grid, moves) for c in add}
        assert bound.ask(list(chosen), least - 1, 10_000)[:2] == (least - 1, None)


def walked(board, chosen):
    """Return the fewest moves that flood some clusters, by going through all walkers' ways."""
    graph = lists(compiled_graph(board))
    beside = [
        graph.beside[graph.first[x] : graph.first[x + 1]].tolist() for x in range(len(graph.colour))
    ]
    of = graph.colour.tolist()
    seen = last = {(0,) * len(chosen)}
    for p in count():
        if chosen in seen:
            return p
        last = {
            there
            for here in last
            for c in range(board.k)
            for there in product(*([x, *(y for y in beside[x] if of[y] == c)] for x in here))
        } - seen
        seen = seen | last


def test_targets_of_larger_boards_need_as_many_moves_as_their_walkers():
    for i in range(12):
        board = random_board(11, 8, 4, i)
        graph = lists(compiled_graph(board))
        bound = Targets(graph)
        last = len(graph.colour) - 1
        chosen = (last, last * 2 // 3, last // 2)
        least = walked(board, chosen)
        assert len(bound.ask(list(chosen), least, 10**6).moves) == least
        assert bound.ask(list(chosen), least - 1, 10**6)[:2] == (least - 1, None)
        for states in (1, 10, 100):
            answer = bound.ask(list(chosen), least, states)
            assert answer.refuted < least
            assert answer.moves is None or len(answer.moves) == least


def test_a_walker_may_stay_at_the_start_while_its_colour_is_chosen():
    board = Board.of([[2, 0, 1, 0, 2]]).starting((0, 1))
    bound, cells = Targets(lists(compiled_graph(board))), cell_of(board)
    ends = [cells.index((0, 0)), cells.index((0, 4))]
    assert bound.ask(ends, 3, 1000)[:2] == (2, [1, 0, 2])
    assert bound.ask(ends[::-1], 3, 1000)[:2] == (2, [1, 0, 2])


@given(board=boards(most_fields=16, most_colours=4))
@settings(deadline=None)
def test_targets_never_promise_more_than_the_minimum(board):
    graph = lists(compiled_graph(board))
    if Targets.suit(graph):
        bound, least = Targets(graph), exhaustive.minimum(board)
        assert bound.bound <= least
        bound.go_on(1000)
        assert bound.bound <= least


def test_targets_bound_larger_boards_and_more_states_no_worse():
    raised = 0
    for i in range(20):
        board = random_board(7, 9, 4, i)
        bound, least = Targets(lists(compiled_graph(board))), len(astar(Interval(board).graph))
        before = bound.bound
        bound.go_on(20_000)
        assert before <= bound.bound <= least
        raised += bound.bound > before
    assert raised


@given(st.lists(st.integers(0, 9), min_size=3, max_size=3))
def test_the_bound_is_the_best_of_all_sets_of_colours(refuted):
    """The first colour of a set that is finished needs its moves, and each other one more."""
    bound = Targets(lists(compiled_graph(Board.of([[0, 1, 2, 3]]))))
    bound.refuted = dict(enumerate(refuted, 1))
    some = [chosen for j in (1, 2, 3) for chosen in combinations(refuted, j)]
    assert bound.bound == max(bound.pairs, *(min(chosen) + len(chosen) for chosen in some))


def test_a_bound_is_found_again_whatever_room_there_is_at_first(monkeypatch):
    graph = lists(compiled_graph(random_board(2020, 20, 8, 0)))
    usual = Targets(graph)
    usual.go_on(50_000)
    monkeypatch.setattr(targets, "FIRST_ROOM", 1)
    monkeypatch.setattr(targets, "STATES_AT_ONCE", 7)
    monkeypatch.setattr(targets, "PAIRS_AT_ONCE", 7)
    other = Targets(graph)
    other.go_on(50_000)
    assert (other.refuted, other.targets) == (usual.refuted, usual.targets)
    assert any(len(chosen) > 2 for chosen in usual.targets.values())


def test_what_takes_too_many_states_is_given_up(monkeypatch):
    graph = lists(compiled_graph(random_board(2020, 20, 8, 0)))
    usual, other = Targets(graph), Targets(graph)
    usual.go_on(50_000)
    other.go_on(5)
    assert not other.ended
    monkeypatch.setattr(targets, "MOST_STATES", 5)
    monkeypatch.setattr(targets, "STATES_AT_ONCE", 1)
    for _ in other.refuted:
        other.go_on(5)
    assert other.ended
    assert other.bound < usual.bound


def test_tables_are_made_of_boards_that_they_suit():
    assert not Targets.suit(lists(compiled_graph(Board.of([[1, 1]]))))
    assert not Targets.suit(lists(compiled_graph(Board.of([[0, 1] * 61]))))
    strip = Board.of([[0, 1] * 60])
    bound = Targets(lists(compiled_graph(strip)))
    bound.go_on(1000)
    assert bound.bound == 119


def test_the_farthest_of_a_colour():
    graph = lists(compiled_graph(Board.of([[0, 1, 2, 1, 2, 1]])))
    assert farthest(graph, [1, 2], 1) == 5
    assert farthest(graph, [1, 2], 2) == 4
    assert farthest(graph, [1, 2, 1, 2], 2) is None


def test_lists_hold_the_graph():
    board = random_board(1, 12, 3, 0)
    packed = compiled_graph(board)
    graph = lists(packed)
    far = distances(graph, 0)
    for x in range(len(graph.colour)):
        beside = graph.beside[graph.first[x] : graph.first[x + 1]].tolist()
        bits = np.unpackbits(packed.adjacent[x].view(np.uint8), bitorder="little")
        assert sorted(beside) == np.flatnonzero(bits).tolist()
        assert beside == sorted(beside, key=lambda y: graph.colour[y])
        assert x == 0 or far[x] == 1 + min(far[y] for y in beside)


def test_a_wide_beam_finds_solutions_and_a_wider_one_no_worse():
    for i in range(5):
        board = random_board(5, 14, 6, i)
        graph = lists(compiled_graph(board))
        found = [wide_beam(graph, width, 99) for width in (1, 10, 300)]
        assert all(floods(board.grid, moves) for moves in found)
        assert len(found[2]) <= len(found[0])
        assert wide_beam(graph, 300, len(found[2])) is None


@given(board=boards(most_fields=12, most_colours=4))
@settings(deadline=None)
def test_a_wide_beam_that_keeps_all_is_exact(board):
    graph = lists(compiled_graph(board))
    least = exhaustive.minimum(board)
    moves = wide_beam(graph, 5000, least + 3)
    assert len(moves) == least
    assert floods(board.grid, moves)
    assert wide_beam(graph, 5000, least) is None


def test_a_wide_beam_keeps_weights_and_pauses_anywhere(monkeypatch):
    """The weights that it keeps with states are those of their distances, in one go or in many."""
    graph = lists(compiled_graph(random_board(3, 14, 6, 1)))
    rooms = []
    make = wide._room
    monkeypatch.setattr(wide, "_room", lambda *sizes: rooms.append(make(*sizes)) or rooms[-1])
    usual = wide_beam(graph, 20, 99)
    monkeypatch.setattr(wide, "WORK_AT_ONCE", 1)
    pauses = []
    assert wide_beam(graph, 20, 99, lambda: pauses.append(1)) == usual
    assert len(pauses) > len(usual)
    far = rooms[0].far.astype(int)
    weights = np.where(far > 0, (2 * far - 1) ** 2, 0).sum(axis=2)
    assert (weights == rooms[0].weight)[:, :2].all()


def test_a_wide_beam_is_narrow_where_there_is_no_room(monkeypatch):
    graph = lists(compiled_graph(random_board(5, 14, 6, 0)))
    monkeypatch.setattr(wide, "ROOM", 1)
    assert wide_beam(graph, 300, 99) == wide_beam(graph, 1, 99)


def approached(interval, packed=None, **limits):
    """Have the ends of an interval brought nearer."""
    with beams.Beside(Limits(**limits), lambda: None) as beside:
        approach(interval, packed or compiled_graph(interval.board), Limits(**limits), beside)


def far_apart():
    """An interval whose ends the first beam leaves far apart."""
    return Interval(random_board(2020, 40, 8, 0))


@pytest.mark.parametrize("cores", [1, 2])
def test_large_boards_are_approached_from_both_sides(monkeypatch, cores):
    monkeypatch.setattr(exact, "WIDEST_OF_ALL", 30)
    interval = far_apart()
    before = interval.lower, interval.upper
    approached(interval, cores=cores)
    assert interval.lower > before[0]
    assert interval.upper < before[1]
    assert interval.lower_by == "targets"
    assert interval.moves_by.startswith("wide beam")


def test_boards_are_approached_where_the_first_beam_leaves_a_gap(monkeypatch):
    gaps = []

    def approach(interval, *_):
        gaps.append(interval.upper - interval.lower)
        raise TimeoutError

    monkeypatch.setattr(exact, "approach", approach)
    assert close(far_apart(), METHODS["pdr"], Limits(), "glucose42") == "timeout"
    near = Interval(random_board(2020, 14, 6, 0))
    assert close(near, METHODS["pdr"], Limits(), "glucose42") == "optimal"
    assert len(gaps) == 1
    assert gaps[0] > exact.NEAR


MIB = 1 << 20


def peak_of(function, *arguments):
    """Return what a function returns, and how many bytes the arrays that it makes take at most.

    It should have been called before: loading or compiling code takes memory of its own.
    """
    tracemalloc.start()
    try:
        found = function(*arguments)
        return found, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("memory", "by"), [(1, "h"), (8, "targets"), (10, "targets"), (40, "targets")]
)
def test_an_approach_takes_no_more_memory_than_it_may(memory, by, monkeypatch):
    """Of 1,201 clusters the tables take 6.9 MiB, and 1.4 MiB for each two targets."""
    monkeypatch.setattr(exact, "WIDEST_OF_ALL", 300)
    monkeypatch.setattr(exact, "FAR", 0)
    packed = compiled_graph(far_apart().board)
    approached(far_apart(), packed, memory=memory * MIB)
    interval = far_apart()
    _, peak = peak_of(partial(approached, interval, packed, memory=memory * MIB))
    assert peak < memory * MIB
    assert interval.lower_by == by
    assert interval.moves_by.startswith("wide beam")


def test_an_approach_without_room_changes_nothing():
    interval = far_apart()
    before = interval.lower, interval.moves
    approached(interval, memory=1000)
    assert (interval.lower, interval.moves) == before


def test_targets_ask_what_they_have_room_for():
    graph = lists(compiled_graph(random_board(2020, 20, 10, 0)))
    Targets(graph).go_on(50_000)
    bounds = []
    for memory in (1 * MIB, 2 * MIB, 3 * MIB, 100 * MIB):
        assert Targets.suit(graph, memory)
        bound = Targets(graph, memory=memory)
        tables = sum(array.nbytes for array in bound.tables)
        for _ in range(20):
            _, peak = peak_of(bound.go_on, 50_000)
            assert tables + peak < memory
        assert bound.ended == (memory < 100 * MIB)
        bounds.append(bound.bound)
    assert bounds == sorted(bounds)
    assert bounds[0] < bounds[1]
    assert not Targets.suit(graph, tables - 1)


def test_beams_without_room_are_not_run():
    packed = compiled_graph(random_board(5, 14, 6, 0))
    for look, graph in ((beam, packed), (wide_beam, lists(packed))):
        found = look(graph, 300, 99)
        _, peak = peak_of(look, graph, 300, 99)
        assert found is not None
        assert look(graph, 300, 99, memory=peak // 2) is None
        assert look(graph, 300, 99, memory=peak * 2) == found


@pytest.mark.parametrize("memory", [3 * MIB // 2, 3 * MIB, 8 * MIB])
def test_a_search_takes_no_more_memory_than_it_may(memory, monkeypatch):
    """Graph, nogoods and beams together; 100 kB are the board's and those of other objects."""
    monkeypatch.setattr(beams, "FIRST_WIDTH", 3000)
    for look in (lambda *some: (close(*some), 0), partial(peak_of, close)):
        interval = Interval(random_board(2020, 20, 10, 0))
        outcome, peak = look(interval, METHODS["pdr"], Limits(memory=memory), "glucose42")
    assert outcome == "memory"
    assert peak < memory + 100_000


def test_a_graph_needs_room():
    board = random_board(1, 40, 6, 0)
    with pytest.raises(MemoryError):
        search_within(board, 50, Limits(memory=MIB // 4))
    search, rest = search_within(board, 50, Limits(memory=2 * MIB))
    assert search.memory == rest.memory < 2 * MIB - search.packed.adjacent.nbytes
    assert search_within(board, 50, Limits())[0].memory is None
