"""The commands that the pages show: each must run, and print what is shown."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from puzzlesat.floodit.board.sample import random_board

ROOT = Path(__file__).parents[1]
FILE = re.compile(r"^```python\n# (\S+\.py)\n(.*?)^```", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
SESSION = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
SOLVER = f"""#!{sys.executable}
import sys
from pysat.formula import CNF
from pysat.solvers import Solver
with Solver("cadical195", bootstrap_with=CNF(from_file=sys.argv[-1])) as solver:
    print("s SATISFIABLE" if solver.solve() else "s UNSATISFIABLE")
    print("v", *(solver.get_model() or []), 0)
"""
"""A program that pages call ./solver."""


def commands(page):
    """Return the commands on a page, without comments, and the lines that are shown below each."""
    return [
        (command.partition(" #")[0].strip(), shown.rstrip("\n").splitlines())
        for block in BLOCK.findall(page.read_text())
        for command, shown in SESSION.findall(block)
    ]


SHOWN = {
    page.name: commands(page) for page in [ROOT / "README.md", *sorted(ROOT.glob("docs/*.md"))]
}


def pattern(line):
    """Return a pattern for a shown line: times may differ, and an ellipsis stands for anything."""
    escaped = re.escape(line).replace(r"\ …", ".*")
    return re.sub(r"\d+(\\\.\d+)?(e\\-\d+)?\\ s\b", r"[\\d.e-]+\\ s", escaped)


def differences(shown, printed):
    """Return the shown lines that were not printed, up to a line that is only an ellipsis."""
    if "…" in shown:
        shown = shown[: shown.index("…")]
    elif shown and not shown[-1].endswith("…"):
        printed = [line for line in printed if line]
        if len(printed) != len(shown):
            return [f"{len(shown)} lines shown, {len(printed)} printed"]
    lines = [*printed, *[""] * len(shown)]
    return [
        f"{line!r} shown, {lines[i]!r} printed"
        for i, line in enumerate(shown)
        if not re.fullmatch(pattern(line), lines[i])
    ]


def given(name):
    """Return the files that a page shows with ``cat``, or as Python below a comment on the name."""
    folder = ROOT if name == "README.md" else ROOT / "docs"
    return {
        command.removeprefix("cat "): "\n".join(shown) + "\n"
        for command, shown in SHOWN[name]
        if command.startswith("cat ")
    } | dict(FILE.findall((folder / name).read_text()))


def can_run(command):
    """Return whether a command needs no program that is not installed."""
    programs = [part.split()[0] for part in command.split("|")]
    return all(shutil.which(program) or program == "./solver" for program in programs)


@pytest.mark.parametrize("page", [page for page, some in SHOWN.items() if some])
def test_console_examples_print_the_documented_output(page, tmp_path, monkeypatch, request):
    files = given("README.md") | given(page)
    files["boards.txt"] = random_board(1, 6, 4, 0).text.replace("/", "\n") + "\n"
    for name, content in files.items():
        (tmp_path / name).write_text(content)
    (tmp_path / "solver").write_text(SOLVER)
    (tmp_path / "solver").chmod(0o755)
    if any(" prove " in command for command, _ in SHOWN[page]):
        request.getfixturevalue("cake_lpr")
        request.getfixturevalue("drat_trim")
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    faults = []
    for command, shown in SHOWN[page]:
        if not can_run(command):
            continue
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
        if done.returncode:
            faults.append(f"{command}: {done.stderr}")
        faults += [f"{command}: {fault}" for fault in differences(shown, done.stdout.splitlines())]
    assert faults == []


@pytest.mark.parametrize(
    ("shown", "printed", "same"),
    [
        (["in 0.5 s"], ["in 12.25 s"], True),
        (["in 0.5 s"], ["in 3.1e-05 s"], True),
        (["p = 7 in 0.5 s"], ["p = 8 in 0.5 s"], False),
        (["a …"], ["a b", "c"], True),
        (["a", "…"], ["a", "b"], True),
        (["a"], ["a", "b"], False),
        (["a", "b"], ["a"], False),
    ],
)
def test_only_times_and_ellipses_may_differ(shown, printed, same):
    assert (differences(shown, printed) == []) == same
