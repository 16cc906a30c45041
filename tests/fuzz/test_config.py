"""Every configuration is either used unchanged or rejected with a message."""

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from puzzlesat.common.errors import InputError
from tests.test_config import check

from .damage import damaged
from .running import effort, limited

ROOT = Path(__file__).parents[2]
FILES = [ROOT / "config.yaml", ROOT / "config/smoke.yaml"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_damaged_configurations_are_valid_or_rejected(path):
    @effort()
    @given(content=damaged(path.read_bytes()))
    def fuzz(content):
        try:
            settings = yaml.safe_load(content)
        except (yaml.YAMLError, ValueError):
            return  # Snakemake rejects invalid YAML
        if isinstance(settings, dict):
            checked(settings)

    fuzz()


NUMBERS = st.sampled_from([0, -1, 1.5, 10**400, float("nan"), float("inf"), True, None, "9" * 5000])


@effort()
@given(data=st.data())
def test_arbitrary_values_are_valid_or_rejected(data):
    settings = yaml.safe_load(FILES[0].read_text())
    place, key = settings, data.draw(st.sampled_from(sorted(settings)))
    while isinstance(place[key], dict) and place[key] and data.draw(st.booleans()):
        place = place[key]
        key = data.draw(st.sampled_from(sorted(place)))
    place[key] = data.draw(
        st.one_of(NUMBERS, st.lists(NUMBERS, max_size=2), st.just({}), st.text())
    )
    checked(settings)


def checked(settings):
    with limited():
        try:
            check(settings)
        except InputError as error:
            assert str(error).startswith("config: ")
            assert len(str(error)) < 1000
            assert str(error).isprintable()
