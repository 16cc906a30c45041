"""Bridges, warps, walls and missing cells, compared with brute force on small boards."""

from dataclasses import replace
from itertools import chain, combinations, islice, product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.common.rows import write_rows
from puzzlesat.flowfree.board.formats import parse_puzzle, read_puzzles, sample_row
from puzzlesat.flowfree.board.grid import BOTTOM, RIGHT, Grid, Marks
from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.board.referee import fault, path_fault
from puzzlesat.flowfree.board.rows import MARKS
from puzzlesat.flowfree.board.sketch import is_sketch
from puzzlesat.flowfree.encode import links
from puzzlesat.flowfree.encode import methods as module
from puzzlesat.flowfree.encode.links import CONSTRAINTS, TOUCHING, Links
from puzzlesat.flowfree.encode.methods import METHODS
from puzzlesat.flowfree.encode.rings import rings, squares
from puzzlesat.flowfree.solve.search import Search
from puzzlesat_studies.flowfree.tree import TreeSearch

from .found import MOST, by_sat, by_tree, wrong
from .marked import coloured, inner_sides, mixed, outer_sides, picture, spots_of, systems
from .samples import BRIDGE, SKETCH

RULES = {"strict": True, "touching": False}


def subsets(items, most=None):
    items = list(items)
    sizes = range(len(items) + 1 if most is None else most + 1)
    return chain.from_iterable(combinations(items, size) for size in sizes)


def boards(height, width, most):
    """Yield all boards with marks of one kind, at most as many as `most` contains for the kind.

    With bridges, there may be any warps.
    """
    blank = ["." * width] * height
    cells = list(product(range(height), range(width)))
    for walls in subsets(inner_sides(height, width), most["walls"]):
        yield picture(blank, walls=walls)
    for warps in subsets(outer_sides(height, width), most["warps"]):
        yield picture(blank, warps=warps)
    for missing in subsets(cells, most["missing"]):
        yield picture(blank, missing=missing)
    for warps in subsets(outer_sides(height, width)):
        for bridges in islice(subsets(cells, most["bridges"]), 1, None):
            blank_with = picture(blank, warps=warps, bridges=bridges)
            _, adjacent = spots_of(blank_with)
            if all(len(near) > 1 for spot, near in adjacent.items() if len(spot) == 3):
                yield blank_with


def with_ends(sketch, ends):
    """Return a sketch with endpoints at given pairs of cells."""
    lines = [list(line) for line in sketch]
    for symbol, pair in zip("ABC", ends, strict=False):
        for r, c in pair:
            lines[2 * r + 1][2 * c + 1] = symbol
    return ["".join(line) for line in lines]


def one_flow(sketch):
    spots, _ = spots_of(sketch)
    for pair in combinations([spot for spot in spots if len(spot) == 2], 2):
        yield with_ends(sketch, [pair])


def two_flows(sketch):
    spots, _ = spots_of(sketch)
    for a, b, c, d in combinations([spot for spot in spots if len(spot) == 2], 4):
        for ends in ([(a, b), (c, d)], [(a, c), (b, d)], [(a, d), (b, c)]):
            yield with_ends(sketch, ends)


def agree(sketch, strict):
    """Return the number of solutions, and whether all methods find the same ones."""
    right = set(systems(sketch, strict))
    puzzle = Puzzle.of(sketch, rule="strict" if strict else "touching")
    return len(right), by_sat(puzzle) == right == by_tree(puzzle)


FEW = {"walls": None, "warps": None, "missing": None, "bridges": 0}
MORE = {"walls": 1, "warps": 2, "missing": 2, "bridges": 1}


