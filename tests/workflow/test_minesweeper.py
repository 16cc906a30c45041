"""The study of Minesweeper on the smoke configuration."""

import json

import pandas as pd
import pytest

from tests.workflow.test_workflow import finished, remade


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    folder = tmp_path_factory.mktemp("minesweeper")
    finished(folder, "minesweeper", "minesweeper_games")
    return folder


def test_all_outputs_are_written(study):
    for name in ("methods", "procedures", "growth", "wins", "optimum", "no-guess"):
        for ending in ("pdf", "png", "svg"):
            assert (study / f"figures/minesweeper/{name}.{ending}").stat().st_size > 1000
        assert (study / f"results/minesweeper/{name}.md").stat().st_size > 100
    record = json.loads((study / "results/minesweeper/environment.json").read_text())
    assert record["config"]["minesweeper"]["states"] == 6
    assert not (study / "results/boards").exists()


def test_win_rates_are_listed_next_to_published_ones(study):
    rates = pd.read_csv(study / "results/minesweeper/wins.csv")
    assert rates["games"].tolist() == [30.0] * 4  # two starts and strategies, in two chunks each
    assert json.loads((study / "results/minesweeper_games/environment.json").read_text())


def test_changed_key_reruns_only_dependent_jobs(study):
    change = ("--dry-run", "--config", "minesweeper={games: 5}")
    output = finished(study, "minesweeper", *change)
    assert output.count("rule rows:") == 11  # five methods, two ways of guessing, and looking ahead
    assert remade(output) == {"rows", "table", "figure", "record", "minesweeper"}
    assert "output: figures/minesweeper/methods.pdf" in output
    assert "output: figures/minesweeper/growth.pdf" not in output
