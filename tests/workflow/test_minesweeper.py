"""The target minesweeper, planned on the smoke configuration."""

import pytest

from tests.workflow.test_workflow import remade, snakemake

RULES = {
    *("mines_states", "mines_decide", "mines_time", "mines_games", "mines_environment"),
    *("mines_methods_table", "mines_procedures_table", "mines_growth_table"),
    *("mines_methods_figure", "mines_procedures_figure", "mines_growth_figure", "minesweeper"),
}


def test_the_target_makes_the_study_and_nothing_else(tmp_path):
    status, output = snakemake(tmp_path, "--dry-run", "minesweeper")
    assert status == 0, output
    assert remade(output) == RULES
    assert output.count("rule mines_games:") == 11


def test_the_thesis_does_without_it(tmp_path):
    status, output = snakemake(tmp_path, "--dry-run")
    assert status == 0, output
    assert not remade(output) & RULES


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("minesweeper={sizes: [[2, 2, 4]]}", "4 mines on 2×2 fields leave no safe field"),
        ("minesweeper={game: 4}", "unknown key 'game' in minesweeper; did you mean 'games'?"),
        ("minesweeper={cardinality: ladder}", "minesweeper.cardinality is 'ladder', but should be"),
    ],
)
def test_a_wrong_configuration_stops_with_one_sentence(tmp_path, change, sentence):
    status, output = snakemake(tmp_path, "--dry-run", "minesweeper", "--config", change)
    assert status != 0
    assert sentence in output
    assert "Traceback" not in output
