"""Where results come from: the code, the versions and the machine that made them.

Snakemake does not see which modules a command imports, so a rule names the digest of its command's
sources as a parameter, and a change of any of them makes the result anew.
"""

import ast
import hashlib
import json
import platform
import sys
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click
import psutil
import yaml

from puzzlesat.common.files import atomic_write
from puzzlesat.report.rows import read_rows

PACKAGE = "puzzlesat"
VERSIONS = ("snakemake", "python-sat", "numpy", "scipy", "pandas", "matplotlib", "seaborn")


def digest(module: str, function: str) -> str:
    """Return a digest of a command and of all of this package that it runs.

    That is the function with its decorators, whatever it uses of its own module and, by name, of
    the modules that are imported there, such as options that commands share; its module's
    constants; and, as a whole, the modules that the function itself imports, with those that they
    import in turn. It is taken of the syntax trees without docstrings: a comment, a docstring or a
    line break does not change it.

    Parameters
    ----------
    module : str
        The name of a module, such as ``puzzlesat.floodit.cli.thesis``.
    function : str
        A function that is defined there.

    Examples
    --------
    >>> module = "puzzlesat.floodit.cli.thesis"
    >>> digest(module, "sample") == digest(module, "sample")
    True
    >>> digest(module, "sample") == digest(module, "minimum")
    False
    """
    named = _reached(module, function)
    pieces = {ast.dump(node) for place, name in named for node in _definitions(place).get(name, [])}
    pieces |= {ast.dump(x) for x in _tree(module).body if isinstance(x, ast.Assign | ast.AnnAssign)}
    inside: set[str] = set()
    for place, name in named:
        inside |= {m for node in _definitions(place).get(name, []) for m in _imports(node)}
    pieces |= {ast.dump(_tree(name)) for name in _closure(inside)}
    return hashlib.sha256("\0".join(sorted(pieces)).encode()).hexdigest()[:16]


@cache
def _source(path: str, changed: int) -> ast.Module:
    """Return the syntax tree of a file as it was at a time, without docstrings."""
    tree = ast.parse(Path(path).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            node.body = [x for x in node.body if not _is_text(x)] or [ast.Pass()]
    return tree


def _is_text(node: ast.stmt) -> bool:
    """Tell whether a statement is a string by itself: a docstring, of whatever stands above it."""
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _tree(module: str) -> ast.Module:
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(module)
    return _source(spec.origin, Path(spec.origin).stat().st_mtime_ns)


def _definitions(module: str) -> dict[str, list[ast.stmt]]:
    """Return what defines each name at the top of a module, imports aside."""
    found: dict[str, list[ast.stmt]] = {}
    for node in _tree(module).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.setdefault(node.name, []).append(node)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for name in {x.id for t in targets for x in ast.walk(t) if isinstance(x, ast.Name)}:
                found.setdefault(name, []).append(node)
    return found


def _imported_names(module: str) -> dict[str, tuple[str, str]]:
    """Return the names that a module imports at its top from this package: module and name."""
    return {
        alias.asname or alias.name: (node.module, alias.name)
        for node in _tree(module).body
        if isinstance(node, ast.ImportFrom) and node.module and _is_ours(node.module)
        for alias in node.names
    }


def _reached(module: str, function: str) -> set[tuple[str, str]]:
    """Return the names that a function uses, directly or not, each with the module it stands in."""
    found: set[tuple[str, str]] = set()
    waiting = [(module, function)]
    while waiting:
        place, name = waiting.pop()
        if (place, name) in found:
            continue
        found.add((place, name))
        definitions, imported = _definitions(place), _imported_names(place)
        if name not in definitions and name in imported:  # handed on
            waiting.append(imported[name])
        for node in definitions.get(name, []):
            for used in {x.id for x in ast.walk(node) if isinstance(x, ast.Name)}:
                if used in definitions:
                    waiting.append((place, used))
                elif used in imported and not _is_package_member(*imported[used]):
                    waiting.append(imported[used])
    return found


def _is_package_member(package: str, name: str) -> bool:
    """Tell whether a name that is imported from a package is a module of it."""
    return _is_package(package) and find_spec(f"{package}.{name}") is not None


def _is_ours(name: str) -> bool:
    return name == PACKAGE or name.startswith(f"{PACKAGE}.")


def _imports(tree: ast.AST) -> set[str]:
    """Return the modules of this package that a piece of code imports."""
    named = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            named |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            named.add(node.module)
            if _is_package(node.module):
                named |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {name for name in named if name.startswith(f"{PACKAGE}.") and find_spec(name)}


def _is_package(name: str) -> bool:
    """Tell whether a name is a package of ours; what is in a module is not looked up.

    Looking for a module in another would import the other, and all that it needs.
    """
    if not _is_ours(name):
        return False
    spec = find_spec(name)
    return spec is not None and spec.submodule_search_locations is not None


def _closure(modules: set[str]) -> set[str]:
    """Return the modules and all of this package that they import, directly or not."""
    found: set[str] = set()
    waiting = set(modules)
    while waiting:
        name = waiting.pop()
        found.add(name)
        waiting |= _imports(_tree(name)) - found
    return found


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
