"""Every mutant differs from the original, and the accepted ones still exist."""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from .mutants import (
    MODULES,
    PACKAGE,
    ROOT,
    accepted,
    copy_project,
    files_for,
    mutants,
    names,
    place,
    sample_mutants,
)
from .recording import FOLDER_VARIABLE

LINES = """\
def f(a, b):
    '''Docstring 1.'''
    if (a + 1) < (b):
        raise ValueError(f"{a + 1}")
    a.x = "text"
    a += b
    return not a or b ** 2
"""


@pytest.fixture
def changed(tmp_path, monkeypatch):
    """The mutants of the lines above."""
    monkeypatch.setattr("tests.mutants.ROOT", tmp_path)
    path = tmp_path / PACKAGE / "f.py"
    path.parent.mkdir(parents=True)
    path.write_text(LINES)
    return [mutant.lines(LINES.encode()) for mutant in mutants("f.py")]


def test_each_mutant_has_a_single_change(changed):
    assert [(number, new) for number, _, new in changed] == [
        (3, "if (a - 1) < (b):"),
        (3, "if (a + 2) < (b):"),
        (3, "if (a + 1) <= (b):"),
        (3, "if (a + 1) >= (b):"),
        (4, "pass"),
        (5, "pass"),
        (6, "pass"),
        (6, "a -= b"),
        (7, "return None"),
        (7, "return a or b ** 2"),
        (7, "return not a and b ** 2"),
        (7, "return not a or b * 2"),
        (7, "return not a or b ** 3"),
    ]


def test_names_do_not_depend_on_other_lines(changed, tmp_path):
    names_of = names("f.py")
    assert "f: if (a + 1) < (b): → if (a + 1) <= (b):" in names_of.values()
    assert len({*names_of.values()}) == len(names_of)
    path = tmp_path / PACKAGE / "f.py"
    path.write_text("# A comment.\n" + LINES.replace("    a.x", "    b = 7\n    a.x"))
    assert {*names_of.values()} < {*names("f.py").values()}


def _program(read, source):
    program = read(source)
    return ast.dump(program) if read is ast.parse else program.replace(b" ", b"")


@pytest.mark.parametrize("module", MODULES)
def test_mutants_differ_from_the_original_program(module):
    source = (ROOT / place(module)).read_bytes()
    read = ast.parse if module.endswith(".py") else bytes
    original = _program(read, source)
    some = sample_mutants(module, seed=1, each=20)
    assert len(some) == min(20, len(mutants(module)))
    assert all(_program(read, mutant.applied(source)) != original for mutant in some)


ENGINE_LINES = """\
// A comment: 1 < 2;
#include <vector>
int f(std::vector<int>& x, bool strict) {
    int a = x[0] + 10'000;
    if (a <= 2 && !strict) throw Error("1 < 2");
    x[a] = 7;
    ++a;
    for (;;) break;
    g(x, true);
    return a;
}
"""


def test_engine_mutants_are_generated_from_its_text(tmp_path, monkeypatch):
    monkeypatch.setattr("tests.mutants.ROOT", tmp_path)
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine/f.cpp").write_text(ENGINE_LINES)
    found = [mutant.lines(ENGINE_LINES.encode()) for mutant in mutants("engine/f.cpp")]
    assert [(number, new) for number, _, new in found] == [
        (4, "int a = x[1] + 10'000;"),
        (4, "int a = x[0] - 10'000;"),
        (4, "int a = x[0] + 10001;"),
        (5, 'if (a < 2 && !strict) throw Error("1 < 2");'),
        (5, 'if (a > 2 && !strict) throw Error("1 < 2");'),
        (5, 'if (a <= 3 && !strict) throw Error("1 < 2");'),
        (5, 'if (a <= 2 || !strict) throw Error("1 < 2");'),
        (5, 'if (a <= 2 && strict) throw Error("1 < 2");'),
        (6, ";"),
        (6, "x[a] = 8;"),
        (7, "--a;"),
        (7, ";"),
        (9, ";"),
        (9, "g(x, false);"),
    ]


def test_test_files_are_chosen_by_the_functions_that_they_call(tmp_path):
    """A mutant would survive because the tests that notice it do not run."""
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "tests.recording"]
    files = ["tests/sat/test_clock.py", "tests/sat/test_core.py"]
    subprocess.run(
        [*command, *files], cwd=ROOT, env=os.environ | {FOLDER_VARIABLE: str(tmp_path)}, check=True
    )
    [path] = tmp_path.glob("*.json")
    recorded = json.loads(path.read_text())
    assert files_for("sat/core.py", "smallest_core", recorded) == [files[1]]
    assert files_for("sat/core.py", "core.py", recorded) == [files[1]]
    assert files_for("sat/clock.py", "no_such_function", recorded) == []


def test_copied_tree_imports_its_modules_and_engine(tmp_path):
    folder = copy_project(tmp_path / "copy")
    code = "import puzzlesat.sat.dimacs as d, puzzlesat._engine as e; print(d.__file__, e.__file__)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": str(folder / "src")},
        cwd=tmp_path,
        capture_output=True,
        check=True,
        text=True,
    )
    assert all(Path(place).is_relative_to(folder) for place in done.stdout.split())


def test_accepted_mutants_exist_and_have_reasons():
    for module, reasons in accepted().items():
        assert {*reasons} <= {*names(module).values()}
        assert all(reason.endswith(".") for reason in reasons.values())
