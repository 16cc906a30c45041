"""An encoding in a Python file is used only where an option names the file."""

import re
from functools import cache, partial
from pathlib import Path

import pytest
from pysat.solvers import Solver

from puzzlesat.common.errors import InputError
from puzzlesat.floodit import Instance
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.encode.instance import read_instance
from puzzlesat.floodit.encode.redundant import check_encoding, encoder_of

from ..programs import answer_of_solver, invoke
from . import exhaustive
from .test_redundant import SMALL

floodit = partial(invoke, "floodit")

BOARD = "0120\n1203\n3321\n0012\n"
ENCODING = '''
from puzzlesat.floodit.encode.thesis import MINIMAL, Condition, moves, states


def new_variables(board):
    return board.k


def still_dry(board, v, t):
    """A variable of each colour, true if a field of this colour is dry."""
    return [[v.Fld(t, f), v.New(t, board.colour[f])] for f in board.fields]


def dry_colour(board, v, t):
    """A colour without a dry field is not chosen, unless no field is dry."""
    return [[-v.Move(t, c), v.New(t, c), v.Fld(t, f)] for c in range(board.k) for f in board.fields]


CONDITIONS = (*MINIMAL, Condition("dry", still_dry, states), Condition("useful", dry_colour, moves))
'''
WRONG = """
from puzzlesat.floodit.encode.thesis import *
CONDITIONS = [*MINIMAL, Condition("none", lambda board, v, t: [[]], start)]
"""
minimum = cache(exhaustive.minimum)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "board.txt").write_text(BOARD)
    (tmp_path / "mine.py").write_text(ENCODING)
    return tmp_path


def encoded(encoding="mine.py", status=0):
    options = ("--moves", 7, "--encoding", encoding, "-o", "b.cnf")
    return floodit("encode", "board.txt", *options, status=status)


def solved(encoding, *options, status=1):
    options = ("--method", "thesis", "--encoding", encoding, *options)
    return floodit("solve", "board.txt", *options, status=status)


def test_formula_has_the_conditions_and_variables_of_the_file(folder):
    encoded()
    instance = read_instance(folder / "b.cnf", "mine.py")
    plain = Instance(instance.board, 7).formula()
    formula = instance.formula()
    assert len(formula) - len(plain) == 8 * 16 + 7 * 4 * 16
    assert formula.variables == 7 * (2 * 16 + 4 + 4) + 2 * 16 + 4 + 4
    assert "c New(t,i): 40*t + i + 37, 0 <= i < 4\n" in (folder / "b.cnf").read_text()
    assert "c Fld(t,f): 40*t + f + 1," in (folder / "b.cnf").read_text()


PAGE = (Path(__file__).parents[2] / "docs/encodings.md").read_text()


@pytest.mark.parametrize("text", [ENCODING, *re.findall(r"(?s)```python\n(.*?)```", PAGE)])
def test_the_examples_are_satisfiable_exactly_from_the_minimum_on(folder, text):
    (folder / "mine.py").write_text(text)
    for board in SMALL:
        for p in range(max(minimum(board) - 1, 0), minimum(board) + 2):
            formula = encoder_of(board, "mine.py").formula(p)
            with Solver("minisat22", bootstrap_with=formula) as solver:
                assert solver.solve() == (p >= minimum(board))


def test_code_named_in_an_instance_file_is_not_executed(folder):
    encoded()
    (folder / "mine.py").write_text("open('ran', 'w')" + ENCODING)
    with pytest.raises(InputError, match="executed only if --encoding names it"):
        read_instance(folder / "b.cnf")
    done = floodit("decode", "b.cnf", "b.cnf", status=1)
    assert "executed only if --encoding names it" in done.output
    assert not (folder / "ran").exists()


def test_a_file_is_executed_once_for_all_boards_until_it_is_modified(folder):
    (folder / "mine.py").write_text("print('ran', file=open('ran', 'a'))\n" + ENCODING)
    for _ in range(3):
        encoder_of(random_board(1, 3, 3, 0), "mine.py")
    assert (folder / "ran").read_text() == "ran\n"
    (folder / "mine.py").write_text("print('anew', file=open('ran', 'a'))\n" + ENCODING)
    encoder_of(random_board(1, 3, 3, 1), "mine.py")
    assert (folder / "ran").read_text() == "ran\nanew\n"


