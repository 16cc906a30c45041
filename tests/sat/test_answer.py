"""What solvers print is read, or refused in a sentence."""

import pytest

from puzzlesat.common.errors import InputError
from puzzlesat.sat.answer import parse_answer

NO_ANSWER = (
    "no solver answer found; expected lines s and v, as in the SAT Competition, MiniSat's result "
    "file, or literals that end in 0"
)
NO_END = "the values do not end in 0: they are cut short, or not in the SAT Competition's form"
BOTH = "there are the answers sat and unsat; keep one of them"
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
        ("1 -2\n3 0\n", ("sat", [1, -2, 3])),
        ("0.01/0.02\tc x\n0.01/0.02\ts SATISFIABLE\n0.10/12.00\tv 1 -2 0\n", ("sat", [1, -2])),
        ("o 2\ns SATISFIABLE\nv 01\n", ("sat", [-1, 2])),
        ("s SATISFIABLE\nv 10\n", ("sat", [1, -2])),
        ("o 3\nv 00\no 2\nv 01\ns OPTIMUM FOUND\n", ("sat", [-1, 2])),
        ("v 00\nv 10\ns OPTIMUM FOUND\n", ("sat", [1, -2])),
        ("o 3\nv 1 2\no 2\nv -1\nv 2\ns OPTIMUM FOUND\n", ("sat", [-1, 2])),
        ("o 2\ns UNKNOWN\nv 01\n", ("sat", [-1, 2])),
        ("s SATISFIABLE\nv 1 -2 0\nv 0\n", ("sat", [1, -2])),
        ("s SATISFIABLE\nv 1\nv 0\n", ("sat", [1])),
        ("an error that was repaired\ns SATISFIABLE\nv 1 0\n", ("sat", [1])),
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
            "s SATISFIABLE\nv 1 0\ns SATISFIABLE\nv -1 0\ns UNSATISFIABLE\n",
            BOTH,
        ),
        ("s SATISFIABLE\nv 1 2\n", NO_END),
        ("s SATISFIABLE\n", NO_VALUES),
        ("| 0 | 1 |\nSATISFIABLE\n", NO_VALUES),
        ("SAT\n1 0 2 0\n", "the answer contains 2 models; keep one of them"),
        ("s SATISFIABLE\nv 1 two 0\n", "the model contains something that is not a literal"),
        ("s SATISFIABLE\nv 1 \u0662 0\n", "the model contains something that is not a literal"),
        ("s SATISFIABLE\nv 1 +2 0\n", "the model contains something that is not a literal"),
        (f"SAT\n1 {'9' * 4000} 0\n", "the model contains something that is not a literal"),
        ("s SATISFIABLE\ns UNSATISFIABLE\n", BOTH),
        ("v 1 0\n", NO_ANSWER),
        ("s MAYBE\n", NO_ANSWER),
        ("s\n", NO_ANSWER),
        ("", NO_ANSWER),
    ],
)
def test_invalid_answers_are_rejected(text, sentence):
    with pytest.raises(InputError) as error:
        parse_answer(text)
    assert str(error.value) == sentence


@pytest.mark.parametrize("text", ["*** ERROR: (clasp): x\ns UNKNOWN\n", "c y\nkissat: error: x\n"])
def test_an_error_in_the_output_is_shown(text):
    with pytest.raises(InputError, match=r"the solver reports an error: .*: x"):
        parse_answer(text)


@pytest.mark.parametrize(
    "text",
    ["o 1\nv 01\ns OPTIMUM FOUND\n", "s SATISFIABLE\nv x1 -x2\n", "o 1\ns SATISFIABLE\nv 1 -2\n"],
)
def test_values_that_are_cut_short_are_rejected(text):
    """Their end is not marked, so that only their number shows it."""
    assert parse_answer(text, 2)[0] == "sat"
    with pytest.raises(InputError, match="cut short: 2 of 3 variables"):
        parse_answer(text, 3)
