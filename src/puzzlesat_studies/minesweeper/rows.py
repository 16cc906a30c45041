"""Measurements of the Minesweeper study, for states.

The fields that a method decides are checked by counting all placements of mines; this count is
checked against the placement from which the state was generated.
"""

from collections.abc import Callable, Iterator, Sequence
from time import perf_counter
from typing import Any

from puzzlesat.common.errors import DisagreementError
from puzzlesat.minesweeper.encode.network import Network, network
from puzzlesat.minesweeper.formats.samples import name_of, state_of
from puzzlesat.minesweeper.solve.consistency import Values
from puzzlesat.minesweeper.solve.counting import count as count_models
from puzzlesat.minesweeper.solve.deduce import METHODS
from puzzlesat_studies.core.study import Record

COMPLETE_METHODS = ("backbone_total", "counting")
"""The methods that decide every certain field."""


def key_columns(row: Record) -> Record:
    """Return the columns that identify the state in a row of a sample."""
    return {key: row[key] for key in ("seed", "rows", "cols", "mines")} | {"board": row["i"]}


def decided_rows(states: Sequence[Any]) -> Iterator[Record]:
    """Yield a row for each method and state: the number of fields that it decides, and its time.

    Each method runs once before it is timed. Raise `DisagreementError` if a method contradicts the
    count of all placements, or if this count contradicts the board.
    """
    for row in (state_row.model_dump() for state_row in states):
        state = state_of(row)
        methods: dict[str, Callable[[Network], Values]] = METHODS | {
            "counting": lambda net: count_models(net).certain
        }
        certain = methods["counting"](network(state))
        _check_board(row, certain)
        for name, decide in methods.items():
            decide(network(state))
            started = perf_counter()
            values = decide(network(state))
            seconds = perf_counter() - started
            is_complete = name in COMPLETE_METHODS
            if values != certain if is_complete else not values.items() <= certain.items():
                raise DisagreementError(f"{name_of(row)}: {name} and counting disagree")
            yield key_columns(row) | {
                "method": name,
                "covered": len(state.covered),
                "certain": len(certain),
                "decided": len(values),
                "seconds": seconds,
            }


def _check_board(row: Record, values: Values) -> None:
    board = row["board"].replace("/", "")
    for f, value in values.items():
        if (board[f] == "*") != value:
            raise DisagreementError(f"{name_of(row)}: field {f} is not {value} on the board")
