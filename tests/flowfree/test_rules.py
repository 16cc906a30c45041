"""The referee accepts solutions, and says what is wrong with other paths."""

import pytest

from puzzlesat.flowfree.board.referee import fault

from .samples import AROUND, LADDER


@pytest.mark.parametrize(
    ("puzzle", "solution"),
    [
        (LADDER, ["AB", "AB", "AB"]),
        (["A.A"], ["AAA"]),
        (["AA"], ["AA"]),
        (["A....", "B..B.", "A...."], ["AAAAA", "BBBBA", "AAAAA"]),
        (["A.A", "B.B", "+.+"], ["AAA", "BBB", "+++"]),  # no sketch, which has a + at corners
        (["+.+", "A.A", "B.B"], ["+++", "AAA", "BBB"]),
    ],
)
def test_referee_accepts_solutions(puzzle, solution):
    assert fault(puzzle, solution) is None


@pytest.mark.parametrize(
    ("puzzle", "solution", "sentence"),
    [
        (LADDER, ["AB", "AB"], "the solution has a different shape from the puzzle"),
        (LADDER, ["AB", "A", "AB"], "the solution has a different shape from the puzzle"),
        (LADDER, ["AB", "A.", "AB"], "row 1, column 1: . is not a flow"),
        (LADDER, ["AB", "AC", "AB"], "row 1, column 1: C is not a flow"),
        (LADDER, ["BB", "AB", "AB"], "row 0, column 0: B is on the endpoint A"),
        (LADDER, ["AB", "BB", "AB"], "row 0, column 0: the flow A breaks off"),
        (LADDER, ["AB", "AA", "AB"], "row 1, column 0: the flow A touches itself"),
        (["A..", "A.."], ["AAA", "AAA"], "row 0, column 0: the flow A touches itself"),
        (["A.B", "B.A"], ["ABB", "BAA"], "row 0, column 0: the flow A breaks off"),
        (AROUND, ["BBBBCB", "BAABCB", "BBBBCB"], "row 0, column 0: the flow B has a separate part"),
    ],
)
def test_referee_reports_faults(puzzle, solution, sentence):
    assert fault(puzzle, solution).startswith(sentence)
