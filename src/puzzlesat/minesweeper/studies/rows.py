"""The study of Minesweeper, state by state and game by game, as rows of CSV files.

No result leaves this module unchecked: what is called certain is compared with the counts of all
placements of mines, and with the placement that the state comes from.
"""

import platform
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from importlib.metadata import version
from itertools import islice
from time import perf_counter

import numpy as np
from pysat.examples.bbscan import BBScan
from pysat.formula import CNF
from pysat.solvers import Solver

from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.minesweeper.board.formats import name_of, state_of
from puzzlesat.minesweeper.board.sample import STARTS, random_game, random_order
from puzzlesat.minesweeper.encode.encoding import Encoding, encode
from puzzlesat.minesweeper.encode.network import Network, network
from puzzlesat.minesweeper.solve.consistency import Values
from puzzlesat.minesweeper.solve.counting import count as count_models
from puzzlesat.minesweeper.solve.deduce import METHODS
from puzzlesat.minesweeper.solve.games import STRATEGIES, play_games
from puzzlesat.minesweeper.solve.player import GUESSES, play
from puzzlesat.report.rows import (
    Columns,
    Read,
    Row,
    Schema,
    count,
    duration,
    number,
    one_of,
    positive,
    truth,
)
from puzzlesat.sat.backbone import Backbone, enumeration, iterative, lifter, reducing
from puzzlesat.sat.clock import counterbalanced
from puzzlesat.sat.solver import ctrl_c_later

NAME: dict[str, Read] = dict.fromkeys(["seed", "rows", "cols", "mines", "i"], count)
"""The columns that name a state or a game."""

AT_ONCE = 500
"""Compiled games between which Ctrl-C is heard. The boards of these alone are in memory."""

COMPLETE = ("backbone_total", "counting")
"""The methods that decide all that is certain."""


def check_decided(row: Row) -> None:
    """Raise `InputError` if a method decides more than is certain, or a complete one less."""
    decided, certain, covered = row["decided"], row["certain"], row["covered"]
    if not decided <= certain <= covered:
        raise InputError(
            f"decided {decided}, certain {certain} and covered {covered} should not fall"
        )
    if row["method"] in COMPLETE and decided != certain:
        raise InputError(f"{row['method']} has decided {decided}, but {certain} are certain")


DECIDED: Columns = Schema(
    NAME
    | {
        **{"method": one_of(*METHODS, "counting"), "covered": count, "certain": count},
        **{"decided": count, "seconds": duration},
    },
    key=[*NAME, "method"],
    check=check_decided,
    given={"covered": [*NAME], "certain": [*NAME]},
)
"""The columns of what methods decide that others read."""

TIMES: Columns = Schema(
    NAME
    | {
        **{"formula": one_of("numbers", "total"), "procedure": str, "repeat": count},
        **{"found": number, "calls": count, "seconds": duration},
        "status": one_of("done", "timeout"),
    },
    key=[*NAME, "formula", "procedure", "repeat"],
    given={"found": [*NAME, "formula"]},
)
"""The columns of a file of times that others read."""


def check_game(row: Row) -> None:
    """Raise `InputError` if a game has more guesses that were none than guesses."""
    if row["sure"] > row["guesses"]:
        raise InputError(f"sure is {row['sure']}, but guesses only {row['guesses']}")


GAMES: Columns = Schema(
    NAME
    | {
        **{"method": one_of(*METHODS), "guess": one_of(*GUESSES), "won": truth},
        **{"guesses": count, "sure": count},
    },
    key=[*NAME, "method", "guess"],
    check=check_game,
)
"""The columns of a file of games that others read."""


def check_wins(row: Row) -> None:
    """Raise `InputError` if more games are won than played."""
    if row["won"] > row["games"]:
        raise InputError(f"won is {row['won']}, but games only {row['games']}")


WINS: Columns = Schema(
    {
        **{"seed": count, "rows": positive, "cols": positive, "mines": count},
        **{"start": one_of(*STARTS), "strategy": one_of(*STRATEGIES)},
        **{"first": count, "games": positive, "won": count, "guesses": count},
        **{"uncounted": count, "unsolved": count},
        **{"control_variate": number, "squares": number, "seconds": duration},
    },
    key=["seed", "rows", "cols", "mines", "start", "strategy", "first"],
    check=check_wins,
)
"""The columns of a file of games in sums that others read."""


