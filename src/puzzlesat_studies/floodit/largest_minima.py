"""The largest minima: of all small boards up to symmetry, and by local search on larger boards."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any, Literal

import numpy as np
from pydantic import AfterValidator, Field

from puzzlesat.common.errors import DisagreementError
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.formats.text import parse_board
from puzzlesat.floodit.prove.verified import prove
from puzzlesat.floodit.solve.answer import solve_board
from puzzlesat.sat.proof import CAKE_LPR, MISSING, VERIFIED, is_installed
from puzzlesat_studies.core.params import Count, Params, Sample, UniqueList
from puzzlesat_studies.core.study import Item, Record, Study, column
from puzzlesat_studies.core.tables import by_group
from puzzlesat_studies.floodit.boards import GRID_POINT, GridPoint, grid_point_name, grid_points

if TYPE_CHECKING:
    import pandas as pd


def _check_enumerable(pair: list[int]) -> list[int]:
    n, k = pair
    if n > 4 or k > (4 if n == 4 else 9):
        raise ValueError("n must be at most 4, and k at most 4 for n = 4 and at most 9 otherwise")
    return pair


Pair = Annotated[
    list[Annotated[int, Field(ge=2)]],
    Field(min_length=2, max_length=2),
    AfterValidator(_check_enumerable),
]


class LargestMinima(Params):
    """The boards with the largest minima."""

    every: UniqueList[Pair] = Field(
        [*([3, k] for k in range(3, 10)), [4, 3], [4, 4]],
        description="Size n and number k of colours of which all boards are enumerated: n from 2 "
        "to 4, k from 2 to 9, and to 4 for n = 4. (4, 4) takes about ten minutes on one idle core, "
        "and 1.5 GB.",
    )
    checked: Count = Field(
        200, description="Random boards of each (n, k) on which the exact search must agree."
    )
    searched: Sample = Field(
        Sample.of([3, 4, 5, 6, 7, 8], [3, 4, 6], 20),
        description="Local search: sizes, numbers of colours, and random boards to begin with. "
        "Where all boards are enumerated as well, the search is measured by the true maximum.",
    )
    steps: Count = Field(
        10_000, description="Changes that the local search tries on each of these."
    )


STUDY = Study(
    "largest_minima",
    LargestMinima,
    "Beyond the thesis",
    "`snakemake largest_minima`: the minima of all small boards, and a local search for larger "
    "boards with large minima. It takes about half an hour on 2 cores.",
)


class MinimumCount(GridPoint):
    """The boards of n×n fields in at most k colours with one minimum."""

    minimum: int
    boards: int = column("number of boards")
    classes: int = column("boards up to renaming colours and reflection in the main diagonal")
    greedy: int = column("longest greedy play on one of them, ties broken at worst")
    fields: str = column("one of these boards, row by row, with rows joined by `/`")
    status: Literal["verified", "missing", ""] = column(
        "of the board with the largest minimum: `verified` (by cake_lpr), or `missing` "
        "(cake_lpr is not installed); otherwise empty"
    )


def regions_with_field_0(n: int) -> list[int]:
    """Return all connected sets of fields that contain field 0, as bits, the largest first."""
    neighbours = [
        [g for g in range(n * n) if abs(f // n - g // n) + abs(f % n - g % n) == 1]
        for f in range(n * n)
    ]
    layer, regions = {1}, [1]
    while layer:
        grown = {
            region | 1 << g
            for region in layer
            for f in range(n * n)
            if region >> f & 1
            for g in neighbours[f]
        }
        layer = grown - layer - set(regions)
        regions += sorted(layer)
    return sorted(regions, key=lambda region: -region.bit_count())


CHUNK = 1 << 20


def solve_all(n: int, k: int) -> tuple[np.ndarray, np.ndarray]:
    """Return minimum + 16·(longest greedy play) of all boards, and the number of each value.

    A board whose field 0 has colour 0 is numbered by its other fields as digits to the base k. A
    move of colour c swaps the colours 0 and c of all dry fields, which gives a board with a larger
    flooded region. So boards are solved in decreasing order of this region.
    """
    size = n * n
    all_fields = np.uint16((1 << size) - 1)
    not_first_column = np.uint16(sum(1 << f for f in range(size) if f % n))
    not_last_column = np.uint16(int(not_first_column) >> 1)
    field_sets = np.arange(1 << size)
    weights = np.zeros_like(field_sets)
    for f in range(1, size):
        weights += (field_sets >> f & 1) * k ** (f - 1)

    def spread(s: Any) -> Any:
        up, down = s >> np.uint16(n), s << np.uint16(n)
        return (
            s
            | (s & not_last_column) << np.uint16(1)
            | (s & not_first_column) >> np.uint16(1)
            | up
            | down & all_fields
        )

    values = np.zeros(k ** (size - 1), dtype=np.uint8)
    totals = np.zeros(256, dtype=np.int64)
    totals[0] = 1
    for region in regions_with_field_0(n)[1:]:
        frontier = int(spread(np.uint16(region))) & ~region
        dry = [f for f in range(size) if not region >> f & 1]
        radices = [k - (frontier >> f & 1) for f in dry]
        total = prod(radices)
        for first in range(0, total, CHUNK):
            quotient = np.arange(first, min(first + CHUNK, total), dtype=np.uint32)
            dry_of_colour = np.zeros((k, len(quotient)), dtype=np.uint16)
            for f, radix in zip(dry, radices, strict=True):
                digit = quotient % radix + (k - radix)
                quotient //= radix
                for c in range(k):
                    dry_of_colour[c] |= (digit == c).astype(np.uint16) << np.uint16(f)
            number = sum(c * weights[dry_of_colour[c]] for c in range(1, k))
            fewest_moves = np.full(len(quotient), 15, dtype=np.uint8)
            largest_gain, longest_greedy = np.zeros_like(fewest_moves), np.zeros_like(fewest_moves)
            for c in range(1, k):
                flood = np.uint16(frontier) & dry_of_colour[c]
                legal = flood > 0
                while True:
                    wider_flood = spread(flood) & dry_of_colour[c]
                    if (wider_flood == flood).all():
                        break
                    flood = wider_flood
                next_value = values[
                    number + c * (weights[dry_of_colour[0]] - weights[dry_of_colour[c]])
                ]
                fewest_moves = np.where(
                    legal, np.minimum(fewest_moves, next_value & 15), fewest_moves
                )
                newly_flooded = np.bitwise_count(flood).astype(np.uint8)
                longest_play = np.where(
                    newly_flooded == largest_gain,
                    np.maximum(longest_greedy, next_value >> 4),
                    next_value >> 4,
                )
                longest_greedy = np.where(
                    legal & (newly_flooded >= largest_gain), longest_play, longest_greedy
                )
                largest_gain = np.maximum(largest_gain, newly_flooded)
            value = (fewest_moves + 1) | (longest_greedy + 1) << 4
            values[number] = value
            totals += np.bincount(value, minlength=256)
    return values, totals * k


def canonical_boards(n: int, k: int, boards: np.ndarray | None = None) -> Iterator[np.ndarray]:
    """Yield arrays of boards, a column each, that together have one board of each class.

    Colours are numbered in the order of their first fields. Of a board and its reflection, the one
    that has the smaller colour where they last differ is yielded. `boards` are the first fields.
    """
    size = n * n
    if boards is None:
        boards = np.zeros((1, 1), dtype=np.uint8)
    if len(boards) < size:
        largest_colour = boards.max(axis=0)
        extended = [boards[:, largest_colour + 1 >= c] for c in range(k)]
        next_colours = np.concatenate(
            [np.full(occurrences.shape[1], c, np.uint8) for c, occurrences in enumerate(extended)]
        )
        extended_boards = np.vstack([np.hstack(extended), next_colours])
        for part in np.array_split(extended_boards, -(-len(next_colours) // CHUNK), axis=1):
            yield from canonical_boards(n, k, part)
        return
    reflected = boards[[f % n * n + f // n for f in range(size)]]
    occurrences_by_colour = [reflected == c for c in range(k)]
    first_fields = np.stack(
        [
            np.where(occurrences.any(axis=0), occurrences.argmax(axis=0), size)
            for occurrences in occurrences_by_colour
        ]
    )
    ranks = (first_fields[None] < first_fields[:, None]).sum(axis=1).astype(np.uint8)
    reflected = np.take_along_axis(ranks, reflected, axis=0)
    differs = reflected != boards
    last_difference = size - 1 - differs[::-1].argmax(axis=0), np.arange(boards.shape[1])
    yield boards[:, ~differs.any(axis=0) | (boards[last_difference] < reflected[last_difference])]


@STUDY.rows(
    MinimumCount,
    "every",
    items=lambda config: [
        Item(grid_point_name(n, k), values={"n": n, "k": k}) for n, k in config.largest_minima.every
    ],
    mem_mb=3000,
    minutes=120,
)
def minimum_counts(*, n: int, k: int, checked: int, seed: int) -> Iterator[Record]:
    """Count the boards by their minimum.

    Raise `DisagreementError` if the exact search disagrees on one of the random boards.
    """
    table, totals = solve_all(n, k)
    digit_values = np.array([0] + [k ** (f - 1) for f in range(1, n * n)])
    random_boards = np.random.default_rng([seed, n, k]).integers(k, size=(checked, n * n))
    for fields in random_boards:
        minimum = int(table[(fields - fields[0]) % k @ digit_values]) & 15
        board = Board.of(fields.reshape(n, n).tolist(), k)
        if exact_minimum(board) != minimum:
            raise DisagreementError(f"board {board.text}: the table has the minimum {minimum}")
    largest_minimum = max(int(value) & 15 for value in np.flatnonzero(totals))
    classes = np.zeros(256, dtype=np.int64)
    example: dict[int, str] = {}
    for boards in canonical_boards(n, k):
        values = table[
            sum(row.astype(np.int64) * d for row, d in zip(boards, digit_values, strict=True))
        ]
        classes += np.bincount(values, minlength=256)
        for m, i in zip(*np.unique(values & 15, return_index=True), strict=True):
            example.setdefault(int(m), Board.of(boards[:, i].reshape(n, n).tolist(), k).text)
    for m in sorted(example):
        table_values = [value for value in range(256) if value & 15 == m]
        yield {"n": n, "k": k, "minimum": m, "boards": int(totals[table_values].sum())} | {
            "classes": int(classes[table_values].sum()),
            "greedy": max(value >> 4 for value in table_values if classes[value]),
            "fields": example[m],
            "status": proof_status(parse_board(example[m], k), m) if m == largest_minimum else "",
        }


def exact_minimum(board: Board) -> int:
    """Return the minimum of a board, by the exact search."""
    return solve_board(board).upper


def proof_status(board: Board, minimum: int) -> str:
    """Prove a board's minimum, and return whether cake_lpr has accepted the proof."""
    if not is_installed(CAKE_LPR):
        return MISSING
    with TemporaryDirectory() as folder:
        proven = prove(board, Path(folder) / "proof").minimum
    if proven != minimum:
        raise DisagreementError(f"board {board.text}: minima {minimum} and {proven}")
    return VERIFIED


