"""The original files: a few are written by hand, and all others are made by the commands."""

import re
import shlex
from contextlib import chdir
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.flowfree.samples import BRIDGE, SKETCH
from tests.programs import answer_of_solver

from .running import CHECKER_MEMORY, run

WRITTEN = {
    "board.txt": "0120\n1203\n3321\n",
    "boards.txt": "0 1 2\n1 2 0\n\nab\nba\nca\n",
    "line.txt": "0123012301230123012301230123012301230123012301230123012301230123\n",
    "sized.txt": "# a comment\n2 3 3\n1 2 3\n3 1 2\n0\n\n1 3 2\n1 2 1\n2\n",
    "puzzle.txt": "A.B\n..C\nABC\n\nAB\n..\nAB\n",
    "sketch.txt": "\n".join([*SKETCH, "", "A.B", "..B", "A..", "", *BRIDGE, ""]),
    "sketches.csv": "seed,rows,cols,k,i,solutions,puzzle\n"
    f"1,4,4,3,0,one,{'/'.join(SKETCH)}\n1,3,3,2,1,one,{'/'.join(BRIDGE)}\n",
    "numberlink.txt": "# two\n3 3\nA.B\n..C\nABC\n\n2 1\nAA\n0 0\n",
    "game_id.txt": "4x4:2,3,ma66e\n",
    "state.txt": "mines: 2\n1.1..\n11...\n\n.1\n11\n",
}
"""The contents of the files that no command makes, by name."""

RECIPES = {
    "n4k3.csv": "floodit sample -n 4 -k 3 --count 3 -o >",
    "sized_again.txt": "floodit convert <boards.txt> --as sized -o >",
    "formula.cnf": "floodit encode <board.txt> --moves 6 -o >",
    "centre.cnf": "floodit encode <board.txt> --start 1,1 --moves 6 -o >",
    "refuted.txt": "floodit prove <boards.txt> --format nogoods -o >",
    "proven": "floodit prove <board.txt> -o >",
    "puzzles.csv": "flowfree generate -n 4 -k 3 --count 3 -q -o >",
    "flow.cnf": "flowfree encode <puzzle.txt> -o >",
    "flow_proven": "flowfree prove <puzzle.txt> -o >",
    "marked_proven": "flowfree prove <sketch.txt> -o >",
    "states.csv": "minesweeper generate --rows 4 --cols 4 --mines 3 --count 3 -o >",
    "mined.csv": "minesweeper generate --rows 4 --cols 4 --mines 3 --count 2 --no-guess -q -o >",
    "mines_proven": "minesweeper prove <state.txt> -o >",
}
"""The commands that make the other files: ``<NAME>`` is another file, ``>`` is this one."""

ANSWERED = {"answer.txt": "formula.cnf", "flow_answer.txt": "flow.cnf"}
"""The formula that each solver output belongs to."""


def answer(formula: str) -> str:
    """Return the output of a solver for one of the formulas in `RECIPES`."""
    return f"c a solver\n{answer_of_solver(seed(formula))}"


NAME = re.compile(r"<(?:(\w+):)?([^>]+)>")


FOLDER = TemporaryDirectory(prefix="seeds-")
"""The folder of the files, which is removed when Python exits."""


@cache
def seed(name: str) -> Path:
    """Return a file or folder; it is made at the first call."""
    path = Path(FOLDER.name, name)
    if name in WRITTEN:
        path.write_text(WRITTEN[name])
    elif name in ANSWERED:
        path.write_text(answer(ANSWERED[name]))
    else:
        for needed in NAME.findall(RECIPES[name]):
            seed(needed[1])
        line = NAME.sub(r"\2", RECIPES[name]).replace(">", name)
        with chdir(FOLDER.name):
            done = run(shlex.split(line), CHECKER_MEMORY)
        assert done.exit_code == 0, (line, done.stderr)
    return path
