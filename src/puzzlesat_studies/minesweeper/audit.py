"""Measurements that test the thesis's claims, for each state and for each possible constraint.

The claims are judged by tables made from these rows.
"""

import shutil
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

import numpy as np
from pysat.formula import CNF

from puzzlesat.common import process
from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.minesweeper.board.state import State
from puzzlesat.minesweeper.encode.encoding import encode
from puzzlesat.minesweeper.encode.network import Network, network
from puzzlesat.minesweeper.formats.samples import name_of, state_of
from puzzlesat.minesweeper.solve.consistency import Values
from puzzlesat.minesweeper.solve.counts import Counts
from puzzlesat.minesweeper.solve.counts import count as count_placements
from puzzlesat.minesweeper.solve.deduce import DEFAULT_CARDINALITY, METHODS
from puzzlesat.sat.backbone import Backbone, iterative_filtering, lifter
from puzzlesat.sat.clause import Clause
from puzzlesat.sat.solver import counters, open_solver, solve
from puzzlesat_studies.core.study import Record
from puzzlesat_studies.minesweeper.as_printed import (
    UNDEFINED,
    decided_values,
    fixpoint,
    initial_domains,
    printed_formula,
    trials,
    unit_clauses,
)
from puzzlesat_studies.minesweeper.backbones import iterative

MAX_ENUMERATED = 16
"""The largest number of constrained variables for which all assignments are enumerated."""

PROGRAM = "minisat"
"""MiniSat 2.2 as packaged by Debian. Its models omit unassigned variables; PySAT's are total."""


def constraint_rows() -> Iterator[Record]:
    """Yield a row for each pair of numbers: undefined variables, and mines among them (§2.5).

    Every array of eight domains is tested with every sum that an assignment can have.
    """
    counts: dict[tuple[int, int], list[int]] = {}
    for array in product((UNDEFINED, 0, 1), repeat=8):
        tested = [i for i, value in enumerate(array) if value == UNDEFINED]
        mines = array.count(1)
        for missing in range(len(tested) + 1) if tested else ():
            decided_count = sum(_is_decided(array, i, mines + missing) for i in tested)
            cell = counts.setdefault((len(tested), missing), [0, 0, 0])
            cell[0 if decided_count == len(tested) else 1 if decided_count == 0 else 2] += 1
    for (undefined, missing), cell in sorted(counts.items()):
        decide = dict(zip(("decide_all", "decide_none", "decide_some"), cell, strict=True))
        yield {"undefined": undefined, "missing": missing, "arrays": sum(cell)} | decide


def _is_decided(array: Sequence[int], tested: int, number: int) -> bool:
    supported = [
        any(satisfied for _, satisfied in trials(array, tested, value, number)) for value in (0, 1)
    ]
    return supported[0] != supported[1]


def state_rows(states: Sequence[Any], *, solver: str) -> Iterator[Record]:
    """Yield one row with the measurements of each state.

    Raise `DisagreementError` if two implementations of arc consistency, or of the backbone,
    disagree.
    """
    for row in (state_row.model_dump() for state_row in states):
        state = state_of(row)
        net = network(state)
        without_total = Network(net.variables, net.constraints)
        board = row["board"].replace("/", "")
        total_counts, constraint_counts = count_placements(net), count_placements(without_total)
        certain, backbone = total_counts.certain, constraint_counts.certain
        unconstrained = set(net.unconstrained)
        fixed_values = enumerate_fixed_values(without_total)
        values, propagation = _propagate_as_printed(state)
        if values != METHODS["single"](net):
            raise DisagreementError(f"{name_of(row)}: two arc consistency algorithms disagree")
        yield (
            {key: row[key] for key in ("seed", "rows", "cols", "mines")}
            | {"board": row["i"]}
            | {"covered": len(state.covered), "constraints": len(net.constraints)}
            | {"consistency": len(values), "backbone": len(backbone), "certain": len(certain)}
            | {"unseen_decided": len(unconstrained & certain.keys())}
            | {"exhaustive": None if fixed_values is None else len(fixed_values)}
            | {"wrong": _wrong_fields(backbone, fixed_values, board)}
            | _satisfiability_columns(state, board, row["i"], solver)
            | _formula_columns(row, state, without_total, backbone, solver)
            | propagation
            | _brier_scores(net, constraint_counts, total_counts, board)
        )


def enumerate_fixed_values(net: Network) -> Values | None:
    """Return the values that are the same in all assignments that satisfy the constraints.

    All assignments of the constrained variables are enumerated; the result is None if there are
    more than `MAX_ENUMERATED` such variables. The other variables can have any value.

    >>> enumerate_fixed_values(network(State.of(["1221", "...."])))
    {4: 0, 5: 1, 6: 1, 7: 0}
    """
    variables = sorted(net.constrained)
    if len(variables) > MAX_ENUMERATED:
        return None
    index_of = {f: i for i, f in enumerate(variables)}
    assignments = np.arange(2 ** len(variables))[:, None] >> np.arange(len(variables)) & 1
    for constraint in net.constraints:
        scope = [index_of[f] for f in constraint.scope]
        assignments = assignments[assignments[:, scope].sum(axis=1) == constraint.mines]
    mine_shares = assignments.mean(axis=0)
    return {f: int(mine_shares[i]) for f, i in index_of.items() if mine_shares[i] in (0, 1)}


