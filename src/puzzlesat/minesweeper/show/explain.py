"""The page of ``minesweeper explain``: all certain fields of a state, each with its reason.

The page asks the engine, which it contains. Fields are listed below the weakest method that decides
them, which shows where one method stops and the next one continues (Simon 2012, §4.1).
"""

from typing import Any

from puzzlesat.common.errors import InputError
from puzzlesat.common.page import single_page
from puzzlesat.minesweeper.board.state import State
from puzzlesat.minesweeper.solve.reasons import certain

MAX_PAGE_FIELDS = 1000
"""Maximum number of covered fields for a page; it lists a reason for each certain field."""


def page(state: State, name: str) -> str:
    """Return the page of a state with the title `name`.

    Raise `InputError` if no placement of mines fits, or the state has more than `MAX_PAGE_FIELDS`
    covered fields.
    """
    return single_page("minesweeper", name, page_data(state))


def page_data(state: State) -> dict[str, Any]:
    """Return the object with which the page starts: the state, and the tab that is shown.

    >>> page_data(State.of(["1."], mines=1))
    {'puzzle': {'rows': ['1#'], 'mines': 1}, 'tab': 'reasons'}
    """
    if len(state.covered) > MAX_PAGE_FIELDS:
        raise InputError(
            f"{len(state.covered)} fields are covered; a page shows at most {MAX_PAGE_FIELDS}"
        )
    certain(state)  # raises if there is nothing to explain
    puzzle: dict[str, Any] = {"rows": [line.replace(".", "#") for line in state.lines]}
    if state.mines is not None:
        puzzle["mines"] = state.mines
    return {"puzzle": puzzle, "tab": "reasons"}
