"""Proofs that there is no solution, or no second one, and proofs that are refused."""

import shutil
from functools import partial
from itertools import product
from random import Random

import pytest

from puzzlesat.common.deadline import NEVER
from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.flowfree.board.puzzle import FILLING, RULES, Puzzle
from puzzlesat.flowfree.encode.methods import ENCODINGS, formula_of
from puzzlesat.flowfree.prove import verified
from puzzlesat.flowfree.prove.verified import EAGER, prove, verify
from puzzlesat.proofs import bundle
from puzzlesat.proofs.bundle import FORMULA, MANIFEST, MODEL, PROOF, SOLUTION, UnprovenError

from .. import evidence, programs
from ..evidence import edit_manifest, fake, manifest, rewrite, sign, write_manifest
from . import exhaustive
from .marked import coloured, mixed, systems
from .samples import (
    AROUND,
    BRIDGE,
    CROSS,
    LOLLIPOP,
    SKETCH,
    SQUARES,
    TWO_CLASSES,
    TWO_SOLUTIONS,
    solvable,
    thrown,
)

pytestmark = pytest.mark.usefixtures("cake_lpr", "drat_trim")

refused = partial(evidence.refused, verify)
flowfree = partial(programs.invoke, "flowfree")

UNSOLVABLE = Puzzle.of(CROSS)
ONE = Puzzle.of(["...A", ".B.B", ".C.C", "...A"])


@pytest.fixture(scope="module")
def one(tmp_path_factory, cake_lpr, drat_trim):
    folder = tmp_path_factory.mktemp("one")
    prove(ONE, folder)
    return folder


@pytest.fixture
def folder(one, tmp_path):
    return shutil.copytree(one, tmp_path / "copy")


def test_proof_of_another_puzzle_is_rejected(folder):
    assert verify(folder, ONE).puzzle == ONE
    with pytest.raises(InputError, match="a puzzle other than puzzle 0"):
        verify(folder, Puzzle.of(["AA"]))


CLAIMED = [
    *(CROSS, SQUARES, AROUND, LOLLIPOP, TWO_CLASSES, TWO_SOLUTIONS),
    *(["A.A."], ["AA"], ["A.A"], ["AB", "AB"]),
    *(thrown(seed, [(3, 3), (3, 4)], [2, 3]) for seed in range(4)),
    *(solvable(seed, [(3, 4), (4, 4)], [2, 3]) for seed in range(4)),
]
WAYS = [*product(ENCODINGS, EAGER)]


@pytest.mark.parametrize(
    ("lines", "encoding", "method"),
    # Each puzzle is proved in two ways, the first six also in all others.
    [
        (lines, *way)
        for number, lines in enumerate(CLAIMED)
        for at, way in enumerate(WAYS)
        if number < 6 or (at - number) % len(WAYS) in (0, 3)
    ],
)
def test_proofs_agree_with_brute_force(tmp_path, lines, encoding, method):
    found = list(exhaustive.solutions(lines))
    folder = tmp_path / "new"
    if len(found) > 1:
        with pytest.raises(InputError, match="nothing to prove: it has two solutions or more"):
            prove(Puzzle.of(lines), folder, encoding, method)
        assert not folder.exists()
        return
    prove(Puzzle.of(lines), folder, encoding, method)
    assert verify(folder).solution == (found[0] if found else None)
    names = {FORMULA, PROOF, MANIFEST, *([SOLUTION, MODEL] if found else [])}
    assert {path.name for path in folder.iterdir()} == names


def test_proof_is_valid_only_for_its_rule(tmp_path):
    """The only flow uses all links of the ring around the board but one, so it touches itself."""
    lines = ["A..", "A.."]
    strict, touching = Puzzle.of(lines), Puzzle.of(lines, rule="touching")
    prove(strict, tmp_path)
    assert verify(tmp_path).solution is None
    prove(touching, tmp_path)
    assert verify(tmp_path).solution == ["AAA", "AAA"]
    content = manifest(tmp_path)
    assert content["method"] == "ranks"
    write_manifest(tmp_path, content | {"rule": "strict"})
    refused(tmp_path, "solution.txt: A1: the flow A touches itself")
    bundle.write_lines(["AAA"], tmp_path / SOLUTION)
    write_manifest(tmp_path, content)
    sign(tmp_path, SOLUTION)
    refused(tmp_path, "model.txt: the model is a solution other than solution.txt")
    with pytest.raises(InputError, match="with the rule touching, choose links"):
        prove(touching, tmp_path, "published")


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(
    "sketch", [SKETCH, BRIDGE, *(mixed(Random(seed), 3, 3) for seed in range(12))], ids="/".join
)
def test_proofs_for_marked_boards_agree_with_brute_force(tmp_path, sketch, rule):
    """For the check, all clauses are generated again from the sketch alone."""
    puzzle = Puzzle.of(sketch, rule=rule)
    ways = systems(sketch, rule == "strict", filling=rule in FILLING)
    found = [coloured(sketch, paths) for paths in ways]
    if len(found) > 1:
        with pytest.raises(InputError, match="nothing to prove: it has two solutions"):
            prove(puzzle, tmp_path)
        return
    prove(puzzle, tmp_path)
    assert verify(tmp_path).solution == (found[0] if found else None)
    content = manifest(tmp_path)
    method = "ranks" if rule in FILLING else "repair"
    assert (content["method"], content["puzzle"]) == (method, "/".join(sketch))
    assert verify(tmp_path).puzzle == puzzle


