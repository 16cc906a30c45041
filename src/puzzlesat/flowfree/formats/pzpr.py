"""Links of puzz.link, and files of pzprv3: the genres ``numlin`` and ``arukone``.

``https://puzz.link/p?numlin/COLS/ROWS/BODY`` has the cells row by row: ``0`` to ``f`` is a number,
``-`` precedes one of two hexadecimal digits, ``+`` one of three, ``=`` and ``%`` one of three to
which 4096 or 8192 is added, ``*`` one of four and ``$`` one of five to which 12240 or 77776 is
added, ``.`` is a number that is not given, and ``g`` to ``z`` skip 1 to 20 cells. A file of pzprv3
has lines, or parts between slashes, with the genre, the numbers of rows and columns, the cells, and
the lines that were drawn.

``arukone`` writes the numbers 1 to 52 as letters. Its solutions fill the board, unless the link
contains ``/e/`` or the file ``dontpassallcell``. In ``numlin``, cells may stay empty.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import count
from math import inf

from puzzlesat.common.errors import InputError, counted, quoted
from puzzlesat.common.limits import MAX_FIELDS, check_shape, parse_whole_number
from puzzlesat.flowfree.board.puzzle import (
    FREE,
    LETTERS,
    SYMBOLS,
    Puzzle,
    check_plain,
    symbols_of_numbers,
)
from puzzlesat.flowfree.formats.info import EXAMPLE

RULE_OF_GENRE = {"numlin": "numberlink", "numberlink": "numberlink", "arukone": "touching"}
"""The rule of each genre."""

LINK = re.compile(
    r"(?:(?:https?://)?[\w.:-]+/(?:[\w.-]+/)*p(?:\.html)?(?:_edit)?\?|\??)"
    r"(numlin|numberlink|arukone)(_edit)?/(?:v:/)?(e/)?(\d{1,7})/(\d{1,7})/([^\s?#&]*)(?:[?#&]\S*)?"
)
"""A link, with the genre, the number of columns, the number of rows, and the body."""

NUMBER_PREFIXES = {
    "-": (2, 0),
    "+": (3, 0),
    "=": (3, 4096),
    "%": (3, 8192),
    "*": (4, 12240),
    "$": (5, 77776),
}
"""For each prefix of a number, the count of hexadecimal digits, and what is added."""

FILE_START = re.compile(r"pzprv3(?:\.\d+)?\s*[/\r\n]\s*(\w+)\s*[/\r\n]")
"""The beginning of a file, with the genre."""

NOT_GIVEN = "a number is not given; a puzzle needs both endpoints of each flow"


def parse_link(text: str) -> Puzzle:
    """Return the puzzle of a link; raise `InputError` for any other text.

    >>> puzzle = parse_link("https://puzz.link/p?numlin/5/5/1j2h3m1h2j3")
    >>> puzzle.lines, puzzle.rule
    (['1....', '2..3.', '.....', '.1..2', '....3'], 'numberlink')
    """
    match = LINK.fullmatch(text)
    if match is None:
        raise InputError(
            f"{quoted(text, 60)} is not a link of the genre numlin or arukone, such as {EXAMPLE}"
        )
    genre, _, may_be_empty, cols, rows, body = match.groups()
    check_shape(int(rows), int(cols))
    numbers = list(_decoded(body, int(rows) * int(cols)))
    return _puzzle(
        numbers, int(cols), "numberlink" if may_be_empty else RULE_OF_GENRE[genre], genre
    )


def _decoded(body: str, cells: int) -> Iterator[int | None]:
    """Yield the number of each cell, or None for a free one."""
    cells_done = position = 0
    while position < len(body):
        token, position = body[position], position + 1
        if "g" <= token <= "z":
            skipped = ord(token) - ord("g") + 1
            yield from [None] * min(skipped, cells - cells_done)
            cells_done += skipped
            continue
        digits, offset = NUMBER_PREFIXES.get(token, (0, 0))
        if digits:
            token, position = body[position : position + digits], position + digits
        if token == ".":
            raise InputError(f"cell {cells_done}: {NOT_GIVEN}")
        if not re.fullmatch(r"[0-9a-f]+", token) or len(token) < digits:
            raise InputError(f"the link has {quoted(token)} where a number or g to z is expected")
        if cells_done < cells:
            yield int(token, 16) + offset
        cells_done += 1
    if cells_done > cells:
        raise InputError(f"the link has {cells_done} cells, but its size says {cells}")
    yield from [None] * (cells - cells_done)


def _puzzle(numbers: Sequence[int | None], cols: int, rule: str, genre: str) -> Puzzle:
    """Return the puzzle of the numbers of cells, row by row."""
    given = {number for number in numbers if number is not None}
    if genre == "arukone" and given <= set(range(1, 53)):
        symbols = {n: LETTERS[n - 1] for n in given}
    else:
        symbols = symbols_of_numbers(given)
    cells = "".join("." if number is None else symbols[number] for number in numbers)
    lines = [cells[start : start + cols] for start in range(0, len(cells), cols)]
    return Puzzle.of(lines, rule=rule)


def _numbers_of(puzzle: Puzzle, genre: str) -> dict[int, int]:
    """Return the number of each flow: that of its symbol if it has one, otherwise an unused one."""
    symbols = LETTERS if genre == "arukone" else "123456789"
    numbers = {f: symbols.index(x) + 1 for f, x in enumerate(puzzle.symbols) if x in symbols}
    order = {symbol: i for i, symbol in enumerate(SYMBOLS)}
    ranked = sorted(enumerate(puzzle.symbols), key=lambda flow: (order.get(flow[1], inf), flow[1]))
    unused = count(10 if numbers and genre != "arukone" else 1)
    free = (n for n in unused if n not in numbers.values())
    return numbers | dict(zip((f for f, _ in ranked if f not in numbers), free, strict=False))


def link_of(puzzle: Puzzle) -> str:
    """Return the link of a puzzle, of the genre ``numlin``, or ``arukone`` if flows must fill it.

    A link with more than 52 flows is always ``numlin``, so it does not state that they must.

    >>> link_of(Puzzle.of(["1....", "2..3.", ".....", ".1..2", "....3"], rule="numberlink"))
    'https://puzz.link/p?numlin/5/5/1j2h3m1h2j3'
    """
    check_plain(puzzle, "the format link is", "rows")
    numlin = puzzle.rule == "numberlink" or puzzle.k > len(LETTERS)
    genre = "numlin" if numlin else "arukone"
    numbers = _numbers_of(puzzle, genre)
    body, skipped = "", 0
    for f in [*puzzle.flow, None]:
        if f == FREE:
            skipped += 1
        if skipped and (f != FREE or skipped == 20):
            body += chr(ord("g") + skipped - 1)
            skipped = 0
        if f is not None and f != FREE:
            body += _hexadecimal(numbers[f])
    return f"https://puzz.link/p?{genre}/{puzzle.cols}/{puzzle.rows}/{body}"


def _hexadecimal(number: int) -> str:
    if number < 16:
        return f"{number:x}"
    if number < 4096:
        return f"-{number:02x}" if number < 256 else f"+{number:03x}"
    raise InputError("links are written for at most 4095 flows")


def read_file(text: str) -> list[Puzzle]:
    """Return the puzzle of a file of pzprv3, without the lines that were drawn in it.

    >>> read_file("pzprv3/numlin/1/3/1 . 1 /1 1 /")
    [Puzzle.of(['1.1'], rule='numberlink')]
    """
    opening = FILE_START.match(text.strip())
    if opening is None or opening[1] not in RULE_OF_GENRE:
        raise InputError("expected a file that begins with pzprv3 and with numlin or arukone below")
    parts = [part.strip() for part in re.split(r"[/\r\n]", text.strip())]
    parts = [part for part in parts if part]
    genre, position, rule = parts[1], 2, RULE_OF_GENRE[parts[1]]
    sizes = [parse_whole_number(part, 1, MAX_FIELDS) for part in parts[2:4]]
    match sizes:
        case [int(rows), int(cols)]:
            check_shape(rows, cols)
            position = 4
        case _:
            raise InputError(f"expected the numbers of rows and columns below {genre}")
    if parts[position : position + 1] in (["passallcell"], ["dontpassallcell"]):
        rule = "touching" if parts[position] == "passallcell" else "numberlink"
        position += 1
    grid = [part.split() for part in parts[position : position + rows]]
    if len(grid) < rows or any(len(row) != cols for row in grid):
        raise InputError(f"expected {counted(rows, 'row')} of {counted(cols, 'cell')}")
    numbers = [_number(cell, genre) for row in grid for cell in row]
    puzzle = _puzzle(numbers, cols, rule, genre)
    drawn = [part.split() for part in parts[position + rows :]]
    lengths = [cols - 1] * (rows if cols > 1 else 0) + [cols] * (rows - 1)
    if drawn and list(map(len, drawn)) != lengths:
        raise InputError(
            f"below {counted(rows, 'row')} of {counted(cols, 'cell')}, expected the drawn lines of "
            "a board of this size, or nothing"
        )
    return [puzzle]


def _number(cell: str, genre: str) -> int | None:
    if cell == ".":
        return None
    if cell == "-":
        raise InputError(NOT_GIVEN)
    number = parse_whole_number(cell, 0, MAX_FIELDS)
    if number is None and genre == "arukone" and len(cell) == 1 and cell in LETTERS:
        number = LETTERS.index(cell) + 1
    if number is None:
        raise InputError(f"{quoted(cell)} is not a number")
    return number
