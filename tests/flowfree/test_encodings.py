"""The encodings of Flow Free: their models, and the need for each of their constraints."""

from functools import partial
from itertools import islice, pairwise

import pytest
from pysat.solvers import Solver

from puzzlesat.common.records import parse_rows, read_count
from puzzlesat.flowfree.board.grid import BOTTOM, LEFT, RIGHT, TOP
from puzzlesat.flowfree.board.puzzle import FREE, Puzzle
from puzzlesat.flowfree.encode import acyclic, links, published
from puzzlesat.flowfree.encode.links import Links
from puzzlesat.flowfree.encode.methods import header
from puzzlesat.flowfree.encode.published import DIRECTION_TYPES, Published
from puzzlesat.sat.formula import Formula
from puzzlesat_studies.flowfree.cycles import rooted

from .exhaustive import configurations, solutions
from .found import models
from .samples import (
    AROUND,
    CROSS,
    LOLLIPOP,
    POST_PUZZLES,
    PRINTED,
    SKETCH,
    SQUARES,
    TWO_CLASSES,
    TWO_SOLUTIONS,
    needs_post_puzzles,
    solvable,
    thrown,
)

PUZZLES = [
    *(CROSS, SQUARES, AROUND, TWO_SOLUTIONS, ["AABB", "....", "....", "CCDD"]),
    *(["A.A"], ["A", ".", "A"], ["AA"], ["A...", "A..."], ["AB", "AB"], ["ABC", "...", "ABC"]),
    ["ABBA"],  # endpoints that nothing could reach
    *(thrown(seed, [(3, 4), (4, 4), (2, 5)], [1, 2, 3]) for seed in range(35)),
    *(solvable(seed, [(3, 3), (3, 4), (4, 4), (4, 5)], [3]) for seed in range(15)),
]

MOST = 200
"""Maximum number of models of a formula that lacks constraints."""


def spare(puzzle):
    """Return symbols for the numbers that the bits can represent and that no flow has."""
    return "!?$%&+-"[: 2 ** (puzzle.k - 1).bit_length() - puzzle.k]


def read(puzzle, encoding, true):
    """Return the links and symbols of a model, as `configurations` yields them, or None."""
    cell = [divmod(i, puzzle.cols) for i in range(len(puzzle.flow))]
    pairs = [(cell[i], cell[j]) for i, j in puzzle.grid.links.tolist()]
    v = encoding.variables
    if isinstance(encoding, Links):
        used = {link for link, x in zip(pairs, v.link.tolist(), strict=True) if x in true}
        flows = [sum((x in true) << b for b, x in enumerate(bits)) for bits in v.code.tolist()]
        symbols = [*puzzle.symbols, *spare(puzzle)]
        return frozenset(used), tuple(symbols[f] for f in flows)
    flows = [[u for u, x in enumerate(row) if x in true] for row in v.x.tolist()]
    ways = [[t for t, y in enumerate(row) if y in true] for row in v.y.tolist()]
    if any(len(some) != 1 for some in flows):
        return None
    if any(len(some) != (f == FREE) for some, f in zip(ways, puzzle.flow, strict=True)):
        return None
    symbols = tuple(puzzle.symbols[u] for [u] in flows)
    used = set()
    for i, [t] in ((i, some) for i, some in enumerate(ways) if some):
        for direction in DIRECTION_TYPES[t]:
            j = puzzle.grid.neighbour[i, direction]
            used.add(tuple(sorted((cell[i], cell[j]))))
    for first, last in puzzle.endpoints:
        if puzzle.grid.link_between.get((first, last)) is not None:
            used.add((cell[first], cell[last]))
    return frozenset(used), symbols


def has_square(used):
    return any(
        {((r, c), (r, c + 1)), ((r, c), (r + 1, c)), ((r, c + 1), (r + 1, c + 1)),
         ((r + 1, c), (r + 1, c + 1))} <= used
        for (r, c), _ in used
    )  # fmt: skip


