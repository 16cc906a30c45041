"""The section ``flowfree`` of the configuration: checks beyond the schema, and named puzzles."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from puzzlesat.common.errors import InputError
from puzzlesat.common.files import text_files
from puzzlesat.flowfree.solve.external import words_of
from puzzlesat.flowfree.solve.generate import check_room
from puzzlesat_studies.flowfree.audit import check_solvers
from puzzlesat_studies.flowfree.rows import SAT, check_methods

OUR_SETS = ("winding", "walked", "published")
"""The built-in sets of puzzles: generated without and with a number of flows, and published."""


def flows(section: Mapping[str, Any], n: int | str) -> int:
    """Return the number of flows of an n×n puzzle."""
    return max(1, round(section["flows_per_row"] * int(n)))


def marks(section: Mapping[str, Any], n: int | str) -> str:
    """Return the options for the bridges, warps, walls and missing cells of an n×n board."""
    many = max(1, round(section["marked"]["marks_per_row"] * int(n)))
    return " ".join(f"--{mark} {many}" for mark in ("bridges", "warps", "walls", "missing"))


def given_puzzles(section: Mapping[str, Any]) -> list[Path]:
    """Return the files of the published puzzles, or an empty list if no folder is given."""
    folder = section["published"]
    return sorted(Path(folder).glob("puzzles/*.txt")) if folder else []


def rated_sets(section: Mapping[str, Any]) -> dict[str, list[Any]]:
    """Return the files of the puzzles to rate, by set."""
    ours: dict[str, list[Any]] = {
        "winding": [f"results/flowfree/winding/n{n}.csv" for n in section["difficulty"]["sizes"]],
        "walked": [f"results/flowfree/generated/n{n}.csv" for n in section["sizes"]],
        "published": given_puzzles(section),
    }
    others = {name: text_files(path) for name, path in section["difficulty"]["sets"].items()}
    return {name: files for name, files in (ours | others).items() if files}


def check(section: Mapping[str, Any], config: Mapping[str, Any]) -> None:
    """Raise `InputError` unless methods, solvers and sizes fit together and all files exist."""
    external = words_of(section["external"] or "")
    check_methods(section["methods"], config["solver"], None, external)
    for n in section["sizes"]:
        check_room(n, n, flows(section, n))
    check_solvers(section["audit"]["solvers"], section["audit"]["timeout"])
    if not section["published"] and min(section["sizes"]) > section["audit"]["largest"]:
        raise InputError("config: no size in flowfree.sizes is at most flowfree.audit.largest")
    for key, methods in (
        ("methods", section["methods"]),
        ("marked.methods", section["marked"]["methods"]),
    ):
        if methods[0] not in SAT:
            raise InputError(f"config: flowfree.{key} should begin with a SAT method")
    check_methods(section["marked"]["methods"], config["solver"], None, [])
    if section["published"] and not given_puzzles(section):
        raise InputError(
            f"config: there is no puzzles/*.txt in flowfree.published, {section['published']}"
        )
    for name, path in section["difficulty"]["sets"].items():
        where = f"config: flowfree.difficulty.sets.{name}"
        if name in OUR_SETS:
            raise InputError(f"{where}: a built-in set has this name; choose another one")
        if not Path(path).exists():
            raise InputError(f"{where}: there is no {path}")
        if not text_files(path):
            raise InputError(f"{where}: there is no *.txt in {path}")
