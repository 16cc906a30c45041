"""Proofs of certain fields for a verified checker; `puzzlesat.proofs.bundle` describes the files.

A proof claims the values of certain fields. The formula is that of the state (`encode`), with one
more clause: at least one of these fields does not have its claimed value. If the formula is
unsatisfiable, all claims hold. The solution and the model represent a placement of mines that fits
the state; without such a placement, every claim would hold vacuously.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

from puzzlesat.common.deadline import Deadline
from puzzlesat.common.errors import DisagreementError, InputError, counted, field_name
from puzzlesat.common.limits import check_proof_size
from puzzlesat.minesweeper.board.board import Board
from puzzlesat.minesweeper.board.game import fault
from puzzlesat.minesweeper.board.state import State
from puzzlesat.minesweeper.encode.encoding import CARDINALITIES, encode
from puzzlesat.minesweeper.encode.network import network
from puzzlesat.minesweeper.solve.consistency import Values
from puzzlesat.minesweeper.solve.deduce import DEFAULT_CARDINALITY, DEFAULT_SOLVER, deduce
from puzzlesat.proofs import bundle, checks
from puzzlesat.proofs.claim import Claim, Refuted
from puzzlesat.sat.formula import Formula, arrays_by_length, static_template

FIELDS = checks.list_of(checks.list_of(checks.whole_number(0), 2))

FORM = bundle.ManifestForm(
    "puzzlesat verified fields 1",
    {
        "state": checks.text_matching(),
        "total": checks.whole_number(0, or_null=True),
        "cardinality": checks.one_of(CARDINALITIES),
        "mines": FIELDS,
        "safe": FIELDS,
    },
)
"""The format of a manifest. Fields are given by row and column, counted from 0."""

GENERATOR = f"{bundle.GENERATOR} with python-sat {version('python-sat')}"
"""The generator of the files; PySAT generates the clauses for the total number of mines."""


@dataclass(frozen=True)
class CertainFields(Claim):
    """The claim that fields of a state have certain values: 1 for a mine, 0 for a safe field."""

    form = FORM
    noun = "state"
    inputs = (
        f"the state, the cardinality encoding of python-sat {version('python-sat')}, the fields"
    )
    generator = GENERATOR

    state: State
    values: Values
    cardinality: str = DEFAULT_CARDINALITY
    solution: list[str] | None = None  # the placement of mines

    @property
    def short_answer(self) -> str:
        mines = sum(self.values.values())
        safe = counted(len(self.values) - mines, "certainly safe field")
        return f"{counted(mines, 'certain mine')} and {safe}"

    @property
    def answer(self) -> str:
        """The fields as the end of a sentence.

        >>> CertainFields(State.of(["1."], 1), {1: 1}, check_seconds=0.25).in_words(7)
        'state 7 (1 row, 2 columns, 1 mine): certain mines B1, verified by cake_lpr in 0.2 s'
        >>> CertainFields(State.of(["F1."]), {2: 0}).answer
        ': certainly safe fields C1, if all flags are right'
        """
        statements = [
            f"{name} {_written(self.state, self.values, value)}"
            for name, value in (("certain mines", 1), ("certainly safe fields", 0))
            if value in self.values.values()
        ]
        if_true = ", if all flags are right" if self.state.flagged else ""
        return f": {' and '.join(statements)}{if_true}"

    @classmethod
    def of_manifest(cls, manifest: bundle.Manifest) -> "CertainFields":
        state = State.of(manifest["state"].split("/"), manifest["total"])
        if _text(state) != manifest["state"]:
            raise InputError("state: expected only the characters . F and 0 to 8")
        check_proof_size(state.rows, state.cols)
        return cls(state, _values(state, manifest), manifest["cardinality"])

    @property
    def entries(self) -> dict[str, Any]:
        return {
            "state": _text(self.state),
            "total": self.state.mines,
            "cardinality": self.cardinality,
            "mines": _places(self.state, self.values, 1),
            "safe": _places(self.state, self.values, 0),
        }

    @staticmethod
    def identity(state: State) -> tuple[object, str]:
        return state, _sizes(state)

    def with_solution(self, text: str) -> "CertainFields":
        state, lines = self.state, text.splitlines()
        fields = "".join(lines)
        if [len(line) for line in lines] != [state.cols] * state.rows or set(fields) - {*"*-"}:
            raise InputError(
                f"expected {counted(state.rows, 'row')} of {counted(state.cols, 'field')}, * or -"
            )
        wrong = fault(state, {f for f, field in enumerate(fields) if field == "*"})
        if wrong:
            raise InputError(wrong)
        return replace(self, solution=lines)

    @cached_property
    def formula(self) -> tuple[Formula, str]:
        return formula_of(self.state, self.cardinality), "the formula of the state"

    def check_model(self, model: Sequence[int]) -> None:
        if placement(self.state, model) != self.solution:
            raise InputError(f"the mines of the model differ from {bundle.SOLUTION}")

    def formula_to_refute(self, model: Sequence[int] | None) -> Refuted:
        comments = _comments(self.state, self.cardinality, self.values)
        return otherwise(self.formula[0], self.state, self.values), comments


verify = CertainFields.verify


def prove(
    state: State,
    folder: Path,
    cardinality: str = DEFAULT_CARDINALITY,
    wall_limit: float | None = None,
) -> CertainFields:
    """Write a proof of all certain fields of a state to a folder, and return their values.

    An earlier proof in `folder` is replaced; a folder with anything else is refused. `cardinality`
    is PySAT's name of the encoding of the total number of mines, and `wall_limit` is in wall-clock
    seconds for deduction, proof and check. Raise `InputError` if no field is certain, no placement
    of mines fits, the state is too large, or cake_lpr or drat-trim is not installed;
    `UnprovenError` if time is up; or `DisagreementError` if a solver or cake_lpr contradicts the
    deduction.
    """
    bundle.check_solver_installed()
    check_proof_size(state.rows, state.cols)
    with bundle.replacing(folder, FORM) as scratch:
        deadline = Deadline(wall_limit)
        deduction = deduce(state, DEFAULT_SOLVER, cardinality, wall_limit)
        if deduction.status == "propagated":
            raise bundle.UnprovenError("timeout", "some fields are undecided")
        values = deduction.values
        if not values:
            raise InputError("there is nothing to prove: no covered field is certain")
        claim = CertainFields(state, values, cardinality)
        with bundle.within_limits("no placement of mines that fits"):
            model = bundle.find_model(claim.formula[0], deadline=deadline)
        if model is None:
            raise DisagreementError(
                f"counting finds a placement of mines, but a solver finds none:\n{state}"
            )
        claim = replace(claim, solution=placement(state, model))
        sentence = f"these fields of a state ({_sizes(state)}) are certain"
        refute = partial(bundle.prove_by_solver, scratch, deadline, sentence, claim.generator)
        return claim.write_bundle(scratch, model, refute)


def formula_of(state: State, cardinality: str) -> Formula:
    """Return the formula of a state, including the total number of mines if it is known."""
    encoding = encode(network(state), cardinality)
    parts = {
        "the total number of mines" if f is None else f"the number of field {f}": clauses
        for f, clauses in encoding.parts.items()
    }
    used = (abs(x) for clauses in parts.values() for clause in clauses for x in clause)
    top = max([len(encoding.variable), *used])
    return Formula(
        top,
        tuple(static_template(name, *arrays_by_length(clauses)) for name, clauses in parts.items()),
    )


def otherwise(base: Formula, state: State, values: Values) -> Formula:
    """Return the formula with one more clause: not all fields have their claimed values."""
    variable = variables(state)
    clause = [-variable[f] if value else variable[f] for f, value in sorted(values.items())]
    return Formula(
        base.variables, (*base.templates, static_template("otherwise", *arrays_by_length([clause])))
    )


def variables(state: State) -> dict[int, int]:
    """Return the variable of each covered field in the numbering of `encode`."""
    return {f: v for v, f in enumerate(state.covered, start=1)}


def placement(state: State, model: Iterable[int]) -> list[str]:
    """Return the rows of a model's placement of mines, including those under flags."""
    true = set(model)
    mined = {f for f, v in variables(state).items() if v in true}.union(state.flagged)
    return Board(state.rows, state.cols, frozenset(mined)).lines


