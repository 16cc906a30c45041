"""Two calls of `make setup` at once: the second waits."""

import subprocess
import sys
from pathlib import Path
from subprocess import PIPE

import pytest

ALONE = [sys.executable, Path(__file__).parents[1] / "tools/alone.py", "sh", "-c"]
HELD = "echo begun; read line; echo end > log; exit 3"  # the step ends when it gets a line


def test_the_second_call_waits_for_the_first(tmp_path):
    given = {"cwd": tmp_path, "stdin": PIPE, "stdout": PIPE, "stderr": PIPE, "text": True}
    with subprocess.Popen([*ALONE, HELD], **given) as first:
        assert first.stdout.readline() == "begun\n"
        with subprocess.Popen([*ALONE, "cat log; exit 4"], **given) as second:
            assert "waiting for another sh" in second.stderr.readline()
            with pytest.raises(subprocess.TimeoutExpired):
                second.wait(1)
            first.communicate("go on\n")
            assert second.communicate()[0] == "end\n"
    assert (first.returncode, second.returncode) == (3, 4)


def test_lock_is_released_when_its_holder_is_killed(tmp_path):
    given = {"cwd": tmp_path, "stdin": PIPE, "stdout": PIPE}
    with subprocess.Popen([*ALONE, HELD], **given) as first:  # closing its input ends the step
        assert first.stdout.readline() == b"begun\n"
        first.kill()
        subprocess.run([*ALONE, "true"], cwd=tmp_path, check=True, timeout=30)
