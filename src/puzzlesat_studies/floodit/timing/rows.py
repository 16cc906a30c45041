"""Exact counts of MiniSat's work on the minimal and the extended encoding, by board (§4.2).

The counts are the same on every machine: conflicts and propagations of a solver of a given version,
clauses and literals of a formula. Instructions depend on the builds of the program and of its
libraries; on one machine, they are reproducible.

The design of the counts has two parts:

============  =====================================================================================
main effects  every board; clauses in the order of the text, without tautologies; MiniSat's core
              with each numbering, on every query of the search of Fig. 4.3, at the minimum and at
              one move fewer; the program minisat at the minimum, with the pairs in `PROFILED`
full cross    the first few boards of each cell; every combination of numbering, order of clauses,
              solver and query, with and without tautologies
============  =====================================================================================
"""

import shutil
import tempfile
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from pysat.solvers import Minisat22

from puzzlesat.common.errors import DisagreementError
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.solution import check_solution
from puzzlesat.floodit.solve.minimum import bounds_search
from puzzlesat.sat.external import digest
from puzzlesat.sat.solver import ctrl_c_later
from puzzlesat_studies.core.params import Sample
from puzzlesat_studies.core.study import Record
from puzzlesat_studies.floodit.measure import boards_of, optimum
from puzzlesat_studies.floodit.timing.layout import (
    NUMBERINGS,
    ORDERS,
    Integers,
    Listing,
    TextEncoder,
    clause_order,
    numbering,
    renumbered,
    reordered,
)
from puzzlesat_studies.floodit.timing.program import OPTIONS, PROGRAM, VALGRIND, ProgramCounts
from puzzlesat_studies.floodit.timing.program import count as count_by_program
from puzzlesat_studies.floodit.timing.program import instructions as instructions_of

CORE = "core"
"""PySAT's MiniSat 2.2, which does not simplify."""

SOLVERS = (CORE, *OPTIONS)

MISSING = "not installed"
"""The text in the column ``version`` if a program is not installed."""

PROFILED = (
    ("predicates first", "minisat"),
    ("predicates first", "minisat -no-pre"),
    ("time first", "minisat"),
)
"""The pairs of numbering and options with which the program minisat solves every board."""

INSTRUCTED = PROFILED[:1]
"""The pairs with which instructions are counted, which takes a second for each formula."""

COMPARED = ("minimal", "extended")


class Query(NamedTuple):
    """A board and a number of moves p; the query is whether p moves can flood the board."""

    name: dict[str, int]
    board: Board
    minimum: int
    p: int
    queries: int

    @property
    def cells(self) -> dict[str, int]:
        """The values that identify the query in a row."""
        return self.name | {"minimum": self.minimum, "p": self.p, "queries": self.queries}

    @property
    def seed(self) -> list[int]:
        """The seed of the random numbering and the random order."""
        return [*self.name.values(), self.p]

    def numbering(self, name: str) -> Integers:
        """Return the numbers of the variables of the query's formulas."""
        return numbering(name, len(self.board.fields), self.board.k, self.p, self.seed)

    def written(self, listing: Listing, renaming: Integers, order: str) -> Listing:
        """Return one of the query's formulas, renumbered, with its clauses in a named order."""
        renamed = renumbered(listing, renaming)
        return reordered(renamed, clause_order(order, len(listing), self.seed))

    def check(self, satisfiable: bool, solver: str) -> None:
        """Raise `DisagreementError` if a solver's answer contradicts A*."""
        if satisfiable != (self.p >= self.minimum):
            raise DisagreementError(
                f"board {self.board.text}: {solver} and A* disagree on {self.p} moves"
            )


def search_queries(board: Board) -> list[int]:
    """Return the values of p that the search of Fig. 4.3 queries, in order.

    >>> search_queries(Board.of([[0, 1, 0, 2], [2, 2, 1, 1]]))
    [4, 3]
    """
    best = list(optimum(board))
    return bounds_search(board, lambda p: best if p >= len(best) else None).queries


def queries(seed: int, n: int, of: Sample) -> Iterator[Query]:
    """Yield the queries of the search, the minimum, and one move fewer, board by board."""
    for name, board, minimum in boards_of(seed, n, of):
        made = search_queries(board)
        for p in sorted({*made, minimum, max(0, minimum - 1)}):
            yield Query(name, board, minimum, p, made.count(p))


