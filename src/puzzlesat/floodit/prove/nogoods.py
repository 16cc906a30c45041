"""Refutations, which consist of a solution and of nogoods that refute one move fewer.

The format for one board is as follows; the module `checker` explains the kinds of nogoods::

    board 012/120
    moves 1 2 0
    nogoods 3
    0 1 bound 18
    1 1 bound 1c
    2 2 moves 1e - 0 1
    end

``board`` gives the colours of the fields row by row, with rows joined by ``/``, and ``moves`` gives
the colours of a solution. Colours 0, 1, 2, … are written 0-9, a-z, A-Z, one character each, even if
the board's source has other symbols, so that the text is unambiguous. If play does not start at the
top-left field, the second line is ``start`` with row and column, counted from 0, as in
``start 9 9``.

The line of a nogood contains its number, counted from 0, the number r of moves left, its kind, and
the set Z in hexadecimal. Bit x of Z is cluster x; the start's cluster is 0, and the others follow
in the order of their first fields. The nogood means that r moves do not flood the board if all of Z
is dry. The last nogood must apply to the start. A nogood of kind ``moves`` also has, for each
colour up to the highest on the board, the number of an earlier nogood, or ``-``. A nogood of kind
``finish`` also has a colour and the number of an earlier nogood.
"""

from collections.abc import Iterator
from typing import IO

from puzzlesat.common.errors import DisagreementError, InputError, counted
from puzzlesat.common.limits import check_proof_size
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.prove.checker import Checked, check_boards
from puzzlesat.floodit.solve.exact import Bounds, Limits, auto, close_bounds
from puzzlesat.floodit.solve.pdr import Nogood, refuting_nogoods
from puzzlesat.proofs.bundle import UnprovenError, within_limits


def refutation(bounds: Bounds, limits: Limits) -> Iterator[str]:
    """Refute one move fewer than the minimum, and yield the lines of the refutation.

    Parameters
    ----------
    bounds : Bounds
        The closed bounds on a board's minimum.
    limits : Limits

    Raises
    ------
    TimeoutError, MemoryError
        If there is no refutation within the limits.
    DisagreementError
        If fewer moves suffice.

    Examples
    --------
    >>> from puzzlesat.floodit.board.board import Board
    >>> bounds = Bounds(Board.of([[0, 1, 0, 2], [2, 2, 1, 1]]))
    >>> for line in refutation(bounds, Limits()):
    ...     print(line)
    board 0102/2211
    moves 2 1 0 2
    nogoods 1
    0 3 bound 3e
    end
    """
    board = bounds.board.plain
    nogoods: list[Nogood] | None = []
    if bounds.upper > 0:
        nogoods = refuting_nogoods(
            board, bounds.upper - 1, limits.deadline.remaining, limits.memory
        )
    if nogoods is None:
        raise DisagreementError(
            f"board {board.subject}: it can be flooded in {counted(bounds.upper - 1, 'move')}"
        )
    yield f"board {board.text}"
    if board.start_text:
        yield "start {} {}".format(*board.start)
    yield " ".join(["moves", *board.format_colours(bounds.moves)])
    yield f"nogoods {len(nogoods)}"
    for number, nogood in enumerate(nogoods):
        reasons = ["-" if reason is None else str(reason) for reason in nogood.reasons]
        if nogood.kind == "moves":
            reasons = reasons[: max(board.colour) + 1]
        elif nogood.kind == "finish":
            [c] = (c for c, reason in enumerate(reasons) if reason != "-")
            reasons = [board.format_colours([c]), reasons[c]]
        yield " ".join([str(number), str(nogood.r), nogood.kind, f"{nogood.z:x}", *reasons])
    yield "end"


def prove(board: Board, limits: Limits, file: IO[str]) -> Checked:
    """Find a board's minimum, and write its `refutation` once the checker has accepted it.

    Return the result of the checker. Raise `InputError` if the board is too large, `UnprovenError`
    if the limits do not suffice, or `DisagreementError` if the checker refuses the nogoods.
    """
    check_proof_size(board.rows, board.cols)
    bounds = closed_bounds(board, limits)
    with within_limits("no nogoods"):
        lines = list(refutation(bounds, limits))
    try:
        [checked] = check_boards(lines, [board])
    except InputError as error:
        raise DisagreementError(
            f"the checker refuses the nogoods of a board ({board.size_and_start}): {error}"
        ) from None
    file.writelines(f"{line}\n" for line in lines)
    return checked


def closed_bounds(board: Board, limits: Limits) -> Bounds:
    """Return a board's closed bounds; raise `UnprovenError` if the limits do not suffice."""
    bounds = Bounds(board)
    status = close_bounds(bounds, auto, limits, "glucose42")
    if status != "optimal":
        raise UnprovenError(
            status, f"the minimum is not known; it is between {bounds.lower} and {bounds.upper}"
        )
    return bounds
