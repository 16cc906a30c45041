"""States as text and as samples, good and bad."""

import numpy as np
import pytest

from puzzlesat.common.errors import InputError
from puzzlesat.common.rows import write_rows
from puzzlesat.minesweeper.board.formats import BOARDS, FORMATS, parse_state, read_states
from puzzlesat.minesweeper.board.rows import read_rows
from puzzlesat.minesweeper.board.sample import sample_rows
from puzzlesat.minesweeper.board.state import State


def test_states_round_trip_through_text():
    text = "mines: 3\n1..\nF20\n\n\n8\n\nMINES: 0\n..\n"
    (first, second, third), remarks = read_rows(text)
    assert not remarks
    assert (first.lines, first.mines, first.rows, first.cols) == (["1..", "F20"], 3, 2, 3)
    assert (second.lines, second.mines) == (["8"], None)
    assert third.mines == 0
    assert FORMATS.parse(str(first)) == ([first], [])
    assert FORMATS.parse(text.replace("\n", "\r\n")) == ([first, second, third], [])
    assert eval(repr(first)) == first


def test_a_state_may_be_written_in_one_line():
    assert parse_state(".1", 1).lines == [".1"]
    assert parse_state(".1/1F/00", None).lines == [".1", "1F", "00"]
    assert parse_state("mines: 1\n.1/1F\n").mines == 1
    with pytest.raises(InputError, match="row 2: 1 field, but row 0 has 2"):
        parse_state(".1/1F/0", None)


def test_alternative_symbols_are_read_and_reported(tmp_path):
    path = tmp_path / "state.txt"
    path.write_text(" mines: 3 \n1x?\n1*9\n\n  11\n111x\nx11x\n")
    messages = []
    first, second = read_states(path, messages.append)
    assert (first.lines, first.mines) == (["1..", "1FF"], 3)
    assert second.lines == ["0011", "111.", ".11."]
    assert messages == [f"{path}: read x as ., ? as ., * as F, 9 as F, a blank as 0"]
    messages.clear()
    path.write_text("1#\n#F\n")
    read_states(path, messages.append)
    assert not messages


