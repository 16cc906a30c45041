"""Folders that prove a minimum: the verifier refuses every altered file and names it."""

import os
import random
import re
import shutil
from dataclasses import replace
from functools import partial
from time import process_time

import pytest

from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.encode.instance import BASIC_ENCODINGS, Instance
from puzzlesat.floodit.prove import verified
from puzzlesat.floodit.prove.verified import prove, verify
from puzzlesat.floodit.solve.exact import Limits
from puzzlesat.proofs import bundle
from puzzlesat.proofs.bundle import FORMULA, MANIFEST, MODEL, PROOF, SOLUTION, UnprovenError
from puzzlesat.sat.answer import parse_answer
from tests import programs

from .. import evidence
from ..evidence import edit_manifest, fake, manifest, rewrite, sign, write_manifest
from ..sat.lrat_checker import RefusedError, refutes
from . import exhaustive

pytestmark = pytest.mark.usefixtures("cake_lpr")

refused = partial(evidence.refused, verify)
floodit = partial(programs.run, "floodit", status=0)

BOARD = replace(random_board(2020, 6, 4, 0), symbols=("r", "g", "b", "y"))
OTHER = random_board(2020, 6, 4, 3)


@pytest.fixture(scope="module")
def proven(tmp_path_factory, cake_lpr):
    folder = tmp_path_factory.mktemp("proven")
    prove(BOARD, folder)
    return folder


@pytest.fixture(scope="module")
def other(tmp_path_factory, cake_lpr):
    folder = tmp_path_factory.mktemp("other")
    prove(OTHER, folder)
    return folder


@pytest.fixture
def folder(proven, tmp_path):
    return shutil.copytree(proven, tmp_path / "copy")


@pytest.mark.parametrize("encoding", BASIC_ENCODINGS)
def test_proof_bundles_are_verified_in_every_encoding(tmp_path, encoding):
    board = random_board(7, 3, 3, 1).with_start((1, 2))
    assert exhaustive.minimum(board) != exhaustive.minimum(board.with_start((0, 0)))
    proven = prove(board, tmp_path, encoding)
    found = verify(tmp_path)
    assert found.minimum == proven.minimum == exhaustive.minimum(board) == len(found.moves)
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {FORMULA, PROOF, SOLUTION, MODEL, MANIFEST}
    assert (found.board.colour, found.board.start) == (board.colour, (1, 2))
    content = manifest(tmp_path)
    assert content.pop("start") == [1, 2]
    for start in ({"start": [1, 1]}, {"start": [0, 3]}, {"start": [1]}, {}):
        write_manifest(tmp_path, content | start)
        with pytest.raises(InputError):
            verify(tmp_path)


def test_proof_bundle_does_not_depend_on_the_symbols(proven, tmp_path):
    """Each cell and move is one character, so a text stands for a single board."""
    assert set((proven / SOLUTION).read_text().split()) == set("0123")
    assert manifest(proven)["board"] == BOARD.plain.text
    prove(replace(BOARD, symbols=(7, 11, 12, 300)), tmp_path)
    for name in (FORMULA, PROOF, SOLUTION, MODEL, MANIFEST):
        assert (tmp_path / name).read_bytes() == (proven / name).read_bytes()


def test_proof_bundle_of_another_board_is_rejected(proven):
    for same in (BOARD, BOARD.plain, replace(BOARD, symbols=("12", "34", "5", "6"))):
        assert verify(proven, same).minimum == manifest(proven)["minimum"]
    flat = Board.of([BOARD.colour])
    for other in (OTHER, flat, BOARD.with_start((0, 1))):
        with pytest.raises(InputError, match="the evidence is for a board other than board 7"):
            verify(proven, other, 7)
    with pytest.raises(InputError, match=r"board 7 needs . moves, but its file gives 30"):
        verify(proven, replace(BOARD, known_minimum=30), 7)


