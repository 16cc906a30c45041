"""Players of whole games: what they guess, and when they lose."""

from fractions import Fraction
from random import Random

import pytest

from puzzlesat.minesweeper.board.sample import (
    random_game,
)
from puzzlesat.minesweeper.board.state import State
from puzzlesat.minesweeper.encode.network import network
from puzzlesat.minesweeper.solve.counting import count
from puzzlesat.minesweeper.solve.deduce import METHODS
from puzzlesat_studies.minesweeper.player import (
    GUESSERS,
    MARGIN,
    PROGRESS_WEIGHT,
    _progress,
    guess_ahead,
    guess_exact,
    play,
)
from tests.minesweeper import exhaustive


@pytest.mark.parametrize("method", METHODS)
def test_players_finish_and_lose_only_by_guessing(method):
    won = 0
    for i in range(25):
        for guess in GUESSERS:
            record = play(random_game(1, 6, 6, 6, i), method, guess, seed=i)
            assert record.won or record.guesses > record.avoidable_guesses
            won += record.won
    assert won > 15


def test_with_exact_guesses_all_methods_win_the_same_games():
    for i in range(25):
        ends = {play(random_game(1, 6, 7, 9, i), method, "exact").won for method in METHODS}
        assert len(ends) == 1


def small_states(count, seed):
    """Yield small states that some placement fits, with the exact probabilities of mines."""
    for lines, mines in exhaustive.random_states(count, seed=seed, most=9):
        expected = exhaustive.probabilities(lines, mines)
        if expected:
            yield lines, mines, State.of(lines, mines), expected


def test_exact_guess_is_the_field_least_likely_to_be_a_mine():
    for _, _, state, expected in small_states(150, seed=6):
        field, p = guess_exact(state, network(state), Random(0))
        assert expected[field] == min(expected.values())
        assert p == float(expected[field])


def progress(lines, mines, f):
    """Return the share of placements in which f is safe and its number makes another field safe."""
    cols = len(lines[0])
    place = divmod(f, cols)
    shown = {}
    fitting = list(exhaustive.placements(lines, mines))
    for mined in fitting:
        if place not in mined:
            around = {(place[0] + i, place[1] + j) for i in (-1, 0, 1) for j in (-1, 0, 1)}
            shown.setdefault(len(around & mined), []).append(mined)
    covered = {(r, c) for r, line in enumerate(lines) for c, s in enumerate(line) if s == "."} - {
        place
    }
    telling = [group for group in shown.values() if covered - set().union(*group)]
    return Fraction(sum(map(len, telling)), len(fitting))


def test_ahead_guess_maximizes_its_score():
    differing = 0
    for lines, mines, state, expected in small_states(400, seed=9):
        net = network(state)
        field, p = guess_ahead(state, net, Random(0))
        assert p == float(expected[field])
        if min(expected.values()) == 0:
            assert p == 0
            continue
        gains = {f: progress(lines, mines, f) for f in expected}
        counts = count(net)
        for f in expected:
            assert _progress(state, net, counts, f) == float(gains[f])
        if net.constraints:
            least = float(min(expected.values()))
            worth = {
                f: float(1 - expected[f]) + PROGRESS_WEIGHT * float(gains[f])
                for f in expected
                if float(expected[f]) <= least + MARGIN
            }
            assert worth[field] == pytest.approx(max(worth.values()))
            differing += field != guess_exact(state, net, Random(0))[0]
    assert differing > 3
