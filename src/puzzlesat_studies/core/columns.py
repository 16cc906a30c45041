"""The meanings of columns that many tables share, from ``columns.toml``."""

import re
import tomllib
from pathlib import Path

MEANINGS: dict[str, str] = tomllib.loads(
    Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
)

DERIVED = {
    r"(.+)_low": "lower end of the 95% confidence interval of `{}`",
    r"(.+)_high": "upper end of the 95% confidence interval of `{}`",
    r"median_(.+)": "median of `{}`",
    r"max_(.+)": "maximum of `{}`",
}
"""The meaning of columns without an explanation of their own, by a pattern for their names."""


def meaning(column: str, own: str | None) -> str:
    """Return the meaning of a column: its own, the shared one, or one by a pattern of its name.

    Raise `LookupError` if there is none.
    """
    if own or column in MEANINGS:
        return own or MEANINGS[column]
    for form, text in DERIVED.items():
        if found := re.fullmatch(form, column):
            return text.format(found[1])
    raise LookupError(f"nothing explains the column {column}")
