"""Deciding without a solver: what is known holds in every solution, and nothing is missed."""

import importlib.util
import json
from functools import partial
from itertools import islice, pairwise
from random import Random

import numpy as np
import pytest
from click.testing import CliRunner

from puzzlesat.common import compile as compiling
from puzzlesat.common.errors import DisagreementError
from puzzlesat.flowfree import cli
from puzzlesat.flowfree.board.puzzle import FREE, Puzzle
from puzzlesat.flowfree.board.referee import fault
from puzzlesat.flowfree.board.solution import Solution
from puzzlesat.flowfree.solve import answer as answers
from puzzlesat.flowfree.solve import direct, propagate
from puzzlesat.flowfree.solve.answer import Answer, as_json, pays, sentence, solve_puzzle
from puzzlesat.flowfree.solve.direct import DONE, LENGTH, OFF, ON, UNKNOWN, decided, known_literals
from puzzlesat.flowfree.solve.search import Search
from puzzlesat.flowfree.solve.tree import TreeSearch

from .marked import mixed
from .samples import AROUND, CROSS, LOLLIPOP, SQUARES, TWO_CLASSES, TWO_SOLUTIONS, solvable, thrown

SHAPES = [(1, 7), (2, 3), (2, 4), (3, 3), (3, 4), (4, 4), (4, 5), (5, 4)]
ROWS = [
    *(CROSS, SQUARES, AROUND, LOLLIPOP, TWO_CLASSES, TWO_SOLUTIONS, ["A.A"], ["AA"], ["A", "A"]),
    *(["AB", "AB"], ["A...", "A..."], ["A.", ".A"], ["AABB", "...."], ["AABB", "....", "CCDD"]),
    *(["A..", "...", "..A"], ["ABBA"], ["A..A", "...."]),
    *(thrown(seed, SHAPES, [1, 2, 3]) for seed in range(150)),
    *(solvable(seed, SHAPES[4:], [4]) for seed in range(30)),
    *(solvable(seed, [(5, 5), (6, 6)], [4, 5, 6]) for seed in range(30)),
    *(mixed(Random(seed), *shape) for seed in range(40) for shape in [(3, 3), (3, 4), (4, 4)]),
]
PUZZLES = [Puzzle.of(rows, rule=rule) for rows in ROWS for rule in ("strict", "touching")]
MOST = 300
"""No puzzle with more solutions is looked at."""

RULES = ("degree", "ring", "flows", "flow", "touch")


def links_of(puzzle, solution):
    """Return for each link of the board whether a solution uses it."""
    between = puzzle.grid.link_between
    used = np.zeros(len(puzzle.grid.links), dtype=bool)
    for path in solution.paths:
        used[[between[pair] for pair in pairwise(path)]] = True
    return used


@pytest.fixture(scope="module")
def expected():
    """Each puzzle with all its solutions, by tree search."""
    found = [(puzzle, list(islice(TreeSearch(puzzle).solutions(), MOST + 1))) for puzzle in PUZZLES]
    return [(puzzle, solutions) for puzzle, solutions in found if len(solutions) <= MOST]


@pytest.fixture
def interpreted(monkeypatch):
    """The module as it is without a compiler, so that single rules can be replaced."""
    monkeypatch.setattr(compiling, "compiler", lambda **_: lambda function: function)
    spec = importlib.util.spec_from_file_location("interpreted", propagate.__file__)
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(importlib.sys.modules, "interpreted", module)
    spec.loader.exec_module(module)
    return module


def holds(puzzle, solutions, found):
    """Return whether what is known holds in all solutions."""
    links = [links_of(puzzle, solution) for solution in solutions]
    known = found.value != UNKNOWN
    return all((used == found.value)[known].all() for used in links) and all(
        ((found.flow == FREE) | (found.flow == solution.flow)).all() for solution in solutions
    )


def begun(module, puzzle):
    """Return field and state when conclusions were drawn, and whether there is no contradiction."""
    field = direct.field_of(puzzle)
    state = direct.state_of(puzzle, field)
    return field, state, module.begin(field, state)


