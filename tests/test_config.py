from copy import deepcopy
from pathlib import Path

import pytest
import yaml

from puzzlesat.common import config
from puzzlesat.common.errors import InputError

ROOT = Path(__file__).parents[1]
SCHEMA = ROOT / "workflow/schemas/config.schema.yaml"
DEFAULT = yaml.safe_load((ROOT / "config.yaml").read_text())


def changed(path, value):
    """The default configuration with the value at a path like wins.repeats changed."""
    new = deepcopy(DEFAULT)
    *within, last = path.split(".")
    section = new
    for key in within:
        section = section[key]
    section[last] = value
    return new


def test_the_default_is_right():
    config.check(DEFAULT, SCHEMA)


def test_every_key_of_the_schema_is_in_the_default_and_explained_there():
    schema = yaml.safe_load(SCHEMA.read_text())
    lines = (ROOT / "config.yaml").read_text().splitlines()

    def check(schema, values):
        assert set(schema["properties"]) == set(values)
        for key, inner in schema["properties"].items():
            if inner.get("type") == "object":
                check(inner, values[key])

    check(schema, DEFAULT)
    for key in DEFAULT:
        [place] = [i for i, line in enumerate(lines) if line.startswith(f"{key}:")]
        assert lines[place - 1].startswith("#"), key


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("sampels", 5, "unknown key 'sampels'; did you mean 'samples'?"),
        ("wins.repeat", 5, "unknown key 'repeat' in wins; did you mean 'repeats'?"),
        ("wins.xyz", 5, "unknown key 'xyz' in wins; there are n_values, k_values"),
        ("samples", 0, "samples is 0, but should be at least 1"),
        ("samples", "many", "samples is 'many', but should be integer"),
        ("wins.timeout", 0, "wins.timeout is 0, but should be above 0"),
        ("wins.clock", "wall", "wins.clock is 'wall', but should be one of solve, load_solve"),
        ("bounds.n_values", [], "bounds.n_values: "),
        ("bounds.n_values", [4, 4], "bounds.n_values: "),
        ("bounds.k_values", [63], "bounds.k_values.0 is 63, but should be at most 62"),
        ("bounds", 3, "bounds is 3, but should be object"),
        ("samples", 100.0, "samples is 100.0, but should be integer"),
        ("samples", True, "samples is True, but should be integer"),
        ("wins.timeout", float("inf"), "wins.timeout is inf, but should be number or null"),
        ("flowfree.sizes", [2], "flowfree.sizes.0 is 2, but should be at least 3"),
        ("flowfree.sises", 5, "unknown key 'sises' in flowfree; did you mean 'sizes'?"),
    ],
)
def test_an_error_is_one_sentence_that_names_the_key(path, value, sentence):
    with pytest.raises(InputError) as error:
        config.check(changed(path, value), SCHEMA)
    assert f"config: {sentence}" in str(error.value)
    assert "\n" not in str(error.value)


def test_a_missing_key_is_named():
    less = deepcopy(DEFAULT)
    del less["wins"]["repeats"]
    with pytest.raises(InputError, match="the key 'repeats' is missing in wins"):
        config.check(less, SCHEMA)
