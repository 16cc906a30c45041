"""Provenance of results: the code, the versions and the machine that produced them.

Snakemake tracks the scripts of its rules, but not the modules that they import. So a rule has the
digest of these modules as a parameter, and its output is made again after a change of them: of each
module of the library as a whole, and of those definitions in the studies that are used, without
comments, docstrings and layout.
"""

import ast
import hashlib
import platform
import shlex
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import cache
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

import psutil

from puzzlesat import _engine
from puzzlesat.common.files import read_text, sha256
from puzzlesat.common.rows import parse_rows
from puzzlesat_studies.core.study import Kind, LazyFunction, Step, module_name

DISTRIBUTION = "puzzlesat"
PACKAGES = ("snakemake", "python-sat", "numpy", "scipy", "pandas", "matplotlib", "seaborn")

ROOT = Path(__file__).parents[2]

Reference = tuple[str, str]
"""A module, and a name that it defines; no name means the whole module."""

WRITERS: dict[Kind, Reference] = {
    "rows": ("puzzlesat_studies.core.run", "write_models"),
    "table": ("puzzlesat_studies.core.tables", "write_table"),
    "figure": ("puzzlesat_studies.core.style", "save"),
}
"""The function that writes the output of a step."""


@cache
def step_digest(step: Step) -> str:
    """Return a digest of the code on which the output of a step depends."""
    return _digest(_used(_references_of_step(step)))


@cache
def script_digest(path: str) -> str:
    """Return a digest of the code that a script imports; the script itself is not part of it."""
    imports = _imports([*ast.walk(_syntax_tree(Path(path)))])
    return _digest(_used([(module, name) for module, name in imports.values()]))


@cache
def module_digest(module: str) -> str:
    """Return a digest of a module and the code that it imports."""
    return _digest(_used([(module, "")]))


def file_digests(values: Any) -> dict[str, str]:
    """Return the digests of the files that values name, by the words that name them.

    These are the programs of solvers, with the files among their arguments, and Python files with
    encodings. They are parameters of a rule, too: its output is made again if a file has changed.

    Parameters
    ----------
    values : str, or nested lists and mappings of plain values
        Such as ``"./solver --seed=1"``. A word names a file if it contains a slash or ends in
        ``.py``, and the file exists.
    """
    match values:
        case str():
            return {word: _sha256(Path(word)) for word in _words(values) if Path(word).is_file()}
        case dict() | list() | tuple():
            parts = values.values() if isinstance(values, dict) else values
            return {word: digest for part in parts for word, digest in file_digests(part).items()}
    return {}


_sha256 = cache(sha256)  # of a file, which counts as it was when the run began


def _words(text: str) -> list[str]:
    try:
        words = shlex.split(text)
    except ValueError:  # an open quotation mark: no command
        return []
    return [word for word in words if "/" in word or word.endswith(".py")]


def _digest(references: Iterable[Reference]) -> str:
    digest = hashlib.sha256()
    for module, name in sorted(references):
        content = _engine_sources(name) if module == ENGINE else _dump(module, name)
        digest.update(f"{module}\0{name}\0{content}".encode())
    return digest.hexdigest()[:16]


ENGINE = "puzzlesat._engine"


def _engine_sources(part: str) -> str:
    """Return the digests of the engine's files for a puzzle, such as ``floodit``, or for all."""
    folders = ("", "common", part)
    lines = (line.split() for line in _engine.SOURCES.splitlines())
    used = [
        digest
        for path, digest in lines
        if not part or path.removeprefix("engine/").rpartition("/")[0] in folders
    ]
    return " ".join(used)


def _used(references: Iterable[Reference]) -> set[Reference]:
    """Return the definitions and modules to which some definitions refer, directly or not."""
    pending, visited = [*references], set[Reference]()
    while pending:
        module, name = pending.pop()
        if module in PUBLIC_PACKAGES and name:  # where a public name is defined
            module = f"{module}.{import_module(module).PUBLIC[name]}"
        if module == "puzzlesat":
            module, name = ENGINE, ""
        if module.startswith(f"{ENGINE}."):
            module, name = ENGINE, module.removeprefix(f"{ENGINE}.")
        elif module.startswith("puzzlesat.") and module != ENGINE:
            name = ""  # modules of the library count as a whole
        if (module, name) not in visited:
            visited.add((module, name))
            if module != ENGINE:
                pending += _module_of(module).references(name)
    return visited


PUBLIC_PACKAGES = tuple(f"puzzlesat.{name}" for name in ("floodit", "flowfree", "minesweeper"))


def _references_of_step(step: Step) -> list[Reference]:
    """Return the declaration of a step, and the functions that read its input and write output."""
    name = module_name(step.study.module)
    references = [
        (name, variable) for variable, value in vars(import_module(name)).items() if value is step
    ]
    lazy = (function for function in (step.of, step.display) if isinstance(function, LazyFunction))
    references += [(function.module, function.name) for function in lazy]
    if callable(step.of):
        references.append((step.of.__module__, step.of.__qualname__.partition(".")[0]))
    references.append(
        ("puzzlesat_studies.core.study", f"read_{'models' if step.kind == 'rows' else 'frame'}")
    )
    return references + ([WRITERS[step.kind]] if step.kind in WRITERS else [])


