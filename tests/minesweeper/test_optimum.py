"""Perfect play on small boards, compared with all ways to play and with published values."""

from fractions import Fraction
from itertools import combinations
from signal import ITIMER_REAL, SIGALRM, setitimer
from time import process_time

import pytest

from puzzlesat.common.interrupts import Interrupt, interrupted_by
from puzzlesat.minesweeper.board.sample import STARTS
from puzzlesat.minesweeper.solve import optimum
from puzzlesat.minesweeper.solve.optimum import PerfectPlay
from tests.minesweeper import exhaustive

SMALL = [(1, 1), (1, 4), (2, 2), (2, 3), (3, 2), (1, 7), (2, 4), (3, 3)]


@pytest.mark.parametrize(("rows", "cols"), SMALL)
def test_perfect_play_agrees_with_brute_force(rows, cols):
    for mines in range(rows * cols):
        game = PerfectPlay(rows, cols, mines)
        for start in STARTS:
            chance, moves = exhaustive.best_play(rows, cols, mines, start)
            assert (start in game.starts()) == (chance is not None)
            if chance is not None:
                found = game.best(start)
                assert (found.status, found.least, found.most) == ("optimal", chance, chance)
                assert list(found.best_first_fields) == moves
                assert Fraction(found.wins, found.placements) == chance
                assert found.placements in {game.placements(start, f) for f in moves}


@pytest.mark.parametrize(
    ("rows", "cols", "mines"),
    [(1, 17, 3), (1, 18, 2), (2, 9, 1), (2, 9, 2), (3, 6, 2), (4, 5, 2), (5, 5, 1)],
)
def test_boards_beyond_one_word_agree_with_brute_force(rows, cols, mines):
    fields = range(rows * cols)
    around = [exhaustive.neighbourhood(rows, cols, f) for f in fields]
    wins = exhaustive.most_won(combinations(fields, mines), fields, around)
    for shape in ((rows, cols), (cols, rows)):
        assert PerfectPlay(*shape, mines).best("unprotected").wins == wins


def test_4x4_optimum_matches_the_published_value():
    # 961 of 1820 placements are won on 4×4 with 4 mines if the first field may be a mine.
    game = PerfectPlay(4, 4, 4)
    found = game.best("unprotected", wall_limit=1e6)
    assert (found.status, found.wins, found.placements) == ("optimal", 961, 1820)
    assert found.best_first_fields == (1, 2, 4, 7, 8, 11, 13, 14)
    assert (game.best("safe").wins, game.best("safe").placements) == (961, 1365)


@pytest.mark.parametrize(
    ("rows", "cols", "mines", "starts"),
    [
        *((3, 3, 3, STARTS), (3, 4, 4, STARTS), (2, 6, 3, STARTS), (1, 6, 2, STARTS)),
        (3, 5, 4, ["opening"]),  # here it plays the images of a state under symmetries differently
    ],
)
def test_player_statistics_agree_with_playing_every_game(rows, cols, mines, starts):
    fields = range(rows * cols)
    game = PerfectPlay(rows, cols, mines)
    for start in set(game.starts()).intersection(starts):
        free = {
            "unprotected": set(),
            "safe": {0},
            "opening": exhaustive.neighbourhood(rows, cols, 0),
        }
        possible = [mined for mined in combinations(fields, mines) if not free[start] & set(mined)]
        wins, games, guesses = game.best(start).player
        assert games == len(possible)
        assert (wins, guesses) == exhaustive.safest_play(rows, cols, possible)


def test_symmetries_do_not_change_the_result(monkeypatch):
    expected = PerfectPlay(4, 4, 6).best("unprotected")
    monkeypatch.setattr(optimum, "symmetries", lambda rows, cols: [list(range(rows * cols))])
    found = PerfectPlay(4, 4, 6).best("unprotected")
    assert (found.wins, found.best_first_fields) == (expected.wins, expected.best_first_fields)
    assert found.states > 6 * expected.states  # with 8 symmetries


def test_bounds_are_valid_when_memory_is_exhausted():
    chance = PerfectPlay(4, 4, 6).best("safe").least
    for memory in (1, 600_000, 900_000):
        game = PerfectPlay(4, 4, 6, memory=memory)
        found = game.best("safe")
        assert (found.status, found.wins, found.placements, found.best_first_fields) == (
            "memory",
            None,
            None,
            (),
        )
        assert found.least < chance < found.most
        assert (found.player is None) == (memory == 1)


def test_stopped_search_can_be_resumed():
    expected = PerfectPlay(4, 4, 7).best("safe")
    game, stopped = PerfectPlay(4, 4, 7), 0
    while (found := game.best("safe", wall_limit=0.02)).status == "timeout":
        assert found.least <= expected.least <= found.most
        stopped += 1
    assert (found.wins, found.best_first_fields) == (expected.wins, expected.best_first_fields)
    assert stopped > 0


def test_signal_stops_the_search():
    game = PerfectPlay(4, 5, 8)  # takes a minute and more
    started = process_time()
    # A plain handler may run in a callback of the garbage collector, where its exception is lost.
    with pytest.raises(Interrupt), interrupted_by(SIGALRM):
        setitimer(ITIMER_REAL, 0.1)
        game.best("unprotected")
    assert process_time() - started < 2
