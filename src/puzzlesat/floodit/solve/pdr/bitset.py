"""Sets of clusters as rows of 64-bit words, for compiled code.

Cluster x is bit x mod 64 of word x div 64. Numba compiles what is marked with `compiled` once and
keeps the machine code beside this file, so that later runs start at once.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from puzzlesat.common.compile import compiler

Bits = NDArray[np.uint64]
"""A set, shape (words,), or several, shape (sets, words)."""

making = compiler()
"""Compile a function the first time that it is called, and keep the result."""

compiled = compiler(_nrt=False)
"""The same for a function that makes no arrays: it need not count who refers to one, which would
take a third of the search's time."""

inlined = compiler(_nrt=False, forceinline=True)
"""The same for a function that is so short that calling it would cost more than it does."""

ONE = np.uint64(1)


@intrinsic
def ones(context: Any, word: Any) -> Any:
    """Return how many bits of a word are set."""

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


@intrinsic
def lowest(context: Any, word: Any) -> Any:
    """Return the number of the lowest bit that is set in a word; the word must not be 0."""

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

    return types.int64(types.uint64), generate


@intrinsic
def highest(context: Any, word: Any) -> Any:
    """Return the number of the highest bit that is set in a word; the word must not be 0."""

    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        zeros = builder.ctlz(arguments[0], context.get_constant(types.boolean, True))
        return builder.sub(context.get_constant(types.uint64, 63), zeros)

    return types.int64(types.uint64), generate


@inlined
def put(s, t):
    """Make t hold what s holds."""
    for w in range(s.size):
        t[w] = s[w]


@inlined
def common(s, t, both):
    """Set `both` to what two sets have in common."""
    for w in range(s.size):
        both[w] = s[w] & t[w]


@inlined
def without(s, t, rest):
    """Set `rest` to the members of s that are not in t."""
    for w in range(s.size):
        rest[w] = s[w] & ~t[w]


@inlined
def is_empty(s):
    """Tell whether a set has no member."""
    for w in range(s.size):  # noqa: SIM110, numba compiles loops, not generators
        if s[w]:
            return False
    return True


@inlined
def size(s):
    """Return the number of members."""
    n = 0
    for w in range(s.size):
        n += ones(s[w])
    return n


@inlined
def size_without(s, t):
    """Return how many members of s are not in t."""
    n = 0
    for w in range(s.size):
        n += ones(s[w] & ~t[w])
    return n


@inlined
def unite(sets, union):
    """Set `union` to the union of several sets."""
    union[:] = 0
    for i in range(sets.shape[0]):
        for w in range(union.size):
            union[w] |= sets[i, w]


@inlined
def equal(s, t):
    """Tell whether two sets are the same."""
    for w in range(s.size):  # noqa: SIM110
        if s[w] != t[w]:
            return False
    return True


@inlined
def meets(s, t):
    """Tell whether two sets have a member in common."""
    for w in range(s.size):  # noqa: SIM110
        if s[w] & t[w]:
            return True
    return False


@inlined
def first(s):
    """Return the lowest member, -1 if there is none."""
    for w in range(s.size):
        if s[w]:
            return w * 64 + lowest(s[w])
    return -1


@inlined
def last(s):
    """Return the highest member, -1 if there is none."""
    for w in range(s.size - 1, -1, -1):
        if s[w]:
            return w * 64 + highest(s[w])
    return -1


@inlined
def has(s, x):
    """Tell whether cluster x is a member."""
    return (s[x >> 6] >> np.uint64(x & 63)) & ONE != 0


@inlined
def add(s, x):
    """Put cluster x into a set."""
    s[x >> 6] |= ONE << np.uint64(x & 63)


@inlined
def remove(s, x):
    """Take cluster x out of a set."""
    s[x >> 6] &= ~(ONE << np.uint64(x & 63))


def pack(members: Iterable[int], words: int) -> Bits:
    """Return a set as a row of words.

    Examples
    --------
    >>> pack([0, 2, 64], words=2)
    array([5, 1], dtype=uint64)
    """
    row = np.zeros(words, dtype=np.uint64)
    for x in members:
        row[x >> 6] |= np.uint64(1 << (x & 63))
    return row


def unpack(row: Bits) -> list[int]:
    """Return the members of a row of words, in rising order.

    Examples
    --------
    >>> unpack(pack([0, 2, 64], words=2))
    [0, 2, 64]
    """
    return [w * 64 + b for w, word in enumerate(row.tolist()) for b in range(64) if word >> b & 1]