def layouts(query: Query, crossed: int) -> list[tuple[bool, str, str, str]]:
    """Return the layouts and solvers of a query's formulas (see the docstring of this module).

    Each element of the list is (tautologies, numbering, order, solver).
    """
    both = (False, True)
    return [
        (tautologies, numbers, order, solver)
        for tautologies, numbers, order, solver in product(both, NUMBERINGS, ORDERS, SOLVERS)
        if query.name["board"] < crossed
        or (
            (tautologies, order) == (False, "text")
            and (solver == CORE or ((numbers, solver) in PROFILED and query.p == query.minimum))
        )
    ]


def size_rows(*, n: int, seed: int, counts: Sample) -> Iterator[Record]:
    """Count the clauses and literals of both encodings."""
    for query in queries(seed, n, counts):
        for tautologies in (False, True):
            text = TextEncoder(query.board, tautologies)
            for encoding in COMPARED:
                listing = text.listing(encoding, query.p)
                yield (
                    query.cells
                    | {"tautologies": tautologies, "encoding": encoding}
                    | {"clauses": len(listing), "literals": len(listing.literals)}
                )


def count_rows(*, n: int, seed: int, counts: Any) -> Iterator[Record]:
    """Count MiniSat's conflicts and propagations on both encodings.

    The full cross contains the first `counts.crossed` boards of the sample. Raise
    `DisagreementError` if an answer is not that of A*, or a model's moves do not flood the board.
    """
    absent = set(OPTIONS) if not shutil.which(PROGRAM) else set()
    versions = {CORE: f"PySAT {version('python-sat')}"} | dict.fromkeys(OPTIONS, digest(PROGRAM))
    with tempfile.TemporaryDirectory() as folder:
        problem = Path(folder, "problem.cnf")
        for query in queries(seed, n, counts):
            texts = {always: TextEncoder(query.board, always) for always in (False, True)}
            listed = cache(lambda always, encoding: texts[always].listing(encoding, query.p))  # noqa: B023
            for tautologies, numbers, order, solver in layouts(query, counts.crossed):
                if solver in absent:
                    continue
                renaming = query.numbering(numbers)
                for encoding in COMPARED:
                    listing = query.written(listed(tautologies, encoding), renaming, order)
                    if solver == CORE:
                        counted, model = _solve(listing)
                        if model is not None:
                            found = texts[tautologies].moves(model, renaming, query.p)
                            check_solution(query.board, found, query.p)
                    else:
                        problem.write_text(listing.dimacs())
                        counted = count_by_program(problem, solver)
                    query.check(counted.satisfiable, solver)
                    yield (
                        query.cells
                        | {"numbering": numbers, "order": order, "tautologies": tautologies}
                        | {"solver": solver, "encoding": encoding}
                        | {"conflicts": counted.conflicts, "propagations": counted.propagations}
                        | {"version": versions[solver]}
                    )


def _solve(listing: Listing) -> tuple[ProgramCounts, list[int] | None]:
    with Minisat22() as solver, ctrl_c_later():
        solver.append_formula(listing.clauses())
        satisfiable = bool(solver.solve())
        counted = solver.accum_stats()
        model = solver.get_model() if satisfiable else None
    return ProgramCounts(satisfiable, counted["conflicts"], counted["propagations"]), model


def instruction_rows(*, n: int, seed: int, instructions: Sample) -> Iterator[Record]:
    """Count the instructions of the program minisat with valgrind, if both are installed.

    If a program is missing, the counts are empty, and the version is `MISSING`. Raise
    `DisagreementError` if an answer is not that of A*.
    """
    absent = not (shutil.which(PROGRAM) and shutil.which(VALGRIND))
    versions = MISSING if absent else f"{digest(PROGRAM)}, {digest(VALGRIND)}"
    with tempfile.TemporaryDirectory() as folder:
        problem = Path(folder, "problem.cnf")
        for query in queries(seed, n, instructions):
            if query.p != query.minimum:
                continue
            text = TextEncoder(query.board, tautologies=False)
            for (numbers, solver), encoding in product(INSTRUCTED, COMPARED):
                spent: dict[str, int | None] = {"parsing": None, "total": None}
                if not absent:
                    listing = text.listing(encoding, query.p)
                    written = query.written(listing, query.numbering(numbers), "text")
                    problem.write_text(written.dimacs())
                    counted = instructions_of(problem, solver)
                    query.check(counted.satisfiable, solver)
                    spent = {"parsing": counted.parsing, "total": counted.total}
                yield (
                    query.name
                    | {"p": query.p, "numbering": numbers, "solver": solver, "encoding": encoding}
                    | spent
                    | {"version": versions}
                )
