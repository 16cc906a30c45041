"""Proofs from nogoods next to a solver's proofs of the same formulas: sizes and checking times."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import TYPE_CHECKING, Literal

import numpy as np
from pydantic import Field

from puzzlesat._engine.floodit import Search
from puzzlesat.common.deadline import Deadline
from puzzlesat.common.errors import DisagreementError
from puzzlesat.common.limits import TooLargeError
from puzzlesat.floodit.encode.instance import Instance
from puzzlesat.floodit.prove.derivation import Derivation
from puzzlesat.floodit.prove.verified import write_proof
from puzzlesat.floodit.solve.answer import solve_board
from puzzlesat.floodit.solve.exact import Bounds, Limits
from puzzlesat.floodit.solve.pdr import nogoods_of
from puzzlesat.proofs import bundle
from puzzlesat.sat import proof
from puzzlesat.sat.formula import Formula
from puzzlesat_studies.core.params import Params, Sample, Seconds, Text, UniqueList
from puzzlesat_studies.core.study import Record, Study, column
from puzzlesat_studies.core.tables import by_group
from puzzlesat_studies.floodit.boards import (
    BOARD,
    GRID_POINT,
    BoardKey,
    GridPoint,
    SampledBoard,
    items_by_grid_point,
)

if TYPE_CHECKING:
    import pandas as pd

SOLVER = "cadical195"

NOGOODS, UNGENERALISED = "nogoods", "without generalisation"

RULES_OFF: dict[str, dict[str, bool]] = {
    NOGOODS: {},
    "without finishing": {"finish": False},
    UNGENERALISED: {"generalise": False, "witness": False},
}
"""Proofs from nogoods, by the rules of the search that are switched off."""


class Nogoods(Params):
    """Proofs of minima from nogoods and by a SAT solver."""

    sets: list[Sample] = Field(
        [
            Sample.of([8, 10, 12], [4, 6, 8, 10], 5),
            Sample.of([14, 16, 18], [4, 6], 5),
        ],
        min_length=1,
        description="The boards.",
    )
    encodings: UniqueList[Text] = Field(
        ["minimal", "extended", "minimal+finish", "minimal+reach"],
        description="Formulas that the solver refutes; the first one is also refuted by nogoods.",
    )
    wall_limit: Seconds = Field(900, description="Wall-clock seconds for a proof and its check.")


STUDY = Study(
    "nogoods",
    Nogoods,
    "Instances and proofs",
    "`snakemake nogoods`: proofs from nogoods next to CaDiCaL's proofs of the same formulas. It "
    "needs cake_lpr and drat-trim, without which rows are marked missing, and takes an hour or "
    "two.",
)


class ProofAttempt(BoardKey):
    """A proof that one move fewer than the minimum does not suffice."""

    minimum: int
    method: str = column(
        "`nogoods` (all parts of the search), the same without one part, or the solver and the "
        "formula"
    )
    status: Literal["verified", "timeout", "memory", "missing"] = column(
        "`verified` by cake_lpr; `timeout` or `memory` (this limit was reached, or the formula is "
        "too large); `missing` (cake_lpr or drat-trim is not installed)"
    )
    steps: int = column("number of clauses that the LRAT proof adds")
    bytes: int = column("size of the lines of the LRAT proof that add clauses")
    seconds: float = column("wall-clock seconds to write the proof; for the solver, with drat-trim")
    check_seconds: float = column("wall-clock seconds of cake_lpr")
    wall_limit: float = column("limit on the wall-clock seconds")
    version: str = column("this project's version")
    host: str


@STUDY.rows(
    ProofAttempt,
    items=lambda config: [item for of in config.nogoods.sets for item in items_by_grid_point(of)],
    alone=True,
    mem_mb=8000,
    minutes=600,
)
def attempts(
    boards: Sequence[SampledBoard], *, encodings: list[str], wall_limit: float
) -> Iterator[Record]:
    """Refute one move fewer than the minimum by each method, and check the proof."""
    provenance = {"wall_limit": wall_limit, "version": version("puzzlesat")}
    for row in boards:
        bounds = solve_board(row.to_board())
        if not bounds.upper:
            continue
        methods = [(method, encodings[0]) for method in RULES_OFF]
        methods += [(f"{SOLVER}, {encoding}", encoding) for encoding in encodings]
        for method, encoding in methods:
            with TemporaryDirectory() as folder:
                below = Instance(row.to_board(), bounds.upper - 1, encoding)
                columns = proof_columns(below, method, Path(folder), wall_limit)
            yield row.key | {"minimum": bounds.upper, "method": method} | columns | provenance


def proof_columns(instance: Instance, method: str, folder: Path, wall_limit: float) -> Record:
    """Return the values of a row for one proof; raise `DisagreementError` if it is refused."""
    empty = {"steps": 0, "bytes": 0, "seconds": 0, "check_seconds": 0}
    if not (proof.is_installed(proof.CAKE_LPR) and proof.is_installed(proof.DRAT_TRIM)):
        return {"status": proof.MISSING} | empty
    limits = Limits.of(wall_limit)

    def write(formula: Formula, cnf: Path, lrat: Path) -> None:
        if method in RULES_OFF:
            write_nogoods_proof(instance, formula, method, lrat, limits)
        else:
            drat = folder / "proof.drat"
            proof.refute(list(formula), SOLVER, drat, limits.deadline)
            proof.drat_to_lrat(cnf, len(formula), drat, lrat, limits.deadline.remaining)

    try:
        check, lrat, times = timed_proof(instance, write, folder, limits.deadline)
    except TimeoutError:
        return {"status": proof.TIMEOUT} | empty
    except (MemoryError, TooLargeError):
        return {"status": proof.MEMORY} | empty
    if check.verdict == proof.REFUSED:
        raise DisagreementError(f"cake_lpr refuses a proof ({method}): {check.reason}")
    with lrat.open("rb") as file:
        line_lengths = [len(line) for line in file if line.split(None, 2)[1] != b"d"]
    sizes = {"steps": len(line_lengths), "bytes": sum(line_lengths)}
    return {"status": check.verdict} | sizes | times


def timed_proof(
    instance: Instance,
    write: Callable[[Formula, Path, Path], None],
    folder: Path,
    deadline: Deadline,
) -> tuple[proof.CheckResult, Path, Record]:
    """Write a proof and check it; return the check, the proof and the seconds that both took.

    `write` takes the formula, its file, and the path of the LRAT proof.
    """
    cnf, lrat = folder / "formula.cnf", folder / "proof.lrat"
    formula = instance.formula()
    bundle.write_formula(formula, {}, bundle.GENERATOR, cnf)
    started = monotonic()
    write(formula, cnf, lrat)
    written = monotonic()
    check = proof.check_proof(cnf, lrat, deadline.remaining)
    times = {"seconds": written - started, "check_seconds": monotonic() - written}
    return check, lrat, {name: round(seconds, 4) for name, seconds in times.items()}


def write_nogoods_proof(
    instance: Instance, formula: Formula, method: str, path: Path, limits: Limits
) -> None:
    """Write an LRAT proof from the nogoods of a search; the method is a key of `RULES_OFF`."""
    bounds = Bounds(instance.board)
    search = Search(bounds.engine_graph, **RULES_OFF[method])
    if search.solve(instance.p, limits.deadline.seconds_left) is not None:
        raise DisagreementError(f"board {instance.board.text}: {instance.p} moves suffice")
    derivation = Derivation(bounds.graph, nogoods_of(search, instance.p), instance.p, limits.check)
    with path.open("w", encoding="utf-8") as file:
        write_proof(derivation, instance, formula, file)


class ComparedProofs(GridPoint):
    """The proofs of a grid point (n, k) by a method, next to those from nogoods with all parts."""

    method: str = column("what wrote the proof, and of which formula")
    boards: int
    verified: int = column("number of proofs that cake_lpr accepts within the limit")
    steps: float | None = column("clauses that a verified proof adds, median")
    bytes: float | None = column("size of these lines of a verified proof, median")
    seconds: float | None = column("wall-clock seconds to write it, median")
    check_seconds: float | None = column("wall-clock seconds of cake_lpr, median")
    both: int = column("boards verified both by this method and from nogoods")
    ratio_bytes: float | None = column("size over that from nogoods, geometric mean over `both`")
    ratio_check: float | None = column("time of cake_lpr over that from nogoods, likewise")
    wall_limit: float = column("limit on the wall-clock seconds for a proof and its check")


@STUDY.table(
    ComparedProofs,
    "nogoods",
    rows=attempts,
    title="Proofs from nogoods, and proofs of a SAT solver",
    note="Proofs that one move fewer than the minimum does not suffice, checked by cake_lpr. "
    "Bytes: of the lines that add clauses. Steps, bytes and seconds: medians over the verified "
    "proofs. Ratios to the proofs from nogoods: geometric means over the boards with both.",
)
def compare_proofs(rows: pd.DataFrame) -> pd.DataFrame:
    """Compare the methods by (n, k)."""
    rows = rows.assign(verified=rows["status"] == proof.VERIFIED)
    from_nogoods = rows[rows["verified"] & (rows["method"] == NOGOODS)].set_index(BOARD)
    compared = ["bytes", "check_seconds"]
    joined = rows.join(from_nogoods[compared].add_suffix("_of_nogoods"), on=BOARD)

    def compare(attempts: pd.DataFrame) -> Record:
        verified = attempts[attempts["verified"]]
        both = verified.dropna(subset=["bytes_of_nogoods"])
        size_ratio, time_ratio = (
            np.exp(np.log(both[name] / both[f"{name}_of_nogoods"]).mean()) for name in compared
        )
        return {
            "boards": len(attempts),
            "verified": len(verified),
            **verified[["steps", "seconds", *compared]].median(),
            "both": len(both),
            "ratio_bytes": size_ratio,
            "ratio_check": time_ratio,
            "wall_limit": attempts["wall_limit"].max(),
        }

    in_order = joined.sort_values(GRID_POINT, kind="stable")
    return by_group(in_order, [*GRID_POINT, "method"], compare, sort=False)
