"""Redundant clauses in a Python file are used only where an option names the file."""

from functools import partial

import pytest

from puzzlesat.common.errors import InputError
from puzzlesat.floodit import Instance
from puzzlesat.floodit.encode.instance import read_instance
from puzzlesat.floodit.encode.redundant import check_encoding
from puzzlesat_studies.floodit.audit import redundant
from puzzlesat_studies.floodit.audit.study import Redundant

from ..programs import answer_of_solver, invoke

floodit = partial(invoke, "floodit")

BOARD = "0120\n1203\n3321\n0012\n"
FAMILY = '''
def clauses(board, variables, p, free):
    """With the variable of a colour that is never chosen twice in a row, which 11 says."""
    return [[-variables.Move(t, c), -variables.Move(t + 1, c)]
            for t in range(p - 1) for c in range(board.k)] + [[free, -free]]
'''


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "board.txt").write_text(BOARD)
    (tmp_path / "mine.py").write_text(FAMILY)
    return tmp_path


def encoded(encoding="mine.py", status=0):
    options = ("--moves", 7, "--encoding", encoding, "-o", "b.cnf")
    return floodit("encode", "board.txt", *options, status=status)


def solved(encoding, *options, status=1):
    options = ("--method", "thesis", "--encoding", encoding, *options)
    return floodit("solve", "board.txt", *options, status=status)


def test_formula_includes_the_clauses_of_the_file(folder):
    encoded()
    instance = read_instance(folder / "b.cnf", "mine.py")
    plain = Instance(instance.board, 7).formula()
    formula = instance.formula()
    assert len(formula) - len(plain) == 6 * instance.board.k + 1
    assert formula.variables == plain.variables + 1


def test_code_named_in_an_instance_file_is_not_executed(folder):
    encoded()
    (folder / "mine.py").write_text("open('ran', 'w')" + FAMILY)
    with pytest.raises(InputError, match="executed only if --encoding names it"):
        read_instance(folder / "b.cnf")
    done = floodit("decode", "b.cnf", "b.cnf", status=1)
    assert "executed only if --encoding names it" in done.output
    assert not (folder / "ran").exists()


def test_models_with_user_clauses_are_decoded(folder):
    encoded()
    formula = read_instance(folder / "b.cnf", "mine.py").formula()
    (folder / "answer").write_text(answer_of_solver(formula))
    done = floodit("decode", "b.cnf", "answer", "--encoding", "mine.py", status=0)
    assert "7 moves, replayed" in done.output


def test_decode_rejects_other_user_clauses(folder):
    encoded()
    (folder / "other.py").write_text(FAMILY.replace("p - 1", "p - 2"))
    done = floodit("decode", "b.cnf", "b.cnf", "--encoding", "other.py", status=1)
    assert "line" in done.output


@pytest.mark.parametrize(
    ("encoding", "more"),
    [("mine.py", ()), ("mine.py", ("--cores", 2)), ("minimal+reach", ()), ("extended", ())],
)
def test_minima_are_found_with_any_encoding(folder, encoding, more):
    assert "p = 7 (the minimum)" in solved(encoding, *more, status=0).output


def test_redundant_study_accepts_user_clauses(folder):
    solvers = ["minisat22"]
    grid = Redundant(
        n_values=[4], k_values=[3], boards=1, repeats=1, solvers=solvers, families=["mine.py"]
    )
    rows = list(redundant.rows(n=4, seed=2020, redundant=grid))
    assert {row["family"] for row in rows} == {"minimal", *redundant.ADDABLE, "mine.py"}
    sizes = {row["family"]: row["clauses"] for row in rows}
    assert sizes["mine.py"] > sizes["minimal"]


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("none.py", None, "none.py: No such file or directory"),
        ("bad.py", "1 / 0", "bad.py cannot be executed: line 1: ZeroDivisionError: division"),
        ("bad.py", "import sys\nsys.exit(3)", "bad.py cannot be executed: line 2: SystemExit: 3"),
        ("bad.py", "\n1 +", "cannot be executed: SyntaxError: invalid syntax (bad.py, line 2"),
        ("bad.py", "clauses = 3", "bad.py defines no function clauses"),
        ("minimal+all", None, "unknown clauses 'all'; choose from distance"),
        ("least", None, "unknown encoding 'least'; choose from minimal, extended"),
    ],
)
def test_invalid_encodings_are_rejected_with_one_sentence(folder, name, text, message):
    if text is not None:
        (folder / name).write_text(text)
    with pytest.raises(InputError) as error:
        check_encoding(name)
    assert message in str(error.value)
    assert message in solved(name).output


@pytest.mark.parametrize(
    ("returned", "message"),
    [
        ("1 / 0", "line 1: ZeroDivisionError: division by zero"),
        ("exit(3)", "line 1: SystemExit: 3"),
        ("([1 // x] for x in (1, 0))", "line 1: ZeroDivisionError"),
        ("None", "each a list of nonzero integers: 'NoneType' object is not iterable"),
        ("'1 2'", "must return a list of clauses, each a list of nonzero integers: 'str' object"),
        ("[1, 2]", "each a list of nonzero integers: 'int' object is not iterable"),
        ("[[0]]", "0 is not a literal"),
        ("[[free + 1]]", "is not a literal; variables are numbered from 1, new ones from"),
        ("[[10**12]]", "1000000000000 is not a literal"),
    ],
)
def test_invalid_user_clauses_are_rejected_with_one_sentence(folder, returned, message):
    (folder / "mine.py").write_text(f"def clauses(board, v, p, free): return {returned}")
    for done in (encoded(status=1), solved("mine.py")):
        assert "mine.py: " in done.output
        assert message in done.output
        assert not (folder / "b.cnf").exists()


@pytest.mark.parametrize(
    ("board", "more"), [(BOARD, ()), (BOARD, ("--cores", 2)), ("01\n12\n", ()), ("00\n00\n", ())]
)
def test_clauses_without_a_model_at_the_minimum_are_detected(folder, board, more):
    (folder / "board.txt").write_text(f"{board}\n{board}")  # greedy play finds the minimum
    (folder / "mine.py").write_text("def clauses(board, v, p, free): return [[]]")
    done = solved("mine.py", *more)
    assert "board 0: the solver and the encoding find no solution of" in done.output
    assert "one of them is wrong" in done.output
    assert "the minimum)" not in done.output


def test_encoding_option_requires_the_thesis_method(folder):
    done = floodit("solve", "board.txt", "--encoding", "mine.py", status=1)
    assert "--encoding works with --method thesis, not with auto" in done.output


def test_wrong_minimum_from_unsound_clauses_is_detected(folder):
    (folder / "mine.py").write_text("def clauses(board, v, p, free): return [[]]")
    # a board that needs 11 moves
    floodit("sample", "-n", 8, "-k", 5, "--seed", 3, "--count", 1, "-o", "board.txt")
    done = solved("mine.py")
    assert "board 0: the solver and the encoding give" in done.output
    assert "one of them is wrong" in done.output
