import pandas as pd
import pytest
from click.testing import CliRunner

from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.common.rows import parse_rows
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.sample import random_board, sample_rows
from puzzlesat_studies.core.tables import read_frame
from puzzlesat_studies.floodit.thesis import rows as experiment
from tests.programs import called


@pytest.fixture
def row():
    return next(sample_rows(2020, 4, 3, [7]))


def test_random_boards_are_deterministic():
    assert random_board(1, 5, 4, 3) == random_board(1, 5, 4, 3)
    names = [(1, 5, 4, 3), (2, 5, 4, 3), (1, 5, 4, 4)]
    assert len({random_board(*name).text for name in names}) == 3


def test_sample_rows_do_not_depend_on_chunking():
    whole = list(sample_rows(2020, 5, 4, range(10)))
    pieces = [
        row
        for first in (0, 4, 8)
        for row in sample_rows(2020, 5, 4, range(first, min(first + 4, 10)))
    ]
    assert pieces == whole


def test_colours_are_uniform():
    counts = [0, 0, 0, 0]
    for i in range(100):
        for c in random_board(2020, 10, 4, i).colour:
            counts[c] += 1
    assert all(abs(count - 2500) < 200 for count in counts)


def test_minimum_row_agrees_with_astar(row):
    found = experiment.minimum_row(row, "bounded", "minimal", "minisat22")
    assert found["minimum"] == found["astar"] == len(found["moves"])
    assert found["board"] == row["board"]


def test_minimum_row_raises_if_astar_disagrees(row, monkeypatch):
    monkeypatch.setattr(experiment, "astar", lambda graph: [0])
    with pytest.raises(DisagreementError, match=row["board"]):
        experiment.minimum_row(row, "bounded", "minimal", "minisat22")


@pytest.mark.parametrize(("moves", "p"), [([0, 1], 2), ([1, 2], 3), ([], 0)])
def test_check_solution_raises_for_wrong_moves(moves, p):
    board = Board.of([[0, 1], [2, 1]])
    experiment.check_solution(board, [1, 2], 2)
    with pytest.raises(DisagreementError, match="01/21"):
        experiment.check_solution(board, moves, p)


def text_of(*rows):
    """Return rows as a CSV file has them."""
    return pd.DataFrame(rows).to_csv(index=False)


@pytest.fixture(scope="module")
def minima():
    return [
        experiment.minimum_row(row, "bounded", "minimal", "minisat22")
        for row in sample_rows(2020, 4, 3, range(3))
    ]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"minimum": 1}, "minimum is 1, but the row lists [0-9]+ moves"),
        ({"astar": 1}, "minimum is [0-9]+, but astar is 1"),
        ({"moves": "0"}, "minimum is [0-9]+, but the row lists 1 move$"),
        ({"minimum": 1, "moves": "0", "astar": 1}, "the moves 0 do not flood the board"),
        ({"minimum": 1, "moves": "3", "astar": 1}, "'3' is not one of the board's colours, 0 1 2"),
        ({"minimum": 1, "moves": "!", "astar": 1}, "'!' is not one of the board's colours, 0 1 2"),
        ({"board": "0120/2112/0000/1102"}, "the moves [012]+ do not flood the board"),
        ({"board": "012/120/000"}, "board 1 of n = 4, k = 3: the board has 3×3 fields"),
        ({"board": "0123/0123/0123/0123"}, "k = 3: '3' is not one of the board's colours, 0 1 2"),
        ({"n": 5}, "the board has 4×4 fields"),
        ({"k": 2}, "k = 2: '2' is not one of the board's colours, 0 1"),
        ({"i": 0}, "a second row for seed 2020, n 4, k 3, i 0"),
    ],
)
def test_inconsistent_or_duplicate_minima_are_rejected(minima, change, message):
    first, second, third = minima
    assert len(parse_rows(text_of(*minima), experiment.MINIMA)) == 3
    with pytest.raises(InputError, match=f"^line 3: .*{message}"):
        parse_rows(text_of(first, second | change, third), experiment.MINIMA)


