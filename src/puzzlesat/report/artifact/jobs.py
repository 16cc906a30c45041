"""When a run made each of its files: what Snakemake notes of its jobs."""

import base64
import binascii
import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

from puzzlesat.report.rows import Columns, Row, duration

JOBS: Columns = {"output": str, "rule": str, "start": str, "seconds": duration}
"""The columns of the list of jobs: a file, the rule that made it, when, and how long that took."""

NOTES = ".snakemake/metadata"

THESIS = "thesis"
"""The study whose figures lie beside the folders of the others."""


def job_rows(run: Path) -> list[Row]:
    """Return a row for each file in a run's folder that Snakemake has made, by name.

    Parameters
    ----------
    run : Path
        Where Snakemake ran.
    """
    return sorted(_rows(run), key=lambda row: row["output"])


def _rows(run: Path) -> Iterator[Row]:
    for path in (run / NOTES).rglob("*"):
        output = _output(path.relative_to(run / NOTES)) if path.is_file() else None
        if output is None or not (run / output).exists():
            continue
        note = json.loads(path.read_text(encoding="utf-8"))
        if note.get("starttime") and note.get("endtime") and not note.get("incomplete"):
            yield {
                "output": output,
                "rule": note["rule"],
                "start": moment(note["starttime"]),
                "seconds": round(note["endtime"] - note["starttime"], 3),
            }


def _output(name: Path) -> str | None:
    """Return the file that a note is about: its name as Base64, which is split where it is long."""
    text = "".join(part.removeprefix("@") for part in name.parts)
    try:
        return base64.urlsafe_b64decode(text).decode()
    except (binascii.Error, UnicodeDecodeError):
        return None


def moment(seconds: float) -> str:
    """Return a time in seconds since 1970 as ISO 8601 writes it, in UTC.

    Examples
    --------
    >>> moment(0)
    '1970-01-01T00:00:00.000+00:00'
    """
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")


def study_of(name: str) -> str | None:
    """Return the study that a file of a run belongs to.

    Examples
    --------
    >>> study_of("results/audit/fit.csv"), study_of("figures/bounds.pdf")
    ('audit', 'thesis')
    >>> study_of("results/config.yaml") is None
    True
    """
    first, *folders, _ = PurePosixPath(name).parts
    if folders:
        return folders[0]
    return THESIS if first == "figures" else None


def interval(row: Row) -> tuple[float, float]:
    """Return when a row's job began and ended, in seconds since 1970."""
    begin = datetime.fromisoformat(row["start"]).timestamp()
    return begin, begin + row["seconds"]


def busy(rows: Iterable[Row]) -> float:
    """Return for how many seconds at least one job was at work.

    Examples
    --------
    >>> busy({"start": moment(x), "seconds": 2} for x in (0, 1, 7))
    5.0
    """
    total, reached = 0.0, 0.0
    for begin, end in sorted(map(interval, rows)):
        total += max(0.0, end - max(begin, reached))
        reached = max(reached, end)
    return total
