"""Reading the cells of boards in the notations that all puzzles share.

Cells may be separated by blanks, commas or tabs; boards may also be JSON. Colours may be names,
hexadecimal codes or emoji.
"""

import json
import re
from collections.abc import Iterator, Sequence
from string import ascii_uppercase
from typing import Any

from puzzlesat.common.errors import InputError, quoted
from puzzlesat.common.limits import MAX_FIELDS

NAMES = {
    **{"red": "R", "green": "G", "blue": "B", "yellow": "Y", "orange": "O", "purple": "P"},
    **{"violet": "V", "pink": "I", "cyan": "C", "magenta": "M", "brown": "N", "black": "K"},
    **{"white": "W", "gray": "A", "grey": "A", "lime": "L", "teal": "T"},
}
"""The letter of each colour."""

EMOJI = {
    **{"🟥": "R", "🟩": "G", "🟦": "B", "🟨": "Y", "🟧": "O", "🟪": "P", "🟫": "N"},
    **{"🔴": "R", "🟢": "G", "🔵": "B", "🟡": "Y", "🟠": "O", "🟣": "P", "🟤": "N"},
}
"""The letter of each coloured square or circle."""

HEX = re.compile("#(?:[0-9a-fA-F]{3}){1,2}")

FREE = {".", "_", "-", "0"}
"""The symbols of cells without a colour."""

EXPECTED = "write one row per line and one character per cell"
"""The end of messages about cells that cannot be read."""

ROWS = re.compile(r'\s*(\[\s*)*("|\[\s*(["\d]|null))')
"""The beginning of a list of rows in JSON, where a row is a string or a list of cells."""

NO_BOARD = "this JSON is not a board; expected a list of rows, such as [[0, 1], [1, 0]]"


def split_cells(line: str) -> list[str] | None:
    r"""Return the cells of a row, or None if they are not separated.

    >>> split_cells("0, 1,2"), split_cells("0 1  2"), split_cells("0\t\t2"), split_cells("012")
    (['0', '1', '2'], ['0', '1', '2'], ['0', '', '2'], None)
    """
    for mark in ",\t":
        if mark in line:
            whole = line.strip(" ").removesuffix(",")
            cells = [cell.strip() for cell in whole.split(mark, MAX_FIELDS)]
            if mark == "," or not any(" " in cell for cell in cells):
                return cells
    words = line.split(None, MAX_FIELDS)
    return words if len(words) > 1 else None


def with_letters(text: str) -> tuple[str, str]:
    r"""Return a text with colours replaced by letters, and a remark that lists the replacements.

    Raise `InputError` if two colours would be read as the same letter.

    >>> with_letters("red blue\nblue red\n")
    ('R\tB\nB\tR\n', 'read red as R, blue as B')
    >>> with_letters("🟥🟦\n")
    ('RB\n', 'read 🟥 as R, 🟦 as B')
    """
    read = _letters(text)
    if not read:
        return text, ""
    if next(iter(read)) in EMOJI:
        rows = text.replace("\ufe0f", "")
        for emoji, letter in read.items():
            rows = rows.replace(emoji, letter)
    else:
        lines = (split_cells(line) or [] for line in text.splitlines())
        cells = ([read.get(cell.lower(), cell) for cell in line] for line in lines)
        rows = "".join("\t".join(line) + "\n" for line in cells)
    return rows, "read " + ", ".join(f"{word} as {letter}" for word, letter in read.items())


