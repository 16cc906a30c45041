"""Colours of cells: by initials, distinguishable with any colour vision, the same everywhere."""

from itertools import combinations
from math import dist

import pytest
import seaborn as sns
from matplotlib.colors import to_hex

from puzzlesat.common import colours
from puzzlesat.common.colours import COLOURS, fills, ink_on, terminal_colours
from puzzlesat_studies.core.style import PALETTE

INITIALS = "RGBYOPCMWK"

HUES = {"R": 0, "O": 35, "Y": 55, "G": 160, "C": 200, "B": 205, "M": 325, "P": 327}
"""Degrees on the circle of colours."""

# Machado, Oliveira and Fernandes (2009): colour vision without one kind of cones, in linear RGB.
VISION = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def parts(fill):
    return [int(fill[i : i + 2], 16) / 255 for i in (1, 3, 5)]


def linear(fill):
    return [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts(fill)]


def perceived(fill, vision):
    """Return a colour in OKLab as it is perceived with a kind of vision."""
    seen = [sum(w * x for w, x in zip(row, linear(fill), strict=True)) for row in VISION[vision]]
    r, g, b = (min(1, max(0, x)) for x in seen)
    long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    middle = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    short = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def closest(palette):
    """Return the least distance of two colours of a palette, over all kinds of vision."""
    return min(
        dist(perceived(one, vision), perceived(other, vision))
        for vision in VISION
        for one, other in combinations(palette, 2)
    )


def test_initials_have_their_colours():
    found = dict(zip(INITIALS, fills(INITIALS), strict=True))
    assert found["W"] == COLOURS["white"] and min(parts(found["W"])) > 0.9
    assert found["K"] == COLOURS["black"] == "#000000"
    for initial, wanted in HUES.items():
        red, green, blue = parts(found[initial])
        high, low = max(red, green, blue), min(red, green, blue)
        hue = {
            red: (green - blue) / (high - low) % 6,
            green: 2 + (blue - red) / (high - low),
            blue: 4 + (red - green) / (high - low),
        }[high]
        assert abs((60 * hue - wanted + 180) % 360 - 180) <= 12, (initial, 60 * hue)
    assert fills(INITIALS.lower()) == fills(INITIALS)
    assert fills(["red", "Black", "BLUE"]) == fills("RKB")
    assert fills("YXR7")[0] == found["Y"] and fills("YXR7")[2] == found["R"]


def test_initials_are_distinguishable_with_any_colour_vision():
    """Better than in seaborn's palette for the colour blind, also in a terminal."""
    palette = sns.color_palette("colorblind")
    assert palette == PALETTE
    known = closest([to_hex(colour) for colour in palette])
    assert closest(fills(INITIALS)) > 2 * known
    assert closest(fills("0123456789")) > 2 * known
    codes = [code for _, code in terminal_colours(tuple(INITIALS))]
    assert closest(["#" + bytes(colours._RGB_OF_CODE[code]).hex() for code in codes]) > known


def test_letters_have_sufficient_contrast_on_all_colours():
    for fill in fills([*"RrGgBbYyOoPpCcMmWwKk", *range(30)]):
        light = 0.05 + sum(
            w * x for w, x in zip((0.2126, 0.7152, 0.0722), linear(fill), strict=True)
        )
        assert (1.05 / light if ink_on(fill) == "white" else light / 0.05) >= 4.5


@pytest.mark.parametrize(
    "symbols", ["RGBYOPCMWKrgbyopcmwk", "0123456789abcdef", "ABCDEFGHIJKLMNOP"]
)
def test_no_two_symbols_share_a_colour(symbols):
    assert len(set(fills(symbols))) == len(symbols)
    assert len({code for _, code in terminal_colours(tuple(symbols))}) == len(symbols)
    assert len(fills(range(100))) == 100
