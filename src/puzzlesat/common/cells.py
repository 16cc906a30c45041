"""Reading the cells of boards in the notations that all puzzles share.

Cells may be separated by blanks, commas or tabs. Colours may be names, hexadecimal codes or emoji.
"""

import re
from collections.abc import Callable, Sequence
from itertools import chain, pairwise
from string import ascii_lowercase, ascii_uppercase

from puzzlesat.common.errors import InputError, quoted
from puzzlesat.common.files import lines_of
from puzzlesat.common.limits import MAX_FIELDS

COLOUR_NAMES = {
    "red": "R",
    "green": "G",
    "blue": "B",
    "yellow": "Y",
    "orange": "O",
    "purple": "P",
    "violet": "V",
    "pink": "I",
    "cyan": "C",
    "magenta": "M",
    "brown": "N",
    "black": "K",
    "white": "W",
    "gray": "A",
    "grey": "A",
    "lime": "L",
    "teal": "T",
    "maroon": "X",
    "navy": "U",
    "olive": "E",
    "gold": "D",
    "tan": "Z",
    "silver": "S",
    "turquoise": "Q",
    "indigo": "J",
    "beige": "H",
    "fuchsia": "F",
}
"""The letter of each colour."""

EMOJI = {
    "🟥": "R",
    "🟩": "G",
    "🟦": "B",
    "🟨": "Y",
    "🟧": "O",
    "🟪": "P",
    "🟫": "N",
    "🔴": "R",
    "🟢": "G",
    "🔵": "B",
    "🟡": "Y",
    "🟠": "O",
    "🟣": "P",
    "🟤": "N",
    "⬛": "K",
    "⬜": "W",
    "⚫": "K",
    "⚪": "W",
}
"""The letter of each coloured square or circle."""

HEX_CODE = re.compile("#(?:[0-9a-fA-F]{3}){1,2}")

CODE_FENCE = re.compile("(?:```|~~~).*")
"""Matches the fence of a block of code."""

TABLE_RULE = re.compile(r"\+(?:[=-]{2,}\+)+|[|+](?: *[:=-]{2,} *[|+]){2,}")
"""Matches the rule of a table."""

FRAMED_ROW = re.compile(r"\s*\|[^|]{2,}\|\s*")
"""Matches a row in a frame, without bars between its cells."""

UNCOLOURED = {".", "_", "-", "0"}
"""The symbols of cells without a colour."""

EXPECTED_CELLS = "write one row per line and one character per cell"
"""The end of messages about cells that cannot be read."""


def split_cells(line: str) -> list[str] | None:
    r"""Return the cells of a row, or None if they are not separated.

    >>> split_cells("0, 1,2"), split_cells("0 1  2"), split_cells("0\t\t2"), split_cells("012")
    (['0', '1', '2'], ['0', '1', '2'], ['0', '', '2'], None)
    """
    for separator in ",;|\t":
        if separator in line:
            content = line.strip(" ").removesuffix(separator if separator != "\t" else "")
            content = content.removeprefix("|")
            cells = [_unquoted(cell.strip()) for cell in content.split(separator, MAX_FIELDS)]
            if len(cells) == 1 and separator in ",;":  # "0120," is not one cell
                return None
            if separator != "\t" or not any(" " in cell for cell in cells):
                return cells
    words = line.split(None, MAX_FIELDS)
    return words if len(words) > 1 else None


def _unquoted(cell: str) -> str:
    """Return a cell without the quotes that CSV files may have around it."""
    return cell[1:-1] if len(cell) > 2 and cell[0] == cell[-1] in ("'", '"') else cell