@pytest.mark.parametrize(
    ("text", "states"),
    [
        ("x1 1x\n11 11\n     \n11 11\n", [".101./11011/00000/11011"]),
        ("x1 1x\n11 11\n     \n     \n11 11\n     \n", [".101./11011/00000/00000/11011/00000"]),
        ("mines: 1\n   \n111\n1.1\n", ["000/111/1.1"]),
        ("\t\t\n1\t1\t1\n1\tx\t1\n", ["000/111/1.1"]),
        (" 1.\n   \n1..\n", "line 2: column 1 would be 0 next to a covered field or a flag"),
        ("101\n   \n111\n", "line 2: a line of blanks may be a row of zeros"),
        ("101\n   \n1.1\n", ["101", "1.1"]),
        ("101\r\n   \r\n1.1", ["101", "1.1"]),
        ("1.1\n  \n1.1\n", ["1.1", "1.1"]),
        ("1.1\n    \n1.1\n", ["1.1", "1.1"]),
        ("1.1\n   \n2..2\n", ["1.1", "2..2"]),
        ("1.1\n   \nmines: 2\n1..\n", ["1.1", "1.."]),
        ("1.1\n \t \n1.1\n", ["1.1", "1.1"]),
        ("   \n\n1.1\n\n   \n", ["1.1"]),
        ("1.1\n\n   \n\n1.1\n", ["1.1", "1.1"]),
        ("1\n.\n", ["1/."]),
        ("mines: 1\n\n   \n1.1\n", "line 3: a line of blanks may be a row of zeros"),
        ("mines: 1\n   \n", "line 1: no board follows the number of mines"),
        ("1.1\n   \n1.1\n", "line 2: a line of blanks may be a row of zeros, or separate two"),
        ("1 1\n101\n   \n1.1\n", "line 3: a line of blanks may be a row of zeros"),
        ("\n1.1\n11 \n   \n", "line 4: a line of blanks may be a row of zeros"),
        ("   \n1.1\n", "line 1: a line of blanks may be a row of zeros"),
        ("mines: 1\n\n1.\n", ["1."]),
    ],
)
def test_blank_lines_are_rows_separators_or_rejected(text, states):
    if isinstance(states, str):
        with pytest.raises(InputError) as error:
            read_rows(text, gaps=False)
        assert states in str(error.value)
    else:
        assert ["/".join(state.lines) for state in read_rows(text, gaps=False)[0]] == states


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1.\n1\n", "line 2: 1 field, but the board's first row has 2"),
        ("1.\nm.\n", "line 2, column 1: 'm' is not a field; use 0-8, . (covered) or F"),
        ("1-\n", "line 1: - may be covered fields or uncovered ones; write 0"),
        ("1 . 2 F\n.   . .\n", "remove the blanks between fields, and write 0 "),
        ("  . \n1 . \n", "line 1: blanks are beside covered fields or flags"),
        (" 1.\n..\n", "line 2: 2 fields, but the board's first row has 3"),
        ("1.\n  .\n", "line 2: 3 fields, but the board's first row has 2"),
        ("mines: many\n1.\n", "line 1: 'mines: many' is no number of mines; write mines: N"),
        ("mines: -1\n1.\n", "line 1: 'mines: -1' is no number of mines; write mines: N"),
        ("mines: ²\n1.\n", "line 1: 'mines: ²' is no number of mines; write mines: N"),
        (
            "mines: 1000000000\n1.\n",
            "line 1: 'mines: 1000000000' is no number of mines; write mines: N",
        ),
        ("mines: 4\n\n", "line 1: no board follows the number of mines"),
        ("mines: 1\n\nmines: 1\n.", "line 1: no board follows the number of mines"),
        ("mines: 3\n1.\n", "line 1: 3 mines do not fit on 1×2 fields"),
        ("1.\nmines: 4\n", "line 2: the number of mines must be above the rows of its state"),
        ("", "no state found"),
        ("\n\n", "no state found"),
        (
            "seed,rows,cols,mines,i,state\n1,2,2,1,0,1./..\n1,2,2,1,3,1./1\n",
            "line 3: state 3 of 2×2 with 1 mine: expected 2 rows of 2 fields as its state",
        ),
        ("seed,rows,cols,mines,i,state\n1,1,2,1,0,1z\n", "row 0, column 1: 'z' is not a field"),
        ("seed,rows,cols,mines,i,state\n1,1,x,1,0,1.\n", "line 2: cols is 'x'; expected a"),
        (
            f"mines: {'9' * 5000}\n1.\n",
            f"line 1: 'mines: {'9' * 23}…' is no number",
        ),
        ("." * 1_000_001, "line 1: a board has at most 1,000,000 fields, not 1×1000001"),
        (
            f"seed,rows,cols,mines,i,state\n1,2,{10**99},1,0,1./..\n",
            f"a board has at most 1,000,000 fields, not 2×{10**99}",
        ),
        (
            f"seed,rows,cols,mines,i,state\n1,2,{10**100},1,0,1./..\n",
            f"cols is '1{'0' * 29}…'; expected a whole number",
        ),
        ("1.\0\n", "not a text file: NUL at byte 2"),
        ("rows,cols\n1,2\n", "line 1: no column seed, mines, i, state"),
    ],
)
def test_invalid_states_are_rejected_with_one_sentence(tmp_path, text, sentence):
    path = tmp_path / "state.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as error:
        read_states(path)
    assert sentence in str(error.value)
    assert str(error.value).startswith(f"{path}: ")
    assert "\n" not in str(error.value)


def test_a_sample_is_read(tmp_path):
    path = tmp_path / "sample.csv"
    rows = list(sample_rows(2020, 3, 4, 2, range(3)))
    write_rows(rows, path)
    assert [state.lines for state in read_states(path)] == [r["state"].split("/") for r in rows]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((0, 1, ()), "a board needs at least one field"),
        ((2, 2, (-1, -1)), "2×2 fields are 4, not 2"),
        ((1, 1, (-1,), -2), "the number of mines is -2; expected 0 or more"),
        ((1, 1, (-1,), 0.0), "the number of mines is 0.0; expected a whole number"),
        ((1, 2, (-1, -1), 1.5), "the number of mines is 1.5; expected a whole number"),
        ((1, 2, (-1, -1), True), "the number of mines is True; expected a whole number"),
        ((1, 2, (-1, -1), "1"), "the number of mines is '1'; expected a whole number"),
    ],
)
def test_invalid_state_arguments_are_rejected(arguments, sentence):
    with pytest.raises(InputError, match=sentence):
        State(*arguments)


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ([], "a board needs at least one field"),
        ([""], "a board needs at least one field"),
        (["1.", "1m"], "row 1, column 1: 'm' is not a field; use 0-8"),
        (["1.", "1", "..."], "row 1: 1 field, but row 0 has 2"),
    ],
)
def test_invalid_lines_are_rejected(lines, sentence):
    with pytest.raises(InputError, match=sentence):
        State.of(lines)


