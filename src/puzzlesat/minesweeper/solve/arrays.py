"""A network in arrays, as compiled code works on it, and what it counts there.

Nothing here imports Numba, nor `engine.exact`, unless the machine code has to be made first.
"""

import threading
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlesat.common.machine_code import MachineCode
from puzzlesat.minesweeper.encode.network import Network

RUN = MachineCode(
    "puzzlesat.minesweeper.solve.engine.exact:run",
    __name__,
    "puzzlesat.minesweeper.solve.engine.counting",
)
"""The compiled function `engine.exact.run`."""

SCOPE = 8
"""Fields of a constraint, and constraints of a field, at most, where placements are counted."""

DONE, NONE, PAUSE, STATES_FULL, STEPS_FULL, NUMBERS_FULL, LARGE, TOO_MANY = range(8)
"""What `run` comes back with: all is done; nothing fits; the budget is used up; room is missing for
partial placements, steps or numbers; a component is counted whose numbers are too large for one
word, so that this is what they leave divided by the modulus; there is more than `SCOPE` of
something."""

INDEX, GROUP, START, EXPAND, PLACE, FORWARD, BACKWARD = range(7)
"""What `run` does next."""

CONSTRAINTS, GROUPS, COMPONENTS, VARIABLES, FREE, MINES, FREE_VALUE, PAIRS, TOTAL = range(9)
COUNTED, STAGE, BUDGET, PORTION, STAMP, DECIDED, MINED, HEAD, WAITING = range(9, 18)
COMPONENT, LAYER, SOURCE, STATES, STEPS, NUMBERS, WIDEST, WIDEST_BACK = range(18, 26)
MASK, WORDS, MODULUS, OUT, NEEDED_OUT = range(26, 31)
"""What stands in `Net.size`: how many constraints, groups and components there are, variables that
constraints speak of and others, mines (-1 if unknown), what is decided of the others (-1 for
nothing); whether two constraints at a time and the number of all mines are looked at, and whether
placements are counted; where the work stands; and how much room it takes."""

ROOM = 1 << 10
"""Partial placements for which there is room at first; what needs more gets more."""

BUDGET_AT_ONCE = 1 << 22
"""Additions between two looks at time and memory."""

ONE_WORD = 2.0**62
"""How many placements on a component may be counted in words of 64 bits: half of what fits, as it
is a rounded number that is compared with it."""


class Net(NamedTuple):
    """A network, and what is counted of it. Constraints are c, variables v, groups g.

    `first`, `order`, `trial`, `need`, `room`, `given`, `c_…` and `g_…` are those of
    `engine.counting.Net`, so that its functions find components and orders here, too.
    """

    size: NDArray[np.int64]
    most: NDArray[np.float64]
    """From how many placements on a component on its numbers are too large for one word."""
    ends: NDArray[np.int64]
    """Where the scopes of constraints begin and end in `scope`."""
    scope: NDArray[np.int64]
    begins: NDArray[np.int64]
    """Where the constraints of variables begin and end in `holding`."""
    holding: NDArray[np.int64]
    value: NDArray[np.int64]
    """Of each variable what is decided, -1 for nothing."""
    need: NDArray[np.int64]
    room: NDArray[np.int64]
    queue: NDArray[np.int64]
    waiting: NDArray[np.int64]
    seen: NDArray[np.int64]
    mark: NDArray[np.int64]
    part: NDArray[np.int64]
    """Variables of one constraint, of another one, and of both."""
    c_groups: NDArray[np.int64]
    c_degree: NDArray[np.int64]
    given: NDArray[np.int64]
    slot: NDArray[np.int64]
    group_of: NDArray[np.int64]
    g_size: NDArray[np.int64]
    g_cons: NDArray[np.int64]
    g_degree: NDArray[np.int64]
    g_component: NDArray[np.int64]
    g_taken: NDArray[np.int64]
    order: NDArray[np.int64]
    trial: NDArray[np.int64]
    first: NDArray[np.int64]
    local: NDArray[np.int64]
    """Of the constraints of the group that is taken: word, place in it, mines, room for later."""
    change: NDArray[np.int64]
    """What a mine adds to the words of a key, and what closed constraints take away."""
    layer: NDArray[np.int64]
    step: NDArray[np.int64]
    out_at: NDArray[np.int64]
    least_of: NDArray[np.int64]
    key: NDArray[np.int64]
    total: NDArray[np.float64]
    least: NDArray[np.int32]
    length: NDArray[np.int32]
    back_least: NDArray[np.int32]
    back_length: NDArray[np.int32]
    place: NDArray[np.int64]
    back_place: NDArray[np.int64]
    table: NDArray[np.int64]
    stamp: NDArray[np.int64]
    source: NDArray[np.int32]
    target: NDArray[np.int32]
    taken: NDArray[np.int8]
    forward: NDArray[np.int64]
    backward: NDArray[np.int64]
    mixed: NDArray[np.int64]
    out: NDArray[np.int64]
    """Of each component the numbers of placements by their mines, in all, and for each group in the
    order of its groups those with a mine on any one of its fields."""


GROWING = Net._fields.index("key")
"""From here on arrays can be given more room while placements are counted."""


