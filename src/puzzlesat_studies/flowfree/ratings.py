"""The difficulty of puzzles, and the lengths and turns of their flows: a row for each puzzle."""

from math import inf

from puzzlesat.common.errors import InputError
from puzzlesat.common.limits import check_shape
from puzzlesat.common.rows import (
    WANTED,
    Columns,
    Row,
    Schema,
    duration,
    one_of,
    positive,
    present,
)
from puzzlesat.flowfree.cli.rate import DECIDED, MEASURED, NAME_OF_A_SET, set_name
from puzzlesat.flowfree.solve.difficulty import LEVELS
from puzzlesat_studies.flowfree.audit import HOW_MANY

SPAN = dict(zip(LEVELS, ((0, 0), (1, 2), (2, 3), (3, 4)), strict=True))
"""The range of the difficulty at each level."""


WANTED[set_name] = NAME_OF_A_SET


def _check(row: Row) -> None:
    """Raise `InputError` if a row contradicts itself."""
    one = row["solutions"] == "one"
    for column in MEASURED:
        if (row[column] == "" or row[column] != row[column]) == one:
            said = "is empty" if one else f"is {row[column]}"
            raise InputError(f"{column} {said}, but solutions is {row['solutions'] or 'empty'}")
    check_shape(row["rows"], row["cols"])
    cells = 2 * row["rows"] * row["cols"]  # the bound if all cells were bridges
    if not 0 < row["mean_length"] * row["k"] <= cells + 0.001 * row["k"]:
        raise InputError(
            f"mean_length is {row['mean_length']:g}, but {row['k']} flows share at most {cells} "
            "cells, those of bridges counted twice"
        )
    for column, most in (("longest", cells), ("turns", 1), (DECIDED[-1], 1)):
        if row[column] > most:
            raise InputError(f"{column} is {row[column]:g}; expected at most {most}")
    low, high = SPAN.get(row["level"], (0, inf))
    if one and not low <= row["difficulty"] <= high:
        raise InputError(f"difficulty is {row['difficulty']:g}, but level is {row['level']}")


RATINGS: Columns = Schema(
    {
        **{"set": set_name, "puzzle": str, "rows": positive, "cols": positive, "k": positive},
        **{"solutions": one_of(*HOW_MANY), "longest": duration, "mean_length": present},
        **{"turns": duration, **dict.fromkeys(DECIDED, duration)},
        **{"rounds": duration, "level": one_of(*LEVELS, ""), "difficulty": duration},
    },
    key=["set", "puzzle"],
    check=_check,
    ascending=[DECIDED, ["mean_length", "longest"]],
)
