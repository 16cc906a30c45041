"""The study of Flow Free on the smoke configuration."""

import json

import pandas as pd
import pytest

from .test_workflow import finished, remade

GIVEN = "{published: given, difficulty: {sets: {more: more.txt}}}"


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    folder = tmp_path_factory.mktemp("flowfree")
    given = folder / "given/puzzles"
    given.mkdir(parents=True)
    (given / "ladder.txt").write_text("AB\n..\nAB\n")
    (folder / "given/published.csv").write_text(
        "puzzle,sat_variables,clauses,python_seconds,c_seconds\nladder,18,71,0.1,0.2\n"
    )
    (folder / "more.txt").write_text("3 1\nA.A\n\n3 2\nA..\nA..\n0 0\n")
    finished(folder, "flowfree", "--config", f"flowfree={GIVEN}")
    return folder


def test_all_outputs_are_written(study):
    for name in ("times", "puzzle", "difficulty"):
        for ending in ("pdf", "png", "svg"):
            assert (study / f"figures/flowfree/{name}.{ending}").stat().st_size > 1000
    for name in ("puzzles.md", "sizes.csv", "sizes.md", "difficulty.md"):
        assert (study / "results/flowfree" / name).stat().st_size > 100
    record = json.loads((study / "results/flowfree/environment.json").read_text())
    assert record["config"]["flowfree"]["sizes"] == [5, 6]
    assert not (study / "results/boards").exists()


def test_the_table_has_all_puzzles_and_the_published_numbers(study):
    table = pd.read_csv(study / "results/flowfree/puzzles.csv")
    assert len(table) == (1 + 2 * 2) * 2
    assert set(table["status"]) == {"solved"}
    ladder = table[(table["puzzle"] == "ladder") & (table["method"] == "published/restart")]
    assert ladder["variables"].tolist() == ladder["published_variables"].tolist() == [18]
    assert ladder["published_python_seconds"].tolist() == [0.1]


def test_boards_with_marks_are_timed_by_two_methods(study):
    rows = pd.read_csv(study / "results/flowfree/times/marked/n6.csv")
    assert set(rows["status"]) == {"solved"}
    assert set(rows["method"]) == {"links/repair", "tree"}
    [size] = {tuple(row) for row in rows[["rows", "cols"]].to_numpy().tolist()}
    assert size == (6, 6)
    puzzles = (study / "results/flowfree/marked/n6.csv").read_text().splitlines()[1:]
    assert len(puzzles) == rows["puzzle"].nunique() == 2
    for puzzle in puzzles:
        missing, warps = puzzle.count("#"), puzzle.count("<") + puzzle.count("^")
        assert missing == warps == 2, puzzle
    table = pd.read_csv(study / "results/flowfree/marked.csv")
    assert set(table["puzzles"]) == set(table["ended"]) == {2}


def test_all_sets_are_rated(study):
    table = pd.read_csv(study / "results/flowfree/difficulty.csv")
    puzzles = table.groupby("set", sort=False)["puzzles"].sum()
    assert puzzles.to_dict() == {"winding": 4, "walked": 4, "published": 1, "more": 2}
    ones = table.groupby("set", sort=False)["one"].sum()
    assert ones.to_dict() == {"winding": 4, "walked": 4, "published": 1, "more": 1}


def test_generated_puzzles_are_audited_where_none_are_given(tmp_path):
    output = finished(tmp_path, "results/flowfree/audit.csv", "--dry-run")
    assert remade(output) == {"all_timed_rows", "rows"}


def test_changed_key_reruns_only_dependent_jobs(study):
    change = f"flowfree={GIVEN[:-1]}, repeats: 2}}"
    output = finished(study, "flowfree", "--dry-run", "--config", change)
    assert remade(output) == {"timed_rows", "table", "figure", "record", "flowfree"}
    assert output.count("rule timed_rows:") == 4  # two sizes, given puzzles, and boards with marks
    assert "output: results/flowfree/sizes.csv" in output
    assert "output: results/flowfree/difficulty.csv" not in output