def decided_rows(row: Row) -> Iterator[Row]:
    """Yield what each method decides of a state, and in what time.

    Counting stands among the methods: it decides whatever is certain. Every method runs once before
    the clock counts.

    Parameters
    ----------
    row : dict
        A row of a sample.

    Yields
    ------
    dict
        The state's name; ``method``; ``covered`` fields, how many of them are ``certain`` by
        counting and how many the method has ``decided``; ``seconds`` from state to decisions.

    Raises
    ------
    DisagreementError
        If a method decides what is not certain, or the last of them does not decide all that is, or
        a field that is certain has another value on the board.
    """
    state = state_of(row)
    methods: dict[str, Callable[[Network], Values]] = METHODS | {
        "counting": lambda net: count_models(net).certain
    }
    certain = methods["counting"](network(state))
    _check_board(row, certain)
    for name, decide in methods.items():
        decide(network(state))
        started = perf_counter()
        values = decide(network(state))
        seconds = perf_counter() - started
        if values != certain if name in COMPLETE else not values.items() <= certain.items():
            raise DisagreementError(f"{name_of(row)}: {name} and counting disagree")
        yield {key: row[key] for key in NAME} | {
            "method": name,
            "covered": len(state.covered),
            "certain": len(certain),
            "decided": len(values),
            "seconds": seconds,
        }


def _check_board(row: Row, values: Values) -> None:
    """Raise `DisagreementError` unless the fields have these values on the board."""
    board = row["board"].replace("/", "")
    for f, value in values.items():
        if (board[f] == "*") != value:
            raise DisagreementError(f"{name_of(row)}: field {f} is not {value} on the board")


Procedure = Callable[[CNF, list[int], str, float], tuple[list[int] | None, int]]
"""Takes a formula, candidates, a solver's name and seconds. Returns the backbone, None if time runs
out, and how often the solver was called."""


class _Counted(Solver):
    """A solver that counts its calls, also those of a procedure that is broken off."""

    calls = 0

    def solve_limited(
        self, assumptions: Sequence[int] = (), expect_interrupt: bool = False
    ) -> bool | None:
        self.calls += not expect_interrupt  # else it goes on with a call that was a hard one
        return super().solve_limited(assumptions, expect_interrupt)


def _ours(procedure: Callable[..., Backbone], lifting: bool = False) -> Procedure:
    """Return a procedure of `sat.backbone`."""

    def run(
        formula: CNF, candidates: list[int], solver: str, timeout: float
    ) -> tuple[list[int] | None, int]:
        options = {"lift": lifter(formula.clauses)} if lifting else {}
        with _Counted(solver) as oracle:
            oracle.append_formula(formula.clauses)
            try:
                with _alarm(timeout):
                    return procedure(oracle, candidates, **options).literals, oracle.calls
            except TimeoutError:
                return None, oracle.calls

    return run


