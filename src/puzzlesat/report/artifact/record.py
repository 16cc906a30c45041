"""What is known of a run whose files lie in the folder of an artifact."""

import json
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from puzzlesat.report.artifact.archive import files
from puzzlesat.report.artifact.jobs import JOBS, interval, study_of
from puzzlesat.report.rows import Row, read_rows

CODE, RESULTS, FIGURES = "code", "results", "figures"
"""The folders of an artifact."""

JOB_LIST = "jobs.csv"
CONFIG = f"{RESULTS}/config.yaml"

BOARDS = "boards"
"""What lies beside the studies in the results, and belongs to several of them."""

ABOUT = ("puzzlesat", "date", "host", "config")
"""The keys of a study's record that are neither software nor machine."""

MACHINE = ("system", "processor", "cores", "memory_gib")


class Commit(NamedTuple):
    """What is packed of the code.

    Parameters
    ----------
    name : str
        The commit's hash.
    seconds : int
        When it was made, in seconds since 1970.
    """

    name: str
    seconds: int


class Record:
    """A run, read from the folder of an artifact.

    Parameters
    ----------
    folder : Path
        The artifact, unpacked or not yet packed.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cached_property
    def citation(self) -> dict[str, Any]:
        """Title, version, authors and licence of the code."""
        text = (self.folder / CODE / "CITATION.cff").read_text(encoding="utf-8")
        return yaml.safe_load(text)

    @cached_property
    def names(self) -> list[str]:
        """The files of the run."""
        return [
            f"{part}/{name}" for part in (RESULTS, FIGURES) for name in files(self.folder / part)
        ]

    @cached_property
    def jobs(self) -> list[Row]:
        """The jobs that made them, as far as they are known."""
        path = self.folder / JOB_LIST
        return read_rows(path, JOBS) if path.is_file() else []

    @cached_property
    def environments(self) -> dict[str, dict[str, Any]]:
        """What each study was made with, by its name."""
        paths = sorted((self.folder / RESULTS).glob("*/environment.json"))
        return {path.parent.name: json.loads(path.read_text(encoding="utf-8")) for path in paths}

    @cached_property
    def studies(self) -> list[str]:
        """The studies of which something was made, the thesis first."""
        found = {study_of(name) for name in self.names} - {BOARDS, None}
        return sorted((x for x in found if x), key=lambda study: (study != "thesis", study))

    @cached_property
    def last(self) -> float:
        """When the last of its jobs ended, in seconds since 1970, 0 if none is known."""
        return max((interval(row)[1] for row in self.jobs), default=0)

    def of(self, study: str) -> list[str]:
        """Return the files of a study."""
        return [name for name in self.names if study_of(name) == study]

    def jobs_of(self, study: str) -> list[Row]:
        """Return the jobs that made them."""
        return [row for row in self.jobs if study_of(row["output"]) == study]

    def bytes_of(self, names: Sequence[str]) -> int:
        """Return the size of files."""
        return sum((self.folder / name).stat().st_size for name in names)


def software(environment: dict[str, Any]) -> dict[str, str]:
    """Return the versions that a study's record names, by what they are versions of.

    Examples
    --------
    >>> software({"python": "3.11.7", "cores": 2, "host": "x", "timed_on_hosts": ["x"]})
    {'python': '3.11.7'}
    """
    return {
        name: value
        for name, value in environment.items()
        if isinstance(value, str) and name not in (*ABOUT, *MACHINE)
    }


def machine(environment: dict[str, Any]) -> str:
    """Return the machine of a study's record in words.

    Examples
    --------
    >>> machine({"system": "Linux", "processor": "Xeon", "cores": 2, "memory_gib": 23.5})
    'Xeon, 2 cores, 23.5 GiB of memory, Linux'
    """
    return "{processor}, {cores} cores, {memory_gib} GiB of memory, {system}".format(**environment)
