"""Figures of propagation and of Algorithm 1, paused at a step (thesis, Figures 2.2 and 3.3)."""

from dataclasses import dataclass, replace
from itertools import islice

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch, Rectangle

from puzzlesat.common.colours import ink_on
from puzzlesat.common.errors import InputError, counted
from puzzlesat.minesweeper.board.drawing import COVERED, OPEN
from puzzlesat.minesweeper.board.state import COVERED as COVERED_FIELD
from puzzlesat.minesweeper.board.state import SYMBOLS, ContradictionError, State
from puzzlesat.minesweeper.encode.encoding import encode
from puzzlesat.minesweeper.encode.network import network
from puzzlesat.minesweeper.solve.consistency import UNDEFINED, decided, fixpoint, scope, start
from puzzlesat.minesweeper.solve.deduce import SOLVER
from puzzlesat.sat.backbone import Call, UnsatisfiableError, iterative_filtering, lifter
from puzzlesat.sat.solver import open_solver
from puzzlesat_studies.core import style
from puzzlesat_studies.minesweeper.looks import BLACK, LOOKS, PALE, RED, UNKNOWN


@dataclass(frozen=True)
class Look:
    """The appearance of a field in a trace; its letters are keys of `LOOKS`.

    The background has the colour of `letter` if there is one, otherwise the colour `fill` if it is
    given, otherwise the colour of the content. A square in the colour of `square` is drawn in
    the field, and small squares in the colours of `models`, one for each of the last two models.
    `assigned` is the assigned value, 0 or 1.
    """

    letter: str = ""
    fill: str = ""
    square: str = ""
    models: tuple[str, ...] = ()
    assigned: int | None = None


def consistency_figure(state: State, step: int) -> Figure:
    """Draw propagation by enumeration, paused at an assignment (thesis, Figure 2.2).

    The assignments are those that `consistency.fixpoint` tries; `step` is counted from 1. Raise
    `InputError` if no placement of mines fits the state, or if there are fewer than `step`
    assignments.
    """
    domains = start(state)
    try:
        tried = list(islice(fixpoint(state, domains), step))
    except ContradictionError:
        raise InputError("no placement of mines fits the state") from None
    if len(tried) < step:
        raise InputError(f"no step {step}; propagation tries {counted(len(tried), 'assignment')}")
    now = tried[-1]
    looks = {f: Look(square="M" if v else "S") for f, v in decided(state, domains).items()}
    for f, value in zip(scope(state, now.constraint), now.array, strict=True):
        if f is None:
            continue
        if f == now.variable or domains[f] == UNDEFINED:
            looks[f] = Look("t" if f == now.variable else "u", assigned=value)
        else:
            looks[f] = replace(looks.get(f, Look()), letter="k")
    looks[now.constraint] = Look("✓" if now.satisfied else "✗")
    row, col = state.place(now.variable)
    title = (
        f"assignment {step}: ({row}, {col}) = {now.value}, {''.join(map(str, now.array))} "
        f"{'satisfies' if now.satisfied else 'violates'} the {state.number(now.constraint)} at "
        f"{state.place(now.constraint)}"
    )
    return _trace_figure(state, looks, title)


def backbone_figure(state: State, step: int, lifting: bool = False) -> Figure:
    """Draw `backbone.iterative_filtering`, paused at a solver call (thesis, Figure 3.3).

    The formula is that of the numbers alone. The algorithm is paused after call `step`, counted
    from 1. With `lifting`, models are reduced to partial models. Raise `InputError` if no placement
    fits the numbers, or if there are fewer than `step` calls.
    """
    formula = encode(network(state))
    trace: list[Call] = []
    with open_solver(SOLVER) as oracle:
        oracle.append_formula(formula.clauses)
        lift = lifter(formula.clauses) if lifting else None
        try:
            iterative_filtering(oracle, formula.literals, lift=lift, trace=trace)
        except UnsatisfiableError:
            raise InputError("no placement of mines fits the state") from None
    if len(trace) < step:
        raise InputError(
            f"no step {step}; the procedure calls the solver {counted(len(trace), 'time')}"
        )
    seen = trace[:step]
    field = {v: f for f, v in formula.variable.items()}
    last = seen[-1]
    models = [call.model for call in seen if call.satisfiable][-2 if last.satisfiable else -1 :]
    dropped = [lift(sorted(model, key=abs), model) if lift else set() for model in models]
    known: dict[int, str] = {}
    for call in seen:
        if call.tested is not None:
            letter = "N" if call.satisfiable else "M" if call.tested > 0 else "S"
            known[field[abs(call.tested)]] = letter
        if call.tested is not None or lifting:
            # The first call rules out one literal of every field, so it decides no field.
            out = call.lifted if call.tested is None else (*call.ruled_out, *call.lifted)
            known |= {field[abs(x)]: "N" for x in out}
    looks = {f: Look(fill=RED) for f in state.flagged}
    for f, v in formula.variable.items():
        squares = tuple(
            "–" if {v, -v} & without else str(int(v in model))
            for model, without in zip(models, dropped, strict=True)
        )
        looks[f] = Look(
            "t" if last.tested is not None and v == abs(last.tested) else "",
            UNKNOWN,
            square=known.get(f, ""),
            models=squares if last.satisfiable else (*squares, "×"),
        )
    title = f"call {step}: φ is satisfiable"
    if last.tested is not None:
        where = state.place(field[abs(last.tested)])
        title = (
            f"call {step}: {where} {'without a mine' if last.tested > 0 else 'with a mine'} is "
            f"{'satisfiable' if last.satisfiable else 'unsatisfiable'}"
        )
    return _trace_figure(state, looks, title)


