"""Exact counts of MiniSat's work on the minimal and the extended encoding, by board (§4.2).

The counts are the same on every machine: conflicts and propagations of a solver of a given version,
clauses and literals of a formula. Instructions depend on the builds of the program and of its
libraries; on one machine, they are reproducible.

The design of the counts has two parts:

============  =====================================================================================
main effects  every board; clauses in the order of the text, without tautologies; MiniSat's core
              with each numbering, on every query of the search of Fig. 4.3, at the minimum and at
              one move fewer; the program minisat at the minimum, with the pairs in `PROGRAM_PAIRS`
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
    renumber,
    reorder,
)
from puzzlesat_studies.floodit.timing.program import OPTIONS, PROGRAM, VALGRIND, ProgramCounts
from puzzlesat_studies.floodit.timing.program import count as count_by_program
from puzzlesat_studies.floodit.timing.program import instructions as instructions_of

CORE = "core"
"""PySAT's MiniSat 2.2, which does not simplify."""

SOLVERS = (CORE, *OPTIONS)

MISSING = "not installed"
"""The text in the column ``version`` if a program is not installed."""

PROGRAM_PAIRS = (
    ("predicates first", "minisat"),
    ("predicates first", "minisat -no-pre"),
    ("time first", "minisat"),
)
"""The pairs of numbering and options with which the program minisat solves every board."""

INSTRUCTION_PAIRS = PROGRAM_PAIRS[:1]
"""The pairs with which instructions are counted, which takes a second for each formula."""

ENCODINGS = ("minimal", "extended")


class Query(NamedTuple):
    """A board and a number of moves p; the query is whether p moves can flood the board."""

    key: dict[str, int]
    board: Board
    minimum: int
    p: int
    queries: int

    @property
    def columns(self) -> dict[str, int]:
        """The values that identify the query in a row."""
        return self.key | {"minimum": self.minimum, "p": self.p, "queries": self.queries}

    @property
    def seed(self) -> list[int]:
        """The seed of the random numbering and the random order."""
        return [*self.key.values(), self.p]

    def numbering(self, name: str) -> Integers:
        """Return the numbers of the variables of the query's formulas."""
        return numbering(name, len(self.board.fields), self.board.k, self.p, self.seed)

    def laid_out(self, listing: Listing, renaming: Integers, order: str) -> Listing:
        """Return one of the query's formulas, renumbered, with its clauses in a named order."""
        renamed = renumber(listing, renaming)
        return reorder(renamed, clause_order(order, len(listing), self.seed))

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


def queries(seed: int, n: int, grid: Sample) -> Iterator[Query]:
    """Yield the queries of the search, the minimum, and one move fewer, board by board."""
    for key, board, minimum in boards_of(seed, n, grid):
        searched = search_queries(board)
        for p in sorted({*searched, minimum, max(0, minimum - 1)}):
            yield Query(key, board, minimum, p, searched.count(p))


def layouts(query: Query, crossed: int) -> list[tuple[bool, str, str, str]]:
    """Return the layouts and solvers of a query's formulas (see the docstring of this module).

    Each element of the list is (tautologies, numbering, order, solver).
    """
    full_cross = product((False, True), NUMBERINGS, ORDERS, SOLVERS)
    if query.key["board"] < crossed:
        return list(full_cross)
    pairs = {(numbering_name, CORE) for numbering_name in NUMBERINGS}
    if query.p == query.minimum:
        pairs |= set(PROGRAM_PAIRS)
    return [
        (tautologies, numbering_name, order, solver)
        for tautologies, numbering_name, order, solver in full_cross
        if (tautologies, order) == (False, "text") and (numbering_name, solver) in pairs
    ]


def size_rows(*, n: int, seed: int, counts: Sample) -> Iterator[Record]:
    """Count the clauses and literals of both encodings."""
    for query in queries(seed, n, counts):
        for tautologies in (False, True):
            encoder = TextEncoder(query.board, tautologies)
            for encoding in ENCODINGS:
                listing = encoder.listing(encoding, query.p)
                yield (
                    query.columns
                    | {"tautologies": tautologies, "encoding": encoding}
                    | {"clauses": len(listing), "literals": len(listing.literals)}
                )


