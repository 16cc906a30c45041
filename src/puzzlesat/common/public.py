"""Lazy loading of the public names of packages."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazy(
    package: str, names_of_module: Mapping[str, str]
) -> tuple[dict[str, str], list[str], Callable[[str], Any], Callable[[], list[str]]]:
    """Return a package's `PUBLIC`, ``__all__``, ``__getattr__`` and ``__dir__``.

    The names are loaded when they are first used. `names_of_module` has the names that each module
    defines, separated by spaces; `PUBLIC` has the module of each name. Modules are relative to the
    package.
    """
    public = {name: module for module, names in names_of_module.items() for name in names.split()}

    def load(name: str) -> Any:
        if name not in public:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{public[name]}"), name)

    return public, sorted(public), load, lambda: sorted(public)
