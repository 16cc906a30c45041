"""Bounds on the number of mines, by linear programming and exact arithmetic.

It is hard for a SAT solver to show that a number of mines is too small or too large, as with the
pigeonhole principle. It is easy with the linear relaxation of the network, in which fields hold
fractions of mines. Let b be the sums that the constraints require. By linear duality, any
multipliers y of the constraints prove a bound: if x fits, Σ x_j = Σ y_i b_i + Σ (1 - Σ y_i) x_j,
where the inner sum is over the constraints on j, and 0 ≤ x_j ≤ 1. A floating-point solver finds
good multipliers. The bound that they prove is computed with integers, so it is valid whatever
multipliers the solver finds.
"""

from collections.abc import Sequence

import highspy
import numpy as np

from puzzlesat.minesweeper.board.state import ContradictionError
from puzzlesat.minesweeper.encode.network import Constraint, Network, components

SCALE = 720_720 << 30
"""Multipliers are rounded to multiples of 1 / `SCALE`, which include simple fractions."""

LP_SECONDS = 30.0
"""The time limit of each linear program, in seconds; if it is reached, the bound is trivial."""


def check_total(network: Network, wall_limit: float = LP_SECONDS) -> None:
    """Raise `ContradictionError` if the (known) total number of mines is outside `bounds`."""
    assert network.mines is not None
    least, most = bounds(network.constraints, wall_limit)
    if not least <= network.mines <= most + len(network.unconstrained):
        raise ContradictionError


def bounds(constraints: Sequence[Constraint], wall_limit: float = LP_SECONDS) -> tuple[int, int]:
    """Return lower and upper bounds on the number of mines on the variables of some constraints.

    `wall_limit` limits the wall-clock time for each of the two bounds. Here, two constraints on
    three variables each share one variable:

    >>> bounds([Constraint(9, (1, 2, 3), 2), Constraint(8, (3, 4, 5), 2)])
    (3, 4)
    """
    parts = components(constraints)
    fields = [sorted({f for constraint in part for f in constraint.scope}) for part in parts]
    place = {f: j for j, f in enumerate(f for part in fields for f in part)}
    ordered = [constraint for part in parts for constraint in part]
    if not place:
        return 0, 0
    scopes = [[place[f] for f in constraint.scope] for constraint in ordered]
    sums = [constraint.mines for constraint in ordered]
    lower_bounds = []
    for sign in (1, -1):
        multipliers = iter(_multipliers(scopes, sums, len(place), sign, wall_limit))
        lower_bounds.append(
            sum(
                _least(part, [round(next(multipliers) * SCALE) for _ in part], sign)
                for part in parts
            )
        )
    return lower_bounds[0], -lower_bounds[1]


def _multipliers(
    scopes: Sequence[Sequence[int]], sums: Sequence[int], count: int, sign: int, wall_limit: float
) -> Sequence[float]:
    """Return a multiplier for each constraint on `count` variables, or zeros after the limit.

    They are the dual solution of the linear program that minimizes `sign` times the mines.
    """
    program = highspy.HighsLp()
    program.num_col_, program.num_row_ = count, len(sums)
    program.col_cost_ = np.full(count, float(sign))
    program.col_lower_, program.col_upper_ = np.zeros(count), np.ones(count)
    program.row_lower_ = program.row_upper_ = np.array(sums, dtype=float)
    matrix = program.a_matrix_
    matrix.format_ = highspy.MatrixFormat.kRowwise
    matrix.start_ = np.cumsum([0, *map(len, scopes)])
    matrix.index_ = np.concatenate(scopes)
    matrix.value_ = np.ones(len(matrix.index_))
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("time_limit", wall_limit)
    solver.passModel(program)
    solver.run()
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return [0.0] * len(sums)
    return list(solver.getSolution().row_dual)


def _least(part: Sequence[Constraint], multipliers: Sequence[int], sign: int) -> int:
    """Return a lower bound on `sign` times the mines on a component, given scaled multipliers."""
    rest: dict[int, int] = {}
    for constraint, y in zip(part, multipliers, strict=True):
        for f in constraint.scope:
            rest[f] = rest.get(f, sign * SCALE) - y
    weighed = sum(y * constraint.mines for constraint, y in zip(part, multipliers, strict=True))
    return -(-(weighed + sum(min(value, 0) for value in rest.values())) // SCALE)
