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


def shown_by(placed, board, state, f):
    """Have a board's game be one with some mines; return what a field shows beyond known mines."""
    for g in range(len(state.content)):
        board.mine[g] = g in placed
        board.number[g] = sum(h in placed for h in state.neighbours[g])
    return board.number[f] - board.mined[f]


@pytest.mark.parametrize("size", [(3, 4, 4), (4, 4, 3), (2, 6, 3)])
def test_a_look_counts_the_numbers_and_luck_has_mean_zero(size):
    rows, cols, mines = size
    fields = rows * cols
    board, net, ahead = playing.new_board(rows, cols), new_net(fields), new_net(fields)
    weights = playing.binomials(fields, mines)
    how = np.array(STRATEGIES["ahead"], float)
    worths = set()
    for i in range(60):
        state = random_position(8, *size, i).state()
        left = seen(board, state)
        models = playing.analyse(board, net)
        certain = any(net.mine[net.group_of[f]] in (0, models) for f in left)
        if certain or len(left) + board.size[playing.MARKED] < len(state.covered):
            continue  # nothing is guessed at
        possible = placements(state)
        for f in left:
            free = [placed for placed in possible if f not in placed]
            if not free:
                continue
            value = playing.look(board, net, ahead, f, models, weights, how)
            board.chance[1], board.worth[1] = board.chance[0], board.worth[0]
            board.size[playing.LOOKED] = 1
            expected, parts = 0.0, {}
            for placed in free:
                parts.setdefault(shown_by(placed, board, state, f), []).append(placed)
            joined = [g for g in left if g != f and ahead.group_of[g] >= 0]
            # Elsewhere a look takes chances to be as they were before.
            apart = [
                sum(g not in placed for placed in possible) / len(possible)
                for g in left
                if net.group_of[g] < 0 or (g != f and ahead.group_of[g] < 0)
            ]
            for missing, part in parts.items():
                chances = [sum(g not in placed for placed in part) / len(part) for g in joined]
                safe = chances.count(1.0)
                worth = 1 + 0.06 * np.log2(safe) if safe else max(chances + apart, default=0)
                assert board.chance[0, missing] == pytest.approx(len(part))
                assert board.worth[0, missing] == pytest.approx(worth)
                expected += len(part) * worth
                worths.add(round(worth, 6))
            assert np.count_nonzero(board.chance[0]) == len(parts)
            assert value == pytest.approx(expected / len(free))
            lucks = []
            for placed in possible:
                shown_by(placed, board, state, f)
                lucks.append(playing.luck(board, f, len(free) / len(possible)))
            assert sum(lucks) == pytest.approx(0, abs=1e-9)
            told = {(board.worth[0, missing] - value).round(9) for missing in parts}
            survived = [u for u, placed in zip(lucks, possible, strict=True) if f not in placed]
            assert len(set(np.round(survived, 9))) == len(told)
    assert len(worths) > 10


def test_the_luck_of_the_first_number_has_mean_zero():
    board = playing.new_board(3, 3)
    for first in (0, 1, 4):
        lucks = []
        for mines in combinations([f for f in range(9) if f != first], 2):
            order = np.array([*mines, *(f for f in range(9) if f not in mines)], np.int16)
            playing.begin(board, order, 2, first, 1)
            lucks.append(playing.first_luck(board, first, 2))
        assert sum(lucks) == pytest.approx(0, abs=1e-12)
        assert max(lucks) > 0 or first == 4  # where any two mines are seen


def test_candidates_are_the_safest_without_fields_that_are_alike():
    board, net = playing.new_board(16, 30), new_net(480)
    crowded = 0
    for i in range(40):
        state = random_position(4, 16, 30, 99, i).state()
        seen(board, state)
        models = playing.analyse(board, net)
        near, risk = np.zeros(12, np.int64), np.full(12, np.inf)
        playing.candidates(board, net, models, 3, near, risk)
        listed = near[np.isfinite(risk)].tolist()
        assert len(set(listed)) == len(listed)
        chance = {f: net.mine[net.group_of[f]] / models for f in np.flatnonzero(board.unknown)}
        assert risk[: len(listed)] == pytest.approx([chance[f] for f in listed])
        assert (np.diff(risk[: len(listed)]) > -2e-9).all()
        spoken = sorted(chance[f] for f in chance if net.group_of[f] >= 0)
        unspoken = [f for f in chance if net.group_of[f] < 0]
        taken = [f for f in listed if net.group_of[f] < 0]
        assert len(taken) <= 3
        assert sorted(risk[k] for k, f in enumerate(listed) if net.group_of[f] >= 0) == (
            pytest.approx(spoken[: len(listed) - len(taken)])
        )
        if taken and len(listed) == 12 and len(taken) < len(unspoken):
            crowded += 1
        if unspoken and chance[unspoken[0]] < risk[-1] - 1e-6:
            fewest = min(board.hidden[f] for f in unspoken)
            assert any(board.hidden[f] == fewest for f in taken)
        far = [
            board.hidden[f]
            for f in taken
            if not any(board.unknown[g] and net.group_of[g] >= 0 for g in state.neighbours[f])
        ]
        assert len(set(far)) == len(far)
    assert crowded > 5


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
    # Here the end of a game decides little once there is a look ahead.
    assert mean["safest"] + 0.01 < mean["ahead"]
    assert mean["safest"] + 0.005 < mean["solving"] < mean["both"] - 0.005


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
