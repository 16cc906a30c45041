"""Random puzzles that have a solution: a board is covered by flows at random, the ends are kept.

A *cover* is a partition of the cells into paths that do not touch themselves, each of at least
`LEAST` cells. It starts as straight lines and is changed by three moves, each of which looks at an
end of a path and at a cell beside it that belongs to another path:

*   *take*: if that cell is an end of the other path, it changes over;
*   *cut*: if not, it changes over as well, and the rest of the other path falls into two;
*   *join*: two paths whose ends are neighbours become one.

Whatever would let a path touch itself or become too short is not done. Cuts are made while there
are no more paths than asked for, joins while there are more.

Hardly any of these puzzles has a second solution: flows that fill the board and do not touch
themselves leave little room for one. So puzzles with one solution are found at once, and puzzles
with several by trying some hundred covers.
"""

from itertools import count
from random import Random

from puzzlesat.common.errors import InputError
from puzzlesat.flowfree.board.grid import Grid
from puzzlesat.flowfree.board.puzzle import FREE, SYMBOLS, Puzzle
from puzzlesat.flowfree.solve.search import Search

LEAST = 3
"""The fewest cells of a flow: with two, the endpoints would be neighbours."""

MOVES_PER_CELL = 100
"""Moves that are tried, for each cell, before a cover counts as random."""

PATIENCE = 300
"""Further moves, for each cell, in which the number of paths must come out as it should."""

TRIES = 1000
"""Covers that are tried before a puzzle of some kind counts as not to be found."""

SOLUTIONS = ("any", "one", "several")
"""How many solutions a puzzle is to have; with ``any`` nobody looks."""


