"""Boards that logic alone solves, replayed by the rules and by trying all placements."""

from copy import deepcopy
from functools import partial
from random import Random

import numpy as np
import pytest

from puzzlesat.common.engine import ask
from puzzlesat.common.errors import InputError
from puzzlesat.common.records import parse_rows
from puzzlesat.minesweeper.board.board import Board
from puzzlesat.minesweeper.board.game import Game
from puzzlesat.minesweeper.board.state import State
from puzzlesat.minesweeper.encode.network import network
from puzzlesat.minesweeper.formats.formats import read_states
from puzzlesat.minesweeper.formats.samples import SAMPLE
from puzzlesat.minesweeper.solve.deduce import METHODS
from puzzlesat.minesweeper.solve.finish import finish
from puzzlesat.minesweeper.solve.guessfree import board_generator, guess_free
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
    found = ask("minesweeper.random", width=cols, height=rows, mines=mines, seed=i)
    (row, col), mined = found["first"], [r * cols + c for r, c in found["mines"]]
    game = Game(rows, cols, mines, [*mined, *sorted({*range(rows * cols)} - {*mined})])
    game.uncover(row * cols + col)
    return game, row * cols + col


def small_games(count):
    random = Random(7)
    for i in range(count):
        rows, cols = random.choice([(3, 4), (4, 4), (2, 8), (3, 5)])
        yield started(rows, cols, random.randint(1, 5), i)


def test_a_random_game_starts_with_an_opening():
    starts = set()
    for i in range(120):
        game, start = started(4, 4, 3, i)
        starts.add(start)
        assert game.uncovered[start] == 0
        assert len(game.mined) == 3
    assert starts == set(range(16))
    assert {started(4, 4, 12, i)[1] for i in range(40)} == {0, 3, 12, 15}
    with pytest.raises(InputError, match="13 mines on 4×4 fields leave no opening; at most"):
        guess_free(4, 4, 13, "single", np.random.default_rng(0))


def played(game, method):
    """Play a started game with the fields that a method of Python decides."""

    def decide(lines, mines):
        return METHODS[method](network(State.of(lines, mines)))

    return replayed(deepcopy(game), decide)


def weakest(game, start):
    return finish(Board(game.rows, game.cols, game.mined, start)).weakest_method


def test_weakest_method_is_the_first_that_solves_the_board():
    """The engine plays by counting, and Python by SAT solvers."""
    found = set()
    for game, start in (*small_games(100), *(started(6, 6, 6, i) for i in range(200))):
        need = weakest(game, start)
        solved = [method for method in METHODS if played(game, method)]
        assert need == (solved[0] if solved else None)
        found.add(need)
    assert found == {*METHODS, None}


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
        methods = [*METHODS]
        assert methods.index(weakest(game, start)) <= methods.index(method)


def test_large_boards_are_repaired_rather_than_redrawn():
    messages = []
    game, start = guess_free(
        16, 30, 99, "single", np.random.default_rng(2), on_message=messages.append
    )
    assert messages and all(text.startswith("board 1,") for text in messages)
    reached = [int(text.split()[4]) for text in messages]
    assert reached == sorted(reached)  # a change that leads back does not stay
    assert len(game.order) == len(set(game.order)) == 480
    game.uncover(start)
    assert (len(game.mined), replayed(game, by_single_numbers)) == (99, True)


@pytest.mark.parametrize(
    ("name", "method", "start", "mined"),
    [
        ((1, 5, 6, 10, 0), "single", 14, [6, 11, 12, 17, 18, 23, 24, 25, 26, 29]),
        ((1, 6, 6, 12, 0), "pairs", 9, [5, 6, 12, 18, 21, 24, 25, 26, 29, 30, 31, 35]),
        ((1, 6, 5, 14, 1), "backbone_total", 6, [4, 9, 13, 14, 17, 19, *range(22, 30)]),
    ],
)
def test_generated_boards_match_reference_values(name, method, start, mined):
    """So that samples can be made again."""
    game, found = guess_free(*name[1:4], method, board_generator(*name, method))
    assert (found, sorted(game.order[: name[3]])) == (start, mined)


run = partial(invoke, "minesweeper", "generate", "--rows", 4, "--cols", 5, "--mines", 3)


def test_generate_no_guess_writes_readable_boards(tmp_path):
    sample, text = tmp_path / "boards.csv", tmp_path / "boards.txt"
    options = ("--no-guess", "--method", "pairs", "--count", "3", "-q")
    for output in (sample, text):
        run(*options, "-o", output, status=0)
    rows = list(parse_rows(sample.read_text(), SAMPLE))
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
