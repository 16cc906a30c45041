"""The page of ``minesweeper explain``: the thesis's two windows (§2.4, §3.3) for one board.

The page itself implements propagation (`solve.consistency`). For the backbone of the formula φ,
it contains the solver's answers: for every literal l, whether φ ∪ {l} is satisfiable, and a model
if so. Literals that the algorithm later adds to φ are in the backbone, so they are true in this
model, too. The answers are therefore correct for any order in which fields are tested.

The first view shows why one method decides more than another (Simon 2012, §4.1), on the given
state: for each method, a field that the previous methods leave open, and the numbers that together
decide it. The guided tour shows this for a state on which each method decides one more field.

A state does not include the positions of the mines. For a game, the page uses a placement that
fits, and explains this before the game begins. After the board has been edited, the page itself
searches for models of the numbers.
"""

import json
from importlib.resources import files
from random import Random
from typing import Any

from puzzlesat.common.errors import InputError, counted
from puzzlesat.common.page import single_page
from puzzlesat.minesweeper.board.state import State
from puzzlesat.minesweeper.encode.encoding import Encoding, encode
from puzzlesat.minesweeper.encode.network import network
from puzzlesat.minesweeper.show.terminal import guess
from puzzlesat.minesweeper.solve.consistency import Values
from puzzlesat.minesweeper.solve.deduce import DEFAULT_CARDINALITY, DEFAULT_SOLVER, METHODS, deduce
from puzzlesat.minesweeper.solve.reasons import Reason, sentence, simplest
from puzzlesat.sat.backbone import lifter
from puzzlesat.sat.solver import open_solver, solve

MAX_PAGE_FIELDS = 1000
"""Maximum number of covered fields for a page; the size of all its models grows quadratically."""

Step = dict[str, Any]
"""One method of a `story`: the fields that it decides, and a reason."""

SENTENCES = {
    "single": "Propagation checks one constraint at a time. It decides {}",
    "pairs": "Two constraints at a time decide {}",
    "total": "Pairs of constraints and the number of mines, {mines}, decide {}",
    "backbone": "SAT considers all numbers at once. It decides {}",
    "backbone_total": "Knowing that there {are_mines} decides {}",
}
"""A sentence for each method of `deduce.METHODS`, with the number of fields that it decides."""


def page(state: State, name: str) -> str:
    """Return the page of a state with the title `name`.

    Raise `InputError` if no placement of mines fits, or the state has more than `MAX_PAGE_FIELDS`
    covered fields.
    """
    if len(state.covered) > MAX_PAGE_FIELDS:
        raise InputError(
            f"{len(state.covered)} fields are covered; a page shows at most {MAX_PAGE_FIELDS}"
        )
    return single_page("minesweeper", name, page_data(state))


def tour_page() -> str:
    """Return the page of the guided tour."""
    state, story_ = tour()
    data = page_data(state)
    data["steps"] |= {"story": story_, "tour": True}
    return single_page("minesweeper", "the guided tour", data)


def tour() -> tuple[State, list[Step]]:
    """Return the state of the guided tour, and its steps: a `story` with its own texts."""
    content = json.loads(files(__package__).joinpath("tour.json").read_text("utf-8"))
    state = State.of(content["state"], content["mines"])
    known: Values = {}
    steps = []
    for step in content["steps"]:
        decided: Values = {}
        reason = None
        if "field" in step:
            f = _field(step["field"], state)
            numbers = tuple(_field(place, state) for place in step["numbers"])
            decided = {f: step["value"]}
            reason = Reason(f, step["value"], numbers, step["total"])
        steps.append(_step(step["method"], step["text"], known, decided, reason))
        known = known | decided
    return state, steps


def _field(place: tuple[int, int], state: State) -> int:
    return place[0] * state.cols + place[1]


def story(state: State) -> list[Step]:
    """Return a step for each method: the fields that it adds, and a reason for one of them.

    A step has the ``method``; a ``text``; the values ``known`` from earlier methods and those
    ``found`` by this method, as lists of fields and values; and the ``reason`` for one of the
    values found, or None.

    >>> single, pairs, backbone = story(State.of(["1221", "...."]))
    >>> single["text"]
    'Propagation checks one constraint at a time. It decides none of the 4 covered fields.'
    >>> pairs["found"], backbone["found"]
    ([[4, 0], [5, 1], [6, 1], [7, 0]], [])
    >>> backbone["text"]
    'SAT considers all numbers at once. It decides nothing further.'
    """
    net = network(state)
    are_mines = f"{'is' if state.mines == 1 else 'are'} {counted(state.mines, 'mine')}"
    known: Values = {}
    steps: list[Step] = []
    for method, decide in METHODS.items():
        if state.mines is None and "total" in method:
            continue
        decided = {f: value for f, value in decide(net).items() if f not in known}
        # Fields that follow from the numbers alone are not credited to the total number of mines.
        later = METHODS["backbone"](net).keys() if method == "total" else ()
        reason = simplest(state, decided.keys() - later or decided)
        some = f"{len(decided) or 'none'} of the {counted(len(state.covered), 'covered field')}"
        if steps:
            some = f"{len(decided)} more" if decided else "nothing further"
        text = SENTENCES[method].format(some, mines=state.mines, are_mines=are_mines)
        text += "." if reason is None else f", for example: {sentence(reason, state)}"
        steps.append(_step(method, text, known, decided, reason))
        known = known | decided
    return steps