def agrees(rows, make):
    """Return whether the models of an encoding are what brute force finds."""
    puzzle = Puzzle.of(rows)
    encoding = make(puzzle)
    v = encoding.variables
    known = range(1, v.count + 1)
    if isinstance(encoding, Links):
        known = {*v.link.tolist(), *v.code.ravel().tolist()}
    found = [read(puzzle, encoding, true) for true in islice(models(encoding.formula, known), MOST)]
    allowed = set(configurations(rows))
    if isinstance(encoding, Links):
        # A cycle may carry a number that no flow has; it is repaired like any other cycle.
        allowed = {pair for pair in configurations(rows, spare(puzzle)) if not has_square(pair[0])}
    return len(found) == len(set(found)) and set(found) == allowed


@pytest.mark.parametrize("make", [Links, Published])
def test_models_agree_with_brute_force(make):
    wrong = [rows for rows in PUZZLES if not agrees(rows, make)]
    assert wrong == []


def without(constraint, module, make):
    return partial(make, constraints=[x for x in module.CONSTRAINTS if x is not constraint])


@pytest.mark.parametrize(
    ("constraint", "module", "make"),
    [
        *((constraint, links, Links) for constraint in links.CONSTRAINTS),
        *((constraint, published, Published) for constraint in published.CONSTRAINTS),
    ],
)
def test_dropping_any_constraint_changes_the_models(constraint, module, make):
    assert not all(agrees(rows, without(constraint, module, make)) for rows in PUZZLES)


def positive(array):
    """Return whether the clauses of an array have no negated literal."""
    return array.size and (array > 0).all()


PARTS = {
    "some flow": (published.one_flow, lambda arrays: [a for a in arrays if not positive(a)]),
    "no two flows": (published.one_flow, lambda arrays: [a for a in arrays if positive(a)]),
    "own flow": (published.endpoints, lambda arrays: [a[a[:, 0] < 0] for a in arrays]),
    "no other flow": (published.endpoints, lambda arrays: [a[a[:, 0] > 0] for a in arrays]),
    "some start": (published.one_start, lambda arrays: [a for a in arrays if not positive(a)]),
    "no two starts": (published.one_start, lambda arrays: [a for a in arrays if positive(a)]),
    "some type": (published.one_type, lambda arrays: [a for a in arrays if not positive(a)]),
    "no two types": (published.one_type, lambda arrays: [a for a in arrays if positive(a)]),
    "the cell's flow onward": (published.along, lambda arrays: arrays[1::2]),
    "the neighbour's flow back": (published.along, lambda arrays: arrays[::2]),
}
"""Parts of the post's constraints: the constraint, and its clauses without the part."""

IMPLIED = {"no two types", "the cell's flow onward", "the neighbour's flow back"}
"""The parts each of which is implied by all other clauses."""


@pytest.mark.parametrize("part", PARTS)
def test_dropping_part_of_a_constraint_changes_models_unless_implied(part):
    constraint, left = PARTS[part]

    def less(v):
        return left(constraint(v))

    less.__name__ = constraint.__name__
    kept = [less if other is constraint else other for other in published.CONSTRAINTS]
    puzzle = Puzzle.of(AROUND)
    assert len(Published(puzzle, kept).formula) < len(Published(puzzle).formula)
    make = partial(Published, constraints=kept)
    assert all(agrees(rows, make) for rows in PUZZLES) == (part in IMPLIED)


def satisfiable(encoding, eager, dropped=None):
    variables, families = eager(encoding)
    kept = tuple(family for family in families if family.name != dropped)
    assert dropped is None or len(kept) == len(families) - 1
    with Solver("minisat22") as solver:
        solver.append_formula(list(encoding.formula))
        solver.append_formula(list(Formula(variables, kept)))
        return solver.solve()


@pytest.mark.parametrize("eager", [acyclic.escape, acyclic.ranks, rooted])
@pytest.mark.parametrize("make", [Links, Published])
def test_eager_formulas_are_satisfiable_iff_the_puzzle_is_solvable(eager, make):
    """On puzzles whose flows could leave cycles."""
    squares = ["AABB", "....", "....", "CCDD"]
    for rows in (SQUARES, AROUND, LOLLIPOP, TWO_CLASSES, squares, TWO_SOLUTIONS):
        assert satisfiable(make(Puzzle.of(rows)), eager) == any(solutions(rows)), rows


