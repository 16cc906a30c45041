"""Bridges, warps, walls and missing cells, compared with brute force on small boards."""

from dataclasses import replace
from itertools import combinations, islice, product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from puzzlesat._engine.flowfree import fault_of_marks
from puzzlesat.common.errors import InputError
from puzzlesat.common.records import write_rows
from puzzlesat.flowfree.board.grid import BOTTOM, RIGHT, Marks
from puzzlesat.flowfree.board.puzzle import FILLING, Puzzle
from puzzlesat.flowfree.board.sketch import is_sketch
from puzzlesat.flowfree.encode.links import Links
from puzzlesat.flowfree.formats.formats import read_puzzles
from puzzlesat.flowfree.formats.samples import parse_puzzle, sample_row
from puzzlesat_studies.flowfree.tree import TreeSearch

from .exhaustive import subsets
from .found import by_sat, by_tree
from .marked import (
    all_solutions,
    inner_sides,
    mixed,
    outer_sides,
    sketch_of,
    spots_of,
    with_symbols,
)
from .samples import SKETCH

MIXED = [mixed(Random(seed), *shape) for seed in range(20) for shape in [(3, 3), (3, 4), (4, 4)]]


def boards(height, width, most):
    """Yield all boards with marks of one kind, at most as many as `most` contains for the kind.

    With bridges, there may be any warps.
    """
    blank = ["." * width] * height
    cells = list(product(range(height), range(width)))
    for walls in subsets(inner_sides(height, width), most["walls"]):
        yield sketch_of(blank, walls=walls)
    for warps in subsets(outer_sides(height, width), most["warps"]):
        yield sketch_of(blank, warps=warps)
    for missing in subsets(cells, most["missing"]):
        yield sketch_of(blank, missing=missing)
    for warps in subsets(outer_sides(height, width)):
        for bridges in islice(subsets(cells, most["bridges"]), 1, None):
            blank_with = sketch_of(blank, warps=warps, bridges=bridges)
            _, adjacent = spots_of(blank_with)
            if all(len(near) > 1 for spot, near in adjacent.items() if len(spot) == 3):
                yield blank_with


def one_flow(sketch):
    spots, _ = spots_of(sketch)
    for pair in combinations([spot for spot in spots if len(spot) == 2], 2):
        yield with_symbols(sketch, dict.fromkeys(pair, "A"))


def two_flows(sketch):
    spots, _ = spots_of(sketch)
    for ends in combinations([spot for spot in spots if len(spot) == 2], 4):
        for symbols in ("AABB", "ABAB", "ABBA"):
            yield with_symbols(sketch, dict(zip(ends, symbols, strict=True)))


def agreed(sketch, rule):
    """Assert that all methods find the same solutions, and return their number."""
    right, puzzle = set(all_solutions(sketch, rule)), Puzzle.of(sketch, rule=rule)
    assert by_sat(puzzle) == right == by_tree(puzzle), sketch
    return len(right)


FEW = {"walls": None, "warps": None, "missing": None, "bridges": 0}
MORE = {"walls": 1, "warps": 2, "missing": 2, "bridges": 1}


@pytest.mark.parametrize("rule", FILLING)
@pytest.mark.parametrize(
    ("height", "width", "most", "flows", "step"),
    [
        (2, 3, FEW, one_flow, 3),
        (2, 3, FEW, two_flows, 19),
        (1, 4, FEW, one_flow, 1),
        (3, 3, MORE, one_flow, 31),
        (3, 3, MORE, two_flows, 293),
        (3, 3, {**FEW, "walls": 2, "bridges": 2}, one_flow, 61),
    ],
)
def test_solutions_of_tiny_marked_boards_agree_with_brute_force(
    height, width, most, flows, step, rule
):
    """All placements of marks of one kind and of endpoints; every `step`-th of larger sets."""
    kinds = set()
    every = (sketch for board in boards(height, width, most) for sketch in flows(board))
    for sketch in islice(every, 0, None, step):
        kinds.add(min(agreed(sketch, rule), 2))
    assert {0, 1} <= kinds


@pytest.mark.parametrize("rule", FILLING)
def test_cuts_are_satisfied_by_every_solution(rule):
    """The cuts of all rings with at most eight nodes."""
    checked = 0
    for sketch in MIXED[::2]:
        puzzle = Puzzle.of(sketch, rule=rule)
        encoding = Links(puzzle)
        clauses = {
            frozenset(clause)
            for ring in short_rings(puzzle.grid.neighbours, 8)
            for array in encoding.cuts(ring)
            for clause in array.tolist()
        }
        checked += len(clauses)
        for solution in islice(TreeSearch(puzzle).solutions(), 20):
            used = {link + 1 for link in solution.links}
            assert all(any(-x not in used for x in clause) for clause in clauses)
    assert checked > 100


def short_rings(neighbours, most):
    """Yield the rings of a graph with at most `most` nodes, each from its lowest node."""
    todo = [[i] for i in range(len(neighbours))]
    while todo:
        way = todo.pop()
        for j in neighbours[way[-1]]:
            if j == way[0] and len(way) > 2:
                yield way
            elif j > way[0] and j not in way and len(way) < most:
                todo.append([*way, j])


def test_warp_between_neighbours_adds_no_second_link():
    """On a board two cells wide, a warp joins neighbours; they are linked once, wall or not."""
    sketch = ["+-+-+", "<A A>", "+-+-+", "<B|B>", "+-+-+", "|C C|", "+-+-+"]
    assert Puzzle.of(sketch).grid.links.tolist() == [[0, 1], [2, 3], [4, 5]]
    assert by_sat(Puzzle.of(sketch)) == set(all_solutions(sketch, "strict")) != set()


