"""Machine code that is kept, and run without Numba."""

import json
import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

import puzzlesat
from puzzlesat.common import machine_code

from .test_compile import forgo_privileges

LIBRARY = Path(puzzlesat.__file__).parents[1]

MODULE = '''
from puzzlesat.common.compile import compiler

@compiler(_nrt=False)
def weigh(pair, weights, most):
    """Add to each weight its row of the table, times a factor; count rows that come above most."""
    found = 0
    for i in range(pair.table.shape[0]):
        for j in range(pair.table.shape[1]):
            weights[i] += PLUS pair.factor * pair.table[i, j]
        found += weights[i] > most
    return found
'''

CALL = """
import json, sys
import numpy as np
from collections import namedtuple
from puzzlesat.common.machine_code import MachineCode

Pair = namedtuple("Pair", ["table", "factor"])
weigh = MachineCode("weighing:weigh")
def answer(table, weights, most, factor=3):
    found = weigh(Pair(np.array(table, np.int32), factor), weights, most)
    return [found, weights.tolist()]
"""

ANSWERS = [[2, [18.5, 45.5]], [1, [18.5, 45.5]], [0, []]]

TRY = """
answers = [
    answer([[1, 2, 3], [4, 5, 6]], np.array([0.5, 0.5]), 18),
    answer([[1, 2, 3], [4, 5, 6]], np.array([0.5, 0.5]), 20),
    answer(np.zeros((0, 3)), np.array([]), 20),
]
print(json.dumps([answers, "numba" in sys.modules]))
"""


@pytest.fixture
def call(tmp_path):
    """Return what calls the function in a new process, and keeps its machine code in a folder."""
    source = tmp_path / "weighing.py"

    def run(what=TRY, plus="", kept="kept", **options):
        source.write_text(MODULE.replace("PLUS", plus))
        return subprocess.run(
            [sys.executable, "-B", "-c", CALL + what],
            env={
                **({"NUMBA_CACHE_DIR": str(tmp_path / kept)} if kept else {}),
                **{"PYTHONPATH": f"{tmp_path}{os.pathsep}{LIBRARY}", "PATH": ""},
                "HOME": str(tmp_path / "home"),
            },
            capture_output=True,
            text=True,
            check=False,
            **options,
        )

    return run


def said(done):
    assert done.stderr == "", done.stderr
    return json.loads(done.stdout)


def test_what_is_compiled_once_runs_without_numba(call, tmp_path):
    assert said(call()) == [ANSWERS, True]
    assert said(call()) == [ANSWERS, False]
    [kept] = (tmp_path / "kept").glob("*.nbo")
    assert kept.name.startswith("weighing.weigh-")


@pytest.mark.parametrize("damage", ["cut", "changed", "emptied", "another symbol"])
def test_what_is_damaged_is_compiled_anew(damage, call, tmp_path):
    call()
    [kept] = (tmp_path / "kept").glob("*.nbo")
    whole = kept.read_bytes()
    damaged = {
        "cut": whole[:-100],
        "changed": whole[:-300] + bytes([whole[-300] ^ 1]) + whole[-299:],
        "emptied": b"",
        "another symbol": whole.replace(b"weigh", b"waive", 1),
    }[damage]
    assert damaged != whole
    kept.write_bytes(damaged)
    assert said(call()) == [ANSWERS, True]
    assert kept.read_bytes() == whole
    assert said(call()) == [ANSWERS, False]


def test_other_sources_are_other_code(call, tmp_path):
    call()
    [kept] = (tmp_path / "kept").glob("*.nbo")
    doubled = [[2, [36.5, 90.5]], [2, [36.5, 90.5]], [0, []]]
    assert said(call(plus="2 *")) == [doubled, True]
    assert said(call(plus="2 *")) == [doubled, False]
    [other] = (tmp_path / "kept").glob("*.nbo")
    assert other != kept


@pytest.mark.parametrize(
    ("weights", "said"),
    [
        ("np.array([1, 2])", "was loaded for arguments of other types"),
        ("np.zeros((2, 2))", "was loaded for arguments of other types"),
        ("np.zeros(4)[::2]", "an array is not in C order"),
    ],
)
def test_other_types_are_refused(weights, said, call):
    done = call(f"{TRY}\nanswer([[1, 2, 3], [4, 5, 6]], {weights}, 18)")
    assert f"TypeError: {said}" in done.stderr or f"weigh {said}" in done.stderr
    assert json.loads(done.stdout)[0] == ANSWERS


@pytest.fixture
def locked(tmp_path):
    """Return what has a folder take no new file."""
    folders = []

    def lock(folder):
        (tmp_path / "weighing.py").touch(0o666)
        folder.mkdir(exist_ok=True)
        folder.chmod(0o555)
        folders.append(folder)

    yield lock
    for folder in folders:
        folder.chmod(0o755)


def test_where_nothing_can_be_written_it_is_compiled_and_that_is_said(call, locked, tmp_path):
    locked(tmp_path / "home")
    locked(tmp_path)
    done = call(preexec_fn=forgo_privileges)
    assert json.loads(done.stdout) == [ANSWERS, True]
    [line] = done.stderr.splitlines()
    assert "no folder can be written to" in line
    assert not list(tmp_path.rglob("*.nbo"))


def test_code_is_kept_beside_its_source_or_else_in_the_cache(call, locked, tmp_path):
    assert said(call(kept=None)) == [ANSWERS, True]
    [beside] = tmp_path.rglob("*.nbo")
    assert beside.parent == tmp_path / "__pycache__"
    assert said(call(kept=None)) == [ANSWERS, False]
    beside.unlink()
    (tmp_path / "home").mkdir(exist_ok=True)
    locked(tmp_path / "__pycache__")
    locked(tmp_path)
    assert said(call(kept=None, preexec_fn=forgo_privileges)) == [ANSWERS, True]
    [cached] = tmp_path.rglob("*.nbo")
    assert cached.parent == tmp_path / "home/.cache/puzzlesat"
    assert said(call(kept=None, preexec_fn=forgo_privileges)) == [ANSWERS, False]


def test_on_other_systems_numba_runs_the_function(call, tmp_path):
    elsewhere = "from puzzlesat.common import machine_code\nmachine_code.LOADED_ON = 'plan9'\n"
    assert said(call(elsewhere + TRY)) == [ANSWERS, True]
    assert not list(tmp_path.rglob("*.nbo"))


def test_the_version_of_a_package_is_read_beside_it(monkeypatch, tmp_path):
    assert version("numba") in machine_code._version("numba")
    monkeypatch.setattr(machine_code, "_source", lambda _: tmp_path / "numba/__init__.py")
    assert machine_code._version("numba") == version("numba")
    (tmp_path / "numba-7.dist-info").mkdir()
    assert machine_code._version("numba") == "numba-7.dist-info"


def test_the_version_of_the_library_is_told_when_it_is_asked_for():
    assert puzzlesat.__version__ == version("puzzlesat")
    with pytest.raises(AttributeError, match="colour"):
        _ = puzzlesat.colour
