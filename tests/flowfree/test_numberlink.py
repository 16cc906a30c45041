"""The rule ``numberlink``: cells may stay empty, on all small boards, and in formulas and proofs.

`test_search` and `test_count` compare larger boards with brute force.
"""

from functools import partial
from itertools import combinations, islice

import pytest
from pysat.solvers import Solver

from puzzlesat.common.errors import InputError
from puzzlesat.flowfree.board.puzzle import FREE, Puzzle
from puzzlesat.flowfree.encode.instance import Instance
from puzzlesat.flowfree.encode.links import (
    NUMBERLINK,
    Links,
    Variables,
    degrees_or_none,
    linked,
    numbers,
)
from puzzlesat.flowfree.prove.verified import prove, verify
from puzzlesat.flowfree.solve.answer import solve_puzzle
from puzzlesat.flowfree.solve.count import counted_by_frontier
from puzzlesat.flowfree.solve.direct import solutions_of
from puzzlesat.flowfree.solve.generate import random_puzzle
from puzzlesat.flowfree.solve.walkthrough import walkthrough
from puzzlesat.proofs.bundle import MANIFEST
from puzzlesat_studies.flowfree.tree import TreeSearch
from tests.programs import invoke

from .exhaustive import path_systems
from .found import models
from .samples import CROSS

NUMBERLINKS = partial(Puzzle.of, rule="numberlink")


def placements(rows, cols, k):
    """Yield all puzzles of a shape with k flows, each once."""

    def place(free, k):
        if k == 0:
            yield []
            return
        for i, first in enumerate(free):
            for j in range(i + 1, len(free)):
                rest = [cell for cell in free[i + 1 :] if cell != free[j]]
                for others in place(rest, k - 1):
                    yield [(first, free[j]), *others]

    for pairs in place(list(range(rows * cols)), k):
        cells = ["."] * (rows * cols)
        for symbol, pair in zip("ABCD", pairs, strict=False):
            for cell in pair:
                cells[cell] = symbol
        yield ["".join(cells[first : first + cols]) for first in range(0, rows * cols, cols)]


SHAPES = [(1, 5), (2, 3), (3, 2), (3, 3)]
SMALL = [rows for shape in SHAPES for k in (1, 2, 3) for rows in placements(*shape, k)]
"""All puzzles of these shapes with up to three flows."""


def expected(rows):
    return set(path_systems(rows, filling=False))


def test_counts_and_uniqueness_of_all_small_boards_agree_with_brute_force():
    kinds = []
    for rows in SMALL:
        puzzle, right = NUMBERLINKS(rows), expected(rows)
        # The documentation says that then, there is also one in which no flow touches itself.
        assert bool(right) == any(path_systems(rows, strict=True, filling=False)), rows
        assert counted_by_frontier(puzzle) == len(right), rows
        answer = solve_puzzle(puzzle, unique=True)
        assert answer.status == ("solved" if right else "unsolvable"), rows
        assert answer.unique == (len(right) == 1 if right else None), rows
        kinds.append(len(right))
    assert kinds.count(0) > 500
    assert kinds.count(1) > 200
    assert max(kinds) > 10


def allowed(rows):
    """Return all sets of links, numbered from 1, whose components are paths of flows or cycles."""
    puzzle = Puzzle.of(rows)
    links = puzzle.grid.links.tolist()
    found = set()
    for size in range(len(links) + 1):
        for chosen in combinations(range(len(links)), size):
            near = {node: [] for node in range(puzzle.grid.node_count)}
            for link in chosen:
                i, j = links[link]
                near[i].append(j)
                near[j].append(i)
            fine = all(
                len(near[i]) in ((0, 2) if f == FREE else (1,)) for i, f in enumerate(puzzle.flow)
            )
            if fine and all(leads(near, first) == last for first, last in puzzle.endpoints):
                found.add(frozenset(link + 1 for link in chosen))
    return found


def leads(near, node):
    before = None
    while True:
        following = [w for w in near[node] if w != before]
        if not following:
            return node
        before, node = node, following[0]


SOME = [["A.B", "...", "B.A"], ["A..", "...", "..A"], ["A.A", "...", "BB."], ["ABC", "...", "ABC"],
        ["A.BB", "...A"], ["AA.", "...", "..."], ["...", ".A.", "A.."], ["....", "A..A"],
        ["ABC.", "ABC."], ["AB", "C.", ".C", "BA"]]  # fmt: skip
MODELS = {tuple(rows): allowed(rows) for rows in SOME}


def agrees(rows, formula):
    links = len(Puzzle.of(rows).grid.links)
    right = MODELS[tuple(rows)]
    return set(islice(models(formula, range(1, links + 1)), len(right) + 1)) == right


