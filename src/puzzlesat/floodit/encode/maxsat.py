"""The fewest moves as a MaxSAT problem."""

from collections.abc import Sequence

from pysat.formula import WCNF

from puzzlesat.common.errors import InputError
from puzzlesat.floodit.board.referee import floods
from puzzlesat.floodit.encode.instance import Instance
from puzzlesat.floodit.encode.thesis import Variables


def fewest_moves(instance: Instance) -> WCNF:
    """Return a weighted formula whose optimal cost is the board's minimum, if p moves suffice.

    New variables D(t), 0 ≤ t < p, mean that the board is flooded in state t: D(t) → Fld(t, f) for
    all fields f. Each ¬D(t) costs 1. A flooded board stays flooded, so the smallest cost is the
    number of states before the first flooded one, which is the number of moves. If p moves do not
    suffice, the hard clauses are unsatisfiable.

    Raise `InputError` for the encoding ``clusters``, the variant ``printed``, or a shuffled
    instance.
    """
    variables = instance.variables
    if not isinstance(variables, Variables):
        raise InputError("moves cannot be minimised with the encoding clusters; use minimal")
    if instance.variant == "printed" or instance.shuffle is not None:
        raise InputError("moves cannot be minimised in the variant printed or with a shuffle")
    formula = instance.formula()
    weighted = WCNF()
    weighted.extend(formula.clauses)
    for t in range(instance.p):
        flooded = formula.variables + 1 + t
        weighted.extend([[-flooded, variables.Fld(t, f)] for f in instance.board.fields])
        weighted.append([flooded], weight=1)
    return weighted


def moves_of(instance: Instance, model: Sequence[int]) -> list[int]:
    """Return the moves of a model of `fewest_moves` until the board is flooded.

    >>> from puzzlesat.floodit.board.board import Board
    >>> moves_of(Instance(Board.of([[0, 1]]), 2), [6, 12, 17])
    [1]
    """
    board, variables = instance.board, instance.formula().variables
    moves = instance.moves([x for x in model if abs(x) <= variables])  # without the new variables
    sufficient = (p for p in range(len(moves)) if floods(board.grid, moves[:p], board.start))
    return moves[: next(sufficient, len(moves))]
