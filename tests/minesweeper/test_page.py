"""What the page of a state contains; tests/web tests the page in a browser."""

import pytest

from puzzlesat.common.engine import ask
from puzzlesat.common.errors import InputError
from puzzlesat.minesweeper.board.game import fault
from puzzlesat.minesweeper.board.state import State
from tests.minesweeper import exhaustive


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