@pytest.mark.parametrize("strict", RULES.values(), ids=RULES)
@pytest.mark.parametrize(
    ("height", "width", "most", "flows", "step"),
    [
        (2, 3, FEW, one_flow, 1),
        (2, 3, FEW, two_flows, 3),
        (1, 4, FEW, one_flow, 1),
        (2, 2, FEW, one_flow, 1),
        (3, 2, FEW, one_flow, 1),
        (3, 3, MORE, one_flow, 1),
        (3, 3, MORE, two_flows, 97),
        (3, 3, {**FEW, "walls": 2, "bridges": 2}, one_flow, 61),
    ],
)
def test_solutions_of_tiny_marked_boards_agree_with_brute_force(
    height, width, most, flows, step, strict
):
    """All placements of marks of one kind and of endpoints; every `step`-th of larger sets."""
    kinds = set()
    every = (sketch for board in boards(height, width, most) for sketch in flows(board))
    for sketch in islice(every, 0, None, step):
        count, same = agree(sketch, strict)
        assert same, sketch
        kinds.add(min(count, 2))
    assert {0, 1} <= kinds


MIXED = [mixed(Random(seed), *shape) for seed in range(40) for shape in [(3, 3), (3, 4), (4, 4)]]


@pytest.fixture(scope="module")
def expected():
    """For each sketch and rule the ways to lay its flows, by brute force."""
    return {
        (number, strict): set(islice(systems(sketch, strict), MOST + 1))
        for number, sketch in enumerate(MIXED)
        for strict in (True, False)
    }


def test_mixed_boards_include_all_marks_and_solution_counts(expected):
    kinds = {strict: [len(x) for (_, s), x in expected.items() if s == strict] for strict in (0, 1)}
    assert kinds[0].count(0) == 0
    assert kinds[0].count(1) > 10
    assert kinds[1].count(0) > 10
    assert kinds[1].count(1) > 10
    assert sum(kind > 1 for kind in kinds[0]) > 10
    drawn = "".join(line for sketch in MIXED for line in sketch)
    assert all(drawn.count(mark) > 20 for mark in "#<>^v")
    bridges = [line[1::2].count("+") for sketch in MIXED for line in sketch[1::2]]
    assert sum(bridges) > 20


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("method", [name for name in METHODS if name != "escape"])
def test_every_method_finds_all_solutions_on_mixed_boards(method, rule, expected):
    for number, sketch in enumerate(MIXED):
        found = by_sat(Puzzle.of(sketch, rule=rule), method, MOST + 1)
        assert not wrong(found, expected[number, RULES[rule]]), sketch


@pytest.mark.parametrize("rule", RULES)
def test_tree_search_finds_all_solutions_on_mixed_boards(rule, expected):
    for number, sketch in enumerate(MIXED):
        found = by_tree(Puzzle.of(sketch, rule=rule), MOST + 1)
        assert not wrong(found, expected[number, RULES[rule]]), sketch


@pytest.mark.parametrize(
    ("rule", "left_out"), [*product(["strict"], CONSTRAINTS), *product(["touching"], TOUCHING)]
)
def test_dropping_any_constraint_but_no_square_changes_the_solutions(
    rule, left_out, expected, monkeypatch
):
    """Except `no_square`: without it, repairs exclude the squares, in more rounds."""
    known = CONSTRAINTS if rule == "strict" else TOUCHING
    some = [constraint for constraint in known if constraint is not left_out]
    monkeypatch.setitem(module.ENCODINGS, "links", lambda puzzle: Links(puzzle, some))

    def noticed(number, sketch):
        puzzle = Puzzle.of(sketch, rule=rule)
        try:
            return wrong(by_sat(puzzle, most=MOST + 1), expected[number, RULES[rule]])
        except (ValueError, DisagreementError):  # rejected by the referee, or not even paths
            return True

    found = any(noticed(number, sketch) for number, sketch in enumerate(MIXED))
    assert found == (left_out is not links.no_square)


def rounds(sketch):
    with Search(Puzzle.of(sketch)) as search:
        while search.next():
            pass
        return search.repairs


AROUND = ["+-+-+-+-+-+", "<. . . . .>", "+-+-+-+-+-+", "|A . . . A|", "+-+-+-+-+-+"]
"""A row that is a ring of its own."""

EIGHT = ["+-+-+-+", "|#|. .|", "+-+ + +", "|. + .|", "+ + +-+", "|. .|#|", "+-+-+-+", "|A . A|",
         "+-+-+-+"]  # fmt: skip