@pytest.mark.parametrize(
    "line", ["{} 60000000 0 0", "{} 0 60000000 0", "60000000 1 0 1 0", "{} d 60000000 0"]
)
def test_oversized_numbers_in_a_proof_are_rejected(folder, line):
    """A checker allocates memory for all variables and clauses up to the largest number."""
    lines = (folder / PROOF).read_text().splitlines()
    added = line.format(int(lines[-1].split()[0]) + 1)
    rewrite(folder, PROOF, "\n".join([*lines[:-1], added, lines[-1]]) + "\n")
    refused(folder, "proof.lrat: a number has more than . digits, though the formula has only")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"board": "01" * 50_000, "minimum": 9}, "more than 10,000 fields"),
        ({"board": "01" * 6_000, "minimum": 9}, "at most 10,000 fields, not 1×12000"),
        ({"board": "01" * 4_000, "minimum": 7_999}, "the formula would be too large to check"),
        ({"minimum": 10**6}, "the formula would be too large to check"),
    ],
)
def test_manifests_of_oversized_formulas_are_rejected_quickly(folder, change, message):
    edit_manifest(folder, **change)
    started = process_time()
    refused(folder, message)
    assert process_time() - started < 1


def test_oversized_manifest_is_rejected(folder):
    with (folder / MANIFEST).open("ab") as file:
        file.truncate(2 << 20)
    refused(folder, "manifest.json: 2,097,152 bytes; expected at most 1,048,576")


def test_formula_allows_one_move_fewer_than_the_minimum(proven):
    minimum = manifest(proven)["minimum"]
    lines = (proven / FORMULA).read_text().splitlines()
    clauses = [list(map(int, line.split()[:-1])) for line in lines if line[0] not in "cp"]
    assert clauses == list(Instance(BOARD, minimum - 1).formula())
    _, model = parse_answer((proven / MODEL).read_text())
    assert len(model) == Instance(BOARD, minimum).formula().variables


def test_instance_with_one_move_fewer_is_refuted(proven, tmp_path):
    below = Instance(BOARD, manifest(proven)["minimum"] - 1)
    path = tmp_path / "proof.lrat"
    refuted = verified.refute(below, path)
    assert path.read_bytes() == (proven / PROOF).read_bytes()
    assert refuted.bytes == path.stat().st_size and refuted.seconds > 0
    path.unlink()
    with pytest.raises(InputError, match=r"the board can be flooded in [0-9]+ moves, so"):
        verified.refute(replace(below, p=below.p + 1), path)
    with pytest.raises(InputError, match="no proof for the printed variant"):
        verified.refute(replace(below, variant="printed"), path)
    assert not path.exists()


@pytest.mark.parametrize("board", [Board.of([[0, 0]], 2), Board.of([[0]])], ids=["two", "one"])
def test_flooded_board_needs_no_proof(tmp_path, board):
    assert prove(board, tmp_path).minimum == verify(tmp_path).minimum == 0
    assert verify(tmp_path).check_seconds == 0
    assert (tmp_path / MANIFEST).read_bytes().endswith(b"}\n")
    assert not (tmp_path / PROOF).exists()
    content = manifest(tmp_path)
    write_manifest(tmp_path, content | {"minimum": 1})
    refused(tmp_path, "the verdict is 'trivial', but the minimum is 1")
    files = content["files"] | {PROOF: content["files"][SOLUTION]}
    write_manifest(tmp_path, content | {"files": files})
    refused(tmp_path, "unexpected key 'proof.lrat' in files")


