"""Game IDs of Flood, in Simon Tatham's Portable Puzzle Collection: ``4x4c4m0:0120120333210012,7``.

An ID consists of width and height (or one side of a square), the number of colours, the moves that
are allowed beyond those of the program's own solver, the colours in rows from the top left, and the
number of moves that the game allows. It describes play from the top-left corner.
"""

import re
from string import ascii_uppercase, digits

from puzzlesat.common.errors import InputError, counted, quoted
from puzzlesat.common.limits import MAX_FIELDS, check_shape, parse_whole_number
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.graph import ClusterGraph
from puzzlesat.floodit.board.greedy import greedy
from puzzlesat.floodit.formats.info import LINK

SYMBOLS = digits + ascii_uppercase

MIN_COLOURS, MAX_COLOURS = 3, 10
"""The numbers of colours of the program."""

ID_OR_LINK = re.compile(
    r"(?P<link>https?://[^\s#]{1,200}#)?(?P<params>\d[a-z0-9]{0,40})(?P<mark>[:#])(?P<rest>\S*)",
    re.ASCII,
)
"""An ID or a link to one; the mark is ``#`` before the seed of a random board."""

PARAMS = re.compile(r"(\d+)(?:x(\d+))?(?:c(\d+))?(?:m\d+)?", re.ASCII)

ID_SYNTAX = "WIDTHxHEIGHTcCOLOURS:GRID,LIMIT, such as 4x4c4:0120120333210012,7"


def parse_id(text: str) -> Board:
    """Return the board of a game ID.

    Raise `InputError` if the text is not an ID, or contains the seed of a random board.

    >>> board = parse_id("4x4c4m0:0120120333210012,7")
    >>> board.text, board.k, board.limit
    ('0120/1203/3321/0012', 4, 7)
    """
    match = ID_OR_LINK.fullmatch(text)
    if match is None or match["link"]:
        raise InputError(f"expected {ID_SYNTAX}, not {quoted(text, 80)}")
    if match["mark"] == "#":
        raise InputError(
            "an ID with # is the seed of a random board, which only that program can make; copy "
            "the ID under Specific, not that under Random Seed"
        )
    params = PARAMS.fullmatch(match["params"])
    if params is None:
        raise InputError(f"expected {ID_SYNTAX}, not the parameters {quoted(match['params'])}")
    cols, rows = (_number(word, "the size") for word in (params[1], params[2] or params[1]))
    check_shape(rows, cols)
    grid, comma, limit = match["rest"].partition(",")
    if not comma or not limit.isdecimal():
        raise InputError(f"expected a comma and the number of moves after the grid: {ID_SYNTAX}")
    if len(grid) != rows * cols:
        fields = counted(len(grid), "field")
        raise InputError(f"the grid has {fields}, but {cols}×{rows} needs {rows * cols}")
    wrong_symbol = next((symbol for symbol in grid if symbol not in SYMBOLS), None)
    if wrong_symbol is not None:
        raise InputError(f"{quoted(wrong_symbol)} is not a colour of an ID; use 0-9 and A-Z")
    symbols = sorted(set(grid), key=SYMBOLS.index)
    if params[3]:
        k = _number(params[3], "the number of colours", 1, len(SYMBOLS))
        if SYMBOLS.index(symbols[-1]) >= k:
            raise InputError(f"the grid shows {symbols[-1]}, but c{k} ends at {SYMBOLS[k - 1]}")
        symbols = list(SYMBOLS[:k])
    colour_of = {symbol: c for c, symbol in enumerate(symbols)}
    colour = tuple(colour_of[symbol] for symbol in grid)
    move_limit = _number(limit, "the number of moves")
    return Board(rows, cols, len(symbols), colour, tuple(symbols), limit=move_limit)


def parse_link(text: str) -> Board:
    """Return the board of a link to a game ID; raise `InputError` as `parse_id` does."""
    address, mark, game_id = text.partition("#")
    if not mark or not address.startswith(("http://", "https://")):
        raise InputError(f"expected {LINK} and a game ID, not {quoted(text, 80)}")
    return parse_id(game_id)


def _number(word: str, meaning: str, least: int = 0, most: int = MAX_FIELDS) -> int:
    value = parse_whole_number(word, least, most)
    if value is None:
        raise InputError(f"{meaning} is {quoted(word)}; expected a number from {least} to {most}")
    return value


def game_id_of(board: Board) -> str:
    """Return a board as a game ID.

    The game allows the limit of the board's source, or its known minimum, or the moves of `greedy`.
    Raise `InputError` for a board that the program does not support.

    >>> game_id_of(parse_id("4x4c4m0:0120120333210012,7")), game_id_of(Board.of(["xy", "yz"]))
    ('4x4c4m0:0120120333210012,7', '2x2c3m0:0112,2')
    """
    if board.start_text:
        raise InputError(f"a game ID starts in the corner, not in {board.start_text}")
    if not MIN_COLOURS <= board.k <= MAX_COLOURS:
        raise InputError(
            f"a game ID has {MIN_COLOURS} to {MAX_COLOURS} colours, not {board.k}; write another "
            "format, such as sized"
        )
    if len(board.colour) < 2:
        raise InputError("a game ID needs at least two fields")
    limit = board.limit or board.known_minimum or len(greedy(ClusterGraph.of(board)))
    grid = "".join(SYMBOLS[c] for c in board.colour)
    return f"{board.cols}x{board.rows}c{board.k}m0:{grid},{limit}"


def link_of(board: Board) -> str:
    """Return a link that plays a board; raise `InputError` as `game_id_of` does."""
    return LINK + game_id_of(board)
