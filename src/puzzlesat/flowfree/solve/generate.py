"""Random puzzles with a solution; their endpoints are the ends of paths that cover the board.

A *cover* is a partition of the cells into paths of at least `MIN_FLOW_CELLS` cells that satisfy the
rule.

*   Without a given number of flows, paths are long and winding
    (`puzzlesat.flowfree.solve.random_cover`). If one solution is required, they are cut until the
    puzzle has only one (``engine/flowfree/cutting.hpp``).
*   With a given number of flows, the paths come from a random walk over covers (`CoverWalk`). Under
    the strict rule, hardly any of these puzzles has a second solution; if flows may touch
    themselves, most do.
"""

from collections.abc import Callable
from itertools import count
from math import sqrt
from random import Random
from typing import NamedTuple

from puzzlesat._engine import flowfree as engine
from puzzlesat.common.deadline import Deadline
from puzzlesat.common.errors import InputError, plural
from puzzlesat.flowfree.board.grid import Grid
from puzzlesat.flowfree.board.puzzle import FILLING, FREE, SYMBOLS, Puzzle
from puzzlesat.flowfree.solve.direct import solutions_of
from puzzlesat.flowfree.solve.random_cover import (
    MIN_FLOW_CELLS,
    Paths,
    random_cover,
    straight_lines,
)

MOVES_PER_CELL = 100
"""The number of moves per cell after which a cover is considered random."""

MAX_EXTRA_MOVES_PER_CELL = 300
"""Maximum number of further moves per cell to reach the right number of paths."""

MAX_TRIES = 1000
"""Maximum number of covers that are tried."""

WINDING_FLOWS_PER_ROW = 0.6, 1.2
"""The range of the number of winding flows per row of a square board, before they are cut.

Published puzzles have the same range.
"""

SOLUTIONS = ("any", "one", "several")
"""The choices for the number of solutions; ``any`` requires no check."""


