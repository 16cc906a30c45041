"""The search without a solver: its values hold in every solution, and it misses no solution."""

import json
from functools import cache, partial
from itertools import islice
from types import SimpleNamespace

import numpy as np
import pytest

from puzzlesat._engine import flowfree as engine
from puzzlesat.common.errors import DisagreementError
from puzzlesat.flowfree.board.puzzle import FREE, Puzzle
from puzzlesat.flowfree.board.referee import fault
from puzzlesat.flowfree.board.solution import Solution, check_solution
from puzzlesat.flowfree.solve.answer import solve_puzzle
from puzzlesat.flowfree.solve.direct import UNKNOWN, solutions_of
from puzzlesat.flowfree.solve.generate import random_puzzle
from puzzlesat_studies.flowfree.tree import TreeSearch
from tests.programs import invoke

from .samples import TWO_SOLUTIONS, marked_puzzles, plain_puzzles


@cache
def puzzles():
    return [
        Puzzle.of(rows, rule=rule)
        for rows in (*plain_puzzles(), *marked_puzzles())
        for rule in ("strict", "touching")
    ]


MOST = 300
"""Puzzles with more solutions are skipped."""


def links_of(puzzle, solution):
    """Return for each link of the board whether a solution uses it."""
    return np.isin(np.arange(len(puzzle.grid.links)), solution.links)


@pytest.fixture(scope="module")
def expected():
    """Each puzzle with all its solutions, by tree search."""
    found = [(each, list(islice(TreeSearch(each).solutions(), MOST + 1))) for each in puzzles()]
    return [(puzzle, solutions) for puzzle, solutions in found if len(solutions) <= MOST]


def decided(puzzle, wanted, most=100_000):
    """Return the engine's search, and its solutions, which the referee accepts."""
    found = engine.search(puzzle.grid.graph, puzzle.node_flow, puzzle.strict, wanted, most)
    solutions = [Solution(puzzle, tuple(map(tuple, paths))) for paths in found.solutions]
    for solution in solutions:
        check_solution(solution)
    return SimpleNamespace(ended=found.ended, solutions=solutions, known=found)


def limit_steps(monkeypatch, most):
    """Let searches go on by learning after `most` steps."""
    search = partial(engine.search_and_learn, max_steps=most)
    monkeypatch.setattr(engine, "search_and_learn", search)


def holds(puzzle, solutions, found):
    """Return whether the known values hold in all solutions."""
    links = [links_of(puzzle, solution) for solution in solutions]
    known = found.known.value != UNKNOWN
    return all((used == found.known.value)[known].all() for used in links) and all(
        ((found.known.flow == FREE) | (found.known.flow == solution.flow)).all()
        for solution in solutions
    )


def used_links(puzzle, solutions):
    return sorted(links_of(puzzle, solution).tolist() for solution in solutions)


@pytest.mark.parametrize("most", [0, 50, 100_000])
def test_derived_facts_are_valid_in_every_solution_for_any_step_limit(most, expected):
    ended = []
    for puzzle, solutions in expected:
        found = decided(puzzle, MOST + 1, most)
        assert holds(puzzle, solutions, found), (puzzle.lines, puzzle.rule)
        assert found.ended or not found.solutions
        ended.append(found.ended)
        if found.ended:
            assert used_links(puzzle, found.solutions) == used_links(puzzle, solutions), (
                puzzle.lines
            )
    assert all(ended) == (most == 100_000)


@pytest.mark.parametrize("wanted", [1, 3])
def test_direct_search_stops_at_the_wanted_number_of_solutions(wanted, expected):
    for puzzle, solutions in expected:
        found = decided(puzzle, wanted)
        assert found.ended
        assert len(found.solutions) == min(wanted, len(solutions))
        assert len({str(used_links(puzzle, [solution])) for solution in found.solutions}) == len(
            found.solutions
        )
        assert holds(puzzle, solutions, found)


@pytest.mark.parametrize("most", [0, 50])
@pytest.mark.parametrize("wanted", [2, MOST + 1])
def test_learning_completes_undecided_puzzles(most, wanted, expected, monkeypatch):
    """Learning starts from what the search has derived, and finds each solution once."""
    limit_steps(monkeypatch, most)
    for puzzle, solutions in expected:
        found, complete = solutions_of(puzzle, wanted)
        assert complete
        assert len(found) == min(wanted, len(solutions)), (puzzle.lines, puzzle.rule)
        distinct = {str(used_links(puzzle, [solution])) for solution in found}
        assert distinct <= {str(used_links(puzzle, [solution])) for solution in solutions}
        assert len(distinct) == len(found)


@pytest.mark.parametrize("rule", ["strict", "touching"])
def test_learning_agrees_with_sat_on_larger_boards(rule, monkeypatch):
    limit_steps(monkeypatch, 0)
    for seed in range(3):
        lines = random_puzzle(seed, 12, 12, 6, 0, "any", rule=rule).lines
        puzzle = Puzzle.of(lines, rule=rule)
        found, plain = (solve_puzzle(puzzle, unique=True, direct=x) for x in (True, False))
        assert (found.status, found.unique) == (plain.status, plain.unique)
        assert found.variables == 0 < plain.variables


@pytest.mark.parametrize("unique", [False, True])
def test_solve_puzzle_decides_existence_and_uniqueness(unique, expected):
    for puzzle, solutions in expected:
        found = solve_puzzle(puzzle, unique=unique)
        assert len(found.solutions) == min(1 + unique, len(solutions))
        assert found.unique == ((len(solutions) == 1) if unique and solutions else None)


@pytest.mark.parametrize("most", [0, 100_000])
def test_timeout_is_reported(most, monkeypatch):
    limit_steps(monkeypatch, most)
    puzzle = random_puzzle(0, 20, 20, 10, 0, "any")
    for direct_too in (True, False):
        answer = solve_puzzle(puzzle, wall_limit=1e-9, direct=direct_too)
        assert (answer.status, answer.unique, answer.solutions) == ("timeout", None, [])


def test_wrong_solution_of_the_engine_raises_disagreement(monkeypatch):
    wrong = SimpleNamespace(ended=True, solutions=[[[0, 2]]])
    monkeypatch.setattr(engine, "search_and_learn", lambda *given: wrong)
    with pytest.raises(DisagreementError):
        solutions_of(Puzzle.of(["A.A"]))


def test_solve_uses_a_sat_solver_only_if_an_option_requires_it(tmp_path):
    path = tmp_path / "puzzles.txt"
    path.write_text("\n\n".join(["\n".join(TWO_SOLUTIONS)] * 2))

    def solved(*options):
        done = invoke("flowfree", "solve", path, "--unique", "--json", *options, status=0)
        results = [json.loads(line) for line in done.stdout.splitlines()]
        assert {answer["unique"] for answer in results} == {False}
        assert all(fault(TWO_SOLUTIONS, rows) is None for rows in results[-1]["solutions"])
        return {answer["clauses"] > 0 for answer in results}

    assert solved() == {False}
    for options in (
        ("--solver", "minisat22"),
        ("--method", "ranks"),
        ("--method", "repair"),
        ("--encoding", "published"),
        ("--encoding", "links"),
    ):
        assert solved(*options) == {True}
