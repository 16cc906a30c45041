import csv
from copy import deepcopy
from pathlib import Path

import pytest
import yaml
from snakemake.utils import update_config

from puzzlesat.common.errors import InputError
from puzzlesat_studies.core import config

ROOT = Path(__file__).parents[1]
DEFAULT = yaml.safe_load((ROOT / "config.yaml").read_text())
STUDIES = [key for key in DEFAULT if key not in ("seed", "solver")]


def changed(path, value):
    """The default configuration with the value at a path like thesis.wins.repeats changed."""
    new = deepcopy(DEFAULT)
    *within, last = path.split(".")
    section = new
    for key in within:
        section = section[key]
    section[last] = value
    return new


def refusal(change):
    """Return the error of the smoke configuration with a change, written as for --config."""
    settings = deepcopy(DEFAULT)
    update_config(settings, yaml.safe_load((ROOT / "config/smoke.yaml").read_text()))
    name, _, value = change.partition("=")
    update_config(settings, {name: yaml.safe_load(value)})
    with pytest.raises(InputError) as error:
        check(settings)
    assert str(error.value).startswith("config: ")
    assert "\n" not in str(error.value)
    return str(error.value)


def check(settings):
    config.check_shared(settings, STUDIES)
    for name in STUDIES:
        config.check_study(settings, name)


def test_default_configuration_is_valid():
    check(DEFAULT)


