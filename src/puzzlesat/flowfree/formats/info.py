"""What people need to know of the formats of puzzles."""

from puzzlesat.common.format_info import FormatInfo, FormatInfos

EXAMPLE = "https://puzz.link/p?numlin/5/5/1j2h3m1h2j3"
"""A link."""

FORMAT_INFO = FormatInfos(
    "puzzle",
    FormatInfo(
        "link",
        "links of puzz.link, one per line, of the genres numlin and arukone",
        "numlin/COLUMNS/ROWS/CELLS, perhaps after the address of a site with pzprjs. Numbers above "
        "9 become letters.",
        f"{EXAMPLE}\n",
        "https://puzz.link/p?slither/5/5/1j2h3m1h2j3\n",
    ),
    FormatInfo(
        "pzprv3",
        "a file of pzprv3, of the genres numlin and arukone",
        "What puzz.link saves (Save file as ...). Lines drawn in it are not part of the puzzle.",
        "pzprv3\nnumlin\n2\n3\n1 . 1 \n2 . 2 \n0 0 \n0 0 \n0 0 0 \n",
        "pzprv3\nnumlin\n3\n3\n1 . 1 \n2 . 2 \n0 0 \n0 0 \n0 0 0 \n",
    ),
    FormatInfo(
        "pack",
        "levels of the game's packs, one per line",
        "W,0,N,K and the cells of each path, numbered row by row. W may be W:H; after K, bridges, "
        "missing cells and walls may follow.",
        "3,0,1,2;0,3,6;1,2,5,4,7,8\n",
        "3,0,1,2;0,3,6;1\n",
    ),
    FormatInfo(
        "object",
        "JSON objects with rows, cols and endpoints",
        "endpoints is a list with the two ends of each flow, and an end is its row and column, "
        "counted from 0. No other keys are read.",
        '{"rows": 2, "cols": 3, "endpoints": [[[0, 0], [1, 0]], [[0, 2], [1, 2]]]}\n',
        '{"rows": 5, "cols": 5, "grid": ["A.B", "A.B"]}\n',
    ),
    FormatInfo(
        "list",
        "lists of rows, as JSON, Python, NumPy and MATLAB print them",
        "Rows in brackets within brackets, or with semicolons between the rows. Cells are those of "
        "rows, and may be in quotes. Several lists follow one another.",
        '[["A", ".", "B"], ["A", ".", "B"]]\n',
        "[[0, 0], [2, 0], [0, 1], [2, 2]]\n",
    ),
    FormatInfo(
        "csv",
        "a sample, as written by flowfree generate -o FILE.csv",
        "A header with the columns seed, rows, cols, k, i, solutions and puzzle; then a line for "
        "each puzzle, whose rows are joined by slashes.",
        "seed,rows,cols,k,i,solutions,puzzle\n7,3,2,2,0,one,AB/../AB\n",
        "rows,cols,puzzle\n3,2,AB/../AB\n",
    ),
    FormatInfo(
        "sized",
        "the numbers of columns and rows; then the rows",
        "The form of the solver numberlink. Several puzzles follow one another, and 0 0 may end "
        "the text. Cells are those of rows, or one of [\\]^_`, which follow Z in ASCII. Empty "
        "lines are ignored, and so are comments, as in rows.",
        "# two rows of three cells\n3 2\nA.B\nA.B\n",
        "2 3\nA.B\nA.B\n",
    ),
    FormatInfo(
        "rows",
        "rows, one per line; a board with bridges, warps, walls or missing cells is a sketch",
        "At least two rows and columns (or fewer, with --format rows), with equally many cells in "
        "each row. A dot is a free cell, and so is 0 if all other symbols are numbers. Any other "
        "symbol is an endpoint and occurs exactly twice: a letter, a digit, a "
        "coloured square or circle (emoji); or, if blanks, commas or tabs separate all cells of a "
        "puzzle, a number without leading zeros. Numbers above 9 become letters. An empty line "
        "separates puzzles, and a line that begins with # and a blank is a comment.",
        "A.B\n..C\nABC\n",
        "A#B\n..C\nABC\n",
    ),
)