def _letters(text: str) -> dict[str, str]:
    """Return the letter of each colour in a text, or {} if the text needs no replacement.

    Names and codes are replaced only if all other cells are in `FREE`. Raise `InputError` if two
    colours have the same letter, and as `_check_names` does.
    """
    if found := dict.fromkeys(character for character in text if character in EMOJI):
        letters = {character: EMOJI[character] for character in found}
    else:
        lines = [line for line in text.splitlines() if line.strip()]
        if not lines or any(split_cells(line) is None for line in lines):
            return {}
        cells = dict.fromkeys(
            cell.lower() for line in lines for cell in split_cells(line) or () if cell
        )
        words = [cell for cell in cells if cell not in FREE]
        if words and all(word in NAMES for word in words):
            letters = {word: NAMES[word] for word in words}
        elif words and all(HEX.fullmatch(word) for word in words):
            letters = dict(zip(words, ascii_uppercase, strict=False))
        else:
            _check_names(text, words)
            return {}
        if len(letters) < len(words):
            return {}
        text = ""
    if set(text) & set(letters.values()):
        return {}  # a single letter in the text would be ambiguous
    if len(set(letters.values())) < len(letters):
        names = " and ".join(letters)
        raise InputError(f"{names} would be read as the same letter; {EXPECTED}")
    return letters


def _check_names(text: str, words: Sequence[str]) -> None:
    """Raise `InputError` for a word that is not a colour if at least half of the words are colours.

    A word of one character may be a symbol, so a text with such an unknown word is not checked.
    """
    unknown = {word for word in words if word not in NAMES and not HEX.fullmatch(word)}
    if not unknown or 2 * len(unknown) > len(words) or min(map(len, unknown)) < 2:
        return
    for number, line in enumerate(text.splitlines(), start=1):
        for column, cell in enumerate(split_cells(line) or (), start=1):
            if cell.lower() in unknown:
                raise InputError(
                    f"line {number}, column {column}: {quoted(cell)} is not a colour; use a name "
                    "such as red, or a letter for each colour"
                )


def from_json(text: str, *, null: bool = True) -> str:
    r"""Return the boards of a JSON text as rows of tab-separated cells; return other text as is.

    Parameters
    ----------
    null : bool
        Whether null is accepted as a cell; it is returned as a dot.

    Raises
    ------
    InputError
        If the text is JSON but neither a board (a list of rows) nor a list of boards, or if it is
        incomplete JSON.

    >>> from_json('[[0, 1], [1, 10]]'), from_json('["01", "10"]'), from_json("[.[")
    ('0\t1\n1\t10\n', '01\n10\n', '[.[')
    """
    if not text.lstrip().startswith(("[", "{")):
        return text
    try:
        read = json.loads(text)
    except json.JSONDecodeError as error:
        if _is_incomplete(text, error):
            raise InputError("this JSON is incomplete; a bracket is not closed") from None
        return text  # a board may begin with a bracket
    except (ValueError, RecursionError):
        return text
    boards = read if _depth(read) > 2 else [read]
    lines: list[str] = []
    for board in boards:
        lines += [*_json_rows(board, null), ""]
    return "\n".join(lines)


def _is_incomplete(text: str, error: json.JSONDecodeError) -> bool:
    """Return whether a text begins like rows in JSON and ends within them."""
    rest = text[error.pos :].strip()
    unclosed = "null".startswith(rest) or error.msg.startswith("Unterminated string")
    return unclosed and ROWS.match(text) is not None


def _json_rows(board: Any, null: bool) -> Iterator[str]:
    if not isinstance(board, list) or not board:
        raise InputError(NO_BOARD)
    for number, row in enumerate(board):
        match row:
            case str() if row:
                yield row
            case [*cells] if not null and (empty := [c for c in cells if c in (None, "")]):
                found = "null" if empty[0] is None else "an empty cell"
                raise InputError(
                    f"row {number}, column {cells.index(empty[0])}: {found} is not a colour; use "
                    "a digit or a letter"
                )
            case [*cells] if cells and all(isinstance(cell, str | int | None) for cell in cells):
                yield "\t".join("." if cell is None else str(cell) for cell in cells)
            case _:
                raise InputError(NO_BOARD)


def _depth(read: Any) -> int:
    depth = 0
    while isinstance(read, list) and read:
        read, depth = read[0], depth + 1
    return depth