ROOTED = ("reached in no step", "reached in the end", "reached one step later")


@pytest.mark.parametrize(
    ("rows", "eager", "family", "make"),
    [
        *((SQUARES, acyclic.ranks, x, Published) for x in ("arcs", "one arc in", "counting")),
        (SQUARES, acyclic.ranks, "a step", Published),
        *((SQUARES, rooted, x, Published) for x in ("arcs", "one arc in", *ROOTED)),
        (SQUARES, acyclic.escape, "squares", Published),
        (AROUND, acyclic.escape, "a way out from cell 7", Published),
        (TWO_CLASSES, acyclic.escape, "a way out from cell 13", Links),  # one witness of two
    ],
)
def test_a_dropped_family_of_clauses_is_noticed(rows, eager, family, make):
    encoding = make(Puzzle.of(rows))
    assert not satisfiable(encoding, eager)
    assert satisfiable(encoding, eager, family)


def test_two_witnesses_leave_a_solution():
    """If they shared variables, neither could leave the corner of the other."""
    rows = [".......", ".A...B.", "...A.C.", ".......", "....C..", "..D..B.", "D......"]
    puzzle = Puzzle.of(rows)
    assert len(acyclic.enclosable(puzzle)) == 2
    for make in (Links, Published):
        assert satisfiable(make(puzzle), acyclic.escape)


def test_escape_requires_paths_without_branches(monkeypatch):
    whole = acyclic.at_most
    for make in (Links, Published):
        assert not satisfiable(make(Puzzle.of(LOLLIPOP)), acyclic.escape)
    monkeypatch.setattr(acyclic, "at_most", lambda x, k: whole(x[:0] if k == 2 else x, k))
    for make in (Links, Published):
        assert satisfiable(make(Puzzle.of(LOLLIPOP)), acyclic.escape)


@pytest.mark.parametrize("make", [Links, Published])
def test_cut_excludes_its_cycle(make):
    puzzle = Puzzle.of(AROUND)
    cycle = [0, 1, 2, 3, 9, 15, 14, 13, 12, 6]  # around both A's
    assert all(puzzle.grid.link_between[pair] >= 0 for pair in pairwise([*cycle, cycle[0]]))
    encoding = make(puzzle)
    for cuts in (encoding.cut(cycle), encoding.cuts(cycle)):
        with Solver("minisat22", bootstrap_with=list(encoding.formula)) as solver:
            assert solver.solve()
            for array in cuts:
                solver.append_formula(array.tolist())
            assert not solver.solve()


def test_clause_counts_of_each_constraint_match_the_post():
    formula = Published(Puzzle.of(["A..B", "....", "....", "A..B"])).formula
    families = {family.name: family for family in formula.templates}
    assert list(families) == ["one_flow", "endpoints", "one_start", "one_type", "along", "aside"]
    free, corners = 12, 4
    inner, edge = 4, 8  # with 6 and 3 direction types
    assert formula.variables == 16 * 2 + inner * 6 + edge * 3
    assert {name: len(family) for name, family in families.items()} == {
        "one_flow": free * (1 + 1),
        "endpoints": corners * 2,
        "one_start": corners * (1 + 1),
        "one_type": inner * (1 + 15) + edge * (1 + 3),
        "along": (inner * 6 + edge * 3) * 4 * 2,
        "aside": (inner * 6 * 2 + edge * 3) * 2,
    }


@needs_post_puzzles
def test_published_sizes_match_the_table_of_the_post():
    columns = {"puzzle": str, "variables": read_count, "clauses": read_count}
    table = list(parse_rows(PRINTED.read_text(), columns))
    assert len(table) == 28
    for row in table:
        rows = (POST_PUZZLES / f"{row['puzzle']}.txt").read_text().split()
        formula = Published(Puzzle.of(rows)).formula
        # The table includes the two clauses that excluded cycles in that run.
        repairs = 2 if row["puzzle"] == "jumbo_14x14_01" else 0
        assert (formula.variables, len(formula) + repairs) == (row["variables"], row["clauses"])


def number_of(comment, **at):
    return eval(comment.split(",")[0], {}, at)