"""A ring that crosses itself on a bridge."""


@pytest.mark.parametrize("sketch", [AROUND, EIGHT])
def test_cycles_over_warps_and_bridges_are_repaired(sketch):
    assert rounds(sketch) == 1
    for method in METHODS.keys() - {"escape"}:
        assert by_sat(Puzzle.of(sketch), method) == set(systems(sketch, True)) == set()


def test_ring_is_translated_to_every_place_where_it_fits():
    """Two of these rings fit on the board, because one row has no warp."""
    sketch = ["+-+-+-+", *("<. . .>", "+ + + +") * 2, "|. . .|", "+-+-+-+"]
    grid = Grid.of(3, 3, Puzzle.of(with_ends(sketch, [((2, 0), (2, 2))])).marks)
    nodes, links = rings(grid, [0, 1, 2])
    assert {frozenset(ring) for ring in nodes.tolist()} == {
        frozenset((0, 1, 2)),
        frozenset((3, 4, 5)),
    }
    for ring, used in zip(nodes.tolist(), links.tolist(), strict=True):
        for i, j, link in zip(ring, [*ring[1:], ring[0]], used, strict=True):
            assert sorted((i, j)) == grid.links[link].tolist()
    assert len(rings(grid, [0, 1, 4, 3])[0]) == 5


@pytest.mark.parametrize("strict", RULES.values(), ids=RULES)
def test_cuts_are_satisfied_by_every_solution(strict):
    """The cuts of all rings with at most eight nodes."""
    checked = 0
    for sketch in MIXED[::4]:
        puzzle = Puzzle.of(sketch, rule="strict" if strict else "touching")
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


def test_squares_are_the_cycles_of_four_nodes():
    for sketch in [*MIXED, AROUND, picture(["A..A", "....", "...."], warps=outer_sides(3, 4))]:
        grid = Puzzle.of(sketch).grid
        rings = {frozenset(ring) for ring in short_rings(grid.neighbours, 4) if len(ring) == 4}
        nodes = [frozenset(grid.links[square].ravel().tolist()) for square in squares(grid)]
        assert set(nodes) == rings
        assert all(not {*grid.links[s[0]]} & {*grid.links[s[1]]} for s in squares(grid))


def test_nodes_and_links_match_the_sketch():
    for sketch in MIXED:
        puzzle = Puzzle.of(sketch)
        grid, (spots, adjacent) = puzzle.grid, spots_of(sketch)
        spot = [divmod(cell, grid.cols) for cell in grid.cell.tolist()]
        second = len(spot) - len(puzzle.marks.bridges)
        bridges = set(spot[second:])
        spot = [
            (*cell, "-" if node < second else "|") if cell in bridges else cell
            for node, cell in enumerate(spot)
        ]
        assert sorted(map(str, spot)) == sorted(map(str, spots))
        assert {
            spot[i]: {spot[j] for j in near} for i, near in enumerate(grid.neighbours)
        } == adjacent
        assert len(grid.links) == sum(map(len, adjacent.values())) / 2
        for node in range(grid.nodes):
            for link, other in zip(grid.link[node], grid.neighbour[node], strict=True):
                assert (link < 0) == (other < 0)
                assert link < 0 or sorted((node, other)) == grid.links[link].tolist()


def test_warp_between_neighbours_adds_no_second_link():
    """On a board two cells wide, a warp joins neighbours; they are linked once, wall or not."""
    sketch = ["+-+-+", "<A A>", "+-+-+", "<B|B>", "+-+-+", "|C C|", "+-+-+"]
    assert Puzzle.of(sketch).grid.links.tolist() == [[0, 1], [2, 3], [4, 5]]
    assert by_sat(Puzzle.of(sketch)) == set(systems(sketch, True)) != set()


def labelled(sketch):
    """Yield all ways to put the symbols of a sketch into its free cells, as sketches."""
    spots, _ = spots_of(sketch)
    symbols = sorted({*spots.values()} - {"."})
    free = [spot for spot, symbol in spots.items() if symbol == "." and len(spot) == 2]
    for chosen in product(symbols, repeat=len(free)):
        lines = [list(line) for line in sketch]
        for (r, c), symbol in zip(free, chosen, strict=True):
            lines[2 * r + 1][2 * c + 1] = symbol
        yield ["".join(line) for line in lines]


