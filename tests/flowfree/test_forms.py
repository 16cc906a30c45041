"""Puzzles in the forms of other programs, on the command line and in Python."""

import json
from functools import partial

import pytest

from puzzlesat.common.errors import InputError
from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.formats.formats import FORMATS, parse
from tests.programs import SOLVER, invoke, script

from .exhaustive import path_systems
from .samples import TWO_SOLUTIONS

LINK = "https://puzz.link/p?numlin/5/5/1j2h3m1h2j3"
BRIDGED = "3:4+B,0,7,2,4,11,9|10;1,4,7;3,4,5"


flowfree = partial(invoke, "flowfree", status=0)


def test_a_link_in_place_of_a_file_is_solved_under_its_own_rule():
    rows = ["1....", "2..3.", ".....", ".1..2", "....3"]
    assert len(set(path_systems(rows, filling=False))) == 1
    out = flowfree("solve", LINK, "--unique").stdout
    assert "the only solution in which cells may stay empty" in out
    strict = flowfree("solve", LINK, "--unique", "--rule", "strict").stdout
    assert "flows fill the board and none touches itself" in strict


@pytest.mark.parametrize(
    ("link", "rule"),
    [
        ("numlin/3/1/1g1", "numberlink"),
        ("numlin_edit/3/1/1g1", "numberlink"),
        ("arukone/3/1/1g1", "touching"),
        ("arukone/e/3/1/1g1", "numberlink"),
        ("pzprv3/arukone/1/3/passallcell/A . A /", "touching"),
        ("pzprv3/arukone/1/3/dontpassallcell/A . A /", "numberlink"),
    ],
)
def test_rule_of_a_link_is_that_of_its_genre(link, rule):
    assert parse(link).rule == rule


def test_convert_writes_what_other_programs_read(write):
    file = write("A.B\n..C\nABC\n")
    out = flowfree("convert", file, "--as", "link", "--rule", "numberlink").stdout
    assert out == "https://puzz.link/p?numlin/3/3/1g2h3123\n"
    assert flowfree("convert", "-", "--as", "rows", given=out).stdout == "1.2\n..3\n123\n"
    sketch = write("+-+-+\n|A|A|\n+ + +\n|. .|\n+-+-+\n", name="b.txt")
    done = flowfree("convert", sketch, "--as", "link", status=1)
    assert "choose rows" in done.stderr
    assert flowfree("convert", sketch, "--as", "rows").stdout == sketch.read_text()


@pytest.mark.parametrize("flows", [9, 10, 40, 300])
def test_links_round_trip_with_many_flows(flows):
    rows = ["".join(chr(0x4E00 + f) for f in range(flows))] * 2
    puzzle = Puzzle.of(rows, rule="numberlink")
    [found] = FORMATS.parse(FORMATS.write_text([puzzle], "link"))
    assert found.pattern == puzzle.pattern


def test_marks_of_a_level_are_those_of_its_sketch():
    puzzle = parse(BRIDGED)
    assert len(puzzle.marks.walls) == len(puzzle.marks.bridges) == len(puzzle.marks.missing) == 1


def test_an_answer_of_a_program_is_compared_with_ours(write, tmp_path):
    lying = script(tmp_path / "solver", "echo 's UNSATISFIABLE'; exit 20")
    done = flowfree("solve", write("A.A\nB.B\n"), "--solver", lying, status=1)
    assert "finds no solution, but there is one" in done.stderr
    crossed = flowfree("solve", write("AB\nBA\n"), "--solver", lying)
    assert "there is no solution" in crossed.stdout


def test_a_program_that_claims_uniqueness_wrongly_is_noticed(write, tmp_path):
    file, once = write("\n".join(TWO_SOLUTIONS)), tmp_path / "once"
    assert "more than one" in flowfree("solve", file, "--unique").stdout
    honest = script(tmp_path / "honest", SOLVER)
    never_twice = script(
        tmp_path / "solver",
        f"if [ -e {once} ]; then echo 's UNSATISFIABLE'; exit 20; fi\n"
        f'touch {once}; exec {honest} "$1"',
    )
    done = flowfree("solve", file, "--unique", "--solver", never_twice, status=1)
    assert "finds one solution, but there is more than one solution" in done.stderr


def test_rows_are_texts():
    with pytest.raises(InputError, match="expected rows of characters; parse reads lists of cells"):
        Puzzle.of([["1", ".", "1"]])


def test_steps_under_another_rule_than_the_puzzles_are_announced(tmp_path):
    done = flowfree("hint", LINK)
    assert "the rule of the puzzle is numberlink" in done.stderr
    assert flowfree("hint", LINK, "--rule", "strict").stderr == ""
    assert flowfree("hint", "arukone/3/1/1g1").stderr == ""
    page = tmp_path / "page.html"
    flowfree("explain", "arukone/2/2/1g1g", "-o", page)
    assert '"rule": "touching"' in page.read_text()


@pytest.mark.parametrize(
    ("answer", "status"),
    [("s SATISFIABLE\nv 1 2 0\n", "solved"), ("s UNSATISFIABLE\n", "unsolvable"),
     ("s UNKNOWN\n", "unknown")],
)  # fmt: skip
def test_decode_names_the_rule_and_prints_json(write, tmp_path, answer, status):
    cnf = tmp_path / "a.cnf"
    words = ("--method", "repair", "--rule", "touching", "-o", cnf)
    flowfree("encode", write("A.A\n"), "--format", "rows", *words)
    found = json.loads(flowfree("decode", cnf, "--json", given=answer).stdout)
    lines, paths = (["AAA"], [[[0, 0], [0, 1], [0, 2]]]) if status == "solved" else (None, None)
    assert found == {"rule": "touching", "status": status, "solution": lines, "paths": paths}
    if status != "unknown":
        said = flowfree("decode", cnf, given=answer).stdout
        assert "in which flows fill the board and may touch themselves" in said
