"""Game IDs of Mines in Simon Tatham's Portable Puzzle Collection.

An ID is ``WxH:X,Y,BITMAP``: the numbers of columns and rows, the column and the row of the first
click, and a bit for each field in rows, 1 for a mine, in hexadecimal. After ``m``, the bitmap is
masked, so that a player does not see the mines in it.
"""

import re

from puzzlesat.common.errors import InputError, counted, quoted
from puzzlesat.common.limits import check_shape
from puzzlesat.minesweeper.board.board import Board

PARAMETERS = re.compile(r"(\d{1,7})(?:x(\d{1,7}))?(?:n(\d{1,7}))?a?", re.ASCII)
"""The columns, the rows if they differ, the number of mines, and ``a`` if a guess may be needed."""

POSITION = re.compile(r"(\d{1,7}),(\d{1,7}),([mu]?)(.*)", re.ASCII)
"""The first click, whether the bitmap is masked, and the bitmap."""

ID = re.compile(r"\d{1,7}(x\d{1,7})?(n\d{1,7})?a?[:#]\S+", re.ASCII)
"""An ID; after ``#`` is the seed of a random board."""


def parse_id(text: str) -> Board:
    """Return the board of an ID, or raise `InputError`.

    >>> board = parse_id("9x9:4,4,m00b7d48a3e0231c419200")
    >>> len(board.mined), board.first, board.lines[0]
    (35, 40, '******--*')
    """
    if "#" in text:
        raise InputError(
            "this is a random seed, for which that program's generator is needed; copy the ID of "
            "Game > Specific, which has a colon, not that of Game > Random Seed"
        )
    parameters, _, description = text.partition(":")
    size = PARAMETERS.fullmatch(parameters)
    if size is None:
        raise InputError(f"{quoted(parameters)} is not a size of Mines; expected WxH, such as 9x9")
    cols, rows = int(size[1]), int(size[2] or size[1])
    check_shape(rows, cols)
    if description.startswith("r"):
        raise InputError(
            "this ID is of a game before its first click, so its mines are not yet placed; "
            "uncover a field, and copy the ID again"
        )
    position = POSITION.fullmatch(description)
    if position is None:
        raise InputError("after the colon of a game ID, expected X,Y,BITMAP")
    x, y, kind, bitmap = position.groups()
    if int(x) >= cols or int(y) >= rows:
        raise InputError(f"the first click, {x},{y}, is outside {cols}x{rows}")
    fields = rows * cols
    digits = -(-fields // 4)
    if len(bitmap) != digits or not re.fullmatch("[0-9a-fA-F]*", bitmap):
        raise InputError(
            f"the bitmap must have {counted(digits, 'hexadecimal digit')} for {cols}x{rows}, not "
            f"{len(bitmap)}"
            if len(bitmap) != digits
            else "the bitmap contains a character that is no hexadecimal digit"
        )
    bits = bytes.fromhex(bitmap + "0" * (digits % 2))
    if kind == "m":
        bits = _exchanged(bits, fields, masking=False)
    mined = frozenset(f for f in range(fields) if bits[f // 8] >> (7 - f % 8) & 1)
    if size[3] and int(size[3]) != len(mined):
        raise InputError(f"the ID says {counted(int(size[3]), 'mine')}, but has {len(mined)}")
    return Board(rows, cols, mined, int(y) * cols + int(x))


def game_id_of(board: Board) -> str:
    """Return the masked ID of a board; raise `InputError` if its first click is unknown.

    >>> game_id_of(parse_id("3x3:0,0,u008"))
    '3x3:0,0,m280'
    """
    if board.first is None:
        raise InputError("a game ID needs the first click; add it with --first ROW,COLUMN")
    fields = board.rows * board.cols
    bits = bytearray(-(-fields // 8))
    for f in board.mined:
        bits[f // 8] |= 1 << (7 - f % 8)
    masked = _exchanged(bytes(bits), fields, masking=True).hex()
    y, x = divmod(board.first, board.cols)
    return f"{board.cols}x{board.rows}:{x},{y},m{masked[: -(-fields // 4)]}"


def _exchanged(bits: bytes, fields: int, *, masking: bool) -> bytes:
    """Mask the bits of a bitmap, or undo it.

    The first half of the bytes, rounded down, is XORed with a stream of digests of the second half,
    and then the second half with digests of the first. Undoing takes these steps in reverse.
    """
    middle = len(bits) // 2
    first, second = bits[:middle], bits[middle:]
    for step in (0, 1) if masking else (1, 0):
        if step == 0:
            first = _xor(first, second)
        else:
            second = _xor(second, first)
            if fields % 8:  # the bits that belong to no field stay clear
                second = second[:-1] + bytes([second[-1] & (0xFF00 >> fields % 8) & 0xFF])
    return first + second


def _xor(target: bytes, seed: bytes) -> bytes:
    from hashlib import sha1  # loads OpenSSL, which other formats do not need

    size = sha1().digest_size
    count = -(-len(target) // size)
    stream = b"".join(sha1(seed + str(block).encode()).digest() for block in range(count))
    return bytes(a ^ b for a, b in zip(target, stream, strict=False))
