"""All methods on hundreds of small puzzles under every rule, compared with brute force."""

from copy import deepcopy
from dataclasses import replace
from functools import cache
from itertools import islice, product
from random import Random

import pytest

from puzzlesat.common.errors import DisagreementError, InputError, counted
from puzzlesat.flowfree.board.puzzle import FILLING, RULES, Puzzle
from puzzlesat.flowfree.encode import methods as module
from puzzlesat.flowfree.encode.links import CONSTRAINTS, CONSTRAINTS_OF_RULE, Links, no_square
from puzzlesat.flowfree.encode.methods import METHODS, check_rule, solver_of
from puzzlesat.flowfree.formats.samples import parse_puzzle
from puzzlesat.flowfree.solve.answer import solve_puzzle
from puzzlesat.flowfree.solve.generate import random_puzzle
from puzzlesat.flowfree.solve.propagator import NoCycle
from puzzlesat.flowfree.solve.search import Search, check_method
from puzzlesat.sat.solver import counters
from puzzlesat_studies.flowfree import tree as tree_module
from puzzlesat_studies.flowfree.rows import SAT
from puzzlesat_studies.flowfree.tree import TreeSearch

from .found import MOST, by_sat, by_tree, wrong
from .marked import all_solutions
from .samples import AROUND, BRIDGE, CROSS, SQUARES, TWO_SOLUTIONS, marked_puzzles, plain_puzzles


@cache
def expected(rule):
    """Return puzzles, each with the ways to lay its flows, by brute force."""
    return [
        (Puzzle.of(rows, rule=rule), set(islice(all_solutions(rows, rule), MOST + 1)))
        for rows in (*plain_puzzles(), *marked_puzzles())
    ]


@pytest.mark.parametrize("rule", RULES)
def test_sample_includes_puzzles_with_no_one_and_several_solutions(rule):
    for plain in (True, False):
        kinds = [len(right) for puzzle, right in expected(rule) if puzzle.grid.plain == plain]
        assert kinds.count(0) > 10 or not plain
        assert kinds.count(1) > 10
        assert sum(kind > 1 for kind in kinds) > 5 or rule == "strict"
    assert any(len(right) > 1 for _, right in expected(rule))
    drawn = "".join(line for sketch in marked_puzzles() for line in sketch)
    assert all(drawn.count(mark) > 20 for mark in "#<>^v")
    assert sum(line[1::2].count("+") for sketch in marked_puzzles() for line in sketch[1::2]) > 20


STRICT_AND_PLAIN = [method for method in SAT if method.startswith("published")] + ["links/escape"]
EVERY_RULE = [method for method in SAT if method not in STRICT_AND_PLAIN]


@pytest.mark.parametrize(
    ("method", "rule"), [*product(EVERY_RULE, RULES), *product(STRICT_AND_PLAIN, ["strict"])]
)
def test_every_method_finds_exactly_the_solutions(method, rule):
    encoding, cycles = method.split("/")
    for puzzle, right in expected(rule):
        if method in EVERY_RULE or puzzle.grid.plain:
            assert not wrong(by_sat(puzzle, cycles, encoding, MOST + 1), right), puzzle.lines


@pytest.mark.parametrize("rule", FILLING)
def test_tree_search_finds_exactly_the_solutions(rule):
    for puzzle, right in expected(rule):
        assert not wrong(by_tree(puzzle, MOST + 1), right), puzzle.lines


@pytest.mark.parametrize("flaw", ["_next_cells", "_make_forced_moves", "_is_stranded"])
def test_flawed_tree_search_is_detected(flaw, monkeypatch):
    """Flows may touch, forced moves are not made, or seven free cells count as stranded."""
    broken = {
        "_next_cells": lambda self, node, f: [
            w for w in self.adjacent[node.head[f]] if node.flow[w] < 0
        ],
        "_make_forced_moves": lambda self, node, touched: len(node.flow) != 25,
        "_is_stranded": lambda self, node: node.flow.count(-1) == 7,
    }[flaw]
    monkeypatch.setattr(tree_module.TreeSearch, flaw, broken)
    assert any(
        wrong(by_tree(puzzle, MOST + 1), right)
        for puzzle, right in expected("strict")
        if puzzle.grid.plain
    )