@pytest.mark.parametrize("name", [FORMULA, PROOF, SOLUTION, MODEL])
def test_files_with_a_wrong_checksum_or_size_are_rejected(folder, other, name):
    taken = (folder / name).read_bytes()
    for changed in (
        (other / name).read_bytes(),
        taken[:-1],
        taken + b"\n",
        taken[: len(taken) // 2],
        b"",
    ):
        (folder / name).write_bytes(changed)
        refused(folder, f"{name}: its (SHA-256|size in bytes) is")
    (folder / name).unlink()
    with pytest.raises(FileNotFoundError, match=name):
        verify(folder)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (FORMULA, "formula.cnf: not the formula for the board"),
        (PROOF, "proof.lrat: cake_lpr rejects it"),
        (SOLUTION, "solution.txt: (the moves do not flood|. moves, but the minimum is)"),
        (MODEL, "model.txt: the clause .* does not hold in the model|the model has variable"),
    ],
)
def test_files_of_another_board_are_rejected_despite_valid_checksums(folder, other, name, message):
    shutil.copy(other / name, folder / name)
    sign(folder, name)
    refused(folder, message)


def test_formula_lacking_a_clause_is_rejected(folder):
    lines = (folder / FORMULA).read_text().splitlines(keepends=True)
    head = next(i for i, line in enumerate(lines) if line.startswith("p"))
    for dropped in random.Random(1).sample(range(head + 1, len(lines)), 40):
        rewrite(folder, FORMULA, "".join(lines[:dropped] + lines[dropped + 1 :]))
        refused(folder, "formula.cnf: not the formula for the board")


def without_a_line(text):
    """Return a proof without the last line but one that adds a clause."""
    lines = text.splitlines(keepends=True)
    added = [i for i, line in enumerate(lines) if " d " not in line]
    return "".join(lines[: added[-2]] + lines[added[-2] + 1 :])


FORMULA_DIFFERS = "formula.cnf: not the formula for the board"
NOT_ACCEPTED = "proof.lrat: cake_lpr rejects it: ."
CHANGES = {
    "formula with an empty clause": (FORMULA, lambda text: f"{text}0\n", FORMULA_DIFFERS),
    "formula with a unit": (FORMULA, lambda text: f"{text}1 0\n", FORMULA_DIFFERS),
    "formula with a comment": (FORMULA, lambda text: f"{text}c comment\n", FORMULA_DIFFERS),
    "proof cut short": (PROOF, lambda text: text[: text[:-1].rindex("\n") + 1], NOT_ACCEPTED),
    "proof without a line": (PROOF, without_a_line, NOT_ACCEPTED),
    "only the end": (PROOF, lambda text: text[text[:-1].rindex("\n") + 1 :], NOT_ACCEPTED),
    "empty proof": (PROOF, lambda text: "", NOT_ACCEPTED),
    "no proof": (PROOF, lambda text: "s VERIFIED UNSAT\n", "proof.lrat: it contains .s."),
    "first move repeated": (
        SOLUTION,
        lambda text: " ".join(text.split()[:1] * len(text.split())) + "\n",
        "solution.txt: the moves do not flood the board",
    ),
    "unsatisfiable model": (MODEL, lambda text: "s UNSATISFIABLE\n", "model.txt: "),
    "no model": (MODEL, lambda text: "hello\n", "model.txt: "),
    "truncated model": (MODEL, lambda text: "s SATISFIABLE\nv 1 2\n", "model.txt: "),
    "contradictory model": (
        MODEL,
        lambda text: re.sub(" (-?)7 ", " 7 -7 ", text),
        "model.txt: the model contains both 7 and -7",
    ),
}


@pytest.mark.parametrize("change", CHANGES)
def test_changed_files_are_rejected_despite_valid_checksums(folder, change):
    name, changed, message = CHANGES[change]
    rewrite(folder, name, changed((folder / name).read_text()))
    refused(folder, message)


def test_proofs_with_a_changed_number_are_rejected_unless_still_valid(folder):
    lines = (folder / PROOF).read_text().splitlines()
    formula = list(Instance(BOARD, manifest(folder)["minimum"] - 1).formula())
    rng = random.Random(2020)
    still_refuting = 0
    for _ in range(40):
        i = rng.choice([i for i, line in enumerate(lines) if " d " not in line])
        words = lines[i].split()
        place = rng.randrange(1, len(words) - 1)  # a number of a line may replace another's
        words[place] = str(int(words[place]) + rng.choice([-1, 1]))
        changed = [*lines[:i], " ".join(words), *lines[i + 1 :]]
        rewrite(folder, PROOF, "\n".join(changed) + "\n")
        try:
            still_refuting += refutes(formula, changed)
        except (RefusedError, KeyError, ValueError):
            refused(folder, "proof.lrat: cake_lpr rejects it")
        else:
            verify(folder)
    assert still_refuting < 40


