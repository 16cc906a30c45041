"""Colours and letters of fields on the page for Minesweeper (Simon 2012, §2.4 and §3.3)."""

from puzzlesat.common.colours import COLOURS

RED, GREEN, BLACK = COLOURS["red"], COLOURS["green"], COLOURS["black"]
"""The colours for a mine, for no mine, and for no model."""

GREY = "#8c8c8c"
"""The colour of fields that are not in the backbone or not assigned."""

UNKNOWN = COLOURS["orange"]
"""The colour of undecided fields under examination."""

LOOKS = {
    "c": ("#1f3b73", "number that is used"),
    "k": ("#a9cbe8", "its known neighbour"),
    "u": (UNKNOWN, "its unknown neighbour"),
    "t": (COLOURS["yellow"], "field in question"),
    "✓": (GREEN, "constraint satisfied"),
    "✗": (RED, "constraint violated"),
    "x": (UNKNOWN, "covered field, not decided"),
    "F": (RED, "flag, counts as a mine"),
    "M": (RED, "certain: mine"),
    "S": (GREEN, "certain: no mine"),
    "N": (GREY, "not in the backbone"),
    "1": (RED, "mine in a model"),
    "0": (GREEN, "no mine in a model"),
    "–": (GREY, "not in the partial model"),
    "×": (BLACK, "no model"),
}
"""The colour and meaning of each letter."""