@pytest.mark.parametrize(
    ("text", "rows", "mines", "remark"),
    [
        ("mines=1\n1.\n", "1.", 1, "read 'mines=1' as mines: 1"),
        ("#mines 1\n1.\n", "1.", 1, "read '#mines 1' as mines: 1"),
        ("1 mine\n1.\n", "1.", 1, "read '1 mine' as mines: 1"),
        ("Total bombs = 1\n1.\n", "1.", 1, "read 'Total bombs = 1' as mines: 1"),
        ("mines left: 1\n1F\n1.\n", "1F/1.", 2, "since there is 1 flag"),
        ("2 mines remaining\n1..\n", "1..", 2, "since there are 0 flags"),
        ("2 3 1\n1..\n...\n", "1../...", 1, "read '2 3 1' as 2×3 with 1 mine"),
        ("3x2\n1..\n...\n", "1../...", None, "read '3x2' as 2×3"),
        ("1  .  F\n1  .  .\n", "1.F/1..", None, ""),
        ("1 .   F\n1   . .\n", None, None, "line 1: blanks are beside covered fields or flags"),
        ("  01.\n  01.\n", "01./01.", None, ""),
        ("1. \n.. \n", "1./..", None, ""),
        (",1,x\n,1,x\n", "01./01.", None, "read a blank as 0, x as ."),
        ("1,,x\n1,,x\n", None, None, "line 1: column 2 would be 0 next to a covered field"),
        ("-1?\n-1?\n", "01./01.", None, "read - as 0, ? as ."),
        ("__1\n111\n1?*\n", "001/111/1.F", None, "read _ as 0, ? as ., * as F"),
        ("01-\n01-\n", "01./01.", None, "read - as ."),
        ("fPM\n!🚩💣\n333\n⚑💥.\n", "FFF/FFF/333/FF.", None, "f as F, P as F, M as F, ! as F"),
        ("1️⃣⚑\n.🚩\n", "1F/.F", None, "read ⚑ as F, 🚩 as F"),
        ("1,11\n1,11\n", "1./1.", None, "read 11 as ."),
        ("1 11\n1 11\n", "1./1.", None, "read 11 as ."),
        ("#mines 2\n2,10\n9,11\n", "2F/F.", 2, "read 10 as F, 9 as F, 11 as ."),
        ("[[1, -1], [-1, -1]]", "1./..", None, "read -1 as ."),
        ('{"state": [[1, -1], [-1, -1]]}', "1./..", None, "read -1 as ."),
        ("[[0, 1, -2], [0, 1, -1]]", None, None, "'-2' may be covered or a flag"),
        ("[[1, -1], [-1, -2]]", "1./.F", None, "read -1 as ., -2 as F"),
        ("1 12\n1 12\n", None, None, "line 1, column 2: '12' is not a field; use 0-8, . (cov"),
        (".1#\n.2#\n.1#\n", None, None, "line 1: the symbols . and # occur together, so . may"),
        ("01x\n1..\n", None, None, "line 2: the symbols . and x occur together, so . may be 0"),
        ("1?.\n", None, None, "line 1: the symbols . and ? occur together, so . may be 0; write"),
        ("-1.\n", None, None, "line 1: - may be covered fields or uncovered ones; write 0"),
        ("1 1\n11 \n", None, None, "line 1: blanks may be covered fields or uncovered ones; wr"),
        ("-_1x\n", None, None, "line 1: - and _ may be covered fields or uncovered ones; wr"),
        ("      1  x\n      1  x\n", "1./1.", None, "read without the blanks at the beginnings"),
        ("1 x1\n11 x\n", None, None, "blanks are beside covered fields or flags"),
        (
            " 1x\n11x\n\n 1x\n11x\n",
            None,
            None,
            "line 3: an empty line may be a row of zeros",
        ),
        ("3 5\n1...\n....\n", None, None, "line 1: '3 5' is not the size of the rows below it"),
        ("1 2\n1 .\n", None, None, "line 1: '1 2' may be a row, or the size of the rows below"),
        ("mines: 10/99\n1.\n", None, None, "'mines: 10/99' is no number of mines; write mines"),
        ("10% mines\n1.\n", None, None, "line 1: '10% mines' is no number of mines; write mines"),
        ("1221\n\n....\n", "1221/....", None, "read as one board of 2 rows: empty lines between"),
        ("mines: 2\n1.\n\n..\n", "1./..", 2, "read as one board of 2 rows"),
        ("1\n\n.\n", None, None, "line 1: a state of one field; if the lines are the rows"),
        (
            "   0 1\n0  1 .\n1  . .\n",
            "1./..",
            None,
            "read without the header and the column",
        ),
        ("0  1 .\n1  . .\n", None, None, "line 1: the first column may be the numbers of the rows"),
        ("0  1 . .\n1  . . .\n2  . . .\n", None, None, "the first column may be the numbers"),
        ("H  H\n1  F\n1  1\n", None, None, "line 1, column 1: 'H' is not a field"),
        ("```\n1.\n..\n```\n", "1./..", None, ""),
        ("\ufeff1.\n..\n", "1./..", None, ""),
        ("1./..\n", "1./..", None, ""),
        ("0 0 1 9\n0 0 1 9\n", "001./001.", None, "read 9 as ."),
        ("111\n191\n111\n", None, None, "line 2, column 2: '9' may be covered or a flag; use"),
        ("1\n1.\n..\n", None, None, "line 1: '1' is not as long as the row below it; if it is"),
        ("  11x\n  11x\n", None, None, "blanks at the beginnings of all rows may be fields"),
        ("x11  \nx11  \n", None, None, "blanks at the ends of all rows may be fields or not"),
        ("1, x,  \n1, x,  \n", None, None, "line 1: a cell is empty, and a row ends with a comma"),
        ("1 x  \n1 x  \n", None, None, "blanks at the ends of all rows may be fields or not"),
        ("mines: 1\n11,11,11\n", "...", 1, "read 11 as ."),
        ("01  \n01  \n", None, None, "blanks at the ends of all rows may be fields or not"),
        (".1F\n.11\n", ".1F/.11", None, "read . as covered; if it is 0, write 0"),
        (".1 \n.1 \n", None, None, "may be fields or not"),
        ("2x4\n\n1...\n....\n", None, None, "line 1: '2x4' may be a size; write the rows directly"),
        ("#  #        1\n#  1  1\n", None, None, "line 1: blanks are beside covered fields"),
        (".*\n..\n", ".F/..", None, "there is no number, so this may be a picture of the mines"),
    ],
)
def test_other_notations_are_read_with_a_remark_or_refused(tmp_path, text, rows, mines, remark):
    path, remarks = tmp_path / "state.txt", []
    path.write_text(text, encoding="utf-8")
    if rows is None:
        with pytest.raises(InputError) as error:
            read_states(path)
        remarks.append(str(error.value))
    else:
        first, *_ = read_states(path, remarks.append)
        assert ("/".join(first.lines), first.mines) == (rows, mines)
    assert remark in "; ".join(remarks)
    assert bool(remark) == bool(remarks)