def without_frame(text: str) -> str:
    r"""Return a text without rules of tables, and with empty lines instead of code fences.

    The header of a table in Markdown, the marks of quoted lines, and the bars of a frame around all
    rows are removed, too.

    >>> without_frame("```\n> 01\n```"), without_frame("> 01\n> 10")
    ('\n> 01\n', '01\n10')
    >>> without_frame("+--+\n|01|\n|10|\n+--+")
    '01\n10'
    >>> without_frame("| x | y |\n|---|---|\n| 1 | 2 |")
    '| 1 | 2 |'
    """
    if not any(mark in text for mark in "`~|+>"):
        return text
    lines = text.split("\n")
    if all(line[:2] == "> " or not line.strip() for line in lines):
        lines = [line[2:] for line in lines]
    remaining: list[str] = []
    for line in lines:
        if not TABLE_RULE.fullmatch(line.strip()):
            remaining.append("" if CODE_FENCE.fullmatch(line.strip()) else line)
        elif remaining and re.match(r"\s*\| *[:-]", line):  # the line above is the header
            remaining.pop()
    if len(remaining) < len(lines):
        remaining = [
            line.strip()[1:-1] if FRAMED_ROW.fullmatch(line) else line for line in remaining
        ]
    return "\n".join(remaining)


def with_letters(text: str) -> tuple[str, str]:
    r"""Return a text with colours replaced by letters, and a remark that lists the replacements.

    Names and hexadecimal codes are replaced.

    Raise `InputError` if two colours would be read as the same letter.

    >>> with_letters("red blue\nblue red\n")
    ('R\tB\nB\tR\n', 'read red as R, blue as B')
    """
    letters = _letters(text)
    if not letters:
        return text, ""
    lines = text.splitlines()
    rows = [[letters.get(c.lower(), c) for c in split_cells(line) or ()] for line in lines]
    width = max(map(len, rows))
    for line, row in zip(lines, rows, strict=True):
        if len(row) == width - 1 and line.rstrip(" ").endswith((",", ";")):
            row.append("")  # an empty last cell
    table = "".join("\t".join(row) + "\n" for row in rows)
    return table, "read " + ", ".join(f"{word} as {letter}" for word, letter in letters.items())


def _letters(text: str) -> dict[str, str]:
    """Return the letter of each colour in a text, or {} if the text needs no replacement.

    Names and codes are replaced only if all other cells are in `UNCOLOURED`. Raise `InputError` if
    two colours have the same letter, and as `_check_names` does.
    """
    words: dict[str, None] = {}
    for line in lines_of(text):
        row_cells = split_cells(line.rstrip("\r\n"))
        if row_cells is None and line.strip():
            return {}
        words |= dict.fromkeys(cell.lower() for cell in row_cells or () if cell)
    colours = [cell for cell in words if cell not in UNCOLOURED]
    if colours and all(word in COLOUR_NAMES for word in colours):
        letters = {word: COLOUR_NAMES[word] for word in colours}
    elif colours and all(HEX_CODE.fullmatch(word) for word in colours):
        # #fff is #ffffff
        full_codes = {word: re.sub("^#(.)(.)(.)$", r"#\1\1\2\2\3\3", word) for word in colours}
        letter_of_code = dict(
            zip(dict.fromkeys(full_codes.values()), ascii_uppercase, strict=False)
        )
        is_complete = letter_of_code.keys() == {*full_codes.values()}
        return (
            {word: letter_of_code[code] for word, code in full_codes.items()} if is_complete else {}
        )
    else:
        _check_names(text, colours)
        return {}
    if len(set(letters.values())) < len(letters):
        ambiguous = [name for name in letters if [*letters.values()].count(letters[name]) > 1]
        ambiguous_names = " and ".join(
            name for name in ambiguous if letters[name] == letters[ambiguous[0]]
        )
        raise InputError(f"{ambiguous_names} would be read as the same letter; {EXPECTED_CELLS}")
    return letters


def _check_names(text: str, words: Sequence[str]) -> None:
    """Raise `InputError` for a word that is not a colour if at least half of the words are colours.

    A word of one character may be a symbol, so a text with such an unknown word is not checked.
    """
    unknown = {word for word in words if word not in COLOUR_NAMES and not HEX_CODE.fullmatch(word)}
    if not unknown or 2 * len(unknown) > len(words) or min(map(len, unknown)) < 2:
        return
    for number, line in enumerate(text.splitlines(), start=1):
        for column, cell in enumerate(split_cells(line) or (), start=1):
            if cell.lower() in unknown:
                raise InputError(
                    f"line {number}, column {column}: {quoted(cell)} is not a colour; use a name "
                    "such as red, or a letter for each colour"
                )


Block = list[tuple[int, str]]
"""Lines with their numbers."""


