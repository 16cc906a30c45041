"""Solutions, and the paths that the links of a model form."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from puzzlesat._engine import flowfree as engine
from puzzlesat.common.errors import DisagreementError
from puzzlesat.flowfree.board.grid import PLAIN
from puzzlesat.flowfree.board.puzzle import FREE, Puzzle
from puzzlesat.flowfree.board.referee import fault, path_fault

Cells = tuple[int, ...]
"""Nodes of a grid (cells, on a plain board), each adjacent to the previous one."""


@dataclass(frozen=True, repr=False)
class Solution:
    """A solution of a puzzle.

    Parameters
    ----------
    puzzle : Puzzle
    paths : tuple of tuples of int, length k
        The nodes of each flow, from one endpoint to the other.

    Examples
    --------
    >>> puzzle = Puzzle.of(["AB", "..", "AB"])
    >>> Solution(puzzle, ((0, 2, 4), (1, 3, 5))).lines
    ['AB', 'AB', 'AB']
    """

    puzzle: Puzzle
    paths: tuple[Cells, ...]

    def __repr__(self) -> str:
        """Return the call that makes the solution."""
        return f"Solution({self.puzzle!r}, {self.paths})"

    @cached_property
    def flow(self) -> list[int]:
        """The flow of each node."""
        number = {symbol: f for f, symbol in enumerate(self.puzzle.symbols)}
        return [number.get(symbol, FREE) for symbol in self._texts[0]]

    @property
    def links(self) -> list[int]:
        """The links that the flows use."""
        return [link for path in self.paths for link in self.puzzle.grid.links_along(path)]

    @cached_property
    def lines(self) -> list[str]:
        """The rows or the sketch, with the symbol of each cell's flow; empty cells are dots."""
        return self.puzzle.format_nodes(self._texts[0])

    @property
    def paths_as_json(self) -> str:
        """The row and column of each cell of each flow, as JSON."""
        return self._texts[1]

    @cached_property
    def _texts(self) -> tuple[str, str]:
        puzzle = self.puzzle
        return engine.texts(puzzle.grid.graph, puzzle.symbols, self.paths)

    @property
    def cells(self) -> list[list[tuple[int, int]]]:
        """For each flow, the row and column of each of its cells, in order."""
        places = self.puzzle.grid.places
        return [[places[node] for node in path] for path in self.paths]

    @property
    def text(self) -> str:
        """The lines joined by ``/``."""
        return "/".join(self.lines)


def trace(puzzle: Puzzle, used: Iterable[int]) -> tuple[tuple[Cells, ...], list[Cells]]:
    """Return the nodes of the paths and of the cycles that used links form.

    `used` must contain no link or two at each free node, and one at each endpoint. Paths begin at
    their lower endpoints.

    >>> puzzle = Puzzle.of(["A.A", "...", "..."])
    >>> link = puzzle.grid.link_between
    >>> ring = [(3, 4), (4, 7), (7, 6), (6, 3)]
    >>> trace(puzzle, [link[pair] for pair in [(0, 1), (1, 2), *ring]])
    (((0, 1, 2),), [(3, 4, 7, 6)])
    """
    adjacent: list[list[int]] = [[] for _ in puzzle.node_flow]
    for i, j in puzzle.grid.links[list(used)].tolist():
        adjacent[i].append(j)
        adjacent[j].append(i)
    visited = [False] * len(adjacent)

    def follow(node: int | None) -> Cells:
        path = []
        while node is not None:
            visited[node] = True
            path.append(node)
            next_nodes, node = adjacent[node], None
            for neighbour in next_nodes:
                if not visited[neighbour]:
                    node = neighbour
                    break
        return tuple(path)

    paths = tuple(follow(first) for first, _ in puzzle.endpoints)
    cycles = [follow(node) for node in range(len(visited)) if not visited[node] and adjacent[node]]
    return paths, cycles


def check_solution(solution: Solution) -> None:
    """Raise `DisagreementError` if the compiled referee rejects a solution."""
    puzzle = solution.puzzle
    if not is_accepted(puzzle, solution.paths):
        first_fault = fault_of(solution) or "the compiled referee rejects it"
        raise DisagreementError(f"puzzle {puzzle.text}: {solution.text} is wrong: {first_fault}")


def is_accepted(puzzle: Puzzle, paths: Sequence[Sequence[int]]) -> bool:
    """Return whether the compiled referee accepts paths, given by their nodes."""
    if puzzle.marks != PLAIN:
        cell = puzzle.grid.cell.tolist()
        paths = [[cell[node] for node in path] for path in paths]
    return engine.accepts(puzzle.grid.graph, puzzle.flow, paths, puzzle.strict, puzzle.filling)


def fault_of(solution: Solution) -> str | None:
    """Return the first fault that the referee in Python finds, or None."""
    puzzle = solution.puzzle
    lines = puzzle.lines
    strict_fault = fault(lines, solution.lines) if puzzle.strict else None
    return strict_fault or path_fault(lines, solution.cells, filling=puzzle.filling)
