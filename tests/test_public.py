"""Public names of packages exist, and type checkers see the same ones."""

import re
from importlib import import_module
from pathlib import Path

import pytest

import puzzlesat

PACKAGES = ("sat", "floodit", "flowfree", "minesweeper")


@pytest.mark.parametrize("name", PACKAGES)
def test_public_names_exist_and_are_typed(name):
    package = import_module(f"puzzlesat.{name}")
    assert dir(package) == sorted(package.PUBLIC)
    names: dict[str, object] = {}
    exec(f"from puzzlesat.{name} import *", names)
    assert names.keys() - {"__builtins__"} == package.PUBLIC.keys()
    for public, module in package.PUBLIC.items():
        assert getattr(package, public) is getattr(
            import_module(f"puzzlesat.{name}.{module}"), public
        )
    typed = re.findall(r"import (\w+) as \1\n", Path(package.__file__).read_text())
    assert sorted(typed) == sorted(package.PUBLIC)
    with pytest.raises(AttributeError, match=f"'puzzlesat.{name}' has no attribute 'missing'"):
        package.missing  # noqa: B018


def test_the_package_has_its_version_and_errors():
    assert re.fullmatch(r"\d+\.\d+\.\d+", puzzlesat.__version__)
    assert issubclass(puzzlesat.InputError, ValueError)
    assert issubclass(puzzlesat.DisagreementError, RuntimeError)
    with pytest.raises(AttributeError, match="'puzzlesat' has no attribute 'missing'"):
        puzzlesat.missing  # noqa: B018