def _places(state: State, values: Values, value: int) -> list[list[int]]:
    return state.places(f for f, known in values.items() if known == value)


def _written(state: State, values: Values, value: int) -> str:
    return " ".join(field_name(r, c) for r, c in _places(state, values, value))


def _sizes(state: State) -> str:
    """Return the shape and the number of mines of a state in words."""
    mines = "mines unknown" if state.mines is None else counted(state.mines, "mine")
    return f"{counted(state.rows, 'row')}, {counted(state.cols, 'column')}, {mines}"


def _text(state: State) -> str:
    return "/".join(state.lines)


def _values(state: State, manifest: bundle.Manifest) -> Values:
    """Return the values that a manifest claims."""
    values: Values = {}
    covered = set(state.covered)
    for key, value in (("mines", 1), ("safe", 0)):
        for r, c in manifest[key]:
            f = r * state.cols + c
            if c >= state.cols or f not in covered:
                raise InputError(f"{key}: ({r},{c}) is not a covered field of the state")
            if f in values:
                raise InputError(f"{key}: ({r},{c}) occurs twice")
            values[f] = value
    if not values:
        raise InputError("neither mines nor safe fields are claimed")
    return values


def _comments(state: State, cardinality: str, values: Values) -> dict[str, object]:
    return {
        "description": "can the mines of this Minesweeper state lie otherwise than is claimed?",
        "generator": GENERATOR,
        "rows": state.rows,
        "cols": state.cols,
        "state": _text(state),
        "mines on the board": "unknown" if state.mines is None else state.mines,
        "cardinality": cardinality,
        "claimed to be mines": _written(state, values, 1) or "none",
        "claimed to be safe": _written(state, values, 0) or "none",
        "mine(f)": f"1..{len(state.covered)}, a mine in the covered field f, row by row; the "
        "variables after them count mines",
    }
