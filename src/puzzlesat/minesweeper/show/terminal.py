"""Display of states in a terminal."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from puzzlesat.common.errors import column_name, counted
from puzzlesat.minesweeper.board.state import SYMBOLS, State
from puzzlesat.minesweeper.solve.deduce import Deduction

if TYPE_CHECKING:
    from puzzlesat.minesweeper.solve.finish import Finish  # slow to import

MINE, SAFE = "M", "s"
"""The letters of certain mines and certainly safe fields."""

UNKNOWN = {
    "counted": "there was no time to compare the results of counting with the backbone",
    "timeout": "the probabilities are unknown: the time limit was reached",
    "memory": "the probabilities are unknown: the memory limit was reached",
    "propagated": "the probabilities are unknown, and other fields may be certain: the time limit "
    "was reached",
}
"""The message about incomplete results for each status of a deduction."""

COLOURS = {MINE: "red", SAFE: "green", "F": "red", "*": "red", ".": "bright_black"}
"""The colours of symbols in terminals that support colours."""


def draw(state: State, terminal_width: int, marks: Mapping[int, str] | None = None) -> list[str]:
    r"""Return the lines that show a state, below letters of columns and beside numbers of rows.

    A board wider than `terminal_width` characters is drawn in pieces, from left to right. `marks`
    maps fields to texts that replace their symbols.

    >>> state = State.of(["1.", "1."])
    >>> print("\n".join(click.unstyle(line) for line in draw(state, 80, {1: "M", 3: "50%"})))
         A   B
    1    1   M
    2    1 50%
    """
    marks = marks or {}
    width = 1 + max(map(len, marks.values()), default=1)
    side = len(str(state.rows))
    room = max((terminal_width - side - 1) // width, 1)
    lines = []
    for first in range(0, state.cols, room):
        shown = range(first, min(first + room, state.cols))
        lines += [""] * (first > 0) + [" " * (side + 1) + line for line in _letters(shown, width)]
        for r in range(state.rows):
            cells = []
            for f in (r * state.cols + c for c in shown):
                text = marks.get(f, SYMBOLS[state.content[f]])
                cells.append(" " * (width - len(text)) + click.style(text, fg=COLOURS.get(text)))
            lines.append(f"{r + 1:>{side}} " + "".join(cells))
    return lines


def _letters(columns: range, width: int) -> list[str]:
    """Return the lines that name the columns; names that are too wide are written vertically.

    >>> _letters(range(24, 27), 2), _letters(range(24, 27), 3)
    (['     A', ' Y Z A'], ['  Y  Z AA'])
    """
    names = [column_name(c) for c in columns]
    long = len(names[-1])
    if long < width:
        return ["".join(f"{name:>{width}}" for name in names)]
    upright = zip(*(f"{name:>{long}}" for name in names), strict=True)
    return ["".join(f"{letter:>{width}}" for letter in letters) for letters in upright]


def draw_deduction(name: str, state: State, deduction: Deduction, terminal_width: int) -> str:
    """Return the output of ``minesweeper deduce`` for a state with a name."""
    mines, safe = deduction.fields(1), deduction.fields(0)
    total = "an unknown number of mines" if state.mines is None else counted(state.mines, "mine")
    lines = [
        f"{name}, {state.rows}×{state.cols} with {total}: "
        f"{counted(len(mines), 'certain mine')}, {counted(len(safe), 'certainly safe field')}, "
        f"{counted(len(state.covered) - len(deduction.values), 'undecided field')}"
    ]
    marks = {f: MINE if value else SAFE for f, value in deduction.values.items()}
    probabilities = deduction.probabilities or {}
    uncertain = {f: p for f, p in probabilities.items() if f not in deduction.values}
    percent = {f: _percent(p) for f, p in uncertain.items()}
    lines += draw(state, terminal_width, marks | percent)
    for label, fields in (("mines", mines), ("safe", safe)):
        if fields:
            lines.append(f"{label}: " + " ".join(state.name(f) for f in fields))
    if deduction.status != "complete":
        lines.append(UNKNOWN[deduction.status])
    if not safe and uncertain:
        least, p = least_likely(uncertain)
        lines.append(f"least likely to be a mine: {state.name(least)} ({100 * p:.3g}%)")
    return "\n".join(lines) + "\n"


def describe(result: "Finish", method: str) -> str:
    """Return a sentence on the result of playing a board by a method alone.

    >>> from puzzlesat.minesweeper.board.board import Board
    >>> from puzzlesat.minesweeper.solve.finish import finish
    >>> result = finish(Board.of(["---*", "--*-"], first=0))
    >>> print(describe(result, "backbone_total"))
    a guess is needed after 0 rounds, with 4 undecided fields; the best is C1, which is safe \
with probability 50%
    """
    from puzzlesat.minesweeper.solve.finish import COMPLETE_METHOD

    rounds = counted(result.rounds, "round")
    if result.status == "solved":
        weakest = result.weakest_method or "unknown, for lack of time"
        return f"no guess is needed, {rounds} of {method}, weakest method {weakest}"
    left = f"{rounds}, with {counted(len(result.state.covered), 'undecided field')}"
    if result.status in ("timeout", "memory"):
        limit = "time" if result.status == "timeout" else "memory"
        return f"unknown, since the {limit} limit was reached after {left}"
    if method != COMPLETE_METHOD:
        return f"{method} finds nothing more after {left}"
    if result.guess is None:
        return (
            f"a guess is needed after {left}; the best guess is unknown, for lack of time or memory"
        )
    guess = result.guess
    return (
        f"a guess is needed after {left}; the best is {result.state.name(guess.field)}, which is "
        f"safe with probability {100 * float(guess.safe):.3g}%"
    )


def least_likely(probabilities: Mapping[int, float]) -> tuple[int, float]:
    """Return the first field with the smallest probability of a mine, and this probability."""
    return min(probabilities.items(), key=lambda item: (item[1], item[0]))


def _percent(p: float) -> str:
    """Return a probability in whole percent; only certain fields get 0 or 100."""
    return f"{round(100 * p) if p in (0, 1) else min(max(round(100 * p), 1), 99)}%"


def guess(deduction: Deduction, state: State) -> str:
    """Return a sentence with the best guess, for a state in which no field is certain.

    >>> from puzzlesat.minesweeper.solve.deduce import deduce
    >>> state = State.of(["1..", "1.."], mines=2)
    >>> guess(deduce(state), state)
    'No field is certain; B1 is least likely to be a mine (50%).'
    """
    if deduction.probabilities is None:
        return f"No field is certain; {UNKNOWN[deduction.status]}."
    f, p = least_likely(deduction.probabilities)
    return f"No field is certain; {state.name(f)} is least likely to be a mine ({100 * p:.3g}%)."
