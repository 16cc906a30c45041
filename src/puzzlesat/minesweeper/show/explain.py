"""One page with both windows (thesis, §2.4 and §3.3), in the browser and without a network.

The page propagates by itself, as `consistency.fixpoint` does. What a solver would answer it is
told: whether φ ∪ {l} is satisfiable for every literal l, and a model if it is. What the algorithm
has added to φ meanwhile is in the backbone, and so true in that model as well; hence the answers
are right in whatever order someone has the fields tested.

A state does not tell where its mines are. To be played on, the page has a placement that fits it.
As soon as the board has changed, the page looks for models of the numbers by itself.
"""

from importlib.resources import files
from random import Random
from typing import Any

from puzzlesat.common.errors import InputError
from puzzlesat.minesweeper.board.state import State
from puzzlesat.minesweeper.encode.encoding import Encoding, encode
from puzzlesat.minesweeper.encode.network import network
from puzzlesat.minesweeper.solve.deduce import deduce
from puzzlesat.report.page import filled
from puzzlesat.sat.backbone import Lift, lifter
from puzzlesat.sat.solver import open_solver, solve

MOST = 1000
"""Undecided fields of the largest state that makes a page; models take memory quadratic in it."""


def page(state: State, name: str, solver: str, cardinality: str) -> str:
    """Return the page of a state.

    Parameters
    ----------
    state : State
    name : str
        What the page calls it.
    solver, cardinality : str
        PySAT's names.

    Raises
    ------
    InputError
        If no placement of mines fits, or the state has more than `MOST` undecided fields.
    """
    if len(state.covered) > MOST:
        raise InputError(f"{len(state.covered)} fields are covered; a page has room for {MOST}")
    deduce(state, solver, cardinality)  # raises if there is nothing to explain
    template = files(__package__).joinpath("page.html").read_text("utf-8")
    return filled(template, page_data(state, name, solver, cardinality))


def page_data(state: State, name: str, solver: str, cardinality: str) -> dict[str, Any]:
    """Return what the page is told.

    Parameters are those of `page`.

    Returns
    -------
    dict
        The state, the fields of a `placement` of its mines, and under ``formulas`` the `answers` of
        a solver with the numbers alone and, where the number of mines is known, with it.

    Examples
    --------
    >>> found = page_data(State.of(["1."]), "an example", "minisat22", "kmtotalizer")
    >>> found["placement"], found["formulas"]["numbers"]
    ([1], {'first': '1', 'witnesses': [[None, '1']]})
    """
    net = network(state)
    whole = encode(net, cardinality)
    formulas = {"numbers": answers(encode(net), solver)}
    if state.mines is not None:
        formulas["total"] = answers(whole, solver)
    return {
        "name": name,
        "rows": state.rows,
        "cols": state.cols,
        "content": state.content,
        "mines": state.mines,
        "placement": sorted([*state.flagged, *placement(whole, solver)]),
        "formulas": formulas,
    }


def placement(formula: Encoding, solver: str) -> list[int]:
    """Return the fields with a mine in some model of a formula, the same one every time.

    Field by field in a random order, a random value is taken if some model has it; a fifth of the
    values are mines.

    Examples
    --------
    >>> placement(Encoding({7: 1, 8: 2}, {0: [[1], [2]]}), "minisat22")
    [7, 8]
    """
    random = Random(0)
    variables = sorted(formula.variable.values())
    random.shuffle(variables)
    taken: list[int] = []
    with open_solver(solver) as oracle:
        oracle.append_formula(formula.clauses)
        model = set(oracle.get_model() if solve(oracle) else ())
        for v in variables:
            literal = v if random.random() < 0.2 else -v
            if literal not in model and solve(oracle, assumptions=[*taken, literal]):
                model = set(oracle.get_model())
            taken.append(literal if literal in model else -literal)
    return [f for f, value in formula.values(taken).items() if value]


def answers(formula: Encoding, solver: str) -> dict[str, Any]:
    """Return a model of a formula, and for each literal of a field one in which it is true.

    A model is a string with a digit for each field, in the order of its variables: 0 or 1, plus 2
    if the partial model that `lifter` gets from it does without the field.

    Returns
    -------
    dict
        ``first``, a model; ``witnesses``, for each field a model in which it is no mine and one in
        which it is, or None where there is none.

    Examples
    --------
    >>> answers(Encoding({7: 1, 8: 2}, {0: [[1]]}), "minisat22")
    {'first': '12', 'witnesses': [[None, '12'], ['12', '13']]}
    """
    lift = lifter(formula.clauses)
    fields = list(formula.variable.values())
    with open_solver(solver) as oracle:
        oracle.append_formula(formula.clauses)

        def model(*assumed: int) -> str | None:
            if not solve(oracle, assumptions=assumed):
                return None
            return _digits(oracle.get_model(), fields, lift)

        return {"first": model(), "witnesses": [[model(-v), model(v)] for v in fields]}


def _digits(model: list[int], fields: list[int], lift: Lift) -> str:
    literals = [model[v - 1] for v in fields]
    dropped = lift(model, literals)
    return "".join(str((x > 0) + 2 * (x in dropped)) for x in literals)