def check_room(rows: int, cols: int, k: int) -> None:
    """Raise `InputError` unless k flows can be laid on a board as straight lines."""
    most = min(max(rows * (cols // LEAST), cols * (rows // LEAST)), len(SYMBOLS))
    if not 1 <= k <= most:
        room = f"at most {most} flows" if most else "no flow"
        raise InputError(
            f"a board of {rows}×{cols} cells has room for {room} of {LEAST} cells or more, "
            f"not for {k}"
        )


class Cover:
    """A partition of a board's cells into paths that do not touch themselves.

    Parameters
    ----------
    rows, cols : int
        The shape.
    k : int
        How many paths there should be. There are more at first if the board has more lines.
    random : Random
        Where chance comes from.

    Attributes
    ----------
    paths : dict of int to list of int
        The cells of each path, from end to end, under any number.
    owner : list of int
        For each cell the number of its path.

    Raises
    ------
    InputError
        If there is no room for so many paths, or too few symbols.

    Examples
    --------
    >>> sorted(Cover(3, 6, 4, Random(1)).paths.values())
    [[0, 1, 2, 3, 4, 5], [6, 7, 8, 9, 10, 11], [12, 13, 14], [15, 16, 17]]
    """

    def __init__(self, rows: int, cols: int, k: int, random: Random) -> None:
        check_room(rows, cols, k)
        self.grid, self.k, self.random = Grid.of(rows, cols), k, random
        ways = [(rows, cols, True), (cols, rows, False)]  # lines across, or down
        ways = [way for way in ways if way[0] * (way[1] // LEAST) >= k]
        fewest = min(lines for lines, _, _ in ways)
        lines, length, across = random.choice([way for way in ways if way[0] == fewest])
        self._numbers = count()
        self.paths: dict[int, list[int]] = {}
        self.owner = [0] * self.grid.cells
        cuts = [line for line in range(lines) for _ in range(length // LEAST - 1)]
        cuts = random.sample(cuts, max(k - lines, 0))
        for line in range(lines):
            cells = [line * cols + i if across else i * cols + line for i in range(length)]
            for _ in range(cuts.count(line)):
                self._add(cells[:LEAST])
                cells = cells[LEAST:]
            self._add(cells)

    def walk(self) -> bool:
        """Make moves until the cover counts as random; return whether it has k paths then."""
        for _ in range(MOVES_PER_CELL * self.grid.cells):
            self._move()
        for _ in range(PATIENCE * self.grid.cells):
            if len(self.paths) == self.k:
                return True
            self._move()
        return False

    def _add(self, path: list[int]) -> None:
        number = next(self._numbers)
        self.paths[number] = path
        for cell in path:
            self.owner[cell] = number

    def _move(self) -> None:
        """Try a move at an end of a path, and at a cell beside it."""
        number = self.random.choice(list(self.paths))
        path = self.paths[number]
        if self.random.random() < 0.5:
            path.reverse()
        cell = self.random.choice(self.grid.neighbours[path[-1]])
        other = self.owner[cell]
        if other != number:
            its = self.paths[other]
            at = its.index(cell)
            if len(self.paths) > self.k and at in (0, len(its) - 1) and self._fit(path, other):
                del self.paths[number], self.paths[other]
                self._add(path + (its[::-1] if at else its))
            elif self._beside(cell, number) == 1:
                self._take(number, other, at)

    def _take(self, number: int, other: int, at: int) -> None:
        """Let a path have a cell of another one, if what is left of that is long enough."""
        path, its = self.paths[number], self.paths[other]
        rests = [rest for rest in (its[:at], its[at + 1 :]) if rest]
        too_many = len(rests) == 2 and len(self.paths) > self.k
        if not too_many and all(len(rest) >= LEAST for rest in rests):
            path.append(its[at])
            self.owner[its[at]] = number
            del self.paths[other]
            for rest in rests:
                self._add(rest)

    def _beside(self, cell: int, number: int) -> int:
        """Return how many neighbours of a cell belong to a path."""
        return sum(self.owner[w] == number for w in self.grid.neighbours[cell])

    def _fit(self, path: list[int], other: int) -> bool:
        """Return whether two paths are neighbours in one place only."""
        return sum(self._beside(cell, other) for cell in path) == 1


def random_puzzle(seed: int, rows: int, cols: int, k: int, i: int, solutions: str) -> Puzzle:
    """Return a random puzzle that has a solution.

    Parameters
    ----------
    seed : int
    rows, cols : int
        The shape.
    k : int
        The number of flows.
    i : int
        The number of the puzzle: it depends on (seed, rows, cols, k, i, solutions) alone.
    solutions : str
        One of `SOLUTIONS`. Whether there is a second one is found out with SAT.

    Raises
    ------
    InputError
        If no such puzzle is found.

    Examples
    --------
    >>> random_puzzle(2020, 4, 5, 3, 0, "one").k
    3
    """
    random = Random(f"{seed}/{rows}/{cols}/{k}/{i}/{solutions}")
    for _ in range(TRIES):
        cover = Cover(rows, cols, k, random)
        if not cover.walk():
            continue
        puzzle = _puzzle(cover, f"seed {seed}, {rows}×{cols}, k = {k}, number {i}, {solutions}")
        if solutions == "any" or (solutions == "one") == has_one_solution(puzzle):
            return puzzle
    many = {"any": "", "one": " with one solution", "several": " with several solutions"}
    raise InputError(f"no {rows}×{cols} puzzle, k = {k},{many[solutions]} came up in {TRIES} tries")


def has_one_solution(puzzle: Puzzle) -> bool:
    """Return whether a puzzle has a solution, and no second one."""
    with Search(puzzle) as search:
        return search.next() is not None and search.next() is None


def _puzzle(cover: Cover, origin: str) -> Puzzle:
    """Return the puzzle of a cover's ends, with symbols in the order of the cells."""
    flow = [FREE] * cover.grid.cells
    for f, path in enumerate(sorted(cover.paths.values(), key=lambda path: min(path[0], path[-1]))):
        flow[path[0]] = flow[path[-1]] = f
    symbols = tuple(SYMBOLS[: cover.k])
    return Puzzle(cover.grid.rows, cover.grid.cols, tuple(flow), symbols, origin)