def test_referee_accepts_exactly_the_solutions():
    """All assignments of symbols to the free cells are judged."""
    tried = [mixed(Random(seed), 3, 3) for seed in range(80)]
    approved = 0
    for sketch in [*tried, AROUND, EIGHT]:
        if sum(line[1::2].count(".") for line in sketch[1::2]) > 9:
            continue
        right = {tuple(coloured(sketch, paths)) for paths in systems(sketch, True)}
        found = {tuple(x) for x in labelled(sketch) if fault(sketch, x) is None}
        assert found == right, sketch
        approved += len(found)
    assert approved > 20


def test_referee_agrees_with_brute_force_on_changed_boards():
    """The flows of one board are judged on boards with the same cells and other sides."""
    judged = {True: 0, False: 0}
    for seed in range(150):
        random = Random(seed)
        sketch = mixed(random, 3, 3)
        for paths in islice(systems(sketch, False), 3):
            other = [list(line) for line in sketch]
            for _ in range(random.randrange(3)):
                y, x = random.choice(
                    [(y, x) for y in range(1, 6) for x in range(1, 6) if (y + x) % 2]
                )
                other[y][x] = random.choice([" ", "|" if y % 2 else "-"])
            other = ["".join(line) for line in other]
            message = path_fault(other, sorted(paths))
            right = paths in set(systems(other, False))
            assert (message is None) == right, (other, paths, message)
            judged[message is None] += 1
    assert min(judged.values()) > 20


CROSSED = [[(0, 1), (1, 1), (2, 1)], [(1, 0), (1, 1), (1, 2)]]


@pytest.mark.parametrize(
    ("paths", "message"),
    [
        (CROSSED, None),
        ([path[::-1] for path in CROSSED], None),
        (CROSSED[:1], "row 1, column 0: no flow passes here"),
        ([[(0, 1), (1, 1), (1, 2)]], "row 1, column 1: the flow turns on a bridge"),
        ([[(0, 1), (1, 1)]], "row 1, column 1: a flow must begin and end at endpoints, and only"),
        ([[(0, 1), (2, 1)]], "row 0, column 1: the flow jumps to row 2, column 1"),
        ([[(0, 1), (0, 0)]], "row 0, column 1: the flow jumps to row 0, column 0"),
        ([CROSSED[0], CROSSED[0]], "row 0, column 1: two flows pass here, or one twice"),
    ],
)
def test_referee_checks_flows_on_a_bridge(paths, message):
    found = path_fault(BRIDGE, paths)
    assert found is None if message is None else found.startswith(message), found


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({}, None),
        ({3: "|B + A|"}, "row 1, column 2: A is on the endpoint B"),
        ({3: "|B A B|"}, "the solution is on a different board from the puzzle"),
        ({3: "|B|+ B|"}, "the solution is on a different board from the puzzle"),
        ({1: "|A A #|"}, "the solution is on a different board from the puzzle"),
        ({1: "|# A #"}, "the solution has a different shape from the puzzle"),
    ],
)
def test_referee_checks_sketches(change, message):
    assert fault(BRIDGE, [change.get(y, line) for y, line in enumerate(BRIDGE)]) == message


def test_referee_detects_a_bridge_joining_different_flows():
    sketch = ["|# B #|" if y == 1 else line for y, line in enumerate(BRIDGE)]
    message = fault(sketch, sketch)
    assert message in {f"row 1, column 1: the bridge joins {x} and {y}" for x, y in ("AB", "BA")}


def test_ring_of_bridges_has_no_solution():
    board = ["+^+^+^+", "<+ + +>", "+ + + +", "|A . A|", "+ + + +", "|. . .|", "+v+v+v+"]
    message = fault(board, [line.replace(".", "A") for line in board])
    assert message == "row 0, column 0: no flow crosses the bridge from left to right"
    assert by_sat(Puzzle.of(board, rule="touching")) == set(systems(board, False)) == set()


