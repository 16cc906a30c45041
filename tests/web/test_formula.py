"""The formulas of the web application are those of `floodit encode` and `flowfree encode`."""

import io
from pathlib import Path

import pytest
from numpy.random import default_rng

from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.encode.instance import Instance as FloodItInstance
from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.encode.instance import Instance as FlowFreeInstance
from tests.web.conftest import node

BOARDS = [
    *("01/10", "0120/1203/3321/0012", "012/120", "0", "00/00", "01", "ab/cd/ab"),
    *("".join(map(str, default_rng(i).integers(3 + i % 3, size=6))) + "/012012" for i in range(8)),
]
PUZZLES = [
    *("A.A", "A./A.", "A../BAB", "A.B/..C/ABC", "AB/AB", "1....\n2..3.\n.....\n.1..2\n....3"),
    "+-+-+-+\n|# A #|\n+ + + +\n|B + B|\n+ + + +\n|. A .|\n+-+-+-+",
    "+^+-+-+-+\n|. . A #|\n+ + + + +\n|B . B A|\n+ +-+ + +\n<. . C|.>\n+ + + + +\n<+ . # C>\n"
    "+v+-+-+-+",
    "+-+-+\n<A .>\n+ + +\n<. A>\n+-+-+",
    "+-+-+-+\n|A|A B|\n+-+ + +\n|. . B|\n+-+-+-+",
]


def clauses(text):
    """The number of variables, and the clauses of a DIMACS file as sets."""
    lines = [line.split() for line in text.splitlines() if not line.startswith("c")]
    [(_, _, variables, count)] = [line for line in lines if line[0] == "p"]
    found = [frozenset(line[:-1]) for line in lines if line[0] != "p"]
    assert len(found) == int(count)
    return int(variables), sorted(map(sorted, found))


def written(instance):
    target = io.BytesIO()
    instance.write("", target)
    return target.getvalue().decode()


CASES = [
    *(
        {"game": "floodit", "text": text, "p": p, "encoding": encoding}
        for text in BOARDS
        for p in (0, 1, 2, 5)
        for encoding in ("minimal", "extended")
    ),
    *(
        {"game": "flowfree", "text": text, "rule": rule, "method": method}
        for text in PUZZLES
        for rule in ("strict", "touching", "numberlink")
        for method in ("ranks", "repair")
    ),
]


@pytest.fixture(scope="module")
def formulas():
    return node(Path(__file__).with_name("formulas.mjs"), CASES)


@pytest.mark.parametrize("number", range(len(CASES)))
def test_clauses_are_those_of_python(number, formulas):
    case = CASES[number]
    if case["game"] == "floodit":
        instance = FloodItInstance(Board.parse(case["text"]), case["p"], case["encoding"])
    else:
        puzzle = Puzzle.parse(case["text"], case["rule"])
        instance = FlowFreeInstance(puzzle, "links", case["method"])
    assert clauses(formulas[number]) == clauses(written(instance))


def opened(page, name, fragment):
    page.open(name, fragment)
    page.click("#formula-tab")
    page.wait("document.querySelector('.formula details')")


def test_a_clause_marks_its_fields_and_is_said_in_words(page):
    opened(page, "floodit", "01/10")
    page.run(
        "const all = [...document.querySelectorAll('.formula details')];"
        "all.find((x) => x.querySelector('b').textContent === '4').open = true"
    )
    page.wait("document.querySelector('.formula [role=option]')")
    option = "document.querySelectorAll('.formula [role=option]')[2]"
    assert page.run(f"return {option}.textContent") == "¬Fld(0, 2) ∨ Fld(1, 2)"
    marked = "return [...document.querySelectorAll('[data-marked]')].map((x) => x.place)"
    page.run(f"{option}.focus()")
    assert page.run(marked) == [[1, 0]]
    assert page.text(".formula .words") == (
        "If row 1, column 0 is flooded in state 0, then row 1, column 0 is flooded in state 1."
    )
    page.press("\ue013")  # the arrow up
    assert page.run(marked) == [[0, 1]]
    page.run(f"{option}.dispatchEvent(new Event('pointerover', {{bubbles: true}}))")
    assert page.run(marked) == [[1, 0]]
    page.run(f"{option}.parentElement.dispatchEvent(new Event('pointerleave'))")
    assert page.run(marked) == [[0, 1]]  # of the clause with the focus
    page.run("document.activeElement.blur()")
    page.wait("!document.querySelector('[data-marked]')")
    assert page.text(".formula .words") == ""


def test_conditions_11_and_12_belong_to_the_extended_encoding(page):
    opened(page, "floodit", "012/120")
    names = "[...document.querySelectorAll('.formula summary b')].map((x) => x.textContent)"
    assert "11" not in page.run(f"return {names}")
    page.choose(".formula select", "extended", "input")
    assert page.run(f"return {names}")[-2:] == ["11", "12"]


LARGE = {
    "rows": "/".join(["01201201201201201201", "10210210210210210210"] * 10),
    "cluster": "/".join(["0" * 60] * 59 + ["0" * 59 + "1"]),
}


@pytest.mark.parametrize("board", LARGE)
def test_a_large_formula_or_cluster_is_refused_and_does_not_stop_the_page(page, board):
    page.open("floodit", LARGE[board])
    page.click("#formula-tab")
    page.wait("document.querySelector('.formula [role=status]').textContent")
    assert "too many to show" in page.text(".formula [role=status]")
