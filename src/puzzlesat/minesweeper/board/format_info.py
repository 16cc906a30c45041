"""The names of the formats, in the order in which they are tried."""

from puzzlesat.common.format_info import FormatInfo, FormatInfos


def _info(name: str, title: str, example: str, source: str) -> FormatInfo:
    return FormatInfo(name, title, source, example, "")


FORMAT_INFO = FormatInfos(
    "state",
    _info(
        "csv",
        "a sample, as written by minesweeper generate",
        "seed,rows,cols,mines,i,state\n2020,2,2,1,0,1./..\n",
        "any program that writes these columns",
    ),
    _info(
        "mine",
        "COLSxROWSxMINES, then one row per line: 0-8, F for a flag, anything else for a "
        "covered field",
        "3x2x2\n1FH\nHHH\n",
        "files .mine of JSMinesweeper",
    ),
    _info(
        "json",
        "a list of rows in JSON, or an object with such a list and the number of mines",
        '{"mines": 2, "state": ["1F.", "..."]}\n',
        "other programs",
    ),
    _info(
        "rows",
        "one row per line. Fields are 0-8, . (covered; so are # x ?) and F (flagged, or a "
        'revealed mine; so are f P M ! * 9 🚩 ⚑ 💣 💥). A line "mines: N" above the rows gives '
        "the number of mines on the whole board. Blanks, commas, semicolons or tabs may separate "
        "fields, and blank lines separate states. A blank, - or _ is read if the other symbols "
        "leave no doubt whether it is 0 or covered",
        "mines: 2\n1F.\n...\n",
        "people, and minesweeper convert",
    ),
)


BOARD_FORMAT_INFO = FormatInfos(
    "board",
    _info(
        "id",
        "one game ID per line, WxH:X,Y,BITMAP, where X is the column and Y the row of the "
        "first click",
        "9x9:4,4,m00b7d48a3e0231c419200\n",
        "Game > Specific in Mines of Simon Tatham's Portable Puzzle Collection",
    ),
    _info(
        "csv",
        "a sample, as written by minesweeper generate --no-guess; the first click is in start_row "
        "and start_col",
        "rows,cols,mines,board,start_row,start_col\n2,3,1,--*/---,0,0\n",
        "any program that writes these columns",
    ),
    _info(
        "picture",
        'one row per line, * for a mine, - for any other field; a line "first: ROW, COLUMN" '
        "above the rows gives the first click. Numbers may be written, and are checked",
        "first: 0, 0\n--*\n---\n",
        "people, and the solution of a lost game",
    ),
)
