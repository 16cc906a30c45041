"""Instances of "can this board be flooded in p moves?" as files, and back from a model to moves.

An instance says in its comments all that it was made from. So a file is enough to read another
program's model as moves, and to replay them.
"""

import lzma
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from puzzlesat.common.errors import DisagreementError, InputError, error_context
from puzzlesat.common.files import COMPRESSED
from puzzlesat.floodit.board.board import SYMBOLS, Board
from puzzlesat.floodit.board.formats import parse_board
from puzzlesat.floodit.board.graph import ClusterGraph
from puzzlesat.floodit.board.referee import Grid, flooded_area, floods, states
from puzzlesat.floodit.encode.contracted import LayeredEncoder
from puzzlesat.floodit.encode.contracted import variable_map as contracted_map
from puzzlesat.floodit.encode.thesis import AS_PRINTED, ENCODINGS, Encoder
from puzzlesat.floodit.encode.thesis import variable_map as thesis_map
from puzzlesat.sat.dimacs import Writable, write
from puzzlesat.sat.formula import Formula

WRITTEN = (*ENCODINGS, "contracted")
"""The encodings that can be written."""

READINGS = ("mended", "printed")
"""How the thesis is read: with its slips mended, or exactly as printed, with the state p+1 of
conditions 5 and 10 (§3.4.5) and the tautologies of condition 8."""


@dataclass(frozen=True)
class Instance:
    """A formula that asks whether p moves flood a board.

    Parameters
    ----------
    board : Board
    p : int
        The number of moves, ≥ 0.
    encoding : str
        One of `WRITTEN`.
    reading : str
        One of `READINGS`; encodings that are not the thesis's have no printed one.

    Raises
    ------
    InputError
        If there is no such encoding or reading.

    Examples
    --------
    >>> instance = Instance(Board.of([[0, 1], [1, 2]]), p=2)
    >>> len(instance.formula()), instance.moves([1, 9])
    (84, [0])
    """

    board: Board
    p: int
    encoding: str = "minimal"
    reading: str = "mended"

    def __post_init__(self) -> None:
        if self.encoding not in WRITTEN:
            raise InputError(f"there is no encoding {self.encoding!r}; there are {_all(WRITTEN)}")
        if self.reading not in READINGS:
            raise InputError(f"there is no reading {self.reading!r}; there are {_all(READINGS)}")
        if self.reading == "printed" and self.encoding not in AS_PRINTED:
            raise InputError(
                f"only the thesis's encodings ({_all(AS_PRINTED)}) have a printed reading, "
                f"{self.encoding} has none"
            )

    def _encoder(self) -> Encoder | LayeredEncoder:
        if self.encoding == "contracted":
            return LayeredEncoder(ClusterGraph.of(self.board))
        encodings = AS_PRINTED if self.reading == "printed" else ENCODINGS
        return Encoder(self.board, encodings[self.encoding])

    def formula(self) -> Formula:
        """Return the formula."""
        return self._encoder().formula(self.p)

    def moves(self, model: Iterable[int]) -> list[int]:
        """Return the colours that a model chooses, in the order of time."""
        return self._encoder().moves(model, self.p)

    @property
    def goal(self) -> str:
        """What the moves of a model reach, in words."""
        if self.reading == "printed":
            return "all is flooded, or touches flood and is flooded for free in state p+1"
        return "all is flooded"

    def check(self, moves: Sequence[int]) -> None:
        """Replay a model's moves by the rules of the game.

        Raises
        ------
        DisagreementError
            If they do not do what the formula asks for: flood the board, or by the printed reading
            all of it but what is touched in the end.
        """
        if self.reading == "printed":
            done = all_touched(self.board, [*states(self.board.grid, moves)][-1])
        else:
            done = floods(self.board.grid, moves)
        if not done or len(moves) > self.p:
            written = "".join(str(self.board.symbols[c]) for c in moves)
            reading = " and the step after them" if self.reading == "printed" else ""
            raise DisagreementError(
                f"the moves {written}{reading} do not flood the board in {self.p} moves"
            )

    def comments(self, command: str) -> dict[str, object]:
        """Return what the comments of the file say, in order.

        Parameters
        ----------
        command : str
            The command line that writes the same file again.
        """
        board = self.board
        if self.encoding == "contracted":
            variables = contracted_map(ClusterGraph.of(board), self.p)
        else:
            variables = thesis_map(board, self.p, self.p + (self.reading == "printed"))
        return {
            "description": f"can this Flood-It board be flooded in {self.p} moves?"
            + (" (state p+1 for free, as printed)" if self.reading == "printed" else ""),
            "generator": f"puzzlesat {version('puzzlesat')}",
            "command": command,
            "seed": board.origin or "none, the board was given",
            "encoding": self.encoding,
            "reading": self.reading,
            "rows": board.rows,
            "cols": board.cols,
            "colours": board.k,
            "moves": self.p,
            "board": board.text,
            **variables,
        }

    def write(self, command: str, file: Writable) -> None:
        """Write the instance as DIMACS to a binary file."""
        write(self.formula(), self.comments(command), file)

    @classmethod
    def of_comments(cls, comments: Mapping[str, str]) -> "Instance":
        """Return the instance that a file's comments tell of.

        Raises
        ------
        InputError
            If they do not tell of any.
        """
        try:
            text, k = comments["board"], int(comments["colours"])
            if "," in text:
                rows = [[int(c) for c in row.split(",")] for row in text.split("/")]
                board = Board.of(rows, k)
            else:
                board = parse_board(text, k)
            return cls(board, int(comments["moves"]), comments["encoding"], comments["reading"])
        except KeyError as missing:
            raise InputError(f"no comment 'c {missing.args[0]}: …' in it") from None
        except ValueError as error:  # InputError is one
            raise InputError(f"its comments are damaged: {error}") from None


