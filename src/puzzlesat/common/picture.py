"""Read boards from pictures: decode with Pillow, and let the engine read the fields.

A page can do the same with a canvas and the engine as WebAssembly.
"""

import io
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING

from puzzlesat.common.errors import InputError, counted
from puzzlesat.common.formats import WHOLE, Window

if TYPE_CHECKING:
    from puzzlesat._engine.picture import Reading as Fields

MAX_PIXELS = 50_000_000
"""Maximum number of pixels of a picture."""

MAX_NAMED = 6
"""Maximum number of doubtful fields that a message names."""


def read_fields(content: bytes, puzzle: str, window: Window = WHOLE) -> "Fields":
    """Return what a picture in any format of Pillow shows; `puzzle` is the name of a puzzle.

    Raise `InputError` if it cannot be decoded, or shows no board that can be read.
    """
    from puzzlesat._engine import picture as engine

    rgba, (width, height) = _decoded(content)
    reading = engine.read(
        engine.Game[puzzle], rgba, width, height, window.rows, window.cols, window.part
    )
    if reading.refusal:
        helps = reading.refusal.startswith("no board") and not window.rows
        hint = "; if it shows one, give --grid ROWSxCOLS" if helps else ""
        raise InputError(reading.refusal + hint)
    return reading


def _decoded(content: bytes) -> tuple[bytes, tuple[int, int]]:
    """Return the pixels of a picture, and its width and height."""
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
            pixels = ImageOps.exif_transpose(image).convert("RGBA")
    except UnidentifiedImageError:
        raise InputError("not a picture in a known format; save it as PNG") from None
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"the picture cannot be decoded: {error}") from None
    return pixels.tobytes(), pixels.size


def palette_of(reading: "Fields") -> tuple[str, ...]:
    """Return the colours of a reading as hexadecimal codes."""
    return tuple(f"#{bytes(colour).hex()}" for colour in reading.palette)


def remarks_on(reading: "Fields", rows: Sequence[str], notes: Sequence[str] = ()) -> list[str]:
    """Return the remarks that show a reading: where the grid is, its rows, and notes."""
    location = (
        f"read a grid of {reading.rows}×{reading.cols} fields in the picture, from "
        f"({reading.left:.0f}, {reading.top:.0f}), {reading.pitch_x:.4g}×{reading.pitch_y:.4g} "
        "pixels each"
    )
    return ["\n".join([f"{location}:", *rows]), *notes, *reading.remarks]


def doubts_of(reading: "Fields") -> list[str]:
    """Return a phrase for each doubtful field."""
    return [f"row {doubt.row}, column {doubt.col}: {doubt.reason}" for doubt in reading.doubts]


def refuse_doubts(doubts: Sequence[str]) -> None:
    """Raise `InputError`, which names the first of some doubts."""
    shown = "; ".join(doubts[:MAX_NAMED])
    more = f"; and {len(doubts) - MAX_NAMED} more" if len(doubts) > MAX_NAMED else ""
    raise InputError(
        f"{counted(len(doubts), 'field')} in doubt ({shown}{more}); correct the rows that were "
        "read, and give them as text"
    )
