"""Write the gallery web/js/floodit/hardest.js from reference/largest_minima.

Run it after the study `largest_minima` has been run anew; a test fails if the gallery is not that
of the reference.
"""

import csv
import json
from pathlib import Path

ROOT = Path(__file__).parents[1]
REFERENCE = ROOT / "reference/largest_minima/largest.csv"
GALLERY = ROOT / "web/js/floodit/hardest.js"

HEAD = """/**
 * The boards with the largest minima known, written by tools/hardest_boards.py.
 *
 * @type {{n: number, k: number, minimum: number, every: boolean, verified: boolean,
 *     rows: string}[]}  `every`: all boards of this size and number of colours were enumerated;
 *     `verified`: cake_lpr accepts a proof that there is no shorter solution
 */
export const HARDEST = """


def has_all(board: dict) -> bool:
    """Return whether a board has as many colours as it is listed for, and not fewer."""
    return len({*board["rows"]} - {"/"}) == board["k"]


def gallery() -> str:
    """Return the text of the module: for each size and number of colours, one board."""
    with REFERENCE.open(encoding="utf-8", newline="") as file:
        boards = [
            {
                "n": int(row["n"]),
                "k": int(row["k"]),
                "minimum": int(row["minimum"]),
                "every": row["method"] == "all boards",
                "verified": row["verified"] == "True",
                "rows": row["fields"],
            }
            for row in csv.DictReader(file)
        ]
    # where all boards are enumerated, the local search is only measured by them
    best = {(row["n"], row["k"]): row for row in sorted(boards, key=lambda row: row["every"])}
    lines = [f"  {json.dumps(best[cell])},\n" for cell in sorted(best) if has_all(best[cell])]
    return f"{HEAD}[\n{''.join(lines)}];\n"


if __name__ == "__main__":
    GALLERY.write_text(gallery(), encoding="utf-8")
