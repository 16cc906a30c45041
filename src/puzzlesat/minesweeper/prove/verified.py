"""Proofs of certain fields for a verified checker; `puzzlesat.proofs.bundle` describes the files.

A proof claims the values of certain fields. The formula is that of the state (`encode`), with one
more clause: at least one of these fields does not have its claimed value. If the formula is
unsatisfiable, all claims hold. The solution and the model represent a placement of mines that fits
the state; without such a placement, every claim would hold vacuously.
"""

from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from puzzlesat.common.errors import DisagreementError, InputError, counted, error_context
from puzzlesat.common.limits import check_size
from puzzlesat.minesweeper.board.formats import parse_state
from puzzlesat.minesweeper.board.game import fault
from puzzlesat.minesweeper.board.state import State
from puzzlesat.minesweeper.encode.encoding import CARDINALITY as CARDINALITIES
from puzzlesat.minesweeper.encode.encoding import encode
from puzzlesat.minesweeper.encode.network import network
from puzzlesat.minesweeper.solve.consistency import Values
from puzzlesat.minesweeper.solve.deduce import CARDINALITY, SOLVER, deduce
from puzzlesat.proofs import bundle
from puzzlesat.sat.formula import Formula, once, stack
from puzzlesat.sat.proof import CAKE_LPR, check_installed

FIELDS = {
    "type": "array",
    "items": {
        "type": "array",
        "items": {"type": "integer", "minimum": 0},
        "minItems": 2,
        "maxItems": 2,
    },
}

FORM = bundle.Form(
    "puzzlesat verified fields 1",
    {
        "state": {"type": "string"},
        "total": {"type": ["integer", "null"], "minimum": 0},
        "cardinality": {"enum": list(CARDINALITIES)},
        "mines": FIELDS,
        "safe": FIELDS,
    },
)
"""The schema of a manifest. Fields are given by row and column, counted from 0."""

GENERATOR = f"{bundle.GENERATOR} with python-sat {version('python-sat')}"
"""The generator of the files; PySAT generates the clauses for the total number of mines."""

MINE, NONE = "*", "-"
"""The symbols of a field with and without a mine, as in samples."""


class Verified(NamedTuple):
    """Verified values of fields.

    Parameters
    ----------
    state : State
    values : dict
        1 for fields that are certainly mines, 0 for fields that are certainly safe.
    formula_bytes, proof_bytes : int
        The sizes of the files.
    check_seconds : float
        The wall-clock time of cake_lpr.
    """

    state: State
    values: Values
    formula_bytes: int
    proof_bytes: int
    check_seconds: float

    @property
    def claim(self) -> str:
        """The numbers of certain fields; those of larger states are too many to be listed."""
        mines = sum(self.values.values())
        safe = counted(len(self.values) - mines, "certainly safe field")
        return f"{counted(mines, 'certain mine')} and {safe}"

    def in_words(self, number: int) -> str:
        """Return a sentence with the verified values, for the state with this number.

        >>> Verified(State.of(["1."], 1), {1: 1}, 999, 99, 0.25).in_words(7)
        'state 7 (1 row, 2 columns, 1 mine): certain mines (0,1), verified by cake_lpr in 0.2 s'
        >>> Verified(State.of(["F1."]), {2: 0}, 999, 99, 0.25).in_words(0)[:80]
        'state 0 (1 row, 3 columns, mines unknown): certainly safe fields (0,2), if all f'
        """
        found = [
            f"{name} {_written(self.state, self.values, value)}"
            for name, value in (("certain mines", 1), ("certainly safe fields", 0))
            if value in self.values.values()
        ]
        if_true = ", if all flags are right" if self.state.flagged else ""
        certain = f"{' and '.join(found)}{if_true}"
        how = bundle.in_words(self.check_seconds)
        return f"state {number} ({_sizes(self.state)}): {certain}, {how}"


def prove(
    state: State, folder: Path, cardinality: str = CARDINALITY, timeout: float | None = None
) -> Verified:
    """Write a proof of all certain fields of a state to a folder, and return their values.

    Parameters
    ----------
    state : State
    folder : Path
        Receives the files. An earlier proof in it is replaced; a folder that contains anything else
        is refused.
    cardinality : str
        PySAT's name of the encoding of the total number of mines.
    timeout : float, optional
        Wall-clock seconds for proof and check.

    Raises
    ------
    InputError
        If no field is certain, no placement of mines fits, the state is too large, the folder is
        refused, or cake_lpr or drat-trim is not installed.
    UnprovenError
        If time is up.
    DisagreementError
        If a solver or cake_lpr contradicts the deduction.
    """
    bundle.check_solver_installed()
    check_size(state.rows, state.cols)
    with bundle.replacing(folder, FORM) as scratch:
        values = deduce(state, SOLVER, cardinality).values
        if not values:
            raise InputError("there is nothing to prove: no covered field is certain")
        deadline = None if timeout is None else monotonic() + timeout
        base = formula_of(state, cardinality)
        try:
            model = bundle.find_model(base, deadline=deadline)
        except TimeoutError:
            raise bundle.UnprovenError("timeout", "no placement of mines that fits") from None
        if model is None:
            raise DisagreementError(
                f"counting finds a placement of mines, but a solver finds none:\n{state}"
            )
        bundle.write_lines(placement(state, model), scratch / bundle.SOLUTION)
        bundle.write_model(model, scratch / bundle.MODEL)
        formula = otherwise(base, state, values)
        comments = _comments(state, cardinality, values)
        claim = f"these fields of a state ({_sizes(state)}) are certain"
        seconds = bundle.prove_by_solver(scratch, formula, comments, GENERATOR, deadline, claim)
        claimed = {
            "state": _text(state),
            "total": state.mines,
            "cardinality": cardinality,
            "mines": _places(state, values, 1),
            "safe": _places(state, values, 0),
        }
        manifest = bundle.write_manifest(scratch, FORM, claimed, GENERATOR)
        return Verified(state, values, *bundle.sizes(manifest), seconds)