@pytest.mark.parametrize(
    ("marks", "message"),
    [
        (Marks(missing={0}), "A1: no flow can end on a missing cell"),
        (Marks(walls={(2, RIGHT)}), "C1: a wall cannot be on the border"),
        (Marks(warps={(1, RIGHT)}), "B1: a warp cannot be between two cells"),
        (Marks(warps={(1, BOTTOM)}), "B1: a warp cannot be between two cells"),
        (Marks(missing={1}, walls={(0, RIGHT)}), "B1: a wall is at a missing cell"),
        (Marks(missing={4}, bridges={4}), "B2: a bridge is on a missing cell"),
        (Marks(bridges={4}, walls={(3, RIGHT)}), "B2: a bridge .* two from left to right"),
        (Marks(bridges={3}, warps={(5, RIGHT)}, walls={(0, BOTTOM)}), "A2: .* top to bottom"),
        (Marks(missing={9}), "there is no cell 9"),
        (Marks(walls={(-1, RIGHT)}), "there is no cell -1"),
    ],
)
def test_invalid_marks_are_rejected(marks, message):
    frozen = Marks(*map(frozenset, (marks.missing, marks.bridges, marks.walls, marks.warps)))
    with pytest.raises(InputError, match=message):
        Puzzle(3, 3, (0, -1, 0, *[-1] * 6), ("A",), marks=frozen)


@pytest.mark.parametrize(
    ("flow", "symbols"), [((0, 0), ("A", "B")), ((0, 0, 1, 1), ("A",)), ((0, 0, -2), ("A",))]
)
def test_flows_without_a_symbol_and_symbols_without_a_flow_are_rejected(flow, symbols):
    with pytest.raises(InputError, match="the flows of cells must be 0 to"):
        Puzzle(1, len(flow), flow, symbols)


@pytest.mark.parametrize(
    ("cols", "sides"), [(0, [(0, RIGHT)]), (2, [(9, RIGHT)]), (2, [(0, RIGHT - 1)])]
)
def test_the_engine_refuses_sides_that_a_board_does_not_have(cols, sides):
    with pytest.raises(ValueError, match=r"positive|no such cell|a side is"):
        fault_of_marks(1, cols, [], [], sides, [])


@st.composite
def puzzles(draw):
    """Draw any puzzle on a board with marks, or a plain one."""
    height, width = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    cells = list(product(range(height), range(width)))

    def some(items):
        return frozenset(draw(st.sets(st.sampled_from(items)))) if items else frozenset()

    missing, bridges = (some([r * width + c for r, c in cells]) for _ in "12")
    number = {"-": RIGHT, "|": BOTTOM}
    walls, warps = (
        some([(r * width + c, number[way]) for (r, c), way in sides])
        for sides in (inner_sides(height, width), outer_sides(height, width))
    )
    bridges -= missing
    for marks in (Marks(missing, bridges, walls, warps), Marks(missing, frozenset(), walls)):
        ends = [i for i in range(len(cells)) if i not in marks.missing | marks.bridges]
        ends = draw(st.permutations(ends))[: 2 * draw(st.integers(1, 3))]
        flow = [-1] * len(cells)
        letters = draw(st.permutations("AZaz09-|<>^vÄ?"))
        for f, cell in enumerate(ends[: len(ends) // 2 * 2]):
            flow[cell] = f // 2
        order = [f for f in dict.fromkeys(flow) if f >= 0]
        flow = tuple(order.index(f) if f >= 0 else -1 for f in flow)
        try:
            return Puzzle(height, width, flow, tuple(letters[: len(order)]), marks=marks)
        except InputError:
            continue
    assume(False)


@settings(max_examples=50)
@given(puzzles())
def test_puzzles_round_trip_through_lines_and_text(puzzle):
    assert Puzzle.of(puzzle.lines) == puzzle
    assert parse_puzzle(puzzle.text) == puzzle
    assert is_sketch(puzzle.lines) == (not puzzle.grid.plain)


def _all_walls(puzzle):
    return len(puzzle.marks.walls) == len(inner_sides(puzzle.rows, puzzle.cols)) > 1


@settings(max_examples=20)
@given(st.lists(puzzles(), min_size=1, max_size=4))
def test_files_and_samples_may_mix_boards_of_all_kinds(several):
    several = [
        replace(x, symbols=tuple("BDFÄ"[: x.k]) if x.grid.plain else x.symbols) for x in several
    ]
    with TemporaryDirectory() as folder:
        path = Path(folder, "puzzles.txt")
        path.write_text("\n".join("".join(f"{line}\n" for line in x.lines) for x in several))
        sample = Path(folder, "puzzles.csv")
        write_rows((sample_row(1, i, "any", x) for i, x in enumerate(several)), sample)
        framed = any(x.marks.walls and _all_walls(x) for x in several)
        if framed:  # refused, since it may be a table
            return
        assert [puzzle for _, puzzle in read_puzzles(path, "rows")] == several
        assert [replace(puzzle, origin="") for _, puzzle in read_puzzles(sample)] == several


def test_sketches_with_a_changed_character_are_read_or_rejected():
    """Every character of the sketch is replaced by each of several others."""
    refused = read = 0
    for y, x in product(range(len(SKETCH)), range(len(SKETCH[0]))):
        for character in ".#+ABD|-<>^v ":
            line = SKETCH[y]
            other = [*SKETCH[:y], line[:x] + character + line[x + 1 :], *SKETCH[y + 1 :]]
            try:
                puzzle = Puzzle.of(other)
            except InputError:
                refused += 1
                continue
            assert Puzzle.of(puzzle.lines) == puzzle
            agreed(other, "strict")
            read += 1
    assert refused > 500
    assert read > 100
