"""The referee: the rules of Minesweeper, and the positions of the mines.

It shares only the representation of states with the code that finds certain fields.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from puzzlesat.common.errors import counted
from puzzlesat.minesweeper.board.state import COVERED, FLAGGED, State, neighbours


@dataclass
class Game:
    """A game in progress on a board of rows × cols fields with 0..rows · cols - 1 mines.

    The field that is uncovered first is never a mine. Uncovering a field with no mine around it
    also uncovers all fields around it.

    `order` contains all fields in a random order. The mines are placed in this order, but never on
    the field that is uncovered first, so all placements on the other fields are equally likely.

    >>> game = Game(1, 6, mines=2, order=[0, 4, 3, 1, 2, 5])
    >>> game.uncover(0)
    [0, 1, 2]
    >>> game.state().lines, game.mined, game.won
    (['001...'], frozenset({3, 4}), False)
    """

    rows: int
    cols: int
    mines: int
    order: Sequence[int] = field(repr=False)
    mined: frozenset[int] | None = None
    uncovered: dict[int, int] = field(default_factory=dict)
    flags: set[int] = field(default_factory=set)
    lost: bool = False

    @property
    def won(self) -> bool:
        """Whether every field without a mine is uncovered."""
        return not self.lost and len(self.uncovered) == self.rows * self.cols - self.mines

    @property
    def over(self) -> bool:
        """Whether the game is won or lost."""
        return self.lost or self.won

    def uncover(self, f: int) -> list[int]:
        """Uncover a field; return all fields that this uncovers, none if it is a mine (a loss)."""
        if self.mined is None:
            self.mined = frozenset([g for g in self.order if g != f][: self.mines])
        if f in self.mined:
            self.lost = True
            return []
        around = neighbours(self.rows, self.cols)
        fresh, waiting = [], [f]
        for g in waiting:
            if g not in self.uncovered:
                fresh.append(g)
                self.uncovered[g] = sum([h in self.mined for h in around[g]])
                self.flags.discard(g)
                if self.uncovered[g] == 0:
                    waiting += around[g]
        return fresh

    def state(self) -> State:
        """Return the state that the player sees."""
        content = [COVERED] * (self.rows * self.cols)
        for f, number in self.uncovered.items():
            content[f] = number
        for f in self.flags:
            content[f] = FLAGGED
        return State(self.rows, self.cols, tuple(content), self.mines)


def fault(state: State, mined: Collection[int]) -> str | None:
    """Return the conflict between a placement of mines and a state, or None if the placement fits.

    >>> state = State.of(["1.", "F1"], mines=1)
    >>> fault(state, {2}) is None, fault(state, {1})
    (True, 'a flag at A2, but no mine')
    """
    for f, content in enumerate(state.content):
        around = sum([g in mined for g in state.neighbours[f]])
        if content == FLAGGED and f not in mined:
            return f"a flag at {state.name(f)}, but no mine"
        if content >= 0 and f in mined:
            return f"a mine at {state.name(f)}, where {content} is uncovered"
        if content >= 0 and around != content:
            return f"{counted(around, 'mine')} around {state.name(f)}, not {content}"
    if state.mines is not None and len(mined) != state.mines:
        return f"{counted(len(mined), 'mine')}, not {state.mines}"
    return None
