"""Flows that may touch themselves, and the effect of the rule."""

from itertools import islice
from random import Random

import pandas as pd
import pytest

from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.board.referee import fault, path_fault
from puzzlesat.flowfree.encode import methods as module
from puzzlesat.flowfree.encode.links import TOUCHING, Links
from puzzlesat.flowfree.encode.methods import METHODS, check_rule
from puzzlesat.flowfree.solve.generate import Cover, has_one_solution, random_puzzle
from puzzlesat_studies.flowfree.audit import runs_of
from puzzlesat_studies.flowfree.tables import rules_table
from puzzlesat_studies.flowfree.tree import TreeSearch

from .exhaustive import path_systems
from .found import MOST, by_sat, by_tree, wrong
from .samples import CROSS, TWO_SOLUTIONS, solvable, thrown
from .test_generate import ends_of

SHAPES = [(3, 3), (3, 4), (4, 4), (4, 5)]
PUZZLES = [
    *(CROSS, TWO_SOLUTIONS, ["A.A"], ["AA"], ["A...", "A..."], ["A.", ".A"], ["AABB", "...."]),
    *(thrown(seed, SHAPES, [1, 2, 3]) for seed in range(60)),
    *(solvable(seed, SHAPES[1:], [4]) for seed in range(20)),
]
CYCLES = [name for name in METHODS if name != "escape"]


@pytest.fixture(scope="module")
def expected():
    """For each puzzle all ways to lay its flows, by brute force."""
    return [set(islice(path_systems(rows), MOST + 1)) for rows in PUZZLES]


def test_sample_includes_puzzles_with_no_one_and_several_solutions(expected):
    kinds = [len(found) for found in expected]
    assert kinds.count(0) > 10
    assert kinds.count(1) > 10
    assert sum(kind > 1 for kind in kinds) > 10
    assert MOST + 1 not in kinds or kinds.count(MOST + 1) < 10


@pytest.mark.parametrize("cycles", CYCLES)
def test_every_method_finds_all_solutions_under_the_touching_rule(cycles, expected):
    for rows, right in zip(PUZZLES, expected, strict=True):
        found = by_sat(Puzzle.of(rows, rule="touching"), cycles, MOST + 1)
        assert not wrong(found, right), rows


def test_tree_search_finds_all_solutions_under_the_touching_rule(expected):
    for rows, right in zip(PUZZLES, expected, strict=True):
        assert not wrong(by_tree(Puzzle.of(rows, rule="touching"), MOST + 1), right), rows


@pytest.mark.parametrize("left_out", TOUCHING)
def test_dropping_any_constraint_changes_the_solutions(left_out, expected, monkeypatch):
    some = [constraint for constraint in TOUCHING if constraint is not left_out]
    monkeypatch.setitem(module.ENCODINGS, "links", lambda puzzle: Links(puzzle, some))

    def noticed(rows, right):
        try:
            return wrong(by_sat(Puzzle.of(rows, rule="touching"), most=MOST + 1), right)
        except (ValueError, DisagreementError):  # no paths, or rejected by the referee
            return True

    assert any(map(noticed, PUZZLES, expected))


def test_solvability_and_uniqueness_depend_on_the_rule():
    rows = ["A...", "A..."]
    assert not has_one_solution(Puzzle.of(rows))
    assert has_one_solution(Puzzle.of(rows, rule="touching"))
    [solution] = TreeSearch(Puzzle.of(rows, rule="touching")).solutions()
    assert solution.lines == ["AAAA", "AAAA"]
    assert fault(rows, solution.lines) == "row 0, column 0: the flow A touches itself"
    assert path_fault(rows, solution.cells) is None


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ([(0, 0), (0, 1), (1, 1), (1, 0)], None),
        ([(0, 0), (1, 0)], "row 0, column 1: no flow passes here"),
        ([(0, 0), (1, 1), (0, 1), (1, 0)], "row 0, column 0: the flow jumps to row 1, column 1"),
        ([(0, 0), (0, 1), (0, 2), (0, 1)], "row 0, column 2: there is no such cell"),
        ([(0, 0), (0, 1), (0, 0), (1, 0)], "row 0, column 0: two flows pass here, or one twice"),
        ([(0, 0), (0, 1), (1, 1), (0, 1), (0, 0), (1, 0)], "row 0, column 1: two flows pass here"),
        ([(0, 0), (0, 1), (1, 1)], "row 1, column 1: a flow must begin and end at endpoints"),
        ([(0, 0)], "row 0, column 0: the flow A does not lead to its other endpoint"),
    ],
)
def test_referee_checks_flows_cell_by_cell(path, message):
    found = path_fault(["A.", "A."], [path])
    assert found is None if message is None else found.startswith(message), found


def test_referee_detects_flows_between_different_symbols():
    assert path_fault(["AB", "BA"], [[(0, 0), (0, 1)], [(1, 0), (1, 1)]]) == (
        "row 0, column 0: the flow A does not lead to its other endpoint"
    )


def test_rules_table_reports_solutions_under_both_rules():
    puzzles = {"touches": ["A...", "A..."], "one": ["AB", "..", "AB"], "none": CROSS}
    puzzles["several"] = TWO_SOLUTIONS
    rows = [
        row
        for name, lines in puzzles.items()
        for row in runs_of((name, Puzzle.of(lines)), ["minisat22"], 20)
    ]
    table = rules_table(pd.DataFrame(rows)).set_index("puzzle")
    assert table["strict"].to_dict() == {
        **{"touches": "none", "one": "one", "none": "none", "several": "several"}
    }
    assert table.loc["touches", "touching"] == "one"
    for name, lines in puzzles.items():
        count = len(list(islice(path_systems(lines), 2)))
        assert table.loc[name, "touching"] == ("none", "one", "several")[count]
    assert list(table["size"]) == ["2×4", "3×2", "5×5", "6×6"]


@pytest.mark.parametrize(
    ("encoding", "method", "message"),
    [
        ("published", "repair", "the encoding published does not let a flow touch itself"),
        ("links", "escape", "the method escape works only if no flow may touch itself"),
    ],
)
def test_published_and_escape_reject_the_touching_rule(encoding, method, message):
    check_rule(Puzzle.of(["A.A"]), encoding, method)
    with pytest.raises(InputError, match=message):
        check_rule(Puzzle.of(["A.A"], rule="touching"), encoding, method)


@pytest.mark.parametrize(("rows", "cols", "k"), [(2, 2, 1), (4, 4, 2), (5, 5, 8), (6, 5, 2)])
def test_covers_may_touch_themselves(rows, cols, k):
    for seed in range(4):
        cover = Cover(rows, cols, k, Random(seed), "touching")
        assert cover.walk()
        paths = [[divmod(cell, cols) for cell in path] for path in cover.paths.values()]
        assert len(paths) == k
        assert path_fault(ends_of(cover), paths) is None


@pytest.mark.parametrize("kind", ["one", "several"])
def test_generated_puzzles_have_as_many_solutions_as_requested(kind):
    puzzle = random_puzzle(3, 5, 5, 6, 0, kind, "touching")
    found = len(list(islice(path_systems(puzzle.lines), 2)))
    assert puzzle.rule == "touching"
    assert found == {"one": 1, "several": 2}[kind]