def test_changed_marks_in_the_manifest_are_rejected(tmp_path):
    prove(Puzzle.of(SKETCH), tmp_path)
    content = manifest(tmp_path)
    text = "/".join(SKETCH)
    for other, message in (
        (text.replace("C|.", "C ."), "solution.txt: the solution is on a different board"),
        (text.replace("^", "-").replace("v", "-"), "A4: a bridge must join two cells"),
        (
            text.replace("<. . C|.>", "|. . C|.|"),
            "solution.txt: the solution is on a different board",
        ),
        ("+-+-+/|A B|/+ + +/|A B|/+-+-+", "puzzle: it is written as AB/AB"),
    ):
        write_manifest(tmp_path, content | {"puzzle": other})
        refused(tmp_path, message)
    for encoding, method, message in (
        ("published", "ranks", "the encoding published is for boards without bridges"),
        ("links", "escape", "the method escape is for boards without bridges"),
    ):
        write_manifest(tmp_path, content | {"encoding": encoding, "method": method})
        refused(tmp_path, message)


FIELDS = [
    ("format", "puzzlesat verified minimum 1", "format is"),
    ("puzzle", "", "manifest.json: "),
    ("puzzle", "...A/.B.B/.C.C/..A", "the rows differ in length"),
    ("puzzle", "..AA/.B.B/.C.C/...A", "A occurs 3 times"),
    ("puzzle", "..A./.B.B/.C.C/...A", "solution.txt: C1: the flow A touches itself"),
    ("puzzle", "   A/.B.B/.C.C/...A", "a blank is no cell"),
    ("puzzle", "/".join(SKETCH), "manifest.json: the method escape is for boards without bridges"),
    ("rule", "touching", "the method escape works only if no flow may touch itself"),
    ("rule", "none", "rule is 'none'"),
    ("encoding", "published", "model.txt: "),
    ("encoding", "none", "encoding is 'none'"),
    ("method", "ranks", "model.txt: the clause"),
    ("method", "repair", "the method repair does not exclude cycles"),
    ("method", "restart", "method is 'restart'"),
    ("solutions", 0, "unexpected key 'model.txt' in files"),
    ("checker", "mine", "checker is 'mine'"),
    ("verdict", "trivial", "verdict is 'trivial'; choose from s VERIFIED UNSAT"),
    ("generator", "puzzlesat 9", "formula.cnf: not the formula for .* the generator"),
    ("files", {}, "missing key 'formula.cnf' in files"),
]


@pytest.mark.parametrize(("field", "value", "message"), FIELDS)
def test_changed_manifest_fields_are_rejected(folder, field, value, message):
    edit_manifest(folder, **{field: value})
    refused(folder, message)


def test_changed_fields_cover_the_whole_manifest(one):
    assert {field for field, _, _ in FIELDS} == set(manifest(one))


def test_uniqueness_proof_does_not_prove_unsolvability(folder):
    """Without solution and model, the formula would have to be that of the puzzle alone."""
    content = manifest(folder)
    files = {name: content["files"][name] for name in (FORMULA, PROOF)}
    write_manifest(folder, content | {"solutions": 0, "files": files})
    refused(folder, "formula.cnf: not the formula for the puzzle")


def two_models():
    """Return the encoding and the formula of a puzzle with two solutions, and two models."""
    base = ENCODINGS["links"](Puzzle.of(TWO_SOLUTIONS))
    formula = formula_of(base, "escape")
    one = bundle.find_model(formula)
    return base, formula, one, bundle.find_model(verified.without(one, formula, base))


def test_uniqueness_claim_for_one_of_two_solutions_is_rejected(folder, tmp_path):
    """Everything is consistent except the proof, which cannot exist."""
    base, formula, model, _ = two_models()
    lines = verified.solution_in(model, base).lines
    bundle.write_lines(lines, folder / SOLUTION)
    bundle.write_model(model, folder / MODEL)
    comments = verified._comments(base.puzzle, "links", "escape", lines)
    other = verified.without(model, formula, base)
    bundle.write_formula(other, comments, bundle.GENERATOR, folder / FORMULA)
    edit_manifest(folder, puzzle=base.puzzle.text)
    sign(folder, FORMULA, SOLUTION, MODEL)
    refused(folder, "proof.lrat: cake_lpr rejects it")
    with pytest.raises(DisagreementError, match="a solver does not confirm that it is so"):
        bundle.prove_by_solver(tmp_path, NEVER, "it is so", bundle.GENERATOR, other, comments)


