"""Boards that logic alone solves, replayed by the rules and by trying all placements."""

from copy import deepcopy
from functools import partial
from random import Random

import numpy as np
import pytest

from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.common.rows import read_rows
from puzzlesat.minesweeper.board.game import Game
from puzzlesat.minesweeper.formats.formats import read_states
from puzzlesat.minesweeper.formats.samples import SAMPLE
from puzzlesat.minesweeper.solve.deduce import METHODS
from puzzlesat.minesweeper.solve.guessfree import (
    WEAKEST_METHODS,
    board_generator,
    guess_free,
    opening_game,
    play_on,
    weakest_method,
)
from tests.minesweeper import exhaustive
from tests.programs import invoke


def by_single_numbers(lines, mines):
    """Return the fields that some number determines on its own, with their values."""
    cols, known = len(lines[0]), {}
    for f, symbol in enumerate("".join(lines)):
        if symbol.isdigit():
            around = exhaustive.neighbourhood(len(lines), cols, f)
            shown = {g: lines[g // cols][g % cols] for g in around}
            covered = [g for g in around if shown[g] == "."]
            left = int(symbol) - sum(shown[g] == "F" for g in around)
            if left in (0, len(covered)):
                known |= dict.fromkeys(covered, int(left > 0))
    return known


def replayed(game, decide):
    """Play a started game with the fields that a function decides; return whether it is won."""
    while not game.over:
        known = decide(game.state().lines, game.mines)
        fresh = {f for f, value in known.items() if value} - game.flags
        game.flags |= fresh
        safe = [f for f, value in known.items() if not value]
        if not safe and not fresh:
            return False
        for f in safe:
            game.uncover(f)
        assert not game.lost
    return game.won


def started(rows, cols, mines, i):
    """Return a random game after its first move, and the first field."""
    game, start = opening_game(rows, cols, mines, board_generator(1, rows, cols, mines, i))
    game.uncover(start)
    return game, start


def small_games(count):
    random = Random(7)
    for i in range(count):
        rows, cols = random.choice([(3, 4), (4, 4), (2, 8), (3, 5)])
        yield started(rows, cols, random.randint(1, 5), i)[0]


def test_a_random_game_starts_with_an_opening():
    starts = set()
    for i in range(60):
        game, start = started(4, 4, 3, i)
        starts.add(start)
        assert game.uncovered[start] == 0
        assert len(game.mined) == 3
    assert starts == set(range(16))
    firsts = {opening_game(4, 4, 12, board_generator(1, 4, 4, 12, i))[1] for i in range(40)}
    assert firsts == {0, 3, 12, 15}
    with pytest.raises(InputError, match="13 mines on 4×4 fields leave no opening; at most"):
        opening_game(4, 4, 13, board_generator(1, 4, 4, 13, 0))


def test_weakest_method_is_the_first_that_solves_the_board():
    found = set()
    for game in (*small_games(100), *(started(6, 6, 6, i)[0] for i in range(200))):
        need = weakest_method(deepcopy(game))
        solved = [method for method in METHODS if play_on(deepcopy(game), method)]
        assert need == (solved[0] if solved else "guess")
        found.add(need)
    assert found == set(WEAKEST_METHODS)


def test_weakest_method_agrees_with_brute_force():
    for game in small_games(60):
        need = weakest_method(deepcopy(game))
        assert (need == "single") == replayed(deepcopy(game), by_single_numbers)
        assert (need != "guess") == replayed(deepcopy(game), exhaustive.certain)


@pytest.mark.parametrize("method", METHODS)
def test_generated_boards_need_no_guess(method):
    for i in range(12):
        game, start = guess_free(4, 4, 4, method, board_generator(3, 4, 4, 4, i, method))
        assert (game.mined, game.uncovered, game.flags) == (None, {}, set())
        game.uncover(start)
        assert game.uncovered[start] == 0
        assert len(game.mined) == 4
        assert replayed(deepcopy(game), exhaustive.certain)
        assert method != "single" or replayed(deepcopy(game), by_single_numbers)
        assert WEAKEST_METHODS.index(weakest_method(game)) <= WEAKEST_METHODS.index(method)


def test_large_boards_are_repaired_rather_than_redrawn():
    messages = []
    game, start = guess_free(
        16, 30, 99, "single", np.random.default_rng(1), on_message=messages.append
    )
    assert messages and all(text.startswith("board 1,") for text in messages)
    reached = [int(text.split()[4]) for text in messages]
    assert reached == sorted(reached)  # a change that leads back does not stay
    assert len(game.order) == len(set(game.order)) == 480
    game.uncover(start)
    assert (len(game.mined), replayed(game, by_single_numbers)) == (99, True)


@pytest.mark.parametrize(
    ("name", "method", "start", "mined", "changes"),
    [
        ((1, 5, 6, 10, 0), "single", 4, [2, 6, 8, 12, 15, 18, 19, 21, 24, 25], 18),
        ((1, 6, 6, 12, 0), "pairs", 21, [0, 4, 5, 11, 19, 23, 24, 31, 32, 33, 34, 35], 0),
        ((1, 6, 5, 14, 1), "backbone_total", 21,
         [0, 1, 2, 3, 4, 6, 8, 9, 12, 13, 14, 19, 23, 24], 35),
    ],
)  # fmt: skip
def test_generated_boards_match_reference_values(name, method, start, mined, changes):
    """So that samples can be made again."""
    messages = []
    random = board_generator(*name, method)
    game, found = guess_free(*name[1:4], method, random, on_message=messages.append)
    assert (found, sorted(game.order[: name[3]]), len(messages)) == (start, mined, changes)


def test_search_redraws_after_200_changes_and_stops_at_the_timeout(monkeypatch):
    messages = []
    monkeypatch.setattr("puzzlesat.common.deadline.monotonic", lambda: len(messages))
    random = np.random.default_rng(1)
    with pytest.raises(InputError, match="was found in 499 s, in 3 boards and 500 changes"):
        guess_free(2, 4, 3, "single", random, 499, messages.append)  # there is none


def test_time_limit_includes_playing_a_board():
    with pytest.raises(InputError, match="was found in 0 s, in 1 board and 0 changes"):
        guess_free(16, 30, 99, "backbone_total", np.random.default_rng(1), wall_limit=0)


def test_method_that_calls_a_mine_safe_raises_disagreement(monkeypatch):
    monkeypatch.setitem(METHODS, "single", lambda network, _: dict.fromkeys(network.variables, 0))
    game = Game(1, 5, 1, [4, 3, 2, 1, 0])
    game.uncover(0)
    game.uncovered.pop(3)
    with pytest.raises(DisagreementError, match="single calls a mine safe"):
        play_on(game, "single")


run = partial(invoke, "minesweeper", "generate", "--rows", 4, "--cols", 5, "--mines", 3)


def test_generate_no_guess_writes_readable_boards(tmp_path):
    sample, text = tmp_path / "boards.csv", tmp_path / "boards.txt"
    options = ("--no-guess", "--method", "pairs", "--count", "3", "-q")
    for output in (sample, text):
        run(*options, "-o", output, status=0)
    rows = read_rows(sample, SAMPLE)
    assert [row["i"] for row in rows] == [0, 1, 2]
    for row, state in zip(rows, read_states(text), strict=True):
        assert "/".join(state.lines) == row["state"]
        assert row["state"].split("/")[int(row["start_row"])][int(row["start_col"])] == "0"
        board = row["board"].replace("/", "")
        mined = [f for f in range(20) if board[f] == "*"]
        game = Game(4, 5, 3, [*mined, *(f for f in range(20) if f not in mined)])
        game.uncover(5 * int(row["start_row"]) + int(row["start_col"]))
        assert "/".join(game.state().lines) == row["state"]
        assert replayed(game, exhaustive.certain)
    again = tmp_path / "again.csv"
    run(*options[:3], "--first", "2", "-o", again)
    assert again.read_text().splitlines()[1] == sample.read_text().splitlines()[3]


def test_method_and_timeout_require_no_guess():
    for words in (("--method", "pairs"), ("--timeout", "3")):
        found = run(*words)
        assert found.exit_code == 2
        assert "require --no-guess" in found.output
