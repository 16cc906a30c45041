"""The commands that the pages show: each must run, and print what is shown."""

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from puzzlesat.floodit.board.sample import random_board

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
SESSION = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
OURS = ("floodit ", "flowfree ", "minesweeper ", "python -m puzzlesat ")
README = (ROOT / "README.md").read_text()
PAGES = [ROOT / "README.md", *sorted(ROOT.glob("docs/*.md"))]


def commands(text):
    """Yield the commands on a page, without comments, and the lines that are shown below each."""
    for block in BLOCK.finditer(text):
        for command, shown in SESSION.findall(block[1]):
            yield command.partition(" #")[0].strip(), shown.rstrip("\n").splitlines()


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


def given(text):
    """Return the files that a page shows with ``cat``."""
    return {
        command.removeprefix("cat "): "\n".join(shown) + "\n"
        for command, shown in commands(text)
        if command.startswith("cat ")
    }


@pytest.mark.parametrize(
    "page",
    [
        page
        for page in PAGES
        if any(command.startswith(OURS) for command, _ in commands(page.read_text()))
    ],
    ids=lambda page: page.name,
)
def test_the_commands_of_a_page_print_what_it_shows(page, tmp_path, request):
    text = page.read_text()
    files = given(README) | given(text)
    files["boards.txt"] = random_board(1, 6, 4, 0).text.replace("/", "\n") + "\n"
    for name, content in files.items():
        (tmp_path / name).write_text(content)
    if " prove " in text:
        request.getfixturevalue("cake_lpr")
        request.getfixturevalue("drat_trim")
    faults = []
    for command, shown in commands(text):
        if not command.startswith(OURS) or " play" in command:
            continue
        words = shlex.split(command)
        output = words.pop() if ">" in words else None
        done = subprocess.run(
            [word for word in words if word != ">"],
            cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
        if output:
            (tmp_path / output).write_text(done.stdout)
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