def _wrong_fields(backbone: Values, fixed_values: Values | None, board: str) -> int:
    contradictions = sum((board[f] == "*") != value for f, value in backbone.items())
    differences = () if fixed_values is None else fixed_values.items() ^ backbone.items()
    return contradictions + len(differences)


def _is_satisfiable(state: State, solver: str) -> bool:
    with open_solver(solver) as oracle:
        oracle.append_formula(printed_formula(state))
        return bool(solve(oracle))


def _satisfiability_columns(state: State, board: str, number: int, solver: str) -> Record:
    """Return whether there is a model without flags, with correct flags, and with a wrong flag."""
    random = Random(number)
    mines = [f for f in state.covered if board[f] == "*"]
    correct_flags = random.sample(mines, len(mines) // 2)
    safe_fields = [f for f in sorted(network(state).constrained) if board[f] == "-"]
    columns: Record = {
        "satisfiable": _is_satisfiable(state, solver),
        "satisfiable_flagged": _is_satisfiable(state.with_flags(correct_flags), solver),
        "satisfiable_wrong": None,
    }
    if safe_fields:
        wrong = state.with_flags([random.choice(safe_fields)])
        columns["satisfiable_wrong"] = int(_is_satisfiable(wrong, solver))
    return columns


def _formula_columns(
    row: Record, state: State, net: Network, backbone: Values, solver: str
) -> Record:
    """Return the formula's size, the numbers of unassigned variables, and the procedures' costs."""
    formula = encode(net)
    lift = lifter(formula.clauses)
    units = unit_clauses(state)
    with open_solver(solver) as oracle:
        oracle.append_formula(formula.clauses)
        solve(oracle)
        model = oracle.get_model()
    variables = set(formula.variable.values())
    printed = printed_model(formula.clauses)
    model_literals = [literal for literal in model if abs(literal) in variables]
    costs = {}
    procedures: dict[str, Callable[..., Backbone]] = {
        "iterative": iterative,
        "partial": partial(iterative_filtering, lift=lift),
        "complete": iterative_filtering,
    }
    for name, procedure in procedures.items():
        started = process_time()
        with open_solver(solver) as oracle:
            oracle.append_formula(formula.clauses)
            result = procedure(oracle, formula.literals)
            propagations = counters(oracle)["propagations"]
        seconds = process_time() - started
        if formula.values(result.literals) != backbone:
            raise DisagreementError(f"{name_of(row)}: {name} finds another backbone")
        costs[name] = result.calls, seconds, propagations
    _, seconds, propagations = costs["complete"]
    return {
        "unit_clauses": len(units),
        "table_clauses": len(printed_formula(state)) - len(units),
        "total_clauses": len(encode(network(state), DEFAULT_CARDINALITY).parts[None]),
        "variables": len(variables),
        "unassigned": None if printed is None else len(variables - set(map(abs, printed))),
        "unassigned_lifted": len(lift(model, model_literals)),
        "literals": len(formula.literals),
        **{f"calls_{name}": calls for name, (calls, *_) in costs.items()},
        "backbone_seconds": seconds,
        "backbone_propagations": propagations,
    }


def printed_model(clauses: Sequence[Clause], *options: str) -> list[int] | None:
    """Return the literals of the model that `PROGRAM` prints, or None if it is not installed.

    Raise `InputError` if the clauses have no model or the output is not that of MiniSat 2.2.
    """
    if shutil.which(PROGRAM) is None:
        return None
    with TemporaryDirectory() as folder:
        problem, answer = Path(folder, "problem.cnf"), Path(folder, "model")
        CNF(from_clauses=clauses).to_file(str(problem))
        process.run_program([PROGRAM, *options, str(problem), str(answer)])
        words = answer.read_text(encoding="ascii").split() if answer.exists() else []
    if words[:1] != ["SAT"]:
        raise InputError(f"the program {PROGRAM} did not print a model as MiniSat 2.2 does")
    return [int(literal) for literal in words[1:-1]]


def _propagate_as_printed(state: State) -> tuple[Values, Record]:
    """Return the values that the loop of §2.3 decides, its number of trials and its CPU time."""
    domains = initial_domains(state)
    started = process_time()
    trial_count = sum(1 for _ in fixpoint(state, domains))
    seconds = process_time() - started
    return decided_values(state, domains), {"trials": trial_count, "consistency_seconds": seconds}


def _brier_scores(
    net: Network, constraint_counts: Counts, total_counts: Counts, board: str
) -> Record:
    """Return the Brier scores of mine probabilities for undecided fields in constraints (§4.2)."""
    fields = [f for f in net.constrained if f not in constraint_counts.certain]
    is_mine = np.array([board[f] == "*" for f in fields])

    def brier(counts: Counts) -> float:
        probabilities = np.array([counts.probabilities[f] for f in fields])
        return float(np.mean((probabilities - is_mine) ** 2))

    if not fields:
        return {"uncertain": 0} | dict.fromkeys(("brier_even", "brier_models", "brier_total"))
    return {
        "uncertain": len(fields),
        "brier_even": 0.25,
        "brier_models": brier(constraint_counts),
        "brier_total": brier(total_counts),
    }
