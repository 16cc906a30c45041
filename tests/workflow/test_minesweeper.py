"""The study of Minesweeper on the smoke configuration."""

import json

import pytest

from tests.workflow.test_workflow import finished


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    folder = tmp_path_factory.mktemp("minesweeper")
    finished(folder, "minesweeper")
    return folder


def test_all_outputs_are_written(study):
    assert (study / "results/minesweeper/audit.md").stat().st_size > 100
    record = json.loads((study / "results/minesweeper/environment.json").read_text())
    assert record["config"]["minesweeper"]["states"] == 4
    assert not (study / "results/boards").exists()


def test_changed_key_reruns_only_dependent_jobs(study):
    change = ("--dry-run", "--config", "minesweeper={states: 3}")
    output = finished(study, "minesweeper", *change)
    assert "output: results/minesweeper/audit.csv" in output
    assert "output: results/minesweeper/constraints.csv" not in output
