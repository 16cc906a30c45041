"""What a figure shows, read back from its artists."""

import subprocess
import sys

import pandas as pd
import pytest

from puzzlesat.floodit.board.board import Board
from puzzlesat_studies.core import style
from puzzlesat_studies.floodit import drawing
from tests.programs import run_script

from .test_thesis import MINIMUM, RUN, timings, wins_table, written


def figure_of(script, name, inputs, folder, **params):
    """Return the figure that a script has drawn, and check that it was written."""
    path = folder / "figure.svg"
    drawn = run_script(script, inputs, [path], RUN | params)
    assert path.stat().st_size > 1000
    return drawn[name]


@pytest.mark.parametrize("last", [4, 8])
def test_both_bounds_are_drawn_in_every_panel(tmp_path, last):
    minima = pd.DataFrame(
        [{"n": n, "k": k, "minimum": n + k - 3 + i % 3} | MINIMUM
         for n in (4, 5) for k in range(3, last + 1) for i in range(9)]
    )  # fmt: skip
    grid = figure_of("bounds_figure.py", "grid", [written(tmp_path, minima)], tmp_path)
    assert [*grid.axes_dict] == [*range(3, last + 1)]
    for k, axes in grid.axes_dict.items():
        assert axes.get_title() == f"$k = {k}$ colours"
        ends = [line.get_xydata() for line in axes.lines if 5.4 in line.get_xdata()]
        assert [y - x for line in ends for x, y in line] == pytest.approx([k, k, k - 5, k - 5])


def test_wins_are_drawn_next_to_those_of_the_thesis(tmp_path):
    wins, _ = wins_table(tmp_path, timings([[1.0], [1.0]], [[2.0], [2.1]]))
    figure = figure_of("wins_figure.py", "figure", [written(tmp_path, wins)], tmp_path)
    top = figure.axes[0]
    heights = [line.get_ydata()[0] for line in top.lines]
    assert 100 in heights
    assert 83 in heights


def test_solution_figure_has_a_board_per_state():
    figure = drawing.solution_figure(Board.of([[0, 1], [1, 0]]), [1, 0])
    assert [axes.get_title() for axes in figure.axes] == ["start", "1.  move 1", "2.  move 0"]
    assert [text.get_text() for text in figure.axes[1].texts] == ["1", "1", "1", "0"]


def test_a_solution_is_drawn_in_the_symbols_of_the_board():
    figure = drawing.solution_figure(Board(1, 2, 2, (0, 1), ("x", 10)), [1])
    assert [axes.get_title() for axes in figure.axes] == ["start", "1.  move 10"]
    assert [text.get_text() for text in figure.axes[0].texts] == ["x", "10"]


ENDINGS = (".pdf", ".png", ".svg")


def test_figure_output_is_deterministic(tmp_path):
    for name in ("a", "b"):
        figure = drawing.solution_figure(Board.of([[0, 1], [1, 0]]), [1, 0])
        style.save(figure, [tmp_path / f"{name}{ending}" for ending in ENDINGS])
    for ending in ENDINGS:
        assert (tmp_path / f"a{ending}").read_bytes() == (tmp_path / f"b{ending}").read_bytes()


def test_fonts_are_embedded(tmp_path):
    style.save(drawing.solution_figure(Board.of([[0, 1]]), [1]), [tmp_path / "a.pdf"])
    assert b"/FontFile2" in (tmp_path / "a.pdf").read_bytes()


def test_local_matplotlibrc_does_not_change_figures(tmp_path):
    program = """
from puzzlesat.floodit.board.board import Board
from puzzlesat_studies.floodit import drawing
from puzzlesat_studies.core import style
board = Board.of([[0, 1]])
style.save(drawing.solution_figure(board, [1]), ["figure.svg"])
"""
    drawn = []
    for name, settings in ("plain", ""), ("other", "text.color: red\naxes.titlelocation: left\n"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "matplotlibrc").write_text(settings)
        subprocess.run([sys.executable, "-P", "-c", program], cwd=tmp_path / name, check=True)
        drawn.append((tmp_path / name / "figure.svg").read_bytes())
    assert drawn[0] == drawn[1]
