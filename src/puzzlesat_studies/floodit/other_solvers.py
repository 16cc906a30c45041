"""Other solvers for the same boards, with straightforward models of the game.

Those in `BASELINES` are methods like those of `puzzlesat.floodit.solve.exact`: they record their
results in `Bounds`. An `ExternalProgram` is any other one, described in the configuration.
`NotInstalledError` is raised if a program or library is not installed; ``pip install -e
'.[baselines]'`` installs the libraries.
"""

import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

from pydantic import Field

from puzzlesat.common import process
from puzzlesat.common.errors import InputError, counted
from puzzlesat.floodit.board.board import SYMBOLS, Board, format_start
from puzzlesat.floodit.board.graph import ClusterGraph, members
from puzzlesat.floodit.encode.clusters import MINIMAL_FAMILIES
from puzzlesat.floodit.encode.thesis import MINIMAL, Encoder
from puzzlesat.floodit.solve.exact import METHODS, Bounds, Limits, Method, search_on_clusters
from puzzlesat.sat.dimacs import write
from puzzlesat_studies.core.params import Params


class NotInstalledError(Exception):
    """A program or library that is not installed."""


def minisat(bounds: Bounds, limits: Limits, solver: str) -> None:
    """Bisect with the thesis's minimal encoding, written to a file for the program `minisat`.

    This is the thesis's method. The running time includes writing and reading files.
    """
    encoder = Encoder(bounds.board, MINIMAL)
    with tempfile.TemporaryDirectory() as folder:
        while not bounds.closed:
            p = (bounds.lower + bounds.upper) // 2
            problem, answer = Path(folder, "problem.cnf"), Path(folder, "answer")
            with problem.open("wb") as file:
                write(encoder.formula(p), {}, file)
            run(["minisat", "-verb=0", str(problem), str(answer)], limits)
            verdict, *model = answer.read_text().split()
            if verdict == "SAT":
                bounds.update_upper(encoder.moves(list(map(int, model)), p), by="minisat")
            elif verdict == "UNSAT":
                bounds.update_lower(p + 1, by="minisat")
            else:
                raise TimeoutError


