"""What the commands of all puzzles share: errors in one sentence, progress, common options."""

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from contextlib import contextmanager
from time import monotonic
from typing import Any, TypeVar

import click
from tqdm import tqdm

from puzzlesat.common.errors import DisagreementError, InputError

Item = TypeVar("Item")


class Program(click.Group):
    """A group of commands that reports expected errors in one sentence, without a traceback.

    Parameters
    ----------
    typed : sequence of str
        The commands that a person types, in the order in which the help lists them; all others are
        steps of the workflow.
    """

    def __init__(self, *args: Any, typed: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.typed = typed

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List what a person types apart from the steps of the workflow."""
        steps = sorted(set(self.commands) - set(self.typed))
        for title, names in (("Commands", self.typed), ("Steps of the workflow", steps)):
            with formatter.section(title):
                formatter.write_dl(
                    [(name, self.commands[name].get_short_help_str(80)) for name in names]
                )

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run the command and exit: 0 if all went well, 2 for a wrong call, 1 for all else."""
        kwargs["standalone_mode"] = False
        signal.signal(signal.SIGTERM, _terminated)
        try:
            sys.exit(super().main(*args, **kwargs))
        except click.exceptions.NoArgsIsHelpError as error:
            error.show()
            sys.exit(2)
        except click.ClickException as error:
            self._fail(error.format_message(), error.exit_code)
        except (InputError, DisagreementError) as error:
            self._fail(str(error), 1)
        except BrokenPipeError:
            # The reader has gone, and Python would complain once more when it closes the pipe.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(1)
        except OSError as error:
            self._fail(f"{error.filename}: {error.strerror}" if error.filename else str(error), 1)
        except (KeyboardInterrupt, click.Abort) as error:
            if isinstance(error, Terminated) or isinstance(error.__cause__, Terminated):
                self._fail("terminated", 143)
            self._fail("interrupted", 130)

    def _fail(self, message: str, status: int) -> None:
        click.echo(f"{self.name}: {message}", err=True)
        sys.exit(status)


class Terminated(KeyboardInterrupt):
    """The process was asked to end, as a cluster's scheduler does."""


def _terminated(*_: object) -> None:
    """Leave by an exception, so that whatever is half done is cleaned up."""
    raise Terminated


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

    A terminal sees one line that changes, once it has taken a second; a log gets a line every ten
    seconds.

    Parameters
    ----------
    quiet : bool
        Whether to say nothing.
    """
    if sys.stderr.isatty() or quiet:
        with tqdm(bar_format="{desc} [{elapsed}]", leave=False, delay=1, disable=quiet) as line:
            yield line.set_description_str
        return
    said = monotonic()

    def say(text: str) -> None:
        nonlocal said
        if monotonic() - said >= 10:
            said = monotonic()
            print(text, file=sys.stderr)

    yield say


class Seconds(click.FloatRange):
    """A time limit: more than nothing, and not for ever."""

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True, max=1e7)

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Refuse what is not a number, which compares with nothing."""
        number = super().convert(value, param, ctx)
        return number if number == number else self.fail("nan is no time", param, ctx)


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


quiet_option = click.option("-q", "--quiet", is_flag=True, help="Say nothing about the progress.")

seed_option = click.option(
    "--seed", default=2020, show_default=True, type=click.IntRange(0), help="The sample's seed."
)

output_option = click.option(
    "-o", "--output", default="-", metavar="FILE", help="Where to write.  [default: -]"
)

outputs_option = click.option(
    "-o",
    "--output",
    "outputs",
    multiple=True,
    required=True,
    metavar="FILE",
    help="Where to write, in the format that the ending names; may be repeated.",
)
