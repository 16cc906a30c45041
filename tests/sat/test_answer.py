"""What solvers print is read, or refused in a sentence."""

import pytest

from puzzlesat.common.errors import InputError
from puzzlesat.sat.answer import parse_answer

NO_VALUES = "the answer has no values; expected lines beginning with v, or MiniSat's result file"


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("c x\ns SATISFIABLE\nv 3 -1\nv 2 0\n", ("sat", [3, -1, 2])),
        ("SAT\n1 -2 3 0\n", ("sat", [1, -2, 3])),
        ("s UNSATISFIABLE\n", ("unsat", [])),
        ("UNSAT\n", ("unsat", [])),
        ("s UNKNOWN\n", ("unknown", [])),
        ("INDET\n", ("unknown", [])),
        ("s SATISFIABLE\ns SATISFIABLE\nv 1 0\n", ("sat", [1])),
        ("v 1 -2\ns SATISFIABLE\nv 3 0\n", ("sat", [1, -2, 3])),
        ("c y\r\n\r\ns  SATISFIABLE\r\nv\t1\t-2 0\r\n", ("sat", [1, -2])),
        ("\x1b[32ms SATISFIABLE\x1b[0m\nv 1 0\n", ("sat", [1])),
        ("sat\n1 -2 0\n", ("sat", [1, -2])),
        ("[1, -2, 3]\n", ("sat", [1, -2, 3])),
        ("s SATISFIABLE\nv x1 -x2\nv x3\n", ("sat", [1, -2, 3])),
        ("o 2\ns OPTIMUM FOUND\nv 0101\n", ("sat", [-1, 2, -3, 4])),
        ("o 2\ns OPTIMUM FOUND\nv 1 -2 3\n", ("sat", [1, -2, 3])),
        ("c UNKNOWN\n", ("unknown", [])),
        ("c UNKNOWN\ns UNSATISFIABLE\n", ("unsat", [])),
    ],
)
def test_solver_answers_are_parsed(text, answer):
    assert parse_answer(text) == answer


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("s SATISFIABLE\nv 1 2 -2 0\n", "the model contains both 2 and -2"),
        ("s SATISFIABLE\nv 1 2\nv -1 0\n", "the model contains both 1 and -1"),
        ("s SATISFIABLE\nv 1 0 2 0\n", "the answer contains 2 models; keep one of them"),
        (
            "s SATISFIABLE\nv 1 0\nv -1 0\ns UNSATISFIABLE\n",
            "the answer contains 2 models; keep one of them",
        ),
        ("s SATISFIABLE\nv 1 2\n", "the model is truncated; it must end in 0"),
        ("s SATISFIABLE\n", NO_VALUES),
        ("| 0 | 1 |\nSATISFIABLE\n", NO_VALUES),
        ("SAT\n1 0 0\n", "the model is truncated; it must end in 0"),
        ("SAT\n1 0 2 0\n", "the answer contains 2 models; keep one of them"),
        ("SAT\n0 0\n", "the model is truncated; it must end in 0"),
        ("s SATISFIABLE\nv 1 two 0\n", "the model contains something that is not a literal"),
        ("s SATISFIABLE\nv 1 \u0662 0\n", "the model contains something that is not a literal"),
        ("s SATISFIABLE\nv 1 +2 0\n", "the model contains something that is not a literal"),
        (f"SAT\n1 {'9' * 4000} 0\n", "the model contains something that is not a literal"),
        ("s SATISFIABLE\ns UNSATISFIABLE\n", "the solver's answer is both sat and unsat"),
        ("v 1 0\n", "no solver answer found, such as 's SATISFIABLE' or SAT"),
        ("s MAYBE\n", "no solver answer found, such as 's SATISFIABLE' or SAT"),
        ("s\n", "no solver answer found, such as 's SATISFIABLE' or SAT"),
        ("", "no solver answer found, such as 's SATISFIABLE' or SAT"),
    ],
)
def test_invalid_answers_are_rejected(text, sentence):
    with pytest.raises(InputError) as error:
        parse_answer(text)
    assert str(error.value) == sentence
