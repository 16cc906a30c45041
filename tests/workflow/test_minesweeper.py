"""The study of Minesweeper on the smoke configuration."""

import json

import pytest

from tests.test_docs import dictionary, explained
from tests.workflow.test_workflow import finished, remade

pytestmark = pytest.mark.xdist_group("minesweeper")  # its study is run once

RULES = {
    *("mines_states", "mines_decide", "mines_time", "mines_games", "environment"),
    *("mines_methods_table", "mines_procedures_table", "mines_growth_table"),
    *("mines_audit", "mines_audit_table", "mines_constraints"),
    *("mines_optima", "mines_optimum_table", "mines_optimum_figure"),
    *("mines_needs", "mines_no_guess_table", "mines_no_guess_figure"),
    *("mines_methods_figure", "mines_procedures_figure", "mines_growth_figure", "minesweeper"),
}


GAMES = {"mines_wins", "mines_wins_table", "mines_wins_figure", "minesweeper_games"}


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


def test_every_column_is_explained(study):
    used = explained(study, sorted(study.glob("results/**/*.csv")))
    assert used == {x for x in dictionary() if x.startswith("results/minesweeper")}


def test_minesweeper_target_plans_exactly_its_rules(tmp_path):
    output = finished(tmp_path, "--dry-run", "minesweeper")
    assert remade(output) == RULES
    assert output.count("rule mines_games:") == 11


def test_games_target_plans_exactly_its_rules(tmp_path):
    output = finished(tmp_path, "--dry-run", "minesweeper_games")
    assert remade(output) == GAMES
    assert output.count("rule mines_wins:") == 8  # two starts, two strategies, two pieces


def test_default_target_does_not_include_minesweeper(tmp_path):
    output = finished(tmp_path, "--dry-run")
    assert not remade(output) & (RULES - {"environment"})
