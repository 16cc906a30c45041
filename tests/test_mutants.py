"""The mutants themselves: each is another program, and those that are accepted are still some."""

import ast
from pathlib import Path

import pytest

from .mutants import PACKAGE, ROOT, SUITES, accepted, drawn, mutants

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
    """What the lines above become."""
    monkeypatch.setattr("tests.mutants.ROOT", tmp_path)
    path = tmp_path / PACKAGE / "f.py"
    path.parent.mkdir(parents=True)
    path.write_text(LINES)
    return [mutant.lines(LINES.encode()) for mutant in mutants("f.py")]


def test_one_thing_is_changed_at_a_time(changed):
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


@pytest.mark.parametrize("module", SUITES)
def test_every_mutant_is_another_program(module):
    source = (ROOT / PACKAGE / module).read_bytes()
    original = ast.dump(ast.parse(source))
    some = drawn(module, seed=1, each=20)
    assert len(some) == min(20, len(mutants(module)))
    assert all(ast.dump(ast.parse(mutant.applied(source))) != original for mutant in some)
    assert some == drawn(module, seed=1, each=20)


def test_every_module_has_its_tests():
    rooms = [
        *("sat", *(f"floodit/{room}" for room in ("board", "encode", "prove", "solve"))),
        *(f"flowfree/{room}" for room in ("board", "encode", "prove", "show", "solve")),
        *(f"minesweeper/{room}" for room in ("board", "encode", "prove", "solve")),
    ]
    modules = {
        path.relative_to(ROOT / PACKAGE).as_posix()
        for room in rooms
        for path in (ROOT / PACKAGE / room).glob("[!_]*.py")
    }
    left_out = {f"flowfree/solve/{name}.py" for name in ("external", "generate", "winding")}
    left_out |= {
        f"floodit/solve/{name}.py"
        for name in ("baselines", "beam", "lists", "parallel", "targets", "wide")
    }
    left_out |= {"sat/solver.py"} | {
        f"minesweeper/solve/{name}.py" for name in ("arrays", "player")
    }
    assert {*SUITES} == modules - left_out | {"common/machine_code.py"}
    for files in SUITES.values():
        assert all(Path(ROOT, "tests", file).exists() for file in files)


def test_what_is_accepted_is_a_mutant_and_has_a_reason():
    for entry in accepted():
        source = (ROOT / PACKAGE / entry.file).read_bytes()
        lines = {mutant.lines(source)[1:] for mutant in mutants(entry.file)}
        assert (entry.line, entry.mutant) in lines, entry
        assert entry.reason.endswith("."), entry
    assert len({entry[:3] for entry in accepted()}) == len(accepted())
