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
from puzzlesat.common.sentences import filled, table

if TYPE_CHECKING:
    from PIL import Image

MAX_PIXELS = 50_000_000
"""Maximum number of pixels of a picture."""

_GRID = "give --grid ROWSxCOLS and --crop"

ADVICE = dict.fromkeys(("unclear_ends", "oblong", "patterns"), _GRID) | {
    "no_board": f"if it shows one, {_GRID}",
    "covered": f"if nothing does, {_GRID}",
    "several": "choose one with --crop",
    "turned": "straighten it",
}
"""What may help if a picture is not read, by the engine's code."""


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
        reason = filled(table("common/unread.json")[code], {"number": f"{abs(found['number']):g}"})
        advice = ADVICE.get(code, "")
        if _GRID in advice and window.rows and any(window.part):  # which are given already
            advice = ""
        raise InputError("; ".join(filter(None, [reason, advice])))
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