class _Module:
    """A module: its statements, by the names that they define."""

    def __init__(self, name: str) -> None:
        self.name = name
        statements = _syntax_tree(_source_file(name)).body
        self.imports = _imports(statements)
        self.defined = {"": statements}  # no name means the whole module
        for statement in statements:
            for defined_name in _defined_names(statement):
                self.defined.setdefault(defined_name, []).append(statement)

    def references(self, name: str) -> list[Reference]:
        """Return the names in modules of this project to which the definition of a name refers."""
        if name in self.imports and name not in self.defined:
            return [self.imports[name]]
        if not name:
            nodes = [node for statement in self.defined[""] for node in ast.walk(statement)]
            return [*_imports(nodes).values()]
        references: list[Reference] = []
        for statement in self.defined.get(name, []):
            nodes = [*ast.walk(statement)]
            imports = self.imports | _imports(nodes)
            attributes = {
                id(node.value): node.attr for node in nodes if isinstance(node, ast.Attribute)
            }
            for node in nodes:
                if not isinstance(node, ast.Name) or node.id == "STUDY":
                    continue
                if not isinstance(node.ctx, ast.Load):  # such as that of a `LazyModule`
                    continue
                if node.id in self.defined:
                    references.append((self.name, node.id))
                if node.id in imports:
                    module, attribute = imports[node.id]
                    references.append((module, attribute or attributes.get(id(node), "")))
        return [(module, attribute) for module, attribute in references if attribute != "STUDY"]


@cache
def _module_of(name: str) -> _Module:
    return _Module(name)


@cache
def _dump(module: str, name: str) -> str:
    """Return the syntax trees of the statements that define a name."""
    return "".join(map(ast.dump, _module_of(module).defined.get(name, [])))


def _source_file(module: str) -> Path:
    """Return the file of a module."""
    if not module.startswith("puzzlesat"):  # a study in a file elsewhere
        return Path(str(sys.modules[module].__file__))
    path = ROOT / module.replace(".", "/")
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def _imports(nodes: Iterable[ast.AST]) -> dict[str, Reference]:
    """Return what the import statements among some nodes import from this project, by its name."""
    imports = {}
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("puzzlesat"):
            for alias in node.names:
                full_name = f"{node.module}.{alias.name}"
                is_module = _source_file(full_name).exists() or node.module == ENGINE
                name = alias.asname or alias.name
                imports[name] = (full_name, "") if is_module else (str(node.module), alias.name)
    return imports


def _defined_names(statement: ast.stmt) -> set[str]:
    """Return the names that a statement defines; those in comprehensions are their own."""
    match statement:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return {name}
        case ast.Assign(targets=targets):
            nodes: Sequence[ast.AST] = targets
        case ast.AnnAssign(target=target) | ast.AugAssign(target=target):
            nodes = [target]
        case _:
            nodes = [statement]
    names = [node for tree in nodes for node in ast.walk(tree) if isinstance(node, ast.Name)]
    return {node.id for node in names if isinstance(node.ctx, ast.Store)}


@cache
def _syntax_tree(path: Path) -> ast.Module:
    return parse_without_docstrings(path.read_text(encoding="utf-8"))


def parse_without_docstrings(source: str) -> ast.Module:
    """Return the syntax tree of a module without texts that describe, as docstrings do."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            body[:] = [statement for statement in body if not _has_no_effect(statement)]
    return tree


def _has_no_effect(node: ast.stmt) -> bool:
    """Return whether a statement is a text, or contains imports for type checkers only."""
    if isinstance(node, ast.If):
        return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def environment() -> dict[str, Any]:
    """Return the versions of the software, and this machine's processor, cores and memory (GiB)."""
    return {
        "puzzlesat": version(DISTRIBUTION),
        "python": sys.version.split()[0],
        **{name: version(name) for name in PACKAGES},
        "system": platform.platform(),
        "processor": _processor(),
        "cores": psutil.cpu_count(),
        "memory_gib": round(psutil.virtual_memory().total / 2**30, 1),
        "host": platform.node(),
    }


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def record(config: dict[str, Any], times: Sequence[str]) -> dict[str, Any]:
    """Return versions, machine, date and configuration of a run.

    The machines and solvers that produced the rows in the files `times` are listed separately,
    because rows may be older than the record, or come from the nodes of a cluster.
    """
    columns = {"host": str, "version": str}
    rows = [row for path in times for row in parse_rows(read_text(path), columns)]
    return environment() | {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "timed_on_hosts": sorted({row["host"] for row in rows}),
        "timed_with_python-sat": sorted({row["version"] for row in rows}),
        "config": config,
    }
