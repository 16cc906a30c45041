"""The common interface of encodings, and the links that a model uses."""

from collections.abc import Iterable, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.board.solution import Cells, trace
from puzzlesat.flowfree.encode.rings import Numbers
from puzzlesat.sat.formula import Clauses, Formula


class Encoding(Protocol):
    """The common interface of `links.Links` and `published.Published`."""

    name: str
    puzzle: Puzzle
    formula: Formula
    choice: Numbers

    @property
    def uses(self) -> Clauses:
        """The literals of each link, one of which is true if and only if the link is used."""

    @property
    def squares(self) -> list[Clauses]:
        """Further clauses, if necessary, to exclude all squares of four cells."""

    @property
    def legend(self) -> dict[str, str]:
        """The meaning of the variables."""

    def cut(self, cycle: Sequence[int]) -> list[Clauses]:
        """Return the clause that forbids a cycle at its position."""

    def cuts(self, cycle: Sequence[int]) -> list[Clauses]:
        """Return clauses that forbid a cycle wherever it fits on the board."""


def true_variables(model: Iterable[int], variables: int) -> NDArray[np.bool_]:
    """Return the value of each variable in a model; entry 0 is False."""
    literals = np.fromiter(model, dtype=np.int64)
    true = np.zeros(variables + 1, dtype=bool)
    true[literals[literals > 0]] = True
    return true


def used_links(encoding: Encoding, true: NDArray[np.bool_]) -> list[int]:
    """Return the links that a model uses; `true` contains the value of each variable."""
    return np.flatnonzero(true[encoding.uses].any(axis=1)).tolist()


def blocking(encoding: Encoding, true: NDArray[np.bool_], paths: Iterable[Cells]) -> list[int]:
    """Return a clause that the models of all other solutions satisfy, and those of this one do not.

    `true` contains the value of each variable in the model, and `paths` its paths. If cells may
    stay empty, the clause forbids the links of the paths: no solution contains those of another.
    """
    if encoding.puzzle.filling:
        return (-encoding.choice[true[encoding.choice]]).tolist()
    links = [link for path in paths for link in encoding.puzzle.grid.links_along(path)]
    return (-encoding.uses[links, 0]).tolist()


def traced(encoding: Encoding, true: NDArray[np.bool_]) -> tuple[tuple[Cells, ...], list[Cells]]:
    """Return the paths and cycles of a model; `true` contains the value of each variable."""
    return trace(encoding.puzzle, used_links(encoding, true))
