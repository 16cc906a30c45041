"""The common parts of all commands."""

import os
import pty
import shlex
import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from puzzlesat.common.command import Program
from puzzlesat.floodit.cli import main as floodit
from puzzlesat.flowfree.cli import main as flowfree
from puzzlesat.minesweeper.cli import main as minesweeper
from tests.programs import command_and_words, invoke, module_of

PROGRAMS = (floodit, flowfree, minesweeper)

HEAVY = ("numpy", "pandas", "scipy", "highspy", "matplotlib", "pysat")


def groups(program):
    yield program
    for command in program.commands.values():
        yield from groups(command)


GROUPS = [pytest.param(group, id=group.name) for x in PROGRAMS for group in groups(x)]


@pytest.mark.parametrize("group", GROUPS)
def test_every_command_is_registered_and_has_help(group):
    assert isinstance(group, Program)
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command.name == name
        assert command.help, name
        if name in group.lazy_commands:
            assert command.get_short_help_str(limit=1000) == group.lazy_commands[name][1], name
        for option in command.params:
            if isinstance(option, click.Option) and option.required and option.multiple:
                assert option.metavar == "FILE" or option.help, (name, option.name)


@pytest.mark.parametrize(
    ("program", "board", "options"),
    [("floodit", "01", ["--moves", 1]), ("flowfree", "A.A", []), ("minesweeper", "1.", [])],
)
def test_the_recorded_command_writes_a_formula_again(program, board, options, tmp_path):
    """A board of one row is read only with --format."""
    given, first, second = (tmp_path / name for name in ("given", "first", "second"))
    given.write_text(f"{board}\n")
    invoke(program, "encode", given, "--format", "rows", *options, "-o", first, status=0)
    _, recorded = next(x for x in first.open() if x.startswith("c command: ")).split(program, 1)
    invoke(program, *shlex.split(recorded), "-o", second, status=0)
    assert first.read_text() == second.read_text()


PLOTTING = ("pandas", "scipy.stats", "matplotlib")


@pytest.mark.parametrize(
    ("call", "unwanted"),
    [
        ("studies --help", HEAVY),
        ("floodit sample -n 3 -k 2 --count 1", PLOTTING),
        ("floodit encode --help", (*PLOTTING, "pysat")),
        ("floodit verify --help", PLOTTING),
    ],
)
def test_commands_import_only_the_libraries_they_need(call, unwanted):
    program, *words = call.split()
    code = f"""
import sys
from {module_of(program)} import main
try:
    main({words})
except SystemExit as left:
    assert not left.code, left.code
print([name for name in {unwanted} if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
    assert "--help" not in words or "Usage: " in done.stdout


SMALL = {"floodit": "0102\n2211\n", "flowfree": "AB\n..\nAB\n", "minesweeper": "1.\n..\n"}
UNSOLVABLE = "AB\nBA\n"
"""A puzzle of Flow Free without a solution under any rule."""

START_UP = [
    *((f"{program} --help", 25) for program in SMALL),
    ("flowfree solve UNSOLVABLE", 65),
    ("floodit solve FILE", 80),
    ("floodit show FILE", 80),
    ("flowfree solve FILE", 65),
    ("flowfree solve FILE --json", 65),
    ("minesweeper deduce FILE", 105),
    ("minesweeper deduce FILE --json", 105),
]
"""Commands, and the number of modules that they may import in addition to click."""


@pytest.mark.parametrize(("call", "most"), START_UP)
def test_commands_start_with_few_modules(call, most, tmp_path):
    """Modules are counted, because times vary; half a millisecond each is typical."""
    program, *words = call.split()
    path = tmp_path / "puzzle.txt"
    path.write_text(UNSOLVABLE if "UNSOLVABLE" in words else SMALL[program])
    words = [str(path) if word.isupper() else word for word in words]
    code = f"""
import sys, click
before = len(sys.modules)
from {module_of(program)} import main
try:
    main({words})
except SystemExit as left:
    assert not left.code, left.code
