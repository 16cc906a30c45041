"""Random boards that flows can cover, with missing cells, warps, bridges and walls.

Marks are chosen in this order, each at random among the remaining places:

*   *missing cells*, so that the board stays connected;
*   *warps* that join two cells that are not neighbours already;
*   *bridges* with different neighbours in all four directions; a cell that is not a bridge may be
    next to at most two bridges.

The links of bridges, which must be used, and of warps form the first paths; every other node is a
path of its own (`first_paths`). Moves lengthen these paths
(`puzzlesat.flowfree.solve.random_cover`). Unused links may become walls if the board remains
connected; at first, if possible, there are more walls than requested (`with_walls`). Further moves
then make the paths winding; a path may run along both sides of a wall. Such walls are kept, because
the solution depends on them. Of the other walls, only as many as needed are kept, about half of
them next to another wall (`with_fewer_walls`).
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from itertools import pairwise
from random import Random
from typing import NamedTuple

from puzzlesat.common.errors import counted
from puzzlesat.flowfree.board.grid import BOTTOM, RIGHT, Grid, Marks, Side

MIN_FLOW_CELLS = 3
"""Minimum length of a flow in cells: with two cells, the endpoints would be neighbours."""

INITIAL_WALLS_RATIO = 3
"""The number of initial walls for each requested wall."""

Paths = list[list[int]]
"""The nodes of each path, from end to end."""


class Counts(NamedTuple):
    """The number of marks of each kind."""

    bridges: int = 0
    warps: int = 0
    walls: int = 0
    missing: int = 0

    def __str__(self) -> str:
        """Return the nonzero numbers in words, such as ``1 bridge, 4 missing cells``."""
        return ", ".join(
            counted(count, noun) for count, noun in zip(self, NOUNS, strict=True) if count
        )


NO_MARKS = Counts()
"""The counts of a plain board: no marks."""

NOUNS = ("bridge", "warp", "wall", "missing cell")
"""The nouns for the marks of each kind, in the order of `Counts`."""


def most_marks(rows: int, cols: int, counts: Counts) -> Counts:
    """Return an upper bound on the number of marks of each kind, given the numbers of other kinds.

    A bridge must have different neighbours in all four directions. So it can be on the border only
    at a warp, and never on a board with a side of two cells, since a warp across that side adds no
    link. On a connected board, there are at most as many walls as links outside a spanning tree.
    Missing cells must leave room for at least one path.

    >>> most_marks(4, 5, Counts())
    Counts(bridges=6, warps=9, walls=12, missing=17)
    """
    inside = (rows - 2) * (cols - 2) + 2 * counts.warps if min(rows, cols) > 2 else 0
    return Counts(
        bridges=min(inside, rows * cols),
        warps=rows * (cols > 2) + cols * (rows > 2),
        walls=(rows - 1) * (cols - 1),
        missing=max(rows * cols - MIN_FLOW_CELLS, 0),
    )


def too_many(rows: int, cols: int, counts: Counts) -> str | None:
    """Return the limit for the first kind with too many marks, in words, or None.

    >>> too_many(4, 5, Counts(bridges=7))
    'at most 6 bridges, not for 7'
    >>> too_many(2, 5, Counts(bridges=7))
    'no bridge'
    """
    limits = most_marks(rows, cols, counts)
    for count, limit, noun in zip(counts, limits, NOUNS, strict=True):
        if count > limit:
            return f"at most {counted(limit, noun)}, not for {count}" if limit else f"no {noun}"
    return None


def kept_links(grid: Grid) -> set[int]:
    """Return the links that are never removed from paths: those of bridges and of warps.

    >>> kept_links(Grid.of(1, 4)), kept_links(Grid.of(1, 4, Marks(warps=frozenset([(3, RIGHT)]))))
    (set(), {3})
    """
    return {*_links_of_bridges(grid), *_links_of_warps(grid)}


def random_grid(
    rows: int,
    cols: int,
    counts: Counts,
    random: Random,
    check_time: Callable[[], object] = lambda: None,
) -> Grid | None:
    """Return a board with random missing cells, warps and bridges, or None if they do not fit.

    `check_time` is called from time to time, and may raise an exception to stop.

    >>> grid = random_grid(5, 5, Counts(bridges=2, warps=1, missing=3), Random(1))
    >>> [len(marks) for marks in (grid.marks.bridges, grid.marks.warps, grid.marks.missing)]
    [2, 1, 3]
    """
    missing = _random_missing(rows, cols, counts.missing, random, check_time)
    grid = Grid.of(rows, cols, Marks(missing=frozenset(missing)))
    ends = [(r * cols + cols - 1, RIGHT) for r in range(rows) if cols > 2]
    ends += [((rows - 1) * cols + c, BOTTOM) for c in range(cols) if rows > 2]
    warps = [side for side in ends if not {side[0], grid.beyond(side)} & missing]
    if len(warps) < counts.warps:
        return None
    warps = random.sample(warps, counts.warps)
    grid = Grid.of(rows, cols, grid.marks._replace(warps=frozenset(warps)))
    bridges = _random_bridges(grid, counts.bridges, random)
    if len(bridges) < counts.bridges:
        return None
    return Grid.of(rows, cols, grid.marks._replace(bridges=frozenset(bridges)))


def first_paths(grid: Grid, random: Random) -> Paths | None:
    """Return paths of the links of bridges and warps, and all other nodes as paths; or None.

    Return None if the links form a ring, or a path that touches itself. There is one exception: if
    all four corners have warps in both directions, these form a ring, so the paths omit the links
    of up to two warps.

    >>> grid = Grid.of(3, 3, Marks(bridges=frozenset([4])))
    >>> first_paths(grid, Random(1))
    [[0], [7, 9, 1], [2], [3, 4, 5], [6], [8]]
    """
    last, left_out = grid.cell_count - 1, 0
    rims = {RIGHT: (grid.cols - 1, last), BOTTOM: (last - grid.cols + 1, last)}
    corners = {(cell, way) for way, cells in rims.items() for cell in cells}
    most = 2 if corners <= grid.marks.warps else 0
    paths = {node: [node] for node in range(grid.node_count)}  # nodes of one path share its list
    warps = _links_of_warps(grid)
    needed = _links_of_bridges(grid)
    for link in dict.fromkeys([*needed, *random.sample(warps, len(warps))]):
        one, other = grid.links[link].tolist()
        path, other_path = paths[one], paths[other]
        at_ends = one in (path[0], path[-1]) and other in (other_path[0], other_path[-1])
        near = sum(w in other_path for node in path for w in grid.neighbours[node])
        if path is not other_path and at_ends and near == 1:
            joined = (path if path[-1] == one else path[::-1]) + (
                other_path if other_path[0] == other else other_path[::-1]
            )
            paths.update(dict.fromkeys(joined, joined))
        elif link in needed or left_out == most:
            return None
        else:
            left_out += 1
    return list({id(path): path for path in paths.values()}.values())


def with_walls(grid: Grid, paths: Paths, count: int, random: Random) -> Grid | None:
    """Return a board with random walls that no path crosses, or None if too few fit.

    The number of walls is at most `INITIAL_WALLS_RATIO` times the requested `count`. No wall
    crosses a link of a path, or a random spanning tree that contains all of these links but those
    that close a ring. So the board remains connected even without its warps.

    >>> grid = with_walls(Grid.of(2, 4), [[0, 1, 2, 3], [4, 5, 6, 7]], 1, Random(1))
    >>> sorted(grid.marks.walls)
    [(1, 3), (2, 3), (3, 3)]
    """
    crossed = {frozenset(pair) for path in paths for pair in pairwise(grid.cell[path].tolist())}
    sides = _inner_sides(grid)
    random.shuffle(sides)
    ends = {side: frozenset((side[0], grid.beyond(side))) for side in sides}
    sides.sort(key=lambda side: ends[side] not in crossed)
    tree = list(range(grid.cell_count))  # each cell's parent in its tree; a root is its own parent

    def root(cell: int) -> int:
        while tree[cell] != cell:
            tree[cell] = cell = tree[tree[cell]]
        return cell

    places = []
    for side in sides:
        one, other = map(root, ends[side])
        if one != other:
            tree[one] = other
        elif ends[side] not in crossed:
            places.append(side)
    if len(places) < count:
        return None
    return _walled(
        grid, _in_runs(grid, [], places, min(INITIAL_WALLS_RATIO * count, len(places)), random)
    )


def with_fewer_walls(grid: Grid, paths: Paths, count: int, random: Random) -> Grid | None:
    """Return a board with `count` of its walls, including all those between cells of one path.

    Return None if more than `count` walls are between cells of one path.

    >>> grid = Grid.of(2, 4, Marks(walls=frozenset([(0, RIGHT), (1, RIGHT), (5, RIGHT)])))
    >>> paths = [[0, 4, 5, 1], [2, 3, 7, 6]]
    >>> with_fewer_walls(grid, paths, 1, Random(1)).marks.walls
    frozenset({(0, 1)})
    """
    owner = {node: number for number, path in enumerate(paths) for node in path}
    needed: list[Side] = []
    others: list[Side] = []
    for side in sorted(grid.marks.walls):
        one, other = grid.node[[side[0], grid.beyond(side)]].tolist()
        (needed if owner[one] == owner[other] else others).append(side)
    if len(needed) > count:
        return None
    return _walled(grid, _in_runs(grid, needed, others, count, random))


def _walled(grid: Grid, walls: Iterable[Side]) -> Grid:
    return Grid.of(grid.rows, grid.cols, grid.marks._replace(walls=frozenset(walls)))


def _in_runs(
    grid: Grid, chosen: list[Side], places: list[Side], count: int, random: Random
) -> list[Side]:
    """Return `count` sides: the chosen ones, and others, about half of them next to a wall."""
    at = defaultdict(list)
    for side in places:
        for point in _points(grid, side):
            at[point].append(side)
    marked = dict.fromkeys(chosen)
    near = [other for side in chosen for point in _points(grid, side) for other in at[point]]
    while len(marked) < count:
        among = near if near and random.random() < 0.5 else places
        side = among.pop(random.randrange(len(among)))
        if side not in marked:
            marked[side] = None
            near += [other for point in _points(grid, side) for other in at[point]]
    return list(marked)


def _points(grid: Grid, side: Side) -> list[tuple[int, int]]:
    """Return the two corners at which a side ends."""
    (r, c), direction = divmod(side[0], grid.cols), side[1]
    return [(r, c + 1) if direction == RIGHT else (r + 1, c), (r + 1, c + 1)]


def _inner_sides(grid: Grid) -> list[Side]:
    sides = [(cell, RIGHT) for cell in range(grid.cell_count) if (cell + 1) % grid.cols]
    sides += [(cell, BOTTOM) for cell in range(grid.cell_count - grid.cols)]
    missing = grid.marks.missing
    return [side for side in sides if not {side[0], grid.beyond(side)} & missing]


def _random_missing(
    rows: int, cols: int, count: int, random: Random, check_time: Callable[[], object]
) -> set[int]:
    """Return `count` cells without which a board stays connected."""
    neighbours = Grid.of(rows, cols).neighbours
    there = set(range(rows * cols))

    def can_go(cell: int) -> bool:
        """Return whether the neighbours of a cell stay connected without it."""
        ends = there.intersection(neighbours[cell])
        todo = sorted(ends)[:1]
        reached = {cell, *todo}
        while todo and not ends <= reached:
            new = there.intersection(neighbours[todo.pop(0)]) - reached
            reached |= new
            todo += sorted(new)
        return ends <= reached

    while len(there) > rows * cols - count:
        for tried, cell in enumerate(random.sample(sorted(there), len(there))):
            if tried % 100 == 0:
                check_time()
            if len(there) > rows * cols - count and can_go(cell):
                there.remove(cell)
    return set(range(rows * cols)) - there


def _random_bridges(grid: Grid, count: int, random: Random) -> set[int]:
    """Return up to `count` cells that can be bridges."""
    near = grid.neighbour.tolist()
    fit = [i for i, (a, b, c, d) in enumerate(near) if min(near[i]) >= 0 and a != b and c != d]
    random.shuffle(fit)
    bridges: set[int] = set()
    needed = Counter[int]()  # for each node, the number of its links to bridges
    added = True
    while added and len(bridges) < count:
        added = False
        for node in fit:
            others = set(near[node]) - bridges
            full = any(needed[other] == 2 for other in others)
            if node not in bridges and not full and len(bridges) < count:
                bridges.add(node)
                needed.update(others)
                added = True
    return set(grid.cell[sorted(bridges)].tolist())


def _links_of_bridges(grid: Grid) -> list[int]:
    bridges = sorted(grid.marks.bridges)
    links = grid.link[[*grid.node[bridges], *grid.second_node[bridges]]]
    return sorted(set(links[links >= 0].tolist()))


def _links_of_warps(grid: Grid) -> list[int]:
    nodes = {RIGHT: grid.node, BOTTOM: grid.second_node}
    return [int(grid.link[nodes[way][cell], way]) for cell, way in sorted(grid.marks.warps)]
