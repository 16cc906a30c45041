"""Functions in processes of their own, and the memory that they and their programs use."""

import os
import signal
import subprocess
import sys
import time
from threading import Thread, main_thread

import psutil
import pytest

from puzzlesat.common.interrupts import Interrupt, interrupted_by
from puzzlesat.common.process import run_program
from puzzlesat_studies.core import measuring
from puzzlesat_studies.core.measuring import in_subprocess
from tests.programs import script


def test_in_subprocess_returns_result_exception_and_peak_memory():
    assert in_subprocess(divmod, 7, 2).result == (3, 1)
    with pytest.raises(ZeroDivisionError):
        in_subprocess(divmod, 7, 0)
    small, large = in_subprocess(len, b""), in_subprocess(lambda: len(b"x" * (1 << 28)))
    assert large.peak_bytes - small.peak_bytes > 50 << 20
    assert in_subprocess(lambda: os.kill(os.getpid(), signal.SIGKILL)).died


def test_peak_memory_is_that_of_the_measured_program():
    """Measured from a process of its own, since a program never counts less than who runs it."""
    script = """if True:
        import sys
        from puzzlesat.common.process import run_program
        from puzzlesat_studies.core.measuring import in_subprocess
        large, small = "x = b'1' * (1 << 28)", "pass"
        measured = [in_subprocess(run_program, [sys.executable, "-c", x]) for x in (large, small)]
        print(measured[0].peak_bytes - measured[1].peak_bytes)
    """
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert int(done.stdout) > 50 << 20


def interrupt_once_begun(function, *arguments, begun):
    """Interrupt a function in a process of its own that writes a process ID to a file."""

    def interrupt():
        while not begun.exists():
            time.sleep(0.01)
        signal.pthread_kill(main_thread().ident, signal.SIGUSR1)

    started = time.monotonic()
    Thread(target=interrupt, daemon=True).start()
    with pytest.raises(Interrupt), interrupted_by(signal.SIGUSR1):
        in_subprocess(function, *arguments)
    assert time.monotonic() - started < 30  # the functions would take a minute
    assert not psutil.pid_exists(int(begun.read_text()))


def test_an_interrupted_function_ends_its_program(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    program = script(tmp_path / "program", "echo $$ > new\nmv new pid\nsleep 60")
    interrupt_once_begun(run_program, [str(program)], begun=tmp_path / "pid")


def test_a_function_that_does_not_return_to_python_is_killed(tmp_path, monkeypatch):
    monkeypatch.setattr(measuring, "SECONDS_TO_END", 0.2)

    def stubborn():
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        (tmp_path / "new").write_text(str(os.getpid()))
        (tmp_path / "new").rename(tmp_path / "pid")
        time.sleep(60)

    interrupt_once_begun(stubborn, begun=tmp_path / "pid")
