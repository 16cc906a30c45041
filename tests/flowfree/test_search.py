"""All methods on hundreds of small puzzles, compared with exhaustive search."""

from copy import deepcopy
from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random

import pytest

from puzzlesat.common.errors import DisagreementError, InputError, counted
from puzzlesat.flowfree.board.formats import parse_puzzle
from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.board.solution import Solution, check_solution
from puzzlesat.flowfree.encode import methods as module
from puzzlesat.flowfree.encode.links import CONSTRAINTS, Links, no_square
from puzzlesat.flowfree.encode.methods import METHODS, solver_of
from puzzlesat.flowfree.solve.answer import solve_puzzle
from puzzlesat.flowfree.solve.generate import random_puzzle
from puzzlesat.flowfree.solve.propagator import NoCycle
from puzzlesat.flowfree.solve.search import Search, check_method
from puzzlesat.sat.solver import counters
from puzzlesat_studies.flowfree import tree as tree_module
from puzzlesat_studies.flowfree.rows import SAT
from puzzlesat_studies.flowfree.tree import TreeSearch

from .exhaustive import solutions
from .samples import AROUND, CROSS, LADDER, SQUARES, TWO_SOLUTIONS, solvable, thrown

SHAPES = [(3, 4), (4, 4), (4, 5), (5, 4)]


@cache
def puzzles():
    return [
        *(CROSS, SQUARES, AROUND, TWO_SOLUTIONS, ["A.A"], ["AA"], ["AB", "AB"], ["A", "A"]),
        *(["AA.", "..."], ["A...A"], ["A.", ".A"], ["A..", "...", "..A"], ["AABB", "....", "CCDD"]),
        *(thrown(seed, SHAPES, [1, 2, 3]) for seed in range(130)),
        *(solvable(seed, SHAPES, [4]) for seed in range(40)),
        *(solvable(seed, [(5, 5)], [3, 4, 5]) for seed in range(40)),
    ]


MOST = 5


@pytest.fixture(scope="module")
def expected():
    """For each puzzle all its solutions, by brute force."""
    return [sorted(islice(solutions(rows), MOST)) for rows in puzzles()]


def all_of(rows, method):
    encoding, cycles = method.split("/")
    solver = solver_of(cycles, "minisat22")
    with Search(Puzzle.of(rows), encoding, cycles, solver) as search:
        found = islice(iter(search.next, None), MOST)
        return sorted(solution.lines for solution in found), search


def test_restart_clauses_have_at_least_four_literals():
    """As in the post, no clause is shorter than a cycle, which has at least four cells."""
    with Search(Puzzle.of(SQUARES), "published", "restart") as search:
        search.next()
        assert search.cuts > 0
        assert min(map(len, search._kept[-search.cuts :])) >= 4


def test_rounds_are_counted_and_reported():
    messages = []
    with Search(Puzzle.of(SQUARES), "published", "restart", on_message=messages.append) as search:
        assert search.counters == counters(search._solver)
        first = counters(search._solver)["propagations"]
        while search.next():
            pass
        rounds = range(1, search.repairs + 1)
        assert messages == [f"{counted(i, 'round')} with cycles" for i in rounds] != []
        assert search.counters["propagations"] > counters(search._solver)["propagations"] > first


def test_sample_includes_puzzles_with_no_one_and_several_solutions(expected):
    kinds = [len(found) for found in expected]
    assert kinds.count(0) > 100
    assert kinds.count(1) > 70
    assert max(kinds) >= 2


@pytest.mark.parametrize("method", SAT)
def test_every_method_finds_exactly_the_solutions(method, expected):
    repaired = 0
    for rows, right in zip(puzzles(), expected, strict=True):
        found, search = all_of(rows, method)
        assert found == right, rows
        repaired += search.repairs
    cycles = METHODS[method.split("/")[1]]
    assert (repaired == 0) == bool(cycles.eager or cycles.propagate)


def test_tree_search_finds_exactly_the_solutions(expected):
    for rows, right in zip(puzzles(), expected, strict=True):
        found = [solution.lines for solution in islice(TreeSearch(Puzzle.of(rows)).solutions(), 9)]
        assert sorted(found) == right, rows


@pytest.mark.parametrize("flaw", ["_ways", "_settle", "_stranded"])
def test_flawed_tree_search_is_detected(flaw, expected, monkeypatch):
    """Flows may touch, forced moves are not made, or seven free cells count as stranded."""
    broken = {
        "_ways": lambda self, node, f: [w for w in self.adjacent[node.head[f]] if node.flow[w] < 0],
        "_settle": lambda self, node, touched: len(node.flow) != 25,
        "_stranded": lambda self, node: node.flow.count(-1) == 7,
    }[flaw]
    monkeypatch.setattr(tree_module.TreeSearch, flaw, broken)
    wrong = 0
    for rows, right in zip(puzzles(), expected, strict=True):
        found = [solution.lines for solution in islice(TreeSearch(Puzzle.of(rows)).solutions(), 9)]
        wrong += sorted(found) != right
    assert wrong


def test_repair_takes_no_more_rounds_than_restart():
    for rows in (SQUARES, AROUND):
        _, repaired = all_of(rows, "published/repair")
        _, restarted = all_of(rows, "published/restart")
        assert 0 < repaired.repairs <= restarted.repairs
        assert repaired.cuts >= repaired.repairs


