"""Instances that are neither too easy nor too hard, by the rule of the SAT competitions.

By this rule, an old solver must not solve an instance within a minute, and a modern solver must
solve it within an hour.
"""

import platform
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import click

from puzzlesat.common.command import COUNT, Seconds, seed_option
from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.common.rows import Read, Row, count, duration, positive
from puzzlesat.floodit.cli.options import k_option, n_option
from puzzlesat.floodit.encode.instance import file_name
from puzzlesat.floodit.solve.exact import Bounds, Limits, auto, close
from puzzlesat.sat.solver import check_solver
from puzzlesat_studies.core.steps import Progress, Rows, rows_step
from puzzlesat_studies.floodit.instances.rows import attempt_row, sampled, write_instance

INTERESTING: dict[str, Read] = {
    **{"name": str, "n": positive, "k": positive, "m": count, "seed": count, "board": count},
    **{"lower_bound": count, "upper_bound": count, "verdict": str, "status": str},
    **{"easy_solver": str, "easy_seconds": duration, "easy_timeout": duration},
    **{"hard_solver": str, "hard_seconds": duration, "hard_timeout": duration},
}


class Rule(NamedTuple):
    """The conditions that an interesting instance must meet.

    `easy_solver` must not solve the instance within `easy_timeout` wall-clock seconds, and
    `hard_solver` must solve it within `hard_timeout`.
    """

    easy_solver: str
    easy_timeout: float
    hard_solver: str
    hard_timeout: float


def interesting_rows(
    seed: int,
    n: int,
    k: int,
    boards: Iterable[int],
    distances: Sequence[int],
    bounds_timeout: float,
    wanted: int,
    rule: Rule,
    folder: Path,
) -> Iterator[Row]:
    """Yield a row for each tried instance of a sample, and write interesting ones to a folder.

    A distance is the number of allowed moves minus the length of the best known solution;
    `distances` are in the order in which they are tried. `bounds_timeout` is the time limit in
    seconds for the bounds of each minimum. The search ends after `wanted` satisfiable and `wanted`
    unsatisfiable interesting instances, or after the last board. Raise `DisagreementError` if a
    solver contradicts a bound.
    """
    found = {"sat": 0, "unsat": 0}
    for s in boards:
        if min(found.values()) >= wanted:
            return
        bounds = Bounds(sampled(seed, n, k, s, 0, "minimal", "corrected").board)
        close(bounds, auto, Limits.of(bounds_timeout), "glucose42")
        for distance in distances:
            m = bounds.upper + distance
            side = "sat" if distance >= 0 else "unsat" if m < bounds.lower else None
            if m < 0 or (side is not None and found[side] >= wanted):
                continue
            name = file_name(n, k, m, s)
            instance = sampled(seed, n, k, s, m, "minimal", "corrected")
            easy = attempt_row(instance, name, rule.easy_solver, rule.easy_timeout)
            hard, verdict, status = None, "too easy", easy["status"]
            if not _in_time(easy):
                hard = attempt_row(instance, name, rule.hard_solver, rule.hard_timeout)
                verdict = "interesting" if _in_time(hard) else "too hard"
                status = hard["status"] if hard["status"] != "timeout" else easy["status"]
            if side is not None and status not in (side, "timeout"):
                raise DisagreementError(
                    f"{name}: a solver returns {status}, but {bounds.lower} moves are needed and "
                    f"{bounds.upper} suffice"
                )
            if verdict == "interesting":
                found[status] += 1
                write_instance(instance, seed, s, folder / name)
            yield {
                **{"name": name, "n": n, "k": k, "m": m, "seed": seed, "board": s},
                **{"lower_bound": bounds.lower, "upper_bound": bounds.upper},
                **{"verdict": verdict, "status": status},
                **{"easy_solver": rule.easy_solver, "easy_seconds": easy["solve_seconds"]},
                "easy_timeout": rule.easy_timeout,
                "hard_solver": rule.hard_solver,
                "hard_seconds": "" if hard is None else hard["solve_seconds"],
                **{"hard_timeout": rule.hard_timeout, "version": version("python-sat")},
                "host": platform.node(),
            }


def _in_time(row: Row) -> bool:
    """Return whether an attempt was answered within the time limit, which solvers may exceed."""
    return row["status"] != "timeout" and row["solve_seconds"] <= row["timeout"]


def check_distances(distances: Sequence[int]) -> None:
    """Raise `InputError` unless one distance is below 0 and another one is at least 0."""
    if min(distances) >= 0 or max(distances) < 0:
        raise InputError("give --distance at least twice: once below 0, and once at least 0")


SOLVER_SECONDS: dict[str, Any] = {
    "type": (str, Seconds()),
    "required": True,
    "metavar": "SOLVER SECONDS",
}


@rows_step("instance")
@n_option
@k_option
@seed_option
@click.option("--boards", required=True, type=COUNT, help="Maximum number of boards to try.")
@click.option(
    "--distance",
    "distances",
    multiple=True,
    required=True,
    type=int,
    help="Number of moves allowed minus that of the best known solution; may be repeated.",
)
@click.option(
    "--bounds-timeout",
    type=Seconds(),
    required=True,
    help="Time limit for bounding a minimum, in seconds.",
)
@click.option(
    "--wanted",
    required=True,
    type=COUNT,
    help="Number of interesting instances to find for each answer, sat and unsat.",
)
@click.option(
    "--easy", help="The solver that must not solve an instance in SECONDS.", **SOLVER_SECONDS
)
@click.option("--hard", help="The solver that must solve an instance in SECONDS.", **SOLVER_SECONDS)
@click.option("--folder", required=True, metavar="DIR", help="Folder for the instances.")
def interesting(
    boards: int,
    distances: tuple[int, ...],
    easy: tuple[str, float],
    hard: tuple[str, float],
    folder: str,
    progress: Progress,
    **options: Any,
) -> Rows:
    """Search for instances that one solver does not solve in time but another one does.

    There is a row for every tried instance; the interesting instances are written to DIR.
    """
    check_solver(*easy)
    check_solver(*hard)
    rule = Rule(*easy, *hard)
    check_distances(distances)
    return progress(
        interesting_rows(
            boards=range(boards), distances=distances, rule=rule, folder=Path(folder), **options
        )
    )