def _fixed(constraints: int, variables: int, entries: int) -> dict[str, NDArray[Any]]:
    """Return the arrays whose sizes a network tells."""
    c, v = constraints, variables
    shapes: dict[str, tuple[int, ...]] = {
        "size": (NEEDED_OUT + 1,),
        "ends": (c + 1,),
        "begins": (v + 1,),
        **dict.fromkeys(("scope", "holding"), (entries,)),
        **dict.fromkeys(("need", "room", "queue", "waiting", "seen"), (c,)),
        **dict.fromkeys(("c_degree", "given", "slot"), (c,)),
        **dict.fromkeys(("value", "mark", "group_of"), (v,)),
        **dict.fromkeys(("g_size", "g_degree", "g_component", "g_taken"), (v + 1,)),
        **dict.fromkeys(("order", "trial", "first", "out_at", "least_of"), (v + 2,)),
        **dict.fromkeys(("layer", "step"), (v + 3,)),
        "part": (3, v + 1),
        "c_groups": (c, SCOPE),
        "g_cons": (v + 1, SCOPE),
        "local": (4, SCOPE),
        "change": (2, c + 1),
    }
    made: dict[str, NDArray[Any]] = {name: np.zeros(s, np.int64) for name, s in shapes.items()}
    return made | {"most": np.zeros(1)}


def _growing(states: int, steps: int, numbers: int) -> dict[str, NDArray[Any]]:
    """Return the arrays whose sizes depend on what is counted."""
    kinds: dict[str, tuple[int, Any]] = {
        **dict.fromkeys(("key", "place", "back_place"), (states, np.int64)),
        "total": (states, np.float64),
        **dict.fromkeys(("least", "length", "back_least", "back_length"), (states, np.int32)),
        **dict.fromkeys(("table", "stamp"), (2 * states, np.int64)),
        **dict.fromkeys(("source", "target"), (steps, np.int32)),
        "taken": (steps, np.int8),
        **dict.fromkeys(("forward", "backward", "mixed", "out"), (numbers, np.int64)),
    }
    return {name: np.zeros(size, kind) for name, (size, kind) in kinds.items()}


class Work:
    """Arrays for networks up to some size, and the compiled function that works on them."""

    def __init__(self, constraints: int, variables: int, entries: int) -> None:
        self.sizes = constraints, variables, entries
        self.net = Net(
            **_fixed(constraints, variables, entries), **_growing(ROOM, 4 * ROOM, 8 * ROOM)
        )
        self.run = RUN.bound(self.net)

    @property
    def bytes(self) -> int:
        """How much memory is taken by what can grow."""
        return sum(array.nbytes for array in self.net[GROWING:])

    def bytes_with(self, room: dict[str, int]) -> int:
        """How much memory is taken while there is made more room, old and new together."""
        return self.bytes + sum(n * getattr(self.net, name).itemsize for name, n in room.items())

    def load(self, network: Network) -> None:
        """Take a network."""
        flat, net = network.flat, self.net
        for array, given in ((net.scope, flat.scope), (net.ends, flat.ends), (net.need, flat.need)):
            array[: len(given)] = given
        size = net.size
        size[CONSTRAINTS] = len(flat.need)
        size[VARIABLES] = len(flat.fields)
        size[FREE] = len(network.variables) - len(flat.fields)
        size[MINES] = -1 if network.mines is None else network.mines
        size[STAGE] = INDEX
        size[PORTION] = BUDGET_AT_ONCE
        net.most[0] = ONE_WORD

    def values(self, variables: int) -> list[int]:
        """Return what is decided of the first variables, -1 for nothing."""
        values: list[int] = self.net.value[:variables].tolist()
        return values

    @property
    def free_value(self) -> int:
        """What is decided of the variables that no constraint speaks of, -1 for nothing."""
        return int(self.net.size[FREE_VALUE])

    def grown(self, room: dict[str, int]) -> "Work":
        """Return the same with more room in some arrays."""
        larger = {}
        for name, size in room.items():
            before = getattr(self.net, name)
            larger[name] = np.zeros(size, before.dtype)
            larger[name][: len(before)] = before
        work = object.__new__(Work)
        work.sizes = self.sizes
        work.net = self.net._replace(**larger)
        work.run = RUN.bound(work.net)
        return work

    def more(self, status: int) -> dict[str, int]:
        """Return how much room is to be made for arrays that were full."""
        net = self.net
        if status == STEPS_FULL:
            return dict.fromkeys(("source", "target", "taken"), 2 * len(net.taken))
        if status == NUMBERS_FULL:
            needed = {
                "forward": net.size[NUMBERS],
                "backward": 2 * net.size[WIDEST_BACK],
                "mixed": net.size[WIDEST],
                "out": 2 * net.size[NEEDED_OUT],
            }
            return {name: int(n) for name, n in needed.items() if n > len(getattr(net, name))}
        states = ("key", "total", "least", "length", "back_least", "back_length")
        names = (*states, "place", "back_place", "table", "stamp")
        return {name: 2 * len(getattr(net, name)) for name in names}


_KEPT = threading.local()


def work_on(network: Network, *, pairs: bool, total: bool, counted: bool) -> Work:
    """Return a network in arrays, and what is to be done with it.

    The arrays are this thread's, and are used again for the next network.
    """
    flat = network.flat
    sizes = len(flat.need), len(flat.fields), len(flat.scope)
    work: Work | None = getattr(_KEPT, "work", None)
    if work is None or any(a > b for a, b in zip(sizes, work.sizes, strict=True)):
        kept = (64, 64, 256) if work is None else work.sizes
        work = Work(*(max(a, 2 * b if a > b else b) for a, b in zip(sizes, kept, strict=True)))
        _KEPT.work = work
    work.load(network)
    size = work.net.size
    size[PAIRS], size[TOTAL], size[COUNTED] = pairs, total and network.mines is not None, counted
    return work
