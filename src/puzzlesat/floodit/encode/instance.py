"""Instances of "can this board be flooded in p moves?" as files, and moves from their models.

The comments of a file determine its instance, except for an encoding in a Python file, of which the
comments contain only the name. Otherwise the file suffices to check its clauses, and to decode and
replay a model that another program found.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from importlib.metadata import version
from itertools import chain
from pathlib import Path

import numpy as np

from puzzlesat.common.errors import DisagreementError, InputError, counted, quoted
from puzzlesat.common.limits import MAX_FIELDS, parse_whole_number
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.referee import floods, newly_flooded
from puzzlesat.floodit.encode.clusters import ClustersEncoder
from puzzlesat.floodit.encode.clusters import Variables as LayerVariables
from puzzlesat.floodit.encode.own import SUFFIX
from puzzlesat.floodit.encode.redundant import check_encoding, encoder_of
from puzzlesat.floodit.encode.thesis import ENCODINGS, PRINTED_ENCODINGS, Encoder, Variables
from puzzlesat.floodit.formats.text import parse_board, parse_start
from puzzlesat.sat.dimacs import Writable, read_written, reading_comments, write
from puzzlesat.sat.formula import Formula, Shuffle, check_variables

BASIC_ENCODINGS = (*ENCODINGS, "clusters")
"""The encodings by name, without those that add clauses to the minimal one."""

VARIANTS = ("corrected", "printed")
"""The variants of an encoding: with the corrections of `thesis.CORRECTIONS`, or as printed."""


@dataclass(frozen=True)
class Instance:
    """The formula for "can this board be flooded in p moves?", in one encoding and variant.

    Parameters
    ----------
    board : Board
    p : int
        The number of moves, ≥ 0.
    encoding : str
        ``clusters``, or a name that `encoder_of` accepts.
    variant : str
        One of `VARIANTS`; only ``minimal`` and ``extended`` have a printed variant.
    shuffle : int, optional
        The seed of a random numbering of the variables and a random order of the clauses.

    Raises
    ------
    InputError
        If the encoding or variant is unknown, the encoding has no such variant, or p is negative.

    Examples
    --------
    >>> instance = Instance(Board.of([[0, 1], [1, 2]]), p=2)
    >>> len(instance.formula()), instance.moves([1, 9])
    (84, [0])
    """

    board: Board
    p: int
    encoding: str = "minimal"
    variant: str = "corrected"
    shuffle: int | None = None

    def __post_init__(self) -> None:
        if self.p < 0:
            raise InputError(f"expected 0 moves or more, not {self.p}")
        check_encoding(self.encoding, "clusters")
        if self.variant not in VARIANTS:
            raise InputError(f"unknown variant {self.variant!r}; choose from {', '.join(VARIANTS)}")
        if self.variant == "printed" and self.encoding not in PRINTED_ENCODINGS:
            raise InputError(
                f"the encoding {self.encoding} has no printed variant; "
                f"choose from {', '.join(PRINTED_ENCODINGS)}"
            )

    @cached_property
    def _encoder(self) -> Encoder | ClustersEncoder:
        if self.encoding == "clusters":
            return ClustersEncoder(self.board)
        if self.variant == "printed":
            return Encoder(self.board, PRINTED_ENCODINGS[self.encoding])
        return encoder_of(self.board, self.encoding)

    @property
    def variables(self) -> Variables | LayerVariables:
        """The numbering of the variables before any shuffle, such as ``variables.Fld(t, f)``."""
        return self._encoder.variables

    def formula(self) -> Formula:
        """Return the formula."""
        formula = self._encoder.formula(self.p)
        if self.shuffle is None:
            return formula
        return Shuffle(self.shuffle, formula.variables).formula(formula)

    @property
    def size(self) -> tuple[int | None, int | None]:
        """The numbers of variables and clauses, without computing them; None if unknown."""
        return self._encoder.size(self.p)

    def move_literals(self, moves: Iterable[int]) -> list[int]:
        """Return the literals, before any shuffle, that choose these colours in this order."""
        return self._encoder.move_literals(moves, self.p)

    def moves(self, model: Iterable[int]) -> list[int]:
        """Return the colours that a model chooses, in the order of time.

        Raise `InputError` if the model has a variable that the formula does not have.
        """
        literals, encoder = list(model), self._encoder
        variables = encoder.formula(self.p).variables
        check_variables(np.array(literals, dtype=np.int64), variables)
        if self.shuffle is not None:
            shuffle = Shuffle(self.shuffle, variables)
            literals = [shuffle.unshuffled(literal) for literal in literals]
        return encoder.moves(literals, self.p)

    @property
    def subject(self) -> str:
        """The board and number of moves, for messages."""
        return f"the board and the {counted(self.p, 'move')}"

    @property
    def goal(self) -> str:
        """The effect of a model's moves, for messages."""
        if self.variant == "printed":
            return (
                "every field is flooded, or touches the flood and is flooded for free in state p+1"
            )
        return "every field is flooded"

    def check(self, moves: Sequence[int]) -> None:
        """Replay a model's moves by the rules of the game.

        Raises
        ------
        DisagreementError
            If there are more than p moves, or the moves do not flood the board. In the printed
            variant, clusters next to the final flood count as flooded.
        InputError
            If a move is not a colour of the board.
        """
        listed = self.board.format_colours(moves)
        if self.variant == "printed":
            suffices = touches_all(self.board, moves)
        else:
            suffices = floods(self.board.grid, moves, self.board.start)
        if not suffices or len(moves) > self.p:
            and_then = " and the step after them" if self.variant == "printed" else ""
            played = f"the moves {listed}" if moves else "0 moves"
            raise DisagreementError(
                f"{played}{and_then} do not flood the board in {counted(self.p, 'move')}"
            )

    def comments(self, command: str) -> dict[str, object]:
        """Return the comments of the file that a command line writes, in order."""
        board, shuffle = self.board, {"shuffle": self.shuffle}
        return {
            "description": f"can this Flood-It board be flooded in {self.p} moves?"
            + (" (state p+1 for free, as printed)" if self.variant == "printed" else ""),
            "generator": f"puzzlesat {version('puzzlesat')}",
            "command": command,
            "seed": board.origin or "none, the board was given",
            "encoding": self.encoding,
            "variant": self.variant,
            "rows": board.rows,
            "cols": board.cols,
            "colours": board.k,
            **({"symbols": board.legend} if board.legend else {}),
            "moves": self.p,
            "board": board.text,
            **({"start": board.start_text} if board.start_text else {}),
            **(self._encoder.variable_map(self.p) if self.shuffle is None else shuffle),
        }

    def write(self, command: str, file: Writable) -> None:
        """Write the instance as DIMACS to a binary file."""
        write(self.formula(), self.comments(command), file)

    @classmethod
    def of_comments(cls, comments: Mapping[str, str], trusted: str | None = None) -> "Instance":
        """Return the instance that a file's comments describe.

        `trusted` is a Python file with an encoding, which is executed if the comments name such a
        file. Raise `InputError` if a comment is missing or damaged, or names a Python file
        and `trusted` is not given.
        """
        with reading_comments():
            text, k = comments["board"], _number(comments, "colours")
            symbols = comments["symbols"].split() if "symbols" in comments else None
            board = parse_board(text, k, symbols)
            if "start" in comments:
                board = board.with_start(parse_start(comments["start"]))
            p, encoding = _number(comments, "moves"), comments["encoding"]
            if encoding.endswith(SUFFIX):
                if trusted is None:
                    raise InputError(
                        f"encoding: {quoted(encoding)} is a Python file, which is executed only "
                        "if --encoding names it"
                    )
                encoding = trusted
            shuffle = _number(comments, "shuffle") if "shuffle" in comments else None
            return cls(board, p, encoding, comments["variant"], shuffle)


def _number(comments: Mapping[str, str], key: str) -> int:
    number = parse_whole_number(comments[key], 0, MAX_FIELDS)
    if number is None:
        raise InputError(f"{key}: {quoted(comments[key])} is not a number from 0 to {MAX_FIELDS}")
    return number


def read_instance(path: str | Path, trusted: str | None = None) -> Instance:
    """Return the instance of a DIMACS file, after comparing the clauses with its comments.

    Errors are those of `read_written`. A Python file is executed only if it is `trusted`.
    """
    return read_written(path, partial(Instance.of_comments, trusted=trusted))


def touches_all(board: Board, moves: Sequence[int]) -> bool:
    """Return whether each cluster of the board is flooded or next to the flood after these moves.

    >>> touches_all(Board.of([[0, 1, 2]]), []), touches_all(Board.of([[0, 1, 2]]), [1])
    (False, True)
    """
    flooded = chain.from_iterable(newly_flooded(board.grid, moves, board.start))
    area = {r * board.cols + c for r, c in flooded}
    return all(
        any(f in area or area.intersection(board.neighbours[f]) for f in cluster)
        for cluster in board.clusters
    )