def test_wrong_solutions_are_rejected(folder):
    lines = (folder / SOLUTION).read_text().splitlines()
    for changed, message in (
        (lines[:-1], "the solution has a different shape"),
        ([*lines[:-1], "A.AB"], "B4: . is not a flow"),
        (["ACCA", *lines[1:]], "A1: the flow A breaks off"),
    ):
        rewrite(folder, SOLUTION, "\n".join(changed) + "\n")
        refused(folder, f"solution.txt: {message}")


def test_model_of_another_solution_is_rejected(tmp_path, folder):
    """The puzzle has two solutions, and both are models of its formula."""
    base, _, one, other = two_models()
    bundle.write_lines(verified.solution_in(one, base).lines, folder / SOLUTION)
    bundle.write_model(other, folder / MODEL)
    edit_manifest(folder, puzzle=base.puzzle.text)
    sign(folder, SOLUTION, MODEL)
    refused(folder, "model.txt: the model is a solution other than solution.txt")


@pytest.mark.parametrize("missing", ["cake_lpr", "drat-trim"])
def test_missing_program_is_reported_with_its_url(tmp_path, monkeypatch, missing):
    there = tmp_path / "bin"
    there.mkdir()
    for name in {"cake_lpr", "drat-trim"} - {missing}:
        programs.script(there / name, "true")
    monkeypatch.setenv("PATH", str(there))
    with pytest.raises(InputError, match=f"{missing} is not installed; get it from https://"):
        prove(ONE, tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_proof_rejected_by_drat_trim_keeps_the_earlier_one(tmp_path, monkeypatch):
    prove(UNSOLVABLE, tmp_path / "new")
    before = {path: path.read_bytes() for path in (tmp_path / "new").iterdir()}
    fake(tmp_path / "bin", monkeypatch, "drat-trim", "echo 's NOT VERIFIED'")
    with pytest.raises(DisagreementError, match="drat-trim does not accept"):
        prove(ONE, tmp_path / "new")
    assert {path: path.read_bytes() for path in (tmp_path / "new").iterdir()} == before


def test_prove_respects_the_time_limit(tmp_path):
    with pytest.raises(UnprovenError, match="the number of solutions is unknown: time"):
        prove(ONE, tmp_path / "new", wall_limit=1e-9)
    assert not (tmp_path / "new").exists()
    prove(ONE, tmp_path / "new", wall_limit=60)
    assert verify(tmp_path / "new").puzzle == ONE


def test_prove_and_verify_commands(tmp_path):
    puzzles = tmp_path / "puzzles.txt"
    puzzles.write_text("\n".join(["AB\nBA\n", "AB\nAB\n", *TWO_SOLUTIONS, ""]))
    folder = tmp_path / "proofs"

    none = "puzzle 0 (2 rows, 2 columns, 2 flows) has no solution in which flows fill the board "
    one = "puzzle 1 (2 rows, 2 columns, 2 flows) has exactly one solution in which flows fill the "
    output = flowfree("prove", puzzles, "-o", folder, status=1).stderr
    expected = "flowfree: 1 of 3 were not proven: puzzle 2: there is nothing to prove"
    assert output.startswith(expected)
    puzzles.write_text("xy\nyx\n\nAB\nAB\n")
    out = flowfree("verify", folder, puzzles, status=0).stdout
    assert none in out
    assert one in out
    assert f"2 puzzles verified: the puzzles in {puzzles}" in out
    [quiet] = flowfree("verify", "-q", folder, puzzles, status=0).stdout.splitlines()
    assert "1 with no solution" in quiet
    assert "1 with exactly one solution" in quiet
    flowfree("prove", puzzles, "--encoding", "published", "-o", folder, status=0)
    assert none in flowfree("verify", folder, status=0).stdout
    other = tmp_path / "other.txt"
    other.write_text("AB\nBA\n\nAA\nBB\n")
    assert "for a puzzle other than puzzle 1" in flowfree("verify", folder, other, status=1).stderr
    other.write_text("AB\nBA\n\nA.A\nB.B\n")
    assert ": 2 rows, 2 columns, 2 flows, not 2 rows, 3 columns" in (
        flowfree("verify", folder, other, status=1).stderr
    )
    folder = folder / "puzzle-1"
    (folder / SOLUTION).write_text("AB\nAB")
    assert flowfree("verify", folder, status=1).stderr.startswith(
        f"flowfree: {folder / SOLUTION}: its size in bytes is 5, not 6 as in manifest.json\n"
    )


def test_oversized_puzzles_are_rejected(folder):
    content = manifest(folder)
    write_manifest(
        folder, content | {"puzzle": "/".join(["A" + "." * 198 + "A", *["." * 200] * 50])}
    )
    refused(folder, "at most 10,000 fields, not 51×200")
    write_manifest(folder, content | {"puzzle": "A" + "." * 20_000 + "A"})
    refused(folder, "proofs support boards of at most 10,000 fields, not 1×20002")
