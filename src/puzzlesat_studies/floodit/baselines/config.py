"""The programs and public sets that the configuration names."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from puzzlesat.common.errors import InputError, error_context
from puzzlesat.common.files import text_files
from puzzlesat.floodit.board.board import parse_start
from puzzlesat.floodit.solve.baselines import START, Program

PROGRAM = ("name", "command", "format", "answer")
"""The keys of a program in the configuration, in the order of the arguments of ``--program``."""


def check(section: Mapping[str, Any], config: Mapping[str, Any]) -> None:
    """Check the programs, the files of the public sets, and the names in `starts` and `totals`.

    Raise `InputError` if a program or a start is invalid, a set has no file, or a name is not that
    of a set.
    """
    for program in section["programs"]:
        Program.of(*(program[key] for key in PROGRAM))
    for name, entry in section["sets"].items():
        where = f"config: baselines.sets.{name}"
        stems = [file.stem for file in text_files(entry["path"])]
        if not Path(entry["path"]).exists():
            raise InputError(f"{where}.path: there is no {entry['path']}")
        if not stems:
            raise InputError(f"{where}.path: there is no *.txt in {entry['path']}")
        for stem in stems:
            if not re.fullmatch(r"[\w.-]+", stem):
                raise InputError(
                    f"{where}.path: a set cannot be called {stem!r}; use letters, digits and . - _"
                )
        for key in ("starts", "totals"):
            for stem in entry.get(key, {}):
                if stem not in stems:
                    raise InputError(
                        f"{where}.{key} names {stem}, but the sets there are {', '.join(stems)}"
                    )
        for stem, start in entry.get("starts", {}).items():
            if start != "centre":
                with error_context(f"{where}.starts.{stem}"):
                    parse_start(start)


def method_option(section: Mapping[str, Any], name: str) -> list[str]:
    """Return the options that select a method of this project or a configured program."""
    programs = {program["name"]: program for program in section["programs"]}
    if name not in programs:
        return ["--method", name]
    return ["--program", *(programs[name][key] for key in PROGRAM)]


def board_sets(section: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the file, the start and the published total (or 0) of each public set, by name."""
    return {
        f"{name}/{file.stem}": {
            "file": str(file),
            "start": entry.get("starts", {}).get(file.stem),
            "published": entry.get("totals", {}).get(file.stem, 0),
        }
        for name, entry in section["sets"].items()
        for file in text_files(entry["path"])
    }


def set_start(known: Mapping[str, Any]) -> list[str]:
    """Return the option that sets the start for the boards of a set, if one is configured."""
    return [] if known["start"] is None else ["--start", known["start"]]


def set_methods(section: Mapping[str, Any], start: str | None) -> list[str]:
    """Return the methods and programs that are measured on a set with this start."""
    programs = [
        program["name"]
        for program in section["programs"]
        if start is None or START in program["command"]
    ]
    return section["set_methods"] + programs
