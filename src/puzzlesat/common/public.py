"""Public names of packages that are loaded when they are first used."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazy(
    package: str, places: Mapping[str, str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` of a package whose names come from its modules.

    Parameters
    ----------
    package : str
        The package's ``__name__``.
    places : mapping
        The public names, and the module of the package that each of them comes from.
    """

    def load(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{places[name]}"), name)

    return load, lambda: sorted(places)