def texts(puzzle, solutions):
    return sorted(links_of(puzzle, solution).tolist() for solution in solutions)


def test_the_sample_has_puzzles_of_all_kinds(expected):
    for strict in (True, False):
        kinds = [len(found) for puzzle, found in expected if puzzle.strict == strict]
        assert kinds.count(0) > 50
        assert kinds.count(1) > 30
    assert sum(kind > 1 for kind in kinds) > 30


@pytest.mark.parametrize("most", [0, 10, 50, 200, 100_000])
def test_what_is_known_holds_in_every_solution(most, expected):
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
def test_no_more_solutions_are_found_than_wanted(wanted, expected):
    for puzzle, solutions in expected:
        found = decided(puzzle, wanted)
        assert found.ended
        assert len(found.solutions) == min(wanted, len(solutions))
        assert len({str(texts(puzzle, [solution])) for solution in found.solutions}) == len(
            found.solutions
        )
        assert holds(puzzle, solutions, found)


def test_what_is_impossible_is_so_in_every_solution_and_leaves_no_trace(expected):
    tried = 0
    for puzzle, solutions in expected:
        field, state, fine = begun(propagate, puzzle)
        if not fine:
            continue
        links = [links_of(puzzle, solution) for solution in solutions]
        count = state.counted[LENGTH]
        before = [array.copy() for array in state]
        for link in np.flatnonzero(state.value == UNKNOWN).tolist():
            for value in (ON, OFF):
                if propagate.impossible(field, state, link, value):
                    assert all(used[link] != value for used in links), (puzzle.lines, link, value)
                    tried += 1
                same = dict(zip(state._fields, before, strict=True))
                for name in ("value", "need", "free", "piece", "size", "flow", "far"):
                    assert (getattr(state, name) == same[name]).all(), (puzzle.lines, name)
                assert (state.trail[:count] == same["trail"][:count]).all()
                assert state.counted[LENGTH] == state.counted[DONE] == count
    assert tried > 300


def rules_but(module, monkeypatch, *kept):
    """Have the rules say nothing, but for some."""
    for rule in RULES:
        if rule not in kept:
            monkeypatch.setattr(module, rule, lambda *_: True)


@pytest.mark.parametrize("rule", RULES)
def test_each_rule_by_itself_is_right(rule, interpreted, expected, monkeypatch):
    """Every link is tried under one rule alone, and what follows holds where the link does."""
    rules_but(interpreted, monkeypatch, rule)
    follows = 0
    for puzzle, solutions in expected[::3]:
        field, state, fine = begun(interpreted, puzzle)
        assert fine or not solutions
        links = [links_of(puzzle, solution) for solution in solutions]
        length = state.counted[LENGTH]
        for first in range(len(field.ends) if fine else 0):
            for second in field.link[field.ends[first]].ravel().tolist():
                for values in ((ON, ON), (ON, OFF), (OFF, OFF)):
                    pair = (first, second)
                    if second < 0 or any(state.value[link] != UNKNOWN for link in pair):
                        continue
                    with_them = [used for used in links if all(used[[*pair]] == np.array(values))]
                    possible = all(map(partial(interpreted.say, state), pair, values))
                    possible = possible and interpreted.settle(field, state)
                    assert possible or not with_them, (puzzle.lines, pair, values)
                    known = state.value != UNKNOWN
                    if possible:
                        assert all((used == state.value)[known].all() for used in with_them)
                    follows += not possible or known.sum() > length + 2
                    interpreted.take_back(field, state, length)
    assert follows > 100


