"""The arguments and options that all programs share for files with puzzles."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import wraps
from itertools import chain
from os.path import exists
from typing import Any, Generic, NamedTuple, TypeVar

import click

from puzzlesat.common.command import print_remark
from puzzlesat.common.formats import AUTO, WHOLE, Formats, SpooledPuzzles, Window

P = TypeVar("P")

files_argument = click.argument("files", metavar="FILE...", nargs=-1, required=True)


class Form(NamedTuple):
    """What a user says about a file with puzzles.

    Parameters
    ----------
    format : str
        The name of the format, or ``auto``.
    window : Window
        The window of a picture.
    """

    format: str = AUTO
    window: Window = WHOLE

    @property
    def options(self) -> str:
        """The options of a command that say the same."""
        rows, cols, part = self.window
        grid = f" --grid {rows}x{cols}" if rows else ""
        return f"--format {self.format}{grid}" + f" --crop {','.join(map(str, part))}" * any(part)


ANY = Form()
"""The form of a file of which nothing is said."""


class Source(NamedTuple):
    """The place of a puzzle: its file, its number in the file, and whether there are other files.

    >>> Source("a.txt", 1, True).label("board"), Source("a.txt", 1, False).label("board")
    ('a.txt: board 1', 'board 1')
    """

    file: str
    number: int
    several_files: bool

    def label(self, noun: str) -> str:
        """Return the name of the puzzle in an answer, which includes the file if it is needed."""
        name = f"{noun} {self.number}"
        return f"{self.file}: {name}" if self.several_files else name

    @property
    def as_json(self) -> dict[str, str]:
        """The fields with which an object of ``--json`` begins."""
        return {"file": self.file} if self.several_files else {}


def read_puzzles(
    file: str,
    formats: Formats[P],
    form: Form = ANY,
    *,
    allow_inline: bool,
    accept_doubts: bool = False,
) -> SpooledPuzzles[P]:
    """Return the puzzles in a file, and print what was read from a picture.

    If `allow_inline` is true and no file has this name, it is a puzzle itself, such as a link.
    Raise `InputError` if fields of a picture are in doubt, unless `accept_doubts` is true.
    """
    if not allow_inline or exists(file):  # noqa: PTH110, pathlib is slow to import
        return formats.stream(
            file, form.format, form.window, print_remark, accept_doubts=accept_doubts
        )
    return SpooledPuzzles(formats.parse(file, form.format))


class PuzzleStream(Generic[P]):
    """The puzzles in several files, each with its place; every file is read and checked at once.

    Parameters
    ----------
    files : sequence of str
    read : function
        Returns the puzzles in a file.
    """

    def __init__(self, files: Sequence[str], read: Callable[[str], SpooledPuzzles[P]]) -> None:
        self._puzzles_by_file = [(file, read(file)) for file in files]

    def __len__(self) -> int:
        return sum(len(puzzles) for _, puzzles in self._puzzles_by_file)

    def __iter__(self) -> Iterator[tuple[Source, P]]:
        return zip(self.sources, self.puzzles, strict=True)

    @property
    def sources(self) -> Iterator[Source]:
        """The place of each puzzle."""
        several = len(self._puzzles_by_file) > 1
        for file, puzzles in self._puzzles_by_file:
            for number in range(len(puzzles)):
                yield Source(file, number, several)

    @property
    def puzzles(self) -> Iterator[P]:
        """The puzzles without their places."""
        return chain.from_iterable(puzzles for _, puzzles in self._puzzles_by_file)


class _Grid(click.ParamType):
    """The shape of a board in a picture, such as ``12x12``."""

    name = "ROWSxCOLS"

    def convert(self, value: Any, param: Any, ctx: Any) -> tuple[int, int]:
        match = re.fullmatch(r"([1-9]\d{0,2})[x×]([1-9]\d{0,2})", value, re.ASCII)
        if match is None:
            self.fail(f"expected ROWSxCOLS, such as 14x14, not {value}", param, ctx)
        return int(match[1]), int(match[2])


class _Part(click.ParamType):
    """A part of a picture, such as ``10,20,300,300``; see `Window`."""

    name = "LEFT,TOP,WIDTH,HEIGHT"

    def convert(self, value: Any, param: Any, ctx: Any) -> tuple[int, int, int, int]:
        match = re.fullmatch(r"(\d{1,5}),(\d{1,5}),(\d{1,5}),(\d{1,5})", value, re.ASCII)
        if match is None:
            message = "expected LEFT,TOP,WIDTH,HEIGHT in pixels, such as 0,80,400,400, not"
            self.fail(f"{message} {value}", param, ctx)
        left, top, width, height = map(int, match.groups())
        return left, top, width, height


def form_options(formats: Formats[Any], *names: str) -> Callable[..., Any]:
    """Return a decorator that adds the options on a file with puzzles.

    They are the format, under the given names (by default ``--format``), and the window of a
    picture. The command receives them as `form`, a `Form`.
    """
    options = (
        click.option(
            *(names or ("--format",)),
            "puzzle_format",
            type=click.Choice(formats.names),
            default=AUTO,
            show_default=True,
            help=f"Format of the {formats.noun}s.",
        ),
        click.option(
            "--grid", type=_Grid(), help="Shape of the board in a picture.  [default: found]"
        ),
        click.option(
            "--crop", type=_Part(), help="Part of a picture to read, in pixels.  [default: all]"
        ),
    )

    def add(function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def command(
            puzzle_format: str,
            grid: tuple[int, int] | None,
            crop: tuple[int, int, int, int] | None,
            **others: Any,
        ) -> Any:
            window = Window(*(grid or WHOLE[:2]), crop or WHOLE.part)
            return function(form=Form(puzzle_format, window), **others)

        for option in reversed(options):
            command = option(command)
        return command

    return add
