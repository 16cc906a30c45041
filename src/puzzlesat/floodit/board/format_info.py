"""The names of the formats, in the order in which they are tried."""

from puzzlesat.common.format_info import FormatInfo, FormatInfos

LINK = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/flood.html#"
"""The page that plays the game whose ID follows."""

FORMAT_INFO = FormatInfos(
    "board",
    FormatInfo(
        "id",
        "a game ID of Flood in Simon Tatham's Portable Puzzle Collection; several IDs have a "
        "line each",
        "4x4c4m0:0120120333210012,7\n",
        "the game's menu (Specific) and its option --generate",
    ),
    FormatInfo(
        "link",
        "a link that plays a game ID",
        f"{LINK}4x4c4m0:0120120333210012,7\n",
        "the online version of this game",
    ),
    FormatInfo(
        "json",
        "nested lists as JSON, Python, NumPy, MATLAB, JavaScript or C print them; a row is a list "
        "of colours or a string. In a JSON object, the list may be under any key",
        "[[0, 1, 2], [1, 2, 0]]\n",
        "other programs",
    ),
    FormatInfo(
        "csv",
        "a sample, as written by floodit sample, and the known minima in a column minimum if given",
        "seed,n,k,board,fields\n2020,2,3,0,01/12\n",
        "any program that writes these columns",
    ),
    FormatInfo(
        "sized",
        "rows cols k, then the fields as colours 1..k, then the known minimum if it is given; "
        "or rows cols, rowsxcols, n k or n, then the rows. # starts a comment",
        "2 3 3\n1 2 3\n2 3 1\n3\n",
        "contests, exercises and sets of boards",
    ),
    FormatInfo(
        "lines",
        "one square board per line (recognised if every line has 64 or more fields, unless the "
        "lines together form a square)",
        f"{'01' * 32}\n",
        "sets of random boards, one per line",
    ),
    FormatInfo(
        "rows",
        "one row per line. Fields are digits or letters without separators; or numbers, "
        "letters or names of colours such as red, separated by blanks, commas, semicolons or "
        "tabs; or squares or circles as emoji. Empty lines separate boards, and / may separate "
        "rows",
        "0120\n1203\n3321\n0012\n",
        "people, and floodit show, whose headings are read as well",
    ),
)