def _trace_figure(state: State, looks: dict[int, Look], title: str) -> Figure:
    style.use()
    side = min(0.34, (style.PAGE - 1.9) / state.cols)
    figure, axes = plt.subplots(
        figsize=(side * state.cols + 1.9, max(side * state.rows, 1.5) + 0.4), layout="constrained"
    )
    for f in range(state.rows * state.cols):
        _draw_field(axes, state, f, looks.get(f, Look()), side / 0.34)
    axes.set(xlim=(0, state.cols), ylim=(state.rows, 0), aspect="equal")
    axes.set_xticks([c + 0.5 for c in range(state.cols)], map(str, range(state.cols)), size=6)
    axes.set_yticks([r + 0.5 for r in range(state.rows)], map(str, range(state.rows)), size=6)
    axes.tick_params(length=0, labeltop=True, labelbottom=False)
    figure.suptitle(title, x=0.02, ha="left")
    there = {look.letter for look in looks.values()} | {look.square for look in looks.values()}
    there |= {value for look in looks.values() if not look.square for value in look.models}
    figure.legend(
        handles=[
            Patch(facecolor=colour, edgecolor="0.4", label=f"{letter}  {meaning}")
            for letter, (colour, meaning) in LOOKS.items()
            if letter in there
        ],
        loc="outside right center",
    )
    return figure


def _draw_field(axes: Axes, state: State, f: int, look: Look, scale: float) -> None:
    r, c = state.place(f)
    content = state.content[f]
    fill = look.fill or (OPEN if content >= 0 else COVERED)
    if look.letter:
        fill = LOOKS[look.letter][0]
    axes.add_patch(Rectangle((c, r), 1, 1, facecolor=fill, edgecolor="0.45", lw=0.5))
    if look.square:
        _draw_square(axes, c + 0.2, r + 0.2, 0.6, look.square, 7 * scale)
    elif look.models:
        axes.plot([c, c + 1], [r + 1, r], color=BLACK, lw=0.7)
        for place, value in zip((0.08, 0.58), look.models, strict=False):
            _draw_square(axes, c + place, r + place, 0.34, value, 4 * scale)
    elif look.assigned is not None:
        for digit in (0, 1):
            ink = BLACK if digit == look.assigned else PALE
            where = (c + 0.3 + 0.4 * digit, r + 0.56)
            axes.text(*where, str(digit), size=8 * scale, color=ink, ha="center", va="center")
    else:
        number = SYMBOLS[content] if content not in (0, COVERED_FIELD) or look.letter else ""
        _write(axes, c + 0.5, r + 0.53, number, 9 * scale, fill)
    if not look.square and not look.models:
        _write(axes, c + 0.85, r + 0.15, look.letter, 4 * scale, fill)


def _draw_square(axes: Axes, x: float, y: float, side: float, letter: str, size: float) -> None:
    colour = LOOKS[letter][0]
    axes.add_patch(Rectangle((x, y), side, side, facecolor=colour, edgecolor="0.3", lw=0.3))
    _write(axes, x + side / 2, y + side / 2, letter, size, colour)


def _write(axes: Axes, x: float, y: float, text: str, size: float, fill: str) -> None:
    ink = ink_on(fill)
    axes.text(x, y, text, size=size, color=ink, ha="center", va="center")