@pytest.mark.parametrize("rows", SOME)
def test_models_agree_with_brute_force(rows):
    assert agrees(rows, list(Links(NUMBERLINKS(rows)).formula))


PARTS = {
    "at most two links": (degrees_or_none, lambda c: not (len(c) == 3 and max(c) < 0)),
    "no dead end": (degrees_or_none, lambda c: not (min(c) < 0 < max(c))),
    "an endpoint has a link": (degrees_or_none, lambda c: min(c) < 0),
    "an endpoint has only one": (degrees_or_none, lambda c: not (len(c) == 2 and max(c) < 0)),
    "bits of endpoints that are set": (numbers, lambda c: c[0] < 0),
    "bits of endpoints that are not": (numbers, lambda c: c[0] > 0),
    "one half of linked": (linked, lambda c: c[1] > 0),
    "the other half of linked": (linked, lambda c: c[1] < 0),
}
"""The parts of the constraints: the constraint, and whether a clause is kept without the part."""


@pytest.mark.parametrize("part", PARTS)
def test_dropping_any_part_of_a_constraint_changes_the_models(part):
    # A single clause is often implied, because the number of nodes of odd degree is even.
    constraint, kept = PARTS[part]

    def clauses(rows):
        v = Variables(NUMBERLINKS(rows))
        for make in NUMBERLINK:
            for clause in (clause for array in make(v) for clause in array.tolist()):
                if make is not constraint or kept(clause):
                    yield clause

    assert not all(agrees(rows, list(clauses(rows))) for rows in SOME)


def test_a_model_with_a_cycle_is_a_solution_whose_cells_are_empty():
    rows = ["AA...", ".....", "....."]
    puzzle = NUMBERLINKS(rows)
    link = puzzle.grid.link_between
    ring = [(6, 7), (7, 12), (12, 11), (11, 6)]
    used = {link[pair] + 1 for pair in [(0, 1), *ring]}
    encoding = Links(puzzle)
    with Solver("minisat22", bootstrap_with=encoding.formula) as solver:
        links = range(1, len(puzzle.grid.links) + 1)
        assert solver.solve(assumptions=[x if x in used else -x for x in links])
        model = solver.get_model()
    solution = Instance(puzzle, method="repair").solution(model)
    assert solution.lines == rows
    assert Instance(Puzzle.of(rows), method="repair").solution(model) is None


@pytest.mark.usefixtures("cake_lpr", "drat_trim")
@pytest.mark.parametrize("method", [None, "repair", "ranks"])
def test_proofs_agree_with_brute_force(tmp_path, method):
    proven = []
    for number, rows in enumerate([CROSS, ["A.A"], ["AB", "..", "AB"], ["A..", "BBA"]]):
        puzzle, right = NUMBERLINKS(rows), expected(rows)
        folder = tmp_path / f"{number}"
        if len(right) > 1:
            with pytest.raises(InputError, match="two solutions or more"):
                prove(puzzle, folder, method=method)
            continue
        prove(puzzle, folder, method=method)
        found = verify(folder, puzzle)
        assert (found.solution is None) == (not right), rows
        assert "cells may stay empty" in found.in_words(0)
        proven.append(len(right))
    assert {*proven} == {0, 1}


@pytest.mark.usefixtures("cake_lpr", "drat_trim")
def test_proof_without_clauses_against_cycles_is_refused_if_flows_must_fill_the_board(tmp_path):
    with pytest.raises(InputError, match="sound only under the rule numberlink"):
        prove(Puzzle.of(["A.A"]), tmp_path / "new", method="repair")
    prove(NUMBERLINKS(CROSS), tmp_path)
    manifest = tmp_path / MANIFEST
    manifest.write_text(manifest.read_text().replace('"numberlink"', '"touching"'))
    with pytest.raises(InputError, match="sound only under the rule numberlink"):
        verify(tmp_path)


@pytest.mark.parametrize(("rule", "others"), [("strict", 2), ("touching", 1), ("numberlink", 0)])
def test_an_answer_names_the_rules_that_may_allow_a_solution(rule, others):
    words = ("solve", "-", "--format", "rows", "--rule", rule)
    out = invoke("flowfree", *words, given="ABAB\n", status=0).stdout
    assert "there is no solution" in out
    assert out.count("--rule") == others


def generate(puzzle):
    random_puzzle(1, 4, 4, 2, 0, "any", puzzle.rule)


@pytest.mark.parametrize("of", [solutions_of, walkthrough, TreeSearch, generate])
def test_what_assumes_a_full_board_refuses_the_rule(of):
    with pytest.raises(InputError, match="choose strict or touching"):
        of(NUMBERLINKS(["A.A"]))
