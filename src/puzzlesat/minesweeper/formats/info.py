"""What people need to know of the formats of states and whole boards."""

from puzzlesat.common.format_info import FormatInfo, FormatInfos

FORMAT_INFO = FormatInfos(
    "state",
    FormatInfo(
        "csv",
        "a sample, as written by minesweeper generate",
        "A header with the columns seed, rows, cols, mines, i and state; then a line for each "
        "state, whose rows are joined by slashes.",
        "seed,rows,cols,mines,i,state\n2020,2,2,1,0,1./..\n",
        "rows,cols,state\n2,2,1./..\n",
    ),
    FormatInfo(
        "mine",
        "states as files .mine of JSMinesweeper",
        "COLUMNSxROWSxMINES, then the rows: 0 to 8, H for a covered field, F for a flag. An empty "
        "line separates states.",
        "3x2x2\n1FH\nHHH\n",
        "3x2x2\n1FH\n",
    ),
    FormatInfo(
        "list",
        "lists of rows, as JSON, Python, NumPy and MATLAB print them",
        "Rows in brackets within brackets, or with semicolons between the rows. Fields are those "
        "of rows, and may be in quotes. Several lists follow one another.",
        '[[1, "F", "."], [".", ".", "."]]\n',
        "[[0, 3], [1, 2], [4, 4]]\n",
    ),
    FormatInfo(
        "rows",
        "rows, one per line, perhaps below the number of mines, as mines: N",
        "At least two rows and columns (or fewer, below the number of mines or with --format "
        "rows), with equally many fields in each row: 0 to 8, a dot or # for a covered field (one "
        "of them in a state), F for a flag, and * for a mine. At least one field is covered or has "
        "a flag. Blanks, commas or tabs may separate all fields of a state. An empty line "
        "separates states, and a line that begins with # and a blank is a comment.",
        "mines: 2\n1F.\n...\n",
        "3\n1F.\n...\n",
    ),
)

BOARD_FORMAT_INFO = FormatInfos(
    "board",
    FormatInfo(
        "id",
        "game IDs of Mines in Simon Tatham's Portable Puzzle Collection, one per line",
        "WIDTHxHEIGHT:X,Y,BITMAP, where X is the column and Y the row of the first click (Game > "
        "Specific, after this click).",
        "9x9:4,4,m00b7d48a3e0231c419200\n",
        "9x9n10#123456789\n",
    ),
    FormatInfo(
        "csv",
        "a sample, as written by minesweeper generate --no-guess",
        "A header with the columns rows, cols, mines and board, and perhaps start_row and "
        "start_col (the first click); then a line for each board, whose rows are joined by "
        "slashes.",
        "rows,cols,mines,board,start_row,start_col\n2,3,1,--*/---,0,0\n",
        "rows,cols,mines,board\n2,3,2,--*/---\n",
    ),
    FormatInfo(
        "board",
        "rows, one per line, perhaps below the first click, as first: ROW, COLUMN",
        "* for a mine, and - for any other field or its number, 0 to 8. Numbers are checked; next "
        "to them, - is 0. A single row or column needs the first click. Separators, empty lines "
        "and comments are those of states.",
        "first: 0, 0\n--*\n---\n",
        "..*\n...\n",
    ),
)
