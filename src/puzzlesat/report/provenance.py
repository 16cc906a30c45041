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
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click
import psutil
import yaml

from puzzlesat.common.files import written
from puzzlesat.report.rows import read_rows

PACKAGE = "puzzlesat"
VERSIONS = ("snakemake", "python-sat", "numpy", "scipy", "pandas", "matplotlib", "seaborn")


def digest(module: str, function: str) -> str:
    """Return a digest of a function and of all of this package that it needs.

    Needed are its module's constants, the modules that the function itself imports, and those that
    they import in turn.

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
    tree = ast.parse(_source(module)).body
    [node] = [x for x in tree if isinstance(x, ast.FunctionDef) and x.name == function]
    constants = [x for x in tree if isinstance(x, ast.Assign | ast.AnnAssign)]
    texts = [ast.unparse(x) for x in (node, *constants)]
    texts += [_source(name) for name in sorted(_closure(_imports(node)))]
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]


def _source(module: str) -> str:
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(module)
    return Path(spec.origin).read_text(encoding="utf-8")


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
    if name != PACKAGE and not name.startswith(f"{PACKAGE}."):
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
        waiting |= _imports(ast.parse(_source(name))) - found
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
    with written(output) as file:
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
    with written(output) as file:
        file.write(json.dumps(record, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