class HardBoard(GridPoint):
    """The board with the largest minimum that the local search finds."""

    start: int = column("number of the random board with which the search began")
    tried: int = column("boards whose minima were computed")
    random: int = column("minimum of the random board")
    minimum: int = column("the largest minimum")
    fields: str = column("the board, row by row, with rows joined by `/`")
    status: Literal["verified", "missing"] = column(
        "`verified` (by cake_lpr), or `missing` (cake_lpr is not installed)"
    )


@STUDY.rows(
    HardBoard,
    "found",
    items=lambda config: [
        Item(f"{grid_point_name(n, k)}/{start}", values={"n": n, "k": k, "start": start})
        for n, k in grid_points(config.largest_minima.searched)
        for start in range(config.largest_minima.searched.boards)
    ],
    mem_mb=6000,
    minutes=240,
)
def hard_boards(*, n: int, k: int, start: int, steps: int, seed: int) -> Iterator[Record]:
    """Change one or two fields at a time, and keep a change unless it decreases the minimum."""
    rng = np.random.default_rng([seed, n, k, start])
    fields = rng.integers(k, size=n * n)
    best_minimum = first_minimum = exact_minimum(Board.of(fields.reshape(n, n).tolist(), k))
    for _ in range(steps):
        changed = fields.copy()
        size = min(int(rng.integers(1, 3)), n * n)
        changed_fields = rng.choice(n * n, size=size, replace=False)
        shifts = rng.integers(1, max(k, 2), size=size)
        changed[changed_fields] = (changed[changed_fields] + shifts) % k
        minimum = exact_minimum(Board.of(changed.reshape(n, n).tolist(), k))
        if minimum >= best_minimum:
            fields, best_minimum = changed, minimum
    board = Board.of(fields.reshape(n, n).tolist(), k)
    yield {"n": n, "k": k, "start": start, "tried": steps + 1, "random": first_minimum} | {
        "minimum": best_minimum,
        "fields": board.text,
        "status": proof_status(board, best_minimum),
    }