def test_states_are_also_read_from_lists_and_arrays():
    expected = State.of(["1.", "F1"], 1)
    for rows in ([[1, None], ["F", 1]], np.array([["1", "."], ["F", "1"]]), [("1", "."), "F1"]):
        assert State.of(rows, 1) == expected
    assert State.of(np.array([[1, 1], [0, 0]])).lines == ["11", "00"]
    for wrong in (np.array([[1, -1], [-1, 1]]), [[True, 1]], [[1.5]], 5, [5], [[1, 1], [1]]):
        with pytest.raises(InputError):
            State.of(wrong)


def boards(text):
    found, remarks = BOARDS.parse(text)
    return ["/".join(board.lines) for board in found], len(remarks)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("-,*\n-,-\n", "-*/--"),
        ("-, *\n-, -\n", "-*/--"),
        ("-\t*\n-\t-\n", "-*/--"),
        ("- *\n- -\n", "-*/--"),
        ("-  *\n-  -\n", "-*/--"),
        ("1 *\n1 1\n", "-*/--"),
        (" -*\n --\n", "-*/--"),
        ("-*  \n--  \n", "-*/--"),
        (" 01*\n 011\n", "--*/---"),
        ("*\n", "*"),
    ],
)
def test_cells_of_a_board_may_be_separated_and_indented(text, found):
    assert boards(text) == ([found], 0)


@pytest.mark.parametrize(
    "text",
    [
        "- *\n-  -\n",  # gaps of two lengths
        "- * -\n- -\n",
        "* *\n* *\n",  # fields without a mine may be the blanks
        " *\n**\n",
        " -\n-*\n",
        " **\n **\n",
        "** \n** \n",
    ],
)
def test_blanks_that_may_be_fields_of_a_board_are_refused(text):
    with pytest.raises(InputError, match="line 1: blanks may be fields"):
        boards(text)


def test_first_click_of_a_board_whose_rows_are_separated_by_empty_lines():
    text = "first: 1, 0\n1*\n\n11\n"
    [board], remarks = BOARDS.parse(text)
    assert (board.rows, board.first, len(remarks)) == (2, 2, 1)
    # more empty lines separate boards
    found, remarks = BOARDS.parse(f"{text}\n\n\n**\n\n--\n")
    assert [(board.rows, board.first) for board in found] == [(2, 2), (2, None)]
    # a line above the second board separates them
    found, _ = BOARDS.parse("1*\n\nfirst: 0, 0\n1*\n")
    assert [(board.rows, board.first) for board in found] == [(1, None), (1, 0)]
