"""The steps of the Minesweeper study that write CSV rows for states, games or boards.

docs/data.md explains all columns. The fields that a method decides are checked by counting all
placements of mines; this count is checked against the placement from which the state was generated.
"""

import platform
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from fractions import Fraction
from functools import partial
from importlib.metadata import version
from itertools import chain, islice
from time import monotonic, perf_counter

import click
import numpy as np
from pysat.examples.bbscan import BBScan
from pysat.formula import CNF
from pysat.solvers import Solver

from puzzlesat.common.command import range_options, repeats_option, seed_option, timeout_option
from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.common.rows import (
    Columns,
    Read,
    Row,
    Schema,
    count,
    duration,
    number,
    one_of,
    portion,
    positive,
    truth,
)
from puzzlesat.minesweeper.board.formats import name_of, read_positions, state_of
from puzzlesat.minesweeper.board.sample import STARTS, check_room, random_game
from puzzlesat.minesweeper.cli.options import (
    memory_option,
    size_options,
    solver_options,
    start_option,
)
from puzzlesat.minesweeper.encode.encoding import Encoding, encode
from puzzlesat.minesweeper.encode.network import Network, network
from puzzlesat.minesweeper.solve.consistency import Values
from puzzlesat.minesweeper.solve.counting import count as count_models
from puzzlesat.minesweeper.solve.deduce import METHODS
from puzzlesat.minesweeper.solve.games import STRATEGIES, play_games
from puzzlesat.minesweeper.solve.guessfree import NEEDS, need_of, numbered, opening_game
from puzzlesat.minesweeper.solve.optimum import MEMORY, Optimum, Tree
from puzzlesat.minesweeper.solve.player import GUESSES, play
from puzzlesat.sat.backbone import Backbone, enumeration, iterative, lifter, reducing
from puzzlesat.sat.clock import counterbalanced
from puzzlesat.sat.solver import check_interruptible, ctrl_c_later
from puzzlesat_studies.core.steps import Progress, Rows, rows_step

Size = tuple[int, int, int]
"""Rows, columns and mines."""

NAME: dict[str, Read] = dict.fromkeys(["seed", "rows", "cols", "mines", "i"], count)

AT_ONCE = 500
"""The largest number of games per call of the compiled player, and in memory at a time."""

COMPLETE = ("backbone_total", "counting")
"""The methods that decide every certain field."""


def check_decided(row: Row) -> None:
    """Raise `InputError` if a method decides too many fields, or a complete method too few."""
    decided, certain, covered = row["decided"], row["certain"], row["covered"]
    if not decided <= certain <= covered:
        raise InputError(
            f"decided, certain and covered are {decided}, {certain} and {covered}; "
            "expected decided ≤ certain ≤ covered"
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
    dependent={"covered": [*NAME], "certain": [*NAME]},
)

TIMES: Columns = Schema(
    NAME
    | {
        **{"formula": one_of("numbers", "total"), "procedure": str, "repeat": count},
        **{"found": number, "calls": count, "seconds": duration},
        "status": one_of("done", "timeout"),
    },
    key=[*NAME, "formula", "procedure", "repeat"],
    dependent={"found": [*NAME, "formula"]},
)


GAMES: Columns = Schema(
    NAME
    | {
        **{"method": one_of(*METHODS), "guess": one_of(*GUESSES), "won": truth},
        **{"guesses": count, "sure": count},
    },
    key=[*NAME, "method", "guess"],
    ascending=[["sure", "guesses"]],
)


WINS: Columns = Schema(
    {
        **{"seed": count, "rows": positive, "cols": positive, "mines": count},
        **{"start": one_of(*STARTS), "strategy": one_of(*STRATEGIES)},
        **{"first": count, "games": positive, "won": count, "guesses": count},
        **{"uncounted": count, "unsolved": count},
        **{"control_variate": number, "squares": number, "seconds": duration},
    },
    key=["seed", "rows", "cols", "mines", "start", "strategy", "first"],
    ascending=[["won", "games"]],
)


STATUSES = ("optimal", "timeout", "memory", "untried")