def test_escape_without_square_clauses_raises_disagreement(monkeypatch):
    some = [constraint for constraint in CONSTRAINTS if constraint is not no_square]
    monkeypatch.setitem(module.ENCODINGS, "links", lambda puzzle: Links(puzzle, some))
    with (
        pytest.raises(DisagreementError, match="has a model with a cycle"),
        Search(Puzzle.of(SQUARES), "links", "escape") as search,
    ):
        search.next()


@pytest.mark.parametrize("method", ["repair", "restart", "propagator"])
def test_timeout_raises_timeout_error(method):
    # Loading the published clauses of a large puzzle takes longer than the limit.
    puzzle = random_puzzle(2020, 18, 18, 14, 0, "any")
    solver = solver_of(method, "minisat22")
    with (
        pytest.raises(TimeoutError),
        Search(puzzle, "published", method, solver, timeout=0.001) as search,
    ):
        search.next()


def test_tree_search_raises_at_its_time_and_memory_limits(monkeypatch):
    puzzle = random_puzzle(2020, 18, 18, 14, 0, "any")
    with pytest.raises(TimeoutError):
        next(TreeSearch(puzzle, timeout=0.001).solutions())
    monkeypatch.setattr(tree_module, "MEMORY", 5)
    with pytest.raises(MemoryError):
        next(TreeSearch(puzzle).solutions())
    monkeypatch.setattr(tree_module, "MEMORY", 1)
    assert next(TreeSearch(Puzzle.of(["A.A"])).solutions()).lines == ["AAA"]


def test_propagator_requires_cadical195():
    with pytest.raises(InputError, match="runs only with the solver cadical195"):
        Search(Puzzle.of(CROSS), method="propagator", solver="minisat22")
    check_method("propagator", "cadical195")


@pytest.mark.parametrize("solver", ["cadical153", "glucose42", "maplechrono"])
def test_other_solvers_find_the_same_solutions(solver):
    with Search(Puzzle.of(TWO_SOLUTIONS), solver=solver, timeout=60) as search:
        found = [search.next(), search.next()]
    assert sorted(solution.lines for solution in found) == sorted(
        islice(solutions(TWO_SOLUTIONS), 2)
    )


def test_exhausted_search_keeps_returning_none():
    with Search(Puzzle.of(LADDER)) as search:
        assert search.next().text == "AB/AB/AB"
        assert search.next() is None
        assert search.next() is None


def test_clauses_are_loaded_once(monkeypatch):
    loaded, load = [], Search._load
    monkeypatch.setattr(Search, "_load", lambda search: (loaded.append(search), load(search)))
    with Search(Puzzle.of(TWO_SOLUTIONS)) as search:
        assert search.next()
        assert search.next()
        assert search.next() is None
    assert loaded == [search]


@pytest.mark.parametrize("rule", ["strict", "touching"])
def test_wrong_solution_raises_disagreement(rule):
    puzzle = Puzzle.of(CROSS, rule=rule)
    found = Solution(puzzle, tuple(puzzle.endpoints))
    with pytest.raises(DisagreementError, match="is wrong: "):
        check_solution(found)


WARPED = (
    "+^+-+^+^+^+-+-+/<. . B . . . .>/+ + + + + + + +/|. A . . . . .|/+ + + + + + + +/"
    "<A # . . . B .>/+ + + + + + + +/|. . . . . . .|/+v+-+v+v+v+-+-+"
)


def test_propagator_remembers_fixed_links():
    """On this board, CaDiCaL fixes links below the top level, and reports this only once."""
    puzzle = replace(parse_puzzle(WARPED), rule="touching")
    by_method = {
        method: solve_puzzle(puzzle, "links", method, solver, None, unique=True, direct=False)
        for method, solver in (("propagator", "cadical195"), ("repair", "minisat22"))
    }
    assert {answer.status for answer in by_method.values()} == {"solved"}
    assert len({answer.unique for answer in by_method.values()}) == 1


def test_propagator_rejects_the_link_that_closes_a_cycle():
    encoding = Links(Puzzle.of(["A..", "...", "..A"]))
    ring = [encoding.uses[encoding.puzzle.grid.links.tolist().index(pair)][0] for pair in SQUARE]
    propagator = NoCycle(encoding)
    for lit in ring[:3]:
        propagator.on_assignment(lit)
        assert propagator.check_model(ring)
        assert not propagator.has_clause()
    propagator.on_assignment(ring[3])
    assert propagator.check_model(ring) is False
    assert propagator.has_clause()
    assert sorted(propagator.add_clause()) == sorted(-lit for lit in ring)
    assert propagator.check_model(ring) is True
    assert not propagator.has_clause()


SQUARE = ([0, 1], [0, 3], [1, 4], [3, 4])


@pytest.mark.parametrize("seed", range(10))
def test_propagator_restores_its_state_on_backtracking(seed):
    random = Random(seed)
    propagator = NoCycle(Links(random_puzzle(seed, 6, 6, 4, 0, "any")))
    literals = random.sample(sorted(propagator.joins), len(propagator.joins))
    before = []
    for lit in literals[:40]:
        before.append(deepcopy([propagator.parent, propagator.size, propagator.adjacent]))
        propagator.on_new_level()
        propagator.on_assignment(lit)
        assert (
            sum(size for i, size in enumerate(propagator.size) if propagator.parent[i] == i) == 36
        )
    for level in (31, 30, 8, 0):
        propagator.on_backtrack(level)
        assert [propagator.parent, propagator.size, propagator.adjacent] == before[level]
