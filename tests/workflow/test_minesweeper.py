"""The study of Minesweeper on the smoke configuration."""

import json

import pytest

from tests.test_docs import dictionary, explained
from tests.workflow.test_workflow import remade, snakemake

pytestmark = pytest.mark.xdist_group("minesweeper")  # its study is run once

RULES = {
    *("mines_states", "mines_decide", "mines_time", "mines_games", "environment"),
    *("mines_methods_table", "mines_procedures_table", "mines_growth_table"),
    *("mines_audit", "mines_audit_table", "mines_constraints", "mines_claims"),
    *("mines_optima", "mines_optimum_table", "mines_optimum_figure"),
    *("mines_needs", "mines_no_guess_table", "mines_no_guess_figure"),
    *("mines_methods_figure", "mines_procedures_figure", "mines_growth_figure", "minesweeper"),
}


GAMES = {"mines_wins", "mines_wins_table", "mines_wins_figure", "minesweeper_games"}


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    folder = tmp_path_factory.mktemp("minesweeper")
    status, output = snakemake(folder, "minesweeper", "minesweeper_games")
    assert status == 0, output
    return folder


def test_everything_is_made(study):
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


def test_the_target_makes_the_study_and_nothing_else(tmp_path):
    status, output = snakemake(tmp_path, "--dry-run", "minesweeper")
    assert status == 0, output
    assert remade(output) == RULES
    assert output.count("rule mines_games:") == 11


def test_games_are_a_target_of_their_own(tmp_path):
    status, output = snakemake(tmp_path, "--dry-run", "minesweeper_games")
    assert status == 0, output
    assert remade(output) == GAMES
    assert output.count("rule mines_wins:") == 8  # two starts, two strategies, two pieces


def test_the_thesis_does_without_it(tmp_path):
    status, output = snakemake(tmp_path, "--dry-run")
    assert status == 0, output
    assert not remade(output) & (RULES - {"environment"})


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("minesweeper={sizes: [[2, 2, 4]]}", "4 mines on 2×2 fields leave no safe field"),
        (
            "minesweeper={wins: {sizes: [[3, 3, 5]]}}",
            "5 mines on 3×3 fields leave no room for the start opening; at most 0 are possible",
        ),
        ("minesweeper={audit: {sizes: [[2, 2, 4]]}}", "4 mines on 2×2 fields leave no safe field"),
        ("minesweeper={optimum: {boards: [[5, 7]]}}", "up to 30 fields, and 5×7 are 35"),
        ("minesweeper={logic: {percents: [99]}}", "36 mines on 6×6 fields leave no opening"),
        ("minesweeper={game: 4}", "unknown key 'game' in minesweeper; did you mean 'games'?"),
        ("minesweeper={timed: 7}", "minesweeper.timed is 7; expected at most"),
        ("minesweeper={solver: cadical195}", "the solver cadical195 cannot be interrupted"),
        ("minesweeper={cardinality: ladder}", "minesweeper.cardinality is 'ladder'; choose from"),
    ],
)
def test_a_wrong_configuration_stops_with_one_sentence(tmp_path, change, sentence):
    status, output = snakemake(tmp_path, "--dry-run", "minesweeper", "--config", change)
    assert status != 0
    assert sentence in output
    assert "Traceback" not in output
