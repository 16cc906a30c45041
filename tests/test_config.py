"""Values of several keys that do not fit together, and files that do not exist, are refused."""

import csv
from pathlib import Path

import pytest
import yaml

from puzzlesat.common.errors import InputError
from puzzlesat_studies import MODULES
from puzzlesat_studies.core.workflow import Workflow

ROOT = Path(__file__).parents[1]


def check(settings):
    """Check a configuration, and what its studies require before they measure."""
    workflow = Workflow(MODULES, settings)
    for study in workflow.studies.values():
        study.check(workflow.config)


def refusal(change):
    """Return the error of the default configuration with a change, written as for --config."""
    name, _, value = change.partition("=")
    with pytest.raises(InputError) as error:
        check({name: yaml.safe_load(value)})
    assert str(error.value).startswith("config: ")
    assert "\n" not in str(error.value)
    return str(error.value)


def test_default_and_smoke_configuration_are_valid():
    check({})
    check(yaml.safe_load((ROOT / "config/smoke.yaml").read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            "competition={selection: {must_fail: {solver: a, wall_limt: 1}}}",
            "unknown key 'wall_limt'",
        ),
        (
            "competition={selection: {distances: [0, 1]}}",
            "distances should contain a number below 0",
        ),
        (
            "competition={selection: {distances: [-1, -2]}}",
            "distances should contain a number below 0",
        ),
        ("competition={hardness: {solvers: [nosuch]}}", "unknown solver 'nosuch'; choose from"),
        ("solvers={solvers: [kissat]}", "a program is given by its path, such as ./kissat"),
        ("audit={redundant: {solvers: [nosuch]}}", "unknown solver 'nosuch'"),
        ("audit={redundant: {encodings: [nope.py]}}", "encodings: there is no /"),
        ("audit={redundant: {encodings: [nope]}}", "the path of a Python file, such as own.py"),
        ("greedy={}", "list the file of a study of your own in studies"),
        ("solver=minisat", "unknown solver 'minisat'; choose from"),
        ("flowfree={methods: [tree]}", "flowfree.methods should begin with a SAT method"),
        ("flowfree={flows_per_row: 5}", "a board of 5×5 cells has room for 2 to 8 flows"),
        ("flowfree={audit: {largest: 4}}", "no size in flowfree.sizes is at most flowfree.audit"),
        ("flowfree={audit: {solvers: [nosuch]}}", "unknown solver 'nosuch'; choose from"),
        ("flowfree={published: nowhere}", "there is no puzzles/"),
        ("minesweeper={sizes: [[2, 2, 4]]}", "4 mines on 2×2 fields leave no safe field"),
        ("minesweeper={solver: cadical195}", "the solver cadical195 cannot be interrupted"),
    ],
)
def test_values_that_do_not_fit_together_are_refused(tmp_path, monkeypatch, change, sentence):
    monkeypatch.chdir(tmp_path)
    assert sentence in refusal(change)


def test_verified_sets_include_every_cell_fully_proven_by_frontier():
    sets = Workflow(MODULES, {}).config.verified.sets
    given = [(n, k) for grid in sets for n in grid.n_values for k in grid.k_values]
    with (ROOT / "reference/frontier/frontier.csv").open(newline="") as file:
        proven = {
            (int(row["n"]), int(row["k"]))
            for row in csv.DictReader(file)
            if row["proven"] == row["boards"]
        }
    assert proven <= set(given)
    assert len(given) == len(set(given))
