"""Level packs of the game.

A level is a line ``SIZE,0,NUMBER,FLOWS;PATH;PATH;…``. SIZE is the width, or ``W:H``; it may be
followed by ``+B``, which draws the border. A path lists its cells, which are numbered row by row.
After the number of flows, the first part may list bridges, missing cells and walls (``a|b``), each
separated by colons.
"""

import re
from collections.abc import Sequence

from puzzlesat.common.errors import InputError, counted, quoted
from puzzlesat.common.limits import MAX_FIELDS, check_shape, parse_whole_number
from puzzlesat.flowfree.board.grid import BOTTOM, PLAIN, RIGHT, Marks, Side
from puzzlesat.flowfree.board.puzzle import FREE, SYMBOLS, Puzzle

PACK = re.compile(r"\d+(?::\d+)?(?:\+B)?,\d+,\d+,\d+(?:,[\d:|]*)*(?:;\d+(?:,\d+)*)+;?")
"""A level."""


def parse_level(line: str) -> Puzzle:
    """Return the puzzle of a level: the ends of its paths; raise `InputError` for any other text.

    >>> parse_level("3,0,1,2;0,3,6;1,2,5,4,7,8")
    Puzzle.of(['AB.', '...', 'A.B'])
    """
    if not PACK.fullmatch(line):
        raise InputError(f"{quoted(line)} is not a level such as 3,0,1,2;0,3,6;1,2,5,4,7,8")
    head, *path_texts = line.rstrip(";").split(";")
    size, _, number, flows, *mark_lists = head.split(",")
    width, _, height = size.removesuffix("+B").partition(":")
    cols, rows = _number(width), _number(height or width)
    check_shape(rows, cols)
    paths = [[_cell(word, rows * cols) for word in path.split(",")] for path in path_texts]
    if len(paths) != _number(flows):
        raise InputError(f"{counted(len(paths), 'path')}, but {counted(_number(flows), 'flow')}")
    marks = _marks(mark_lists, rows, cols)
    flow = [FREE] * (rows * cols)
    for f, path in enumerate(paths):
        if path[0] == path[-1]:
            raise InputError(f"path {f} begins and ends in cell {path[0]}")
        for end in (path[0], path[-1]):
            if flow[end] != FREE:
                raise InputError(f"two paths end in cell {end}")
            flow[end] = f
    if len(paths) > len(SYMBOLS):
        raise InputError(f"more than {len(SYMBOLS)} flows")
    symbols = tuple(SYMBOLS[: len(paths)])
    return Puzzle(rows, cols, tuple(flow), symbols, f"level {number}", marks=marks)


def _number(word: str) -> int:
    number = parse_whole_number(word, 0, MAX_FIELDS)
    if number is None:
        raise InputError(f"{quoted(word)} is too large")
    return number


def _cell(word: str, cells: int) -> int:
    number = _number(word)
    if number >= cells:
        raise InputError(f"there is no cell {number}; the last is {cells - 1}")
    return number


def _marks(mark_lists: Sequence[str], rows: int, cols: int) -> Marks:
    """Return the marks that the first part of a level lists: bridges, missing cells and walls."""
    if len(mark_lists) > 3 or any("|" in part for part in mark_lists[:2]):
        raise InputError("the first part has more than bridges, missing cells and walls")
    lists = [[word for word in part.split(":") if word] for part in mark_lists]
    bridges, missing, walls = [*lists, [], [], []][:3]
    if not any((bridges, missing, walls)):
        return PLAIN
    sides: set[Side] = set()
    for wall in walls:
        pair = [word for word in wall.split("|") if word]
        if len(pair) != 2:
            raise InputError(f"the wall {wall} is not two cells, such as 0|1")
        i, j = sorted(_cell(word, rows * cols) for word in pair)
        if j - i not in (1, cols):
            raise InputError(f"the cells of the wall {wall} have no common side")
        sides.add((i, BOTTOM if j - i == cols else RIGHT))
    return Marks(
        missing=frozenset(_cell(word, rows * cols) for word in missing),
        bridges=frozenset(_cell(word, rows * cols) for word in bridges),
        walls=frozenset(sides),
    )
