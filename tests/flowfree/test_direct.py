"""The search without a solver: its values hold in every solution, and it misses no solution."""

import json
from functools import cache
from itertools import islice
from types import SimpleNamespace

import numpy as np
import pytest

from puzzlesat._engine import flowfree as engine
from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.flowfree.board.grid import Grid
from puzzlesat.flowfree.board.puzzle import FREE, Puzzle
from puzzlesat.flowfree.board.referee import fault
from puzzlesat.flowfree.board.solution import Solution
from puzzlesat.flowfree.solve import direct
from puzzlesat.flowfree.solve import search as search_module
from puzzlesat.flowfree.solve.answer import (
    Answer,
    in_words,
    json_line,
    solve_puzzle,
)
from puzzlesat.flowfree.solve.direct import UNKNOWN, decided, solutions_of
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


def holds(puzzle, solutions, found):
    """Return whether the known values hold in all solutions."""
    links = [links_of(puzzle, solution) for solution in solutions]
    known = found.known.value != UNKNOWN
    return all((used == found.known.value)[known].all() for used in links) and all(
        ((found.known.flow == FREE) | (found.known.flow == solution.flow)).all()
        for solution in solutions
    )


def texts(puzzle, solutions):
    return sorted(links_of(puzzle, solution).tolist() for solution in solutions)


@pytest.mark.parametrize("most", [0, 10, 50, 200, 100_000])
def test_derived_facts_are_valid_in_every_solution_for_any_step_limit(most, expected):
    ended = []
    for puzzle, solutions in expected:
        found = decided(puzzle, MOST + 1, most)
        assert holds(puzzle, solutions, found), (puzzle.lines, puzzle.rule)
        assert found.ended or not found.solutions
        ended.append(found.ended)
        if found.ended:
            assert texts(puzzle, found.solutions) == texts(puzzle, solutions), puzzle.lines
    assert all(ended) == (most == 100_000)


@pytest.mark.parametrize("wanted", [1, 2, 5])
def test_direct_search_stops_at_the_wanted_number_of_solutions(wanted, expected):
    for puzzle, solutions in expected:
        found = decided(puzzle, wanted)
        assert found.ended
        assert len(found.solutions) == min(wanted, len(solutions))
        assert len({str(texts(puzzle, [solution])) for solution in found.solutions}) == len(
            found.solutions
        )
        assert holds(puzzle, solutions, found)


@pytest.mark.parametrize("most", [0, 30, 100])
@pytest.mark.parametrize("wanted", [1, 2, MOST + 1])
def test_learning_completes_undecided_puzzles(most, wanted, expected, monkeypatch):
    """Learning starts from what the search has derived, and finds each solution once."""
    monkeypatch.setattr(direct.engine, "max_steps", lambda links: most)
    for puzzle, solutions in expected:
        found, complete = solutions_of(puzzle, wanted)
        assert complete
        assert len(found) == min(wanted, len(solutions)), (puzzle.lines, puzzle.rule)
        distinct = {str(texts(puzzle, [solution])) for solution in found}
        assert distinct <= {str(texts(puzzle, [solution])) for solution in solutions}
        assert len(distinct) == len(found)


@pytest.mark.parametrize("rule", ["strict", "touching"])
def test_learning_agrees_with_sat_on_larger_boards(rule, monkeypatch):
    monkeypatch.setattr(direct.engine, "max_steps", lambda links: 0)
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


def test_timeout_is_reported(monkeypatch):
    monkeypatch.setattr(direct.engine, "max_steps", lambda links: 0)
    puzzle = random_puzzle(0, 12, 12, 6, 0, "any")
    for direct_too in (True, False):
        answer = solve_puzzle(puzzle, wall_limit=1e-9, direct=direct_too)
        assert (answer.status, answer.unique, answer.solutions) == ("timeout", None, [])


def test_solution_found_before_the_timeout_is_kept(monkeypatch):
    found = SimpleNamespace(ended=False, solutions=[[[0, 1, 2]]])
    monkeypatch.setattr(engine, "search_and_learn", lambda *given: found)
    answer = solve_puzzle(Puzzle.of(["A.A"]), wall_limit=1, unique=True)
    assert (answer.status, answer.unique, len(answer.solutions)) == ("solved", None, 1)


