"""Generated boards with bridges, warps, walls and missing cells, compared with brute force."""

from itertools import islice, pairwise, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlesat.common.errors import InputError
from puzzlesat.flowfree.board.grid import RIGHT, check_marks
from puzzlesat.flowfree.board.puzzle import FILLING
from puzzlesat.flowfree.board.referee import fault, path_fault
from puzzlesat.flowfree.solve import generate
from puzzlesat.flowfree.solve.count import count_solutions
from puzzlesat.flowfree.solve.difficulty import difficulty
from puzzlesat.flowfree.solve.generate import flow_count_range, random_puzzle
from puzzlesat.flowfree.solve.marking import (
    Counts,
    first_paths,
    most_marks,
    random_grid,
    with_fewer_walls,
    with_walls,
)
from puzzlesat.flowfree.solve.random_cover import lengthened, random_cover
from puzzlesat.flowfree.solve.search import Search
from puzzlesat_studies.flowfree.tree import TreeSearch

from .exhaustive import check_cover
from .marked import coloured, spots_of, systems
from .test_marked import FEW, boards

ALL = Counts(bridges=1, warps=1, walls=2, missing=1)


def marks_in(sketch):
    """Return the number of marks of a sketch, from its characters alone."""
    cells = "".join(line[1::2] for line in sketch[1::2])
    rims = sketch[0] + sketch[-1] + "".join(line[0] + line[-1] for line in sketch)
    inside = [line[2:-2:2] for line in sketch[1::2]] + [line[1::2] for line in sketch[2:-2:2]]
    return Counts(
        bridges=cells.count("+"),
        warps=sum(map(rims.count, "<v")),
        walls=sum(map("".join(inside).count, "|-")),
        missing=cells.count("#"),
    )


def is_connected(sketch):
    """Return whether the cells of a sketch are connected without its warps."""
    height, width = len(sketch) // 2, len(sketch[0]) // 2
    there = {
        (r, c)
        for r, c in product(range(height), range(width))
        if sketch[2 * r + 1][2 * c + 1] != "#"
    }
    todo = [min(there)]
    reached = set(todo)
    while todo:
        r, c = todo.pop()
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            cell = r + down, c + right
            side = sketch[2 * r + 1 + down][2 * c + 1 + right]
            if side == " " and cell in there and cell not in reached:
                reached.add(cell)
                todo.append(cell)
    return reached == there


def crossed_warps(sketch, paths):
    """Return the number of warps that flows use, that is, of steps between opposite borders."""
    height, width = len(sketch) // 2, len(sketch[0]) // 2
    steps = [pair for path in paths for pair in pairwise(path)]
    far = [
        {abs(r - y), abs(c - x)} in ({0, height - 1}, {0, width - 1}) for (r, c), (y, x) in steps
    ]
    return sum(far)


@pytest.mark.parametrize("rule", FILLING)
@pytest.mark.parametrize("solutions", ["one", "any"])
@pytest.mark.parametrize("k", [None, 4])
@pytest.mark.parametrize(
    "counts",
    [ALL, Counts(bridges=3, warps=2)],
    ids=str,
)
def test_small_marked_puzzles_match_the_request(counts, k, solutions, rule):
    """Compared with brute force, which shares no code with the package."""
    for i in range(2):
        puzzle = random_puzzle(3, 4, 5, k, i, solutions, rule, counts=counts)
        sketch = puzzle.lines
        assert marks_in(sketch) == counts
        assert is_connected(sketch)
        assert k is None or puzzle.k == k
        found = list(islice(systems(sketch, rule == "strict"), 2))
        assert found
        for paths in found:
            assert path_fault(sketch, list(paths)) is None
            if rule == "strict":
                assert fault(sketch, coloured(sketch, paths)) is None
        if solutions == "one":
            assert len(found) == 1
            (paths,) = found
            assert min(map(len, paths)) >= generate.MIN_FLOW_CELLS
            assert crossed_warps(sketch, paths) == counts.warps


@pytest.mark.parametrize("rule", FILLING)
@pytest.mark.parametrize(("k", "level"), [(10, None), (None, 1), (9, 0)])
def test_larger_puzzles_have_one_solution_and_the_requested_level(k, level, rule):
    for i in range(2):
        counts = Counts(bridges=3, warps=2, walls=5, missing=4)
        puzzle = random_puzzle(5, 8, 8, k, i, "one", rule, level, counts)
        assert marks_in(puzzle.lines) == counts
        assert is_connected(puzzle.lines)
        (solution,) = TreeSearch(puzzle).solutions()
        assert path_fault(puzzle.lines, solution.cells) is None
        assert crossed_warps(puzzle.lines, solution.cells) == 2
        assert min(map(len, solution.cells)) >= generate.MIN_FLOW_CELLS
        assert level is None or difficulty(puzzle).level == level
        assert str(counts) in puzzle.origin


def test_random_marked_puzzles_are_deterministic():
    """Pinned: a change of the generator changes the results of all studies."""
    made = random_puzzle(2020, 4, 4, None, 0, "one", counts=ALL)
    assert made.text == (
        "+^+-+-+-+/|A|. A #|/+ + + + +/|B + . B|/+ + + + +/|. . . .|/+ + + + +/|. C .|C|/+v+-+-+-+"
    )
    texts = {
        random_puzzle(s, 5, 5, None, i, "one", counts=ALL).text for s in (1, 2) for i in (0, 1)
    }
    assert len(texts) == 4


