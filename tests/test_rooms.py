"""The folders of the engine and of the pages use only those that precede them."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PUZZLES = ("floodit", "flowfree", "minesweeper")


@pytest.mark.parametrize("folder", ["common", *PUZZLES, "picture", "interface"])
def test_a_folder_of_the_engine_includes_itself_and_common(folder):
    """Only the interface, which brings all together, includes the others."""
    allowed = {"common", folder}
    sources = [*(ROOT / "engine" / folder).glob("*.[ch]pp")]
    assert sources
    for path in sources:
        included = set(re.findall(r'#include "(\w+)/', path.read_text()))
        assert folder == "interface" or included <= allowed, path


def test_no_puzzle_of_the_pages_imports_another():
    for path in (ROOT / "web/js").rglob("*.js"):
        own = {name for name in PUZZLES if name in (path.stem, path.parent.name)}
        imported = set(re.findall(r'from "#js/(?:formats/)?(\w+)', path.read_text()))
        others = imported & {*PUZZLES} - own
        assert not own or not others, path
