"""The explorer: the page of `floodit show --html` with a list of all boards of a run."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from puzzlesat.common.page import single_page
from puzzlesat.floodit.show.page import page_data
from puzzlesat.floodit.solve.exact import Bounds
from puzzlesat.floodit.solve.minimum import heuristic_bounds
from puzzlesat_studies.core.params import Params
from puzzlesat_studies.core.study import Study
from puzzlesat_studies.floodit import thesis
from puzzlesat_studies.floodit.measure import FoundMinimum

if TYPE_CHECKING:
    import pandas as pd


class Explorer(Params):
    """The page of all boards, which has no settings."""


STUDY = Study(
    "explorer",
    Explorer,
    "Explorer",
    "The page of all boards (`snakemake explorer`), made from the thesis's minima.",
    results="results",
    uses=[thesis.STUDY],
)


@STUDY.text(
    "explorer.html",
    minima=lambda config: thesis.minima_of(config, thesis.all_grid_points(config.thesis)),
    label="The page of all boards",
)
def page(minima: pd.DataFrame) -> bytes:
    """Write the page of all boards of Fig. 4.2 and of Table 4.1."""
    boards = [FoundMinimum(**row) for row in minima.to_dict("records")]
    return single_page("floodit", f"{len(boards):,} boards", page_of_boards(boards)).encode()


def page_of_boards(minima: Iterable[FoundMinimum]) -> dict[str, Any]:
    """Return the object with which the page starts: the first board, and the list of all boards.

    In the list, ``lower`` and ``upper`` are the thesis's bounds on most minima, n+k-5 and n+k, and
    ``moves`` is a shortest solution, as a number for each colour.
    """
    rows = sorted(minima, key=lambda row: (row.n, row.k, row.board))
    bounds = Bounds(rows[0].to_board())
    bounds.lower, bounds.moves = rows[0].minimum, bounds.board.colours_in(rows[0].moves)
    return page_data(bounds) | {
        "boards": [
            {
                "name": f"{row.n}×{row.n}, {row.k} colours, board {row.board}",
                "n": row.n,
                "k": row.k,
                "board": row.board,
                "minimum": row.minimum,
                "lower": lower,
                "upper": upper,
                "rows": row.fields,
                "moves": row.to_board().colours_in(row.moves),
            }
            for row in rows
            for lower, upper in [heuristic_bounds(row.n, row.k)]
        ]
    }
