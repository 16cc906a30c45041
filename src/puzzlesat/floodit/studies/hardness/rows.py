"""How hard "p moves?" is to answer, from far below the minimum to far above it.

And instances that are neither easy nor hopeless, chosen by the rule of the SAT competitions: a
solver of the past does not solve them in a minute, one of the present does within the hour.
"""

import platform
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.floodit.board.formats import NAME, board_of
from puzzlesat.floodit.encode.instance import Instance, file_name
from puzzlesat.floodit.solve.exact import Bounds, Limits, auto, close
from puzzlesat.floodit.studies.instances.rows import attempt_row, sampled, write_instance
from puzzlesat.report.rows import (
    Columns,
    Read,
    Row,
    Schema,
    count,
    duration,
    one_of,
    positive,
)
from puzzlesat.sat.clock import counterbalanced, cpu_seconds
from puzzlesat.sat.solver import check_solver, counters, limited, open_solver, version_of


def check_answer(row: Row) -> None:
    """Raise `InputError` unless a solver's answer is the one that the minimum asks for."""
    answer = "sat" if row["m"] >= row["minimum"] else "unsat"
    if row["status"] not in (answer, "timeout"):
        raise InputError(f"status is {row['status']}, but {row['minimum']} moves are the minimum")


HARDNESS: Columns = Schema(
    {
        **{"seed": count, "n": positive, "k": positive, "i": count, "minimum": count, "m": count},
        **{"solver": str, "status": one_of("sat", "unsat", "timeout")},
        **{"solve_seconds": duration, "timeout": duration},
    },
    key=[*NAME, "m", "solver"],
    check=check_answer,
    given={"minimum": NAME},
)
"""The columns of `hardness_rows` that others read."""

INTERESTING: dict[str, Read] = {
    **{"name": str, "n": positive, "k": positive, "m": count, "seed": count, "board": count},
    **{"lower_bound": count, "upper_bound": count, "verdict": str, "status": str},
    **{"easy_solver": str, "easy_seconds": duration, "easy_timeout": duration},
    **{"hard_solver": str, "hard_seconds": duration, "hard_timeout": duration},
}
"""The columns of a row of `interesting_rows`."""


def hardness_rows(
    rows: Sequence[Row], below: int, above: int, solvers: Sequence[str], timeout: float
) -> Iterator[Row]:
    """Yield the time of every solver for every m around the minimum of every board.

    Parameters
    ----------
    rows : sequence of dict
        Rows of a sample, whose minima are proved first.
    below, above : int
        m runs from so much less than the minimum, but at least 0, to so much more.
    solvers : sequence of str
        PySAT's names; they take turns from one m to the next.
    timeout : float
        Wall-clock seconds for one solve.

    Yields
    ------
    dict
        The board's name, ``minimum``, ``m``, solver, ``status`` (sat, unsat or timeout),
        ``solve_seconds`` of CPU time, the solver's counters, ``timeout``, version and host.

    Raises
    ------
    DisagreementError
        If a solver contradicts the minimum, or its moves do not flood the board.
    """
    for row in rows:
        interval = Bounds(board_of(row))
        close(interval, auto, Limits(), "glucose42")
        p = interval.upper
        for m in range(max(0, p - below), p + above + 1):
            for _, _, solver in counterbalanced(solvers, 1, m):
                yield (
                    {key: row[key] for key in NAME}
                    | {"minimum": p, "m": m}
                    | _timed(Instance(interval.board, m), p, solver, timeout)
                )


def _timed(asked: Instance, minimum: int, solver: str, timeout: float) -> Row:
    with open_solver(solver) as oracle:
        oracle.append_formula(asked.formula())
        with limited(oracle, timeout) as decide:
            started = cpu_seconds()
            answer = decide()
            seconds = cpu_seconds() - started
        if answer:
            asked.check(asked.moves(oracle.get_model()))
        counted = counters(oracle)
    if answer is not None and answer != (asked.p >= minimum):
        raise DisagreementError(
            f"board {asked.board.text}: its minimum is {minimum}, but {solver} says that "
            f"{asked.p} moves are {'enough' if answer else 'too few'}"
        )
    return {
        "solver": solver,
        "status": {True: "sat", False: "unsat", None: "timeout"}[answer],
        "solve_seconds": round(seconds, 6),
        **counted,
        "timeout": timeout,
        "version": version_of(solver),
        "host": platform.node(),
    }