def test_models_of_the_encoding_are_decoded(folder):
    encoded()
    formula = read_instance(folder / "b.cnf", "mine.py").formula()
    (folder / "answer").write_text(answer_of_solver(formula))
    done = floodit("decode", "b.cnf", "answer", "--encoding", "mine.py", status=0)
    assert "7 moves, replayed" in done.output


def test_decode_rejects_another_encoding(folder):
    encoded()
    (folder / "other.py").write_text(ENCODING.replace("dry_colour, moves", "dry_colour, states"))
    done = floodit("decode", "b.cnf", "b.cnf", "--encoding", "other.py", status=1)
    assert "line" in done.output


@pytest.mark.parametrize(
    ("encoding", "more"),
    [("mine.py", ()), ("mine.py", ("--cores", 2)), ("minimal+reach", ()), ("extended", ())],
)
def test_minima_are_found_with_any_encoding(folder, encoding, more):
    assert "7 moves, the fewest possible" in solved(encoding, *more, status=0).output


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("none.py", None, "none.py: No such file or directory"),
        ("bad.py", "1 / 0", "bad.py cannot be executed: line 1: ZeroDivisionError: division"),
        ("bad.py", "import sys\nsys.exit(3)", "bad.py cannot be executed: line 2: SystemExit: 3"),
        ("bad.py", "\n1 +", "cannot be executed: SyntaxError: invalid syntax (bad.py, line 2"),
        ("bad.py", "CONDITIONS = 3", "bad.py defines no CONDITIONS, a list of Condition(name, cla"),
        ("bad.py", "CONDITIONS = [3]", "CONDITIONS contains 3, which is not a Condition"),
        ("bad.py", WRONG + "new_variables = 3", "new_variables must be a function of the board"),
        ("minimal+all", None, "unknown encoding 'minimal+all'; choose from minimal, extended"),
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
    ("clauses", "message"),
    [
        ("1 / 0", "condition mine: line 2: ZeroDivisionError: division by zero"),
        ("exit(3)", "line 2: SystemExit: 3"),
        ("([1 // x] for x in (1, 0))", "line 2: ZeroDivisionError"),
        ("None", "condition mine: TypeError: 'NoneType' object is not iterable"),
        ("[1, 2]", "condition mine: TypeError: "),
        ("[[0]]", "condition mine: 0 is not a literal of the states t and t+1"),
        ("[[v.Fld(2, 0)]]", "is not a literal of the states t and t+1; for t = 0, their variables"),
        ("[[v.Move(t, board.k)]]", "line 2: IndexError: Move(0, 4), but there are 4, numbered"),
        ("[[v.New(t, 0)]]", "New(0, 0), but new_variables(board), which returns"),
        ("[[v.Fld(t, -1)]]", "IndexError: Fld(0, -1)"),
        ("[[v.Fld(0, 0)]]", "returns other clauses at t = 1 than at t = 0"),
    ],
)
def test_invalid_conditions_are_rejected_with_one_sentence(folder, clauses, message):
    (folder / "mine.py").write_text(
        "from puzzlesat.floodit.encode.thesis import *\n"
        f"CONDITIONS = [Condition('mine', lambda board, v, t: {clauses}, moves)]"
    )
    for done in (encoded(status=1), solved("mine.py")):
        assert "mine.py: " in done.output
        assert message in done.output
        assert not (folder / "b.cnf").exists()


@pytest.mark.parametrize(
    ("board", "more"), [(BOARD, ()), (BOARD, ("--cores", 2)), ("01\n12\n", ()), ("00\n00\n", ())]
)
def test_conditions_without_a_model_at_the_minimum_are_detected(folder, board, more):
    (folder / "board.txt").write_text(f"{board}\n{board}")  # greedy play finds the minimum
    (folder / "mine.py").write_text(WRONG)
    done = solved("mine.py", *more)
    assert "board 0: the solver and the encoding find no solution of" in done.output
    assert "one of them is wrong" in done.output
    assert "fewest possible" not in done.output