def check_optimum(row: Row) -> None:
    """Raise `InputError` unless wins, games, bounds and status are consistent."""
    known = row["wins"] == row["wins"] and row["games"] == row["games"]
    if known != (row["status"] == "optimal"):
        raise InputError(f"wins and games do not match the status {row['status']}")
    if known and not row["chance_low"] == row["chance_high"] == row["wins"] / row["games"]:
        raise InputError(f"the chance is not {row['wins']:.0f} of {row['games']:.0f}")


OPTIMA: Columns = Schema(
    {
        **{"rows": positive, "cols": positive, "mines": positive, "start": one_of(*STARTS)},
        **{"status": one_of(*STATUSES), "wins": number, "games": number},
        **{"chance_low": portion, "chance_high": portion, "moves": str},
        **{"player_wins": number, "player_games": number, "player_guesses": number},
        **{"states": count, "seconds": duration},
    },
    key=["rows", "cols", "mines", "start"],
    check=check_optimum,
    ascending=[["wins", "games"], ["player_wins", "player_games"]],
)

LOGIC: Columns = Schema(
    NAME | {"rows": positive, "cols": positive, "mines": positive, "needs": one_of(*NEEDS)},
    key=[*NAME],
)


def decided_rows(row: Row) -> Iterator[Row]:
    """Yield a row for each method: the number of fields that it decides in a state, and its time.

    Each method runs once before it is timed. Raise `DisagreementError` if a method contradicts the
    count of all placements, or if this count contradicts the board.
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
            **{"method": name, "covered": len(state.covered), "certain": len(certain)},
            **{"decided": len(values), "seconds": seconds},
        }


def _check_board(row: Row, values: Values) -> None:
    board = row["board"].replace("/", "")
    for f, value in values.items():
        if (board[f] == "*") != value:
            raise DisagreementError(f"{name_of(row)}: field {f} is not {value} on the board")


Found = tuple[list[int] | None, int]
"""The literals of a backbone, or None if time ran out, and the number of solver calls."""

Procedure = Callable[[CNF, list[int], str, float], Found]
"""A function of a formula, candidate literals, a solver's name and a time limit in seconds."""


class _Counted(Solver):
    """A solver that counts its calls, including those of a procedure that runs out of time."""

    calls = 0

    def solve_limited(
        self, assumptions: Sequence[int] = (), expect_interrupt: bool = False
    ) -> bool | None:
        self.calls += not expect_interrupt  # otherwise it continues a counted call
        return super().solve_limited(assumptions, expect_interrupt)


def _ours(procedure: Callable[..., Backbone], lifting: bool = False) -> Procedure:
    """Return a `Procedure` that runs a procedure of `sat.backbone`."""

    def run(formula: CNF, candidates: list[int], solver: str, timeout: float) -> Found:
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
    """Return a `Procedure` that runs an algorithm of PySAT's `BBScan`."""

    def run(formula: CNF, candidates: list[int], solver: str, timeout: float) -> Found:
        with BBScan(formula, solver=solver, rotate=rotate) as scan:
            try:
                with _alarm(timeout), ctrl_c_later():
                    return scan.compute(algorithm, focus_on=candidates), scan.calls
            except TimeoutError:
                return None, scan.calls

    return run


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """Raise `TimeoutError` when time is up, as soon as the current solver call returns."""

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


def formulas(net: Network, cardinality: str) -> dict[str, Encoding]:
    """Return the two formulas of a state on which backbone procedures are timed.

    ``numbers`` is the thesis's formula: it has a variable for every covered field and ignores the
    total number of mines. ``total`` includes this number and has a single variable for all
    unconstrained fields.
    """
    return {"numbers": encode(net), "total": encode(net.condensed(), cardinality)}


