"""Write docs/formats.md: the formats of all puzzles, from the tables in `board/formats.py`.

`python tools/formats_page.py` writes the page; a test compares it with the tables.
"""

from pathlib import Path
from pkgutil import resolve_name
from textwrap import fill
from typing import Any

from puzzlesat.common.files import atomic_write
from puzzlesat.common.formats import Format, Formats

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/formats.md"

PUZZLES = {
    "floodit": "Flood-It",
    "flowfree": "Flow Free",
    "minesweeper": "Minesweeper: states",
    "minesweeper-boards": "Minesweeper: whole boards",
}
"""The titles of the tables of formats."""

PLACES = {"minesweeper-boards": "puzzlesat.minesweeper.board.formats:BOARDS"}
"""The places of the tables other than ``puzzlesat.PUZZLE.board.formats:FORMATS``."""

INTRODUCTION = """\
# Formats

<!-- Made by tools/formats_page.py from the tables of formats: change them there. -->

Every command recognises the format of a file. The formats are tried in the order of this page, and
the first that fits is used. Where a text could mean something else, the command prints a remark on
standard error, or refuses the text and shows the form to write. `--as NAME` writes the formats
whose heading says *read and written*. [Pictures](pictures.md) are read as well.
"""


def formats_of(program: str) -> Formats[Any]:
    """Return the table of a puzzle's formats."""
    place = PLACES.get(program, f"puzzlesat.{program}.board.formats:FORMATS")
    formats: Formats[Any] = resolve_name(place)
    return formats


def page() -> str:
    """Return the page."""
    parts = [INTRODUCTION]
    for program, title in PUZZLES.items():
        parts.append(f"## {title}\n")
        parts += [section(format) for format in formats_of(program)]
    return "\n".join(parts)


def section(format: Format[Any]) -> str:
    """Return the section on a format."""
    access = "read and written" if format.write else "read"
    title = f"{format.info.title[0].upper()}{format.info.title[1:]}."
    lines = [
        f"### {format.name} ({access})",
        "",
        fill(f"{title} From {format.info.source}.", 120, break_on_hyphens=False),
        "",
    ]
    return "\n".join([*lines, "```text", format.info.example.rstrip("\n"), "```", ""])


if __name__ == "__main__":
    with atomic_write(PAGE) as target:
        target.write(page())
