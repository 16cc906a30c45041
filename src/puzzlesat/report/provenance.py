"""Where results come from: the code, the versions and the machine that made them.

Snakemake does not see which modules a command imports, so a rule names the digest of its command's
sources as a parameter, and a change of any of them makes the result anew.
"""

import ast
import hashlib
import json
import platform
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, cached_property
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click
import psutil
import yaml

from puzzlesat.common.command import Lazy, made_command
from puzzlesat.common.errors import InputError
from puzzlesat.common.files import atomic_write
from puzzlesat.report.rows import read_rows

PACKAGE = "puzzlesat"
VERSIONS = ("snakemake", "python-sat", "numpy", "scipy", "pandas", "matplotlib", "seaborn")


def command_digest(command: str) -> str:
    """Return a digest of all of this package that a command line runs; of a group, by any command.

    Parameters
    ----------
    command : str
        A program and the words that name its command, such as ``floodit table bounds``.

    Raises
    ------
    InputError
        If there is no such command.

    Examples
    --------
    >>> command_digest("floodit sample") == command_digest("floodit minimum")
    False
    >>> command_digest("floodit samples")
    Traceback (most recent call last):
    ...
    puzzlesat.common.errors.InputError: unknown command 'floodit samples'
    """
    program, *words = command.split()
    found: click.Command = import_module(f"{PACKAGE}.{program}.cli").main
    for number, word in enumerate(words, start=1):
        if isinstance(found, Lazy) and word in found.places and number == len(words):
            return digest(*found.places[word].split(":"))
        if not isinstance(found, Lazy) or word not in found.commands:
            raise InputError(f"unknown command {command!r}")
        found = found.commands[word]
    assert isinstance(found, Lazy)
    below = [command_digest(f"{command} {name}") for name in (*found.places, *found.commands)]
    return _hashed(below)


def digest(module: str, name: str) -> str:
    """Return a digest of a function, or of a constant, and of all of this package that it uses.

    Names are followed to where they are defined, in whatever module that is; a module that is used
    otherwise than by a name in it counts as a whole. Of a module that something is taken from,
    the statements that define nothing count as well. The digest is taken of the syntax trees
    without docstrings: a comment, a docstring or a line break does not change it.

    Parameters
    ----------
    module : str
        The name of a module, such as ``puzzlesat.floodit.cli.sample``.
    name : str
        What is defined there, such as a command.
    """
    found: set[tuple[str, str]] = set()
    waiting = {(module, name)}
    if not isinstance(_module(module).defined[name][0].node, ast.FunctionDef):
        waiting.add((made_command.__module__, made_command.__name__))
    while waiting:
        place = waiting.pop()
        found.add(place)
        waiting |= _used(*place) - found
    return _hashed(piece.dump for place in found for piece in _pieces(*place))


def _hashed(texts: Iterable[str]) -> str:
    return hashlib.sha256("\0".join(sorted(set(texts))).encode()).hexdigest()[:16]


WHOLE = "*"
"""Stands for all names of a module."""


@dataclass(frozen=True)
class _Piece:
    """A statement at the top of a module."""

    node: ast.stmt

    @cached_property
    def dump(self) -> str:
        return ast.dump(self.node)

    @cached_property
    def names(self) -> frozenset[str]:
        """The names that it uses, with what is taken of them: ``board``, ``style.PALETTE``."""
        found, inner = set(), set()
        for x in ast.walk(self.node):  # what is around comes before what is in it
            if isinstance(x, ast.Attribute) and isinstance(x.value, ast.Name):
                found.add(f"{x.value.id}.{x.attr}")
                inner.add(x.value)
            elif isinstance(x, ast.Name) and x not in inner:
                found.add(x.id)
        return frozenset(found)

    @cached_property
    def imported(self) -> dict[str, tuple[str, str]]:
        """Where the names come from that it imports from this package: module and name."""
        nodes = (x for x in ast.walk(self.node) if isinstance(x, ast.Import | ast.ImportFrom))
        return {name: place for node in nodes for name, place in _imports(node).items()}


@dataclass
class _Module:
    """What stands at the top of a module, by name.

    Parameters
    ----------
    defined : dict
        What defines each name.
    imported : dict
        Where the names that are imported from this package come from: module and name, or `WHOLE`.
    loose : list
        The statements that define nothing.
    """

    defined: dict[str, list[_Piece]]
    imported: dict[str, tuple[str, str]]
    loose: list[_Piece]


def _module(name: str) -> _Module:
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(name)
    return _read(spec.origin, Path(spec.origin).stat().st_mtime_ns)


