"""The colours of symbols: names, letters, numbers and emoji in files, and fills in drawings."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product
from math import dist
from unicodedata import east_asian_width

from puzzlesat.common.sentences import table

PALETTE = table("common/palette.json")

EMOJI: dict[str, str] = PALETTE["EMOJI"]
"""The letter of each coloured square or circle."""

TYPICAL: dict[str, str] = PALETTE["TYPICAL"]
"""A typical colour for each name of a colour in files."""

NAMES = frozenset(TYPICAL)
"""The names that denote colours in files."""

LIGHTNESS: float = PALETTE["LIGHTNESS"]
"""The weight of lightness in distances: names of colours depend more on hue and saturation."""

MAX_NAME_DISTANCE: float = PALETTE["MAX_NAME_DISTANCE"]
"""Maximum distance in OKLab between a colour and the typical colour of its name."""

RARE_NAMES = frozenset(PALETTE["RARE_NAMES"])
"""Names that colours of pictures get only if they are much closer, or no other is left."""

RARITY: float = PALETTE["RARITY"]
"""By how much closer a rare name must be, in OKLab."""

NUMBER = re.compile("0|[1-9][0-9]{0,8}")
"""A number without leading zeros."""

COLOURS: dict[str, str] = PALETTE["COLOURS"]
"""Colours by Okabe and Ito and by Paul Tol, distinguishable with any colour vision."""

_FILL_OF_NAME = (
    TYPICAL
    | COLOURS
    | {"k" if word == "black" else word[0]: fill for word, fill in COLOURS.items()}
    | {"n": TYPICAL["brown"]}
)

OTHER_FILLS: list[str] = PALETTE["OTHER_FILLS"]
"""Colours of other symbols, in order; black and white are reserved for the symbols K and W."""

_LEVELS = (0, 95, 135, 175, 215, 255)
_RGB_OF_CODE = {16 + i: rgb for i, rgb in enumerate(product(_LEVELS, repeat=3))} | {
    232 + i: (8 + 10 * i,) * 3 for i in range(24)
}


def is_colour(word: str) -> bool:
    """Return whether a word is a digit, a letter, an emoji, a number or the name of a colour.

    >>> [is_colour(word) for word in ("a", "10", "red", "🟥", "01", "Rd", "#")]
    [True, True, True, True, False, False, False]
    """
    if len(word) == 1:
        return (word.isascii() and word.isalnum()) or word in EMOJI
    return word in NAMES or NUMBER.fullmatch(word) is not None


def fills(symbols: Iterable[str | int], palette: Sequence[str] = ()) -> list[str]:
    """Return a colour for each symbol of a board, as a hexadecimal code.

    A palette contains them already. Otherwise names, the initials of `COLOURS` in either case (K
    for black, N for brown), and emoji get their colours. If both cases of a letter occur, the
    lower-case one is darker. Other symbols get the colours of `OTHER_FILLS`, then darker and paler
    shades of these colours. After at most thirty symbols, colours repeat.

    >>> fills("Rr1")
    ['#cc2211', '#7a140a', '#0072b2']
    """
    if palette:
        return list(palette)
    names = [str(symbol) for symbol in symbols]
    fill_of: dict[str, str] = {}
    for name in sorted(names, key=str.islower):  # capitals first
        if named_fill := _FILL_OF_NAME.get(EMOJI.get(name, name).lower()):
            fill_of[name] = next(
                (
                    shade
                    for shade in (named_fill, darker(named_fill), paler(named_fill))
                    if shade not in fill_of.values()
                ),
                named_fill,
            )
    unused = [shade for shade in _shades() if shade not in fill_of.values()]
    unnamed = (name for name in names if name not in fill_of)
    fill_of |= {name: unused[i % len(unused)] for i, name in enumerate(unnamed)}
    return [fill_of[name] for name in names]


def names_of(palette: Sequence[str]) -> list[str] | None:
    """Return different names for the colours of a palette; None if a colour has no fitting name.

    The colour and the name that are closest in OKLab are paired first, `RARE_NAMES` later.

    >>> names_of(["#2980b9", "#f1c40f", "#5dade2"])
    ['blue', 'yellow', 'cyan']
    """
    typical = {name: _oklab(fill) for name, fill in TYPICAL.items()}
    pairs = sorted(
        (dist(_oklab(fill), typical[name]) + RARITY * (name in RARE_NAMES), i, name)
        for i, fill in enumerate(palette)
        for name in typical
    )
    name_of: dict[int, str] = {}
    for distance, i, name in pairs:
        if distance <= MAX_NAME_DISTANCE and i not in name_of and name not in name_of.values():
            name_of[i] = name
    return [name_of[i] for i in range(len(palette))] if len(name_of) == len(palette) else None


def _oklab(fill: str) -> list[float]:
    """Return a colour in OKLab (Björn Ottosson, 2020), with the weight of lightness."""
    r, g, b = _linear(fill)
    cones = (
        0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b,
        0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b,
        0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b,
    )
    x, y, z = (cone ** (1 / 3) for cone in cones)
    return [
        LIGHTNESS * (0.2104542553 * x + 0.7936177850 * y - 0.0040720468 * z),
        1.9779984951 * x - 2.4285922050 * y + 0.4505937099 * z,
        0.0259040371 * x + 0.7827717662 * y - 0.8086757660 * z,
    ]


def _linear(fill: str) -> list[float]:
    """Return red, green and blue as intensities of light, from 0 to 1."""
    channels = [x / 255 for x in _rgb(fill)]
    return [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in channels]


@lru_cache
def _shades() -> list[str]:
    return [*OTHER_FILLS, *map(darker, OTHER_FILLS), *map(paler, OTHER_FILLS)]


@lru_cache
def darker(fill: str) -> str:
    """Return a darker shade of a colour; for black, a grey."""
    return _scaled(fill, (0.6, 0) if any(_rgb(fill)) else (0, 80))


@lru_cache
def paler(fill: str) -> str:
    """Return a paler shade of a colour."""
    return _scaled(fill, (0.5, 127.5))


def _scaled(fill: str, scale: tuple[float, float]) -> str:
    factor, offset = scale
    return "#" + "".join(f"{int(factor * x + offset):02x}" for x in _rgb(fill))


def _rgb(fill: str) -> tuple[int, ...]:
    return tuple(int(fill[i : i + 2], 16) for i in (1, 3, 5))


@lru_cache
def ink_on(fill: str) -> str:
    """Return black or white, whichever is easier to read on a colour (WCAG's relative luminance).

    >>> ink_on("#000080"), ink_on("#ffff00")
    ('white', 'black')
    """
    luminance = sum(w * x for w, x in zip((0.2126, 0.7152, 0.0722), _linear(fill), strict=True))
    return "black" if luminance > 0.179 else "white"


@lru_cache
def terminal_colours(
    symbols: tuple[str | int, ...], palette: tuple[str, ...] = ()
) -> list[tuple[int, int]]:
    """Return the codes of a text and a background colour for each symbol in a 256-colour terminal.

    Backgrounds are close to `fills`, and different colours have different backgrounds.

    >>> terminal_colours(("K", "R", "Y"))
    [(231, 16), (231, 160), (16, 221)]
    """
    fill_of_symbol = fills(symbols, palette)
    code_of_fill: dict[str, int] = {}
    for fill in dict.fromkeys(fill_of_symbol):
        code_of_fill[fill] = next(
            code for code in _codes_by_distance(fill) if code not in code_of_fill.values()
        )
    return [(16 if ink_on(fill) == "black" else 231, code_of_fill[fill]) for fill in fill_of_symbol]


@lru_cache
def _codes_by_distance(fill: str) -> list[int]:
    """Return all codes, ordered by their distance from a colour."""
    rgb = _rgb(fill)

    def distance(code: int) -> int:
        return sum((x - y) ** 2 for x, y in zip(_RGB_OF_CODE[code], rgb, strict=True))

    return sorted(_RGB_OF_CODE, key=lambda code: (distance(code), code))


def short_symbols(symbols: Iterable[str | int]) -> list[str]:
    """Return symbols as they fit into fields: names are cut where they still differ.

    >>> short_symbols(["red", "green", "gray"]), short_symbols([9, 10])
    (['red', 'gre', 'gra'], ['9', '10'])
    """
    words = [str(symbol) for symbol in symbols]
    if not NAMES.issuperset(words):
        return words
    cuts = ([word[:length] for word in words] for length in range(1, max(map(len, words)) + 1))
    return next(cut for cut in cuts if len(set(cut)) == len(words))


def picture_symbols(symbols: Iterable[str | int]) -> list[str]:
    """Return symbols as pictures show them, whose font has no emoji.

    >>> picture_symbols(["🟥", "a", 10])
    ['R', 'a', '10']
    """
    return [EMOJI.get(str(symbol), str(symbol)) for symbol in symbols]


def display_width(text: str) -> int:
    """Return the number of columns that a terminal takes for a text.

    >>> display_width("R"), display_width("🟥")
    (1, 2)
    """
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)
