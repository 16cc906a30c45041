"""Cuts after which the puzzle of a cover has one solution and is easy enough.

A cover, that is, a partition of the board into paths, is a solution of the puzzle whose endpoints
are the ends of the paths. If there is a second solution, paths are cut in two at links in which the
solutions differ, once in each region of such links. The new endpoints exclude the second solution,
and the cover remains a solution. Such rounds of cuts are repeated until SAT finds no second
solution. Under the strict rule, a cut may add solutions, because the two pieces may touch each
other. But each round decreases the number of solutions under the rule ``touching``.

If the puzzle is too hard, paths are cut at links that remain open when the difficulty is determined
(`puzzlesat.flowfree.solve.difficulty`). Several random cuts are compared; the one chosen is that
after which the rules alone leave the fewest links open. If flows may touch themselves, long flows
leave so many links open that SAT cannot prove uniqueness in time. Under this rule, paths are
therefore always cut until single assumptions decide all links.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from math import inf
from random import Random

from puzzlesat.common.errors import DisagreementError, counted
from puzzlesat.flowfree.board.grid import Grid
from puzzlesat.flowfree.board.puzzle import FREE, SYMBOLS, Puzzle
from puzzlesat.flowfree.solve.difficulty import Deduction, difficulty
from puzzlesat.flowfree.solve.direct import decided
from puzzlesat.flowfree.solve.marking import MIN_FLOW_CELLS, Paths, kept_links
from puzzlesat.flowfree.solve.search import Search

MAX_COMPARED_CUTS = 32
"""The number of cuts that are compared to make a puzzle easier."""

STEPS_PER_LINK = 400
"""The step limit, per link, of the search that proves uniqueness without SAT."""

MAX_ROUNDS = (0, 1, inf)
"""The maximum number of rounds of assumptions for each level but the highest."""


def puzzle_of(grid: Grid, paths: Sequence[Sequence[int]], origin: str, rule: str) -> Puzzle:
    """Return the puzzle given by the ends of paths, with symbols in the order of the cells."""
    flow = [FREE] * grid.cell_count
    for f, path in enumerate(sorted(paths, key=lambda path: min(path[0], path[-1]))):
        flow[grid.cell[path[0]]] = flow[grid.cell[path[-1]]] = f
    symbols = tuple(SYMBOLS[: len(paths)])
    return Puzzle(grid.rows, grid.cols, tuple(flow), symbols, origin, rule, grid.marks)


def links_of(grid: Grid, paths: Iterable[Sequence[int]]) -> set[int]:
    """Return the links that paths use."""
    return {link for path in paths for link in grid.links_along(path)}


def other_links(
    puzzle: Puzzle, links: set[int], wall_limit: float | None = None
) -> set[int] | None:
    """Return the links of a second solution, or None; `links` are those of the known solution.

    The engine may prove that there is no second solution. If there is one, it always comes from a
    SAT solver, because the cuts depend on which one it is. Raise `TimeoutError` after `wall_limit`
    seconds of wall-clock time, and `DisagreementError` if SAT does not find the known solution.
    """
    direct = decided(puzzle, most=STEPS_PER_LINK * len(puzzle.grid.links))
    if direct.ended and [set(x.links) for x in direct.solutions] == [links]:
        return None
    is_found = False
    with Search(puzzle, wall_limit=wall_limit) as search:
        while (solution := search.next()) is not None:
            solution_links = set(solution.links)
            if solution_links != links:
                return solution_links
            is_found = True
    if not is_found:
        raise DisagreementError(f"puzzle {puzzle.text}: SAT does not find its solution")
    return None


def cut(grid: Grid, paths: Paths, unclear: Collection[int]) -> bool:
    """Cut paths in place, once in each region of unclear links; return whether any cut was made.

    `unclear` links may be on or off the paths; links with a common cell belong to one region.
    Pieces have at least `MIN_FLOW_CELLS` cells. In each region, the cut is chosen that makes the
    shorter piece as long as possible.

    >>> grid, paths = Grid.of(2, 4), [[0, 1, 2, 3, 7, 6, 5, 4]]
    >>> cut(grid, paths, [grid.link_between[pair] for pair in [(2, 3), (3, 7), (2, 6)]]), paths
    (True, [[0, 1, 2, 3], [7, 6, 5, 4]])
    """
    was_cut = False
    owner = {cell: number for number, path in enumerate(paths) for cell in path}
    for region in regions(grid, unclear):
        near = sorted({owner[cell] for cell in grid.links[list(region)].ravel().tolist()})
        cuts = cuts_at(grid, paths, near, region)
        if cuts:
            number, at = max(cuts, key=lambda cut: min(cut[1], len(paths[cut[0]]) - cut[1]))
            rest = paths[number][at:]
            del paths[number][at:]
            owner.update(dict.fromkeys(rest, len(paths)))
            paths.append(rest)
            was_cut = True
    return was_cut


def cuts_at(
    grid: Grid, paths: Paths, numbers: Iterable[int], links: Collection[int]
) -> list[tuple[int, int]]:
    """Return the possible cuts of some paths at some links, each as path number and position.

    Links of bridges and of warps are never cut.
    """
    where = set(links) - kept_links(grid)
    return [
        (number, at)
        for number in numbers
        for at in range(MIN_FLOW_CELLS, len(paths[number]) - MIN_FLOW_CELLS + 1)
        if grid.link_between[paths[number][at - 1], paths[number][at]] in where
    ]


def regions(grid: Grid, links: Iterable[int]) -> list[set[int]]:
    """Return the sets of links that are connected by common cells.

    >>> regions(Grid.of(1, 6), [0, 3, 1])
    [{0, 1}, {3}]
    """
    waiting = set(links)
    components = []
    while waiting:
        region = {min(waiting)}
        todo = list(region)
        while todo:
            near = grid.link[grid.links[todo.pop()]].ravel().tolist()
            new = waiting.intersection(near) - region
            region |= new
            todo += new
        waiting -= region
        components.append(region)
    return components


def cut_until_easy(
    grid: Grid,
    paths: Paths,
    most: float,
    rule: str,
    random: Random,
    check_time: Callable[[str], float | None],
) -> bool:
    """Cut paths until rules and at most `most` rounds of assumptions decide all links.

    Return whether this succeeds. The other parameters are those of `cut_until_unique`.
    """

    def deduced(paths: Paths) -> Deduction:
        return Deduction(puzzle_of(grid, paths, "", rule))

    while True:
        deduction = deduced(paths)
        deduction.assume(most, check_time(f", {counted(len(paths), 'flow')}"))
        unclear = deduction.open_links
        if not unclear:
            return True
        cuts = cuts_at(grid, paths, range(len(paths)), unclear)
        if not cuts or len(paths) == len(SYMBOLS):
            return False
        tried: list[Paths] = [
            [*paths[:number], paths[number][:at], *paths[number + 1 :], paths[number][at:]]
            for number, at in random.sample(cuts, min(MAX_COMPARED_CUTS, len(cuts)))
        ]
        left = [len(deduced(cover).open_links) for cover in tried]
        paths[:] = tried[left.index(min(left))]


def cut_until_unique(
    grid: Grid,
    paths: Paths,
    level: int | None,
    origin: str,
    rule: str,
    random: Random,
    check_time: Callable[[str], float | None],
) -> Puzzle | None:
    """Cut the paths of a cover until their puzzle has one solution; return the puzzle.

    Return None if the permitted cuts do not suffice. `paths` is changed in place. Each path keeps
    at least `MIN_FLOW_CELLS` cells, and the puzzle gets the difficulty `level`, if given. `random`
    chooses among cuts that make the puzzle easier. `check_time` takes a progress message, returns
    the remaining seconds, and raises `TimeoutError` if none remain. Raise `DisagreementError` if
    rules and assumptions decide all links but SAT finds two solutions.
    """
    rounds = 0
    most = (*MAX_ROUNDS, None)[level] if level is not None else None if rule == "strict" else inf
    if most is not None and not cut_until_easy(grid, paths, most, rule, random, check_time):
        return None
    while len(paths) <= len(SYMBOLS):
        puzzle, links = puzzle_of(grid, paths, origin, rule), links_of(grid, paths)
        progress = f", {counted(len(paths), 'flow')} after {counted(rounds, 'round')} of cuts"
        other = other_links(puzzle, links, check_time(progress))
        if other is None:
            fits = level is None or difficulty(puzzle, check_time(progress)).level == level
            return puzzle if fits else None
        if most is not None:
            raise DisagreementError(
                f"puzzle {puzzle.text}: one solution follows from rules, but SAT finds two"
            )
        if not cut(grid, paths, links ^ other):
            return None
        rounds += 1
    return None
