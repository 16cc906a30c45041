"""Lazy loading of the public names of packages."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazy(
    package: str, module_of_name: Mapping[str, str]
) -> tuple[list[str], Callable[[str], Any], Callable[[], list[str]]]:
    """Return ``__all__``, ``__getattr__`` and ``__dir__`` of a package with lazily loaded names.

    `module_of_name` maps each public name to its module, relative to the package.
    """

    def load(name: str) -> Any:
        if name not in module_of_name:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{module_of_name[name]}"), name)

    names = sorted(module_of_name)
    return names, load, names.copy
