"""The engine's player against exact counting and brute force, and its games before the referee."""

from dataclasses import replace
from itertools import combinations, product
from signal import ITIMER_REAL, SIGALRM, setitimer
from time import process_time

import numpy as np
import pytest

from puzzlesat._engine import minesweeper
from puzzlesat.common.interrupts import Interrupt, interrupted_by
from puzzlesat.minesweeper.board.game import Game
from puzzlesat.minesweeper.board.sample import STARTS, first_field, random_game, random_position
from puzzlesat.minesweeper.board.state import neighbours
from puzzlesat.minesweeper.encode.network import network
from puzzlesat.minesweeper.solve.consistency import propagate
from puzzlesat.minesweeper.solve.counting import count
from puzzlesat.minesweeper.solve.optimum import PerfectPlay
from puzzlesat.minesweeper.solve.player import player
from puzzlesat_studies.minesweeper.games import STRATEGIES, WON, play_games
from tests.minesweeper import exhaustive

SIZES = [(4, 4, 3), (5, 5, 8), (1, 9, 3), (9, 9, 10), (16, 16, 40), (16, 30, 99)]


def orders_of(seed, size, games):
    return [random_game(seed, *size, i).order for i in range(games)]


def seen(state, strategy="ahead"):
    """Show a state to a player, with the fields that single constraints decide.

    Return the player, the number of placements up to a factor, the numbers of placements with and
    without a mine on each undecided field, and the undecided fields in constraints.
    """
    board = player(state.rows, state.cols, state.mines, STRATEGIES[strategy])
    known = propagate(network(state))
    models, weights = board.show(
        state.content, [known.get(f, -1) for f in range(len(state.content))]
    )
    left = {f: (mine, clear) for f, mine, clear, _ in weights}
    joined = {f for f, _, _, constrained in weights if constrained}
    assert models <= 0 or left.keys() == set(state.covered) - known.keys()
    return board, models, left, joined


@pytest.mark.parametrize("size", SIZES)
def test_probabilities_agree_with_exact_counting(size):
    for i in range(60):
        state = random_position(11, *size, i).state()
        counts = count(network(state))
        _, models, left, _ = seen(state)
        for f, (mine, clear) in left.items():
            assert mine / models == pytest.approx(counts.probabilities[f], abs=1e-12)
            assert (mine == 0) == (counts.ways[f] == 0)
            assert (clear == 0) == (counts.ways[f] == counts.models)


def test_impossible_state_has_zero_placements():
    state = replace(random_position(11, 4, 4, 3, 0).state(), mines=16)
    assert seen(state)[1] == 0


@pytest.mark.parametrize("size", [(3, 3, 3), (3, 4, 5), (2, 5, 4)])
def test_endgame_search_is_optimal(size):
    rows, cols, _ = size
    open_ones = 0
    for i in range(60):
        state = random_position(3, *size, i).state()
        possible = exhaustive.numbered_placements(state.lines, state.mines)
        board, _, left, _ = seen(state, "solving")
        if len(possible) == 1 or len(left) < len(state.covered):
            continue
        won, field, found = board.solve_end()
        assert sorted(map(sorted, found)) == sorted(map(sorted, possible))
        around = neighbours(rows, cols)
        assert won == exhaustive.most_won(possible, state.covered, around)
        after = {}
        for placed in possible:
            if field not in placed:
                after.setdefault(sum(g in placed for g in around[field]), []).append(placed)
        others = set(left) - {field}
        assert won == sum(exhaustive.most_won(part, others, around) for part in after.values())
        open_ones += 0 < won < len(possible)
    assert open_ones > 3


def test_endgame_search_respects_its_limits():
    state = random_position(3, 3, 4, 5, 0).state()
    possible = exhaustive.numbered_placements(state.lines, state.mines)
    for strategy in (STRATEGIES["solving"], STRATEGIES["both"]):
        few = strategy._replace(max_placements=len(possible) - 1)
        little = strategy._replace(max_work=len(possible))
        for limited in (few, little):
            board = player(3, 4, 5, limited)
            board.show(state.content, [-1] * 12)
            assert board.solve_end()[0] == -1
        board = player(3, 4, 5, strategy)
        board.show(state.content, [-1] * 12)
        assert board.solve_end()[0] > 0


