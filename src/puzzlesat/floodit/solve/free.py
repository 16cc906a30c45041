"""The fewest moves over all starts, one of which the player may choose.

The choice is made once, before the first move. (In the variant known as Free-Flood-It each move
may flood from another cluster.)

Cells of a cluster are the same start, so that there is a question for each cluster x: do p moves
flood the board from {x}? One property-directed search answers them all. It shares

- its nogoods, which hold for any start (`Search.begin_at`): a refutation of one start is a nogood
  (Z, p), and refutes each start outside of Z, most often its whole surroundings, without a search;
- the best solution known, of whatever start: the question is for one move less, or for as many
  moves as no start has been refuted for;
- a beam that begins with all starts side by side.

Starts are asked in the order of their lower bounds, and those whose bound is above p not at all.
"""

from collections.abc import Callable
from functools import partial

from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.referee import CORNER
from puzzlesat.floodit.board.solution import check_solution
from puzzlesat.floodit.solve.beam import beam_from
from puzzlesat.floodit.solve.beams import Beams, Beside, Check
from puzzlesat.floodit.solve.exact import NEAR, Interval, Limits, nobody, search_within
from puzzlesat.floodit.solve.minimum import Moves
from puzzlesat.floodit.solve.pdr.compiled import bound_and_greedy


class FreeInterval(Interval):
    """What is known of the fewest moves over all starts; the best solution's is the board's start.

    At first that is a move for each colour but one, and greedy play from the corner.

    Examples
    --------
    >>> interval = FreeInterval(Board.of([[1, 0, 2]]))
    >>> interval.lower, interval.upper, interval.board.start
    (2, 2, (0, 0))
    """

    free = True

    def __init__(self, board: Board, watch: Callable[[Interval], None] = nobody) -> None:
        super().__init__(board.starting(CORNER), watch)
        self.lower = len(set(board.colour)) - 1

    def improve_from(self, field: int, moves: Moves, by: str) -> None:
        """Take note of a solution that starts in a field.

        Raises
        ------
        DisagreementError
            If the moves do not flood the board from there.
        """
        if len(moves) < self.upper:
            board = self.board.starting(divmod(field, self.board.cols))
            check_solution(board, moves, len(moves))
            # at once, so that an interrupt finds moves and start that belong together
            vars(self).update(board=board, moves=moves, moves_by=by)
            self.watch(self)


def free(interval: Interval, limits: Limits, solver: str) -> None:
    """Close in on the fewest moves over all starts: a method as those of `exact`.

    As `exact.pdr` does, it asks for as few moves as have not been refuted while the interval's ends
    are far apart, and for one less than the best solution once they are near, while wider and wider
    beams look for solutions.

    Parameters
    ----------
    interval : FreeInterval
    limits : Limits
    solver : str
        Not used.

    Examples
    --------
    >>> interval = FreeInterval(Board.of([[0, 1, 2, 1, 0]]))
    >>> free(interval, Limits(), "")
    >>> interval.lower, interval.moves, interval.board.start
    (2, [1, 0], (0, 2))
    """
    assert isinstance(interval, FreeInterval)
    board = interval.board.starting(CORNER)
    search, limits = search_within(board, interval.upper, limits)
    packed = search.packed
    pivots = range(len(packed.cluster))
    field = [board.clusters[x][0] for x in packed.cluster.tolist()]
    bounds = []
    for x in pivots:
        limits.check()
        bound, moves = bound_and_greedy(packed, x)
        bounds.append(int(bound))
        interval.improve_from(field[x], moves.tolist(), by="greedy")
    interval.refute(min(bounds) - 1, by="h")
    refuted = [bound - 1 for bound in bounds]
    order = sorted(pivots, key=bounds.__getitem__)

    def look(width: int, check: Check) -> tuple[int, Moves] | None:
        room = limits.beside(search.nogoods).memory
        return beam_from(pivots, packed, width, interval.upper, check, room)

    def take(found: tuple[int, Moves], width: int) -> None:
        interval.improve_from(field[found[0]], found[1], by=f"beam {width}")

    def pause() -> Moves | None:
        beside.check()
        beams.go_on(search.obligations, interval.upper)
        return interval.moves if interval.upper <= p else None

    with Beside(limits, partial(interval.watch, interval)) as beside:
        beams = Beams(look, take, beside)
        beams.look()
        while not interval.closed:
            p = interval.lower if interval.upper - interval.lower > NEAR else interval.upper - 1
            for x in order:
                if refuted[x] >= p:
                    continue
                search.begin_at(x, bounds[x])
                moves = None if search.is_blocked(p) else search.ask(p, pause)
                if moves is not None:
                    interval.improve_from(field[x], moves, by="pdr")
                    break
                refuted[x] = p
            interval.refute(min(refuted), by="pdr")
