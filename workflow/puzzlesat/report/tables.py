"""Tables as data frames, written as CSV, Markdown or LaTeX."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import pandas as pd

from puzzlesat.errors import InputError
from puzzlesat.files import written

STYLES = {".md": "pipe", ".tex": "latex_booktabs"}
"""tabulate's name of the format, by the ending of the file."""


def read_frame(paths: Sequence[str | Path], columns: Iterable[str]) -> pd.DataFrame:
    """Return the rows of several CSV files with the same columns as one data frame.

    Raises
    ------
    InputError
        If a file is empty or lacks one of the columns.
    """
    frames = []
    for path in paths:
        try:
            frame = pd.read_csv(path)
        except (pd.errors.EmptyDataError, pd.errors.ParserError) as error:
            raise InputError(f"{path}: not a table: {str(error).strip()}") from None
        missing = [name for name in columns if name not in frame]
        if missing:
            raise InputError(f"{path}, line 1: no column {', '.join(missing)}")
        frames.append(frame)
    return pd.concat(frames, ignore_index=True)


def write_table(frame: pd.DataFrame, path: str | Path) -> None:
    """Write a data frame as ``.csv``, ``.md`` or ``.tex``, by the ending of the path.

    Raises
    ------
    InputError
        If the path has another ending.
    """
    ending = Path(path).suffix
    if ending == ".csv":
        text = frame.to_csv(index=False, lineterminator="\n", float_format="%.6g")
    elif ending in STYLES:
        text = frame.to_markdown(index=False, tablefmt=STYLES[ending], floatfmt=".3g") + "\n"
    else:
        raise InputError(f"{path}: a table is written as .csv, .md or .tex")
    with written(path) as file:
        file.write(text)
