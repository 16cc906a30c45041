"""The compiled player: against exact counting, against brute force, and before the referee."""

from functools import cache
from itertools import combinations

import numpy as np
import pytest

from puzzlesat.common.errors import InputError
from puzzlesat.minesweeper.board.game import Game
from puzzlesat.minesweeper.board.sample import (
    STARTS,
    check_room,
    first_field,
    random_game,
    random_order,
    random_position,
)
from puzzlesat.minesweeper.board.state import neighbours
from puzzlesat.minesweeper.encode.network import network
from puzzlesat.minesweeper.solve.consistency import propagate
from puzzlesat.minesweeper.solve.counting import count
from puzzlesat.minesweeper.solve.engine import playing
from puzzlesat.minesweeper.solve.engine.counting import new_net
from puzzlesat.minesweeper.solve.engine.endgame import (
    enumerate_placements,
    new_endgame,
    play_end,
)
from puzzlesat.minesweeper.solve.engine.games import STRATEGIES, moves, play_games
from puzzlesat.minesweeper.solve.player import play

SIZES = [(4, 4, 3), (5, 5, 8), (1, 9, 3), (9, 9, 10), (16, 16, 40), (16, 30, 99)]


def seen(board, state):
    """Have a board show a state, with what single constraints decide; return what is left."""
    fields = len(state.content)
    playing.begin(board, np.arange(fields, dtype=np.int16), 0, 0, 0)
    board.size[playing.MINES] = state.mines
    known = propagate(network(state))
    for f, content in enumerate(state.content):
        if content >= 0:
            board.content[f] = content
            board.size[playing.UNCOVERED] += 1
        if content >= 0 or known.get(f) == 0:
            board.unknown[f] = False
            for g in state.neighbours[f]:
                board.hidden[g] -= 1
    for f, value in known.items():
        if value:
            playing.mark(board, f)
    return [f for f in state.covered if f not in known]


@pytest.mark.parametrize("size", SIZES)
def test_probabilities_are_those_of_exact_counting(size):
    rows, cols, _ = size
    board, net = playing.new_board(rows, cols), new_net(rows * cols)
    for i in range(60):
        state = random_position(11, *size, i).state()
        counts = count(network(state))
        left = seen(board, state)
        models = playing.analyse(board, net)
        for f in left:
            g = net.group_of[f]
            assert net.mine[g] / models == pytest.approx(counts.probabilities[f], abs=1e-12)
            assert (net.mine[g] == 0) == (counts.ways[f] == 0)
            assert (net.clear[g] == 0) == (counts.ways[f] == counts.models)


def test_what_cannot_be_is_told():
    state = random_position(11, 4, 4, 3, 0).state()
    board, net = playing.new_board(4, 4), new_net(16)
    seen(board, state)
    board.size[playing.MINES] = 16
    assert playing.analyse(board, net) == 0


def placements(state):
    """Return all placements of mines that fit a state, by trying them."""
    around = neighbours(state.rows, state.cols)
    return [
        frozenset(mines)
        for mines in combinations(state.covered, state.mines)
        if all(
            sum(g in mines for g in around[f]) == content
            for f, content in enumerate(state.content)
            if content >= 0
        )
    ]


def most_won(possible, covered, around):
    """Return how many of some placements perfect play wins, by trying every way to play."""

    @cache
    def best(possible, covered):
        if len(possible) == 1:
            return 1
        most = 0
        for f in covered:
            shown = {}
            for mines in possible:
                if f not in mines:
                    number = sum(g in mines for g in around[f])
                    shown.setdefault(number, set()).add(mines)
            if shown and (len(shown) > 1 or len(*shown.values()) < len(possible)):
                parts = map(frozenset, shown.values())
                most = max(most, sum(best(part, covered - {f}) for part in parts))
        return most

    return best(frozenset(possible), frozenset(covered))


