"""Read boards from pictures: decode with Pillow, and let the engine read the fields.

A page can do the same with a canvas and the engine as WebAssembly.
"""

import io
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from puzzlesat.common.engine import ask
from puzzlesat.common.errors import InputError, field_name
from puzzlesat.common.formats import WHOLE, Window

if TYPE_CHECKING:
    from PIL import Image

MAX_PIXELS = 50_000_000
"""Maximum number of pixels of a picture."""

REASONS = {
    "no_board": "no board was found",
    "several": "there are several boards; choose one with --crop",
    "cut": "the board is cut off at the border of the picture",
    "turned": "the picture is turned by about {:g}°; straighten it",
    "covered": "something lies over the board",
    "unclear_ends": "the ends of the board are unclear",
    "oblong": "the fields seem far from square",
    "patterns": "the fields cannot be told from the pattern in them",
    "similar_colours": "the colours of the fields cannot be told apart",
    "like_open": "covered fields cannot be told from open ones",
    "many_colours": "the fields have {:g} colours, so they are not those of a board",
    "few_discs": "fewer than four discs were found",
    "unpaired": "the discs do not come in pairs of one colour",
    "strange_fields": "too many fields do not look like those of the puzzle",
    "against_rules": "the fields do not obey the rules of Minesweeper, as in a game that is over",
    "over": "the game is over, or the puzzle is solved already",
}
"""Why a picture is not read, by the engine's code."""

CONDITIONS = dict.fromkeys(("unclear_ends", "oblong", "patterns"), "") | {
    "no_board": "if it shows one, ",
    "covered": "if nothing does, ",
}
"""When it may help to say where the board is and which shape it has."""


class Fields(NamedTuple):
    """What a picture shows, as the engine's ``picture.read``, with the codes of the colours."""

    rows: int
    cols: int
    left: float
    top: float
    pitch_x: float
    pitch_y: float
    fields: list[list[int]]
    palette: list[str]
    doubts: list[str]
    remarks: list[str]


def read_fields(content: bytes, puzzle: str, window: Window = WHOLE) -> Fields:
    """Return what a picture in any format of Pillow shows; `puzzle` is the name of a puzzle.

    Raise `InputError` if it cannot be decoded, or shows no board that can be read.
    """
    image = _decoded(content)
    left, top, width, height = window.part
    width, height = width or image.width - left, height or image.height - top
    if not (0 <= left < left + width <= image.width and 0 <= top < top + height <= image.height):
        raise InputError(
            f"the part to read is not inside the picture of {image.width}×{image.height} pixels"
        )
    found = ask(
        "picture.read",
        content=image.crop((left, top, left + width, top + height)).tobytes(),
        game=puzzle,
        width=width,
        height=height,
        grid={"rows": window.rows, "cols": window.cols},
    )
    if "unread" in found:
        code = found["unread"]
        has_advice = code in CONDITIONS and not (window.rows and any(window.part))
        advice = f"; {CONDITIONS[code]}give --grid ROWSxCOLS and --crop" if has_advice else ""
        raise InputError(REASONS[code].format(abs(found["number"])) + advice)
    grid = found["grid"]
    return Fields(
        grid["rows"],
        grid["cols"],
        left + grid["left"],
        top + grid["top"],
        grid["pitchX"],
        grid["pitchY"],
        found["fields"],
        [f"#{bytes(colour).hex()}" for colour in found["palette"]],
        [f"{field_name(*x['field'])}: {x['reason']}" for x in found["doubts"]],
        found["remarks"],
    )


def _decoded(content: bytes) -> "Image.Image":
    """Return a picture with the colours and the opacity of its pixels."""
    try:
        from PIL import Image, ImageOps, UnidentifiedImageError
    except ImportError:
        raise InputError("reading pictures needs Pillow: pip install pillow") from None
    try:
        with warnings.catch_warnings():  # of a picture that is refused below
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            opened = Image.open(io.BytesIO(content))
        with opened as image:
            if image.width * image.height > MAX_PIXELS:
                raise InputError(
                    f"the picture has {image.width}×{image.height} pixels; at most "
                    f"{MAX_PIXELS:,} are read"
                )
            return ImageOps.exif_transpose(image).convert("RGBA")
    except UnidentifiedImageError:
        raise InputError("not a picture in a known format; save it as PNG") from None
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"the picture cannot be decoded: {error}") from None


def remarks_on(reading: Fields, rows: Sequence[str], notes: Sequence[str] = ()) -> list[str]:
    """Return the remarks that show a reading: where the grid is, its rows, and notes."""
    location = (
        f"read a grid of {reading.rows}×{reading.cols} fields in the picture, from "
        f"({reading.left:.0f}, {reading.top:.0f}), {reading.pitch_x:.4g}×{reading.pitch_y:.4g} "
        "pixels each"
    )
    return ["\n".join([f"{location}:", *rows]), *notes, *reading.remarks]
