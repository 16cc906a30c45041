"""The meanings of columns that many tables share, from ``columns.toml``."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

from puzzlesat.common.errors import InputError

if TYPE_CHECKING:
    from puzzlesat_studies.core.study import Row

MEANINGS: dict[str, str] = tomllib.loads(
    Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
)

DERIVED_MEANINGS = {
    r"(.+)_low": "lower end of the 95% confidence interval of `{}`",
    r"(.+)_high": "upper end of the 95% confidence interval of `{}`",
    r"median_(.+)": "median of `{}`",
    r"max_(.+)": "maximum of `{}`",
}
"""The meaning of columns without an explanation of their own, by a pattern for their names."""


def meaning(row: type[Row], column: str) -> str:
    """Return the meaning of a column: its own, the shared one, or one by a pattern of its name.

    Raise `InputError` if there is none.
    """
    description = row.model_fields[column].description
    if description or column in MEANINGS:
        return description or MEANINGS[column]
    for pattern, template in DERIVED_MEANINGS.items():
        if match := re.fullmatch(pattern, column):
            return template.format(match[1])
    raise InputError(
        f"{row.__module__}.{row.__name__}: the column {column} is not explained; write "
        f'{column}: … = column("…"), or add it to core/columns.toml'
    )
