"""The names of the formats, in the order in which they are tried."""

from puzzlesat.common.format_info import FormatInfo, FormatInfos


def _info(name: str, title: str, example: str, source: str) -> FormatInfo:
    return FormatInfo(name, title, source, example, "")


EXAMPLE = "https://puzz.link/p?numlin/5/5/1j2h3m1h2j3"
"""A link."""

FORMAT_INFO = FormatInfos(
    "puzzle",
    _info(
        "link",
        "links of puzz.link, one per line, of the genres numlin and arukone",
        f"{EXAMPLE}\n",
        "puzz.link and other sites with pzprjs",
    ),
    _info(
        "pzprv3",
        "a file of pzprv3, of the genres numlin and arukone",
        "pzprv3\nnumlin\n2\n3\n1 . 1 \n2 . 2 \n0 0 \n0 0 \n0 0 0 \n",
        "puzz.link, *Save file as …*",
    ),
    _info(
        "pack",
        "levels, one per line: W,0,N,K and the cells of each path, numbered row by row. W may "
        "be W:H; after K, bridges, missing cells and walls may follow",
        "3,0,1,2;0,3,6;1,2,5,4,7,8\n",
        "the level packs of the game",
    ),
    _info(
        "objects",
        "JSON objects with a size and pairs of endpoints, or with a grid of cells that are objects",
        '{"rows": 2, "cols": 3, "endpoints": [{"start": {"row": 0, "col": 0}, "end": '
        '{"row": 1, "col": 2}}, {"start": {"row": 0, "col": 2}, "end": {"row": 1, "col": 1}}]'
        "}\n",
        "other programs",
    ),
    _info(
        "json",
        "a list of rows in JSON, or as printed by Python, NumPy and other languages; a row is "
        "a list of cells or a string",
        '[["A", null, "B"], ["A", null, "B"]]\n',
        "other programs",
    ),
    _info(
        "csv",
        "a sample, as written by flowfree generate -o FILE.csv",
        "seed,rows,cols,k,i,solutions,puzzle\n7,3,2,2,0,one,AB/../AB\n",
        "any program that writes these columns",
    ),
    _info(
        "sized",
        "rows below a line with the numbers of columns and rows; lines that begin with # are "
        "comments, and 0 0 ends the file",
        "# two rows of three cells\n3 2\nA.B\nA.B\n",
        "the solver numberlink, and contests",
    ),
    _info(
        "rows",
        "one row per line. A dot or a blank is a free cell, # a missing cell, and any other "
        "character an endpoint, which occurs twice; or numbers, letters or names of colours "
        "such as red, separated by blanks, commas or tabs. In a puzzle without dots and "
        "blanks, each of 0, _ and - is a free cell unless it occurs twice. Empty lines "
        "separate puzzles. A board with bridges, warps or walls is drawn as a sketch",
        "A.B\n..C\nABC\n",
        "people, the post of M. Zucker, and flowfree generate",
    ),
)
