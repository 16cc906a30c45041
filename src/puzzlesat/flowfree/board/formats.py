"""Read puzzles in four formats, which are recognised automatically.

*   ``rows``: one row per line, one character per cell. A dot or a blank is a free cell; any other
    character is an endpoint. Empty lines separate puzzles; blanks, commas or tabs may separate
    cells. In a puzzle whose free cells are neither dots nor blanks, each of `MARKS` is a free cell
    unless it occurs exactly twice. A JSON list of lists is read as rows.
*   ``sketch``: a board with bridges, warps, walls or missing cells
    (`puzzlesat.flowfree.board.sketch`), recognised by the ``+`` at its corners. A file may contain
    both sketches and puzzles in the format ``rows``.
*   ``numberlink``: rows as above, after a line with the numbers of columns and rows. Empty lines
    and lines that begin with ``#`` may precede a puzzle; the line ``0 0`` ends the file. A file
    that could also be in the format ``rows`` is rejected unless it begins with ``#``.
*   ``csv``: a *sample*, that is, a table of generated puzzles; its column ``puzzle`` contains the
    lines of each puzzle, joined by ``/``.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path

from puzzlesat.common.cells import split_cells, with_letters
from puzzlesat.common.errors import InputError, counted, error_context, item_at, quoted
from puzzlesat.common.files import blocks, lines_of, read_text
from puzzlesat.common.limits import MAX_FIELDS, check_shape, whole_number
from puzzlesat.common.lists import from_json
from puzzlesat.common.rows import Columns, Row, count, parse_rows, positive
from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.board.sketch import is_sketch

SAMPLE: Columns = {
    **{"seed": count, "rows": positive, "cols": positive, "k": positive, "i": count},
    **{"solutions": str, "puzzle": str},
}
"""The columns of a sample."""

SIZED = re.compile(r"(?:#[^\r\n]*|\s)*+\d++ ++\d++ *+(?:[\r\n]|\Z)")
"""A pattern for the beginning of a file in numberlink's format, up to the first puzzle's size."""

MARKS = "_-0⬛⬜"
"""The symbols that may mark free cells in a puzzle without dots."""

Block = list[tuple[int, str]]
"""Lines with their numbers."""

Named = tuple[str, Puzzle]
"""A name and a puzzle. The name is the puzzle's number in the file. In a sample, it consists of the
puzzle's shape, number of flows and number.
"""


def read_puzzles(path: str | Path, tell: Callable[[str], None] = lambda _: None) -> list[Named]:
    """Return the named puzzles in a file, or in standard input if `path` is ``-``.

    `tell` is called with a remark if names of colours were read as letters.

    Raises
    ------
    InputError
        If the file is invalid; the message names the file and, if possible, the line.
    OSError
        If the file cannot be read.
    """
    text = read_text(path)
    with error_context(path):
        text, remark = with_letters(from_json(text))
        puzzles = list(_reader(text)(text))
        if not puzzles:
            raise InputError("no puzzle found")
    if remark:
        tell(f"{path}: {remark}")
    return puzzles


def read_named(path: str | Path) -> list[Named]:
    """Return the puzzles in a file; puzzles that are not from a sample are named after the file."""
    puzzles = read_puzzles(path)
    stem = Path(path).stem
    return [
        (name if puzzle.origin else stem if len(puzzles) == 1 else f"{stem}_{name}", puzzle)
        for name, puzzle in puzzles
    ]


def read_all_named(paths: Sequence[str | Path]) -> list[Named]:
    """Return the puzzles in several files; raise `InputError` if two have the same name."""
    puzzles = [named for path in paths for named in read_named(path)]
    [(name, times)] = Counter(name for name, _ in puzzles).most_common(1)
    if times > 1:
        raise InputError(f"two puzzles have the name {name}")
    return puzzles


def puzzle_of(
    path: str | Path, number: int, tell: Callable[[str], None] = lambda _: None
) -> Puzzle:
    """Return puzzle `number`, counted from 0, of a file; raise `InputError` if there is none."""
    return item_at(read_puzzles(path, tell), number, path, "puzzle")[1]


def parse_puzzle(text: str, origin: str = "") -> Puzzle:
    """Return the puzzle in a text: its rows, or the lines of its sketch, joined by ``/``.

    `origin` describes the source of the puzzle. Raise `InputError` if the text is invalid.

    Examples
    --------
    >>> parse_puzzle("A../BAB").lines
    ['A..', 'BAB']
    """
    return _puzzle(list(enumerate(text.split("/"))), "row", origin)


def sample_row(seed: int, i: int, solutions: str, puzzle: Puzzle) -> Row:
    """Return the row of puzzle `i` in a sample."""
    return {
        **{"seed": seed, "rows": puzzle.rows, "cols": puzzle.cols, "k": puzzle.k, "i": i},
        **{"solutions": solutions, "puzzle": puzzle.text},
    }


def _reader(text: str) -> Callable[[str], Iterator[Named]]:
    """Return the reader for the format of a text; raise `InputError` if the format is ambiguous."""
    if "puzzle" in text.partition("\n")[0].strip().split(","):
        return _sample
    if not SIZED.match(text):
        return _rows
    if not text.lstrip().startswith("#") and _are_rows(text):
        raise InputError(
            "the first line can be a row or, as in numberlink's format, a size; if it is a row, "
            "write dots for free cells; if it is a size, insert a line that begins with # above it"
        )
    return _numberlink


def _are_rows(text: str) -> bool:
    try:
        return all(_rows(text))
    except InputError:
        return False


def _sample(text: str) -> Iterator[Named]:
    for number, row in enumerate(parse_rows(text, SAMPLE), start=2):
        with error_context(f"line {number}"):
            puzzle = parse_puzzle(
                row["puzzle"],
                f"seed {row['seed']}, number {row['i']}, solutions: {row['solutions']}",
            )
        stated, given = (tuple(row[key] for key in ("rows", "cols", "k")), "{}×{}, k = {}")
        found = (puzzle.rows, puzzle.cols, puzzle.k)
        if found != stated:
            raise InputError(
                f"line {number}: the puzzle is {given.format(*found)}, "
                f"but the row states {given.format(*stated)}"
            )
        yield "r{rows}_c{cols}_k{k}_{i}".format(**row), puzzle


def _rows(text: str) -> Iterator[Named]:
    for number, block in enumerate(blocks(text, strip=False)):
        yield str(number), _puzzle(_as_typed(block), "line", "")


def _as_typed(block: Block) -> Block:
    """Return rows without separators, with dots for free cells; refuse ambiguous rows."""
    if is_sketch([line for _, line in block]):
        return block
    block = _side_by_side(block)
    cells = "".join(line for _, line in block)
    if "." in cells or " " in cells:
        return block
    count = Counter(cells)
    marks = [mark for mark in MARKS if count[mark]]
    free = [mark for mark in marks if count[mark] != 2]
    if marks and not free and len(count) > len(marks):
        raise InputError(
            f"line {block[0][0]}: {marks[0]} may be a free cell or an endpoint; write dots for "
            "free cells, or letters for endpoints"
        )
    dots = str.maketrans(dict.fromkeys(free, "."))
    return [(number, line.translate(dots)) for number, line in block]


def _side_by_side(block: Block) -> Block:
    """Return rows without the separators of cells, if there are any."""
    rows = [split_cells(line) for _, line in block]
    lines = [line.strip(" ") for _, line in block]
    if any(row is None or len(row) != len(rows[0] or ()) for row in rows):
        return block
    cells = [cell for row in rows for cell in row or ()]
    text = "".join(lines)
    mark = next((mark for mark in "\t," if mark in text), " ")
    long = next((cell for cell in cells if len(cell) > 1), None)
    if long is not None:
        if mark == "\t" or ("." in cells and long.isdecimal()):
            raise InputError(
                f"line {block[0][0]}: {quoted(long)} is not one character; write a letter or a "
                "digit for each endpoint"
            )
        return block
    if mark == " " and any(len(line) != 2 * len(rows[0] or ()) - 1 for line in lines):
        return block
    if text.count(mark) == 2 if mark == "," else mark == " " and not set(cells) & {".", *MARKS}:
        what = "commas may be endpoints" if mark == "," else "blanks may be free cells"
        raise InputError(
            f"line {block[0][0]}: {what} or separate cells; write the cells side by side, and "
            "dots for free ones"
        )
    return [
        (number, "".join(cell or "." for cell in row or ()))
        for (number, _), row in zip(block, rows, strict=True)
    ]


def _numberlink(text: str) -> Iterator[Named]:
    lines = ((i, line.rstrip("\r\n")) for i, line in enumerate(lines_of(text), start=1))
    number = 0
    for first, line in lines:
        if not line.strip() or line.startswith("#"):
            continue
        sizes = [whole_number(word, 0, MAX_FIELDS) for word in line.split()]
        match sizes:
            case [0, 0]:
                return
            case [int(cols), int(rows)]:
                check_shape(rows, cols)
            case _:
                raise InputError(
                    f"line {first}: expected the numbers of columns and rows of the next puzzle"
                )
        block = list(islice(lines, rows))
        for i, row in block:
            if len(row) != cols:
                raise InputError(
                    f"line {i}: {counted(len(row), 'cell')}, but {cols} according to line {first}"
                )
        if len(block) < rows:
            raise InputError(f"line {first}: expected {counted(rows, 'row')}, found {len(block)}")
        yield str(number), _puzzle(block, "line", "")
        number += 1


def _puzzle(block: Block, unit: str, origin: str) -> Puzzle:
    """Return the puzzle in numbered rows or lines of a sketch; `unit` names these in messages."""
    (first, row), *rest = block
    lines = [line for _, line in block]
    sketched = is_sketch(lines)
    for number, other in block:
        for symbol in "" if other.isprintable() and "/" not in other else other:
            if symbol == "/":
                raise InputError(f"{unit} {number}: / separates rows and is not a cell")
            if not symbol.isprintable():
                raise InputError(
                    f"{unit} {number}: {symbol!r} is not printable, so it is not a cell"
                )
    for number, other in rest:
        if len(other) != len(row):
            raise InputError(
                f"{unit} {number}: {len(other)} {'characters' if sketched else 'cells'}, "
                f"but {unit} {first} has {len(row)}"
            )
    try:
        check_shape(*(size // 2 if sketched else size for size in (len(lines), len(row))))
        return Puzzle.of(lines, origin)
    except InputError as error:
        place = f"{unit} {first}" if not rest else f"{unit}s {first} to {block[-1][0]}"
        raise InputError(f"{place}: {error}") from None
