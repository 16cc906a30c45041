"""Counting solutions, against brute force and published numbers."""

import json
from dataclasses import replace
from functools import partial

import pytest

from puzzlesat._engine import flowfree as engine
from puzzlesat.flowfree.board.grid import Grid
from puzzlesat.flowfree.board.puzzle import RULES, Puzzle
from puzzlesat.flowfree.solve import count as module
from puzzlesat.flowfree.solve.count import count_solutions, counted_by_frontier
from tests.programs import invoke

from .marked import all_solutions
from .samples import TWO_SOLUTIONS, marked_puzzles, plain_puzzles

CORNERS = {3: 2, 5: 104, 7: 111712, 9: 2688307514}
"""The number of paths from corner to opposite corner that visit all cells of n×n, OEIS A001184."""


def corners(n):
    return Puzzle.of(
        ["A" + "." * (n - 1), *["." * n] * (n - 2), "." * (n - 1) + "A"], "", "touching"
    )


@pytest.mark.parametrize("rule", RULES)
def test_solution_counts_agree_with_brute_force(rule):
    kinds = []
    for rows in (*plain_puzzles(), *marked_puzzles()):
        right = sum(1 for _ in all_solutions(rows, rule))
        turned = ["".join(column) for column in zip(*rows, strict=True)]
        for each in (rows,) if rows[0].startswith("+") else (rows, turned):
            puzzle = Puzzle.of(each, rule=rule)
            assert counted_by_frontier(puzzle) == (None if rule == "strict" else right), rows
            found = count_solutions(puzzle)
            assert (found.number, found.exact) == (right, True), rows
        kinds.append(right)
    assert kinds.count(0) > 30
    assert kinds.count(1) > 20
    assert max(kinds) > (1 if rule == "strict" else 20)


@pytest.mark.parametrize(("n", "paths"), CORNERS.items())
def test_corner_to_corner_path_counts_agree_with_oeis(n, paths):
    assert counted_by_frontier(corners(n)) == paths


WALKS = {3: 12, 6: 1262816, 9: 3266598486981642}
"""The number of all paths from corner to opposite corner of n×n cells, OEIS A007764."""


@pytest.mark.parametrize(("n", "paths"), WALKS.items())
def test_corner_to_corner_walks_agree_with_oeis(n, paths):
    assert counted_by_frontier(replace(corners(n), rule="numberlink")) == paths


def test_the_engine_does_not_count_beyond_64_bits_or_the_time_limit():
    walks = replace(corners(10), rule="numberlink")  # 41,044,208,702,632,496,804
    assert engine.count(walks.grid.graph, walks.node_flow, False, None) is None
    with pytest.raises(TimeoutError):
        counted_by_frontier(walks, 0)


@pytest.mark.parametrize("flow", [[0], [0, 2], [0, -2]])
def test_flows_of_another_board_are_not_counted(flow):
    graph = Grid.of(1, 2).graph
    assert engine.count(graph, [0, 0], True, None) == 1
    with pytest.raises(ValueError, match="must"):
        engine.count(graph, flow, True, None)


@pytest.mark.parametrize(
    ("n", "limit", "wall_limit", "solutions", "exact"),
    [
        *((5, 1, None, 1, False), (5, 7, 60, 7, False)),
        *((5, 104, None, 104, False), (5, 105, None, 104, True)),
        *((3, None, None, 2, True), (7, None, None, module.MAX_LISTED_SOLUTIONS, False)),
    ],
)
def test_solutions_are_enumerated_if_counting_needs_too_much_memory(
    n, limit, wall_limit, solutions, exact, monkeypatch
):
    monkeypatch.setattr(module, "counted_by_frontier", too_many)
    found = count_solutions(corners(n), limit, wall_limit)
    assert (found.number, found.exact) == (solutions, exact)


def too_many(*_):
    raise MemoryError


@pytest.mark.parametrize(
    ("limit", "wall_limit", "found"),
    [(None, None, (1, False)), (5, None, (2, True)), (None, 60, (2, True))],
)
def test_the_strict_rule_is_counted_by_listing_alone(limit, wall_limit, found, monkeypatch):
    monkeypatch.setattr(module, "MAX_LISTED_SOLUTIONS", 1)
    count = count_solutions(Puzzle.of(TWO_SOLUTIONS), limit, wall_limit)
    assert (count.number, count.exact) == found


def test_count_command_prints_the_number_of_solutions():
    rows = ["A....", *["....."] * 3, "....A"]
    given = "\n".join([*rows, "", "AB", "AB"])
    count = partial(invoke, "flowfree", "count", "-", "--rule", "touching", given=given, status=0)
    answers = [json.loads(line) for line in count("--json").stdout.splitlines()]
    assert [(x["solutions"], x["exact"]) for x in answers] == [(CORNERS[5], True), (1, True)]
    wide, narrow = count("--limit", "9").stdout.splitlines()
    assert "5×5, 1 flow: at least 9 solutions in which flows fill the board and may " in wide
    assert "2×2, 2 flows: 1 solution in which flows fill the board and may touch " in narrow