FIELDS = [
    ("format", "another", "format is 'another'"),
    ("board", None, "board is None"),
    ("board", "", "board"),
    ("board", "01?", "'\\?' is not one of the board's colours"),
    ("board", "014", "'4' is not one of the board's colours, 0 1 2 3"),
    ("board", "01/2", "the rows of the board '01/2' differ in length"),
    ("board", "0,1/2,3", "',' is not one of the board's colours"),
    ("colours", 0, "colours is 0"),
    ("colours", 3, "'3' is not one of the board's colours, 0 1 2"),
    ("colours", 10**9, "a board has at most 62 colours"),
    ("colours", 5, "model.txt: "),
    ("encoding", "none", "encoding is 'none'"),
    ("encoding", "extended", "formula.cnf: not the formula for"),
    ("encoding", "reduced", "model.txt: the model has variable"),
    ("encoding", "clusters", "model.txt: "),
    ("minimum", -1, "minimum is -1"),
    ("minimum", 0, "the verdict is 's VERIFIED UNSAT', but the minimum is 0"),
    ("minimum", 3, "solution.txt: . moves, but the minimum is 3"),
    ("minimum", 30, "solution.txt: . moves, but the minimum is 30"),
    ("checker", "mine", "checker is 'mine'"),
    ("verdict", "s VERIFIED", "verdict is 's VERIFIED'"),
    ("verdict", "trivial", "the verdict is 'trivial', but the minimum is ."),
    ("generator", "puzzlesat 9", "formula.cnf: not the formula for .* the generator"),
    ("files", {}, "missing key 'formula.cnf' in files"),
    ("more", 1, "unknown key 'more'"),
]


@pytest.mark.parametrize(("field", "value", "message"), FIELDS)
def test_changed_manifest_fields_are_rejected(folder, field, value, message):
    edit_manifest(folder, **{field: value})
    refused(folder, message)


@pytest.mark.parametrize("field", ["minimum", "colours"])
@pytest.mark.parametrize("digits", [19, 4_300])
def test_numbers_with_thousands_of_digits_are_rejected(folder, field, digits):
    """Python refuses to write a number of more than 4,300 digits, such as a product of this one."""
    edit_manifest(folder, **{field: 10 ** (digits - 1)})
    refused(folder, "manifest.json: '1000.* has more than 18 digits")


def test_changed_fields_cover_the_whole_manifest(proven):
    assert {field for field, _, _ in FIELDS} - {"more"} == set(manifest(proven))


def test_missing_manifest_fields_are_rejected(folder):
    whole = manifest(folder)
    for field in whole:
        write_manifest(folder, {key: value for key, value in whole.items() if key != field})
        refused(folder, f"missing key '{field}'")
    for name in whole["files"]:
        files = {key: value for key, value in whole["files"].items() if key != name}
        write_manifest(folder, whole | {"files": files})
        refused(folder, f"missing key '{name}' in files")


def test_unknown_files_in_the_manifest_are_rejected(folder):
    whole = manifest(folder)
    files = whole["files"] | {"notes.txt": whole["files"][FORMULA]}
    write_manifest(folder, whole | {"files": files})
    refused(folder, "unknown key 'notes.txt' in files")
    files = whole["files"] | {FORMULA: whole["files"][FORMULA] | {"lines": 7}}
    write_manifest(folder, whole | {"files": files})
    refused(folder, "unknown key 'lines' in files")


