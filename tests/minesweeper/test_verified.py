"""Proofs of certain fields, and the changes to proofs that are refused."""

import shutil
from functools import partial

import pytest

from puzzlesat.common.errors import InputError
from puzzlesat.minesweeper.board.state import State
from puzzlesat.minesweeper.prove import verified
from puzzlesat.minesweeper.prove.verified import prove, verify
from puzzlesat.proofs import bundle
from puzzlesat.proofs.bundle import FORMULA, MANIFEST, MODEL, PROOF, SOLUTION

from .. import evidence, programs
from ..evidence import edit_manifest, manifest, rewrite, sign, write_manifest
from . import exhaustive

pytestmark = pytest.mark.usefixtures("cake_lpr", "drat_trim")

refused = partial(evidence.refused, verify)
minesweeper = partial(programs.invoke, "minesweeper")

STATE = State.of(["12210", ".....", "....F"], mines=4)
"""The second row is certain, with two mines below 2 2; no field of the last row is."""


@pytest.fixture(scope="module")
def proven(tmp_path_factory, cake_lpr, drat_trim):
    folder = tmp_path_factory.mktemp("proven")
    prove(STATE, folder)
    return folder


@pytest.fixture
def folder(proven, tmp_path):
    return shutil.copytree(proven, tmp_path / "copy")


def test_proofs_agree_with_brute_force(tmp_path):
    proofs = 0
    for lines, mines in exhaustive.random_states(60, 2020, most=9):
        state = State.of(lines, mines)
        certain = exhaustive.certain(lines, mines)
        if certain:
            assert prove(state, tmp_path).values == certain
            assert verify(tmp_path).values == certain
            proofs += 1
        else:
            with pytest.raises(InputError, match=r"nothing to prove|no placement"):
                prove(state, tmp_path)
    assert 10 < proofs < 60


FIELDS = [
    ("format", "puzzlesat verified minimum 1", "format is"),
    ("state", "12210/...../....", "row 3: 4 fields, but row 1 has 5"),
    ("state", "12210/...../....m", "row 3, column 5: 'm' is not a field"),
    ("state", "12210/#..../....F", "occur together|expected only the characters \\. F and 0 to 8"),
    ("state", "12210/F..../....F", "safe: \\(1,0\\) is not a covered field"),
    ("state", "12220/...../....F", "solution.txt: 1 mine around D1, not 2"),
    ("state", "12210/...../.....", "formula.cnf: not what|model.txt: "),
    ("state", "", "manifest.json: "),
    ("total", None, "model.txt: |formula.cnf: not the formula for"),
    ("total", 5, "solution.txt: 4 mines, not 5"),
    ("total", -1, "total is -1"),
    ("cardinality", "seqcounter", "model.txt: |formula.cnf: not the formula for"),
    ("cardinality", "none", "cardinality is 'none'"),
    ("mines", [], "formula.cnf: not the formula for"),
    ("mines", [[1, 1]], "formula.cnf: not the formula for"),
    ("mines", [[1, 1], [1, 2], [2, 2]], "formula.cnf: not the formula for"),
    ("mines", [[1, 1], [1, 2], [1, 1]], "mines: \\(1,1\\) occurs twice"),
    ("mines", [[1, 0], [1, 2]], "safe: \\(1,0\\) occurs twice"),
    ("mines", [[0, 0]], "mines: \\(0,0\\) is not a covered field"),
    ("safe", [[1, 0]], "formula.cnf: not the formula for"),
    ("safe", [[1, -1]], "safe.0.1 is -1"),
    ("checker", "mine", "checker is 'mine'"),
    ("verdict", "trivial", "verdict is 'trivial'; choose from s VERIFIED UNSAT"),
    ("generator", "puzzlesat 9", "formula.cnf: not the formula for .* the generator"),
    ("files", {}, "missing key 'formula.cnf' in files"),
]


@pytest.mark.parametrize(("field", "value", "message"), FIELDS)
def test_changed_manifest_fields_are_rejected(folder, field, value, message):
    edit_manifest(folder, **{field: value})
    refused(folder, message)


def test_changed_fields_cover_the_whole_manifest(proven):
    assert {field for field, _, _ in FIELDS} == set(manifest(proven))


def test_empty_claims_are_rejected(folder):
    edit_manifest(folder, mines=[], safe=[])
    refused(folder, "neither mines nor safe fields are claimed")


