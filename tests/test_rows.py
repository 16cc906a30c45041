"""Rows that contradict themselves or one another, or are not all there, are refused."""

import pytest

from puzzlesat.common.errors import InputError
from puzzlesat.common.rows import (
    Schema,
    count,
    duration,
    number,
    parse_rows,
    portion,
    positive,
    present,
    read_all,
    truth,
)

SCHEMA = Schema(
    {"i": count, "kind": str, "low": number, "share": number, "x_low": number, "x_high": number},
    key=["i", "kind"],
    ascending=[["low", "share"]],
    complete={"kind": ["a", "b"]},
    groups=["i"],
)
HEAD = "i,kind,low,share,x_low,x_high\n"


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        (["0,a,,,,", "0,b,1,,2,", "0,b,,,,"], "line 4: a second row for i 0, kind b"),
        (["0,a,2,1,,", "0,b,,,,"], "line 2: low is 2.0, but share is only 1.0"),
        (["0,a,,,2,1", "0,b,,,,"], "line 2: x_low is 2.0, but x_high is only 1.0"),
        (["0,a,,,,", "0,b,,,,", "1,b,,,,"], "no row for i 1 has the kind a"),
        (["0,a,,,,", "0,c,,,,"], "no row for i 0 has the kind b"),
    ],
)
def test_inconsistent_or_incomplete_rows_are_rejected(rows, problem):
    with pytest.raises(InputError, match=f"^{problem}$"):
        parse_rows(HEAD + "\n".join(rows), SCHEMA)


def test_consistent_rows_are_accepted():
    rows = parse_rows(HEAD + "0,a,1,1,,1\n0,b,1,2,1,1\n", SCHEMA)
    assert [row["kind"] for row in rows] == ["a", "b"]


def test_rows_missing_in_one_file_may_be_in_another(tmp_path):
    files = [tmp_path / "a.csv", tmp_path / "b.csv"]
    files[0].write_text(HEAD + "0,a,,,,\n")
    files[1].write_text(HEAD + "0,b,,,,\n")
    assert len(read_all(files, SCHEMA)) == 2
    with pytest.raises(InputError, match=r"a\.csv: no row for i 0 has the kind b"):
        read_all(files[:1], SCHEMA)


@pytest.mark.parametrize(
    ("read", "text", "wanted"),
    [
        (duration, "-1", "a number of at least 0"),
        (duration, "inf", "a number of at least 0"),
        (present, "", "a number"),
        (present, "nan", "a number"),
        (present, "x", "a number"),
        (int, "1.5", "a whole number"),
        (number, "inf", "a number"),
        (number, "x", "a number"),
        (truth, "yes", "True or False"),
    ],
)
def test_cells_of_the_wrong_type_are_rejected(read, text, wanted):
    with pytest.raises(InputError, match=f"x is '{text}'; expected {wanted}$"):
        parse_rows(f"x,y\n{text},0\n", {"x": read})


@pytest.mark.parametrize(
    ("cells", "problem"),
    [
        ("0,1", "line 2: n is '0'; expected a whole number of at least 1"),
        ("-1,1", "line 2: n is '-1'; expected a whole number of at least 1"),
        ("1,1.01", "line 2: share is '1.01'; expected a number from 0 to 1"),
        ("1,-0.1", "line 2: share is '-0.1'; expected a number from 0 to 1"),
    ],
)
def test_sizes_are_positive_and_shares_between_zero_and_one(cells, problem):
    columns = {"n": positive, "share": portion}
    with pytest.raises(InputError, match=problem):
        parse_rows(f"n,share\n{cells}\n", columns)
    assert parse_rows("n,share\n1,1\n2,0\n", columns) == [
        {"n": 1, "share": 1},
        {"n": 2, "share": 0},
    ]
