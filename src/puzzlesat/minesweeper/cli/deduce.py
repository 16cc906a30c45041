"""The commands that print all fields that are certain, or one of them with the reason."""

import json
import shutil
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from puzzlesat.common.command import (
    COUNT,
    cores_option,
    json_option,
    number_option,
    timeout_option,
)
from puzzlesat.common.errors import InputError, error_context
from puzzlesat.common.puzzle_files import Form, PuzzleStream, Source, files_argument
from puzzlesat.minesweeper.board.state import State
from puzzlesat.minesweeper.cli.options import (
    cardinality_option,
    state_form,
    state_in,
    states_in,
)
from puzzlesat.minesweeper.show.terminal import draw_deduction, guess, least_likely
from puzzlesat.minesweeper.solve import deduce as deducing
from puzzlesat.sat.solver import check_incremental

if TYPE_CHECKING:
    from puzzlesat.minesweeper.solve.reasons import Reason  # slow to import


@click.command()
@files_argument
@state_form
@json_option("one JSON object per state, one per line")
@click.option(
    "--solver", default="minisat22", show_default=True, help="SAT solver, by its PySAT name."
)
@cardinality_option
@timeout_option("one state")
@click.option(
    "--memory",
    type=COUNT,
    metavar="MiB",
    default=deducing.COUNTING_MEMORY >> 20,
    show_default=True,
    help="Memory limit for the probabilities.",
)
@cores_option("states")
def deduce(
    files: tuple[str, ...],
    form: Form,
    as_json: bool,
    solver: str,
    cardinality: str,
    timeout: float | None,
    memory: int,
    cores: int,
) -> None:
    """Print certain mines, safe fields and probabilities of mines for each state in FILE.

    In FILE, a digit from 0 to 8 is an uncovered field, a dot a covered field, and F a flag.
    minesweeper --help lists the symbols of other programs.

    Fields are named by column and row, such as C3. A contradictory state is reported as an
    error, if possible with a smallest set of numbers and flags in conflict. If a limit is reached,
    the probabilities of mines may be missing. If it is the time limit, some certain mines and
    some certainly safe fields may be missing, too.
    """
    check_incremental(solver, timeout)
    terminal_width = shutil.get_terminal_size().columns
    contradictions = []
    items = PuzzleStream(files, partial(states_in, form=form))
    answer = partial(
        _answered,
        as_json=as_json,
        terminal_width=terminal_width,
        options=(solver, cardinality, timeout, memory << 20),
    )
    if cores > 1 and len(items) > 1:
        from puzzlesat.common.parallel import ordered_map

        answers = ordered_map(answer, items, cores)
    else:
        answers = (answer(item) for item in items)
    with closing(answers):
        for text, contradiction in answers:
            if text is not None:
                click.echo(text)
            contradictions += contradiction
    if contradictions:
        place = f"{files[0]}: " if len(files) == 1 else ""
        raise InputError(f"{place}{'; '.join(contradictions)}")


def _answered(
    item: tuple[Source, State],
    *,
    as_json: bool,
    terminal_width: int,
    options: tuple[str, str, float | None, int],
) -> tuple[str | None, list[str]]:
    """Return the text to print for a state, and a sentence if the state is contradictory."""
    source, state = item
    name, label = source.label("state"), source.as_json | {"state": source.number}
    try:
        deduction = deducing.deduce(state, *options)
    except InputError as error:
        text = json.dumps(_contradictory(label, error)) if as_json else None
        return text, [f"{name}: {error}"]
    if as_json:
        return json.dumps(label | deduction.as_json(state)), []
    return draw_deduction(name, state, deduction, terminal_width), []


def _contradictory(label: dict[str, Any], error: InputError) -> dict[str, Any]:
    return label | {"status": "contradictory", "why": str(error)}


@click.command()
@click.argument("file")
@state_form
@number_option("state")
@json_option()
def hint(file: str, form: Form, number: int, as_json: bool) -> None:
    """Name a field that is certainly a mine or safe in a state in FILE, and say why.

    The hint is the field whose value follows from the fewest numbers. The total number of mines is
    used only if no value follows from the numbers alone. Flags are treated as mines. If no field is
    certain, the hint is the field least likely to be a mine. Fields are named by column and
    row, such as C3.

    \b
    Example, a row of numbers above a row of covered fields:
      $ printf '1221\\n....\\n' | minesweeper hint -
    """  # noqa: D301, click's marker for lines that are not rewrapped
    from puzzlesat.minesweeper.solve.reasons import certain, simplest

    state = state_in(file, number, form)
    with error_context(f"{file}: state {number}"):
        try:
            certain_values = certain(state)
        except InputError as error:
            if as_json:
                click.echo(json.dumps(_contradictory({"state": number}, error)))
            raise
        reason = simplest(state, certain_values)
        if reason is not None:
            answer = _certain(reason, state)
        elif state.covered:
            answer = _uncertain(deducing.deduce(state), state)
        else:
            answer = {"status": "finished", "why": "No field is covered."}
    click.echo(json.dumps({"state": number} | answer) if as_json else answer["why"])


def _certain(reason: "Reason", state: State) -> dict[str, Any]:
    from puzzlesat.minesweeper.show.words import sentence

    return {
        "status": "certain",
        "field": state.place(reason.field),
        "value": "mine" if reason.value else "safe",
        "numbers": state.places(reason.numbers),
        "total": reason.total,
        "smallest": reason.smallest,
        "why": sentence(reason, state),
    }


def _uncertain(deduction: deducing.Deduction, state: State) -> dict[str, Any]:
    least = None if deduction.probabilities is None else least_likely(deduction.probabilities)
    return {
        "status": "uncertain",
        "field": None if least is None else state.place(least[0]),
        "probability": None if least is None else least[1],
        "why": guess(deduction, state),
    }