def file_name(n: int, k: int, m: int, s: int, encoding: str, reading: str) -> str:
    """Return the name of the instance of board s of a sample, without the thesis's defaults.

    Examples
    --------
    >>> file_name(70, 10, 229, 3, "minimal", "mended")
    'floodit-n70-k10-m229-s3.cnf.xz'
    >>> file_name(70, 10, 229, 3, "reduced", "printed")
    'floodit-n70-k10-m229-s3-reduced-printed.cnf.xz'
    """
    variant = [f"-{encoding}"] * (encoding != "minimal") + [f"-{reading}"] * (reading != "mended")
    return f"floodit-n{n}-k{k}-m{m}-s{s}{''.join(variant)}.cnf.xz"


def read_instance(path: str | Path) -> Instance:
    """Return the instance of a DIMACS file, of which only the comments are read.

    Raises
    ------
    InputError
        If it is none of ours; the message names the file.
    OSError
        If it cannot be read.
    """
    comments: dict[str, str] = {}
    try:
        with COMPRESSED.get(Path(path).suffix, open)(path, "rt", encoding="utf-8") as file:
            for line in file:
                if not line.startswith("c "):
                    break
                key, _, value = line[2:].rstrip("\n").partition(": ")
                comments[key] = value
    except (lzma.LZMAError, EOFError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read as text: {error}") from None
    with error_context(path):
        return Instance.of_comments(comments)


def symbols(board: Board, moves: Sequence[int]) -> str:
    """Return moves as samples write them, a symbol each, or joined by commas beyond 62 colours."""
    if board.k > len(SYMBOLS):
        return ",".join(map(str, moves))
    return "".join(SYMBOLS[c] for c in moves)


def _all(names: Iterable[str]) -> str:
    return ", ".join(names)


def all_touched(board: Board, grid: Grid) -> bool:
    """Tell whether one more step without a colour would flood all of the board.

    Examples
    --------
    >>> board = Board.of([[0, 1, 2]])
    >>> all_touched(board, board.grid), all_touched(board, ((1, 1, 2),))
    (False, True)
    """
    area = {r * board.cols + c for r, c in flooded_area(grid)}
    return all(
        any(f in area or area.intersection(board.neighbours[f]) for f in cluster)
        for cluster in board.clusters
    )