def test_changed_board_in_the_manifest_is_rejected(folder):
    """All boards that differ in one field, even if the solution floods them."""
    whole = manifest(folder)
    for place, symbol in enumerate(whole["board"]):
        if symbol != "/":
            changed = "1" if symbol == "0" else "0"
            board = whole["board"][:place] + changed + whole["board"][place + 1 :]
            write_manifest(folder, whole | {"board": board})
            refused(folder, "formula.cnf: not the|do not flood|model.txt: the clause")


def test_duplicate_manifest_keys_are_rejected(folder):
    text = (folder / MANIFEST).read_text()
    (folder / MANIFEST).write_text('{"minimum": 1, ' + text[1:])
    refused(folder, "manifest.json: duplicate key 'minimum'")


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", "null", '{"format": 1}', "\x00", "[" * 10**5]
)
def test_invalid_manifests_are_rejected(folder, text):
    (folder / MANIFEST).write_text(text)
    refused(folder, "manifest.json: ")


def test_longer_solution_with_matching_files_is_rejected(folder):
    """The last move is made twice; the formula for one move fewer is satisfiable."""
    content = manifest(folder)
    words = (folder / SOLUTION).read_text().split()
    minimum = len(words)
    (folder / SOLUTION).write_text(" ".join([*words, words[-1]]) + "\n")
    longer = Instance(BOARD.plain, minimum + 1)
    moves = [int(word) for word in [*words, words[-1]]]
    bundle.write_model(verified.MinimumClaim(longer, moves).model(), folder / MODEL)
    below = replace(longer, p=minimum)
    comments = below.comments("")
    bundle.write_formula(below.formula(), comments, content["generator"], folder / FORMULA)
    write_manifest(folder, content | {"minimum": minimum + 1})
    sign(folder, SOLUTION, MODEL, FORMULA)
    refused(folder, "proof.lrat: cake_lpr rejects it")


def test_model_that_differs_from_the_solution_is_rejected(folder):
    """The model of another solution satisfies the formula, but differs from the solution."""
    words = (folder / SOLUTION).read_text().split()
    swapped = next(
        other
        for other in ([*words[:i], words[i + 1], words[i], *words[i + 2 :]] for i in range(9))
        if other != words and verified.floods(BOARD.grid, [*map(int, other)])
    )
    rewrite(folder, SOLUTION, " ".join(swapped) + "\n")
    refused(folder, "model.txt: the moves of the model differ from solution.txt")


def test_a_missing_checker_is_reported_with_its_source(folder, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", "")
    for call in (lambda: verify(folder), lambda: prove(BOARD, tmp_path / "new")):
        with pytest.raises(InputError, match="cake_lpr is not installed; get it from https://"):
            call()
    assert not (tmp_path / "new").exists()


EXHAUSTED = "echo 'CakeML heap space exhausted.' >&2; exit 1"


@pytest.mark.parametrize(
    ("script", "error", "message"),
    [
        ("echo 'c no'", DisagreementError, "cake_lpr rejects the proof that a board .* cannot be"),
        ("echo 's VERIFIED UNSATISFIABLE'", DisagreementError, "rejects"),
        ("sleep 60", UnprovenError, "the proof was not checked: time ran out"),
        (EXHAUSTED, UnprovenError, "cannot check the proof .CML_HEAP_SIZE .* MB.: memory ran out"),
    ],
)
def test_failed_check_leaves_no_folder(tmp_path, monkeypatch, script, error, message):
    fake(tmp_path / "bin", monkeypatch, "cake_lpr", script)
    with pytest.raises(error, match=message):
        prove(BOARD, tmp_path / "new", limits=Limits.of(2))
    assert not (tmp_path / "new").exists()


def test_timeout_while_writing_a_proof_keeps_the_earlier_one(tmp_path, monkeypatch):
    prove(OTHER, tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}

    def write(self, derivation):
        self.proof.add([1], [1])
        raise TimeoutError

    monkeypatch.setattr(verified.Writer, "write", write)
    with pytest.raises(UnprovenError, match="no proof: time ran out"):
        prove(BOARD, tmp_path)
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


FOREIGN = r"manifest\.json is not the manifest of such a proof"


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        *(
            (name, "precious", f"contains {name}, which is not part of a proof; choose another")
            for name in (FORMULA, PROOF, SOLUTION, MODEL, "boards.txt", ".git")
        ),
        *((MANIFEST, text, FOREIGN) for text in ("{}", "[]", '{"name": "app"}', "precious")),
        (MANIFEST, '{"format": "verified fields 1"}', FOREIGN),
    ],
)
def test_foreign_files_are_not_overwritten(tmp_path, name, content, message):
    (tmp_path / name).write_text(content)
    with pytest.raises(InputError, match=message):
        prove(BOARD, tmp_path)
    assert [path.read_text() for path in tmp_path.iterdir()] == [content]


