"""Write the tables of colours for the web application.

Run `python tools/web_palette.py` after a change of `puzzlesat.common.colours`, whose tables
web/js/palette.js repeats. A test fails if it is stale.
"""

import json
from pathlib import Path

from puzzlesat.common import colours
from puzzlesat.common.files import atomic_write

PALETTE = Path(__file__).parents[1] / "web/js/palette.js"
TABLES = (
    *("COLOURS", "EMOJI", "TYPICAL", "OTHER_FILLS", "RARE_NAMES"),
    *("LIGHTNESS", "MAX_NAME_DISTANCE", "RARITY"),
)
"""The names in `puzzlesat.common.colours` that pages use, too."""


def palette() -> str:
    """Return the text of the module with the tables of colours."""
    lines = ["/** Tables of `puzzlesat.common.colours`; tools/web_palette.py writes this file. */"]
    for name in TABLES:
        value = getattr(colours, name)
        value = sorted(value) if isinstance(value, frozenset) else value
        lines.append(f"export const {name} = {json.dumps(value, ensure_ascii=False)};")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write the file."""
    with atomic_write(str(PALETTE)) as target:
        target.write(palette())


if __name__ == "__main__":
    main()