@pytest.mark.parametrize("size", [(3, 4, 4), (4, 4, 3), (2, 6, 3)])
def test_look_ahead_agrees_with_enumeration_and_deviations_have_mean_zero(size):
    worths = set()
    for i in range(60):
        state = random_position(8, *size, i).state()
        board, _, left, constrained = seen(state)
        certain = any(0 in weights for weights in left.values())
        known = propagate(network(state))
        if certain or len(left) + sum(known.values()) < len(state.covered):
            continue  # nothing is guessed at
        marked = {f for f, value in known.items() if value}
        possible = exhaustive.numbered_placements(state.lines, state.mines)
        for f in left:
            free = [placed for placed in possible if f not in placed]
            if not free:
                continue
            look, concerned = board.look_ahead(f)
            expected, parts = 0.0, {}
            for placed in free:
                number = sum(g in placed and g not in marked for g in state.neighbours[f])
                parts.setdefault(number, []).append(placed)
            joined = [g for g in left if g != f and g in concerned]
            # The look-ahead assumes that the chances of other fields do not change.
            apart = [
                sum(g not in placed for placed in possible) / len(possible)
                for g in left
                if g not in constrained or (g != f and g not in concerned)
            ]
            for missing, part in parts.items():
                chances = {g: sum(g not in placed for placed in part) / len(part) for g in joined}
                open_ones = {g for g in left if 0 < chances.get(g, 0.5) < 1} - {f}
                safe = sum(
                    chances[g] == 1 and not open_ones.isdisjoint(state.neighbours[g])
                    for g in joined
                )
                unsure = [chances[g] for g in joined if 0 < chances[g] < 1]
                # With nothing left to guess, the game is won.
                worth = 1 + 0.06 * np.log2(safe) if safe else max(unsure + apart, default=1)
                assert look.placements[missing] == pytest.approx(len(part))
                assert look.values[missing] == pytest.approx(worth)
                expected += len(part) * worth
                worths.add(round(worth, 6))
            assert np.count_nonzero(look.placements) == len(parts)
            assert look.dead == (len(parts) == 1)
            implied = {g for g in joined if not any(g in placed for placed in free)}
            assert set(look.implied) == implied
            assert look.mean == pytest.approx(expected / len(free))
            deviations = []
            for placed in possible:
                board.place_mines(sorted(placed))
                deviations.append(board.deviation(f, len(free) / len(possible), look))
            assert sum(deviations) == pytest.approx(0, abs=1e-9)
            values = {round(look.values[missing] - look.mean, 9) for missing in parts}
            survived = [
                u for u, placed in zip(deviations, possible, strict=True) if f not in placed
            ]
            assert len(set(np.round(survived, 9))) == len(values)
    assert len(worths) > 10


def sides(rows, cols):
    """Yield pairs of sets of fields next to each other, and the fields next to just one set."""
    around = neighbours(rows, cols)

    def of(*fields):
        return [frozenset(row * cols + col for row, col in side) for side in fields]

    for row, col in product(range(rows), range(cols)):
        pairs = [
            of([(row, col)], [(row + i, col + j)]) for i, j in ((0, 1), (1, 0), (1, 1), (1, -1))
        ]
        square = of([(row, col), (row + 1, col + 1)], [(row + 1, col), (row, col + 1)])
        for one, other in [*pairs, square]:
            last = max(one | other)
            wide = {f % cols for f in one | other}
            if last >= rows * cols or max(wide) - min(wide) > 1:
                continue
            yield (
                one,
                other,
                {
                    f
                    for f in range(rows * cols)
                    if f not in one | other and len(one & {*around[f]}) != len(other & {*around[f]})
                },
            )


@pytest.mark.parametrize("size", [(4, 4, 4), (3, 5, 5), (2, 6, 4)])
def test_forced_shares_agree_with_enumeration(size):
    rows, cols, _ = size
    found = 0
    for i in range(80):
        state = random_position(15, *size, i).state()
        board, models, left, _ = seen(state)
        known = propagate(network(state))
        if not left or any(0 in weights for weights in left.values()):
            continue
        if len(left) + sum(known.values()) < len(state.covered):
            continue  # nothing is guessed at
        possible = exhaustive.numbered_placements(state.lines, state.mines)
        forced, tosses = board.forced(), dict.fromkeys(left, 0.0)
        for one, other, apart in sides(rows, cols):
            if not (
                one | other <= left.keys()
                and apart.isdisjoint(np.flatnonzero(np.array(state.content) >= 0))
            ):
                continue
            if len(apart) > 8 or len(apart & left.keys()) > 1:
                continue
            half = [p for p in possible if one | apart <= p and other.isdisjoint(p)]
            assert len(half) == len(
                [p for p in possible if other | apart <= p and one.isdisjoint(p)]
            )
            for f in (one | other | apart) & left.keys():
                tosses[f] += len(half) / len(possible)
        for f, (mine, clear) in left.items():
            expected = min(tosses[f], mine / models, clear / models)
            assert forced[f] == pytest.approx(expected, abs=2e-3)
            found += expected > 0
    assert found > 20