@pytest.mark.parametrize("rule", RULES)
def test_each_rule_is_needed(rule, interpreted, expected, monkeypatch):
    """Without it less is known, or less is impossible."""

    def known():
        total = 0
        for puzzle, _ in expected[::3]:
            field, state, fine = begun(interpreted, puzzle)
            total += np.count_nonzero(state.value != UNKNOWN) if fine else 1000
            for link in np.flatnonzero(state.value == UNKNOWN).tolist() if fine else ():
                total += interpreted.impossible(field, state, link, ON)
                total += interpreted.impossible(field, state, link, OFF)
        return total

    whole = known()
    rules_but(interpreted, monkeypatch, *({*RULES} - {rule}))
    assert known() < whole


@pytest.mark.parametrize("rule", ["strict", "touching"])
def test_a_way_around_a_flow_does_not_come_back_to_itself(rule, interpreted, monkeypatch):
    puzzle = Puzzle.of(
        ["B.....B", ".......", ".......", "..AA...", "C......", ".......", "......C"], rule=rule
    )
    rules_but(interpreted, monkeypatch, "touch")
    field, state, _ = begun(interpreted, puzzle)
    way = [8, 15, 16, 17, 18, 25, 32, 31, 30, 29, 22]  # 15 and 22 are neighbours
    links = [puzzle.grid.link_between[pair] for pair in pairwise(way)]

    def possible():
        length = state.counted[LENGTH]
        interpreted.say(state, puzzle.grid.link_between[15, 22], OFF)
        fine = [
            interpreted.say(state, link, ON) and interpreted.settle(field, state) for link in links
        ]
        interpreted.take_back(field, state, length)
        return all(fine)

    assert possible() == (rule == "touching")
    monkeypatch.setattr(interpreted, "touch", lambda *_: True)
    assert possible()


@pytest.mark.parametrize("unique", [False, True])
def test_what_is_not_decided_goes_to_a_solver(unique, expected, monkeypatch):
    monkeypatch.setattr(direct, "decided", partial(decided, most=0))
    asked = fewer = 0
    for puzzle, solutions in expected:
        found, plain = (
            solve_puzzle(puzzle, "links", "repair", "minisat22", unique=unique, direct=direct)
            for direct in (True, False)
        )
        assert len(found.solutions) == min(1 + unique, len(solutions))
        assert (found.status, found.unique) == (plain.status, plain.unique)
        asked += found.variables > 0
        fewer += 0 < found.clauses < plain.clauses
        if not found.variables:
            assert (found.clauses, found.repairs) == (0, 0)
            assert "(without a solver)" in sentence(found, puzzle)
    assert asked > 50
    assert fewer > 0.9 * asked


@pytest.mark.parametrize("unique", [False, True])
def test_no_more_solutions_are_found_than_asked_for(unique, expected):
    for puzzle, solutions in expected:
        found = solve_puzzle(puzzle, "links", "repair", "minisat22", unique=unique, direct=True)
        assert len(found.solutions) == min(1 + unique, len(solutions))
        assert found.unique == ((len(solutions) == 1) if unique and solutions else None)


def test_a_solver_with_what_is_known_finds_all_solutions(expected):
    for puzzle, solutions in expected:
        found = decided(puzzle, most=0)
        if found.ended:
            continue
        literals = known_literals(puzzle, found)
        with Search(puzzle, known=literals) as search:
            assert texts(puzzle, iter(search.next, None)) == texts(puzzle, solutions), puzzle.lines


def test_time_that_runs_out_is_told(monkeypatch):
    monkeypatch.setattr(direct, "decided", partial(decided, most=0))
    puzzle = Puzzle.of(TWO_SOLUTIONS)
    answer = solve_puzzle(puzzle, "links", "repair", "minisat22", 1e-9, direct=True)
    assert (answer.status, answer.unique, answer.solutions) == ("timeout", None, [])


def test_what_a_search_finds_is_judged_by_the_rules(monkeypatch):
    puzzle = Puzzle.of(["A.A"])
    wrong = Solution(puzzle, ((0, 2),))
    monkeypatch.setattr(answers.Search, "next", lambda self: wrong)
    with pytest.raises(DisagreementError):
        solve_puzzle(puzzle, "links", "repair", "minisat22", direct=False)