def flow_count_range(rows: int, cols: int, rule: str = "strict") -> tuple[int, int]:
    """Return the minimum and maximum number of flows on a board, or (0, 0) if none fit.

    The maximum is reached by cutting a line that winds through the whole board. A single flow that
    does not touch itself covers no square of four cells.
    """
    strict, narrow = rule == "strict", min(rows, cols) == 1
    if max(rows, cols) < MIN_FLOW_CELLS and (strict or narrow):
        return 0, 0
    return 2 if strict and not narrow else 1, min(rows * cols // MIN_FLOW_CELLS, len(SYMBOLS))


def check_room(rows: int, cols: int, k: int | None, rule: str = "strict") -> None:
    """Raise `InputError` if the board has no cover with k flows or, if k is None, no cover at all.

    The rule must be one of `FILLING`, because the flows of a cover fill the board.
    """
    if rule not in FILLING:
        raise InputError(
            f"flows of generated puzzles fill the board; choose {' or '.join(FILLING)}, not {rule}"
        )
    board = f"a board of {rows}×{cols} cells"
    least, most = flow_count_range(rows, cols, rule)
    if not (least <= k <= most if k is not None else most):
        number = f"{least} to {most}" if least < most else most or "no"
        flows_of_room = f"{number} {plural('flow', most or 1)}"
        wanted = "" if k is None else f", not for {k}"
        raise InputError(
            f"{board} has room for {flows_of_room} of {MIN_FLOW_CELLS} cells or more{wanted}"
        )


class CoverWalk:
    """A cover of a plain board, changed by random moves towards k paths.

    At first, its paths are straight lines or, if k is too large for these, pieces of one line that
    winds through the board. There may then be more than k paths. A move involves an end of a path
    and an adjacent cell of another path:

    *   *take*: if the cell is an end of the other path, the first path takes it over;
    *   *cut*: if the cell is an inner cell of the other path, and there are at most k paths, the
        first path takes it over, too, which splits the other path into two;
    *   *join*: two paths whose ends are neighbours become one, if there are more than k paths.

    No move makes a path too short, or, under the strict rule, lets it touch itself.

    `paths` contains the cells of each path from end to end; `owner` maps each cell to the number of
    its path. The board must have room for k paths (`check_room`).

    >>> sorted(CoverWalk(3, 6, 4, Random(1)).paths.values())
    [[0, 1, 2, 3, 4, 5], [6, 7, 8, 9, 10, 11], [12, 13, 14], [15, 16, 17]]
    """

    def __init__(self, rows: int, cols: int, k: int, random: Random, rule: str = "strict") -> None:
        self.grid, self.k, self.random = Grid.of(rows, cols), k, random
        self.strict = rule == "strict"
        self._numbers = count()
        self.paths: dict[int, list[int]] = {}
        self.owner = [0] * self.grid.cell_count
        ways = [(rows, cols, True), (cols, rows, False)]  # lines across, or down
        ways = [way for way in ways if way[0] * (way[1] // MIN_FLOW_CELLS) >= k]
        if not ways:
            self._wind(rows, cols)
            return
        fewest = min(lines for lines, _, _ in ways)
        lines, length, across = random.choice([way for way in ways if way[0] == fewest])
        cuts = [line for line in range(lines) for _ in range(length // MIN_FLOW_CELLS - 1)]
        cuts = random.sample(cuts, max(k - lines, 0))
        for line, cells in enumerate(straight_lines(rows, cols, across=across)):
            for _ in range(cuts.count(line)):
                self._add(cells[:MIN_FLOW_CELLS])
                cells = cells[MIN_FLOW_CELLS:]
            self._add(cells)

    def walk(self, check_time: Callable[[], object] = lambda: None) -> bool:
        """Make enough moves to randomize the cover; return whether it then has k paths.

        `check_time` is called from time to time, and may raise an exception to stop.
        """
        enough = MOVES_PER_CELL * self.grid.cell_count
        for moves in range(enough + MAX_EXTRA_MOVES_PER_CELL * self.grid.cell_count):
            if moves >= enough and len(self.paths) == self.k:
                return True
            if moves % 1000 == 0:
                check_time()
            self._move()
        return False

    def _wind(self, rows: int, cols: int) -> None:
        """Cut a line that winds through all cells into shortest paths; the first may be longer."""
        lines = straight_lines(rows, cols, across=cols >= rows)
        line = [c for i, cells in enumerate(lines) for c in (cells[::-1] if i % 2 else cells)]
        first = MIN_FLOW_CELLS + len(line) % MIN_FLOW_CELLS
        self._add(line[:first])
        for at in range(first, len(line), MIN_FLOW_CELLS):
            self._add(line[at : at + MIN_FLOW_CELLS])

    def _add(self, path: list[int]) -> None:
        number = next(self._numbers)
        self.paths[number] = path
        for cell in path:
            self.owner[cell] = number

    def _move(self) -> None:
        """Try a move with a random end of a path and an adjacent cell."""
        number = self.random.choice(list(self.paths))
        path = self.paths[number]
        if self.random.random() < 0.5:
            path.reverse()
        cell = self.random.choice(self.grid.neighbours[path[-1]])
        other = self.owner[cell]
        if other != number:
            other_path = self.paths[other]
            at = other_path.index(cell)
            is_end = at in (0, len(other_path) - 1)
            if len(self.paths) > self.k and is_end and self._can_join(number, other):
                del self.paths[number], self.paths[other]
                self._add(path + (other_path[::-1] if at else other_path))
            elif not self.strict or self._touch_count(cell, number) == 1:
                self._take(number, other, at)

    def _take(self, number: int, other: int, at: int) -> None:
        """Move a cell from one path to another if the rest is long enough."""
        path, other_path = self.paths[number], self.paths[other]
        rests = [rest for rest in (other_path[:at], other_path[at + 1 :]) if rest]
        too_many = len(rests) == 2 and len(self.paths) > self.k
        if not too_many and all(len(rest) >= MIN_FLOW_CELLS for rest in rests):
            path.append(other_path[at])
            self.owner[other_path[at]] = number
            del self.paths[other]
            for rest in rests:
                self._add(rest)

    def _touch_count(self, cell: int, number: int) -> int:
        """Return the number of neighbours of a cell that belong to a path."""
        return [self.owner[w] for w in self.grid.neighbours[cell]].count(number)

    def _can_join(self, number: int, other: int) -> bool:
        """Return whether two paths may join; under the strict rule, they must touch only once."""
        if not self.strict:
            return True
        short, long = sorted((number, other), key=lambda n: len(self.paths[n]))
        return sum(self._touch_count(cell, long) for cell in self.paths[short]) == 1


class Request(NamedTuple):
    """Arguments of `random_puzzle`, and a function that checks the time.

    `check_time` returns the remaining seconds, and raises `TimeoutError` if none remain.
    """

    seed: int
    rows: int
    cols: int
    k: int | None
    i: int
    solutions: str
    rule: str
    check_time: Callable[[], float | None]

    @property
    def random(self) -> Random:
        """The generator of the random choices."""
        choice = self.k or self._flows
        return Random(
            f"{self.seed}/{self.rows}/{self.cols}/{choice}/{self.i}/{self.solutions}"
            f"{self._conditions}"
        )

    @property
    def origin(self) -> str:
        """The origin of the puzzle, as text."""
        return (
            f"seed {self.seed}, {self.rows}×{self.cols}, {self._flows}, number {self.i}, "
            f"{self.solutions}{self._conditions.replace('/', ', ')}"
        )

    @property
    def wanted(self) -> str:
        """What messages call the puzzle."""
        with_solutions = {
            "any": "",
            "one": " with one solution",
            "several": " with several solutions",
        }[self.solutions]
        return f"{self.rows}×{self.cols} puzzle, {self._flows},{with_solutions}"

    @property
    def _flows(self) -> str:
        return "winding" if self.k is None else f"k = {self.k}"

    @property
    def _conditions(self) -> str:
        return "" if self.rule == "strict" else f"/{self.rule}"


def random_puzzle(
    seed: int,
    rows: int,
    cols: int,
    k: int | None,
    i: int,
    solutions: str,
    rule: str = "strict",
    wall_limit: float | None = None,
    on_message: Callable[[str], None] = lambda _: None,
) -> Puzzle:
    """Return a random puzzle that has a solution.

    Parameters
    ----------
    seed : int
    rows, cols : int
    k : int, optional
        The number of flows. By default, flows are winding, and the generator chooses their number.
    i : int
        The number of the puzzle. The puzzle depends on (seed, rows, cols, k, i, solutions, rule)
        alone.
    solutions : str
        One of `SOLUTIONS`.
    rule : str
        One of `FILLING`.
    wall_limit : float, optional
        Wall-clock seconds.
    on_message : function
        Called with progress messages.

    Raises
    ------
    InputError
        If no such puzzle is found, or time runs out.

    Examples
    --------
    >>> random_puzzle(2020, 4, 5, 3, 0, "one").k
    3
    """
    check_room(rows, cols, k, rule)
    deadline = Deadline(wall_limit)
    tries = 0

    def check_time() -> float | None:
        """Report progress; return the remaining seconds, or raise `TimeoutError` if none remain."""
        on_message(f"{request.wanted}: try {tries} of {MAX_TRIES}")
        deadline.check()
        return deadline.remaining

    request = Request(seed, rows, cols, k, i, solutions, rule, check_time)
    random = request.random
    make = _from_winding_cover if k is None else _from_random_walk
    try:
        while tries < MAX_TRIES:
            tries += 1
            puzzle = make(request, random)
            if puzzle is not None:
                return puzzle
    except TimeoutError:
        raise InputError(
            f"no {request.wanted} was found in {wall_limit:g} s and {tries} of {MAX_TRIES} tries"
        ) from None
    raise InputError(f"no {request.wanted} was found in {MAX_TRIES} tries")


def _from_random_walk(request: Request, random: Random) -> Puzzle | None:
    """Return a puzzle from a walk over covers, or None if it does not match the request."""
    assert request.k is not None
    cover = CoverWalk(request.rows, request.cols, request.k, random, request.rule)
    if not cover.walk(request.check_time):
        return None
    return _if_matching(cover.grid, list(cover.paths.values()), request)


def _from_winding_cover(request: Request, random: Random) -> Puzzle | None:
    """Return a puzzle of winding paths, cut as requested, or None if the random choices fail."""
    size = request.rows * request.cols
    goal = max(1, round(random.uniform(*WINDING_FLOWS_PER_ROW) * sqrt(size)))
    grid = Grid.of(request.rows, request.cols)
    if max(request.rows, request.cols) < MIN_FLOW_CELLS:  # on 2×2 cells, no line is long enough
        paths = [[0, 1, 3, 2]]
    else:
        seed = random.getrandbits(64) | 1
        paths = random_cover(grid, MIN_FLOW_CELLS, goal, seed, request.check_time())
    cut = engine.cut_cover(
        grid.graph,
        paths,
        request.rule == "strict",
        flows=0,
        unique=request.solutions == "one",
        most_flows=len(SYMBOLS),
        seed=random.getrandbits(64),
        seconds=request.check_time(),
    )
    if cut is None:
        return None
    puzzle = puzzle_of(grid, cut, request.origin, request.rule)
    if request.solutions == "several" and has_one_solution(puzzle, request.check_time()):
        return None
    return puzzle


def puzzle_of(grid: Grid, paths: Paths, origin: str, rule: str) -> Puzzle:
    """Return the puzzle given by the ends of paths, with symbols in the order of the cells."""
    flow = [FREE] * grid.cell_count
    for f, path in enumerate(sorted(paths, key=lambda path: min(path[0], path[-1]))):
        flow[path[0]] = flow[path[-1]] = f
    symbols = tuple(SYMBOLS[: len(paths)])
    return Puzzle(grid.rows, grid.cols, tuple(flow), symbols, origin, rule, grid.marks)


def _if_matching(grid: Grid, paths: Paths, request: Request) -> Puzzle | None:
    """Return the puzzle of a cover if its solutions are as requested, or None."""
    puzzle = puzzle_of(grid, paths, request.origin, request.rule)
    if request.solutions == "any":
        return puzzle
    wanted = request.solutions == "one"
    return puzzle if has_one_solution(puzzle, request.check_time()) == wanted else None


def has_one_solution(puzzle: Puzzle, wall_limit: float | None = None) -> bool:
    """Return whether a puzzle has exactly one solution; raise `TimeoutError` if time is up."""
    solutions, complete = solutions_of(puzzle, wall_limit=wall_limit)
    if not complete and len(solutions) < 2:
        raise TimeoutError
    return len(solutions) == 1
