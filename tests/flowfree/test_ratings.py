"""Ratings of puzzles, in rows, tables and figures."""

import matplotlib.pyplot as plt
import pytest

from puzzlesat.common.errors import InputError
from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.board.solution import Solution
from puzzlesat.flowfree.solve.generate import random_puzzle
from puzzlesat.flowfree.solve.rating import rating_row, turns
from puzzlesat_studies.flowfree import PuzzleRating
from puzzlesat_studies.flowfree.figures import difficulty_figure
from puzzlesat_studies.flowfree.tables import difficulty_table, display_difficulty
from tests.programs import framed

from . import samples
from .samples import BRIDGE, CROSS, TWO_SOLUTIONS
from .test_cli import flowfree

HARD, LADDER = Puzzle.of(samples.HARD), Puzzle.of(samples.LADDER)
PUZZLES = {"hard": HARD, "ladder": LADDER, "cross": Puzzle.of(CROSS)}


def frame():
    rows = [rating_row("ours", named) for named in PUZZLES.items()]
    return framed([*rows, rating_row("theirs", ("x", LADDER))], PuzzleRating)


def test_rating_row_of_a_puzzle_with_one_solution():
    row = rating_row("ours", ("hard", HARD))
    assert list(row) == list(PuzzleRating.model_fields)
    assert row == {
        **{"set": "ours", "puzzle": "hard", "rows": 6, "cols": 6, "k": 4, "solutions": "one"},
        **{"longest": LONGEST, "mean_length": 9, "turns": TURNS, "by_rules": 0.2222},
        **{"by_one_round": 0.7222, "by_all_rounds": 1, "rounds": 2, "level": "hard"},
        "difficulty": 2.2778,
    }


LONGEST, TURNS = 11, 0.1667


@pytest.mark.parametrize(
    ("lines", "timeout", "solutions"),
    [(CROSS, None, "none"), (TWO_SOLUTIONS, None, "several"), (TWO_SOLUTIONS, 1e-9, "")],
)
def test_rating_rows_without_a_unique_solution_are_incomplete(lines, timeout, solutions):
    row = rating_row("ours", ("p", Puzzle.of(lines)), timeout)
    assert row["solutions"] == solutions
    assert row["mean_length"] > 0
    assert {row[name] for name in ("longest", "turns", "rounds", "level", "difficulty")} == {None}


@pytest.mark.parametrize(
    ("lines", "path", "expected"),
    [
        (["A.A"], (0, 1, 2), 0),
        (["A..", "A.."], (0, 1, 2, 5, 4, 3), 2),
        (["A.", "..", ".A"], (0, 1, 3, 2, 4, 5), 4),
        (["+-+-+-+", "<. . A>", "+ + + +", "<. A .>", "+-+-+-+"], (2, 0, 1, 4), 1),  # a warp
    ],
)
def test_turns_are_counted(lines, path, expected):
    assert turns(Solution(Puzzle.of(lines), (path,))) == expected


def test_rating_row_of_a_board_with_a_bridge():
    puzzle = Puzzle.of(BRIDGE)
    row = rating_row("ours", ("bridge", puzzle))
    assert row["solutions"] == "one"
    assert row["mean_length"] == round(puzzle.grid.nodes / puzzle.k, 4)


def test_difficulty_table_summarizes_sets_by_size():
    table = difficulty_table(frame())
    assert table[["set", "rows", "cols", "puzzles", "one"]].values.tolist() == [
        *(["ours", 3, 2, 1, 1], ["ours", 5, 5, 1, 0], ["ours", 6, 6, 1, 1]),
        ["theirs", 3, 2, 1, 1],
    ]
    hard = table.iloc[2]
    assert (hard["flows"], hard["mean_length"], hard["longest"]) == (4, 9, LONGEST)
    assert hard[["easy", "medium", "hard", "extreme"]].tolist() == [0, 0, 1, 0]
    assert hard["difficulty"] == 2.2778
    assert table.iloc[1][["flows", "turns", "difficulty"]].isna().all()
    shown = display_difficulty(table)
    assert shown["size"].tolist() == ["3×2", "5×5", "6×6", "3×2"]
    assert {"turns per cell", "with one solution", "extreme"} <= set(shown)


def test_difficulty_figure_plots_every_puzzle_with_one_solution():
    figure = difficulty_figure(frame())
    for axes, column in zip(
        figure.axes, ("mean_length", "turns", "by_rules", "difficulty"), strict=True
    ):
        ours, theirs, middle = axes.lines
        assert len(ours.get_xdata()) == len(middle.get_xdata()) == 2
        assert len(theirs.get_xdata()) == 1
        expected = frame().query("set == 'ours' and solutions == 'one'")[column]
        assert sorted(ours.get_ydata()) == sorted(expected)
    [legend] = figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["ours", "theirs"]
    plt.close(figure)
    with pytest.raises(InputError, match="no puzzle has one solution"):
        difficulty_figure(frame().query("puzzle == 'cross'"))


def test_rate_command_writes_the_rows(write, tmp_path):
    file, rows = write(HARD.lines, CROSS), tmp_path / "rows.csv"
    assert flowfree("rate", file, "-q", "-o", rows).exit_code == 0
    assert rows.read_text().splitlines()[1].startswith("given,given_0,6,6,4,one,")


def test_generate_requires_only_a_size(tmp_path):
    path = tmp_path / "made.csv"
    assert flowfree("generate", "--rows", 6, "--cols", 9, "--count", 2, "-o", path).exit_code == 0
    lines = path.read_text().splitlines()
    wanted = [random_puzzle(2020, 6, 9, None, i, "one") for i in range(2)]
    assert [line.rpartition(",")[2] for line in lines[1:]] == [p.text for p in wanted]
    easy = flowfree("generate", "-n", 9, "--difficulty", "easy").stdout.split()
    assert rating_row("", ("", Puzzle.of(easy)))["level"] == "easy"
    wrong = flowfree("generate", "-n", 9, "--difficulty", "easy", "--solutions", "any")
    assert wrong.exit_code == 2
    assert "--difficulty requires --solutions one" in wrong.stderr
