"""Boards played by certain fields alone, against all placements and a program by someone else."""

import json
import re
import shutil
import subprocess
from fractions import Fraction
from functools import partial
from random import Random

import pytest

from puzzlesat.minesweeper.board.board import Board
from puzzlesat.minesweeper.board.game import Game
from puzzlesat.minesweeper.encode.network import network
from puzzlesat.minesweeper.formats.game_id import game_id_of, parse_id
from puzzlesat.minesweeper.solve.counts import count
from puzzlesat.minesweeper.solve.finish import finish
from tests.minesweeper import exhaustive
from tests.programs import invoke

run = partial(invoke, "minesweeper")

ID = "9x9:4,4,m00b7d48a3e0231c419200"
MINES = shutil.which("sgt-mines", path="/usr/games:/usr/bin:/usr/local/bin")

needs_mines = pytest.mark.skipif(MINES is None, reason="Debian: apt-get install sgt-puzzles")


def small_boards(count, seed=5):
    random = Random(seed)
    for _ in range(count):
        rows, cols = random.choice([(2, 4), (3, 3), (3, 4), (2, 6)])
        fields = list(range(rows * cols))
        mines = random.randint(1, len(fields) // 3 + 1)
        random.shuffle(fields)
        yield Board(rows, cols, frozenset(fields[:mines]), fields[-1])


def played(board):
    """Return the rounds and the last state of a game played by certain fields, and who is stuck."""
    game, rounds = Game(board.rows, board.cols, len(board.mined), (), board.mined), 0
    game.uncover(board.first)
    while not game.over:
        known = exhaustive.certain(game.state().lines, game.mines)
        game.flags |= {f for f, value in known.items() if value}
        safe = [f for f, value in known.items() if not value]
        if not safe:
            return rounds, game.state(), "stuck"
        for f in safe:
            game.uncover(f)
        rounds += 1
    return rounds, game.state(), "solved"


def test_boards_are_finished_exactly_if_all_placements_leave_no_guess():
    kinds = {"solved": 0, "stuck": 0}
    guesses = 0
    for board in small_boards(60):
        rounds, state, status = played(board)
        found = finish(board)
        assert (found.status, found.rounds) == (status, rounds), board
        assert str(found.state).replace("F", ".") == str(state).replace("F", ".")
        assert (found.weakest_method is None, found.guess is None) == (
            status == "stuck",
            status != "stuck",
        )
        kinds[status] += 1
        if found.guess is not None:
            chances = exhaustive.probabilities(state.lines, state.mines)
            assert found.guess.safe == 1 - chances[found.guess.field]
            assert found.guess.safe == 1 - min(chances.values())
            guesses += 1
    assert all(count > 10 for count in kinds.values()), kinds
    assert guesses == kinds["stuck"]


def test_guess_on_a_large_board_is_the_field_least_likely_to_be_a_mine():
    others = [f for f in range(1600) if f != 820]
    found = finish(Board(40, 40, frozenset(Random(2020).sample(others, 400)), 820))
    assert found.status == "stuck"
    chances = count(network(found.state))
    least = min(chances.with_mine.values())
    assert chances.with_mine[found.guess.field] == least
    assert found.guess.safe == 1 - Fraction(least, chances.placements)


def test_board_that_players_thought_to_need_a_guess():
    """The maintainers of the program answered that it does not (chrisboyle/sgtpuzzles#669)."""
    [answer] = map(json.loads, run("solve", ID, "--json").stdout.splitlines())
    assert (answer["board"], answer["status"], answer["undecided"]) == (0, "solved", 0)
    assert (answer["mines"], answer["first"], answer["guess"]) == (35, [4, 4], None)


def test_solve_reports_each_board_of_each_file(tmp_path):
    (tmp_path / "a").write_text(f"{ID}\n4x2:0,0,u12\n")
    (tmp_path / "b").write_text("first: 0, 0\n---*\n--*-\n")
    a, b = tmp_path / "a", tmp_path / "b"
    out = run("solve", a, b, status=0).stdout
    assert f"{a}: board 0, 9×9 with 35 mines, first click E5: no guess is needed" in out
    assert "safe with probability 50%\n" in out
    assert out.count("1  0 1 ? .\n") == 2
    assert out.endswith("1 of 3 boards can be finished without a guess\n")
    lines = run("solve", a, b, "--json").stdout.splitlines()
    answers = list(map(json.loads, lines))
    assert [(x["file"], x["board"]) for x in answers] == [(str(a), 0), (str(a), 1), (str(b), 0)]
    guess = {"field": [0, 2], "safe": 0.5}
    assert [x["guess"] for x in answers] == [None, guess, guess]


def test_solve_by_a_weaker_method():
    text = "first: 0, 0\n---*-\n"
    for method, needs in (("single", None), ("pairs", None), ("total", "total")):
        answer = json.loads(run("solve", "-", "--json", "--method", method, given=text).stdout)
        assert (answer["weakest_method"], answer["guess"]) == (needs, None)
    assert (
        "single finds nothing more after"
        in run("solve", "-", "--method", "single", given=text).stdout
    )


def test_first_click_of_a_picture_is_an_option():
    given = "first: 0, 0\n---\n-*-\n"
    answer = json.loads(run("solve", "-", "--first", "0,2", "--json", given=given).stdout)
    assert answer["first"] == [0, 2]
    for option, sentence in (
        ("1,1", "-: board 0: the first click, B2, is a mine"),
        ("3,0", "-: board 0: --first 3,0 is outside the 3×2 fields"),
        ("1", "'1' is not a field; write ROW,COLUMN, such as 0,4"),
    ):
        done = run("solve", "-", "--first", option, given="--\n-*\n--\n")
        assert (sentence in done.stderr, done.exit_code != 0, done.stdout) == (True, True, "")


@needs_mines
@pytest.mark.parametrize("size", ["9x9n10", "30x16n99", "5x7n6", "3x11n4", "16x16n40"])
def test_ids_of_another_program(size):
    """Its boards need no guess, as it promises, and are written as it writes them."""
    done = subprocess.run([MINES, "--generate", "3", size], capture_output=True, text=True)
    for text in done.stdout.split():
        board = parse_id(text)
        cols, rows, mines = map(int, re.split("[xn]", size))
        assert (board.rows, board.cols, len(board.mined)) == (rows, cols, mines)
        assert board.number(board.first) == 0
        assert game_id_of(board) == text
        assert finish(board).status == "solved"


@needs_mines
@pytest.mark.skipif(shutil.which("xvfb-run") is None, reason="Debian: apt-get install xvfb")
def test_the_other_program_opens_what_is_written(tmp_path):
    """It draws the board, and refuses the same ID without its last digit."""
    text = game_id_of(Board.of(["----*", "-----", "*---*"], first=1))
    for number, (id_, drawn) in enumerate([(text, True), (text[:-1], False)]):
        path = tmp_path / f"{number}.png"
        line = ["xvfb-run", "-a", MINES, "--screenshot", path, id_]
        done = subprocess.run(line, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        assert path.exists() is drawn, done.stderr
