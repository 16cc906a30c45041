"""Colours of the fields of boards; in all outputs, a colour's initial denotes this colour."""

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import product
from unicodedata import east_asian_width

EMOJI = {
    "🟥": "R",
    "🟩": "G",
    "🟦": "B",
    "🟨": "Y",
    "🟧": "O",
    "🟪": "P",
    "🟫": "N",
    "🔴": "R",
    "🟢": "G",
    "🔵": "B",
    "🟡": "Y",
    "🟠": "O",
    "🟣": "P",
    "🟤": "N",
    "⬛": "K",
    "⬜": "W",
    "⚫": "K",
    "⚪": "W",
}
"""The letter of each coloured square or circle."""

NAMES = frozenset(
    [
        *("red", "green", "blue", "yellow", "orange", "purple", "violet", "pink", "cyan"),
        *("magenta", "brown", "black", "white", "gray", "lime", "teal", "maroon"),
        *("navy", "olive", "gold", "tan", "silver", "turquoise", "indigo", "beige", "fuchsia"),
    ]
)
"""The names that denote colours in files."""

NUMBER = re.compile("0|[1-9][0-9]{0,8}")
"""A number without leading zeros."""

COLOURS = {
    "blue": "#0072b2",
    "orange": "#ee9a00",
    "green": "#009e73",
    "red": "#cc2211",
    "purple": "#cc79a7",
    "cyan": "#56b4e9",
    "yellow": "#f0e442",
    "magenta": "#aa3377",
    "white": "#f2f2f2",
    "black": "#000000",
}
"""Colours by Okabe and Ito and by Paul Tol, distinguishable with any colour vision."""

_FILL_OF_NAME = COLOURS | {
    "k" if word == "black" else word[0]: fill for word, fill in COLOURS.items()
}

OTHER_FILLS = (*list(COLOURS.values())[:8], "#332288", "#882255")
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


def fills(symbols: Iterable[str | int]) -> list[str]:
    """Return a colour for each symbol of a board, as a hexadecimal code.

    Names of `COLOURS`, their initials in either case (K for black), and emoji get these colours. If
    both cases of a letter occur, the lower-case one is darker. Other symbols get the colours of
    `OTHER_FILLS`, then darker and paler shades of these colours. After at most thirty symbols,
    colours repeat.

    >>> fills("Rr1")
    ['#cc2211', '#7a140a', '#0072b2']
    """
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
    channels = [x / 255 for x in _rgb(fill)]
    linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in channels]
    luminance = sum(w * x for w, x in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
    return "black" if luminance > 0.179 else "white"


@lru_cache
def terminal_colours(symbols: tuple[str | int, ...]) -> list[tuple[int, int]]:
    """Return the codes of a text and a background colour for each symbol in a 256-colour terminal.

    Backgrounds are close to `fills`, and different colours have different backgrounds.

    >>> terminal_colours(("K", "R", "Y"))
    [(231, 16), (231, 160), (16, 221)]
    """
    fill_of_symbol = fills(symbols)
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
