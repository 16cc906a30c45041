"""What people need to know of the formats of boards."""

from puzzlesat.common.format_info import FormatInfo, FormatInfos

LINK = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/flood.html#"
"""The page that plays the game whose ID follows."""

FORMAT_INFO = FormatInfos(
    "board",
    FormatInfo(
        "id",
        "game IDs of Flood in Simon Tatham's Portable Puzzle Collection, one per line",
        "WIDTHxHEIGHT, c and the number of colours, m and a number, a colon, the colours 0-9 and "
        "A-Z row by row, a comma, and the number of moves that the game allows (Game > Specific).",
        "4x4c4m0:0120120333210012,7\n",
        "12x12c6m5#123456789\n",
    ),
    FormatInfo(
        "link",
        "links that play a game ID, one per line",
        "An address, #, and a game ID.",
        f"{LINK}4x4c4m0:0120120333210012,7\n",
        f"{LINK}4x4c4m0:012,7\n",
    ),
    FormatInfo(
        "list",
        "lists of rows, as JSON, Python, NumPy and MATLAB print them",
        "Rows in brackets within brackets, or with semicolons between the rows. Commas or blanks "
        "are between the colours. A colour is a digit, a letter, a number or a name as in rows, "
        "and may be in quotes. Several lists follow one another.",
        "[[0, 1, 2], [1, 2, 0]]\n",
        "[[[1, 0], [0, 1]], [[0, 1], [1, 0]]]\n",
    ),
    FormatInfo(
        "csv",
        "a sample, as written by floodit sample",
        "A header with the columns seed, n, k, board and fields, and perhaps minimum (the known "
        "minimum); then a line for each n×n board in k colours. fields are the rows joined by "
        "slashes.",
        "seed,n,k,board,fields\n2020,2,3,0,01/12\n",
        "n,fields\n2,01/12\n",
    ),
    FormatInfo(
        "sized",
        "the numbers of rows, columns and colours; then the rows, and perhaps the known minimum",
        "The three numbers have a line, and so has the known minimum. Blanks separate the colours, "
        "which are the numbers 1 to k, or 0 to k-1 if a field is 0. Several boards follow one "
        "another. Empty lines are ignored, and so are comments, as in rows.",
        "2 4 3\n1 2 3 1\n2 3 1 1\n3\n",
        "2 4\n1 2 3 1\n2 3 1 1\n",
    ),
    FormatInfo(
        "lines",
        "square boards, one per line",
        "The fields of each board row by row, without separators, and at least 64 of them unless "
        "--format lines is given. Lines that may also be the rows of one board are refused "
        "without it.",
        f"{'01' * 32}\n",
        f"{'01' * 32}\n{'10' * 32}\n",
    ),
    FormatInfo(
        "rows",
        "rows, one per line",
        "At least two rows and columns (or fewer, with --format rows), with equally many colours "
        "in each row. A colour is a digit, a letter, or a coloured square or circle (emoji); or, "
        "if blanks, commas or tabs separate all colours of a board, also a number without leading "
        "zeros, or a name such as red. Numbers, capitals, small letters, names and emoji are not "
        "mixed, except characters on a board of more than 10 colours. An empty line separates "
        "boards, and a line that begins with # and a blank is a comment.",
        "0120\n1203\n3321\n0012\n",
        "+---+---+\n| 0 | 1 |\n+---+---+\n| 1 | 0 |\n+---+---+\n",
    ),
)
