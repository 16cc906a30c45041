"""Interrupts that arrive where Python cannot raise an exception."""

import signal
import subprocess
import sys
import time

import pytest

from puzzlesat.common.interrupts import Interrupt, interrupted_by
from puzzlesat.floodit.board.sample import random_board

IN_CALLBACK = """
import ctypes, signal, sys, time
import click
from puzzlesat.common.command import Program

@click.group(cls=Program)
def program(): pass

@program.command()
@click.argument("number", type=int)
def wait(number):
    ctypes.CFUNCTYPE(None)(lambda: signal.raise_signal(number))()
    time.sleep(60)

program(prog_name="program")
"""

AT_ANY_TIME = """
import sys
from contextlib import contextmanager
from puzzlesat.common import command
from puzzlesat.floodit.cli import main

interrupted_by = command.interrupted_by

@contextmanager
def from_here_on(*numbers):
    with interrupted_by(*numbers):
        print("ready", flush=True)
        yield

command.interrupted_by = from_here_on
main(sys.argv[1:], prog_name="floodit")
"""

INTERRUPTED = (130, -signal.SIGINT)
"""Python sometimes ends by the signal itself, which a shell reports as 130."""


def run(program, number):
    """Run a program with the number of a signal."""
    return subprocess.run(
        [sys.executable, "-c", program, "wait", str(int(number))],
        capture_output=True, text=True, timeout=50, check=False,
    )  # fmt: skip


class Finalized:
    def __del__(self):
        signal.raise_signal(signal.SIGUSR1)


def test_once_a_discarded_signal_was_sent_again_later_ones_are_ignored():
    with interrupted_by(signal.SIGUSR1, once=True):
        try:
            Finalized()
            time.sleep(5)
            raise AssertionError
        except Interrupt:
            signal.raise_signal(signal.SIGUSR1)


@pytest.fixture(scope="module")
def board(tmp_path_factory):
    """A board whose search takes longer than a test should wait."""
    path = tmp_path_factory.mktemp("board") / "board.txt"
    path.write_text(random_board(1, 24, 10, 0).text.replace("/", "\n") + "\n")
    return path


@pytest.mark.parametrize(
    ("sent", "ends", "message"),
    [
        (signal.SIGINT, 130, "interrupted"),
        (signal.SIGTERM, 143, "terminated"),
        (signal.SIGHUP, 129, "hung up"),
    ],
)
@pytest.mark.parametrize("then", ["time.sleep(60)", "raise RuntimeError('nothing was called')"])
def test_interrupt_in_a_c_callback_is_not_lost(sent, ends, message, then):
    done = run(IN_CALLBACK.replace("time.sleep(60)", then), sent)
    assert (done.returncode, done.stderr.splitlines()[-1]) == (ends, f"program: {message}")
    assert "ignored" not in done.stderr


def test_interrupt_while_a_command_is_imported_is_one_line():
    program = """
import builtins, signal
from puzzlesat.programs import floodit
original = builtins.__import__
def interrupting(name, *arguments):
    if name == "click":
        signal.raise_signal(signal.SIGINT)
    return original(name, *arguments)
builtins.__import__ = interrupting
floodit()
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (130, "floodit: interrupted\n")


def test_interrupt_at_any_time_during_startup_is_not_lost(board, tmp_path):
    small = tmp_path / "small.txt"
    small.write_text(random_board(2020, 9, 6, 0).text.replace("/", "\n") + "\n")

    def start(path):
        running = subprocess.Popen(
            [sys.executable, "-c", AT_ANY_TIME, "solve", str(path), "--method", "pdr"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert running.stdout.readline() == "ready\n"
        return running

    started = time.monotonic()
    start(small).communicate()
    seconds = time.monotonic() - started
    ends = []
    for moment in range(10):
        running = start(board)
        time.sleep(seconds * moment / 10)
        running.send_signal(signal.SIGINT)
        message = running.communicate(timeout=50)[1]
        ends.append((running.returncode in INTERRUPTED, message.splitlines()[-1]))
    assert ends == [(True, "floodit: interrupted")] * 10
