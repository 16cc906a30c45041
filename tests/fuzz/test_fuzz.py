"""Given a damaged file, every command answers correctly or rejects the file with a message.

The bytes and lines of real files are damaged. The commands run in this process, with limits on time
and memory. ``make fuzz`` does the same for longer, with other examples.
"""

import re
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlesat.common.command import Output

from .commands import calls
from .damage import damaged
from .running import CHECKER_MEMORY, MEMORY, PROGRAMS, effort, files_of, leaves, refusal, run
from .seeds import seed
from .truth import TRUTHS

pytestmark = pytest.mark.xdist_group("fuzz")


def truth_of(call):
    """Return the check of the answers of a call, or None."""
    return None if "--encoding" in call.line else TRUTHS.get(call.command)


CALLS = [pytest.param(call, id=call.line) for call in calls()]


@pytest.fixture
def ready(request):
    """The proof checkers, if a call needs them."""
    if request.getfixturevalue("call").checker:
        request.getfixturevalue("cake_lpr")
        request.getfixturevalue("drat_trim")


def test_every_file_argument_of_every_command_is_fuzzed():
    called = {}
    for call in calls():
        called.setdefault(call.command, set()).update(call.files)
    reading = {}
    for program_name, program in PROGRAMS.items():
        for words, command in leaves(program):
            name = f"{program_name} {words}"
            if files_of(command):
                reading[name] = files_of(command)
                # An output folder may already contain files, which are damaged as well.
                called.get(name, set()).difference_update(
                    option.name for option in command.params if isinstance(option, Output)
                )
    assert called == reading


@pytest.mark.parametrize("call", CALLS)
def test_damaged_files_are_answered_correctly_or_rejected(call, ready):
    assert answered(call, lambda name, path: path).exit_code == 0

    @effort(call.share)
    @given(data=st.data())
    def fuzz(data):
        names = list(call.files)
        chosen = data.draw(st.sampled_from(names))
        answered(call, lambda name, path: damage(data, path) if name == chosen else path)

    fuzz()


@pytest.mark.parametrize("call", [each for each in CALLS if truth_of(*each.values)])
def test_false_answers_to_whole_files_are_noticed(call, ready):
    answered(call, lambda name, path: path, falsify=True)


def damage(data, path: Path) -> Path:
    """Damage a file, or a file in a folder; sometimes remove it, or replace it with a folder."""
    inner = path
    if path.is_dir():
        inner = data.draw(st.sampled_from(sorted(x for x in path.rglob("*") if x.is_file())))
    become = data.draw(st.sampled_from(["content"] * 30 + ["missing", "folder"]))
    content = inner.read_bytes()
    inner.unlink()
    if become == "content":
        inner.write_bytes(data.draw(damaged(content)))
    elif become == "folder":
        inner.mkdir()
    return path


def answered(call, change, *, falsify=False):
    """Call a command with changed files, and check the outcome, and that of a false answer."""
    with TemporaryDirectory() as folder:
        paths = {}
        for parameter, name in call.files.items():
            copy = Path(folder, parameter, name)
            shutil.copytree(seed(name), copy) if seed(name).is_dir() else copy_file(name, copy)
            paths[parameter] = change(parameter, copy)
        output = Path(folder, "made", "answer")
        output.parent.mkdir()
        done = run(call.words(paths, output), CHECKER_MEMORY if call.checker else MEMORY)
        left = sorted(path.name for path in Path(folder).rglob("*"))
        assert not [name for name in left if name.endswith(".partial")], left
        if done.exit_code:
            refusal(done, call.line.split()[0])
            if " >." in call.line:
                assert not list(output.parent.iterdir()), "half an answer"
        elif check := truth_of(call):
            check(paths, done.stdout, output)
            if falsify:
                for made in filter(Path.is_file, output.parent.iterdir()):
                    made.write_text(falsified(made.read_text()))
                with pytest.raises(AssertionError):
                    check(paths, falsified(done.stdout), output)
        return done


def falsified(text):
    """Return an answer with one move, with larger numbers, or with mines for safe fields."""
    text = re.sub(r"\A(\w)( \w)+$", r"\1", text, flags=re.MULTILINE)
    number = r'("minimum": |"solutions": |needs |moves: )(\d+)'
    text = re.sub(number, lambda found: f"{found[1]}{int(found[2]) + 1}", text)
    return re.sub("|".join(OPPOSITES), lambda found: OPPOSITES[found[0]], text)


OPPOSITES = {
    **{"true": "false", "false": "true"},
    **{'"mines": ': '"safe": ', '"safe": ': '"mines": '},
    **{': "mine"': ': "safe"', ': "safe"': ': "mine"'},
}


def copy_file(name: str, copy: Path) -> None:
    copy.parent.mkdir(parents=True)
    shutil.copy(seed(name), copy)
