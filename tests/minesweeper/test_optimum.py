"""Perfect play on small boards, beside all ways to play, and beside what is published."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from puzzlesat.common.errors import InputError
from puzzlesat.minesweeper.board.game import Game
from puzzlesat.minesweeper.board.sample import STARTS
from puzzlesat.minesweeper.solve import optimum, tree
from puzzlesat.minesweeper.solve.optimum import Tree
from puzzlesat.minesweeper.solve.player import play
from tests.minesweeper import exhaustive

SMALL = [(1, 1), (1, 4), (2, 2), (2, 3), (3, 2), (1, 7), (2, 4), (3, 3)]


@pytest.mark.parametrize(("rows", "cols"), SMALL)
def test_perfect_play_is_the_best_of_all_ways_to_play(rows, cols):
    for mines in range(rows * cols):
        game = Tree(rows, cols, mines)
        for start in STARTS:
            chance, moves = exhaustive.best_play(rows, cols, mines, start)
            assert (start in game.starts()) == (chance is not None)
            if chance is not None:
                found = game.best(start)
                assert (found.status, found.least, found.most) == ("optimal", chance, chance)
                assert list(found.moves) == moves
                assert Fraction(found.wins, found.games) == chance
                assert found.games in {game.games(start, f) for f in moves}


@pytest.mark.parametrize(
    ("rows", "cols", "mines"),
    [(1, 17, 3), (1, 18, 2), (2, 9, 1), (2, 9, 2), (3, 6, 2), (4, 5, 2), (5, 5, 1)],
)
def test_states_of_boards_that_one_word_does_not_hold_are_told_apart(rows, cols, mines):
    for shape in ((rows, cols), (cols, rows)):
        found = Tree(*shape, mines).best("unprotected")
        assert found.wins == exhaustive.most_wins(rows, cols, mines)


def test_what_is_published_of_4x4_comes_out():
    # 961 of 1820 placements are won on 4×4 with 4 mines where the first field may be a mine.
    game = Tree(4, 4, 4)
    found = game.best("unprotected", timeout=1e6)
    assert (found.status, found.wins, found.games) == ("optimal", 961, 1820)
    assert found.moves == (1, 2, 4, 7, 8, 11, 13, 14)
    assert (game.best("safe").wins, game.best("safe").games) == (961, 1365)


@pytest.mark.parametrize(
    ("rows", "cols", "mines", "starts"),
    [
        *((3, 3, 3, STARTS), (3, 4, 4, STARTS), (2, 6, 3, STARTS), (1, 6, 2, STARTS)),
        (3, 5, 4, ["opening"]),  # where it plays pictures of a state in other ways
    ],
)
def test_the_player_wins_and_guesses_as_often_as_in_all_its_games(rows, cols, mines, starts):
    fields = range(rows * cols)
    game = Tree(rows, cols, mines)
    for start in set(game.starts()).intersection(starts):
        free = {"unprotected": 0, "safe": 1, "opening": 2}[start]
        records = []
        for mined in combinations(fields, mines):
            if free and 0 in mined:
                continue
            if free == 2 and exhaustive.neighbourhood(rows, cols, 0) & set(mined):
                continue
            if 0 in mined:
                continue  # lost at once, without a guess
            order = [*mined, *(f for f in fields if f not in mined)]
            records.append(play(Game(rows, cols, mines, order), "backbone_total", "exact"))
        wins, games, guesses = game.best(start).player
        assert wins == sum(record.won for record in records)
        assert guesses == sum(record.guesses for record in records)
        assert games == game.games(start, 0)
        assert start == "unprotected" or games == len(records)


def test_a_table_that_grows_and_a_buffer_that_grows_change_nothing(monkeypatch):
    expected = Tree(4, 4, 5).best("safe")
    monkeypatch.setattr(optimum, "ENTRIES", 4)
    grown = Tree(4, 4, 5)
    assert (grown.best("safe").wins, grown.best("safe").moves) == (expected.wins, expected.moves)
    search = grown._searches["best"]
    assert len(search.keys) > 4
    assert len(search.buffer) > 2 * grown.size + 64


def test_symmetries_change_nothing(monkeypatch):
    expected = Tree(4, 4, 6).best("unprotected")
    monkeypatch.setattr(optimum, "pictures", lambda rows, cols: np.arange(rows * cols)[None])
    found = Tree(4, 4, 6).best("unprotected")
    assert (found.wins, found.moves) == (expected.wins, expected.moves)
    assert found.states > 6 * expected.states  # with 8 symmetries


def test_where_memory_is_short_there_are_true_bounds():
    chance = Tree(4, 4, 6).best("safe").least
    for memory in (1, 600_000, 900_000):
        game = Tree(4, 4, 6, memory=memory)
        found = game.best("safe")
        assert (found.status, found.wins, found.games, found.moves) == ("memory", None, None, ())
        assert found.least < chance < found.most
        assert (found.player is None) == (memory == 1)


@pytest.mark.parametrize(("entries", "kind"), [(64, "table"), (1 << 14, "buffer")])
def test_room_grows_only_where_there_is_memory_for_more_beside_it(entries, kind, monkeypatch):
    taken, with_room = [], Tree._with_room

    def recorded(self, who):
        searches = self._searches.values()
        used = sum(x.buffer.nbytes + x.keys.nbytes + x.found.nbytes for x in searches)
        before = self._searches[who]
        after = with_room(self, who)
        fresh = [new.nbytes for old, new in zip(before, after, strict=True) if new is not old]
        taken.append((used + sum(fresh), "buffer" if len(fresh) == 1 else "table"))
        return after

    monkeypatch.setattr(optimum, "ENTRIES", entries)
    monkeypatch.setattr(Tree, "_with_room", recorded)
    assert Tree(4, 4, 5).best("safe").status == "optimal"
    most, grown = max(taken)
    assert grown == kind
    assert Tree(4, 4, 5, memory=most).best("safe").status == "optimal"
    assert Tree(4, 4, 5, memory=most - 1).best("safe").status == "memory"


def stop_after(calls, monkeypatch):
    """Stop the search after some calls."""
    searched = tree.most_wins
    left = iter(range(calls))

    def stopped(search, *arguments):
        found = searched(search, *arguments)
        if next(left, None) is None:
            search.status[0] = tree.STOPPED
        return found

    monkeypatch.setattr(tree, "most_wins", stopped)


@pytest.mark.parametrize("calls", [0, 1, 2, 4])
def test_where_time_is_short_there_are_true_bounds(calls, monkeypatch):
    chance = Tree(4, 4, 6).best("safe").least
    stop_after(calls, monkeypatch)
    game = Tree(4, 4, 6)
    found = game.best("safe", timeout=1e6)
    monkeypatch.undo()
    assert (found.status, found.wins, found.moves) == ("timeout", None, ())
    assert found.least <= chance <= found.most
    assert found.least < found.most
    assert game.best("safe", timeout=1e6).least == chance  # it goes on


def test_the_clock_ends_a_search_that_takes_long():
    """Of 125,970 placements, which take a minute and more."""
    found = Tree(4, 5, 8).best("unprotected", timeout=0.5)
    assert (found.status, found.wins) == ("timeout", None)
    assert found.least < found.most


def test_where_time_is_short_the_best_moves_are_not_known_though_the_chance_is(monkeypatch):
    Tree(1, 4, 1).best("safe")  # compiles
    stop_after(3, monkeypatch)
    found = Tree(1, 4, 1).best("safe", timeout=1e6)
    assert (found.status, found.least, found.most) == ("timeout", 1, 1)
    assert (found.wins, found.games, found.moves) == (None, None, ())


def test_boards_that_do_not_fit_are_refused():
    with pytest.raises(InputError, match="up to 30 fields, and 5×7 are 35"):
        Tree(5, 7, 3)
    with pytest.raises(InputError, match="no room for an opening"):
        Tree(3, 3, 6).best("opening")


def test_all_placements_are_made_once():
    for fields, mines in ((1, 0), (5, 0), (6, 3), (8, 7), (30, 2)):
        count = len(list(combinations(range(fields), mines)))
        buffer = np.zeros(count, np.uint32)
        assert tree.place(fields, mines, buffer) == count
        assert {int(mask).bit_count() for mask in buffer} == {mines}
        assert len(set(buffer.tolist())) == count