def test_wrong_solution_of_the_sat_search_raises_disagreement(monkeypatch):
    puzzle = Puzzle.of(["A.A"])
    monkeypatch.setattr(search_module, "trace", lambda puzzle, used: (((0, 2),), []))
    with pytest.raises(DisagreementError):
        solve_puzzle(puzzle, direct=False)


def test_wrong_solution_of_the_engine_raises_disagreement(monkeypatch):
    wrong = SimpleNamespace(ended=True, solutions=[[[0, 2]]])
    monkeypatch.setattr(engine, "search", lambda *given: wrong)
    with pytest.raises(DisagreementError):
        decided(Puzzle.of(["A.A"]))


@pytest.mark.parametrize(
    ("status", "unique", "rule", "formula", "words"),
    [
        ("solved", True, "strict", (0, 0, 0),
         "the only solution in which flows fill the board and none touches itself, found in 1.23 s "
         "(without a solver)"),
        ("solved", False, "touching", (9, 7, 1),
         "more than one solution in which flows fill the board and may touch themselves, two of "
         "them found in 1.23 s (9 variables, 7 clauses, 1 round with cycles)"),
        ("timeout", None, "strict", (9, 7, 0),
         "time is up, not solved in 1.23 s (9 variables, 7 clauses)"),
    ],
)  # fmt: skip
def test_answers_are_formatted_as_sentence_and_json(status, unique, rule, formula, words):
    puzzle = Puzzle.of(["AB.", "AB."], rule=rule)
    solutions = [Solution(puzzle, ((0, 3), (1, 2, 5, 4)))] if status == "solved" else []
    answer = Answer(status, unique, solutions, 1.23456789, *formula)
    assert in_words(answer, puzzle) == f"2×3, 2 flows: {words}"
    line = json_line(answer, puzzle, {"puzzle": 4})
    assert json.loads(line) == {
        "puzzle": 4,
        "rows": 2,
        "cols": 3,
        "flows": 2,
        "rule": rule,
        "status": status,
        "unique": unique,
        "solutions": [["ABB", "ABB"]] * len(solutions),
        "paths": [[[[0, 0], [1, 0]], [[0, 1], [0, 2], [1, 2], [1, 1]]]] * len(solutions),
        **dict(zip(("variables", "clauses", "repairs"), formula, strict=True)),
        "seconds": 1.234568,
    }
    assert next(iter(json.loads(line))) == "puzzle"
    assert "\n" not in line


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


@pytest.mark.parametrize(
    ("flow", "wanted", "message"),
    [
        ([0, -1], 1, "there must be a flow for each node"),
        ([0, -2, 0], 1, "flows must be numbered from 0, below the number of nodes"),
        ([3, -1, 3], 1, "flows must be numbered from 0, below the number of nodes"),
        ([0, -1, 0], 0, "at least one solution must be wanted"),
    ],
)
def test_engine_search_rejects_invalid_arguments(flow, wanted, message):
    with pytest.raises(ValueError, match=message):
        engine.search(Grid.of(1, 3).graph, flow, True, wanted, 10)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"method": "x"}, "unknown method 'x'; choose from repair, "),
        ({"encoding": "x"}, "unknown encoding 'x'; choose from links, "),
        ({"solver": "x"}, "unknown solver 'x'; choose from "),
        ({"method": "propagator"}, "runs only with the solver cadical195, not with minisat22"),
        ({"method": "propagator", "solver": "/bin/true"}, "runs only with the solver cadical195"),
    ],
)
def test_invalid_options_are_rejected_even_if_no_solver_is_needed(options, message):
    assert solve_puzzle(Puzzle.of(["A.A"])).variables == 0
    with pytest.raises(InputError, match=message):
        solve_puzzle(Puzzle.of(["A.A"]), **options)


def test_large_puzzles_time_out_before_the_first_guess():
    board = ["A" + "." * 98 + "B", *["." * 100] * 98, "B" + "." * 98 + "A"]
    answer = solve_puzzle(Puzzle.of(board, rule="touching"), wall_limit=0.1)
    assert (answer.status, answer.solutions) == ("timeout", [])