@pytest.mark.parametrize("name", [MANIFEST, FORMULA])
def test_named_pipes_are_not_read(tmp_path, name):
    prove(BOARD, tmp_path)
    (tmp_path / name).unlink()
    os.mkfifo(tmp_path / name)
    with pytest.raises(InputError, match=f"{name}: not a regular file"):
        verify(tmp_path)


def test_prove_and_verify_commands(tmp_path):
    """From a file of boards to folders; errors are one sentence each."""
    boards, folder = tmp_path / "boards.txt", tmp_path / "minima"
    boards.write_text("00\n00\n\nrgb\nbrg\ngbr\n")
    flooded = "board 0 (2 rows, 2 columns, 1 colour, start A1) is flooded"
    latin = "board 1 (3 rows, 3 columns, 3 colours, start A1) needs 5 moves, "
    done = floodit("prove", boards, "-o", folder)
    first, second = done.stdout.splitlines()
    assert first.startswith(flooded)
    assert re.fullmatch(re.escape(latin) + r"verified by cake_lpr in .* s", second)
    assert sorted(path.name for path in folder.iterdir()) == ["board-0", "board-1"]
    done = floodit("verify", folder, boards)
    assert latin in done.stdout
    assert done.stdout.endswith(f"2 boards verified: the boards in {boards}\n")
    [quiet] = floodit("verify", "-q", folder).stdout.splitlines()
    assert "minimum 0" in quiet
    assert "minimum 5" in quiet
    one = tmp_path / "one.txt"
    one.write_text("123\n312\n231\n")
    assert floodit("verify", folder / "board-1", one).stdout.startswith("board 0 (3 rows")
    done = floodit("verify", folder / "board-1", boards, status=1)
    assert "no proof for board 1" in done.stderr
    one.write_text("00\n00\n")
    done = floodit("verify", folder / "board-1", one, status=1)
    assert "for a board other than board 0: 3 rows, 3 columns, 3 colours, " in done.stderr
    assert "board-1: no board 1 is given" in floodit("verify", folder, one, status=1).stderr
    (folder / "board-1" / SOLUTION).write_text("r\n")
    done = floodit("verify", folder, status=1)
    assert f"{folder / 'board-1' / SOLUTION}: its size in bytes is 2, not " in done.stderr
    assert len(done.stderr.splitlines()) == 1
    done = floodit("verify", tmp_path / "nowhere", status=1)
    assert "No such file" in done.stderr
    done = floodit("prove", boards, "-o", tmp_path, status=1)
    assert "boards.txt already exists; choose another folder" in done.stderr
    assert boards.read_text().startswith("00")


def test_unproven_boards_do_not_stop_the_others(tmp_path):
    boards = tmp_path / "boards.txt"
    boards.write_text("01\n00\n\n" + "01" * 51 + ("\n" + "01" * 51) * 98 + "\n\n10\n00\n")
    for form in ("nogoods", "lrat"):
        output = tmp_path / form
        done = floodit("prove", boards, "--format", form, "-o", output, status=1)
        assert "floodit: 1 of 3 were not proven: board 1: proofs support boards of" in done.stderr
        assert [line[:7] for line in done.stdout.splitlines()] == ["board 0", "board 2"]
        assert output.exists()
