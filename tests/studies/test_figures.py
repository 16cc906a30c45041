"""What a figure shows, read back from its artists."""

import subprocess
import sys

import pandas as pd
import pytest
from matplotlib.figure import Figure

from puzzlesat.common.errors import InputError
from puzzlesat.floodit.board.board import Board
from puzzlesat_studies.core import style
from puzzlesat_studies.floodit import drawing, thesis

from .test_thesis import PRINTED, timings


@pytest.fixture
def minima():
    return pd.DataFrame(
        [{"n": n, "k": k, "minimum": n + k - 3 + i % 3}
         for n in (4, 5) for k in (3, 4) for i in range(9)]
    )  # fmt: skip


def test_both_bounds_are_drawn_in_every_panel(minima):
    figure = thesis.bounds_figure(minima)
    assert [axes.get_title() for axes in figure.axes] == ["$k = 3$ colours", "$k = 4$ colours"]
    for axes, k in zip(figure.axes, (3, 4), strict=True):
        drawn = [list(line.get_ydata()) for line in axes.lines]
        assert [4 + k, 5 + k] in drawn
        assert [4 + k - 5, 5 + k - 5] in drawn


def test_wins_are_drawn_next_to_those_of_the_thesis():
    figure = thesis.wins_figure(thesis.wins_table(timings([[1.0], [1.0]], [[2.0], [2.1]]), PRINTED))
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


def test_figure_output_is_deterministic(tmp_path):
    for name in ("a", "b"):
        figure = drawing.solution_figure(Board.of([[0, 1], [1, 0]]), [1, 0])
        style.save(figure, [tmp_path / f"{name}{ending}" for ending in style.FORMATS])
    for ending in style.FORMATS:
        assert (tmp_path / f"a{ending}").read_bytes() == (tmp_path / f"b{ending}").read_bytes()


def test_fonts_are_embedded(tmp_path):
    style.save(drawing.solution_figure(Board.of([[0, 1]]), [1]), [tmp_path / "a.pdf"])
    assert b"/FontFile2" in (tmp_path / "a.pdf").read_bytes()


def test_unknown_figure_formats_are_rejected(tmp_path):
    with pytest.raises(InputError, match=r"\.pdf, \.png, \.svg"):
        style.save(Figure(), [tmp_path / "a.xyz"])


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


def test_bounds_figure_supports_more_than_four_panels(minima):
    wide = pd.concat([minima.assign(k=k) for k in range(3, 9)])
    assert len(thesis.bounds_figure(wide).axes) == 6
