"""What the commands of all puzzles share: errors in one sentence, progress, common options."""

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from contextlib import contextmanager
from difflib import get_close_matches
from importlib import import_module
from io import TextIOBase, TextIOWrapper
from pathlib import Path
from pkgutil import iter_modules, resolve_name
from shutil import get_terminal_size
from threading import Event, Thread
from time import monotonic
from types import ModuleType
from typing import Any, BinaryIO, Protocol, TypeVar

import click

from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.common.interrupts import ENDING, interrupted_by

PACKAGE = "puzzlesat"

Item = TypeVar("Item")


class Made(Protocol):
    """A table, figure or list of verdicts that a command makes of files."""

    @property
    def help(self) -> str:
        """What ``--help`` prints."""

    def params(self) -> Sequence[click.Parameter]:
        """Return the arguments and options that name the files."""

    def write(self, *, outputs: Sequence[str], **files: Any) -> None:
        """Make it of the files, and write it to the outputs."""


class Output(click.Option):
    """An option that names a file to be written.

    Given twice it is refused, rather than one of the files dropped, unless it takes several.

    Parameters
    ----------
    several : bool
        Whether it takes several files: then its value is the sequence of them.
    """

    def __init__(self, *args: Any, several: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs | {"multiple": True})
        self.several = several

    def process_value(self, ctx: click.Context, value: Any) -> Any:
        """Return the file, or the files."""
        files = super().process_value(ctx, value)
        if self.several:
            return files
        if len(files) > 1:
            raise click.UsageError(f"{self.opts[0]} can be given once only", ctx)
        return files[0] if files else None