def timing_rows(
    row: Row, solver: str, cardinality: str, repeats: int, timeout: float
) -> Iterator[Row]:
    """Yield the times of all procedures on both formulas of a state, one row per timed run.

    The limit of each run is `timeout` wall-clock seconds (see `_alarm`). Each procedure first has a
    warm-up run; if time runs out, this run gives the procedure's only row. The timed runs of the
    other procedures are counterbalanced. Raise `DisagreementError` if two procedures find different
    backbones.
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
    """Return a procedure's backbone, or None if time runs out, and the measurements of the run."""
    started = perf_counter()
    literals, calls = PROCEDURES[procedure](formula, candidates, solver, timeout)
    seconds = perf_counter() - started
    return literals, {
        **{"candidates": len(candidates), "found": "" if literals is None else len(literals)},
        **{"calls": calls, "seconds": seconds},
        "status": "timeout" if literals is None else "done",
    }


def game_rows(
    seed: int, size: Size, numbers: Iterable[int], method: str, guess: str
) -> Iterator[Row]:
    """Yield a player's result (`player.Record`) in each random game with a number in `numbers`."""
    for i in numbers:
        started = perf_counter()
        record = play(random_game(seed, *size, i), method, guess, seed=i)
        yield {
            **dict(zip(NAME, (seed, *size, i), strict=True)),
            **{"method": method, "guess": guess, **asdict(record)},
            "seconds": perf_counter() - started,
        }


def wins_row(seed: int, size: Size, start: str, strategy: str, numbers: Iterable[int]) -> Row:
    """Return one row with the compiled player's results, summed over one or more random games."""
    left = iter(numbers)
    first, parts = None, []
    while batch := list(islice(left, AT_ONCE)):
        first = batch[0] if first is None else first
        orders = (random_game(seed, *size, i).order for i in batch)
        parts.append(play_games(orders, *size, start, STRATEGIES[strategy]))
    control_variate = np.concatenate([played.control_variate for played in parts])
    return {
        **{"seed": seed, "rows": size[0], "cols": size[1], "mines": size[2]},
        **{"start": start, "strategy": strategy, "first": first, "games": len(control_variate)},
        "won": int(sum(played.won.sum() for played in parts)),
        **{
            name: sum(getattr(played, name) for played in parts)
            for name in ("guesses", "uncounted", "unsolved")
        },
        **{"control_variate": control_variate.sum(), "squares": (control_variate**2).sum()},
        **{"seconds": sum(played.seconds for played in parts), "host": platform.node()},
    }


def optimum_rows(rows: int, cols: int, timeout: float, memory: int) -> Iterator[Row]:
    """Yield the value of perfect play on a board for each number of mines and each start.

    Numbers of mines are tried in ascending order from 1 until a search exceeds a limit, then in
    descending order from the largest in the same way. The limits, `timeout` in wall-clock seconds
    and `memory` in bytes, apply to each number of mines twice: to openings, and to the other starts
    together. Raise `InputError` for a board of one field.
    """
    all_mines = range(1, rows * cols)
    if not all_mines:
        raise InputError("perfect play is studied on boards of two fields or more, not 1×1")
    for starts in (["opening"], ["safe", "unprotected"]):  # the latter two share a search
        tried: dict[int, list[Row]] = {}
        for numbers in (all_mines, reversed(all_mines)):
            for mines in numbers:
                if mines in tried:
                    break
                tried[mines] = list(_found(rows, cols, mines, starts, timeout, memory))
                if any(row["status"] != "optimal" for row in tried[mines]):
                    break
        for mines in all_mines:
            yield from tried.get(mines) or _untried(rows, cols, mines, starts)


def _found(
    rows: int, cols: int, mines: int, starts: list[str], timeout: float, memory: int
) -> Iterator[Row]:
    """Yield a row for each of the starts for which games exist."""
    tree = Tree(rows, cols, mines, memory)
    deadline = monotonic() + timeout
    for start in starts:
        if start in tree.starts():
            started = monotonic()
            found = tree.best(start, max(deadline - started, 0))
            yield _optimum_row(tree, start, found) | {"seconds": monotonic() - started}


def _untried(rows: int, cols: int, mines: int, starts: list[str]) -> Iterator[Row]:
    tree = Tree(rows, cols, mines)
    for start in starts:
        if start in tree.starts():
            most = min(Fraction(tree.games("safe", 0), tree.games(start, 0)), Fraction(1))
            found = Optimum("untried", Fraction(0), most, None, None, (), None, 0)
            yield _optimum_row(tree, start, found) | {"seconds": 0.0}


