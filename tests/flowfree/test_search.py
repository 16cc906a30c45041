"""All methods on hundreds of small puzzles under every rule, compared with brute force."""

from dataclasses import replace
from functools import cache
from itertools import islice, product

import pytest

from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.flowfree.board.puzzle import FILLING, RULES, Puzzle
from puzzlesat.flowfree.encode import methods as module
from puzzlesat.flowfree.encode.links import CONSTRAINTS_OF_RULE, Links, no_square
from puzzlesat.flowfree.encode.methods import check_rule
from puzzlesat.flowfree.formats.samples import parse_puzzle
from puzzlesat.flowfree.solve.generate import random_puzzle
from puzzlesat.flowfree.solve.search import Search
from puzzlesat_studies.flowfree.cycles import search_of
from puzzlesat_studies.flowfree.timings import SAT

from .found import MOST, by_sat, by_tree, wrong
from .marked import all_solutions
from .samples import BRIDGE, marked_puzzles, plain_puzzles


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


@pytest.mark.parametrize("method", ["repair", "restart", "propagator"])
def test_timeout_raises_timeout_error(method):
    # Loading the published clauses of a large puzzle takes longer than the limit.
    puzzle = random_puzzle(2020, 18, 18, 14, 0, "any")
    with (
        pytest.raises(TimeoutError),
        search_of(puzzle, "published", method, "minisat22", wall_limit=0.001) as search,
    ):
        search.next()


WARPED = (
    "+^+-+^+^+^+-+-+/<. . B . . . .>/+ + + + + + + +/|. A . . . . .|/+ + + + + + + +/"
    "<A # . . . B .>/+ + + + + + + +/|. . . . . . .|/+v+-+v+v+v+-+-+"
)


def test_propagator_remembers_fixed_links():
    """On this board, CaDiCaL fixes links below the top level, and reports this only once."""
    puzzle = replace(parse_puzzle(WARPED), rule="touching")
    counts = {len(by_sat(puzzle, method, most=2)) for method in ("propagator", "repair")}
    assert counts in ({1}, {2})
