"""Boards that are solved in several processes."""

import multiprocessing
import os
import signal
import threading

import pytest

from puzzlesat.floodit.board.referee import floods
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.solve.astar import astar
from puzzlesat.floodit.solve.exact import METHODS
from puzzlesat.floodit.solve.parallel import answers

HARD = [random_board(2020, 40, 10, i) for i in range(6)]


def test_answers_come_in_order():
    """Small boards after large ones are solved first, and reported last."""
    boards = [random_board(3, n, 5, i) for i, n in enumerate((12, 4, 11, 5, 10, 4))]
    found = list(answers(boards, cores=3))
    assert [answer.bounds.board for answer in found] == boards
    assert [answer.status for answer in found] == ["optimal"] * len(boards)
    assert all(answer.bounds.closed for answer in found)
    minima = [len(astar(answer.bounds.graph)) for answer in found]
    assert [answer.bounds.upper for answer in found] == minima


def test_time_limit_applies_to_each_board():
    found = list(answers(HARD[:3], cores=1, method="pdr", wall_limit=0.3))
    assert [answer.status for answer in found] == ["timeout"] * 3
    for board, answer in zip(HARD, found, strict=False):
        assert answer.bounds.lower < answer.bounds.upper
        assert floods(board.grid, answer.bounds.moves)


def test_an_interrupt_reports_the_known_bounds(monkeypatch):
    """The answers are those of the solved board and of the two boards being solved."""
    read, write = os.pipe()
    search = METHODS["astar"]

    def announced(bounds, *rest):
        os.write(write, b"!")
        search(bounds, *rest)

    def interrupt():
        for _ in range(3):
            os.read(read, 1)
        os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setitem(METHODS, "astar", announced)
    easy, found = random_board(3, 5, 4, 0), []
    threading.Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        for answer in answers([easy, *HARD], cores=2, method="astar"):
            found.append(answer)
    assert [answer.bounds.board for answer in found] == [easy, *HARD[:2]]
    assert [answer.status for answer in found] == ["optimal", "interrupted", "interrupted"]
    for answer in found[1:]:
        assert answer.bounds.lower < answer.bounds.upper
        assert floods(answer.bounds.board.grid, answer.bounds.moves)


def test_closing_the_generator_stops_the_workers():
    listening = answers([random_board(3, 5, 4, 0), *HARD], cores=2, method="astar")
    assert next(listening).status == "optimal"
    listening.close()
    assert not multiprocessing.active_children()
