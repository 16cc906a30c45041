"""States in a terminal, and a game played there."""

from collections.abc import Callable, Mapping

import click

from puzzlesat.minesweeper.board.game import Game
from puzzlesat.minesweeper.board.state import COVERED, FLAGGED, SYMBOLS, State
from puzzlesat.minesweeper.solve.conflict import find_conflict, name_all
from puzzlesat.minesweeper.solve.deduce import Deduction, deduce

MINE, SAFE = "M", "s"
"""Letters of fields that are certain."""

COLOURS = {MINE: "red", SAFE: "green", "F": "red", "*": "red", ".": "bright_black"}
"""Colours of symbols where the terminal has them; the symbols say it all."""


def draw(state: State, marks: Mapping[int, str] | None = None) -> list[str]:
    r"""Return the lines of a state, with rows and columns numbered from 0.

    Parameters
    ----------
    state : State
    marks : dict, optional
        What to write in fields instead of what they show.

    Examples
    --------
    >>> state = State.of(["1.", "1."])
    >>> print("\n".join(click.unstyle(line) for line in draw(state, {1: "M", 3: "50%"})))
         0   1
    0    1   M
    1    1 50%
    """
    marks = marks or {}
    side = len(str(state.rows - 1))
    width = 1 + max(map(len, [str(state.cols - 1), *marks.values()]))
    lines = [" " * (side + 1) + "".join(f"{c:>{width}}" for c in range(state.cols))]
    for r in range(state.rows):
        cells = []
        for f in range(r * state.cols, (r + 1) * state.cols):
            text = marks.get(f, SYMBOLS[state.content[f]])
            cells.append(" " * (width - len(text)) + click.style(text, fg=COLOURS.get(text)))
        lines.append(f"{r:>{side}} " + "".join(cells))
    return lines


def draw_deduction(number: int, state: State, deduction: Deduction, columns: int) -> str:
    """Return what ``minesweeper deduce`` prints of a state.

    Parameters
    ----------
    number : int
        The state's number in its file.
    state : State
    deduction : Deduction
    columns : int
        How many characters fit on a line; probabilities are drawn where they do.
    """
    mines, safe = deduction.fields(1), deduction.fields(0)
    total = "an unknown number of mines" if state.mines is None else f"{state.mines} mines"
    lines = [
        f"state {number}, {state.rows}×{state.cols} with {total}: "
        f"{len(mines)} certain mines, {len(safe)} certainly safe, "
        f"{len(state.covered) - len(deduction.values)} open"
    ]
    marks = {f: MINE if value else SAFE for f, value in deduction.values.items()}
    percent = {f: _percent(p) for f, p in deduction.probabilities.items() if f not in marks}
    picture = draw(state, marks | percent)
    if len(click.unstyle(picture[0])) > columns:
        picture = draw(state, marks)
    lines += picture
    for name, fields in (("mines", mines), ("safe", safe)):
        if fields:
            lines.append(f"{name}: " + " ".join(_place(state, f) for f in fields))
    if not safe and percent:
        least = min(percent, key=lambda f: (deduction.probabilities[f], f))
        p = deduction.probabilities[least]
        lines.append(f"least likely a mine: {_place(state, least)} with {100 * p:.3g}%")
    return "\n".join(lines) + "\n"


def _percent(p: float) -> str:
    """Return a probability in whole percent; only what is certain has 0 or 100 of them."""
    return f"{round(100 * p) if p in (0, 1) else min(max(round(100 * p), 1), 99)}%"


def _place(state: State, f: int) -> str:
    return "({},{})".format(*state.place(f))


def hint(state: State, solver: str, cardinality: str) -> str:
    """Return what a player can be sure of next, and why; or where a mine is least likely.

    Flags are the player's, and may be wrong: they are not relied upon.

    Examples
    --------
    >>> hint(State.of(["1221", "...."]), "minisat22", "kmtotalizer")
    '(1,0) is safe: follows from the 1 at (0, 0), the 2 at (0, 2) and the 1 at (0, 3)'
    >>> hint(State.of(["1221", "F..."]), "minisat22", "kmtotalizer")
    'the flag at (1,0) is wrong: follows from the 1 at (0, 0), the 2 at (0, 2) and the 1 at (0, 3)'
    >>> hint(State.of(["1..", "1.."], mines=2), "minisat22", "kmtotalizer")
    'nothing is certain; least likely a mine is (0,1) with 50%'
    """
    unflagged = state.unflagged
    deduction = deduce(unflagged, solver, cardinality)
    safe = deduction.fields(0)
    wrong = [f for f in safe if state.content[f] == FLAGGED]
    mines = [f for f in deduction.fields(1) if state.content[f] == COVERED]
    for fields, sentence, value in (
        (wrong, "the flag at {} is wrong", 0),
        (safe, "{} is safe", 0),
        (mines, "{} is a mine", 1),
    ):
        if fields:
            why = find_conflict(unflagged, solver, cardinality, {fields[0]: 1 - value})
            assert why is not None  # for the field is certain
            because = name_all(why, state) if why.fields or why.smallest else "all numbers together"
            return f"{sentence.format(_place(state, fields[0]))}: follows from {because}"
    left = {f: p for f, p in deduction.probabilities.items() if f not in deduction.values}
    least = min(left, key=lambda f: (left[f], f))
    return (
        f"nothing is certain; least likely a mine is {_place(state, least)} "
        f"with {100 * left[least]:.3g}%"
    )


HELP = """\
R C    uncover the field in row R and column C
f R C  put a flag there, or take it away
h      a hint: what is certain next and why, or where a mine is least likely
p      show the probabilities of mines
q      quit"""


def play(
    game: Game, solver: str, cardinality: str, ask: Callable[[], str], say: Callable[[str], None]
) -> None:
    """Play a game in the terminal.

    Parameters
    ----------
    game : Game
    solver, cardinality : str
        PySAT's names, for hints.
    ask : callable
        Returns what the player types, a line; an empty string when there is nothing more.
    say : callable
        Shows some lines.
    """

    def show(marks: Mapping[int, str] | None = None) -> None:
        say("\n" + "\n".join(draw(game.state(), marks)))

    say(HELP)
    show()
    while line := ask():
        match line.lower().split():
            case []:
                pass
            case ["q"]:
                return
            case ["h"] if game.mined is None:
                say("the first field uncovered is never a mine")
            case ["h"]:
                say(hint(game.state(), solver, cardinality))
            case ["p"]:
                found = deduce(game.state().unflagged, solver, cardinality).probabilities
                show({f: _percent(p) for f, p in found.items()})
            case [*flag, r, c] if flag in ([], ["f"]) and r.isdecimal() and c.isdecimal():
                outside = max(len(r), len(c)) > 4 or int(r) >= game.rows or int(c) >= game.cols
                f = -1 if outside else int(r) * game.cols + int(c)
                if outside:
                    say(f"rows are 0..{game.rows - 1}, columns 0..{game.cols - 1}")
                elif f in game.uncovered:
                    say(f"({r},{c}) is uncovered already")
                elif flag:
                    game.toggle_flag(f)
                    show()
                    say(f"flags: {len(game.flags)}, mines: {game.mines}")
                elif f in game.flags:
                    say(f"there is a flag at ({r},{c}); take it away first: f {r} {c}")
                else:
                    game.uncover(f)
                    show(dict.fromkeys(game.mined or (), "*") if game.over else None)
            case _:
                say(HELP)
        if game.over:
            say("won" if game.won else f"lost: there is a mine at ({r},{c})")
            return
    say("")