def test_deviation_of_the_first_number_has_mean_zero():
    board = player(3, 3, 2, STRATEGIES["safest"])
    for first in (0, 1, 4):
        deviations = []
        for mines in combinations([f for f in range(9) if f != first], 2):
            board.place_mines(list(mines))
            deviations.append(board.first_deviation(first))
        assert sum(deviations) == pytest.approx(0, abs=1e-12)
        assert max(deviations) > 0 or first == 4  # every field is around field 4


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_compiled_games_agree_with_the_referee(start, strategy):
    size = rows, cols, mines = 8, 9, 14
    endings = set()
    first = first_field(start, rows, cols)
    for order in orders_of(5, size, 25):
        by = player(*size, STRATEGIES[strategy])
        [end], *_ = by.play([order], first, STARTS.index(start))
        won = end == WON
        taken, mined = by.moves, by.mined
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


def test_control_variate_keeps_the_mean_and_reduces_the_variance():
    size = (9, 9, 16)
    orders = orders_of(1, size, 4000)
    for name in ("safest", "both"):
        played = play_games(orders, *size, "safe", STRATEGIES[name])
        difference = played.won - played.control_variate
        assert abs(difference.mean()) < 4 * difference.std() / len(orders) ** 0.5
        assert played.control_variate.var() < 0.7 * played.won.var()
        assert (played.uncounted, played.unsolved) == (0, 0)


def test_games_are_independent_of_earlier_ones():
    size = (9, 9, 16)
    orders = orders_of(2, size, 200)
    whole = play_games(orders, *size, "safe", STRATEGIES["both"])
    again = play_games(orders[100:], *size, "safe", STRATEGIES["both"])
    assert (whole.won[100:] == again.won).all()
    assert (whole.control_variate[100:] == again.control_variate).all()


@pytest.mark.parametrize("search", ["games", "tree"])
def test_signal_stops_games_and_searches(search):
    orders = orders_of(1, (16, 30, 99), 100) * 300  # takes seconds
    game = PerfectPlay(4, 5, 8)  # takes a minute and more

    started = process_time()
    # A plain handler may run in a callback of the garbage collector, where its exception is lost.
    with pytest.raises(Interrupt), interrupted_by(SIGALRM):
        setitimer(ITIMER_REAL, 0.1)
        if search == "games":
            play_games(orders, 16, 30, 99, "safe", STRATEGIES["both"])
        else:
            game.best("unprotected")
    assert process_time() - started < 2


def test_invalid_arguments_raise_value_error():
    whole = tuple(STRATEGIES["both"])
    hashes = list(range(1000))
    for arguments in ((0, 3, 1), (40, 40, 1), (3, 3, 10), (3, 3, -1)):
        with pytest.raises(ValueError, match=r"a board has|too many mines"):
            minesweeper.Player(*arguments, whole, hashes)
    with pytest.raises(ValueError, match="a hash for each placement"):
        minesweeper.Player(3, 3, 2, whole, hashes[1:])
    board = minesweeper.Player(3, 3, 2, whole, hashes)
    for order in ([0, 1, 2], [*range(8), 9], [*range(8), -1]):
        with pytest.raises(ValueError, match=r"an order must contain every field|no such field"):
            board.play([order], 0, 0)
    with pytest.raises(ValueError, match="no such field"):
        board.play([], 9, 0)
    with pytest.raises(ValueError, match="no such start"):
        board.play([], 0, 3)
    for call in (lambda: board.look_ahead(0), board.solve_end, board.candidates):
        with pytest.raises(ValueError, match="no state is shown"):
            call()


# Won games, guesses and the sum of `control_variate` of an earlier, independent program in another
# language.
GAMES = [
    ((16, 30, 99), "safe", "safest", 127, 1121, 115.55425704791614),
    ((16, 30, 99), "safe", "both", 131, 982, 124.60590532910281),
    ((16, 16, 40), "opening", "ahead", 268, 113, 267.7264272506883),
    ((9, 9, 10), "unprotected", "solving", 238, 169, 238.15643617565746),
]


@pytest.mark.parametrize(("size", "start", "strategy", "won", "guesses", "control_variate"), GAMES)
def test_games_match_reference_results(size, start, strategy, won, guesses, control_variate):
    orders = orders_of(7, size, 300)
    played = play_games(orders, *size, start, STRATEGIES[strategy])
    assert (played.won.sum(), played.guesses, played.control_variate.sum()) == (
        won,
        guesses,
        control_variate,
    )