class Rule(NamedTuple):
    """When an instance is interesting.

    Parameters
    ----------
    easy_solver : str
        PySAT's name of the solver that must not solve it,
    easy_timeout : float
        in so many wall-clock seconds,
    hard_solver : str
        and of the one that must,
    hard_timeout : float
        in so many.
    """

    easy_solver: str
    easy_timeout: float
    hard_solver: str
    hard_timeout: float

    @classmethod
    def of(
        cls, easy_solver: str, easy_timeout: float, hard_solver: str, hard_timeout: float
    ) -> "Rule":
        """Return a rule whose solvers are there and can keep their time limits.

        Raises
        ------
        InputError
            If they are not, or cannot.
        """
        check_solver(easy_solver, easy_timeout)
        check_solver(hard_solver, hard_timeout)
        return cls(easy_solver, easy_timeout, hard_solver, hard_timeout)


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
    """Try instances of a sample, and write those that are interesting to a folder.

    Parameters
    ----------
    seed, n, k : int
        The sample.
    boards : iterable of int
        The boards to try, by number.
    distances : sequence of int
        How many more moves are allowed than the best known solution has, tried in this order.
    bounds_timeout : float
        Seconds to close in on each board's minimum. Where its bounds meet, it is known.
    wanted : int
        How many of each side, satisfiable and unsatisfiable. Once there are enough of both, or the
        boards are through, it ends.
    rule : Rule
    folder : Path

    Yields
    ------
    dict
        A row of `INTERESTING` for each instance that was tried. ``verdict`` is ``interesting``,
        ``too easy`` or ``too hard``, and ``status`` what is known: sat, unsat or timeout.

    Raises
    ------
    DisagreementError
        If a solver contradicts a bound.
    """
    found = {"sat": 0, "unsat": 0}
    for s in boards:
        if min(found.values()) >= wanted:
            return
        interval = Bounds(sampled(seed, n, k, s, 0, "minimal", "corrected").board)
        close(interval, auto, Limits.of(bounds_timeout), "glucose42")
        for distance in distances:
            m = interval.upper + distance
            side = "sat" if distance >= 0 else "unsat" if m < interval.lower else None
            if m < 0 or (side is not None and found[side] >= wanted):
                continue
            name = file_name(n, k, m, s, "minimal", "corrected")
            asked = sampled(seed, n, k, s, m, "minimal", "corrected")
            easy = attempt_row(asked, name, rule.easy_solver, rule.easy_timeout)
            hard, verdict, status = None, "too easy", easy["status"]
            if not _in_time(easy):
                hard = attempt_row(asked, name, rule.hard_solver, rule.hard_timeout)
                verdict = "interesting" if _in_time(hard) else "too hard"
                status = hard["status"] if hard["status"] != "timeout" else easy["status"]
            if side is not None and status not in (side, "timeout"):
                raise DisagreementError(
                    f"{name}: a solver says {status}, but {interval.lower} moves are needed and "
                    f"{interval.upper} suffice"
                )
            if verdict == "interesting":
                found[status] += 1
                write_instance(asked, seed, s, folder / name)
            yield {
                **{"name": name, "n": n, "k": k, "m": m, "seed": seed, "board": s},
                **{"lower_bound": interval.lower, "upper_bound": interval.upper},
                **{"verdict": verdict, "status": status},
                **{"easy_solver": rule.easy_solver, "easy_seconds": easy["solve_seconds"]},
                "easy_timeout": rule.easy_timeout,
                "hard_solver": rule.hard_solver,
                "hard_seconds": "" if hard is None else hard["solve_seconds"],
                **{"hard_timeout": rule.hard_timeout, "version": version("python-sat")},
                "host": platform.node(),
            }


def _in_time(row: Row) -> bool:
    """Return whether an attempt had its answer within the limit, which solvers may overstep."""
    return row["status"] != "timeout" and row["solve_seconds"] <= row["timeout"]


def check_distances(distances: Sequence[int]) -> None:
    """Raise `InputError` unless both sides can come up."""
    if min(distances) >= 0 or max(distances) < 0:
        raise InputError("give --distance at least twice: once below 0, and once from 0 on")