def test_large_boards_have_one_solution_and_walls_along_flows():
    """One flow runs along both sides of several walls; without these, it would touch itself."""
    counts = Counts(20, 20, 20, 20)
    puzzle = random_puzzle(2020, 40, 40, None, 0, "one", counts=counts)
    assert marks_in(puzzle.lines) == counts
    answer = count_solutions(puzzle)
    assert (answer.number, answer.exact) == (1, True)
    assert 1600 / puzzle.k > 25
    with Search(puzzle) as search:
        paths = search.next().cells
    owners = {cell: f for f, path in enumerate(paths) for cell in path}
    walls = [(*divmod(cell, 40), way) for cell, way in puzzle.marks.walls]
    along = [
        owners[r, c] == owners[(r, c + 1) if way == RIGHT else (r + 1, c)] for r, c, way in walls
    ]
    assert sum(along) > 4


def _ends(grid, paths):
    """Return the ends of the links that paths use."""
    links = [link for path in paths for link in grid.links_along(path)]
    return {frozenset(grid.links[link].tolist()) for link in links}


@settings(max_examples=60)
@given(
    rows=st.integers(1, 9),
    cols=st.integers(1, 9),
    bridges=st.integers(0, 6),
    warps=st.integers(0, 8),
    missing=st.integers(0, 12),
    walls=st.integers(0, 12),
    seed=st.integers(1, 2**32),
    moves=st.integers(0, 5000),
)
def test_cover_is_valid_at_every_stage(rows, cols, bridges, warps, missing, walls, seed, moves):
    counts, random = Counts(bridges, warps, walls, missing), Random(seed)
    most = most_marks(rows, cols, counts)
    counts = Counts(*map(min, counts, most))
    grid = random_grid(rows, cols, counts, random)
    first = grid and first_paths(grid, random)
    start = first and lengthened(grid, first, 3, seed)
    walled = start and with_walls(grid, start, counts.walls, random)
    if not walled:
        return
    check_cover(grid, start, 3)
    paths = random_cover(walled, 3, 4, seed, moves=moves, start=start)
    check_cover(walled, paths, 3)
    ends = _ends(grid, first)
    assert ends <= _ends(walled, paths)
    board = with_fewer_walls(walled, paths, counts.walls, random)
    if board:
        check_cover(board, paths, 3)
        check_marks(rows, cols, board.marks)
        assert len(board.marks.walls) == counts.walls


def covers(sketch, strict):
    """Yield the number of flows of each cover by paths of at least three spots, by brute force."""
    spots, adjacent = spots_of(sketch)

    def paths_from(path, free):
        yield path
        for spot in adjacent[path[-1]] & free:
            touching = strict and len(adjacent[spot] & set(path)) > 1
            if not touching:
                yield from paths_from((*path, spot), free - {spot})

    def laid(free, count):
        if not free:
            yield count
            return
        first = min(free, key=str)
        for one in paths_from((first,), free - {first}):
            for path in paths_from(one[::-1], free - set(one)):
                inner = not strict or all(len(adjacent[s] & set(path)) < 3 for s in path)
                ends = {len(path[0]), len(path[-1])}
                if len(path) >= 3 and ends == {2} and inner:
                    yield from laid(free - set(path), count + 1)

    yield from laid(frozenset(spots), 0)


@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize(
    ("shape", "most", "step"),
    [
        ((2, 3), FEW, 1),
        ((2, 2), FEW, 1),
        ((1, 4), FEW, 1),
        ((3, 3), {"walls": 2, "warps": 2, "missing": 3, "bridges": 2}, 11),
    ],
)
def test_number_of_flows_of_every_cover_is_within_the_bounds(shape, most, step, strict):
    """All boards with marks of one kind are tried; every refused number is impossible."""
    found = set()
    for sketch in islice(boards(*shape, most), 0, None, step):
        counts = marks_in(sketch)
        for k in set(islice(covers(sketch, strict), 300)):
            least, largest = flow_count_range(*shape, FILLING[not strict], counts)
            assert least <= k <= largest, sketch
            found.add(k)
    assert found


@pytest.mark.parametrize(
    ("shape", "k", "counts", "sentence"),
    [
        ((5, 5), 9, Counts(), "5×5 cells has room for 2 to 8 flows of 3 cells or more, not for 9"),
        ((5, 5), 1, Counts(walls=1), "with 1 wall has room for 2 to 8 flows"),
        ((2, 3), 5, Counts(), "2×3 cells has room for 2 flows of 3 cells or more, not for 5"),
        ((2, 2), None, Counts(), "of 2×2 cells has room for no flow of 3 cells or more$"),
        ((9, 9), 2, Counts(), "no 9×9 puzzle, k = 2, with one solution was found in 3 tries"),
        ((5, 5), None, Counts(bridges=10), "5×5 cells has room for at most 9 bridges, not for 10$"),
        ((2, 9), None, Counts(bridges=1), "a board of 2×9 cells has room for no bridge$"),
        ((5, 5), None, Counts(warps=11), "room for at most 10 warps, not for 11"),
        ((5, 5), None, Counts(walls=17), "room for at most 16 walls, not for 17"),
        ((5, 5), None, Counts(missing=23), "room for at most 22 missing cells, not for 23"),
        ((5, 5), 8, Counts(missing=4, walls=1), "5×5 cells with 1 wall, 4 missing cells has room"),
        ((3, 3), None, Counts(missing=5, bridges=1), "no 3×3 puzzle, .* was found in 3 tries"),
    ],
)
def test_impossible_requests_are_rejected(shape, k, counts, sentence, monkeypatch):
    monkeypatch.setattr(generate, "MAX_TRIES", 3)
    with pytest.raises(InputError, match=sentence):
        random_puzzle(1, *shape, k, 0, "one", counts=counts)