def run(
    command: list[str], limits: Limits, variables: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a program within the limits, and return its status and output.

    Raise `NotInstalledError` if it is not installed, and `TimeoutError` if time runs out.
    """
    try:
        return process.run_program(command, limits.deadline.remaining, variables)
    except FileNotFoundError:
        raise NotInstalledError(command[0]) from None
    except subprocess.TimeoutExpired:
        raise TimeoutError from None


def cpsat(bounds: Bounds, limits: Limits, solver: str) -> None:
    """Increase the number of moves p until OR-Tools CP-SAT finds a solution, on one core.

    There is a Boolean variable for each cluster and time, and one for each colour and time. Exactly
    one colour is chosen at each time, and newly flooded clusters have that colour and a flooded
    neighbour.
    """
    cp_model = import_library("ortools.sat.python.cp_model")
    while not bounds.closed:
        p = bounds.lower
        model = cp_model.CpModel()
        move = _add_game(cp_model, model, bounds.graph, p)
        cp_solver = cp_model.CpSolver()
        cp_solver.parameters.num_workers = 1
        if limits.deadline.remaining is not None:
            cp_solver.parameters.max_time_in_seconds = limits.deadline.remaining
        match cp_solver.solve(model):
            case cp_model.OPTIMAL | cp_model.FEASIBLE:
                moves = [c for (_, c), is_chosen in move.items() if cp_solver.value(is_chosen)]
                bounds.update_upper(moves, by="cpsat")
            case cp_model.INFEASIBLE:
                bounds.update_lower(p + 1, by="cpsat")
            case _:
                raise TimeoutError


def _add_game(cp_model: Any, model: Any, graph: ClusterGraph, p: int) -> dict[tuple[int, int], Any]:
    """Add "p moves flood the board" to a CP-SAT model; return the variables of (time, colour)."""
    clusters, colours = range(len(graph.adjacent)), range(len(graph.of_colour))
    fld = {(x, t): model.new_bool_var("") for x, t in product(clusters, range(p + 1))}
    move = {(t, c): model.new_bool_var("") for t, c in product(range(p), colours)}
    for x in clusters:
        model.add(fld[x, 0] == (x == 0))
        model.add(fld[x, p] == 1)
    for t in range(p):
        model.add_exactly_one(move[t, c] for c in colours)
        for x in clusters:
            not_newly_flooded = [fld[x, t + 1].negated(), fld[x, t]]
            model.add_implication(fld[x, t], fld[x, t + 1])
            model.add_bool_or(*not_newly_flooded, *(fld[y, t] for y in members(graph.adjacent[x])))
            model.add_bool_or(*not_newly_flooded, move[t, graph.colour[x]])
    return move


PROGRAM = """
time(1..p).
{ move(C,T) : colour(C) } = 1 :- time(T).
flooded(0,0).
flooded(X,T) :- flooded(X,T-1), time(T).
flooded(X,T) :- move(C,T), of(X,C), near(X,Y), flooded(Y,T-1).
:- of(X,_), not flooded(X,p).
"""
"""The game as a program for clingo, with p moves."""


def clingo(bounds: Bounds, limits: Limits, solver: str) -> None:
    """Increase the number of moves p until clingo finds a solution; each p has a new program."""
    asp = import_library("clingo")
    facts = "".join(_facts(bounds.graph))
    while not bounds.closed:
        limits.check()
        p = bounds.lower
        control = asp.Control(["--warn=none", "-c", f"p={p}"])
        control.add("base", [], PROGRAM + facts)
        control.ground([("base", [])])
        with control.solve(yield_=True, async_=True) as handle:
            # clingo treats a negative time as no limit
            if not handle.wait(limits.deadline.remaining):
                handle.cancel()
                raise TimeoutError
            model = handle.model()
            if model is None:
                bounds.update_lower(p + 1, by="clingo")
                continue
            atoms = [atom for atom in model.symbols(atoms=True) if atom.name == "move"]
        timed_moves = sorted((atom.arguments[1].number, atom.arguments[0].number) for atom in atoms)
        bounds.update_upper([c for _, c in timed_moves], by="clingo")


def _facts(graph: ClusterGraph) -> Iterable[str]:
    for x, c in enumerate(graph.colour):
        yield f"of({x},{c}).\n"
        yield from (f"near({x},{y}).\n" for y in members(graph.adjacent[x]))
    yield from (f"colour({c}).\n" for c in graph.colours_left)


DOMAIN = """(define (domain flood-it)
 (:requirements :adl)
 (:types cluster colour)
 (:predicates (flooded ?x - cluster) (near ?x ?y - cluster) (of ?x - cluster ?c - colour))
 (:action move :parameters (?c - colour)
  :effect (forall (?x ?y - cluster)
   (when (and (of ?x ?c) (near ?x ?y) (flooded ?y)) (flooded ?x)))))
"""
"""The game in the planning language PDDL."""

SEARCH = """astar(merge_and_shrink(
 merge_strategy=merge_sccs(order_of_sccs=topological, merge_selector=score_based_filtering(
  scoring_functions=[goal_relevance(), dfp(), total_order()])),
 shrink_strategy=shrink_bisimulation(greedy=false),
 label_reduction=exact(before_shrinking=true, before_merging=false), max_states=50k,
 threshold_before_merge=1))"""
"""The search of Fast Downward: its documentation recommends these parameters of merge-and-shrink.

Its other optimal configurations that accept conditional effects were slower: blind search, the
heuristic h^max, and landmarks.
"""


OUT_OF_MEMORY_STATUSES = {20, 22}
"""The exit statuses of Fast Downward's translation and search if memory runs out."""


def planner(bounds: Bounds, limits: Limits, solver: str) -> None:
    """Find a shortest plan with the planner Fast Downward: A* with merge-and-shrink.

    The running time includes the start of the planner, and its translation of the problem.
    """
    spec = find_spec("up_fast_downward")
    if spec is None or spec.origin is None:
        raise NotInstalledError("up_fast_downward")
    driver = Path(spec.origin).parent / "downward" / "fast-downward.py"
    with tempfile.TemporaryDirectory() as folder:
        domain, problem, plan = (Path(folder, name) for name in ("domain.pddl", "pddl", "plan"))
        domain.write_text(DOMAIN)
        problem.write_text(_problem(bounds.graph))
        files = ["--plan-file", str(plan), "--sas-file", f"{folder}/sas", str(domain), str(problem)]
        if limits.memory is not None:
            files = ["--overall-memory-limit", f"{limits.memory >> 20}M", *files]
        # the driver imports what lies next to it
        environment = {"PYTHONSAFEPATH": ""}
        command = [sys.executable, str(driver), *files, "--search", SEARCH]
        result = run(command, limits, environment)
        if result.returncode in OUT_OF_MEMORY_STATUSES:
            raise MemoryError
        if not plan.exists():
            raise InputError(
                f"the planner found no plan: {(result.stdout + result.stderr)[-200:]!r}"
            )
        moves = [int(c) for c in re.findall(r"\(move c(\d+)\)", plan.read_text())]
    bounds.update_upper(moves, by="planner")
    bounds.update_lower(len(moves), by="planner")


def _problem(graph: ClusterGraph) -> str:
    """Return a board as a problem of `DOMAIN`."""
    clusters = range(len(graph.adjacent))
    colours = [f"c{c}" for c in range(len(graph.of_colour))]
    facts = [f"(of x{x} c{graph.colour[x]})" for x in clusters]
    facts += [f"(near x{x} x{y})" for x in clusters for y in members(graph.adjacent[x])]
    return f"""(define (problem board) (:domain flood-it)
 (:objects {" ".join(f"x{x}" for x in clusters)} - cluster {" ".join(colours)} - colour)
 (:init (flooded x0) {" ".join(facts)})
 (:goal (and {" ".join(f"(flooded x{x})" for x in clusters)})))
"""


def import_library(name: str) -> ModuleType:
    """Import an optional library, or raise `NotInstalledError` if it is not installed."""
    try:
        return import_module(name)
    except ImportError:
        raise NotInstalledError(name) from None


FILE, SET, START = "{file}", "{set}", "{start}"
"""The placeholders in a command line: a file with one board, a file with all boards of a set, and
the row and column from which play starts."""


class ExternalProgram(Params):
    """An external program."""

    name: str = Field(pattern=r"^[A-Za-z0-9_-]+$", description="The program's name in the rows.")
    command: str = Field(
        description="Command line. {file} is replaced by the path of a file with a board, or {set} "
        "by that of a file with all boards of a set; {start} by the row and column of the start."
    )
    format: Literal["lines", "sized"] = Field(
        description="The format in which the program reads boards."
    )
    answer: str = Field(
        description="A regular expression whose group matches the minimum in the output."
    )

    def check(self) -> None:
        """Raise `InputError` if the description is inconsistent."""
        if (FILE in self.command) == (SET in self.command):
            raise InputError(
                f"the command of {self.name} needs either {FILE}, for a file with one board, or "
                f"{SET}, for a file with all boards of a set: {self.command}"
            )
        try:
            groups = re.compile(self.answer).groups
        except re.error as error:
            raise InputError(
                f"the answer of {self.name} is not a regular expression: {error}"
            ) from None
        if groups != 1:
            raise InputError(
                f"the answer of {self.name} needs exactly one group, as in 'moves: (\\d+)'"
            )

    def minimum(self, board: Board, limits: Limits) -> int:
        """Return the minimum that the program prints last; raise `InputError` if there is none."""
        output = self._output([board], limits)
        matches = re.findall(self.answer, output)
        if not matches or not matches[-1].isdecimal():
            raise InputError(f"the program {self.name} printed no answer: {output[-200:]!r}")
        return int(matches[-1])

    def minima(self, boards: Sequence[Board], limits: Limits) -> list[int]:
        """Return the minima that the program prints for boards solved together, in their order.

        Raise `InputError` unless the output contains exactly one result for each board.
        """
        output = self._output(boards, limits)
        matches = re.findall(self.answer, output)
        if len(matches) != len(boards) or not all(map(str.isdecimal, matches)):
            raise InputError(
                f"the program {self.name} printed {counted(len(matches), 'answer')} for "
                f"{counted(len(boards), 'board')}: {output[-200:]!r}"
            )
        return list(map(int, matches))

    def _output(self, boards: Sequence[Board], limits: Limits) -> str:
        start = format_start(boards[0].start)
        if START not in self.command and any(board.start_text for board in boards):
            raise InputError(
                f"the command of {self.name} lacks {START}, but the start is {start}: "
                f"{self.command}"
            )
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "board.txt")
            file.write_text("".join(map(WRITERS[self.format], boards)))
            values = {FILE: str(file), SET: str(file), START: start}
            words = shlex.split(self.command)
            for placeholder, value in values.items():
                words = [word.replace(placeholder, value) for word in words]
            return run(words, limits).stdout


def write_lines(board: Board) -> str:
    """Return a board in the format ``lines``."""
    return "".join(SYMBOLS[c] for row in board.grid for c in row) + "\n"


def write_sized(board: Board) -> str:
    """Return a board in the format ``sized``."""
    rows = "\n".join(" ".join(str(c + 1) for c in row) for row in board.grid)
    return f"{board.rows} {board.cols} {board.k}\n{rows}\n0\n"


WRITERS = {"lines": write_lines, "sized": write_sized}
"""The functions that write a board, by the names of the formats."""

BASELINES: dict[str, Method] = {
    "minisat": minisat,
    "cpsat": cpsat,
    "clingo": clingo,
    "planner": planner,
}
"""The other solvers by their names."""

CONTENDERS: dict[str, Method] = (
    METHODS
    | {"clusters-minimal": partial(search_on_clusters, families=MINIMAL_FAMILIES)}
    | BASELINES
)
"""All methods that can be compared; `clusters-minimal` is `clusters` without redundant clauses."""
