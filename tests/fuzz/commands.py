"""Calls of every public command that reads files; ``<PARAMETER:FILE>`` is a file to be damaged.

``>`` is the output. The number after ``#`` scales the number of examples of slow commands.
"""

import re
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from .seeds import NAME

CALLS = """
floodit solve <files:board.txt> --json -q
floodit solve <files:boards.txt> --json -q --method pdr
floodit solve <files:sized_again.txt> --json -q --method thesis
floodit solve <files:line.txt> --json -q --format lines
floodit solve <files:sized.txt> --json -q
floodit solve <files:n4k3.csv> --json -q --format csv
floodit hint <file:board.txt> --json --timeout 9
floodit convert <files:boards.txt> --as rows -o >.txt
floodit convert <files:n4k3.csv> --as rows -o >.txt
floodit show <files:sized_again.txt>
floodit show <files:sized.txt> --svg -o >.svg
floodit show <files:board.txt> --html -o >.html   # 0.5
floodit encode <file:boards.txt> --board 1 --moves 2 -o >.cnf
floodit decode <file:centre.cnf> <answer:answer.txt>
floodit decode <file:formula.cnf> <answer:answer.txt>
floodit prove <boards:boards.txt> --format nogoods -o >.txt   # 0.5
floodit verify <evidence:refuted.txt> <boards:boards.txt>
floodit verify <evidence:refuted.txt>
floodit prove <boards:board.txt> -o <output:proven>   # 0.3
floodit verify <evidence:proven> <boards:board.txt>   # 0.3
floodit verify <evidence:proven>   # 0.5
flowfree solve <files:puzzle.txt> --json --unique
flowfree solve <files:numberlink.txt> --json --unique
flowfree solve <files:puzzles.csv> --encoding published --method ranks
flowfree solve <files:sketch.txt> --json --unique
flowfree solve <files:sketches.csv> --json --unique --method ranks
flowfree count <files:puzzle.txt> --json
flowfree count <files:sketch.txt> --json
flowfree hint <file:puzzle.txt> --link 2
flowfree show <files:puzzle.txt>
flowfree convert <files:puzzle.txt> --as link -o >.txt
flowfree convert <files:sketches.csv> --as rows -o >.txt
flowfree show <files:sketch.txt>
flowfree explain <file:puzzle.txt> -o >.html
flowfree explain <file:sketch.txt> --rule touching -o >.html
flowfree encode <file:puzzle.txt> -o >.cnf
flowfree encode <file:sketch.txt> -o >.cnf
flowfree decode <file:flow.cnf> <answer:flow_answer.txt>
flowfree prove <file:puzzle.txt> -o <folder:flow_proven>   # 0.3
flowfree prove <file:sketch.txt> -o <folder:marked_proven>   # 0.3
flowfree verify <folder:flow_proven> <puzzles:puzzle.txt>   # 0.5
flowfree verify <folder:marked_proven>   # 0.5
minesweeper deduce <files:state.txt> --json
minesweeper deduce <files:states.csv> --json
minesweeper solve <files:mined.csv> --json
minesweeper solve <files:game_id.txt> --json
minesweeper convert <files:mined.csv> --as id -o >.txt
minesweeper convert <files:states.csv> --as rows -o >.txt
minesweeper encode <file:state.txt> -o >.cnf
minesweeper hint <file:state.txt> --json
minesweeper explain <file:state.txt> -o >.html
minesweeper prove <file:state.txt> -o <folder:mines_proven>   # 0.3
minesweeper verify <folder:mines_proven> <states:state.txt>   # 0.5
"""


class Call(NamedTuple):
    """One of `CALLS`, and the factor for the number of its examples."""

    line: str
    share: float

    @property
    def files(self) -> dict[str, str]:
        return {found[1]: found[2] for found in NAME.finditer(self.line)}

    @property
    def command(self) -> str:
        return re.split(r" <| --| -\w| >", self.line)[0]

    @property
    def checker(self) -> bool:
        return "prove" in self.line

    def words(self, paths: Mapping[str, Path], output: Path) -> list[str]:
        """Return the words of the call with these files."""
        line = NAME.sub(lambda found: shlex.quote(str(paths[found[1]])), self.line)
        return [word.replace(">", str(output)) for word in shlex.split(line)]


def calls() -> list[Call]:
    lines = CALLS.strip().splitlines()
    split = [line.partition("#") for line in lines]
    return [Call(line.strip(), float(share or 1)) for line, _, share in split]
