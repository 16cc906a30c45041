"""Random boards as rows: the input of all studies of Flood-It."""

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import Any

from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.formats.samples import BOARD_KEY, board_of
from puzzlesat_studies.core.study import Files, Item, Row, chunks, column

BOARD = [*BOARD_KEY]
"""The columns that identify a board."""

GRID_POINT = ["n", "k"]
"""The columns that identify a grid point (n, k)."""


class GridPoint(Row):
    """A row with a grid point: a size of boards n and a number of colours k."""

    n: int
    k: int


class BoardKey(Row):
    """The key of a random board: its seed, n, k and number in the sample, `board`."""

    seed: int
    n: int
    k: int
    board: int


class SampledBoard(BoardKey):
    """A board of a sample."""

    fields: str = column("the board, row by row, with rows joined by `/`")

    def to_board(self) -> Board:
        """Return the row's board."""
        return board_of(self.model_dump())

    @property
    def key(self) -> dict[str, int]:
        """The values of the columns that identify the board."""
        return {name: getattr(self, name) for name in BOARD}


def chunk_name(n: int, k: int, first: int, board_count: int) -> str:
    """Return the name of a chunk, such as n4_k3/0-99."""
    return f"{grid_point_name(n, k)}/{first}-{first + board_count - 1}"


def grid_point_name(n: int, k: int) -> str:
    """Return the name of a grid point, such as n4_k3."""
    return f"n{n}_k{k}"


def grid_points(grid: Any) -> list[tuple[int, int]]:
    """Return all points (n, k) of a grid."""
    return list(product(grid.n_values, grid.k_values))


def sample(n: int, k: int, board_count: int, first: int = 0) -> Files:
    """Return the file with boards of (n, k), which the rule `boards` makes."""
    return Files([f"results/boards/{chunk_name(n, k, first, board_count)}.csv"], SampledBoard)


def samples(grid_points: Iterable[tuple[int, int]], board_count: int) -> Files:
    """Return the files with the boards of several grid points."""
    return Files(
        [path for n, k in grid_points for path in sample(n, k, board_count).paths], SampledBoard
    )


def chunk_items(
    grid_points: Iterable[tuple[int, int]], board_count: int, chunk_size: int = 0
) -> list[Item]:
    """Return an item for each chunk of the boards of grid points, or for each grid point."""
    return [
        Item(chunk_name(n, k, first, size), {"boards": sample(n, k, size, first)})
        for n, k in grid_points
        for first, size in chunks(board_count, chunk_size or board_count)
    ]


def set_items(sets: Iterable[Any]) -> list[Item]:
    """Return an item for each grid point of several grids, as `chunk_items` does."""
    return [item for grid in sets for item in chunk_items(grid_points(grid), grid.boards)]


def items_by_size(study_name: str, grid_key: str) -> Callable[[Any], list[Item]]:
    """Return the function that returns an item for each n of a grid, which is a key of a study."""
    return lambda config: [
        Item(f"n{n}", values={"n": n})
        for n in getattr(getattr(config, study_name), grid_key).n_values
    ]


def items_by_grid_point(grid: Any) -> Sequence[Item]:
    """Return an item for each point of a grid, with its boards."""
    return [
        Item(grid_point_name(n, k), inputs={"boards": sample(n, k, grid.boards)})
        for n, k in grid_points(grid)
    ]