THREE = Puzzle.of(["ABC", "...", "...", "ABC"])
FIVE = Puzzle.of(["A.B.C", "D...E", "D...E", "A.B.C"])


@pytest.mark.parametrize("puzzle", [THREE, FIVE])
def test_header_documents_every_variable_of_the_links_encoding(puzzle):
    comments, v = header(puzzle, "links", "repair", ""), Links(puzzle).variables
    cells, edges, bits = 4 * puzzle.cols, len(puzzle.grid.links), (puzzle.k - 1).bit_length()
    across, names = 4 * (puzzle.cols - 1), ("link(l)", "code(i,b)", "differ(l,b)")
    link, code, differ = (comments[name] for name in names)
    assert [number_of(link, l=l) for l in range(edges)] == v.link.tolist()
    for comment, letter, rows in ((code, "i", v.code), (differ, "l", v.differ)):
        listed = [
            [number_of(comment, **{letter: x}, b=b) for b in range(bits)] for x in range(len(rows))
        ]
        assert listed == rows.tolist()
    assert (v.code.shape, v.count) == ((cells, bits), edges + (cells + edges) * bits)
    assert f"first the {across} horizontal ones" in link
    sides = [j - i for i, j in puzzle.grid.links.tolist()]
    assert sides == [1] * across + [puzzle.cols] * (edges - across)


def test_the_header_lists_the_links_of_a_marked_board():
    puzzle = Puzzle.of(SKETCH)
    comments = header(puzzle, "links", "repair", "")
    assert comments["puzzle"] == "/".join(SKETCH)
    cells, _, note = comments["cells"].partition(", ")
    places = dict(cell.split("=") for cell in cells.split())
    assert [int(place) for place in places] == list(range(puzzle.grid.node_count))
    listed = [tuple(map(int, at.split(","))) for at in places.values()]
    assert listed == [divmod(cell, puzzle.cols) for cell in puzzle.grid.cell.tolist()]
    [bridge] = [(r, c) for r, c in set(listed) if listed.count((r, c)) == 2]
    assert SKETCH[2 * bridge[0] + 1][2 * bridge[1] + 1] == "+"
    assert cells.endswith(" 14=3,0")  # the bridge, from top to bottom
    assert "rows and columns from 0; a bridge is two" in note
    assert "in the order of links" in comments["link(l)"]
    links = [[int(end) for end in link.split("-")] for link in comments["links"].split()]
    assert links == puzzle.grid.links.tolist()


@pytest.mark.parametrize("puzzle", [THREE, FIVE])
def test_header_documents_every_variable_of_the_published_encoding(puzzle):
    comments, v = header(puzzle, "published", "repair", ""), Published(puzzle).variables
    cells, k = 4 * puzzle.cols, puzzle.k
    x = comments["x(i,u)"]
    assert f"0 <= u < {k}" in x
    assert [[number_of(x, i=i, u=u) for u in range(k)] for i in range(cells)] == v.x.tolist()
    place, _, names = comments["y(i,t)"].partition(", ")
    first, last = map(int, place.split(".."))
    order = names.rpartition("in the order ")[2].split(", ")
    side = {"left": -1, "right": 1, "top": -puzzle.cols, "bottom": puzzle.cols}
    numbers = iter(range(first, last + 1))
    for i in range(cells):
        for t, name in enumerate(order):
            adjacent = [i + side[word] for word in name.split("-")]
            there = [
                0 <= j < cells and (abs(j - i) > 1 or j // puzzle.cols == i // puzzle.cols)
                for j in adjacent
            ]
            exists = puzzle.flow[i] == FREE and all(there)
            assert v.y[i, t] == (next(numbers) if exists else 0)
    assert next(numbers, None) is None
    assert (first, last) == (v.x.size + 1, v.count)


def test_the_direction_types_are_numbered_as_in_the_post():
    name = {LEFT: "left", RIGHT: "right", TOP: "top", BOTTOM: "bottom"}
    assert ["-".join(name[d] for d in pair) for pair in DIRECTION_TYPES] == [
        *("left-right", "top-bottom", "top-left", "top-right", "bottom-left", "bottom-right")
    ]