print(len(sys.modules) - before, *({{"numpy", "pathlib", "multiprocessing"}} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    added, *slow = done.stdout.splitlines()[-1].split()
    assert int(added) <= most
    assert not slow


@pytest.mark.parametrize(
    ("environment", "coloured"),
    [
        ({"TERM": "xterm"}, True),
        ({"TERM": "dumb"}, False),
        ({"TERM": "xterm", "NO_COLOR": "1"}, False),
    ],
)
def test_no_color_and_dumb_terminals_disable_colours(tmp_path, environment, coloured):
    (tmp_path / "board.txt").write_text("01\n10\n")
    terminal, end = os.openpty()
    usual = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    subprocess.run(
        [sys.executable, "-m", "puzzlesat.floodit.cli", "show", tmp_path / "board.txt"],
        stdout=end,
        env=usual | environment,
        check=True,
    )
    os.close(end)
    shown = os.read(terminal, 10_000)
    os.close(terminal)
    assert b"0" in shown
    assert (b"\x1b[" in shown) == coloured


@pytest.fixture
def boards(tmp_path):
    path = tmp_path / "boards.csv"
    path.write_text("seed,n,k,board,fields\n1,2,2,0,01/10\n")
    return path


def refused(*words):
    done = CliRunner().invoke(*command_and_words("floodit", words))
    assert done.exit_code == 2
    assert not done.stdout
    return done.stderr


@pytest.mark.parametrize("words", ["show", "encode"])
def test_an_output_never_overwrites_an_input(boards, words):
    link = boards.with_name("link.csv")
    link.symlink_to(boards)
    content = boards.read_bytes()
    more = ["--moves", "1"] if words == "encode" else []
    for output in (boards, boards.parent / "." / "boards.csv", link):
        message = refused(*words.split(), boards, *more, "-o", output)
        assert f"the output {output} would overwrite the input {boards}" in message
    assert boards.read_bytes() == content


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("show {} -o a.txt -o b.txt", "-o can be given only once"),
        ("prove {} -o a -o b", "-o can be given only once"),
        ("show {} --html --svg", "--html and --svg are two outputs; choose one"),
    ],
)
def test_conflicting_outputs_are_rejected(boards, monkeypatch, words, sentence):
    monkeypatch.chdir(boards.parent)
    assert sentence in refused(*words.format(boards).split())
    assert list(boards.parent.iterdir()) == [boards]


BOARD = "0120\n1203\n3321\n3012\n"


def without_reader(arguments, cwd, stdout="gone"):
    """Run a command whose standard output is closed, or has no reader any more."""
    command = [sys.executable, "-m", *arguments]
    if stdout == "closed":
        command = ["sh", "-c", 'exec "$@" >&-', "sh", *command]
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as output:
        return subprocess.run(
            command, cwd=cwd, stdout=output, stderr=subprocess.PIPE, text=True, check=False
        )


def test_files_are_written_despite_a_broken_pipe(tmp_path):
    (tmp_path / "boards.txt").write_text("\n".join([BOARD] * 3))
    prove = ("puzzlesat.floodit.cli", "prove", "boards.txt", "--format", "nogoods")
    done = without_reader([*prove, "-o", "nogoods.txt"], tmp_path)
    assert (done.returncode, done.stderr) == (1, "")
    checked = CliRunner().invoke(
        floodit, ["verify", str(tmp_path / "nogoods.txt"), str(tmp_path / "boards.txt")]
    )
    assert checked.stdout.count("needs") == 3
    solve = ("puzzlesat.floodit.cli", "solve", "boards.txt", "-q")
    done = without_reader(solve, tmp_path)
    assert (done.returncode, done.stderr) == (1, "")


@pytest.mark.parametrize(
    "words",
    [
        "floodit solve board.txt -q",
        "floodit encode board.txt --moves 2 -o -",
        "floodit --help",
        "minesweeper deduce state.txt --json",
    ],
)
def test_closed_standard_output_is_an_error(tmp_path, words):
    (tmp_path / "board.txt").write_text(BOARD)
    (tmp_path / "state.txt").write_text("1.\n..\n")
    program, *others = words.split()
    done = without_reader([f"puzzlesat.{program}.cli", *others], tmp_path, "closed")
    assert (done.returncode, done.stderr) == (1, f"{program}: standard output is closed\n")


@pytest.mark.parametrize(
    ("call", "board", "what"),
    [
        (["floodit", "show", "--html"], "01\n10\n", "a page"),
        (["floodit", "show", "--gif"], "01\n10\n", "a GIF"),
        (["flowfree", "explain"], "A.A\n", "a page"),
        (["minesweeper", "explain"], "1.\n", "a page"),
    ],
)
def test_pages_and_images_are_not_printed_to_a_terminal(call, board, what, tmp_path):
    path = tmp_path / "board.txt"
    path.write_text(board)
    program, *rest = call
    master, terminal = pty.openpty()
    done = subprocess.run(
        [sys.executable, "-m", f"puzzlesat.{program}.cli", *rest, path],
        stdout=terminal,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        timeout=60,
    )
    os.close(terminal)
    os.close(master)
    assert done.returncode == 1
    assert done.stderr == (
        f"{program}: a terminal cannot show {what}; name a file with -o, or redirect\n"
    )