def verify(folder: Path, own: State | None = None, number: int = 0) -> Verified:
    """Verify the proof in a folder, starting from its manifest, and return the verified values.

    The placement of mines is checked against the rules. The model is checked clause by clause and
    compared with the placement. The formula is written again and compared with the file byte by
    byte, and cake_lpr checks the proof against the formula that has just been written.

    Parameters
    ----------
    folder : Path
    own : State, optional
        A state that must equal the state of the proof in shape, fields and number of mines.
    number : int
        The number of the state `own`, for messages.

    Raises
    ------
    InputError
        If cake_lpr is not installed, or a check fails; the message names the file.
    OSError
        If a file cannot be read.
    """
    check_installed(CAKE_LPR)
    manifest = bundle.read_manifest(folder, FORM, lambda _: bundle.FILES)
    with error_context(folder / bundle.MANIFEST):
        state = parse_state(manifest["state"], manifest["total"])
        if _text(state) != manifest["state"]:
            raise InputError("state: expected only the characters . F and 0 to 8")
        check_size(state.rows, state.cols)
        if own is not None and own != state:
            sizes, others = _sizes(state), _sizes(own)
            words = f": {sizes}, not {others}" if sizes != others else ""
            raise InputError(f"the evidence is for a state other than state {number}{words}")
        values = _values(state, manifest)
    lines = _check_placement(folder / bundle.SOLUTION, state)
    cardinality = manifest["cardinality"]
    base = formula_of(state, cardinality)
    model = bundle.check_model(folder / bundle.MODEL, base, "the formula of the state")
    if placement(state, model) != lines:
        raise InputError(
            f"{folder / bundle.MODEL}: the mines of the model differ from {bundle.SOLUTION}"
        )
    seconds = bundle.check_refutation(
        folder,
        otherwise(base, state, values),
        _comments(state, cardinality, values),
        manifest["generator"],
        f"the state, the cardinality encoding of python-sat {version('python-sat')}, the fields",
    )
    return Verified(state, values, *bundle.sizes(manifest), seconds)


def formula_of(state: State, cardinality: str) -> Formula:
    """Return the formula of a state, including the total number of mines if it is known."""
    encoding = encode(network(state), cardinality)
    parts = {
        "the total number of mines" if f is None else f"the number of field {f}": clauses
        for f, clauses in encoding.parts.items()
    }
    used = (abs(x) for clauses in parts.values() for clause in clauses for x in clause)
    top = max([len(encoding.variable), *used])
    return Formula(top, tuple(once(name, *stack(clauses)) for name, clauses in parts.items()))


def otherwise(base: Formula, state: State, values: Values) -> Formula:
    """Return the formula with one more clause: not all fields have their claimed values."""
    variable = variables(state)
    clause = [-variable[f] if value else variable[f] for f, value in sorted(values.items())]
    return Formula(base.variables, (*base.templates, once("otherwise", *stack([clause]))))


def variables(state: State) -> dict[int, int]:
    """Return the variable of each covered field in the numbering of `encode`."""
    return {f: v for v, f in enumerate(state.covered, start=1)}


def placement(state: State, model: Iterable[int]) -> list[str]:
    """Return the rows of a model's placement of mines, including those under flags."""
    true = set(model)
    mined = {f for f, v in variables(state).items() if v in true}.union(state.flagged)
    text = "".join(MINE if f in mined else NONE for f in range(len(state.content)))
    return [text[first : first + state.cols] for first in range(0, len(text), state.cols)]


def _places(state: State, values: Values, value: int) -> list[list[int]]:
    return state.places(f for f, known in values.items() if known == value)


def _written(state: State, values: Values, value: int) -> str:
    return " ".join(f"({r},{c})" for r, c in _places(state, values, value))


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


def _check_placement(path: Path, state: State) -> list[str]:
    """Return the rows of the placement in a file; raise `InputError` if it does not fit."""
    lines = bundle.read_short(path).splitlines()
    fields = "".join(lines)
    if [len(line) for line in lines] != [state.cols] * state.rows or set(fields) - {MINE, NONE}:
        raise InputError(
            f"{path}: expected {counted(state.rows, 'row')} of "
            f"{counted(state.cols, 'field')}, * or -"
        )
    wrong = fault(state, {f for f, field in enumerate(fields) if field == MINE})
    if wrong:
        raise InputError(f"{path}: {wrong}")
    return lines
