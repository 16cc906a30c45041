r"""Sketches: boards with bridges, warps, walls and missing cells, drawn with characters.

A sketch of rows × cols cells has 2·rows + 1 lines of 2·cols + 1 characters. Every second character
of every second line is a cell. The characters between and around the cells are their sides; ``+``
marks the points where sides meet::

    +^+-+-+-+
    |. . A #|
    + + + + +
    |B . B A|
    + +-+ + +
    <. . C|.>
    + + + + +
    <+ . # C>
    +v+-+-+-+

=========  =========================================================================
in a cell  ``.`` or a blank: free; ``#``: missing; ``+``: a bridge; else an endpoint
between    a blank: open; ``|`` or ``-``: a wall
around     ``|`` or ``-``: closed; ``<`` and ``>``, or ``^`` and ``v``: open, a warp
=========  =========================================================================

A wall next to a missing cell has no effect: it is accepted in input, but not written. A
puzzle given as rows of symbols is never mistaken for a sketch: in such rows, the symbol of an
endpoint occurs exactly twice, but in a sketch, ``+`` occurs at least four times.
"""

from collections import Counter
from collections.abc import Sequence

from puzzlesat.common.errors import InputError, counted
from puzzlesat.flowfree.board.grid import BOTTOM, RIGHT, Marks, Side

CELL_MARKS = "#+"
"""The symbols of a missing cell and a bridge."""

WARP_ENDS = {RIGHT: "<>", BOTTOM: "^v"}
"""The symbols of the two ends of a warp in each direction."""


def is_sketch(lines: Sequence[str]) -> bool:
    """Return whether lines have the corners of a sketch.

    >>> is_sketch(["+-+", "|.|", "+-+"]), is_sketch(["+.+", "..."]), is_sketch(["+-", "-+"])
    (True, False, False)
    """
    return len(lines) > 2 and lines[0][:3:2] == "++" and lines[-1].startswith("+")


def read_sketch(lines: Sequence[str]) -> tuple[list[str], Marks]:
    """Return the rows and the marks of a sketch; missing cells and bridges are dots in the rows.

    The lines must have the same length. Raise `InputError` if they are not a valid sketch.

    >>> rows, marks = read_sketch(["+-+-+", "<A|.>", "+ + +", "|. A|", "+-+-+"])
    >>> rows, marks.walls, marks.warps
    (['A.', '.A'], frozenset({(0, 1)}), frozenset({(1, 1)}))
    """
    height, width = len(lines), len(lines[0])
    if height % 2 == 0 or width % 2 == 0:
        raise InputError(
            "a sketch has an odd number of lines, and of characters in each line, "
            f"not {counted(height, 'line')} of {width}"
        )
    rows, cols = height // 2, width // 2
    cells = "".join(line[1::2] for line in lines[1::2])
    missing, bridges = (
        frozenset(cell for cell, symbol in enumerate(cells) if symbol == mark)
        for mark in CELL_MARKS
    )
    walls, ends = set[Side](), Counter[Side]()
    for y, line in enumerate(lines):
        for x in range(0, width, 1 + y % 2):
            closed, opened = _characters(y, x, height, width)
            if line[x] not in (closed, opened):
                raise InputError(
                    f"line {y + 1} of the sketch, character {x + 1}: {line[x]!r}, where only "
                    + " or ".join(sorted({repr(closed), repr(opened)}))
                    + " is allowed"
                )
            side, beyond = _side(y, x, rows, cols)
            if opened != " " and line[x] == opened != closed:
                ends[side] += 1
            elif opened == " " and line[x] == closed and not missing & {side[0], beyond}:
                walls.add(side)
    for (cell, direction), count in sorted(ends.items()):
        if count == 1:
            where = f"row {cell // cols + 1}" if direction == RIGHT else f"column {cell % cols + 1}"
            raise InputError(
                f"{where}: a warp has two ends, {' and '.join(WARP_ENDS[direction])}, not only one"
            )
    plain = cells.translate(dict.fromkeys(map(ord, CELL_MARKS), "."))
    lines = [plain[first : first + cols] for first in range(0, len(plain), cols)]
    return lines, Marks(missing, bridges, frozenset(walls), frozenset(ends))


def sketch(rows: Sequence[str], marks: Marks) -> list[str]:
    """Return the sketch of a board, in the format of `read_sketch`.

    The rows have a character for each cell; those of missing cells and bridges are ignored.

    >>> sketch(["A.", ".A"], Marks(walls=frozenset({(0, RIGHT)}), warps=frozenset({(1, RIGHT)})))
    ['+-+-+', '<A|.>', '+ + +', '|. A|', '+-+-+']
    """
    cols = len(rows[0])
    height, width = 2 * len(rows) + 1, 2 * cols + 1
    cells = list("".join(rows))
    for mark, marked in zip(CELL_MARKS, (marks.missing, marks.bridges), strict=True):
        for cell in marked:
            cells[cell] = mark

    def character(y: int, x: int) -> str:
        if y % 2 and x % 2:
            return cells[y // 2 * cols + x // 2]
        closed, opened = _characters(y, x, height, width)
        side, _ = _side(y, x, len(rows), cols)
        is_open = side not in marks.walls if opened == " " else side in marks.warps
        return opened if is_open else closed

    return ["".join(character(y, x) for x in range(width)) for y in range(height)]


def _characters(y: int, x: int, height: int, width: int) -> tuple[str, str]:
    """Return the characters of a closed and an open side at a position of a sketch."""
    if y % 2 == x % 2:
        return "+", "+"
    is_vertical = y % 2 == 1
    closed, ends = ("|", WARP_ENDS[RIGHT]) if is_vertical else ("-", WARP_ENDS[BOTTOM])
    coordinate, last = (x, width - 1) if is_vertical else (y, height - 1)
    return closed, ends[0] if coordinate == 0 else ends[1] if coordinate == last else " "


def _side(y: int, x: int, rows: int, cols: int) -> tuple[Side, int]:
    """Return the side at a position of a sketch, and the cell beyond it."""
    r, c = y // 2 % rows, x // 2 % cols
    beyond = r * cols + c
    if y % 2:
        return (r * cols + (c - 1) % cols, RIGHT), beyond
    return ((r - 1) % rows * cols + c, BOTTOM), beyond
