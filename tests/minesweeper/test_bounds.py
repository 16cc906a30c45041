"""Bounds on the number of mines are correct, and detect too few or too many mines at once."""

from time import process_time

import pytest
from scipy.optimize import linprog

from puzzlesat.common.errors import InputError
from puzzlesat.minesweeper.board.state import ContradictionError, State
from puzzlesat.minesweeper.encode.network import Network, network
from puzzlesat.minesweeper.solve import bounds as bounding
from puzzlesat.minesweeper.solve import deduce as deducing
from puzzlesat.minesweeper.solve.bounds import bounds

from .exhaustive import placements, random_states

ROWS = 21
LATTICE = ["".join("3" if r % 2 and c % 2 else "." for c in range(ROWS)) for r in range(ROWS)]
"""A number wherever row and column are odd: one wide component, too wide to count placements."""

LEAST, MOST = 85, 172


def numbers_of_mines():
    """Yield the constraints of small states, and the numbers of mines on their variables."""
    for lines, _ in random_states(150, seed=7):
        net = network(State.of(lines))
        fields = {divmod(f, len(lines[0])) for f in net.constrained}
        found = {len(fields & mined) for mined in placements(lines)}
        if found and fields:
            yield net.constraints, found


def relaxed(constraints, sign):
    """Return the least number of mines, or the negative of the most, if fields may be fractions."""
    fields = sorted({f for constraint in constraints for f in constraint.scope})
    sums = [[f in constraint.scope for f in fields] for constraint in constraints]
    totals = [constraint.mines for constraint in constraints]
    return linprog([sign] * len(fields), A_eq=sums, b_eq=totals, bounds=(0, 1)).fun


def test_bounds_are_valid_and_at_least_those_of_linear_programming():
    states = list(numbers_of_mines())
    for constraints, found in states:
        low, high = bounds(constraints)
        assert relaxed(constraints, 1) - 1e-6 <= low <= min(found)
        assert max(found) <= high <= -relaxed(constraints, -1) + 1e-6
    assert len(states) > 50


def test_bounds_without_constraints_are_zero():
    assert bounds([]) == (0, 0)
    bounding.check_total(Network((1, 2, 3), (), 3))
    with pytest.raises(ContradictionError):
        bounding.check_total(Network((1, 2, 3), (), 4))


def test_bounds_are_trivial_but_valid_after_the_time_limit():
    constraints = network(State.of(LATTICE)).constraints
    assert bounds(constraints) == (LEAST, MOST)
    low, high = bounds(constraints, wall_limit=0)
    assert low <= LEAST
    assert high >= MOST


def test_bounds_of_components_add_up():
    one, six = ["...", ".1.", "..."], ["...", ".6.", "..."]
    both = [f"{left}0{right}" for left, right in zip(one, six, strict=True)]
    constraints = [c for c in network(State.of(both)).constraints if c.mines]
    assert bounds(constraints) == (7, 7)
    assert bounds([c for c in constraints if c.mines == 6]) == (6, 6)


def test_time_limit_includes_the_search_for_a_conflict():
    """The solver would need much longer to find a smallest conflict with the total."""
    started = process_time()
    with pytest.raises(InputError, match=f"no placement of {LEAST - 1} mines fits"):
        deducing.deduce(State.of(LATTICE, mines=LEAST - 1), wall_limit=3)
    assert process_time() - started < 6