@pytest.mark.parametrize("size", [(3, 3, 3), (3, 4, 5), (2, 5, 4)])
def test_the_end_of_a_game_is_played_perfectly(size):
    rows, cols, mines = size
    board, net, end = playing.new_board(rows, cols), new_net(rows * cols), new_endgame()
    open_ones = 0
    for i in range(60):
        state = random_position(3, *size, i).state()
        possible = placements(state)
        left = seen(board, state)
        if len(possible) == 1 or len(left) < len(state.covered):
            continue
        playing.analyse(board, net)
        assert enumerate_placements(
            end, net, board.around, board.unknown, board.mined, mines, 1000, 10**6
        )
        found = {
            frozenset(int(end.fields[j]) for j in np.flatnonzero(end.mine[s, : end.size[0]]))
            for s in range(end.size[1])
        }
        assert found == set(possible)
        around = neighbours(rows, cols)
        won, field = play_end(end, 10**7)
        assert won == most_won(possible, state.covered, around)
        after = {}
        for placed in possible:
            if field not in placed:
                after.setdefault(sum(g in placed for g in around[field]), []).append(placed)
        others = set(left) - {field}
        assert won == sum(most_won(part, others, around) for part in after.values())
        open_ones += 0 < won < len(possible)
    assert open_ones > 3


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_referee_sees_the_same_games(start, strategy):
    size = rows, cols, mines = 8, 9, 14
    endings = set()
    first = first_field(start, rows, cols)
    for i in range(25):
        order = random_order(5, *size, i)
        won, taken, mined = moves(order, *size, start, STRATEGIES[strategy])
        assert len(mined) == mines
        game = Game(*size, order, mined=frozenset(mined))
        assert taken[0] == first
        for f in taken:
            assert not game.over or f in game.uncovered
            game.uncover(f)
        assert (game.won, game.lost) == (won, not won)
        if start != "unprotected":
            assert first not in mined
        if start == "opening":
            assert not set(neighbours(rows, cols)[first]) & set(mined)
        allowed = [
            f
            for f in order
            if start == "unprotected"
            or (f != first and (start == "safe" or f not in neighbours(rows, cols)[first]))
        ]
        assert set(mined) == set(allowed[:mines])
        endings.add(won)
    assert endings == {True, False}


def test_the_safest_field_wins_as_often_as_for_the_slow_player():
    """The two break ties in their own ways, so single games may end otherwise."""
    size, games = (8, 8, 13), 150
    orders = [random_order(9, *size, i) for i in range(games)]
    fast = play_games(orders, *size, "safe", STRATEGIES["safest"]).won.sum()
    slow = sum(play(random_game(9, *size, i), "total", "exact").won for i in range(games))
    assert abs(int(fast) - slow) <= 12
    assert 30 < fast < 140


def test_results_without_luck_have_the_same_mean_and_a_smaller_variance():
    size = (9, 9, 16)
    orders = [random_order(1, *size, i) for i in range(4000)]
    for name in ("safest", "both"):
        played = play_games(orders, *size, "safe", STRATEGIES[name])
        difference = played.won - played.levelled
        assert abs(difference.mean()) < 4 * difference.std() / len(orders) ** 0.5
        assert played.levelled.var() < 0.7 * played.won.var()
        assert (played.uncounted, played.unsolved) == (0, 0)


def test_better_strategies_win_more():
    size = (9, 9, 16)
    orders = [random_order(1, *size, i) for i in range(4000)]
    mean = {
        name: play_games(orders, *size, "safe", strategy).levelled.mean()
        for name, strategy in STRATEGIES.items()
    }
    assert mean["safest"] < mean["ahead"] < mean["both"]
    assert mean["safest"] < mean["solving"]


def test_games_do_not_depend_on_those_before():
    size = (9, 9, 16)
    orders = [random_order(2, *size, i) for i in range(200)]
    whole = play_games(orders, *size, "safe", STRATEGIES["both"])
    again = play_games(orders[100:], *size, "safe", STRATEGIES["both"])
    assert (whole.won[100:] == again.won).all()
    assert (whole.levelled[100:] == again.levelled).all()


def test_a_size_without_room_is_refused():
    with pytest.raises(InputError, match="room for 72"):
        check_room(9, 9, 73, "opening")
    check_room(9, 9, 72, "opening")
    with pytest.raises(InputError, match="at most 1000"):
        check_room(40, 40, 10, "safe")
    check_room(3, 3, 9, "unprotected")
