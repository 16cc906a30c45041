"""Read boards from pictures: decode with Pillow, and let the engine read the fields.

A page can do the same with a canvas and the engine as WebAssembly.
"""

import io
import re
from collections.abc import Sequence
from contextvars import ContextVar
from typing import TYPE_CHECKING, NamedTuple

from puzzlesat.common.errors import InputError, counted

if TYPE_CHECKING:
    from puzzlesat._engine.picture import Reading as Fields

MAX_PIXELS = 50_000_000
"""Maximum number of pixels of a picture."""

MAX_NAMED = 6
"""Maximum number of doubtful fields that a message names."""


class Window(NamedTuple):
    """What a user knows about the board in a picture.

    Parameters
    ----------
    rows, cols : int
        The shape of the board; 0 if it is to be found.
    part : tuple of int
        The left, top, width and height in pixels of the part of the picture to read; a width or
        height of 0 stands for all that follows.
    """

    rows: int = 0
    cols: int = 0
    part: tuple[int, int, int, int] = (0, 0, 0, 0)


WINDOW: ContextVar[Window] = ContextVar("window", default=Window())  # noqa: B039 (immutable)
"""The window of all pictures that a command reads, set by its options ``--grid`` and ``--crop``."""


def set_grid(text: str | None) -> None:
    """Set the shape of boards in pictures, such as ``12x12``; raise `InputError` if it is none."""
    match = re.fullmatch(r"([1-9]\d{0,2})[x×]([1-9]\d{0,2})", text or "0x0")
    if text is not None and match is None:
        raise InputError(f"expected ROWSxCOLS, such as 14x14, not {text}")
    rows, cols = map(int, match.groups()) if match else (0, 0)
    WINDOW.set(WINDOW.get()._replace(rows=rows, cols=cols))


def set_crop(text: str | None) -> None:
    """Set the part of pictures to read, such as ``10,20,300,300``; see `Window`.

    Raise `InputError` if the text is not of this form.
    """
    match = re.fullmatch(r"(\d{1,5}),(\d{1,5}),(\d{1,5}),(\d{1,5})", text or "0,0,0,0")
    if match is None:
        raise InputError(
            f"expected LEFT,TOP,WIDTH,HEIGHT in pixels, such as 0,80,400,400, not {text}"
        )
    left, top, width, height = map(int, match.groups())
    WINDOW.set(WINDOW.get()._replace(part=(left, top, width, height)))


def read_fields(content: bytes, puzzle: str, window: Window | None = None) -> "Fields":
    """Return what a picture in any format of Pillow shows; `puzzle` is the name of a puzzle.

    Raise `InputError` if it cannot be decoded, or shows no board that can be read.
    """
    from puzzlesat._engine import picture as engine

    window = WINDOW.get() if window is None else window
    rgba, (width, height) = _decoded(content)
    reading = engine.read(
        engine.Game[puzzle], rgba, width, height, window.rows, window.cols, window.part
    )
    if reading.refusal:
        raise InputError(reading.refusal)
    return reading


def _decoded(content: bytes) -> tuple[bytes, tuple[int, int]]:
    """Return the pixels of a picture, and its width and height."""
    try:
        from PIL import Image, ImageOps, UnidentifiedImageError
    except ImportError:
        raise InputError("reading pictures needs Pillow: pip install pillow") from None
    try:
        with Image.open(io.BytesIO(content)) as image:
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
