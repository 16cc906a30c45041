"""The study of Flow Free on the smoke configuration."""

import json

import pandas as pd
import pytest

from .test_workflow import finished, remade

GIVEN = "{published: given}"


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    folder = tmp_path_factory.mktemp("flowfree")
    given = folder / "given/puzzles"
    given.mkdir(parents=True)
    (given / "ladder.txt").write_text("AB\n..\nAB\n")
    (folder / "given/published.csv").write_text(
        "puzzle,sat_variables,clauses,python_seconds,c_seconds\nladder,18,71,0.1,0.2\n"
    )
    finished(folder, "flowfree", "--config", f"flowfree={GIVEN}")
    return folder


def test_all_outputs_are_written(study):
    for ending in ("pdf", "png", "svg"):
        assert (study / f"figures/flowfree/times.{ending}").stat().st_size > 1000
    for name in ("puzzles.md", "sizes.csv", "sizes.md"):
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


def test_generated_puzzles_are_audited_where_none_are_given(tmp_path):
    output = finished(tmp_path, "results/flowfree/audit.csv", "--dry-run")
    assert remade(output) == {"timed_rows", "rows"}


def test_changed_key_reruns_only_dependent_jobs(study):
    change = f"flowfree={GIVEN[:-1]}, repeats: 2}}"
    output = finished(study, "flowfree", "--dry-run", "--config", change)
    assert remade(output) == {"timed_rows", "table", "figure", "record", "flowfree"}
    assert output.count("rule timed_rows:") == 3  # two sizes, and given puzzles
    assert "output: results/flowfree/sizes.csv" in output
