"""Programs that are called, and stopped."""

import signal
import subprocess
import time

import pytest

from puzzlesat.common import process
from puzzlesat.common.errors import InputError
from puzzlesat.common.interrupts import interrupted_by


def test_timeout_kills_the_child_processes_of_a_program(tmp_path):
    script = f"sh -c 'sleep 2; touch {tmp_path}/late' & sleep 9"
    with pytest.raises(subprocess.TimeoutExpired):
        process.run_program(["sh", "-c", script], 0.2)
    time.sleep(2.5)
    assert not list(tmp_path.iterdir())


def test_a_signal_during_the_start_of_a_program_ends_the_program(tmp_path, monkeypatch):
    start = subprocess.Popen

    def interrupted(*arguments, **options):
        program = start(*arguments, **options)
        signal.raise_signal(signal.SIGTERM)
        return program

    monkeypatch.setattr(subprocess, "Popen", interrupted)
    with pytest.raises(KeyboardInterrupt), interrupted_by(signal.SIGTERM):
        process.run_program(["sh", "-c", f"sleep 1; touch {tmp_path}/late"])
    time.sleep(1.5)
    assert not list(tmp_path.iterdir())


def test_programs_that_print_too_much_are_stopped(monkeypatch):
    """One that printed three gigabytes took nine."""
    monkeypatch.setattr(process, "MAX_OUTPUT", 1 << 20)
    for line in ("yes", "yes >&2"):
        with pytest.raises(InputError, match="program sh was stopped: it printed more than 1 MiB"):
            process.run_program(["sh", "-c", line], timeout=60)
    assert process.run_program(["sh", "-c", "yes | head -c 1000000"]).stdout == "y\n" * 500_000
    assert process.run_program(["sh", "-c", "echo a; exec >&-; echo b >&2; exit 3"]).returncode == 3
