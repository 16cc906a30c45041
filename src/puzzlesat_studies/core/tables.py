"""Tables as data frames, written as CSV, Markdown, LaTeX or a page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puzzlesat.common.files import atomic_write

if TYPE_CHECKING:
    import pandas as pd

Groups = Iterable[tuple[Any, "pd.DataFrame"]]
"""The groups of `groupby`: each group's common values, and its rows."""

TABULATE_FORMATS = {".md": "pipe", ".tex": "latex_booktabs", ".html": "html"}
"""tabulate's names of the formats, by the extension of the file."""

PAGE = """<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
  body {{ font: 14px/1.4 system-ui, sans-serif; color: #1a1a1a; background: #fff; margin: 1em; }}
  h1 {{ font-size: 1.2em; }}
  p {{ max-width: 45em; }}
  table {{ border-collapse: collapse; font-variant-numeric: tabular-nums; }}
  table {{ width: max-content; max-width: max(100%, 70em); }}
  th, td {{ padding: .2em .6em; vertical-align: top; }}
  td[style*=right] {{ white-space: nowrap; }} /* numbers */
  thead th {{ white-space: nowrap; }}
  thead th {{ position: sticky; top: 0; background: #fff; border-bottom: 2px solid #1a1a1a; }}
  tbody tr:nth-child(even) {{ background: #f3f3f3; }}
</style>
{heading}{table}
{note}</html>
"""


def write_table(
    frame: pd.DataFrame,
    paths: Sequence[str | Path],
    displayed: pd.DataFrame | None = None,
    title: str = "",
    note: str = "",
) -> None:
    """Write a table to each path; the extension is .csv or one of `TABULATE_FORMATS`.

    Parameters
    ----------
    frame : DataFrame
        The table, for programs.
    displayed : DataFrame, optional
        The same table laid out for readers, for the extensions in `TABULATE_FORMATS`.
    title, note : str
        Text above and below the table in .md and .html.
    """
    for path in paths:
        extension = Path(path).suffix
        if extension == ".csv":
            text = frame.to_csv(index=False, lineterminator="\n", float_format="%.6g")
        else:
            layout = frame if displayed is None else displayed
            layout = layout.astype(object).where(layout.notna(), None)  # an empty cell, not nan
            text = (
                layout.to_markdown(
                    index=False, tablefmt=TABULATE_FORMATS[extension], floatfmt=".4g"
                )
                + "\n"
            )
        if extension == ".html":
            text = PAGE.format(
                title=escape(title or Path(path).stem),
                heading=f"<h1>{escape(title)}</h1>\n" * bool(title),
                table=text,
                note=f"<p>{escape(note)}</p>\n" * bool(note),
            )
        if extension == ".md":
            text = f"**{title}**\n\n" * bool(title) + text + f"\n{note}\n" * bool(note)
        with atomic_write(path) as file:
            file.write(text)


def formatted(values: Iterable[Any], form: str, missing: str = "") -> list[str]:
    """Return the values as formatted text, with the text `missing` for each missing value.

    >>> formatted([0.25, None], ".1%", missing="timeout")
    ['25.0%', 'timeout']
    """
    import pandas as pd

    return [missing if pd.isna(value) else f"{value:{form}}" for value in values]


def size_names(table: pd.DataFrame) -> list[str]:
    """Return the size of each row of a table, such as 8×10."""
    return [f"{rows}×{cols}" for rows, cols in zip(table["rows"], table["cols"], strict=True)]


def by_group(
    rows: pd.DataFrame,
    key: Sequence[str],
    measure: Callable[[pd.DataFrame], dict[str, Any]],
    **options: Any,
) -> pd.DataFrame:
    """Return a row for each group of rows: the group's values in `key`, and those of `measure`.

    The options are those of ``groupby``.

    >>> import pandas as pd
    >>> rows = pd.DataFrame({"n": [4, 4, 5], "minimum": [3, 5, 6]})
    >>> print(by_group(rows, ["n"], lambda of: {"most": of["minimum"].max()}))
       n  most
    0  4     5
    1  5     6
    """
    import pandas as pd

    groups: Groups = rows.groupby(list(key), **options)
    return pd.DataFrame(
        [dict(zip(key, values, strict=True)) | measure(group) for values, group in groups]
    )
