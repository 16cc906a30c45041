"""Commands for the steps of studies; most steps measure and write rows.

A study makes tables and figures from rows. Each of these is declared once in
Python; a rule of the workflow only lists the inputs and outputs:

========  ======================================================  ========================
what      declared as                                             its rule
========  ======================================================  ========================
rows      a function that returns rows, with `rows_step`          written out
table     `puzzlesat_studies.core.tables.Table`                         ``declare("table", …)``
figure    `puzzlesat_studies.core.style.Plot`                           ``declare("figure", …)``
========  ======================================================  ========================

The package of the study lists tables in ``TABLES``, figures in ``FIGURES``, and the others in
``STEPS``, by name.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

import click

from puzzlesat.common.command import output_option, progress, quiet_option
from puzzlesat.common.rows import write_rows

Progress = Callable[..., Iterator[Any]]
"""A function that yields the items of an iterable and shows progress; ``total`` is their number."""

Rows = Iterable[Mapping[str, Any]]


def rows_step(unit: str, name: str | None = None) -> Callable[[Callable[..., Rows]], click.Command]:
    """Return a decorator that turns a function that returns rows into a command.

    Click's decorators below this decorator add the arguments and options that the function takes.
    The command also has ``-q`` and ``-o``, and writes the rows to the output one by one. The
    function also receives ``progress``, which wraps an iterable and shows the progress in `unit`,
    such as ``board``.

    >>> @rows_step("number")
    ... @click.option("--count", default=3)
    ... def squares(count, progress):
    ...     '''Write squares.'''
    ...     return ({"n": n, "square": n * n} for n in progress(range(count)))
    >>> squares.main(["-q", "--count", "2"], standalone_mode=False)
    n,square
    0,0
    1,1
    """

    def command(function: Callable[..., Rows]) -> click.Command:
        def write(*, quiet: bool, output: str, **values: Any) -> None:
            shown = partial(progress, unit=unit, quiet=quiet)
            write_rows(function(**values, progress=shown), output)

        quiet_option(output_option(write))
        write.__click_params__ += function.__dict__.get("__click_params__", [])  # type: ignore[attr-defined]
        named = name or function.__name__.replace("_", "-")
        return click.command(named, help=function.__doc__)(write)

    return command
