"""Strategies that damage the bytes and lines of a file."""

import re
from collections.abc import Callable
from random import Random

from hypothesis import strategies as st

NUMBER = re.compile(rb"-?\d+(\.\d+)?(e-?\d+)?")

NUMBERS = [
    *(b"0", b"1", b"2", b"3", b"7", b"10", b"63", b"-1", b"-0", b"00", b"1.5", b"1e9", b"1e400"),
    *(b"999999999", b"9" * 19, b"9" * 5000, b"0" * 5000 + b"1", b"2147483648", b"1_0", b"0x1"),
    *(b"nan", b"inf", b"-inf", b"", b" ", b"+1", "٣".encode(), "²".encode(), b"True"),
]
"""The replacements for numbers."""

PIECES = [
    *(b"\0", b"\n", b"\r", b"\t", b" ", b",", b'"', b"/", b"#", b"c ", b"\x0b", b"\x1b[31m"),
    *(b"\xff\xfe", b"\xef\xbb\xbf", "é".encode(), "\u2028".encode(), b"\xed\xa0\x80", b"p cnf 1 1"),
]
"""The bytes to insert."""

Damage = Callable[[bytes, Random], bytes]
"""A function that damages the content of a file."""


def cut(content: bytes, random: Random) -> bytes:
    """Truncate the content, as a full disk would."""
    return content[: random.randrange(len(content) + 1)]


def flipped(content: bytes, random: Random) -> bytes:
    if not content:
        return content
    place = random.randrange(len(content))
    flipped = content[place] ^ 1 << random.randrange(8)
    return content[:place] + bytes([flipped]) + content[place + 1 :]


def put(content: bytes, random: Random) -> bytes:
    place = random.randrange(len(content) + 1)
    return content[:place] + random.choice(PIECES) + content[place:]


def renumbered(content: bytes, random: Random) -> bytes:
    """Replace a number with another one."""
    found = list(NUMBER.finditer(content))
    if not found:
        return content
    number = random.choice(found)
    other = random.choice([random.choice(NUMBERS), random.choice(found)[0]])
    return content[: number.start()] + other + content[number.end() :]


def lines(change: Callable[[list[bytes], Random], list[bytes]]) -> Damage:
    def changed(content: bytes, random: Random) -> bytes:
        return b"".join(change(content.splitlines(keepends=True) or [b""], random))

    return changed


def without(items: list[bytes], random: Random) -> list[bytes]:
    first = random.randrange(len(items))
    last = first + random.choice([1, 1, 1, 2, len(items) // 2 + 1])
    return items[:first] + items[last:]


def doubled(items: list[bytes], random: Random) -> list[bytes]:
    first = random.randrange(len(items))
    return items[: first + 1] + items[first:]


def swapped(items: list[bytes], random: Random) -> list[bytes]:
    """Swap two items."""
    first, second = (random.randrange(len(items)) for _ in "12")
    changed = [*items]
    changed[first], changed[second] = items[second], items[first]
    return changed


def words(change: Callable[[list[bytes], Random], list[bytes]]) -> Damage:
    """Return a function that changes the cells or words of one line."""

    def in_line(items: list[bytes], random: Random) -> list[bytes]:
        row = random.randrange(len(items))
        between = b"," if b"," in items[row] else b" "
        line = items[row].rstrip(b"\r\n")
        changed = between.join(change(line.split(between), random))
        return [*items[:row], changed + items[row][len(line) :], *items[row + 1 :]]

    return lines(in_line)


def columns(change: Callable[[list[bytes], Random], list[bytes]]) -> Damage:
    """Return a function that changes the same cells of all lines."""

    def in_lines(items: list[bytes], random: Random) -> list[bytes]:
        seed = random.random()
        return [
            b",".join(change(item.rstrip(b"\r\n").split(b","), Random(seed))) + b"\n"
            for item in items
        ]

    return lines(in_lines)


def emptied(items: list[bytes], random: Random) -> list[bytes]:
    """Empty an item."""
    place = random.randrange(len(items))
    return [*items[:place], b"", *items[place + 1 :]]


DAMAGES: list[Damage] = [
    *(cut, flipped, put, put, renumbered, renumbered, renumbered, renumbered),
    *(lines(without), lines(doubled), lines(swapped)),
    *(words(without), words(doubled), words(swapped), words(emptied)),
    *(columns(without), columns(doubled), columns(swapped), columns(emptied)),
]
"""The kinds of damage; those that are listed more often are chosen more often."""


@st.composite
def damaged(draw: st.DrawFn, content: bytes) -> bytes:
    """Draw content that is damaged one to three times, or short random content."""
    if not draw(st.integers(0, 60)):
        return draw(st.binary(max_size=40))
    for _ in range(draw(st.integers(1, 3))):
        damage = draw(st.sampled_from(DAMAGES))
        content = damage(content, Random(draw(st.integers(0, 1 << 20))))
    return content


HARMLESS_CHANGES: dict[str, Callable[[bytes], bytes]] = {
    "a byte order mark": lambda content: b"\xef\xbb\xbf" + content,
    "the ends of lines of Windows": lambda content: content.replace(b"\n", b"\r\n"),
    "no end of the last line": lambda content: content.removesuffix(b"\n"),
}
"""Changes to a text that do not affect its meaning."""