def test_default_has_every_key_of_the_schema_and_documents_sections():
    lines = (ROOT / "config.yaml").read_text().splitlines()

    def compare(schema, values):
        assert set(schema["properties"]) == set(values)
        for key, inner in schema["properties"].items():
            if "properties" in inner:
                compare(inner, values[key])

    shared = {key: DEFAULT[key] for key in ("seed", "solver")}
    compare(yaml.safe_load(config.SHARED.read_text()), shared)
    schemas = [config.schema_of(name) for name in STUDIES]
    assert sorted(schemas) == sorted(config.SOURCES.glob("[fm]*/**/schema.yaml"))
    for name, path in zip(STUDIES, schemas, strict=True):
        compare(yaml.safe_load(path.read_text()), DEFAULT[name])
    for key in DEFAULT:
        [place] = [i for i, line in enumerate(lines) if line.startswith(f"{key}:")]
        assert lines[place - 1].startswith("#"), key


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("sead", 5, "unknown key 'sead'; did you mean 'seed'?"),
        ("samples", 5, "unknown key 'samples'; known keys are seed, solver, thesis"),
        ("seed", -1, "seed is -1; expected a number of at least 0"),
        ("thesis.wins.repeat", 5, "unknown key 'repeat' in thesis.wins; did you mean 'repeats'?"),
        ("thesis.wins.xyz", 5, "unknown key 'xyz' in thesis.wins; known keys are n_values, k_val"),
        ("thesis.samples", 0, "thesis.samples is 0; expected a number of at least 1"),
        ("thesis.samples", "many", "thesis.samples is 'many'; expected a whole number"),
        ("thesis.wins.timeout", 0, "thesis.wins.timeout is 0; expected a number above 0"),
        ("thesis.wins.clock", "wall", "thesis.wins.clock is 'wall'; choose from solve, load_solve"),
        ("thesis.bounds.n_values", [], "thesis.bounds.n_values: "),
        ("thesis.bounds.n_values", [4, 4], "thesis.bounds.n_values: "),
        (
            "thesis.bounds.k_values",
            [63],
            "thesis.bounds.k_values.0 is 63; expected a number of at most 62",
        ),
        ("thesis.bounds", 3, "thesis.bounds is 3; expected keys with values"),
        ("thesis", 3, "thesis is 3; expected keys with values"),
        ("thesis.samples", 100.0, "thesis.samples is 100.0; expected a whole number"),
        ("thesis.samples", True, "thesis.samples is True; expected a whole number"),
        ("thesis.wins.timeout", float("inf"), "thesis.wins.timeout is inf; expected a number or n"),
        ("flowfree.sizes", [2], "flowfree.sizes.0 is 2; expected a number of at least 3"),
        ("interesting.easy", {"solver": "a"}, "missing key 'timeout' in interesting.easy"),
        (
            "interesting.easy",
            {"solver": "a", "timeuot": 1},
            "unknown key 'timeuot' in interesting.easy; did you mean 'timeout'?",
        ),
        ("baselines.sets", {"a": "/x"}, "baselines.sets.a is '/x'; expected keys with values"),
        ("baselines.sets", {"a": {}}, "missing key 'path' in baselines.sets.a"),
        (
            "baselines.sets",
            {"a": {"path": "x", "total": 1}},
            "unknown key 'total' in baselines.sets.a",
        ),
        (
            "baselines.sets",
            {"a": {"path": "x", "totals": {"b": -1}}},
            "baselines.sets.a.totals.b is -1",
        ),
        ("baselines.sets", {"a/b": {"path": "x"}}, "baselines.sets: 'a/b' does not match"),
        ("flowfree.sises", 5, "unknown key 'sises' in flowfree; did you mean 'sizes'?"),
    ],
)
def test_invalid_values_are_rejected_with_the_key_in_one_sentence(path, value, sentence):
    with pytest.raises(InputError) as error:
        check(changed(path, value))
    assert f"config: {sentence}" in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            "thesis={samples: 1000000000}",
            "config: thesis.samples is 1000000000, which makes 1,000,000,000 jobs",
        ),
        (
            "thesis={solution: {board: 6}}",
            "config: thesis.solution.board is 6; expected a number below",
        ),
        (
            "thesis={solution: {n: 9}}",
            "config: thesis.solution.n is 9; choose from thesis.bounds.n",
        ),
        ("flowfree={methods: [tree]}", "flowfree.methods should begin with a SAT method"),
        (
            "flowfree={marked: {methods: [tree]}}",
            "flowfree.marked.methods should begin with a SAT method",
        ),
        ("flowfree={flows_per_row: 5}", "a board of 5×5 cells has room for 2 to 8 flows"),
        ("flowfree={audit: {largest: 4}}", "no size in flowfree.sizes is at most flowfree.audit"),
        ("flowfree={audit: {solvers: [nosuch]}}", "unknown solver 'nosuch'; choose from"),
        (
            "flowfree={difficulty: {sets: {more: nowhere}}}",
            "config: flowfree.difficulty.sets.more: there is no nowhere",
        ),
        (
            "flowfree={difficulty: {sets: {walked: nowhere}}}",
            "flowfree.difficulty.sets.walked: a built-in set has this name; choose another",
        ),
        (
            "flowfree={difficulty: {sets: {more: .}}}",
            "config: flowfree.difficulty.sets.more: there is no *.txt in .",
        ),
        ("minesweeper={sizes: [[2, 2, 4]]}", "4 mines on 2×2 fields leave no safe field"),
        (
            "minesweeper_games={sizes: [[3, 3, 5]]}",
            "5 mines on 3×3 fields leave no room for the start opening; at most 0 are possible",
        ),
        ("minesweeper={audit: {sizes: [[2, 2, 4]]}}", "4 mines on 2×2 fields leave no safe field"),
        ("minesweeper={optimum: {boards: [[5, 7]]}}", "30 fields, but a board of 5×7 has 35"),
        ("minesweeper={solvability: {percents: [99]}}", "36 mines on 6×6 fields leave no opening"),
        ("minesweeper={game: 4}", "unknown key 'game' in minesweeper; did you mean 'games'?"),
        ("minesweeper={solver: cadical195}", "the solver cadical195 cannot be interrupted"),
        ("minesweeper={cardinality: ladder}", "minesweeper.cardinality is 'ladder'; choose from"),
    ],
)
def test_values_that_do_not_fit_together_are_refused(tmp_path, monkeypatch, change, sentence):
    monkeypatch.chdir(tmp_path)
    assert sentence in refusal(change)


def test_missing_key_is_reported():
    less = deepcopy(DEFAULT)
    del less["thesis"]["wins"]["repeats"]
    with pytest.raises(InputError, match=r"missing key 'repeats' in thesis\.wins"):
        check(less)


def test_verified_sets_include_every_cell_fully_proven_by_frontier():
    sets = DEFAULT["verified"]["sets"]
    given = [(n, k) for grid in sets for n in grid["n_values"] for k in grid["k_values"]]
    with (ROOT / "reference/frontier/frontier.csv").open(newline="") as file:
        proven = {
            (int(row["n"]), int(row["k"]))
            for row in csv.DictReader(file)
            if row["proven"] == row["boards"]
        }
    assert proven <= set(given)
    assert len(given) == len(set(given))


def test_numbers_with_too_many_digits_are_rejected():
    with pytest.raises(InputError, match=r"samples is a number with too many digits; expected"):
        check(changed("thesis.samples", -(10**400)))
    with pytest.raises(InputError, match=r"samples is '9{59}…; expected a whole number"):
        check(config.typed(changed("thesis.samples", "9" * 5000)))


def test_overlong_path_is_rejected():
    with pytest.raises(InputError, match=r"^config: a path in flowfree cannot be used: File name"):
        check(changed("flowfree.published", "9" * 5000))
