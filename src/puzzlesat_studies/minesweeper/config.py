"""Checks of the configuration of the Minesweeper study that its schema cannot express."""

from collections.abc import Mapping
from itertools import product
from typing import Any

from puzzlesat.common.errors import InputError
from puzzlesat.minesweeper.board.sample import (
    check_opening,
    check_room,
    check_searched,
    check_size,
)
from puzzlesat.sat.solver import check_interruptible


def share_of(rows: int, cols: int, percent: float) -> int:
    """Return `percent` percent of the number of fields of a board, rounded, but at least 1."""
    return max(1, round(rows * cols * percent / 100))


def check(section: Mapping[str, Any], config: Mapping[str, Any]) -> None:
    """Raise `InputError` unless the solver, the sizes and the number of timed states are valid."""
    check_interruptible(section["solver"])
    for size in section["sizes"] + section["audit"]["sizes"]:
        check_size(*size)
    for board in section["optimum"]["boards"]:
        check_searched(*board)
    for (rows, cols), percent in product(section["logic"]["shapes"], section["logic"]["percents"]):
        check_opening(rows, cols, share_of(rows, cols, percent))
    if section["timed"] > section["states"]:
        raise InputError(
            f"config: minesweeper.timed is {section['timed']}; "
            f"expected at most minesweeper.states, {section['states']}"
        )
    for (rows, cols, mines), start in product(section["wins"]["sizes"], section["wins"]["starts"]):
        check_room(rows, cols, mines, start)
