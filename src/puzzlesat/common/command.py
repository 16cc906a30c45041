"""The common parts of all commands: error messages, progress, options."""

import gc
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from contextlib import contextmanager
from importlib import import_module
from io import TextIOBase, TextIOWrapper
from time import monotonic
from typing import Any, BinaryIO, TypeVar

import click

from puzzlesat.common.errors import DisagreementError, InputError, error_context
from puzzlesat.common.format_info import FormatInfos
from puzzlesat.common.interrupts import ENDING_SIGNALS, interrupted_by

PACKAGE = "puzzlesat"

Item = TypeVar("Item")


class Output(click.Option):
    """An option for an output file; with `several`, its value is a sequence of files."""

    def __init__(self, *args: Any, several: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs | {"multiple": True})
        self.several = several

    def process_value(self, ctx: click.Context, value: Any) -> Any:
        """Return the file or files."""
        files = super().process_value(ctx, value)
        if self.several:
            return files
        if len(files) > 1:
            raise click.UsageError(f"{self.opts[0]} can be given only once", ctx)
        return files[0] if files else None


class CheckedContext(click.Context):
    """A context that refuses empty file names, and outputs that overwrite inputs or each other.

    It also refuses outputs whose names end in the suffix of a compression that is not supported.
    """

    def invoke(self, callback: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Check the file names, and call the command."""
        if "" in self._file_values(
            _is_file_parameter
        ):  # an empty name would denote the current folder
            raise click.UsageError("the name of a file or folder is empty")
        self._check_outputs()
        return super().invoke(callback, *args, **kwargs)

    def _check_outputs(self) -> None:
        from puzzlesat.common.files import check_compression

        inputs = {
            os.path.realpath(file): file for file in self._file_values(_is_input) if file != "-"
        }
        outputs = set()
        for file in self._file_values(lambda parameter: isinstance(parameter, Output)):
            with error_context(file):
                check_compression(file)
            resolved = "-" if file == "-" else os.path.realpath(file)
            if resolved in inputs and os.path.isfile(resolved):  # noqa: PTH113, pathlib is slow to import
                raise click.UsageError(
                    f"the output {file} would overwrite the input {inputs[resolved]}; "
                    "name another file"
                )
            if resolved in outputs:
                raise click.UsageError(f"{file} is given for two outputs; name another file")
            outputs.add(resolved)

    def _file_values(self, is_wanted: Callable[[click.Parameter], bool]) -> Iterator[str]:
        """Yield the values of the wanted parameters."""
        for parameter in self.command.params:
            value = self.params.get(parameter.name or "")
            if is_wanted(parameter) and value is not None:
                yield from (value,) if isinstance(value, str) else value


def _is_file_parameter(parameter: click.Parameter) -> bool:
    kinds = click.Argument, Output
    takes_files = isinstance(parameter, kinds) or parameter.metavar in ("FILE", "DIR")
    return takes_files and parameter.type is click.STRING


def _is_input(parameter: click.Parameter) -> bool:
    return _is_file_parameter(parameter) and not isinstance(parameter, Output)


class Program(click.Group):
    """The commands of a program, with one-line messages for expected errors.

    `lazy_commands` maps each command to the place of its definition, ``module:name``, and the first
    sentence of its help. Its module is imported only when it is called, so that help is fast.
    ``--help`` lists the names of formats in `formats`.
    """

    def __init__(
        self,
        *args: Any,
        lazy_commands: Mapping[str, tuple[str, str]] = {},
        formats: Sequence[FormatInfos] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.lazy_commands = lazy_commands
        self.formats = formats

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands in the order of declaration."""
        return [*self.lazy_commands, *self.commands]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return the command of that name; return None if there is no such command."""
        if cmd_name not in self.lazy_commands:
            return super().get_command(ctx, cmd_name)
        module, _, name = self.lazy_commands[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(module), name)
        gc.freeze()  # what is loaded stays until the end
        gc.enable()
        command.context_class = CheckedContext
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Return the command that the arguments name; suggest a similar one for an unknown name."""
        try:
            return super().resolve_command(ctx, args)
        except click.NoSuchCommand as error:
            raise click.NoSuchCommand(
                error.command_name, possibilities=self.list_commands(ctx), ctx=ctx
            ) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List all commands with the first sentences of their help."""
        summaries = {name: summary for name, (_, summary) in self.lazy_commands.items()}
        summaries |= {
            name: command.get_short_help_str(1000) for name, command in self.commands.items()
        }
        with formatter.section("Commands"):
            formatter.write_dl([*summaries.items()])

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the text of the help, and the formats in which puzzles are read."""
        super().format_help_text(ctx, formatter)
        for infos in self.formats:
            title = f"Formats of {infos.noun}s, in the order in which they are tried"
            with formatter.section(title):
                formatter.write_dl([(info.name, info.title) for info in infos.values()])

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run the command and exit with 0, 1 (error), 2 (usage error) or 128 + n (signal n)."""
        kwargs["standalone_mode"] = False
        kwargs.setdefault("terminal_width", _help_width())
        if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":  # no-color.org
            kwargs["color"] = False
        if sys.stdout is None:  # the stream is closed
            sys.stdout = ClosedOutput()
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):  # file names may contain bytes that are not text
                stream.reconfigure(errors="backslashreplace")
        try:
            with interrupted_by(*_active_ending_signals()):
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
            if (error.name or PACKAGE).partition(".")[0] in (PACKAGE, f"{PACKAGE}_studies"):
                raise
            self._fail(
                f"{error.name} is not installed; in a clone of {PACKAGE}, run "
                "pip install '.[workflow]'",
                1,
            )
        except OSError as error:
            reason = error.strerror or str(error)
            self._fail(f"{error.filename}: {reason}" if error.filename else reason, 1)
        except (KeyboardInterrupt, click.Abort) as error:
            number = getattr(error, "number", signal.SIGINT)
            self._fail(SIGNAL_MESSAGES.get(number, "interrupted"), 128 + number)

    def _fail(self, message: str, status: int) -> None:
        click.echo(f"{self.name}: {message}", err=True)
        sys.exit(status)


def _help_width() -> int:
    """Return the width of help that click would use, without shutil, which is slow to import."""
    columns = os.environ.get("COLUMNS", "")
    try:
        set_width = columns.isdecimal() and int(columns)
        width = set_width or os.get_terminal_size(sys.__stdout__.fileno()).columns  # type: ignore[union-attr]
    except (AttributeError, OSError, ValueError):  # closed, or no terminal
        width = 0
    return max(min(width or 80, 80) - 2, 50)


SETTINGS: dict[str, Any] = {"context_settings": {"help_option_names": ["-h", "--help"]}}
SIGNAL_MESSAGES: dict[int, str] = {signal.SIGTERM: "terminated", signal.SIGHUP: "hung up"}
"""The message for each ending signal other than SIGINT."""


def _active_ending_signals() -> Iterator[signal.Signals]:
    """Yield SIGTERM, and each other ending signal unless ``&`` or ``nohup`` disabled it."""
    for number in ENDING_SIGNALS:
        if number == signal.SIGTERM or signal.getsignal(number) is not signal.SIG_IGN:
            yield number


def progress(items: Iterable[Item], *, unit: str, quiet: bool = False) -> Iterator[Item]:
    """Yield the items, and show their number, rate and remaining time on standard error.

    A terminal shows a bar; a log gets a line every ten seconds and at the end. With `quiet`,
    nothing is shown. `unit` is the name of an item, such as ``board``.
    """
    if quiet:
        yield from items
        return
    from tqdm import tqdm  # slow to import

    if sys.stderr.isatty():
        yield from tqdm(items, unit=unit)
        return
    total = len(items) if isinstance(items, Sized) else None
    started, is_due = monotonic(), _every_ten_seconds()
    meter: Callable[..., str] = tqdm.format_meter  # in types-tqdm, total is not optional
    completed = 0
    for completed, item in enumerate(items, start=1):
        yield item
        if is_due():
            print(meter(completed, total, monotonic() - started, unit=unit), file=sys.stderr)
    print(meter(completed, total, monotonic() - started, unit=unit), file=sys.stderr)


def _every_ten_seconds() -> Callable[[], bool]:
    """Return a function that returns true at most once in ten seconds."""
    last_time = monotonic()

    def is_due() -> bool:
        nonlocal last_time
        if monotonic() - last_time < 10:
            return False
        last_time = monotonic()
        return True

    return is_due


@contextmanager
def status_line(*, quiet: bool = False) -> Iterator[Callable[[str], None]]:
    """Yield a function that reports the state of a long job on standard error, unless `quiet`.

    A terminal shows one line with the elapsed time, removed at the end; a log gets a line every ten
    seconds.
    """
    if quiet:
        yield lambda _: None
    elif sys.stderr.isatty():
        from tqdm import tqdm  # slow to import

        with tqdm(bar_format="{desc} [{elapsed}]", leave=False) as line:
            yield line.set_description_str
    else:
        is_due = _every_ten_seconds()
        yield lambda text: print(text, file=sys.stderr) if is_due() else None


class ClosedOutput(TextIOBase):
    """A replacement for a closed standard output; writing to it raises `InputError`."""

    def write(self, _: str) -> int:
        """Raise `InputError`."""
        raise InputError("standard output is closed")

    @property
    def buffer(self) -> BinaryIO:
        """Raise `InputError`."""
        raise InputError("standard output is closed")


@contextmanager
def printing(*, for_files: bool) -> Iterator[Callable[[str], None]]:
    """Yield a function that prints a line on standard output.

    If the reader of the output, such as ``head``, has exited, `BrokenPipeError` is raised at once.
    With `for_files`, for a block that also writes files, the block continues without printing, and
    the error is raised at its end.
    """
    broken_pipe: BrokenPipeError | None = None

    def echo(text: str) -> None:
        nonlocal broken_pipe
        if broken_pipe is not None:
            return
        try:
            click.echo(text)
        except BrokenPipeError as error:
            if not for_files:
                raise
            broken_pipe = error

    yield echo
    if broken_pipe is not None:
        raise broken_pipe


def print_line(text: str) -> None:
    """Print a line without styles on standard output at once, which is faster than `click.echo`."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def print_remark(remark: str) -> None:
    """Print to standard error a remark on the interpretation of an ambiguous file."""
    click.echo(remark, err=True)


def shows_styles() -> bool:
    """Return whether standard output is a terminal, which shows colours and other styles."""
    return sys.stdout is not None and sys.stdout.isatty()


def check_page_output(output: str) -> None:
    """Raise `InputError` if a page would go to a terminal, or into a file of another kind."""
    from puzzlesat.common.files import content_suffix

    refuse_terminal(output, "a page")
    if output != "-" and content_suffix(output) not in (".html", ".htm"):
        raise InputError(f"{output}: a page is written; its name must end in .html")


def refuse_terminal(output: str, content: str) -> None:
    """Raise `InputError` if output that is not plain text would go to a terminal."""
    if output == "-" and sys.stdout.isatty():
        raise InputError(f"a terminal cannot show {content}; name a file with -o, or redirect")


class Seconds(click.FloatRange):
    """A time limit in seconds."""

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True, max=1e7)

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return the number; refuse nan, which passes the comparisons with the limits."""
        number = super().convert(value, param, ctx)
        if number != number:
            self.fail("nan is not a number of seconds", param, ctx)
        return number


def json_option(content: str = "a JSON object") -> Callable[..., Any]:
    """Return the option ``--json``; `content` is printed, such as ``one JSON object per line``."""
    return click.option("--json", "as_json", is_flag=True, help=f"Print {content}.")


COUNT = click.IntRange(1, 10**9)
"""The type of numbers of items or mebibytes, limited to what the engine can represent."""

INDEX = click.IntRange(0)
"""The type of seeds, and of numbers counted from 0."""


def _integer_option(
    *names: str, kind: click.IntRange = INDEX, **settings: Any
) -> Callable[..., Any]:
    """Return an option for an integer; `settings` are passed to click."""
    return click.option(*names, show_default=True, type=kind, **settings)


def number_option(noun: str) -> Callable[..., Any]:
    """Return the option for the number of a board, puzzle or state in a file."""
    text = f"Number of the {noun} in the file, counted from 0."
    return _integer_option(f"--{noun}", "number", default=0, help=text)


def sample_options(noun: str, count: int = 1) -> Callable[..., Any]:
    """Return a decorator that adds the options ``--seed``, ``--first`` and ``--count``."""
    seed = _integer_option("--seed", default=2020, help="Seed of the sample.")
    text = f"Number of the first {noun}, counted from 0."
    first = _integer_option("--first", default=0, help=text)
    number = _integer_option("--count", default=count, kind=COUNT, help=f"Number of {noun}s.")
    return lambda function: seed(first(number(function)))


def timeout_option(work: str, **settings: Any) -> Callable[..., Any]:
    """Return the option for a time limit; `settings` are passed to click."""
    return click.option(
        "--timeout",
        type=Seconds(),
        show_default="default" in settings,
        help=f"Time limit for {work}, in seconds.",
        **settings,
    )


MAX_CORES = 1024
"""Maximum number of processes."""


def cores_option(nouns: str) -> Callable[..., Any]:
    """Return the option for the number of boards, puzzles or states to solve at once."""
    return click.option(
        "--cores",
        type=click.IntRange(1, MAX_CORES),
        default=1,
        show_default=True,
        metavar="N",
        help=f"Number of cores, and of {nouns} to solve at once.",
    )


quiet_option = click.option("-q", "--quiet", is_flag=True, help="Do not show progress.")

output_option = click.option(
    *("-o", "--output"),
    cls=Output,
    default=["-"],
    metavar="FILE",
    help="Output file. [default: -]",
)