def count_rows(*, n: int, seed: int, counts: Any) -> Iterator[Record]:
    """Count MiniSat's conflicts and propagations on both encodings.

    The full cross contains the first `counts.crossed` boards of the sample. Raise
    `DisagreementError` if an answer is not that of A*, or a model's moves do not flood the board.
    """
    missing_solvers = set(OPTIONS) if not shutil.which(PROGRAM) else set()
    versions = {CORE: f"PySAT {version('python-sat')}"} | dict.fromkeys(OPTIONS, digest(PROGRAM))
    with tempfile.TemporaryDirectory() as folder:
        problem = Path(folder, "problem.cnf")
        for query in queries(seed, n, counts):
            encoders = {kept: TextEncoder(query.board, kept) for kept in (False, True)}
            listing_of = cache(lambda kept, encoding: encoders[kept].listing(encoding, query.p))  # noqa: B023
            for tautologies, numbering_name, order, solver in layouts(query, counts.crossed):
                if solver in missing_solvers:
                    continue
                numbers = query.numbering(numbering_name)
                for encoding in ENCODINGS:
                    listing = query.laid_out(listing_of(tautologies, encoding), numbers, order)
                    if solver == CORE:
                        solver_counts, model = _solve_with_core(listing)
                        if model is not None:
                            moves = encoders[tautologies].moves(model, numbers, query.p)
                            check_solution(query.board, moves, query.p)
                    else:
                        problem.write_text(listing.dimacs())
                        solver_counts = count_by_program(problem, solver)
                    query.check(solver_counts.satisfiable, solver)
                    yield (
                        query.columns
                        | {"numbering": numbering_name, "order": order, "tautologies": tautologies}
                        | {"solver": solver, "encoding": encoding}
                        | {"conflicts": solver_counts.conflicts}
                        | {"propagations": solver_counts.propagations}
                        | {"version": versions[solver]}
                    )


def _solve_with_core(listing: Listing) -> tuple[ProgramCounts, list[int] | None]:
    with Minisat22() as solver, ctrl_c_later():
        solver.append_formula(listing.clauses())
        satisfiable = bool(solver.solve())
        stats = solver.accum_stats()
        model = solver.get_model() if satisfiable else None
    return ProgramCounts(satisfiable, stats["conflicts"], stats["propagations"]), model


def instruction_rows(*, n: int, seed: int, instructions: Sample) -> Iterator[Record]:
    """Count the instructions of the program minisat with valgrind, if both are installed.

    If a program is missing, the counts are empty, and the version is `MISSING`. Raise
    `DisagreementError` if an answer is not that of A*.
    """
    is_missing = not (shutil.which(PROGRAM) and shutil.which(VALGRIND))
    version_text = MISSING if is_missing else f"{digest(PROGRAM)}, {digest(VALGRIND)}"
    with tempfile.TemporaryDirectory() as folder:
        problem = Path(folder, "problem.cnf")
        for query in queries(seed, n, instructions):
            if query.p != query.minimum:
                continue
            encoder = TextEncoder(query.board, tautologies=False)
            for (numbering_name, solver), encoding in product(INSTRUCTION_PAIRS, ENCODINGS):
                instruction_columns: dict[str, int | None] = {"parsing": None, "total": None}
                if not is_missing:
                    listing = encoder.listing(encoding, query.p)
                    laid_out = query.laid_out(listing, query.numbering(numbering_name), "text")
                    problem.write_text(laid_out.dimacs())
                    counts = instructions_of(problem, solver)
                    query.check(counts.satisfiable, solver)
                    instruction_columns = {"parsing": counts.parsing, "total": counts.total}
                yield (
                    query.key
                    | {
                        "p": query.p,
                        "numbering": numbering_name,
                        "solver": solver,
                        "encoding": encoding,
                    }
                    | instruction_columns
                    | {"version": version_text}
                )