def without_gaps(blocks: Sequence[Block]) -> tuple[Sequence[Block], str]:
    """Return the boards of a text whose rows are separated by empty lines, and a remark.

    Rows are separated if every block of lines is one line. More empty lines than between two rows
    separate boards. Other blocks are returned as they are. Texts from word processors and from
    Markdown pages have such rows.

    >>> without_gaps([[(1, "01")], [(3, "10")], [(6, "22")], [(8, "22")]])[0]
    [[(1, '01'), (3, '10')], [(6, '22'), (8, '22')]]
    >>> without_gaps([[(1, "01")], [(3, "10")]])[1]
    'read as one board of 2 rows: empty lines between them are ignored'
    """
    if len(blocks) < 2 or any(len(block) > 1 for block in blocks):
        return blocks, ""
    gaps = [second[0][0] - first[0][0] for first, second in pairwise(blocks)]
    boards: list[Block] = [[*blocks[0]]]
    for gap, [row] in zip(gaps, blocks[1:], strict=True):
        if gap > min(gaps):
            boards.append([])
        boards[-1].append(row)
    widths = [{len(split_cells(line) or line) for _, line in board} for board in boards]
    if any(len(width) > 1 for width in widths) or {1} in widths:
        return blocks, ""
    is_single = len(boards) == 1
    reading, separated = (
        (f"one board of {len(boards[0])} rows", "them")
        if is_single
        else (f"{len(boards)} boards", "rows")
    )
    return boards, f"read as {reading}: empty lines between {separated} are ignored"


WITHOUT_HEADER = "read without the header"
"""The beginning of remarks on a header."""


def without_labels(
    rows: Sequence[Sequence[str]], is_cell: Callable[[str], bool]
) -> tuple[Sequence[Sequence[str]], str]:
    """Return the rows of a table without its header and row numbers, and a remark.

    A header consists of words with letters that are not cells, or, above more than three rows, of
    at least five consecutive numbers or letters, two of which occur nowhere else. Above row
    numbers, it has a word for every other column, and is empty above them or has consecutive words.

    Parameters
    ----------
    rows : sequence of sequence of str
        The cells of each row, which may differ in number.
    is_cell : function
        Whether a word can be a cell.

    Examples
    --------
    >>> without_labels([["", "0", "1"], ["0", "R", "G"], ["1", "G", "R"]], str.isalnum)
    ([['R', 'G'], ['G', 'R']], 'read without the header and the column of row numbers')
    >>> without_labels([["x-1", "x-2"], ["0", "1"]], str.isalnum)
    ([['0', '1']], 'read without the header')
    """
    if len(rows) < 2:
        return rows, ""
    header, body = rows[0], rows[1:]
    width = len(body[0])
    has_corner = len(header) == width and not header[0]
    labels = header[1:] if has_corner else header
    has_row_numbers = len(body) > 1 and are_consecutive([row[0] for row in body if row])
    if has_row_numbers and len(labels) == width - 1 and (has_corner or are_consecutive(labels)):
        return [row[1:] for row in body], f"{WITHOUT_HEADER} and the column of row numbers"
    if len(header) != width:
        return rows, ""
    has_names = all(re.search(r"[^\W\d_]", word) and not is_cell(word) for word in header)
    if has_names and all(map(is_cell, body[0])):
        return body, WITHOUT_HEADER
    remark = "the first line is read as a row; if it is a header, remove it"
    body_cells = chain.from_iterable(body)
    if all(map(str.isalpha, header)) and len(body) > 1 and all(map(str.isdecimal, body_cells)):
        return rows, remark
    if are_consecutive(header):
        header_only = set(header).difference(*body)
        if len(header) > 4 and len(body) > 3 and len(header_only) > 1:
            return body, WITHOUT_HEADER
        if len(header) == len(body) > 2 and header_only:
            return rows, remark
    return rows, ""


def are_consecutive(words: Sequence[str]) -> bool:
    """Return whether words are 0, 1, …, or 1, 2, …, or A, B, …, or a, b, …."""
    count = len(words)
    numbers = (list(map(str, range(first, first + count))) for first in (0, 1))
    letters = (list(alphabet[:count]) for alphabet in (ascii_uppercase, ascii_lowercase))
    return list(words) in (*numbers, *letters)
