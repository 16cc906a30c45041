"""The explorer: an interactive page with every board of the thesis's experiments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from puzzlesat_studies.core.params import Params
from puzzlesat_studies.core.study import Files, Item, Study
from puzzlesat_studies.floodit import thesis, verified
from puzzlesat_studies.floodit.boards import grid_point_name
from puzzlesat_studies.floodit.measure import FoundMinimum
from puzzlesat_studies.floodit.optimal import ShortestSolutions, shortest_solutions
from puzzlesat_studies.floodit.thesis import Thesis

if TYPE_CHECKING:
    import pandas as pd

ROOT = Path(__file__).parents[4]


class Explorer(Params):
    """The page of all boards."""

    include: list[Literal["audit", "verified"]] = Field(
        [],
        description="Other studies to run first: audit (claims and verdicts), verified (sizes of "
        "proofs). The page also shows existing results of other studies. Without results of the "
        "audit, it shows the verdicts of the reference run.",
    )


STUDY = Study(
    "explorer",
    Explorer,
    "Explorer",
    "The page of all boards (`snakemake explorer`), made from the thesis's results.",
    results="results",
    uses=[thesis.STUDY, verified.STUDY],
)


def optimal_items(config: Any) -> list[Item]:
    """Return an item for each cell of the thesis."""
    return [
        Item(grid_point_name(n, k), {"minima": thesis.minima_of(config, [(n, k)])})
        for n, k in thesis.all_grid_points(config.thesis)
    ]


@STUDY.rows(ShortestSolutions, "explorer/optimal", items=optimal_items, mem_mb=1000)
def optimal(minima: Sequence[FoundMinimum]) -> Iterator[ShortestSolutions]:
    """Count the shortest solutions of every board, and list its forced moves."""
    return map(shortest_solutions, minima)


def other_minima(config: Any) -> Files:
    """Return the minima of the cells that are only in Table 4.1."""
    thesis_params = config.thesis
    return thesis.minima_of(
        config,
        sorted(
            {*thesis.grid_points(thesis_params.wins)} - {*thesis.grid_points(thesis_params.bounds)}
        ),
    )


def proofs(config: Any) -> Files:
    """Return the rows of proofs: all if the study is included, otherwise those that exist."""
    rows = verified.proofs.files(config)
    if "verified" in config.explorer.include:
        return rows
    return Files([path for path in rows.paths if Path(path).exists()], rows.row)


def claims(config: Any) -> Files:
    """Return the table of claims: of this run if it is included or exists, or of the reference."""
    path = "results/audit/claims.csv"
    if "audit" in config.explorer.include or Path(path).exists():
        return Files([path])
    return Files([str(ROOT / "reference/audit/claims.csv")])


@STUDY.text(
    "explorer.html",
    minima=thesis.bounds_minima,
    more=other_minima,
    times=thesis.timings,
    printed=Files([str(thesis.TABLE_4_1)], thesis.PrintedWins),
    optimal=optimal,
    proofs=proofs,
    claims=claims,
    label="The page of all boards",
)
def page(
    minima: pd.DataFrame,
    more: pd.DataFrame,
    times: pd.DataFrame,
    printed: pd.DataFrame,
    optimal: pd.DataFrame,
    proofs: pd.DataFrame,
    claims: Sequence[Path],
    *,
    thesis: Thesis,
) -> bytes:
    """Write the interactive page of Fig. 4.2 and Table 4.1, with all boards and all claims."""
    from puzzlesat_studies.floodit.explorer.page import data, links_to, page, records

    verdicts = records(claims)
    content = data(
        minima.to_dict("records"),
        more.to_dict("records"),
        times,
        printed,
        thesis.wins.timed_phases,
        optimal.to_dict("records"),
        proofs.to_dict("records"),
        verdicts,
        "/".join(claims[0].parts[-3:]),
        links_to(claims[0], verdicts, "results"),
    )
    return page(content)


@STUDY.text("floodit.html", label="The page that solves Flood-It, to which the explorer links")
def solver() -> bytes:
    """Write the web application for Flood-It as one file."""
    from puzzlesat.common.page import single_page

    return single_page("floodit").encode()