class Call(click.Context):
    """A call of a command, made only if no output takes the place of an input or of another.

    Files and folders that it names must have names.
    """

    def invoke(self, callback: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Call the command."""
        if "" in self._files(_is_named):  # which would be the current folder
            raise click.UsageError("the name of a file or folder is empty")
        self._check_outputs()
        return super().invoke(callback, *args, **kwargs)

    def _check_outputs(self) -> None:
        inputs = {os.path.realpath(file): file for file in self._files(_is_input) if file != "-"}
        taken = set()
        for file in self._files(lambda parameter: isinstance(parameter, Output)):
            place = "-" if file == "-" else os.path.realpath(file)
            if place in inputs and Path(place).is_file():
                raise click.UsageError(
                    f"the output {file} would overwrite the input {inputs[place]}; "
                    "name another file"
                )
            if place in taken:
                raise click.UsageError(f"{file} is named for two outputs; name another file")
            taken.add(place)

    def _files(self, wanted: Callable[[click.Parameter], bool]) -> Iterator[str]:
        """Yield the files that some of the parameters name."""
        for parameter in self.command.params:
            value = self.params.get(parameter.name or "")
            if wanted(parameter) and value is not None:
                yield from (value,) if isinstance(value, str) else value


def _is_named(parameter: click.Parameter) -> bool:
    """Return whether a parameter names files or folders."""
    kinds = click.Argument, Output
    named = isinstance(parameter, kinds) or parameter.metavar in ("FILE", "DIR")
    return named and parameter.type is click.STRING


def _is_input(parameter: click.Parameter) -> bool:
    """Return whether a parameter names files that are read."""
    return _is_named(parameter) and not isinstance(parameter, Output)


class Lazy(click.Group):
    """A group whose commands are imported when they are called, so that help comes at once.

    Parameters
    ----------
    places : mapping of str to pair of str
        For each command where it is defined, ``module:name``, and what it does, the first sentence
        of its help. It is defined there, or what `made_command` makes one of. Where that sentence
        is empty, the command is imported to be listed.
    """

    def __init__(
        self, *args: Any, places: Mapping[str, tuple[str, str]] = {}, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.places = places

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, in the order in which they are declared."""
        return [*self.places, *self.commands]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, imported only now, or None if there is none of that name."""
        if cmd_name not in self.places:
            return super().get_command(ctx, cmd_name)
        found = resolve_name(self.places[cmd_name][0])
        if not isinstance(found, click.Command):
            found = made_command(cmd_name, found)
        found.context_class = Call
        return found

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Return the command that the arguments name; suggest one where there is none."""
        name = str(args[0])
        if not name.startswith("-") and self.get_command(ctx, name) is None:
            close = get_close_matches(name, self.list_commands(ctx), n=1)
            hint = f" (Did you mean {close[0]!r}?)" if close else ""
            raise click.UsageError(f"No such command {name!r}.{hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List all commands, each with what it does."""
        names = self.list_commands(ctx)
        with formatter.section("Commands"):
            formatter.write_dl([(name, self._brief(ctx, name)) for name in names])

    def _brief(self, ctx: click.Context, name: str) -> str:
        if name in self.places and self.places[name][1]:
            return self.places[name][1]
        command = self.get_command(ctx, name)
        assert command is not None, name
        return command.get_short_help_str(limit=1000)


def made_command(name: str, made: Made) -> click.Command:
    """Return the command that makes a table, figure or list of verdicts."""
    outputs = Output(["-o", "--output", "outputs"], **OUTPUTS)
    return click.Command(
        name, callback=made.write, help=made.help, params=[*made.params(), outputs]
    )


def files_params(others: Iterable[str]) -> list[click.Parameter]:
    """Return the argument FILES, and a required option for each kind of other files."""
    return [
        click.Argument(["files"], nargs=-1, required=True),
        *(
            click.Option([f"--{name}"], multiple=True, required=True, metavar="FILE")
            for name in others
        ),
    ]


class Program(Lazy):
    """A program: its commands, and expected errors in one sentence, without a traceback."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run the command and exit: 0 if all went well, 2 for a wrong call, 1 for all else.

        Nothing is said if the reader of standard output has gone: click sees to that.
        """
        kwargs["standalone_mode"] = False
        if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":  # no-color.org
            kwargs["color"] = False
        if sys.stdout is None:  # it is closed
            sys.stdout = ClosedOutput()
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):  # names of files may hold bytes that are no text
                stream.reconfigure(errors="backslashreplace")
        try:
            with interrupted_by(*_ending_signals()):
                sys.exit(super().main(*args, **kwargs))
        except click.exceptions.NoArgsIsHelpError as error:
            error.show()
            sys.exit(2)
        except click.ClickException as error:
            self._fail(error.format_message(), error.exit_code)
        except (InputError, DisagreementError) as error:
            self._fail(str(error), 1)
        except MemoryError:
            self._fail("not enough memory", 1)
        except ModuleNotFoundError as error:
            if (error.name or PACKAGE).partition(".")[0] == PACKAGE:
                raise
            self._fail(f"{error.name} is not installed; run pip install '{PACKAGE}[workflow]'", 1)
        except OSError as error:
            why = error.strerror or str(error)
            self._fail(f"{error.filename}: {why}" if error.filename else why, 1)
        except (KeyboardInterrupt, click.Abort) as error:
            number = getattr(error, "number", signal.SIGINT)
            self._fail(ENDED.get(number, "interrupted"), 128 + number)

    def _fail(self, message: str, status: int) -> None:
        click.echo(f"{self.name}: {message}", err=True)
        sys.exit(status)


def studies(*puzzles: str) -> Program:
    """Return the program that runs a step of a study: PUZZLE STUDY STEP.

    A puzzle's studies are the subpackages of ``puzzlesat.PUZZLE.studies`` that declare STEPS. Where
    that package declares STEPS itself, it is the only study, and its name is left out. STEPS,
    TABLES and FIGURES map names to places, ``module:name`` within the study.
    """
    program = Program("puzzlesat", help="Run a step of a study by hand.", **SETTINGS)
    for puzzle in puzzles:
        package = import_module(f"puzzlesat.{puzzle}.studies")
        group = Lazy(puzzle, help=package.__doc__)
        program.add_command(group)
        if hasattr(package, "STEPS"):
            _add_steps(group, package)
            continue
        for found in iter_modules(package.__path__):
            if found.ispkg:
                study = import_module(f"{package.__name__}.{found.name}")
                below = Lazy(found.name, help=study.__doc__)
                _add_steps(below, study)
                group.add_command(below)
    return program


def _add_steps(group: Lazy, study: ModuleType) -> None:
    """Add the steps, tables and figures that a study declares."""

    def places(of: Mapping[str, str]) -> dict[str, tuple[str, str]]:
        return {name: (f"{study.__name__}.{place}", "") for name, place in of.items()}

    group.places = places(study.STEPS)
    if tables := places(getattr(study, "TABLES", {})):
        group.add_command(Lazy("table", places=tables, help=TABLE_HELP))
    if figures := places(getattr(study, "FIGURES", {})):
        group.add_command(Lazy("figure", places=figures, help=FIGURE_HELP))


SETTINGS: dict[str, Any] = {"context_settings": {"help_option_names": ["-h", "--help"]}}
TABLE_HELP = "Make a table from measured rows, as .csv, .md, .tex or .html."
FIGURE_HELP = "Draw a figure, as .pdf, .png or .svg."

ENDED: dict[int, str] = {signal.SIGTERM: "terminated", signal.SIGHUP: "hung up"}
"""What a command that a signal has ended reports, other than Ctrl-C."""


def _ending_signals() -> Iterator[signal.Signals]:
    """Yield the signals that are to end a command, but SIGTERM, only if they are not ignored.

    A shell's ``&`` ignores Ctrl-C, and ``nohup`` ignores that the terminal closes.
    """
    for number in ENDING:
        if number == signal.SIGTERM or signal.getsignal(number) is not signal.SIG_IGN:
            yield number


def progress(
    items: Iterable[Item], *, unit: str, quiet: bool = False, total: int | None = None
) -> Iterator[Item]:
    """Yield the items and tell on standard error how far they are, how fast, and how long still.

    A terminal sees a bar; a log gets a line every ten seconds, and one in the end.

    Parameters
    ----------
    items : iterable
    unit : str
        What an item is, such as ``board``.
    quiet : bool
        Whether to say nothing.
    total : int, optional
        How many there will be, where the items do not know it themselves.
    """
    if total is None and isinstance(items, Sized):
        total = len(items)
    from tqdm import tqdm  # it takes some time

    if quiet or sys.stderr.isatty():
        yield from tqdm(items, unit=unit, disable=quiet, total=total)
        return
    started = said = monotonic()
    done = 0
    meter: Callable[..., str] = tqdm.format_meter  # types-tqdm does not know that total can be None
    for done, item in enumerate(items, start=1):
        yield item
        if monotonic() - said >= 10:
            said = monotonic()
            print(meter(done, total, said - started, unit=unit), file=sys.stderr)
    print(meter(done, total, monotonic() - started, unit=unit), file=sys.stderr)


@contextmanager
def status_line(*, quiet: bool = False) -> Iterator[Callable[[str], None]]:
    """Yield what tells a person how a long job stands, as often as it is called.

    A terminal sees one line with the time that goes on, from the first second to the end; a log
    gets a line every ten seconds.

    Parameters
    ----------
    quiet : bool
        Whether to say nothing.
    """
    if quiet:
        yield lambda _: None
    elif sys.stderr.isatty():
        with _changing_line() as say:
            yield say
    else:
        yield _every_ten_seconds()


def _every_ten_seconds() -> Callable[[str], None]:
    said = monotonic()

    def say(text: str) -> None:
        nonlocal said
        if monotonic() - said >= 10:
            said = monotonic()
            print(text, file=sys.stderr)

    return say


@contextmanager
def _changing_line() -> Iterator[Callable[[str], None]]:
    """Yield what sets the text of a line that a thread shows each second, while solvers are busy.

    tqdm shows a bar only on an update, and clears none that was shown otherwise.
    """
    from tqdm import tqdm  # it takes some time

    text, shown = "", ""
    started = monotonic()
    ended = Event()

    def show(line: str) -> None:
        nonlocal shown
        sys.stderr.write(f"\r{line.ljust(len(shown))}")
        sys.stderr.flush()
        shown = line

    def show_each_second() -> None:
        while not ended.wait(1):
            line = f"{text} [{tqdm.format_interval(monotonic() - started)}]"
            show(line[: get_terminal_size().columns - 1])

    def say(said: str) -> None:
        nonlocal text
        text = said

    showing = Thread(target=show_each_second, daemon=True)
    showing.start()
    try:
        yield say
    finally:
        ended.set()
        showing.join()
        if shown:
            show("")
            sys.stderr.write("\r")
            sys.stderr.flush()


class ClosedOutput(TextIOBase):
    """Standard output where it is closed: writing to it is an error."""

    def write(self, _: str) -> int:
        """Tell so."""
        raise InputError("standard output is closed")

    @property
    def buffer(self) -> BinaryIO:
        """What would take bytes."""
        raise InputError("standard output is closed")


@contextmanager
def printing(*, for_files: bool) -> Iterator[Callable[[str], None]]:
    """Yield what prints a line of the answer on standard output.

    When its reader goes away, as ``head`` does, the block ends; but if it writes files besides,
    which somebody wants, it goes on for their sake and prints nothing more.

    Parameters
    ----------
    for_files : bool
        Whether the block writes files besides.

    Raises
    ------
    BrokenPipeError
        If the reader has gone; in the end, if files are written.
    """
    gone: BrokenPipeError | None = None

    def say(text: str) -> None:
        nonlocal gone
        if gone is not None:
            return
        try:
            click.echo(text)
        except BrokenPipeError as error:
            if not for_files:
                raise
            gone = error

    yield say
    if gone is not None:
        raise gone


def say_remark(remark: str) -> None:
    """Print on standard error how a file was read that can be read in another way, too."""
    click.echo(remark, err=True)


def refuse_terminal(output: str, what: str) -> None:
    """Raise `InputError` if something that is no text to be read would go to a terminal."""
    if output == "-" and sys.stdout.isatty():
        raise InputError(f"a terminal cannot show {what}; name a file with -o, or redirect")


class Seconds(click.FloatRange):
    """A time limit: more than nothing, and not for ever."""

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True, max=1e7)

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Refuse what is not a number, which compares with nothing."""
        number = super().convert(value, param, ctx)
        return (
            number if number == number else self.fail("nan is not a number of seconds", param, ctx)
        )


def solver_option(default: str) -> Callable[..., Any]:
    """Return the option that names the SAT solver."""
    return click.option(
        "--solver", default=default, show_default=True, help="PySAT's name of the SAT solver."
    )


def number_option(what: str) -> Callable[..., Any]:
    """Return the option that chooses one of the boards, puzzles or states in a file."""
    return click.option(
        f"--{what}",
        "number",
        default=0,
        show_default=True,
        type=click.IntRange(0),
        help=f"Which {what} of the file, counted from 0.",
    )


def range_options(what: str, count: int = 1) -> Callable[..., Any]:
    """Return what adds the options that name a piece of a sample: ``first`` and ``count``."""
    first = click.option(
        "--first", default=0, show_default=True, type=click.IntRange(0), help=f"First {what}."
    )
    number = click.option(
        "--count",
        default=count,
        show_default=True,
        type=click.IntRange(1),
        help=f"How many {what}s.",
    )
    return lambda function: first(number(function))


def repeats_option(default: int) -> Callable[..., Any]:
    """Return the option that says how often each run is timed."""
    return click.option(
        "--repeats",
        default=default,
        show_default=True,
        type=click.IntRange(1),
        help="Timed runs of each.",
    )


def timeout_option(what: str, **settings: Any) -> Callable[..., Any]:
    """Return the option that limits the seconds for something; settings are those of click."""
    return click.option(
        "--timeout",
        type=Seconds(),
        show_default="default" in settings,
        help=f"Seconds for {what}.",
        **settings,
    )


quiet_option = click.option("-q", "--quiet", is_flag=True, help="Show no progress.")

seed_option = click.option(
    "--seed", default=2020, show_default=True, type=click.IntRange(0), help="The sample's seed."
)

output_option = click.option(
    *("-o", "--output"),
    cls=Output,
    default=["-"],
    metavar="FILE",
    help="Output file. [default: -]",
)

OUTPUTS: dict[str, Any] = {
    "several": True,
    "required": True,
    "metavar": "FILE",
    "help": "Where to write, in the format that the ending names; may be repeated.",
}

outputs_option = click.option("-o", "--output", "outputs", cls=Output, **OUTPUTS)
