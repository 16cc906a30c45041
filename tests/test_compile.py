"""Compiled functions where nothing can be written."""

import ctypes
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import puzzlesat

CAPBSET_DROP, DAC_OVERRIDE = 24, 1
"""Linux's numbers of "never have this again" and "write where permissions forbid it"."""

ENCODE = ("-m", "puzzlesat.floodit.cli", "encode", "board.txt", "--moves", "2")
COUNT = (
    "-c",
    "from puzzlesat.floodit.solve import beam\n"
    "from puzzlesat.floodit.solve.pdr import bitset\n"
    "print(bitset.size(bitset.pack([0, 2, 64], words=2)))",
)


def forgo_privileges():
    """Have permissions hold for root as well; for others they do."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(CAPBSET_DROP, DAC_OVERRIDE, 0, 0, 0)


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A copy of the package, in a folder that cannot be written to and that is HOME, too."""
    folder = tmp_path_factory.mktemp("installed")
    source = Path(puzzlesat.__file__).parent
    shutil.copytree(source, folder / "puzzlesat", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "board.txt").write_text("012\n120\n")
    everything = [folder, *folder.rglob("*")]
    for path in everything:
        path.chmod(path.stat().st_mode & ~0o222)
    yield folder
    for path in everything:
        path.chmod(path.stat().st_mode | 0o200)


def run(folder, *words, **more):
    kept = {k: v for k, v in os.environ.items() if k not in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME")}
    return subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env=kept | {"HOME": str(folder), "PYTHONPATH": str(folder)} | more,
        preexec_fn=forgo_privileges,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("words", [ENCODE, COUNT], ids=["encode", "count"])
def test_where_nothing_can_be_written_each_run_compiles_anew(installed, tmp_path, words):
    refused = run(installed, "-c", "open('new', 'w')")
    assert "PermissionError" in refused.stderr
    done = run(installed, *words)
    [line] = done.stderr.splitlines()
    assert "NUMBA_CACHE_DIR" in line
    kept = run(installed, *words, NUMBA_CACHE_DIR=str(tmp_path))
    assert list(tmp_path.rglob("*.nbc"))
    assert (done.returncode, done.stdout) == (0, kept.stdout)
    assert (kept.returncode, kept.stderr) == (0, "")


def test_what_is_counted_and_encoded_is_right(installed):
    assert run(installed, *COUNT).stdout == "3\n"
    assert "\np cnf " in run(installed, *ENCODE).stdout