@cache
def _read(path: str, changed: int) -> _Module:
    """Return a module as its file was at a time, without docstrings."""
    tree = ast.parse(Path(path).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            node.body = [x for x in node.body if not _is_text(x)] or [ast.Pass()]
    found = _Module({}, {}, [])
    for node in tree.body:
        piece = _Piece(node)
        names = _defines(node)
        for name in names:
            found.defined.setdefault(name, []).append(piece)
        if not names:
            found.imported |= piece.imported
            if not isinstance(node, ast.Import | ast.ImportFrom):
                found.loose.append(piece)
    return found


def _is_text(node: ast.stmt) -> bool:
    """Tell whether a statement is a string by itself: a docstring, of whatever stands above it."""
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _defines(node: ast.stmt) -> set[str]:
    """Return the names that a statement defines, imports aside."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return {node.name}
        case ast.Assign():
            targets = node.targets
        case ast.AnnAssign() | ast.AugAssign():
            targets = [node.target]
        case _:
            return set()
    return {x.id for target in targets for x in ast.walk(target) if isinstance(x, ast.Name)}


def _imports(node: ast.Import | ast.ImportFrom) -> dict[str, tuple[str, str]]:
    """Return the names that a statement imports from this package, and what each stands for."""
    if isinstance(node, ast.Import):
        ours = [x for x in node.names if _is_ours(x.name)]
        return {x.asname or x.name.partition(".")[0]: (x.name, WHOLE) for x in ours}
    if not node.module or not _is_ours(node.module):
        return {}
    return {
        x.asname or x.name: (f"{node.module}.{x.name}", WHOLE)
        if _is_member(node.module, x.name)
        else (node.module, x.name)
        for x in node.names
    }


def _is_member(package: str, name: str) -> bool:
    """Tell whether a name that is imported is a module of a package.

    Looking for a module in what is no package would import that, and all that it needs.
    """
    spec = find_spec(package)
    is_package = spec is not None and spec.submodule_search_locations is not None
    return is_package and find_spec(f"{package}.{name}") is not None


def _is_ours(name: str) -> bool:
    return name == PACKAGE or name.startswith(f"{PACKAGE}.")


def _pieces(place: str, name: str) -> list[_Piece]:
    """Return the statements of a module that define a name, and those that define nothing."""
    module = _module(place)
    if name == WHOLE:
        return [*module.loose, *(x for pieces in module.defined.values() for x in pieces)]
    return [*module.loose, *module.defined.get(name, [])]


def _used(place: str, name: str) -> set[tuple[str, str]]:
    """Return the names that a name of a module uses itself, each with its module."""
    module = _module(place)
    if name not in module.defined and name in module.imported:  # handed on
        return {module.imported[name]}
    used = set(module.imported.values()) if name == WHOLE else set()
    for piece in _pieces(place, name):
        imported = module.imported | piece.imported
        for text in piece.names:
            first, _, taken = text.partition(".")
            if first in module.defined:
                used.add((place, first))
            elif first in imported:
                target, inner = imported[first]
                known = inner == WHOLE and taken in _module(target).defined
                used.add((target, taken) if known else imported[first])
    return used


def environment() -> dict[str, Any]:
    """Return versions, processor, cores and memory of this machine."""
    return {
        "puzzlesat": version(PACKAGE),
        "python": sys.version.split()[0],
        **{name: version(name) for name in VERSIONS},
        "system": platform.platform(),
        "processor": _processor(),
        "cores": psutil.cpu_count(),
        "memory_gib": round(psutil.virtual_memory().total / 2**30, 1),
        "host": platform.node(),
    }


def _processor() -> str:
    """Return the processor's name, as Linux or else Python knows it."""
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


@click.group()
def main() -> None:
    """Write down what a run is made with."""


@main.command("config")
@click.argument("config")
@click.argument("output")
def write_config(config: str, output: str) -> None:
    """Write the CONFIG, given as JSON, to OUTPUT as YAML."""
    with atomic_write(output) as file:
        yaml.safe_dump(json.loads(config), file, sort_keys=False)


@main.command("environment")
@click.argument("config")
@click.argument("output")
@click.argument("times", nargs=-1)
def write_environment(config: str, output: str, times: tuple[str, ...]) -> None:
    """Write versions, machine, date and CONFIG (JSON) to OUTPUT.

    The machines and solvers that made the rows in TIMES are listed by themselves: rows may be older
    than the record, or come from the nodes of a cluster.
    """
    rows = [row for path in times for row in read_rows(path, {"host": str, "version": str})]
    record = environment() | {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "timed_on_hosts": sorted({row["host"] for row in rows}),
        "timed_with_python-sat": sorted({row["version"] for row in rows}),
        "config": json.loads(config),
    }
    with atomic_write(output) as file:
        file.write(json.dumps(record, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
