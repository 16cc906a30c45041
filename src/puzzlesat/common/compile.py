"""Compiling functions with Numba, whose machine code is kept from one run to the next."""

import sys
from collections.abc import Callable
from functools import cache
from typing import Any

from numba import njit


def compiler(**options: bool) -> Callable[[Callable[..., Any]], Any]:
    """Return a decorator that has a function compiled the first time that it is called.

    The machine code is kept beside the function's file or, where nothing can be written there, in
    the person's cache; the environment variable ``NUMBA_CACHE_DIR`` names another folder. Where
    none of them can be written to, each run compiles anew, and says so.

    Parameters
    ----------
    **options : bool
        What else `numba.njit` is told, such as ``forceinline``.
    """

    def compiled(function: Callable[..., Any]) -> Any:
        told: dict[str, Any] = {"nogil": True, "error_model": "numpy", **options}
        try:
            return njit(cache=True, **told)(function)
        except RuntimeError as error:
            if "cannot cache" not in str(error):
                raise
            say_uncached()
            return njit(**told)(function)

    return compiled


@cache
def say_uncached() -> None:
    """Say once in a run what it is that takes time, and how to mend it."""
    print(
        "puzzlesat: no folder can be written to that keeps compiled code, so this run compiles "
        "anew; NUMBA_CACHE_DIR can name one",
        file=sys.stderr,
    )
