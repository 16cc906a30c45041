"""Write docs/formats.md: the formats of all puzzles, from the tables in `formats/info.py`.

`python tools/formats_page.py` writes the page; a test compares it with the tables.
"""

from pathlib import Path
from pkgutil import resolve_name
from textwrap import fill
from typing import Any

from puzzlesat.common.errors import InputError
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

PLACES = {"minesweeper-boards": "puzzlesat.minesweeper.formats.formats:BOARDS"}
"""The places of the tables other than ``puzzlesat.PUZZLE.formats.formats:FORMATS``."""

INTRODUCTION = """\
# Formats

<!-- Made by tools/formats_page.py from the tables of formats: change them there. -->

Every command recognises the format of a file: a text is read if it fits exactly one of the formats
of its puzzle. A text that fits none is refused, with the line and the form to write; nothing is
repaired. A text that fits two is refused unless `--format NAME` chooses. `--as NAME` writes the
formats whose heading says *read and written*. [Pictures](pictures.md) are read as well.

Rows of separated words are refused, unless `--format rows` says that all of them are cells, if
the first row may be the size of the others; if at least three words of the first row or column,
or four of the last, count up from 0, 1 or A as labels do; or if four or more rows may be, in
order, the row, column and content of fields, which is refused in lists as well. So is a comment
that may be a row. A list may have a single row. A grammar cannot tell other labels and titles
from cells of the same form: remove them.

The pages of the web application read fewer formats: rows, game IDs, links, and whole boards of
Minesweeper. Rows that may have a size, labels or places are read after a click that says that all
are cells.
"""


def formats_of(program: str) -> Formats[Any]:
    """Return the table of a puzzle's formats."""
    place = PLACES.get(program, f"puzzlesat.{program}.formats.formats:FORMATS")
    formats: Formats[Any] = resolve_name(place)
    return formats


def page() -> str:
    """Return the page."""
    parts = [INTRODUCTION]
    for program, title in PUZZLES.items():
        parts.append(f"## {title}\n")
        formats = formats_of(program)
        parts += [section(formats, format) for format in formats]
    return "\n".join(parts)


def section(formats: Formats[Any], format: Format[Any]) -> str:
    """Return the section on a format."""
    access = "read and written" if format.write else "read"
    title = f"{format.info.title[0].upper()}{format.info.title[1:]}."
    lines = [f"### {format.name} ({access})", "", paragraph(f"{title} {format.info.grammar}"), ""]
    lines += ["```text", format.info.example.rstrip("\n"), "```", ""]
    if format.info.neighbour:
        lines += ["Refused:", "", "```text", format.info.neighbour.rstrip("\n"), "```", ""]
        lines += [paragraph(f"> {refusal(formats, format.info.neighbour)}"), ""]
    return "\n".join(lines)


def paragraph(text: str) -> str:
    """Return a text in lines; those of a quotation begin with its mark."""
    indent = "> " if text.startswith("> ") else ""
    return fill(text, 120, break_on_hyphens=False, subsequent_indent=indent)


def refusal(formats: Formats[Any], text: str) -> str:
    """Return the sentence with which a text is refused."""
    try:
        formats.parse(text)
    except InputError as error:
        return str(error)
    raise ValueError(f"not refused: {text}")


if __name__ == "__main__":
    with atomic_write(PAGE) as target:
        target.write(page())