@STUDY.table(
    MinimumCount,
    "minima",
    rows=minimum_counts,
    title="The minima of all small boards",
    note="Classes: boards up to a renaming of the colours and the reflection that fixes the "
    "top-left field. Greedy: the longest greedy play on one of the boards, ties broken at worst.",
)
def minima(rows: pd.DataFrame) -> pd.DataFrame:
    """List the numbers of boards by (n, k) and minimum."""
    return rows


class LargestMinimum(GridPoint):
    """The largest minimum found of boards with n×n fields and k colours."""

    method: Literal["all boards", "local search"] = column("`all boards` or `local search`")
    tried: int = column("boards, or classes of boards, whose minima were computed")
    starts: int | None = column("number of starts of the local search")
    minimum: int = column("the largest minimum; of local search, a lower bound")
    reached: int = column("classes, or starts of the local search, that reach it")
    scaled: float = column("the minimum divided by n·√k")
    ratio: float | None = column("greedy play divided by the minimum, at worst over all boards")
    fields: str = column("a board that reaches it")
    verified: bool = column("whether cake_lpr accepts a proof of this board's minimum")


@STUDY.table(
    LargestMinimum,
    "largest",
    counts=minimum_counts,
    boards=hard_boards,
    title="The largest minima found",
    note="All boards: the maximum over all boards. Local search: the largest minimum found, a "
    "lower bound of the maximum. Scaled: divided by n·√k; the maximum grows as Θ(√k·n).",
)
def largest(counts: pd.DataFrame, boards: pd.DataFrame) -> pd.DataFrame:
    """List the largest minimum of each (n, k)."""
    import pandas as pd

    of_all = counts.assign(method="all boards", tried=counts["classes"])
    of_search = boards.assign(method="local search", classes=1)

    def summary(group: pd.DataFrame) -> Record:
        board = group.loc[group["minimum"].idxmax()]
        return {
            "tried": group["tried"].sum(),
            "starts": group["start"].count() or None,
            "minimum": board["minimum"],
            "reached": group.loc[group["minimum"] == board["minimum"], "classes"].sum(),
            "ratio": (group["greedy"] / group["minimum"].clip(lower=1)).max(),
            "fields": board["fields"],
            "verified": board["status"] == VERIFIED,
        }

    rows = pd.concat([of_all, of_search], ignore_index=True)
    table = by_group(rows, ["method", *GRID_POINT], summary)
    return table.assign(scaled=table["minimum"] / (table["n"] * table["k"] ** 0.5))
