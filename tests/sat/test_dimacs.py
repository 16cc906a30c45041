"""The printed text against the formula's own clauses, printed by Python."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlesat.common.errors import InputError
from puzzlesat.sat import dimacs
from puzzlesat.sat.formula import ClauseTemplate, Formula, arrays_by_length

literals = st.integers(1, 2**20).flatmap(lambda v: st.sampled_from([v, -v]))
templates = st.lists(st.lists(literals, min_size=1, max_size=5), min_size=1, max_size=9)


def plain(formula):
    lines = [f"p cnf {formula.variables} {len(formula)}"]
    lines += [" ".join(map(str, clause)) + " 0" for clause in formula]
    return "\n".join(lines) + "\n"


def text(formula):
    file = io.BytesIO()
    dimacs.write(formula, {}, file)
    return file.getvalue().decode()


@given(template=templates, times=st.integers(0, 4), stride=st.sampled_from([0, 7, 10**6]))
def test_written_dimacs_matches_the_clauses(template, times, stride):
    formula = Formula(
        2**31 - 1, (ClauseTemplate("any", arrays_by_length(template), range(times), stride),)
    )
    assert text(formula) == plain(formula)


@pytest.mark.parametrize("buffer", [1, 30, 64, 1000])
def test_full_buffer_loses_no_clause(monkeypatch, buffer):
    monkeypatch.setattr(dimacs, "BUFFER_BYTES", buffer)
    clauses = [[-i, i + 1, 12345 * i] for i in range(1, 40)]
    formula = Formula(10**6, (ClauseTemplate("some", arrays_by_length(clauses), range(3), 1000),))
    assert text(formula) == plain(formula)


@pytest.mark.parametrize(
    ("read_ahead", "rest", "line"),
    [
        ("", "1 0\n-2 0\n", None),
        ("1 0\n-2", " 0\n", None),
        ("1 0\n-2 0\n", "", None),
        ("1 0\n-2 0\n3", "", 8),
        ("1 0\n-2 0\n", "3", 8),
        ("1 0\n2", " 0\n", 7),
        ("1 0\n", "-3 0\n", 7),
        ("2 0\n", "-2 0\n", 6),
        ("1 0\n", "-2", 7),
    ],
)
def test_first_differing_line_is_reported(read_ahead, rest, line):
    """After five lines that were read before."""
    expected = dimacs.Expected(io.BytesIO(rest.encode()), 5, read_ahead.encode())

    def compare():
        expected.write(b"1 0\n-2 0\n")
        expected.end()

    if line is None:
        compare()
    else:
        with pytest.raises(dimacs.DifferentError) as error:
            compare()
        assert error.value.line == line


@pytest.mark.parametrize("name", ["a\np cnf 9 9\n", "b\r1 0", "c\u2028d", "e\x85f", "\udcff.txt"])
def test_comments_are_written_on_one_line(name):
    file = io.BytesIO()
    unit = ClauseTemplate("unit", arrays_by_length([[1]]), times=range(1), stride=0)
    dimacs.write(Formula(1, (unit,)), {"command": name}, file)
    comment, header, clause = file.getvalue().decode().splitlines()
    assert comment.startswith("c command: ")
    assert (header, clause) == ("p cnf 1 1", "1 0")


def test_comment_with_a_control_character_is_rejected(tmp_path):
    path = tmp_path / "formula.cnf"
    path.write_bytes(b"c encoding: minimal\nc rows: 3\x1b[2J\np cnf 0 0\n")
    with pytest.raises(InputError, match="line 2: a comment contains a control character"):
        dimacs.read_written(path, lambda _: pytest.fail("the comments are read"))


@pytest.mark.parametrize("size", range(1, 40))
def test_comments_between_clauses_are_no_clauses_wherever_blocks_begin(monkeypatch, size):
    monkeypatch.setattr(dimacs, "BUFFER_BYTES", size)
    file = dimacs.Tidied(io.BytesIO(b"p cnf 2 2\n1 2 0\nc x 3 0\n-1 0\n"))
    assert (file.readline(99), file.read(99)) == (b"p cnf 2 2\n", b"1 2 0\n-1 0\n")


@pytest.mark.parametrize("size", [1, 7, 64])
@pytest.mark.parametrize("separator", [b" ", b"\n", b"\r\n\r\n"])
def test_clauses_are_found_wherever_lines_break(monkeypatch, size, separator):
    monkeypatch.setattr(dimacs, "BUFFER_BYTES", size)
    clauses = [b"1 -20 0", b"10 0", b"-3 100 5 0"]
    content = b"c text\np cnf 100 3\n" + separator.join(b" ".join(clauses).split())
    file = dimacs.Tidied(io.BytesIO(content))
    assert [file.readline(99), file.readline(99)] == [b"c text\n", b"p cnf 100 3\n"]
    assert file.read(999) == b"".join(clause + b"\n" for clause in clauses)
