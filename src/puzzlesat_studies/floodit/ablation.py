"""The exact search with each of its parts switched off: obligations, times and bounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from importlib.metadata import version
from time import thread_time
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from puzzlesat.common.errors import DisagreementError
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.solve.exact import Bounds, Limits, close_bounds, search_by_pdr
from puzzlesat_studies.core.params import Count, K, N, Params, Seconds
from puzzlesat_studies.core.statistics import geometric_mean
from puzzlesat_studies.core.study import Item, Record, Study, column
from puzzlesat_studies.core.tables import by_group
from puzzlesat_studies.floodit.boards import (
    BOARD,
    GRID_POINT,
    BoardKey,
    GridPoint,
    SampledBoard,
    grid_point_name,
    sample,
)

if TYPE_CHECKING:
    import pandas as pd

RULES_OFF: dict[str, dict[str, bool]] = {
    "all parts": {},
    "finishing": {"finish": False},
    "generalise": {"generalise": False},
    "witness": {"witness": False},
    "generalisation": {"generalise": False, "witness": False},
    "beams": {},
}
"""For each variant, the rules of the search that are switched off."""

Variant = Annotated[
    str,
    Field(
        description="`all parts`, or the part that is off: `finishing` (the rule), `generalise` or "
        "`witness` (nogoods learnt from successors or from the lower bound), `generalisation` "
        "(both) or `beams`"
    ),
]


class BoardSet(Params):
    """Boards of one size and number of colours."""

    n: N = Field(description="Rows and columns of the boards.")
    k: K = Field(description="Number of colours.")
    boards: Count = Field(description="Number of boards.")


class Ablation(Params):
    """The exact search without one of its parts."""

    sets: list[BoardSet] = Field(
        [
            BoardSet(n=24, k=6, boards=20),
            BoardSet(n=20, k=8, boards=20),
            BoardSet(n=32, k=6, boards=6),
            BoardSet(n=40, k=10, boards=6),
        ],
        min_length=1,
        description="The boards.",
    )
    cpu_limit: Seconds = Field(10, description="CPU seconds for a board.")


STUDY = Study(
    "ablation",
    Ablation,
    "Beyond the thesis",
    "`snakemake ablation`: the exact search without each of its parts: the finishing rule, ways to "
    "generalise nogoods, and beams. It takes about half an hour on one core.",
)


class WeakenedSearch(BoardKey):
    """A run of the search on a board, without one of its parts."""

    variant: Variant
    status: Literal["optimal", "timeout"] = column("`optimal` or `timeout`")
    lower_bound: int
    upper_bound: int
    obligations: int = column("number of obligations that the search processed")
    seconds: float = column("CPU seconds")
    cpu_limit: float = column("limit on the CPU seconds")
    version: str = column("this project's version")
    host: str


class PartEffect(GridPoint):
    """The runs without a part on the boards of a set, next to those with all parts."""

    variant: Variant
    boards: int
    proven: int
    lower_bound: float = column("mean lower bound at the end")
    upper_bound: float = column("mean upper bound at the end")
    obligations: int = column("sum of the obligations, also of unfinished runs")
    seconds: float = column("sum of the CPU seconds, also of unfinished runs")
    both: int = column("boards proven both with all parts and without this one")
    ratio_obligations: float | None = column("ratio to all parts, geometric mean over `both`")
    ratio_seconds: float | None = column("ratio of CPU seconds to all parts, likewise")


@STUDY.rows(
    WeakenedSearch,
    items=lambda config: [
        Item(grid_point_name(of.n, of.k), {"boards": sample(of.n, of.k, of.boards)})
        for of in config.ablation.sets
    ],
    alone=True,
    mem_mb=4500,
    minutes=120,
)
def attempts(boards: Sequence[SampledBoard], *, cpu_limit: float) -> Iterator[Record]:
    """Search with all parts, and without each of them, one run after the other.

    Raise `DisagreementError` if the bounds of two runs on a board contradict each other.
    """
    provenance = {"cpu_limit": cpu_limit, "version": version("puzzlesat")}
    for row in boards:
        best_lower, best_upper = 0, len(row.to_board().fields)
        for variant in RULES_OFF:
            outcome = attempt(row.to_board(), variant, cpu_limit)
            best_lower = max(best_lower, outcome["lower_bound"])
            best_upper = min(best_upper, outcome["upper_bound"])
            if best_lower > best_upper:
                raise DisagreementError(
                    f"board {row.to_board().text}: without {variant}, the bounds contradict others"
                )
            yield row.key | {"variant": variant} | outcome | provenance


def attempt(board: Board, variant: str, cpu_limit: float) -> Record:
    """Search without a part until the minimum is proven or the CPU time is used up."""
    from puzzlesat._engine.floodit import Options, Search

    started = thread_time()

    def check_cpu_time(bounds: Bounds) -> None:
        if thread_time() - started > cpu_limit:
            raise TimeoutError

    bounds = Bounds(board, check_cpu_time)
    search = Search(bounds.engine_graph, **RULES_OFF[variant])
    options = Options()
    if variant == "beams":
        options.max_width = 0
    method = partial(search_by_pdr, search=search, options=options)
    status = close_bounds(bounds, method, Limits(), "")
    return {
        "status": status,
        "lower_bound": bounds.lower,
        "upper_bound": bounds.upper,
        "obligations": search.obligations,
        "seconds": round(thread_time() - started, 6),
    }


@STUDY.table(
    PartEffect,
    "ablation",
    rows=attempts,
    label="The parts of the exact search",
    title="The exact search without one of its parts",
    note="Variant: the part that is switched off. Obligations and CPU seconds are sums over the "
    "boards; runs that reached the limit count with what they used. Ratios: geometric means over "
    "the boards that are proven both ways. Beams: beam searches.",
)
def effects(rows: pd.DataFrame) -> pd.DataFrame:
    """Compare the runs without each part with those with all parts, by set of boards."""
    quantities = ["obligations", "seconds"]
    rows = rows.assign(proven=rows["status"] == "optimal")
    with_all_parts = rows[rows["variant"] == "all parts"].set_index(BOARD)
    joined = rows.join(with_all_parts[["proven", *quantities]].add_suffix("_of_all"), on=BOARD)

    def effect(runs: pd.DataFrame) -> Record:
        both = runs[runs["proven"] & runs["proven_of_all"]]
        columns = {"boards": len(runs), "proven": runs["proven"].sum(), "both": len(both)}
        columns |= {bound: runs[bound].mean() for bound in ("lower_bound", "upper_bound")}
        for name in quantities:
            columns[name] = runs[name].sum()
            ratios = (both[name] + 1e-9) / (both[f"{name}_of_all"] + 1e-9)
            columns[f"ratio_{name}"] = geometric_mean(ratios) if len(both) else None
        return columns

    return by_group(joined, [*GRID_POINT, "variant"], effect, sort=False)