def test_duplicate_board_in_two_files_is_rejected(minima, tmp_path):
    files = [tmp_path / "a.csv", tmp_path / "b.csv"]
    files[0].write_text(text_of(*minima[:2]))
    files[1].write_text(text_of(*minima[2:]))
    assert len(read_frame(files, experiment.MINIMA)) == 3
    files[1].write_text(text_of(minima[2], minima[0]))
    with pytest.raises(InputError, match=r"b\.csv: line 3: a second row for seed 2020, n 4"):
        read_frame(files, experiment.MINIMA)


@pytest.mark.parametrize(
    "command",
    [
        ("thesis", "time"),
        ("thesis", "table", "minima", "-o", "a.csv"),
        ("thesis", "table", "bounds", "-o", "a.csv"),
        ("thesis", "figure", "bounds", "-o", "a.pdf"),
        ("thesis", "figure", "solution", "-o", "a.pdf"),
    ],
)
def test_commands_reject_an_edited_minimum(minima, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    edited = text_of(minima[0], minima[1] | {"minimum": 1})
    (tmp_path / "minima.csv").write_text(edited)
    done = CliRunner().invoke(*called("floodit", [*command, "minima.csv"]))
    assert (done.exit_code, done.stdout) == (1, "")
    assert "puzzlesat: minima.csv: line 3: minimum is 1, but the row lists" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["minima.csv"]


def test_inconsistent_or_duplicate_times_are_rejected(minima):
    times = list(experiment.timing_rows(minima[:1], ("minimal",), "minisat22", 2, None))
    assert len(parse_rows(text_of(*times), experiment.TIMES)) == 2
    with pytest.raises(InputError, match=r"line 3: p is 1, but [0-9]+ in an earlier row for seed"):
        parse_rows(text_of(times[0], times[1] | {"p": 1}), experiment.TIMES)
    with pytest.raises(InputError, match=r"line 3: a second row for .*, repeat 0"):
        parse_rows(text_of(times[0], times[1] | {"repeat": 0}), experiment.TIMES)


def test_timing_rows_are_counterbalanced(row):
    found = experiment.minimum_row(row, "bounded", "minimal", "minisat22")
    rows = list(experiment.timing_rows([found], ("minimal", "extended"), "minisat22", 4, 10))
    first = [r["encoding"] for r in rows if r["order"] == 0]
    assert first == ["extended", "minimal", "extended", "minimal"]  # the board's number is odd
    assert len(rows) == 8
    assert all(r["status"] == "sat" for r in rows)
    assert all(r[f"{step}_seconds"] > 0 for r in rows for step in experiment.STEPS)


def test_first_board_gets_untimed_warmup_runs(minima, monkeypatch):
    ran, once = [], experiment.time_once
    monkeypatch.setattr(
        experiment, "time_once", lambda board, *rest: ran.append(rest[1]) or once(board, *rest)
    )
    encodings = ("minimal", "extended")
    rows = experiment.timing_rows(minima[:2], encodings, "minisat22", 1, None)
    assert [row["i"] for row in rows] == [minima[0]["i"]] * 2 + [minima[1]["i"]] * 2
    assert tuple(ran[:2]) == encodings
    assert len(ran) == 2 + 4


def test_timeouts_are_recorded_as_rows():
    board = random_board(2020, 20, 8, 0)
    row = {"seed": 2020, "n": 20, "k": 8, "i": 0, "board": board.text, "minimum": 30}
    rows = list(experiment.timing_rows([row], ("minimal",), "minisat22", 1, 0.01))
    assert [r["status"] for r in rows] == ["timeout"]


def test_timing_raises_if_the_minimum_is_too_small(row):
    with pytest.raises(DisagreementError, match=row["board"]):
        list(experiment.timing_rows([row | {"minimum": 1}], ("minimal",), "minisat22", 1, None))


@pytest.mark.parametrize("solver", ["cadical195", "glucose42", "lingeling", "kissat404"])
def test_other_solvers_can_be_timed(row, solver):
    found = experiment.minimum_row(row, "bounded", "minimal", solver)
    [timed] = experiment.timing_rows([found], ("minimal",), solver, 1, None)
    assert timed["status"] == "sat"
