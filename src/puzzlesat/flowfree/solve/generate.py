"""Random puzzles with a solution, which the engine generates for terminals and pages alike.

The engine covers the board with random, winding paths of at least three cells
(``engine/flowfree/random_cover.hpp``) and cuts them (``engine/flowfree/generate.cpp``): with a
given number of flows, where the pieces are longest; otherwise, if one solution is required, until
there is only one. The ends of the paths are the endpoints of the puzzle. Paths touch themselves
only if the rule allows it and fewer flows are wanted than the engine would choose.
"""

from collections.abc import Callable
from random import Random

from puzzlesat.common.engine import ask
from puzzlesat.flowfree.board.puzzle import SYMBOLS, Puzzle

SOLUTIONS = ("any", "one", "several")
"""The choices for the number of solutions; ``any`` requires no check."""


def check_room(rows: int, cols: int, k: int | None, rule: str = "strict") -> None:
    """Raise `InputError` if the board is too large or has no room for k flows.

    If k is None, the board must have room for some number of flows.
    """
    ask("flowfree.room", rows=rows, cols=cols, flows=k, rule=rule)


def random_puzzle(
    seed: int,
    rows: int,
    cols: int,
    k: int | None,
    i: int,
    solutions: str,
    rule: str = "strict",
    wall_limit: float | None = None,
    on_message: Callable[[str], None] = lambda _: None,
) -> Puzzle:
    """Return a random puzzle that has a solution.

    Parameters
    ----------
    seed : int
    rows, cols : int
    k : int, optional
        The number of flows. By default, flows are winding, and the generator chooses their number.
    i : int
        The number of the puzzle. The puzzle depends on (seed, rows, cols, k, i, solutions, rule)
        alone: the seed of the engine is `random.Random(text).getrandbits(63)`, where the text joins
        these seven by ``/``.
    solutions : str
        One of `SOLUTIONS`.
    rule : str
        ``strict`` or ``touching``.
    wall_limit : float, optional
        Wall-clock seconds.
    on_message : function
        Called with progress messages.

    Raises
    ------
    InputError
        If no such puzzle is found, or time runs out.

    Examples
    --------
    >>> random_puzzle(2020, 4, 5, 3, 0, "one").k
    3
    """
    flows = "winding" if k is None else f"k = {k}"
    made = ask(
        "flowfree.generate",
        rows=rows,
        cols=cols,
        flows=k,
        rule=rule,
        solutions=solutions,
        seed=Random(f"{seed}/{rows}/{cols}/{k}/{i}/{solutions}/{rule}").getrandbits(63),
        seconds=wall_limit,
        on_progress=lambda told: on_message(f"{rows}×{cols} puzzle, {flows}: try {told['tries']}"),
    )
    symbols = tuple(SYMBOLS[: max(made["flow"]) + 1])
    origin = f"seed {seed}, {rows}×{cols}, {flows}, number {i}, {solutions}, {rule}"
    return Puzzle(rows, cols, tuple(made["flow"]), symbols, origin, rule)