TOUCHES = {
    "a wall": (["+-+-+", "|A|A|", "+ + +", "|. .|", "+-+-+"], 1, 1),
    "no wall": (["+-+-+", "|A A|", "+ + +", "|. .|", "+-+-+"], 0, 1),
    "a warp": (
        ["+-+-+-+-+", "<A B B A>", "+ + + + +", "|. C C .|", "+ + + + +", "|. . . .|",
         "+-+-+-+-+"], 0, 2,
    ),
    "no warp": (
        ["+-+-+-+-+", "|A B B A|", "+ + + + +", "|. C C .|", "+ + + + +", "|. . . .|",
         "+-+-+-+-+"], 1, 1,
    ),
    "a bridge": (
        ["+-+-+-+", "|# . .|", "+ + + +", "|A + .|", "+ + + +", "|# A #|", "+-+-+-+"], 1, 1,
    ),
}  # fmt: skip
"""Sketches, with the number of solutions under the strict rule and if flows may touch."""


@pytest.mark.parametrize("name", TOUCHES)
def test_solution_counts_of_both_rules_on_marked_boards(name):
    sketch, strict, touching = TOUCHES[name]
    assert agree(sketch, True) == (strict, True)
    assert agree(sketch, False) == (touching, True)


@pytest.mark.parametrize(("encoding", "method"), [("published", "repair"), ("links", "escape")])
def test_published_and_escape_reject_marked_boards(encoding, method):
    with pytest.raises(InputError, match="for boards without bridges, warps, walls and missing"):
        Search(Puzzle.of(BRIDGE), encoding, method)
    plain = Puzzle.of(["+-+-+", "|A A|", "+-+-+"])
    assert plain.lines == ["AA"]
    with Search(plain, encoding, method) as search:
        assert search.next().lines == ["AA"]


def test_solutions_are_printed_as_sketches():
    [solution] = TreeSearch(Puzzle.of(BRIDGE)).solutions()
    assert (solution.lines, solution.cells) == (BRIDGE, CROSSED)
    assert parse_puzzle(solution.text).lines == solution.lines


SIDE = ["+-+-+", "|A A|", "+ + +", "|B B|", "+-+-+"]


@pytest.mark.parametrize(
    ("sketch", "message"),
    [
        ([*SIDE, "+-+-+"], "odd number of lines, and of characters in each line, not 6 lines of 5"),
        ([line + "-" for line in SIDE], "an odd number of lines, and of characters"),
        ({1: "|A.A|"}, "line 2 of the sketch, character 3: '.', where only ' ' or '|' is allowed"),
        ({2: "+ . +"}, "line 3 of the sketch, character 3: '.', where only '+' is allowed"),
        ({2: "+|+ +"}, "line 3 of the sketch, character 2: '|', where only ' ' or '-' is allowed"),
        ({1: ">A A|"}, "line 2 of the sketch, character 1: '>', where only '<' or '|' is allowed"),
        ({1: "|A A>"}, "row 0: a warp has two ends, < and >, not only one"),
        ({0: "+-+^+"}, "column 1: a warp has two ends, ^ and v, not only one"),
        ({1: "<# .>"}, "row 0, column 0: a warp is at a missing cell"),
        ({1: "<. #>"}, "row 0, column 1: a warp is at a missing cell"),
        (["+^+-+", "|A A|", "+v+-+"], "row 0, column 0: a warp leads from the cell to itself"),
        (["+-+-+-+", "|A + A|", "+-+-+-+"], "row 0, column 1: a bridge must join two cells in"),
        ({1: "|+ .|"}, "row 0, column 0: a bridge must join two cells in each direction"),
        (["+^+-+", "<+ A>", "+ + +", "|. A|", "+v+-+"],
         "this one does not join two from left to right"),
        (["+-+-+-+", "|A A #|", "+-+-+-+", "|# + .|", "+-+-+-+", "|. . .|", "+-+-+-+"],
         "row 1, column 1: a bridge must join two"),
        ({1: "|. B|"}, "B occurs 3 times, first in row 0, column 1; the symbol of a flow"),
        ({1: "|# #|", 3: "|# #|"}, "the puzzle has no endpoint"),
    ],
)  # fmt: skip
def test_invalid_sketches_are_rejected(sketch, message):
    if isinstance(sketch, dict):
        sketch = [sketch.get(y, line) for y, line in enumerate(SIDE)]
    with pytest.raises(InputError) as error:
        Puzzle.of(sketch)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("marks", "message"),
    [
        (Marks(missing={0}), "row 0, column 0: no flow can end on a missing cell"),
        (Marks(walls={(2, RIGHT)}), "row 0, column 2: a wall cannot be on the border"),
        (Marks(warps={(1, RIGHT)}), "row 0, column 1: a warp cannot be between two cells"),
        (Marks(warps={(1, BOTTOM)}), "row 0, column 1: a warp cannot be between two cells"),
        (Marks(missing={1}, walls={(0, RIGHT)}), "row 0, column 1: a wall is at a missing cell"),
        (Marks(missing={4}, bridges={4}), "row 1, column 1: a bridge is on a missing cell"),
        (Marks(missing={9}), "there is no cell 9"),
        (Marks(walls={(-1, RIGHT)}), "there is no cell -1"),
    ],
)
def test_invalid_marks_are_rejected(marks, message):
    frozen = Marks(*map(frozenset, (marks.missing, marks.bridges, marks.walls, marks.warps)))
    with pytest.raises(InputError, match=message):
        Puzzle(3, 3, (0, -1, 0, *[-1] * 6), ("A",), marks=frozen)


