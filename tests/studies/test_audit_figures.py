"""What the audit's figures show, read back from their artists."""

import pandas as pd
import pytest

from puzzlesat_studies.floodit.audit import figures, linear, solvers
from puzzlesat_studies.floodit.audit.conditions import WeakenedEncoding
from puzzlesat_studies.floodit.audit.linear import FittedQuantity
from puzzlesat_studies.floodit.audit.quartiles import MinimumQuartiles
from puzzlesat_studies.floodit.audit.solvers import SolverComparison


def filled(row, **given):
    """Return a table with the columns of a row; those that are not given are filled with zeros."""
    size = max(len(x) for x in given.values() if isinstance(x, list))
    empty = {name: ["" if str in kinds else 0] * size for name, kinds in row.columns().items()}
    assert set(given) <= set(empty)
    return pd.DataFrame(empty | given)


def test_linear_figure_draws_all_bounds():
    cells = filled(MinimumQuartiles, n=[4, 8], k=3, boards=9, q1=[3, 7], median=[4, 8], q3=[5, 9])
    terms = [*linear.TERMS, "lowered by", "raised by"]
    fit = filled(FittedQuantity, quantity=terms, estimate=[1.0] * len(terms))
    [axes] = figures.linear_figure(cells, fit).axes
    ends = [(line.get_ydata()[0], line.get_ydata()[-1]) for line in axes.lines]
    assert (7, 11) in ends
    assert (2, 6) in ends
    [band] = [x for x in axes.collections if x.get_paths()[0].vertices.shape[0] > 10]
    assert band.get_paths()[0].get_extents().height == pytest.approx(4 * (1 + 3**0.5) + 2, rel=0.01)


def heat(table, draw):
    figure = draw(table)
    return {axes.get_title(): [t.get_text() for t in axes.texts] for axes in figure.axes}


def test_heat_maps_bracket_ratios_that_are_not_significant():
    rows = [
        {"solver": solver, "encoding": encoding, "n": 4, "k": 3, "timed_phases": "load_solve"}
        | {"boards": 20, "share": share, "ratio": ratio, "p": p}
        | {"ratio_low": ratio - 0.1, "ratio_high": ratio + 0.1}
        for encoding in solvers.COMPARED_ENCODINGS
        for solver, share, ratio, p in (("a", 0.9, 1.5, 0.001), ("b", 0.4, 0.7, 0.2))
    ]
    table = filled(SolverComparison, **{key: [row[key] for row in rows] for key in rows[0]})
    shown = heat(table, figures.solvers_figure)
    assert shown["reduced: share of boards that minimal wins"] == ["0.90", "0.40"]
    assert shown["extended: time over that of minimal"] == ["1.50", "(0.70)"]


def test_redundant_figure_accepts_missing_cells():
    rows = pd.DataFrame(
        [
            {"timed_phases": "load_solve", "solver": solver, "family": "11", "n": 4, "k": k}
            | {"ratio": 1.0, "ratio_low": 0.9}
            | {"ratio_high": 1.1, "p": 1.0, "clear": False}
            for solver, k in [("one", 3), ("one", 4), ("two", 4)]
        ]
    )
    shown = heat(rows, figures.redundant_figure)
    assert [*shown.values()][:2] == [["(1.00)", "(1.00)"], ["(1.00)"]]


def test_conditions_figure_has_a_labelled_bar_per_encoding():
    table = filled(
        WeakenedEncoding, variant=["minimal - 4", "reduced - 5"], boards=9, changed=[0, 7],
        share=[0.0, 7 / 9], share_high=[0.3, 0.9],
    )  # fmt: skip
    [axes] = figures.conditions_figure(table).axes
    assert [bar.get_height() for bar in axes.patches] == pytest.approx([0, 700 / 9], rel=1e-4)
    assert [text.get_text() for text in axes.texts] == ["0", "7"]
    assert axes.get_xticklabels()[1].get_text() == "reduced − 5"