@pytest.mark.parametrize(
    ("rule", "left_out"),
    [(rule, left_out) for rule in FILLING for left_out in CONSTRAINTS_OF_RULE[rule]],
)
def test_dropping_any_constraint_but_no_square_changes_the_solutions(rule, left_out, monkeypatch):
    """Except `no_square`: without it, repairs exclude the squares, in more rounds."""
    some = [constraint for constraint in CONSTRAINTS_OF_RULE[rule] if constraint is not left_out]
    monkeypatch.setitem(module.ENCODINGS, "links", lambda puzzle: Links(puzzle, some))

    def noticed(puzzle, right):
        try:
            return wrong(by_sat(puzzle, most=MOST + 1), right)
        except (ValueError, DisagreementError):  # rejected by the referee, or not even paths
            return True

    found = any(noticed(*case) for case in expected(rule) if not case[0].grid.plain)
    assert found == (left_out is not no_square)


@pytest.mark.parametrize(("encoding", "method"), [("published", "repair"), ("links", "escape")])
def test_published_and_escape_are_for_plain_boards_and_the_strict_rule(encoding, method):
    with pytest.raises(InputError, match="for boards without bridges, warps, walls and missing"):
        Search(Puzzle.of(BRIDGE), encoding, method)
    with pytest.raises(InputError, match=r"does not let a flow touch|only if no flow may touch"):
        check_rule(Puzzle.of(["A.A"], rule="touching"), encoding, method)
    assert by_sat(Puzzle.of(["+-+-+", "|A A|", "+-+-+"]), method, encoding)


def searched(rows, method):
    """Return the search for all solutions of a puzzle by the published encoding."""
    with Search(Puzzle.of(rows), "published", method) as search:
        while search.next():
            pass
        return search


def test_restart_clauses_have_at_least_four_literals():
    """As in the post, no clause is shorter than a cycle, which has at least four cells."""
    with Search(Puzzle.of(SQUARES), "published", "restart") as search:
        search.next()
        assert search.cuts > 0
        assert min(map(len, search._stored_clauses[-search.cuts :])) >= 4


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


def test_repair_takes_no_more_rounds_than_restart():
    for rows in (SQUARES, AROUND):
        repaired, restarted = (searched(rows, method) for method in ("repair", "restart"))
        assert 0 < repaired.repairs <= restarted.repairs
        assert repaired.cuts >= repaired.repairs


def test_eager_methods_and_the_propagator_need_no_repairs():
    for name, method in METHODS.items():
        if method.eager or method.propagate:
            with Search(
                Puzzle.of(AROUND), method=name, solver=solver_of(name, "minisat22")
            ) as search:
                assert search.next() is None
                assert search.repairs == 0


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
        Search(puzzle, "published", method, solver, wall_limit=0.001) as search,
    ):
        search.next()


def test_tree_search_raises_at_its_time_and_memory_limits(monkeypatch):
    puzzle = random_puzzle(2020, 18, 18, 14, 0, "any")
    with pytest.raises(TimeoutError):
        next(TreeSearch(puzzle, time_limit=0.001).solutions())
    monkeypatch.setattr(tree_module, "MAX_NODES", 5)
    with pytest.raises(MemoryError):
        next(TreeSearch(puzzle).solutions())
    monkeypatch.setattr(tree_module, "MAX_NODES", 1)
    assert next(TreeSearch(Puzzle.of(["A.A"])).solutions()).lines == ["AAA"]


def test_propagator_requires_cadical195():
    with pytest.raises(InputError, match="runs only with the solver cadical195"):
        Search(Puzzle.of(CROSS), method="propagator", solver="minisat22")
    check_method("propagator", "cadical195")


@pytest.mark.parametrize("solver", ["cadical153", "glucose42", "maplechrono"])
def test_other_solvers_find_the_same_solutions(solver):
    with Search(Puzzle.of(TWO_SOLUTIONS), solver=solver, wall_limit=60) as search:
        found = {frozenset(map(tuple, search.next().cells)) for _ in range(2)}
    assert found == set(islice(all_solutions(TWO_SOLUTIONS, "strict"), 2))


def test_clauses_are_loaded_once_and_an_exhausted_search_finds_nothing_more(monkeypatch):
    loaded, load = [], Search._load
    monkeypatch.setattr(Search, "_load", lambda search: (loaded.append(search), load(search)))
    with Search(Puzzle.of(TWO_SOLUTIONS)) as search:
        assert [search.next() is None for _ in range(4)] == [False, False, True, True]
    assert loaded == [search]


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
