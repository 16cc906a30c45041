"""A folder belongs to one process, and only the jobs of a killed Snakemake are cancelled."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from puzzlesat.common.errors import InputError
from puzzlesat_studies.core.cluster import cancel_leftovers, leftover_jobs, lock_working_directory
from tests.programs import script

HOLD = """
import sys, time
from pathlib import Path
from puzzlesat_studies.core.cluster import lock_working_directory
held = lock_working_directory(Path(sys.argv[1]))
print("held", flush=True)
time.sleep(60)
"""


def test_working_directory_lock_is_exclusive_and_released_on_kill(tmp_path):
    (tmp_path / ".snakemake").mkdir()
    command = [sys.executable, "-P", "-c", HOLD, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None and holder.stdout.readline() == "held\n"
        with pytest.raises(InputError, match="another Snakemake is running in this folder"):
            lock_working_directory(tmp_path)
        holder.kill()
        holder.wait()
    lock_working_directory(tmp_path).close()


def test_leftover_jobs_are_those_submitted_from_this_folder():
    folder = Path("/home/a b")
    queue = "1|rule_time|/home/a b\n2|group_x|/home/a b\n3|rule_time|/home/a\n4||/home/a b\nnoise\n"
    assert leftover_jobs(queue, folder) == ["1", "2"]
    assert leftover_jobs("", folder) == []


def test_leftovers_are_cancelled(tmp_path, monkeypatch, capfd):
    queue = f"12|rule_time|{tmp_path}\\n13|other|{tmp_path}\\n"
    script(tmp_path / "squeue", f'printf "{queue}"')
    script(tmp_path / "scancel", f'echo "$@" > {tmp_path}/c')
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    cancel_leftovers(tmp_path)
    assert (tmp_path / "c").read_text() == "12\n"
    assert "cancelling the jobs of a killed Snakemake run: 12" in capfd.readouterr().err
