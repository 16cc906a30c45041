"""Functions that run a command in this process and check its outcome."""

import faulthandler
import os
import re
import resource
import signal
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, Phase, settings

from puzzlesat.common.command import Output
from puzzlesat.floodit.cli import main as floodit
from puzzlesat.flowfree.cli import main as flowfree
from puzzlesat.minesweeper.cli import main as minesweeper

EFFORT_FACTOR = int(os.environ.get("FUZZ", "0"))
"""The factor for the number of new examples; with 0, a small fixed set is used."""


def effort(share: float = 1.0) -> settings:
    """Return the settings for a test, with this share of the usual number of examples."""
    return settings(
        max_examples=max(3, round(30 * share * (EFFORT_FACTOR or 1))),
        derandomize=not EFFORT_FACTOR,
        database=None,
        deadline=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )


PROGRAMS = {"floodit": floodit, "flowfree": flowfree, "minesweeper": minesweeper}

SECONDS = 20
"""The limit on a command's CPU seconds, far more than any command needs."""

HANG_SECONDS = 600
"""The number of seconds after which the whole run ends if compiled code does not return."""

MEMORY = 1 << 30
"""The limit on the additional memory of a command, in bytes."""

CHECKER_MEMORY = 12 << 30
"""The same limit for a command that runs cake_lpr, which reserves eight gigabytes."""

REMARKS = re.compile(
    r"(\d+it|\s*\d+%|\d+\w+ \[|.*\d\.\d\d\w+/s|.*\?\w+/s)"  # progress
    r"|(/|-:).*: .*"  # a remark after the name of a file, where an error has that of the program
)
"""The lines that are allowed on standard error before the error message."""


class TooLongError(BaseException):
    """A command exceeds its time limit."""


@contextmanager
def limited(seconds: float = SECONDS, memory: int = MEMORY) -> Iterator[None]:
    """Limit the CPU time and memory of a block."""

    def stop(*_: object) -> None:
        raise TooLongError(f"{seconds} seconds were not enough")

    taken = int(re.search(r"VmData:\s+(\d+)", Path("/proc/self/status").read_text())[1]) << 10
    before = resource.getrlimit(resource.RLIMIT_DATA)
    handler = signal.signal(signal.SIGPROF, stop)
    resource.setrlimit(resource.RLIMIT_DATA, (taken + memory, before[1]))
    signal.setitimer(signal.ITIMER_PROF, seconds)
    faulthandler.dump_traceback_later(HANG_SECONDS, exit=True)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()
        signal.setitimer(signal.ITIMER_PROF, 0)
        resource.setrlimit(resource.RLIMIT_DATA, before)
        signal.signal(signal.SIGPROF, handler)


def run(arguments: Sequence[str], memory: int = MEMORY) -> Result:
    """Run a command; fail if it issues a warning or raises an exception."""
    program = PROGRAMS[arguments[0]]
    with warnings.catch_warnings(record=True) as warned, limited(memory=memory):
        warnings.simplefilter("always")
        done = CliRunner().invoke(program, arguments[1:], prog_name=program.name)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert not warned, warned[0]
    return done


def refusal(done: Result, program: str) -> str:
    """Return the message with which a command rejects its input; fail if there is none."""
    assert done.exit_code in (1, 2), done.exit_code
    *remarks, sentence = [line for line in done.stderr.split("\n") if line]
    assert not [line for line in remarks if not REMARKS.match(line)], done.stderr
    assert sentence.startswith(f"{program}: "), done.stderr
    assert sentence.isprintable() and len(sentence) < 1000, sentence
    for unwanted in ("Traceback", "not enough memory", "object", "NoneType", "dtype"):
        assert unwanted not in sentence.replace(" objective", ""), sentence
    return sentence


def leaves(group: click.Group) -> Iterator[tuple[str, click.Command]]:
    """Yield the commands of a group and its subgroups, each with the words that call it."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from ((f"{name} {words}", leaf) for words, leaf in leaves(command))
        else:
            yield name, command


CODE = ("encoding", "families")
"""Parameters that name Python files; damaged ones are not executed."""


def files_of(command: click.Command) -> set[str]:
    """Return the parameters of a command that name input files or folders."""
    return {
        parameter.name
        for parameter in command.params
        if (isinstance(parameter, click.Argument) and parameter.type is click.STRING)
        or (isinstance(parameter, click.Option) and parameter.metavar in ("FILE", "DIR"))
        if not isinstance(parameter, Output) and parameter.name not in CODE
    }