@pytest.mark.parametrize("symbol", "#+")
def test_mark_symbols_cannot_be_endpoints_on_marked_boards(symbol):
    flow, symbols = (0, -1, 0), (symbol,)
    assert Puzzle(1, 3, flow, symbols).lines == [f"{symbol}.{symbol}"]
    warp = Marks(warps=frozenset({(2, RIGHT)}))
    with pytest.raises(InputError, match="so it cannot be an endpoint on a board with bridges"):
        Puzzle(1, 3, flow, symbols, marks=warp)


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


@given(puzzles())
def test_puzzles_round_trip_through_lines_and_text(puzzle):
    assert Puzzle.of(puzzle.lines) == puzzle
    assert parse_puzzle(puzzle.text) == puzzle
    assert is_sketch(puzzle.lines) == (not puzzle.grid.plain)


@given(st.lists(puzzles(), min_size=1, max_size=4))
def test_files_and_samples_may_mix_boards_of_all_kinds(several):
    # Rows without dots but with 0, _ or - are ambiguous, so they are refused; | separates cells.
    assume(all(not x.grid.plain or "." in x.text or not {*x.symbols} & {*MARKS} for x in several))
    assume(all(not x.grid.plain or "|" not in x.symbols for x in several))
    with TemporaryDirectory() as folder:
        path = Path(folder, "puzzles.txt")
        path.write_text("\n".join("".join(f"{line}\n" for line in x.lines) for x in several))
        sample = Path(folder, "puzzles.csv")
        write_rows((sample_row(1, i, "any", x) for i, x in enumerate(several)), sample)
        assert [puzzle for _, puzzle in read_puzzles(path)] == several
        assert [replace(puzzle, origin="") for _, puzzle in read_puzzles(sample)] == several


def test_redundant_marks_are_accepted_but_not_written():
    drawn = ["+-+-+-+", "|#|A|#|", "+-+ +-+", "|B + B|", "+-+ +-+", "|#|A|#|", "+-+-+-+"]
    assert Puzzle.of(drawn) == Puzzle.of(BRIDGE)
    assert Puzzle.of(drawn).lines == BRIDGE
    blank = [line.replace("A", " ") for line in drawn]
    assert Puzzle.of(blank).lines == [line.replace("A", ".") for line in BRIDGE]


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
            assert agree(other, True)[1], other
            read += 1
    assert refused > 500
    assert read > 100
