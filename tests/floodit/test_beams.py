"""Beams in turn with a search, and beside it on a core of their own."""

import json
import subprocess
import sys
from threading import active_count, current_thread, main_thread
from time import monotonic

import pytest

from puzzlesat.floodit.board.referee import floods
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.solve import beams
from puzzlesat.floodit.solve.answer import begin, solve_board
from puzzlesat.floodit.solve.beams import Beams, Beside
from puzzlesat.floodit.solve.exact import METHODS, Interval, Limits, close

from . import exhaustive


@pytest.fixture(autouse=True)
def _no_thread_is_left():
    before = active_count()
    yield
    assert active_count() == before


def nobody(*_):
    """Watch, or take, nothing."""


def thread_of(**limits):
    """Return the thread in which something runs beside a search."""
    with Beside(Limits(**limits), nobody) as beside:
        return beside.begin(lambda check: (check(), current_thread())[1]).result()


def test_what_has_a_core_runs_in_a_thread():
    assert thread_of() is main_thread()
    assert thread_of(cores=2) is not main_thread()
    assert thread_of(cores=2, memory=1 << 30) is main_thread()


@pytest.mark.parametrize("cores", [1, 2])
def test_beams_become_wider_as_the_search_goes_on(cores):
    ran, taken = [], []

    def run(width, check):
        ran.append(width)
        return None if width == 30 else width

    def take(found, width):
        assert current_thread() is main_thread()
        taken.append((found, width))

    with Beside(Limits(cores=cores), nobody) as beside:
        looks = Beams(run, take, beside)
        looks.look()
        assert (ran, taken) == ([10], [(10, 10)])
        states = beams.STATES_BESIDE if cores == 2 else beams.STATES_PER_OBLIGATION
        looks.go_on(30 * 7 // states - 1, 7)
        assert ran == [10]
        while len(taken) < 2:
            looks.go_on(90 * 7 // states + 1, 7)
        assert ran[:3] == [10, 30, 90]
        assert taken == [(10, 10), (90, 90)]


def test_no_beam_is_wider_than_the_widest(monkeypatch):
    monkeypatch.setattr(beams, "WIDEST", 100)
    ran = []
    with Beside(Limits(), nobody) as beside:
        looks = Beams(lambda width, check: ran.append(width), nobody, beside)
        for _ in range(9):
            looks.go_on(1 << 40, 7)
    assert ran == [10, 30, 90]


@pytest.mark.parametrize("why", [TimeoutError, KeyboardInterrupt, None])
def test_a_beam_ends_when_nobody_waits_for_it(why):
    ends = []

    def run(check):
        try:
            while True:
                check()
        except TimeoutError:
            ends.append(why)
            raise

    def search():
        with Beside(Limits(cores=2), nobody) as beside:
            beside.begin(run)
            if why is not None:
                raise why

    if why is None:
        search()
    else:
        with pytest.raises(why):
            search()
    assert ends == [why]


def test_what_goes_wrong_beside_a_search_ends_it():
    def run(width, check):
        raise MemoryError

    with Beside(Limits(cores=2), nobody) as beside, pytest.raises(MemoryError):
        looks = Beams(run, nobody, beside)
        while True:
            looks.go_on(1 << 40, 7)


@pytest.mark.parametrize("method", ["pdr", "free"])
def test_a_second_core_changes_no_minimum(method):
    for i in range(6):
        board = random_board(2020, 6 if method == "free" else 14, 6, i)
        lowers = []
        for cores in (1, 2):
            interval, how = begin(board, method)
            answer = solve_board(interval, how, Limits(cores=cores), "glucose42")
            assert answer.status == "optimal"
            assert floods(interval.board.grid, interval.moves, interval.board.start)
            lowers.append(interval.lower)
        assert lowers[0] == lowers[1]


def test_a_minimum_on_two_cores_is_that_of_brute_force():
    for i in range(8):
        board = random_board(7, 4, 5, i)
        interval = Interval(board)
        assert close(interval, METHODS["pdr"], Limits(cores=2), "glucose42") == "optimal"
        assert interval.lower == interval.upper == exhaustive.minimum(board)


def test_time_ends_beams_and_search():
    interval = Interval(random_board(2020, 40, 6, 4))
    began = monotonic()
    assert close(interval, METHODS["pdr"], Limits.of(1.5, cores=2), "glucose42") == "timeout"
    assert monotonic() - began < 30


def test_the_command_gives_one_board_two_cores(tmp_path):
    board = random_board(2020, 14, 8, 3)
    (tmp_path / "board.txt").write_text("\n".join("".join(map(str, row)) for row in board.grid))
    command = [sys.executable, "-m", "puzzlesat.floodit.cli", "solve", "board.txt", "--json"]
    found = [
        json.loads(subprocess.check_output([*command, *more], cwd=tmp_path, text=True))
        for more in ([], ["--jobs", "2"], ["--jobs", "2", "--method", "pdr"])
    ]
    assert len({line["minimum"] for line in found}) == 1
    assert {line["status"] for line in found} == {"optimal"}