def _step(
    method: str | None, text: str, known: Values, decided: Values, reason: Reason | None
) -> Step:
    return {
        "method": method,
        "text": text,
        "known": _pairs(known),
        "found": _pairs(decided),
        "reason": reason and _as_dict(reason),
    }


def _pairs(values: Values) -> list[list[int]]:
    return [[f, values[f]] for f in sorted(values)]


def _as_dict(reason: Reason) -> dict[str, Any]:
    return {"field": reason.field, "value": reason.value, "numbers": list(reason.numbers)}


def page_data(state: State) -> dict[str, Any]:
    """Return the object with which the page starts: the state and its steps.

    The steps are a `placement` of the mines; under ``formulas``, the `answers` of a solver for the
    numbers alone and, if the number of mines is known, with this number; the `story`; and a
    ``hint``: its text, and a reason if any field is certain.

    >>> steps = page_data(State.of(["1."]))["steps"]
    >>> steps["placement"], steps["formulas"]["numbers"]
    ([1], {'first': '1', 'witnesses': [[None, '1']]})
    >>> steps["hint"]["text"]
    '(0, 1) is a mine: the 1 at (0, 0) has only 1 covered field around it.'
    """
    deduction = deduce(state)  # raises if there is nothing to explain
    net = network(state)
    whole = encode(net, DEFAULT_CARDINALITY)
    formulas = {"numbers": answers(encode(net))}
    if state.mines is not None:
        formulas["total"] = answers(whole)
    reason = simplest(state, deduction.values)
    text = "No field is covered."
    if state.covered:
        text = sentence(reason, state) if reason else guess(deduction, state)
    puzzle: dict[str, Any] = {"rows": [line.replace(".", "#") for line in state.lines]}
    if state.mines is not None:
        puzzle["mines"] = state.mines
    return {
        "puzzle": puzzle,
        "steps": {
            "placement": sorted([*state.flagged, *placement(whole)]),
            "formulas": formulas,
            "story": story(state),
            "hint": {"text": text, "reason": reason and _as_dict(reason)},
            "tour": False,
        },
    }


def placement(formula: Encoding) -> list[int]:
    """Return the fields with a mine in one model of a formula; repeated calls agree.

    The fields get values in a random order. Each value is drawn, a mine with probability 1/5. If
    no model has this value and the earlier ones, the field gets the other value.

    >>> placement(Encoding({7: 1, 8: 2}, {0: [[1], [2]]}))
    [7, 8]
    """
    random = Random(0)
    variables = sorted(formula.variable.values())
    random.shuffle(variables)
    taken: list[int] = []
    with open_solver(DEFAULT_SOLVER) as oracle:
        oracle.append_formula(formula.clauses)
        model = set(oracle.get_model() if solve(oracle) else ())
        for v in variables:
            literal = v if random.random() < 0.2 else -v
            if literal not in model and solve(oracle, assumptions=[*taken, literal]):
                model = set(oracle.get_model())
            taken.append(literal if literal in model else -literal)
    return [f for f, value in formula.values(taken).items() if value]


def answers(formula: Encoding) -> dict[str, Any]:
    """Return the ``first`` model of a formula, and ``witnesses``, models for each field and value.

    A model is a string with a digit for each field, in the order of the variables: 0 or 1, plus 2
    if `lifter` omits the field from the model. Each field has two witnesses: a model without a mine
    there, and a model with a mine there. None replaces a witness if there is no such model.

    >>> answers(Encoding({7: 1, 8: 2}, {0: [[1]]}))
    {'first': '12', 'witnesses': [[None, '12'], ['12', '13']]}
    """
    lift = lifter(formula.clauses)
    fields = list(formula.variable.values())
    with open_solver(DEFAULT_SOLVER) as oracle:
        oracle.append_formula(formula.clauses)

        def model(*assumed: int) -> str | None:
            if not solve(oracle, assumptions=assumed):
                return None
            model_literals = oracle.get_model()
            literals = [model_literals[v - 1] for v in fields]
            dropped = lift(model_literals, literals)
            return "".join(str((x > 0) + 2 * (x in dropped)) for x in literals)

        return {"first": model(), "witnesses": [[model(-v), model(v)] for v in fields]}