@pytest.mark.parametrize("direct", [True, False])
def test_seconds_are_those_since_the_start(direct, monkeypatch):
    clock = iter([10.0, *[12.5] * 99])
    monkeypatch.setattr(answers, "monotonic", lambda: next(clock))
    answer = solve_puzzle(Puzzle.of(["A.A"]), "links", "repair", "minisat22", direct=direct)
    assert (answer.status, answer.seconds) == ("solved", 2.5)


def test_what_may_be_tried_depends_on_the_board(monkeypatch):
    tried = []
    monkeypatch.setattr(direct, "DECIDE", lambda *given: tried.append(given[-1]))
    for n in (10, 32, 60, 400):
        decided(Puzzle.of(["A" + "." * (n - 1), *["." * n] * (n - 2), "." * (n - 1) + "A"]))
    assert tried == [200_000, 200_000, 20 * 2 * 59 * 60, 2_000_000]


def test_it_pays_for_a_thousand_cells():
    small = Puzzle.of(["A" + "." * 8 + "A"])
    assert not pays([small] * 99)
    assert pays([small] * 100)


@pytest.mark.parametrize(
    ("status", "unique", "rule", "formula", "words"),
    [
        ("solved", None, "strict", (9, 7, 0), "a solution in 1.23 s (9 variables, 7 clauses)"),
        ("solved", True, "strict", (0, 0, 0),
         "the only solution in which no flow touches itself, found in 1.23 s (without a solver)"),
        ("solved", False, "touching", (9, 7, 1),
         "two solutions if flows may touch themselves, so it has more than one, found in 1.23 s "
         "(9 variables, 7 clauses, 1 round with cycles)"),
        ("unsolvable", None, "touching", (9, 7, 2),
         "there is no solution if flows may touch themselves, found in 1.23 s "
         "(9 variables, 7 clauses, 2 rounds with cycles)"),
        ("timeout", None, "strict", (9, 7, 0),
         "time is up, not solved in 1.23 s (9 variables, 7 clauses)"),
    ],
)  # fmt: skip
def test_answers_are_told_in_words_and_as_json(status, unique, rule, formula, words):
    puzzle = Puzzle.of(["AB.", "AB."], rule=rule)
    solutions = [Solution(puzzle, ((0, 3), (1, 2, 5, 4)))] if status == "solved" else []
    answer = Answer(status, unique, solutions, *formula, seconds=1.23456789)
    assert sentence(answer, puzzle) == f"2×3, 2 flows: {words}"
    assert as_json(answer, puzzle, 4) == {
        **{"puzzle": 4, "rows": 2, "cols": 3, "flows": 2, "rule": rule},
        **{"status": status, "unique": unique},
        "solutions": [["ABB", "ABB"]] * len(solutions),
        "paths": [[[(0, 0), (1, 0)], [(0, 1), (0, 2), (1, 2), (1, 1)]]] * len(solutions),
        **dict(zip(("variables", "clauses", "repairs"), formula, strict=True)),
        "seconds": 1.234568,
    }


def test_the_command_decides_many_cells_without_a_solver_unless_one_is_named(tmp_path):
    path = tmp_path / "puzzles.txt"
    path.write_text("\n\n".join(["\n".join(TWO_SOLUTIONS)] * (answers.PAYS // 36 + 1)))

    def asked(*options):
        done = CliRunner().invoke(cli.main, ["solve", str(path), "--unique", "--json", *options])
        assert done.exit_code == 0, done.stderr
        said = [json.loads(line) for line in done.stdout.splitlines()]
        assert {answer["unique"] for answer in said} == {False}
        assert all(fault(TWO_SOLUTIONS, rows) is None for rows in said[-1]["solutions"])
        return {answer["clauses"] > 0 for answer in said}

    assert asked() == {False}
    assert asked("--method", "repair", "--encoding", "links") == {False}
    for options in (("--solver", "minisat22"), ("--method", "ranks"), ("--encoding", "published")):
        assert asked(*options) == {True}