def test_claim_about_an_uncertain_field_is_rejected(folder):
    """All files are consistent except for the proof, which cannot exist."""
    content = manifest(folder)
    values = verify(folder).values | {10: 0}
    formula = verified.otherwise(verified.formula_of(STATE, "kmtotalizer"), STATE, values)
    comments = verified._comments(STATE, "kmtotalizer", values)
    bundle.write_formula(formula, comments, content["generator"], folder / FORMULA)
    write_manifest(folder, content | {"safe": [*content["safe"], [2, 0]]})
    sign(folder, FORMULA)
    refused(folder, "proof.lrat: cake_lpr rejects it")


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["-----", "-**--", "--**-"], "a flag at E3, but no mine"),
        (["*----", "-**--", "----*"], "a mine at A1, where 1 is uncovered"),
        (["-----", "-*---", "--***"], "1 mine around B1, not 2"),
        (["-----", "-**--", "----*"], "3 mines, not 4"),
        (["-----", "-**--"], "expected 3 rows of 5 fields"),
        (["-----", "-**--", "---x*"], "expected 3 rows of 5 fields"),
    ],
)
def test_placements_that_do_not_fit_are_rejected(folder, lines, message):
    rewrite(folder, SOLUTION, "\n".join(lines) + "\n")
    refused(folder, f"solution.txt: {message}")


def test_model_of_another_placement_is_rejected(folder):
    lines = (folder / SOLUTION).read_text().splitlines()
    last = lines[2][3::-1] + lines[2][4]
    rewrite(folder, SOLUTION, "\n".join([*lines[:2], last]) + "\n")
    refused(folder, "model.txt: the mines of the model differ from solution.txt")


def test_prove_and_verify_commands(tmp_path):
    states = tmp_path / "states.txt"
    states.write_text("..\n..\n\nmines: 1\n1.\n..\n\n2.\n11\n\n1.\n11\n")
    folder = tmp_path / "proof"

    claim = "(2 rows, 2 columns, mines unknown): certain mines B1, verified by cake_lpr"
    output = minesweeper("prove", states, "-o", folder, status=1).stderr
    assert "3 of 4 were not proven: state 0: there is nothing to prove: no covered field" in output
    assert "state 2: no placement of mines fits" in output
    assert f"state 3 {claim}" in minesweeper("verify", folder, status=0).stdout
    folder = folder / "state-3"
    assert {path.name for path in folder.iterdir()} == {FORMULA, PROOF, SOLUTION, MODEL, MANIFEST}
    states.write_text("1#\n11\n")
    assert minesweeper("verify", folder, states, status=0).stdout.startswith(f"state 0 {claim}")
    unknown = "mines unknown"
    for text, size in {
        "1..\n11.\n": f"2 rows, 3 columns, {unknown}",
        "1.\n11\n..\n": f"3 rows, 2 columns, {unknown}",
        ".1\n11\n": "",
        "mines: 1\n1.\n11\n": "2 rows, 2 columns, 1 mine",
        "1F\n11\n": "",
    }.items():
        states.write_text(text)
        words = size and f": 2 rows, 2 columns, {unknown}, not {size}"
        message = f"for a state other than state 0{words}\n"
        assert message in minesweeper("verify", folder, states, status=1).stderr
    (folder / SOLUTION).write_text("-*")
    assert minesweeper("verify", folder, status=1).stderr.startswith(
        f"minesweeper: {folder / SOLUTION}: its size in bytes is 2, not 6 as in manifest.json\n"
    )


def test_oversized_states_are_rejected(folder):
    content = manifest(folder)
    write_manifest(folder, content | {"state": "." * 20_000})
    refused(folder, "proofs support boards of at most 10,000 fields, not 1×20000")
    large = {"state": "." * 9_000, "total": 4_500, "cardinality": "totalizer"}
    write_manifest(folder, content | large | {"mines": [[0, 0]], "safe": []})
    rewrite(folder, SOLUTION, "*" * 4_500 + "-" * 4_500 + "\n")
    message = "the formula would have [0-9,]+ literals in the cardinality encoding totalizer"
    refused(folder, message)
    with pytest.raises(InputError, match=message):
        prove(State.of(["1" + "." * 8_999], 4_500), folder, "totalizer")
