"""The study's rows, tables and figure."""

import matplotlib.pyplot as plt
import pandas as pd
import pytest

from puzzlesat.common.errors import DisagreementError
from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.solve.search import Search
from puzzlesat_studies import flowfree as study
from puzzlesat_studies.core.study import read_frame
from puzzlesat_studies.flowfree.figures import times_figure
from puzzlesat_studies.flowfree.tables import (
    display_puzzles,
    medians,
    puzzles_table,
    sizes_table,
)
from puzzlesat_studies.flowfree.timings import SAT, TREE, times_of

from . import samples

LADDER = Puzzle.of(samples.LADDER)
NOTHING = read_frame([], study.PublishedNumbers)


def rows_of(puzzle, *methods, repeats=2, timeout=60.0):
    return list(times_of(("p", puzzle), methods, "minisat22", repeats, timeout))


def test_methods_are_timed_in_counterbalanced_order():
    rows = rows_of(LADDER, *SAT, TREE)
    assert len(rows) == 2 * (len(SAT) + 1)
    assert [row["method"] for row in rows] == [*SAT, TREE, TREE, *SAT[::-1]]
    assert {row["status"] for row in rows} == {"solved"}
    assert {row["order"] for row in rows if row["repeat"] == 1} == set(range(len(SAT) + 1))
    by_method = {row["method"]: row for row in rows}
    assert by_method["links/repair"]["solver"] == "minisat22"
    assert by_method["links/propagator"]["solver"] == "cadical195"
    assert by_method[TREE]["nodes"] == 0
    assert by_method[TREE]["variables"] is None
    assert by_method["published/repair"]["variables"] == 18
    assert all(row["encode_seconds"] > 0 for row in rows if row["method"] in SAT)


def test_contradictory_methods_raise_disagreement(monkeypatch):
    monkeypatch.setattr(Search, "next", lambda self: None)
    with pytest.raises(
        DisagreementError, match="tree solves it, links/repair finds that it has no solution"
    ):
        rows_of(LADDER, TREE, "links/repair")


def timed(*rows):
    """Return times of (n, puzzle, method, status, seconds)."""
    empty = {column: float("nan") for column in study.TimedRun.model_fields}
    return pd.DataFrame(
        [
            empty
            | {"puzzle": puzzle, "rows": n, "cols": n, "k": n, "method": method, "repeat": repeat}
            | {"encode_seconds": 0.0, "load_seconds": 0.0, "solve_seconds": seconds}
            | {"status": status, "wall_limit": 10.0}
            | ({} if method == TREE else {"variables": 5, "clauses": 7, "repairs": 0, "cuts": 0})
            for n, puzzle, method, status, *times in rows
            for repeat, seconds in enumerate(times)
        ]
    )


TIMED = timed(
    (5, "a", "links/repair", "solved", 0.2, 0.4, 0.3),
    (5, "a", TREE, "solved", 0.1),
    (5, "b", "links/repair", "solved", 0.5),
    (5, "b", TREE, "solved", 0.1),
    (6, "c", "links/repair", "solved", 0.5),
    (6, "c", TREE, "solved", 0.8),
    (7, "d", "links/repair", "solved", 0.6),
    (7, "d", TREE, "timeout", 10.0),
    (7, "e", "links/repair", "solved", 0.7),
    (7, "e", TREE, "solved", 9.0),
    (7, "f", "links/repair", "solved", 0.8),
    (7, "f", TREE, "memory", 3.0),
)


def test_medians_are_over_repeats_with_unfinished_runs_infinite():
    middle = medians(TIMED).set_index(["puzzle", "method"])["seconds"]
    assert middle["a", "links/repair"] == 0.3
    assert middle["d", TREE] == middle["f", TREE] == float("inf")


def test_sizes_table_summarizes_puzzles_by_size():
    table = sizes_table(TIMED).set_index(["rows", "method"])
    assert table["puzzles"].groupby("rows").first().tolist() == [2, 1, 3]
    assert table.loc[(5, "links/repair"), "seconds"] == 0.4
    assert table.loc[(7, "links/repair"), "ended"] == 3
    assert pd.isna(table.loc[(7, TREE), "seconds"])
    assert table.xs(TREE, level="method")["ended"].tolist() == [2, 1, 1]


def test_puzzles_table_includes_published_and_measured_numbers():
    published = pd.DataFrame(
        [{"puzzle": "c", "sat_variables": 11, "clauses": 12, "python_seconds": 1.5,
          "c_seconds": 2.5}]
    )  # fmt: skip
    table = puzzles_table(TIMED, published).set_index("puzzle")
    assert table.loc["c", "published_variables"] == 11
    assert table.loc["c", "tree_seconds"] == 0.8
    assert pd.isna(table.loc["d", "tree_seconds"])
    assert pd.isna(table.loc["a", "published_clauses"])
    assert table["method"].unique().tolist() == ["links/repair"]
    shown = display_puzzles(puzzles_table(TIMED, NOTHING), ["links/repair"])
    assert len(shown) == 6
    assert {"puzzle", "size", "flows", "tree (s)", "solve (s)"} <= set(shown)


def test_times_figure_shows_the_measured_values():
    figure = times_figure(TIMED, "links/repair")
    left, right = figure.axes
    assert [line.get_label() for line in left.lines] == ["links, repair"]
    [line] = left.lines
    assert line.get_ydata().tolist() == pytest.approx([0.4, 0.5, 0.7])
    hollow = [line for line in right.lines if line.get_markerfacecolor() == "none"]
    assert [list(line.get_ydata()) for line in hollow] == [[10.0, 3.0]]
    plt.close(figure)
