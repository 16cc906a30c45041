"""Links of puzz.link, and files of pzprv3: the genres ``numlin`` and ``arukone``.

``https://puzz.link/p?numlin/COLS/ROWS/BODY`` has the cells row by row: ``0`` to ``f`` is a number,
``-`` precedes one of two hexadecimal digits, ``+`` one of three, ``=`` and ``%`` one of three to
which 4096 or 8192 is added, ``.`` is a number that is not given, and ``g`` to ``z`` skip 1 to 20
cells. A file of pzprv3 has lines, or parts between slashes, with the genre, the numbers of rows and
columns, the cells, and the lines that were drawn.

``arukone`` writes the numbers 1 to 52 as letters. Its solutions fill the board, unless the link
contains ``/e/`` or the file ``dontpassallcell``. In ``numlin``, cells may stay empty.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from string import ascii_letters

from puzzlesat.common.errors import InputError, counted, quoted
from puzzlesat.common.formats import Reading
from puzzlesat.common.limits import MAX_FIELDS, check_shape, whole_number
from puzzlesat.flowfree.board.forms import EXAMPLE
from puzzlesat.flowfree.board.puzzle import FREE, SYMBOLS, Puzzle, check_plain
from puzzlesat.flowfree.board.solution import trace

LETTERS = ascii_letters[26:] + ascii_letters[:26]
"""The letters of the numbers 1 to 52 in ``arukone``."""

GENRES = {"numlin": "numberlink", "numberlink": "numberlink", "arukone": "touching"}
"""The rule of each genre."""

LINK = re.compile(
    r"(?:(?:https?://)?[\w.:-]+/(?:[\w.-]+/)*p(?:\.html)?(?:_edit)?\?|\??)"
    r"(numlin|numberlink|arukone)(_edit)?/(?:v:/)?(e/)?(\d{1,7})/(\d{1,7})/([^\s?#&]*)(?:[?#&]\S*)?"
)
"""A link, with the genre, the number of columns, the number of rows, and the body."""

LONG = {"-": (2, 0), "+": (3, 0), "=": (3, 4096), "%": (3, 8192), "*": (4, 12240), "$": (5, 77776)}
"""For each prefix of a number, the count of hexadecimal digits, and what is added."""

WORD = re.compile(r"[^\s<>()\"'`]+")
"""A link, or a word next to it, without brackets and quotes around it."""

FILE = re.compile(r"pzprv3(?:\.\d+)?\s*[/\r\n]\s*(\w+)\s*[/\r\n]")
"""The beginning of a file, with the genre."""

NOT_GIVEN = "a number is not given; a puzzle needs both endpoints of each flow"


def is_link(text: str) -> str | None:
    """Return an empty string if a text contains a link, otherwise None."""
    words = WORD.findall(text)
    found = any(map(LINK.fullmatch, words)) or bool(re.match("https?://", "".join(words[:1])))
    return "" if found else None


def read_links(text: str) -> Reading[Puzzle]:
    """Return the puzzles of links, one in a line.

    >>> [puzzle] = read_links("https://puzz.link/p?numlin/5/5/1j2h3m1h2j3").puzzles
    >>> puzzle.lines, puzzle.rule
    (['1....', '2..3.', '.....', '.1..2', '....3'], 'numberlink')
    """
    remarks: list[str] = []
    puzzles = []
    for word in WORD.findall(text):
        found = LINK.fullmatch(word)
        if found is None:
            if "/" in word:
                raise InputError(
                    f"{quoted(word, 60)} is not a link of the genre numlin or arukone, such as "
                    f"{EXAMPLE}"
                )
            remarks.append("ignored the words around the link")
            continue
        genre, _, empty, cols, rows, body = found.groups()
        check_shape(int(rows), int(cols))
        numbers = list(_decoded(body, int(rows) * int(cols)))
        rule = "numberlink" if empty else GENRES[genre]
        puzzles.append(_puzzle(numbers, int(cols), rule, genre, remarks))
    return Reading(puzzles, [*dict.fromkeys(remarks)])


def _decoded(body: str, cells: int) -> Iterator[int | None]:
    """Yield the number of each cell, or None for a free one."""
    done = at = 0
    while at < len(body):
        mark, at = body[at], at + 1
        if "g" <= mark <= "z":
            skipped = ord(mark) - ord("g") + 1
            yield from [None] * min(skipped, cells - done)
            done += skipped
            continue
        digits, more = LONG.get(mark, (0, 0))
        if digits:
            mark, at = body[at : at + digits], at + digits
        if mark == ".":
            raise InputError(f"cell {done}: {NOT_GIVEN}")
        if not re.fullmatch(r"[0-9a-f]+", mark) or len(mark) < digits:
            raise InputError(f"the link has {quoted(mark)} where a number or g to z is expected")
        if done < cells:
            yield int(mark, 16) + more
        done += 1
    if done > cells:
        raise InputError(f"the link has {done} cells, but its size says {cells}")
    yield from [None] * (cells - done)


def _puzzle(
    numbers: Sequence[int | None], cols: int, rule: str, genre: str, remarks: list[str]
) -> Puzzle:
    """Return the puzzle of the numbers of cells, row by row."""
    symbols = _symbols({n for n in numbers if n is not None}, genre)
    cells = "".join("." if number is None else symbols[number] for number in numbers)
    other = [f"{n} as {x}" for n, x in symbols.items() if str(n) != x and genre != "arukone"]
    if other:
        remarks.append("read " + ", ".join(other[:5]) + ", and so on" * (len(other) > 5))
    lines = [cells[first : first + cols] for first in range(0, len(cells), cols)]
    return Puzzle.of(lines, rule=rule)


def _symbols(numbers: set[int], genre: str) -> dict[int, str]:
    """Return the symbol of each number: a digit, or the next letter in order."""
    if genre == "arukone" and numbers <= set(range(1, 53)):
        return {n: LETTERS[n - 1] for n in sorted(numbers)}
    long = sorted(n for n in numbers if n > 9)
    spare = [symbol for symbol in SYMBOLS if not symbol.isdecimal()]
    if len(long) > len(spare):
        raise InputError(f"more than {len(spare) + 9} different numbers")
    return {n: str(n) for n in sorted(numbers) if n <= 9} | dict(zip(long, spare, strict=False))


def numbers_of(puzzle: Puzzle, genre: str) -> dict[int, int]:
    """Return the number of each flow; the inverse of how numbers are read, where possible."""
    known: Mapping[str, int] = (
        {x: i for i, x in enumerate(LETTERS, start=1)}
        if genre == "arukone"
        else {str(n): n for n in range(1, 10)}
    )
    found = {f: known[x] for f, x in enumerate(puzzle.symbols) if x in known}
    others = [f for f, x in sorted(enumerate(puzzle.symbols), key=_rank) if f not in found]
    lowest = 10 if found and genre != "arukone" else 1
    unused = (n for n in count(lowest) if n not in found.values())
    return found | dict(zip(others, unused, strict=False))


def _rank(flow: tuple[int, str]) -> tuple[int, str]:
    return SYMBOLS.index(flow[1]) if flow[1] in SYMBOLS else len(SYMBOLS), flow[1]


def write_link(puzzle: Puzzle) -> str:
    """Return the link of a puzzle, of the genre ``numlin``, or ``arukone`` if flows must fill it.

    >>> write_link(Puzzle.of(["1....", "2..3.", ".....", ".1..2", "....3"], rule="numberlink"))
    'https://puzz.link/p?numlin/5/5/1j2h3m1h2j3'
    """
    genre = _genre(puzzle, "link")
    numbers = numbers_of(puzzle, genre)
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


def _genre(puzzle: Puzzle, what: str) -> str:
    check_plain(puzzle, f"the format {what} is", "rows")
    if puzzle.rule == "numberlink" or puzzle.k > len(LETTERS):
        return "numlin"
    return "arukone"


def is_file(text: str) -> str | None:
    """Return an empty string if a text begins like a file of pzprv3, otherwise None."""
    return "" if FILE.match(text.strip()) else None


def read_file(text: str) -> Reading[Puzzle]:
    """Return the puzzle of a file of pzprv3; lines that are drawn in it become a given solution.

    >>> [puzzle] = read_file("pzprv3/numlin/1/3/1 . 1 /1 1 /").puzzles
    >>> puzzle.lines, puzzle.given
    (['1.1'], (((0, 0), (0, 1), (0, 2)),))
    """
    begins = FILE.match(text.strip())
    if begins is None or begins[1] not in GENRES:
        raise InputError("expected a file that begins with pzprv3 and with numlin or arukone below")
    parts = [part.strip() for part in re.split(r"[/\r\n]", text.strip())]
    parts = [part for part in parts if part]
    genre, at, rule = parts[1], 2, GENRES[parts[1]]
    sizes = [whole_number(part, 1, MAX_FIELDS) for part in parts[2:4]]
    match sizes:
        case [int(rows), int(cols)]:
            check_shape(rows, cols)
            at = 4
        case _:
            raise InputError(f"expected the numbers of rows and columns below {genre}")
    if parts[at : at + 1] in (["passallcell"], ["dontpassallcell"]):
        rule = "touching" if parts[at] == "passallcell" else "numberlink"
        at += 1
    grid = [part.split() for part in parts[at : at + rows]]
    if len(grid) < rows or any(len(row) != cols for row in grid):
        raise InputError(f"expected {counted(rows, 'row')} of {counted(cols, 'cell')}")
    numbers = [_number(cell, genre) for row in grid for cell in row]
    remarks: list[str] = []
    puzzle = _puzzle(numbers, cols, rule, genre, remarks)
    return Reading([_with_drawn(puzzle, parts[at + rows :], remarks)], remarks)


def _number(cell: str, genre: str) -> int | None:
    if cell == ".":
        return None
    if cell == "-":
        raise InputError(NOT_GIVEN)
    number = whole_number(cell, 0, MAX_FIELDS)
    if number is None and genre == "arukone" and len(cell) == 1 and cell in LETTERS:
        number = LETTERS.index(cell) + 1
    if number is None:
        raise InputError(f"{quoted(cell)} is not a number")
    return number


def _with_drawn(puzzle: Puzzle, parts: Sequence[str], remarks: list[str]) -> Puzzle:
    """Return a puzzle with the drawn lines as its given solution, if they connect all endpoints."""
    rows, cols = puzzle.rows, puzzle.cols
    drawn = [part.split() for part in parts]
    sizes = [cols - 1] * (rows if cols > 1 else 0) + [cols] * (rows - 1)
    if [len(part) for part in drawn[: len(sizes)]] != sizes:
        return puzzle
    links = [i for i, x in enumerate(x for part in drawn[: len(sizes)] for x in part) if x == "1"]
    if not links:
        return puzzle
    degree: dict[int, int] = {}
    for i, j in puzzle.grid.links[links].tolist():
        degree[i], degree[j] = degree.get(i, 0) + 1, degree.get(j, 0) + 1
    whole = all(
        degree.get(node, 0) in ((0, 2) if f == FREE else (1,)) for node, f in enumerate(puzzle.flow)
    )
    paths, _ = trace(puzzle, links) if whole else ((), [])
    if not whole:
        remarks.append(f"ignored {counted(len(links), 'drawn line')}, which are no solution")
        return puzzle
    places = puzzle.grid.places
    return replace(puzzle, given=tuple(tuple(places[node] for node in path) for path in paths))


def write_file(puzzle: Puzzle) -> str:
    """Return the file of a puzzle, without drawn lines."""
    genre = _genre(puzzle, "pzprv3")
    numbers = numbers_of(puzzle, genre)
    names = {f: LETTERS[n - 1] if genre == "arukone" else str(n) for f, n in numbers.items()}
    head = ["pzprv3", genre, str(puzzle.rows), str(puzzle.cols)]
    if genre == "arukone":
        head.append("passallcell")
    cells = [names.get(f, ".") for f in puzzle.flow]
    width = puzzle.cols
    grid = ["".join(f"{x} " for x in cells[i : i + width]) for i in range(0, len(cells), width)]
    lines = ["0 " * (width - 1)] * puzzle.rows + ["0 " * width] * (puzzle.rows - 1)
    return "\n".join([*head, *grid, *lines])
