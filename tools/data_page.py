"""Write docs/data.md: every table's columns, from its schema and the meanings in columns.toml.

`python tools/data_page.py` writes the page; a test compares it with its sources, and the columns
with the files of a run.
"""

import re
import tomllib
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

from puzzlesat.common.files import atomic_write

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/data.md"
SOURCE = ROOT / "tools/columns.toml"

INTRODUCTION = """\
# Columns of the tables

<!-- Made by tools/data_page.py from the schemas and tools/columns.toml: change it there. -->

All tables are CSV files in UTF-8 with a header. (seed, n, k, i) identifies a board of n×n fields
and k colours. A board is written row by row, with rows joined by `/`, and a symbol `0`–`9`, `a`–`z`
or `A`–`Z` for each colour. Times are seconds of CPU time unless noted. An empty cell is a missing
value. [audit.md](audit.md) describes the files of the audit. The docstrings of `rows` and `table`
in the modules of `floodit/studies/audit` describe the columns of these files.
"""

DERIVED = {
    r"(.+)_low": "lower end of the 95% confidence interval of `{}`",
    r"(.+)_high": "upper end of the 95% confidence interval of `{}`",
    r"median_(.+)": "median of `{}`",
    r"max_(.+)": "maximum of `{}`",
}
"""The meaning of columns without an explanation of their own, by a pattern for their names."""


def meaning(column: str, known: dict[str, str]) -> str:
    """Return the meaning of a column, from `known` or by a pattern in `DERIVED`."""
    if column in known:
        return known[column]
    for form, text in DERIVED.items():
        if found := re.fullmatch(form, column):
            return text.format(found[1])
    raise LookupError(f"nothing in {SOURCE.name} explains the column {column}")


def section(table: dict[str, Any], common: dict[str, str]) -> str:
    """Return the section of the page on a table.

    Raise `LookupError` if a column is not explained, or if the table lacks an explained one.
    """
    if "schema" in table:
        columns = list(resolve_name(f"puzzlesat_studies.{table['schema']}"))
    else:
        columns = table["columns"].split()
    own = table.get("meaning", {})
    if unknown := own.keys() - set(columns):
        raise LookupError(f"{table['files'][0]} has no column {min(unknown)}")
    rows = "".join(f"| {column} | {meaning(column, common | own)} |\n" for column in columns)
    heading = ", ".join(table["files"])
    return f"\n## {heading}\n\n{table['about']}\n\n| column | meaning |\n|---|---|\n{rows}"


def page() -> str:
    """Return the text of the page."""
    source = tomllib.loads(SOURCE.read_text(encoding="utf-8"))
    return INTRODUCTION + "".join(section(table, source["meaning"]) for table in source["table"])


if __name__ == "__main__":
    with atomic_write(PAGE) as file:
        file.write(page())
