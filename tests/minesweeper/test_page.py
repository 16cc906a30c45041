"""What the page of a state contains; tests/web tests the page in a browser."""

import pytest

from puzzlesat.common.engine import ask
from puzzlesat.common.errors import InputError
from puzzlesat.minesweeper.board.game import fault
from puzzlesat.minesweeper.board.state import State
from puzzlesat.minesweeper.show.explain import MAX_PAGE_FIELDS, page
from tests.minesweeper import exhaustive


def test_oversized_and_contradictory_states_are_rejected():
    with pytest.raises(
        InputError, match=f"1024 fields are covered; a page shows at most {MAX_PAGE_FIELDS}"
    ):
        page(State(32, 32, (-1,) * 1024), "x")
    with pytest.raises(InputError, match="no placement of mines fits the 4"):
        page(State.of(["4."]), "x")


def test_placements_to_play_on_fit_the_state():
    different = 0
    for lines, mines in exhaustive.random_states(120, seed=22, most=10):
        state = State.of(lines, mines)
        number = len(list(exhaustive.placements(lines, mines)))
        if not number:
            with pytest.raises(InputError, match="no placement of"):
                ask("minesweeper.placement", rows=lines, mines=mines)
            continue
        found = set()
        for seed in range(10):
            places = ask("minesweeper.placement", rows=lines, mines=mines, seed=seed)["mines"]
            mined = {r * state.cols + c for r, c in places}
            assert fault(state, mined) is None
            found.add(frozenset(mined))
        different += number > 1 and len(found) > 1
    assert different > 25
