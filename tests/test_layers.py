"""Arrows go one way: who imports whom, read from the imports themselves."""

import ast
from pathlib import Path

import pytest

LIBRARY = Path(__file__).parents[1] / "src/puzzlesat"

PUZZLES = ("floodit", "flowfree", "minesweeper")

FLOORS = ("common", "sat", "report", "puzzle")
"""Each floor may use those before it; a puzzle is no other puzzle's business."""

ROOMS = ("board", "encode", "solve", "prove", "show", "studies", "cli")
"""The rooms of a puzzle; each may use those before it."""


def imported(path):
    """Return the modules of the library that a file imports, anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return {name for name in found if name.startswith("puzzlesat.")}


def floor(part):
    return FLOORS.index("puzzle" if part in PUZZLES else part)


def room(parts):
    """Return the number of a room, 0 for what stands in none; the door opens on all of them."""
    if list(parts) == ["__init__"]:
        return len(ROOMS)
    return ROOMS.index(parts[0]) if parts and parts[0] in ROOMS else 0


def faults(importer, names):
    """Return what a module, given by the parts of its path, imports and must not.

    Parameters
    ----------
    importer : sequence of str
        The parts of the importing module below the library, without the ending.
    names : iterable of str
        The modules that it imports.
    """
    found = []
    for name in sorted(names):
        part, *rest = name.split(".")[1:]
        if part not in (*PUZZLES, *FLOORS):
            continue  # a name that the package itself defines
        if floor(part) > floor(importer[0]):
            found.append(f"{'.'.join(importer)} imports {name}, a floor above")
        elif part in PUZZLES and part != importer[0]:
            found.append(f"{'.'.join(importer)} imports {name}, another puzzle")
        elif part in PUZZLES and room(rest) > room(importer[1:]):
            found.append(f"{'.'.join(importer)} imports {name}, a room above")
    return found


def test_no_import_runs_back_up():
    wrong = []
    for path in LIBRARY.rglob("*.py"):
        parts = path.relative_to(LIBRARY).with_suffix("").parts
        if len(parts) > 1:
            wrong += faults(parts, imported(path))
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("importer", "name"),
    [
        (("sat", "solver"), "puzzlesat.floodit.board.board"),
        (("common", "files"), "puzzlesat.sat.solver"),
        (("flowfree", "board", "puzzle"), "puzzlesat.floodit.board.board"),
        (("floodit", "board", "graph"), "puzzlesat.floodit.encode.thesis"),
        (("floodit", "solve", "exact"), "puzzlesat.floodit.studies.reproduction.rows"),
        (("floodit", "show", "page"), "puzzlesat.floodit.studies.audit.final_state"),
    ],
)
def test_an_arrow_that_runs_back_up_is_seen(importer, name):
    assert faults(importer, [name])


def test_every_puzzle_has_the_same_rooms():
    for puzzle in PUZZLES:
        rooms = {path.parent.name for path in (LIBRARY / puzzle).glob("*/__init__.py")}
        assert rooms | {"prove", "cli"} == set(ROOMS), puzzle