def _optimum_row(tree: Tree, start: str, found: Optimum) -> Row:
    wins, games, guesses = found.player or (None, None, None)
    moves = [f for f in found.moves if tree.orbit(f)[0] == f]
    return {
        **{"rows": tree.rows, "cols": tree.cols, "mines": tree.mines, "start": start},
        **{"status": found.status, "wins": found.wins, "games": found.games},
        **{"chance_low": float(found.least), "chance_high": float(found.most)},
        "moves": " ".join(f"{f // tree.cols},{f % tree.cols}" for f in moves),
        **{"player_wins": wins, "player_games": games, "player_guesses": guesses},
        "states": found.states,
    }


def logic_rows(seed: int, size: Size, numbers: Iterable[int]) -> Iterator[Row]:
    """Yield rows with the weakest method that solves each random board from an opening."""
    for i in numbers:
        game, start = opening_game(*size, numbered(seed, *size, i))
        game.uncover(start)
        yield dict(zip(NAME, (seed, *size, i), strict=True)) | {"needs": need_of(game)}


@rows_step("state")
@click.argument("file")
def decide(file: str, progress: Progress) -> Rows:
    """Record the number of fields that each method decides, for the states in a sample FILE."""
    return chain.from_iterable(map(decided_rows, progress(read_positions(file))))


@rows_step("state")
@click.argument("file")
@repeats_option(3)
@timeout_option("one run", default=5.0)
@solver_options
def time(
    file: str, repeats: int, timeout: float, solver: str, cardinality: str, progress: Progress
) -> Rows:
    """Time all backbone procedures on every state in a sample FILE."""
    check_interruptible(solver)
    for row in progress(read_positions(file)):
        yield from timing_rows(row, solver, cardinality, repeats, timeout)


@rows_step("game")
@size_options()
@seed_option
@range_options("game")
@click.option(
    "--method",
    type=click.Choice(list(METHODS)),
    default="backbone_total",
    show_default=True,
    help="The method that decides the certain fields.",
)
@click.option(
    "--guess",
    type=click.Choice(list(GUESSES)),
    default="exact",
    show_default=True,
    help="How the player guesses: the field least likely to be a mine (exact), with lookahead "
    "(ahead), or any field (random).",
)
def games(
    chosen: Size, seed: int, first: int, count: int, method: str, guess: str, progress: Progress
) -> Rows:
    """Record the results of a player in random games."""
    return game_rows(seed, chosen, progress(range(first, first + count)), method, guess)


@rows_step("game")
@size_options()
@seed_option
@range_options("game")
@start_option("safe")
@click.option(
    "--strategy",
    type=click.Choice(list(STRATEGIES)),
    default="both",
    show_default=True,
    help="How the player guesses: the safest field (safest), with lookahead (ahead), by solving "
    "the end of the game (solving), or by both.",
)
def wins(
    chosen: Size, seed: int, first: int, count: int, start: str, strategy: str, progress: Progress
) -> Rows:
    """Record the results of the compiled player in random games, summed in one row."""
    check_room(*chosen, start)
    return [wins_row(seed, chosen, start, strategy, progress(range(first, first + count)))]


@rows_step("row")
@click.option("--rows", required=True, type=click.IntRange(1, 30), help="Number of rows.")
@click.option("--cols", required=True, type=click.IntRange(1, 30), help="Number of columns.")
@timeout_option("one search", default=60.0)
@memory_option("one search", MEMORY)
def optima(rows: int, cols: int, timeout: float, memory: int, progress: Progress) -> Rows:
    """Find the probability of winning under perfect play for each number of mines on a board.

    For each number of mines, there are two searches: one for openings, one for the other starts.
    """
    return progress(optimum_rows(rows, cols, timeout, memory << 20))


@rows_step("board")
@size_options()
@seed_option
@range_options("board")
def needs(chosen: Size, seed: int, first: int, count: int, progress: Progress) -> Rows:
    """Record the weakest method that solves each random board from an opening."""
    return logic_rows(seed, chosen, progress(range(first, first + count)))