def _pysats(algorithm: str, rotate: bool = False) -> Procedure:
    """Return an algorithm of PySAT's `BBScan`."""

    def run(
        formula: CNF, candidates: list[int], solver: str, timeout: float
    ) -> tuple[list[int] | None, int]:
        with BBScan(formula, solver=solver, rotate=rotate) as scan:
            try:
                with _alarm(timeout), ctrl_c_later():
                    return scan.compute(algorithm, focus_on=candidates), scan.calls
            except TimeoutError:
                return None, scan.calls

    return run


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """Raise `TimeoutError` when time is up, after the call of a solver that is under way.

    The calls are short here. Interrupting each, as `sat.solver.limited` does, takes longer.
    """

    def ring(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


PROCEDURES: dict[str, Procedure] = {
    "enumeration": _ours(enumeration),
    "iterative": _ours(iterative),
    "reducing": _ours(reducing),
    "reducing, lifting": _ours(reducing, lifting=True),
    "BBScan enum": _pysats("enum"),
    "BBScan iter": _pysats("iter"),
    "BBScan iter, rotate": _pysats("iter", rotate=True),
    "BBScan compl": _pysats("compl"),
    "BBScan chunk": _pysats("chunk"),
    "BBScan core": _pysats("core"),
    "BBScan corechunk": _pysats("corechunk"),
}
"""Our procedures and PySAT's by the names in tables."""


def formulas(net: Network, cardinality: str) -> dict[str, Encoding]:
    """Return the two formulas of a state of which backbones are timed.

    ``numbers`` has a variable for every covered field and says nothing of the number of all mines,
    as the thesis has it. ``total`` has this number, and one variable for all unconstrained fields.
    """
    return {"numbers": encode(net), "total": encode(net.condensed(), cardinality)}


def timing_rows(
    row: Row, solver: str, cardinality: str, repeats: int, timeout: float
) -> Iterator[Row]:
    """Yield the times of all procedures on both formulas of a state, one row for each run.

    Each procedure runs once before the clock counts. One that runs out of time then is not run
    again: it has one row. The others take turns.

    Parameters
    ----------
    row : dict
        A row of a sample.
    solver, cardinality : str
        PySAT's names.
    repeats : int
        How often each procedure is timed, ≥ 1.
    timeout : float
        Wall-clock seconds for one run.

    Yields
    ------
    dict
        The state's name; ``formula``, ``procedure``, ``repeat``; ``candidates`` and ``found``
        literals; ``calls`` of the solver; ``seconds`` from the clauses to the backbone, loading
        them included; ``status`` (done or timeout); solver, its version and the host.

    Raises
    ------
    DisagreementError
        If two procedures find different backbones.
    """
    made_with = {"solver": solver, "version": version("python-sat"), "host": platform.node()}
    for kind, formula in formulas(network(state_of(row)), cardinality).items():
        named = {key: row[key] for key in NAME} | {"formula": kind}
        run = partial(
            _run,
            formula=CNF(from_clauses=formula.clauses),
            candidates=formula.literals,
            solver=solver,
            timeout=timeout,
        )
        warm = {name: run(name) for name in PROCEDURES}
        done = [name for name, (found, _) in warm.items() if found is not None]
        if len({frozenset(found) for found, _ in warm.values() if found is not None}) > 1:
            raise DisagreementError(f"{name_of(row)}: procedures find different backbones ({kind})")
        for name, (found, timed) in warm.items():
            if found is None:
                yield named | {"procedure": name, "repeat": 0} | timed | made_with
        for repeat, _, name in counterbalanced(done, repeats, row["i"]):
            yield named | {"procedure": name, "repeat": repeat} | run(name)[1] | made_with


def _run(
    procedure: str, formula: CNF, candidates: list[int], solver: str, timeout: float
) -> tuple[list[int] | None, Row]:
    """Return the backbone that a procedure finds, None if time runs out, and how it went."""
    started = perf_counter()
    literals, calls = PROCEDURES[procedure](formula, candidates, solver, timeout)
    seconds = perf_counter() - started
    return literals, {
        "candidates": len(candidates),
        "found": "" if literals is None else len(literals),
        "calls": calls,
        "seconds": seconds,
        "status": "timeout" if literals is None else "done",
    }


def game_rows(
    seed: int,
    rows: int,
    cols: int,
    mines: int,
    numbers: Iterable[int],
    method: str,
    guess: str,
) -> Iterator[Row]:
    """Yield how a player fares in random games, one row each.

    Yields
    ------
    dict
        The game's name; ``method``, ``guess``; ``won``; ``rounds``, ``guesses`` and ``sure`` as
        `player.Record` has them; ``seconds``.
    """
    for i in numbers:
        started = perf_counter()
        record = play(random_game(seed, rows, cols, mines, i), method, guess, seed=i)
        yield {
            **{"seed": seed, "rows": rows, "cols": cols, "mines": mines, "i": i},
            **{"method": method, "guess": guess},
            **asdict(record),
            "seconds": perf_counter() - started,
        }


def wins_row(
    seed: int, size: tuple[int, int, int], start: str, strategy: str, numbers: Iterable[int]
) -> Row:
    """Return how the compiled player fares in random games, in one row of sums.

    Parameters
    ----------
    seed : int
    size : (int, int, int)
        Rows, columns and mines.
    start : str
        One of `board.sample.STARTS`.
    strategy : str
        A key of `solve.games.STRATEGIES`.
    numbers : iterable of int
        The games, one at least.

    Returns
    -------
    dict
        The size, the start and the strategy; the ``first`` game; how many ``games``, how many of
        them are ``won``, the ``guesses``, and what else `solve.games.Played` has: the sum of
        ``control_variate`` and that of its ``squares``; ``seconds`` of CPU time; the host.
    """
    left = iter(numbers)
    first, parts = None, []
    while batch := list(islice(left, AT_ONCE)):
        first = batch[0] if first is None else first
        orders = (random_order(seed, *size, i) for i in batch)
        parts.append(play_games(orders, *size, start, STRATEGIES[strategy]))
    control_variate = np.concatenate([played.control_variate for played in parts])
    return {
        **{"seed": seed, "rows": size[0], "cols": size[1], "mines": size[2]},
        **{"start": start, "strategy": strategy, "first": first, "games": len(control_variate)},
        **{"won": int(sum(played.won.sum() for played in parts))},
        **{"guesses": sum(played.guesses for played in parts)},
        **{"uncounted": sum(played.uncounted for played in parts)},
        **{"unsolved": sum(played.unsolved for played in parts)},
        **{"control_variate": control_variate.sum(), "squares": (control_variate**2).sum()},
        **{"seconds": sum(played.seconds for played in parts), "host": platform.node()},
    }
