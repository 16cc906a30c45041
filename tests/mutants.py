"""Mutation testing: small changes to the library that the tests should detect.

``make mutants`` changes one place at a time in a copy of the project and runs the tests of the
changed module. A surviving mutant is a gap in the tests, unless it is equivalent to the original.
``mutants.toml`` lists the known equivalent mutants with reasons. The engine's sources are changed
as text, and the engine is rebuilt; mutants that do not compile are not counted.

Other tools do not suffice: mutmut 3 skips decorated functions, properties and module constants;
Cosmic Ray changes the sources in place, uses one list of tests for all modules, and does not
remove statements.
"""

import ast
import csv
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from threading import Event
from time import monotonic
from typing import NamedTuple

import click
import nanobind

from puzzlesat import _engine

ROOT = Path(__file__).parents[1]
PACKAGE = Path("src/puzzlesat")
ACCEPTED = ROOT / "tests/mutants.toml"

SUITES = {
    "floodit/board/board.py": "floodit/test_board floodit/test_formats floodit/test_starts",
    "floodit/show/drawing.py": "floodit/test_page",
    "floodit/formats/text.py": "floodit/test_formats floodit/test_instance",
    "floodit/formats/sample.py": "floodit/test_formats test_puzzle_formats",
    "common/grids.py": "test_puzzle_formats",
    "common/cells.py": "test_cells test_puzzle_formats flowfree/test_formats",
    "common/formats.py": "test_puzzle_formats test_cells test_pictures",
    "common/picture.py": "test_pictures",
    "common/puzzle_files.py": "test_puzzle_formats test_pictures",
    "floodit/formats/formats.py": "floodit/test_formats test_puzzle_formats test_pictures",
    "floodit/formats/game_id.py": "test_puzzle_formats floodit/test_formats",
    "floodit/board/graph.py": "floodit/test_board floodit/test_clusters",
    "floodit/board/referee.py": "floodit/test_referee floodit/test_instance",
    "floodit/formats/sized.py": "floodit/test_formats test_puzzle_formats",
    "floodit/board/sample.py": "floodit/test_board floodit/test_instance",
    "floodit/board/solution.py": "floodit/test_minimum studies/test_thesis",
    "floodit/encode/clusters.py": "floodit/test_clusters floodit/test_instance floodit/test_starts",
    "floodit/encode/exchange.py": "floodit/test_export",
    "floodit/encode/maxsat.py": "floodit/test_export",
    "floodit/encode/redundant.py": "floodit/test_redundant floodit/test_user_clauses",
    "floodit/encode/instance.py": "floodit/test_instance floodit/test_starts floodit/test_export",
    "floodit/encode/thesis.py": "floodit/test_thesis floodit/test_thesis_text "
    "floodit/test_instance",
    "floodit/prove/checker.py": "floodit/test_nogoods floodit/test_starts",
    "floodit/prove/derivation.py": "floodit/test_derivation",
    "floodit/prove/nogoods.py": "floodit/test_nogoods",
    "floodit/prove/counters.py": "floodit/test_derivation",
    "floodit/prove/axioms.py": "floodit/test_derivation",
    "floodit/prove/verified.py": "floodit/test_verified",
    "floodit/solve/answer.py": "floodit/test_exact floodit/test_free",
    "floodit/solve/astar.py": "floodit/test_astar floodit/test_pdr",
    "floodit/solve/exact.py": "floodit/test_exact floodit/test_free floodit/test_landmarks "
    "floodit/test_beams floodit/test_threads",
    "floodit/solve/free.py": "floodit/test_free",
    "floodit/board/greedy.py": "floodit/test_board floodit/test_astar",
    "floodit/solve/hint.py": "floodit/test_hint",
    "floodit/solve/minimum.py": "floodit/test_minimum floodit/test_instance",
    "floodit/solve/pdr.py": "floodit/test_nogoods floodit/test_starts floodit/test_exact",
    "flowfree/formats/formats.py": "flowfree/test_formats flowfree/test_forms test_puzzle_formats "
    "test_pictures",
    "flowfree/board/grid.py": "flowfree/test_encodings flowfree/test_marked",
    "flowfree/formats/objects.py": "test_puzzle_formats",
    "flowfree/formats/packs.py": "flowfree/test_forms test_puzzle_formats",
    "flowfree/formats/pzpr.py": "flowfree/test_forms test_puzzle_formats",
    "flowfree/formats/rows.py": "flowfree/test_formats test_puzzle_formats flowfree/test_forms",
    "flowfree/board/puzzle.py": "flowfree/test_formats flowfree/test_search "
    "flowfree/test_marked flowfree/test_forms",
    "flowfree/board/referee.py": "flowfree/test_referee "
    "flowfree/test_marked flowfree/test_numberlink",
    "flowfree/board/sketch.py": "flowfree/test_marked",
    "flowfree/board/solution.py": "flowfree/test_search flowfree/test_marked flowfree/test_forms",
    "flowfree/encode/acyclic.py": "flowfree/test_encodings flowfree/test_marked",
    "flowfree/encode/encoding.py": "flowfree/test_encodings "
    "flowfree/test_search flowfree/test_numberlink",
    "flowfree/encode/instance.py": "flowfree/test_cli",
    "flowfree/encode/links.py": "flowfree/test_encodings "
    "flowfree/test_marked flowfree/test_numberlink",
    "flowfree/encode/methods.py": "flowfree/test_encodings "
    "flowfree/test_search flowfree/test_numberlink",
    "flowfree/encode/published.py": "flowfree/test_encodings",
    "flowfree/encode/rings.py": "flowfree/test_encodings flowfree/test_marked",
    "flowfree/prove/verified.py": "flowfree/test_verified flowfree/test_numberlink",
    "flowfree/show/explain.py": "flowfree/test_page flowfree/test_cli",
    "flowfree/show/terminal.py": "flowfree/test_drawing",
    "flowfree/solve/answer.py": "flowfree/test_direct flowfree/test_search flowfree/test_cli "
    "flowfree/test_numberlink flowfree/test_forms",
    "flowfree/solve/count.py": "flowfree/test_count flowfree/test_numberlink",
    "flowfree/solve/cutting.py": "flowfree/test_marking flowfree/test_random_cover",
    "flowfree/solve/difficulty.py": "flowfree/test_difficulty flowfree/test_random_cover",
    "flowfree/solve/direct.py": "flowfree/test_direct flowfree/test_reasons",
    "flowfree/solve/marking.py": "flowfree/test_marking",
    "flowfree/solve/propagator.py": "flowfree/test_search",
    "flowfree/solve/random_cover.py": "flowfree/test_random_cover",
    "flowfree/solve/rating.py": "flowfree/test_rating",
    "flowfree/solve/reasons.py": "flowfree/test_page flowfree/test_reasons",
    "flowfree/solve/search.py": "flowfree/test_search flowfree/test_numberlink",
    "flowfree/solve/walkthrough.py": "flowfree/test_page flowfree/test_reasons",
    "minesweeper/board/board.py": "minesweeper/test_formats minesweeper/test_game",
    "minesweeper/board/drawing.py": "minesweeper/test_drawing",
    "minesweeper/board/game_id.py": "minesweeper/test_formats",
    "minesweeper/board/mine_maps.py": "test_puzzle_formats minesweeper/test_formats",
    "minesweeper/board/rows.py": "minesweeper/test_formats minesweeper/test_cli "
    "test_puzzle_formats",
    "minesweeper/board/formats.py": "test_cells minesweeper/test_formats minesweeper/test_cli "
    "test_puzzle_formats test_pictures",
    "minesweeper/board/game.py": "minesweeper/test_game",
    "minesweeper/board/sample.py": "minesweeper/test_game minesweeper/test_formats",
    "minesweeper/board/state.py": "minesweeper/test_formats minesweeper/test_deduce",
    "minesweeper/encode/encoding.py": "minesweeper/test_encoding minesweeper/test_deduce",
    "minesweeper/encode/network.py": "minesweeper/test_encoding minesweeper/test_deduce",
    "minesweeper/prove/verified.py": "minesweeper/test_verified",
    "minesweeper/solve/bounds.py": "minesweeper/test_bounds",
    "minesweeper/solve/conflict.py": "minesweeper/test_conflict minesweeper/test_bounds",
    "minesweeper/solve/consistency.py": "minesweeper/test_deduce minesweeper/test_thesis_examples",
    "minesweeper/solve/counting.py": "minesweeper/test_deduce",
    "minesweeper/solve/deduce.py": "minesweeper/test_bounds minesweeper/test_deduce "
    "minesweeper/test_game minesweeper/test_cli",
    "minesweeper/solve/finish.py": "minesweeper/test_finish",
    "minesweeper/solve/player.py": "minesweeper/test_engine minesweeper/test_finish",
    "minesweeper/solve/guessfree.py": "minesweeper/test_guessfree",
    "minesweeper/solve/optimum.py": "minesweeper/test_optimum",
    "minesweeper/solve/reasons.py": "minesweeper/test_reasons minesweeper/test_page",
    "sat/answer.py": "sat/test_answer",
    "sat/backbone.py": "sat/test_backbone",
    "sat/cardinality.py": "flowfree/test_encodings",
    "sat/clock.py": "sat/test_clock",
    "sat/core.py": "sat/test_core",
    "sat/dimacs.py": "sat/test_dimacs",
    "proofs/bundle.py": "floodit/test_verified flowfree/test_verified",
    "proofs/checks.py": "floodit/test_verified flowfree/test_verified",
    "proofs/claim.py": "floodit/test_verified flowfree/test_verified minesweeper/test_verified",
    "sat/external.py": "sat/test_external",
    "sat/formula.py": "sat/test_formula sat/test_dimacs sat/test_lrat",
    "sat/lrat.py": "sat/test_lrat floodit/test_derivation",
    "sat/proof.py": "sat/test_proof floodit/test_verified flowfree/test_verified",
    "proofs/commands.py": "floodit/test_verified flowfree/test_verified",
}
"""The tests of each module, without .py, in addition to the examples in its docstrings.

Left out are `sat.solver`, `floodit.solve.parallel` and `flowfree.solve.generate`, whose tests of
timeouts, signals and random puzzles are slow; commands and drawings, in which most mutants change a
text or a picture; and modules of `common` other than those that read puzzles.
"""

ENGINE = {
    "common": "minesweeper/test_engine minesweeper/test_optimum floodit/test_pdr test_interrupts",
    "floodit": "floodit/test_pdr floodit/test_beams floodit/test_landmarks",
    "flowfree": "flowfree/test_difficulty flowfree/test_random_cover flowfree/test_direct",
    "minesweeper": "minesweeper/test_engine minesweeper/test_optimum "
    "minesweeper/test_game minesweeper/test_deduce",
    "picture": "test_pictures",
}
"""The tests of each folder of the engine."""

SUITES |= {
    "sat/clause.py": SUITES["sat/formula.py"],
    "floodit/formats/info.py": "floodit/test_formats test_puzzle_formats",
    "flowfree/formats/info.py": "flowfree/test_formats test_puzzle_formats",
    "flowfree/formats/samples.py": "flowfree/test_formats",
    "minesweeper/board/format_info.py": "minesweeper/test_formats test_puzzle_formats",
}
SUITES |= {
    path.relative_to(ROOT).as_posix(): ENGINE[path.parent.name]
    for path in sorted((ROOT / "engine").glob("*/*.[ch]pp"))
}

OTHERS: dict[type, list[str]] = {
    ast.Lt: ["<=", ">="],
    ast.LtE: ["<", ">"],
    ast.Gt: [">=", "<="],
    ast.GtE: [">", "<"],
    ast.Eq: ["!="],
    ast.NotEq: ["=="],
    ast.In: ["not in"],
    ast.NotIn: ["in"],
    ast.Is: ["is not"],
    ast.IsNot: ["is"],
    ast.And: ["or"],
    ast.Or: ["and"],
    ast.Add: ["-"],
    ast.Sub: ["+"],
    ast.Mult: ["+"],
    ast.FloorDiv: ["*"],
    ast.Div: ["*"],
    ast.Mod: ["//"],
    ast.Pow: ["*"],
    ast.LShift: [">>"],
    ast.RShift: ["<<"],
    ast.BitAnd: ["|"],
    ast.BitOr: ["&"],
    ast.BitXor: ["|"],
}
"""The replacements for each operator."""

TEXTUAL = {
    "<": ["<=", ">="],
    "<=": ["<", ">"],
    ">": [">=", "<="],
    ">=": [">", "<"],
    "==": ["!="],
    "!=": ["=="],
    "&&": ["||"],
    "||": ["&&"],
    "+": ["-"],
    "-": ["+"],
    "*": ["+"],
    "/": ["*"],
    "%": ["/"],
    "<<": [">>"],
    ">>": ["<<"],
    "&": ["|"],
    "|": ["&"],
    "^": ["|"],
    "+=": ["-="],
    "-=": ["+="],
    "*=": ["+="],
    "|=": ["&="],
    "&=": ["|="],
}
"""The replacements for each operator in the engine."""

PATTERNS = {
    "text": re.compile(
        r'//.*|"(?:[^"\\]|\\.)*"|^ *(?:#|static_assert|template|using).*', re.MULTILINE
    ),
    "operator": re.compile(rf"(?<= )(?:{'|'.join(map(re.escape, TEXTUAL))})(?= )"),
    "number": re.compile(r"(?<![\w.'])(\d[\d']*)(?![\w.'])"),
    "word": re.compile(r"\b(?:true|false)\b|\+\+|--|!(?=[\w(])"),
    "statement": re.compile(
        r"^ +((?!return\b|throw\b|delete\b)[^\s(={};]+(?:\(.*\)| [-+*/%|&^]?= .*|\+\+|--)?;)$",
        re.MULTILINE,
    ),
}
"""The parts of the engine's sources that are changed; "text" matches what is left unchanged."""

WORDS = {"true": "false", "false": "true", "++": "--", "--": "++", "!": ""}

Copies = SimpleQueue[Path]
"""Copies of the project that are not in use."""

SECONDS = 20
"""The time limit of a mutant's tests, in addition to three times that of the original's."""

MEMORY = 4 << 30
"""The memory limit of a mutant, in bytes."""

MORE_MEMORY = {"floodit/prove/verified.py": 12 << 30}
"""The memory limit of modules whose tests run cake_lpr, which reserves eight gigabytes."""


ENVIRONMENT = {
    "PYTHONDONTWRITEBYTECODE": "1",
    "CML_HEAP_SIZE": "512",  # in megabytes, for cake_lpr; the default is eight thousand
    "CML_STACK_SIZE": "512",
}
"""The environment variables of a mutant's tests."""


COMMENTS = {True: re.compile(r" //.*"), False: re.compile(r" # .*")}
"""A comment after code, for whether it is the engine's."""


class Mutant(NamedTuple):
    """A change of a module of `SUITES`: a range of bytes, and their replacement."""

    module: str
    first: int
    last: int
    new: bytes

    def applied(self, source: bytes) -> bytes:
        return source[: self.first] + self.new + source[self.last :]

    def within(self, source: bytes, first: int, last: int) -> str:
        """Return the changed text of a range of the source that contains the change."""
        return (source[first : self.first] + self.new + source[self.last : last]).decode()

    def lines(self, source: bytes) -> tuple[int, str, str]:
        """Return the number of the first changed line, and the lines before and after."""
        start = source.rfind(b"\n", 0, self.first) + 1
        end = source.find(b"\n", self.last)
        texts = source[start:end].decode(), self.within(source, start, end)
        old, new = (" ".join(text.split()) for text in texts)
        return source.count(b"\n", 0, start) + 1, old, new


def place(module: str) -> Path:
    return Path(module) if module.startswith("engine/") else PACKAGE / module


def mutants(module: str) -> list[Mutant]:
    source = (ROOT / place(module)).read_bytes()
    if module.startswith("engine/"):
        return sorted({Mutant(module, *change) for change in _textual(source.decode("latin-1"))})
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def first(node: ast.AST) -> int:
        return starts[node.lineno - 1] + node.col_offset

    def last(node: ast.AST) -> int:
        return starts[node.end_lineno - 1] + node.end_col_offset

    found = {
        Mutant(module, start, end, new.encode())
        for node in _mutable(ast.parse(source))
        for start, end, new in _changes(node, source, first, last)
    }
    return sorted(found)


def _textual(source: str) -> Iterator[tuple[int, int, bytes]]:
    """Yield the changes to a source file of the engine, given with one character per byte."""
    code = PATTERNS["text"].sub(lambda found: " " * len(found[0]), source)
    for found in PATTERNS["operator"].finditer(code):
        for other in TEXTUAL[found[0]]:
            yield *found.span(), other.encode()
    for found in PATTERNS["number"].finditer(code):
        yield *found.span(), str(int(found[0].replace("'", "")) + 1).encode()
    for found in PATTERNS["word"].finditer(code):
        yield *found.span(), WORDS[found[0]].encode()
    for found in PATTERNS["statement"].finditer(code):
        yield *found.span(1), b"continue;" if found[1] == "break;" else b";"


def _mutable(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes to be changed, without docstrings, types, decorators and error messages."""
    left_out = {"annotation", "returns", "decorator_list", "type_params"}
    for name, value in ast.iter_fields(tree):
        if name in left_out or isinstance(tree, ast.Import | ast.ImportFrom | ast.JoinedStr):
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST):
                continue
            text = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
            strict = isinstance(child, ast.keyword) and child.arg == "strict"
            if not (text or strict):
                yield child
                if not isinstance(child, ast.Raise):
                    yield from _mutable(child)


def _changes(node, source, first, last) -> Iterator[tuple[int, int, str]]:
    """Yield the replaced ranges of the source with their replacements."""
    match node:
        case ast.Compare():
            sides = [node.left, *node.comparators]
            for left, operator, right in zip(sides, node.ops, sides[1:], strict=False):
                for other in OTHERS[type(operator)]:
                    yield _between(last(left), first(right), source, other)
        case ast.BoolOp():
            for left, right in zip(node.values, node.values[1:], strict=False):
                for other in OTHERS[type(node.op)]:
                    yield _between(last(left), first(right), source, other)
        case ast.BinOp(op=operator) if type(operator) in OTHERS:
            for other in OTHERS[type(operator)]:
                yield _between(last(node.left), first(node.right), source, other)
        case ast.AugAssign(op=operator) if type(operator) in OTHERS:
            for other in OTHERS[type(operator)]:
                yield _between(last(node.target), first(node.value), source, f"{other}=")
            yield first(node), last(node), "pass"
        case ast.UnaryOp(op=ast.Not()):
            yield first(node), first(node) + len("not"), ""
        case ast.UnaryOp(op=ast.USub() | ast.Invert()):
            yield first(node), first(node) + len("-"), ""
        case ast.Constant(value=bool()):
            yield first(node), last(node), str(not node.value)
        case ast.Constant(value=int() | float()):
            yield first(node), last(node), str(node.value + 1)
        case ast.Assign(targets=[ast.Name()], value=ast.Constant(value=str(text))) if text:
            yield first(node.value), last(node.value), repr(text[:-1])
        case ast.If(test=test) | ast.IfExp(test=test) if not isinstance(test, ast.Compare):
            yield first(test), last(test), f"not ({ast.unparse(test)})"
        case ast.comprehension(ifs=conditions):
            for condition in conditions:
                yield first(condition), last(condition), "True"
        case ast.Return(value=value) if value is not None and not _is_none(value):
            yield first(node), last(node), "return None"
        case ast.Expr() | ast.Raise():
            yield first(node), last(node), "pass"
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield first(node), last(node), "pass"
        case ast.Continue():
            yield first(node), last(node), "pass"
        case ast.Break():
            yield first(node), last(node), "continue"


def _is_none(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _between(start: int, end: int, source: bytes, other: str) -> tuple[int, int, str]:
    """Return the range of the operator between two operands, and its replacement."""
    text = source[start:end].decode()
    operator = text.strip("() \n\\")
    place = text.index(operator)
    start += len(text[:place].encode())
    return start, start + len(operator.encode()), other


def sample_mutants(module: str, seed: int, each: int) -> dict[Mutant, str]:
    """Return some mutants of a module with their names."""
    named = names(module)
    some = random.Random(f"{seed} {module}").sample([*named], min(each, len(named)))
    return {mutant: named[mutant] for mutant in sorted(some)}


def names(module: str) -> dict[Mutant, str]:
    """Return a name for each mutant of a module, such as ``Shuffle.literal: if x > 0 → if x >= 0``.

    The name consists of the function or class that is changed (in the engine, of the file), and the
    changed lines. Only the same changes of the same lines share a name.
    """
    source = (ROOT / place(module)).read_bytes()
    compiled = module.startswith("engine/")
    owners = [] if compiled else [*_definitions(ast.parse(source))]
    found = {}
    for mutant in mutants(module):
        number, *lines = mutant.lines(source)
        old, new = (COMMENTS[compiled].sub("", line) for line in lines)
        around = [name for first, last, name in owners if first <= number <= last]
        found[mutant] = f"{[Path(module).name, *around][-1]}: {old} → {new or 'nothing'}"
    return found


def _definitions(tree: ast.AST, outer: str = "") -> Iterator[tuple[int, int, str]]:
    """Yield the first and last line and the qualified name of each function and class."""
    for child in ast.iter_child_nodes(tree):
        name = outer
        if isinstance(child, ast.FunctionDef | ast.ClassDef):
            name = f"{outer}.{child.name}".removeprefix(".")
            yield child.lineno, child.end_lineno, name
        yield from _definitions(child, name)


def accepted() -> dict[str, dict[str, str]]:
    """Return the reasons why mutants are equivalent, by module and name."""
    return tomllib.loads(ACCEPTED.read_text())


def copy_project(folder: Path) -> Path:
    """Return a copy of the project in which mutants can be tried."""
    ignored = shutil.ignore_patterns(
        *("__pycache__", ".*", "results", "figures", "logs", "smoke", "build")
    )
    shutil.copytree(ROOT, folder, ignore=ignored)
    shutil.copy(_engine.__file__, folder / PACKAGE)
    # An editable installation would find the original modules before those on the path.
    (folder / "src/sitecustomize.py").write_text(
        "import sys\n"
        "sys.meta_path[:] = [x for x in sys.meta_path if 'editable' not in type(x).__module__]\n"
    )
    return folder


def build_engine(folder: Path) -> bool:
    """Build the engine in a copy of the project; return whether the compiler accepts it."""
    build = folder / "build"
    cmake = [
        *("cmake", "-G", "Ninja", "-S", folder, "-B", build, "-DCMAKE_BUILD_TYPE=Release"),
        "-DENGINE_HOOKS=ON",
        *(f"-DPython_EXECUTABLE={sys.executable}", f"-Dnanobind_ROOT={nanobind.cmake_dir()}"),
        "-DCMAKE_CXX_FLAGS=-D_GLIBCXX_ASSERTIONS",  # indices out of range abort the tests
    ]
    if not (build / "build.ninja").exists():
        subprocess.run(cmake, check=True, stdout=subprocess.DEVNULL)
    command = ["cmake", "--build", build, "--target", "_engine"]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        return False
    shutil.copy(next(build.glob("_engine*")), folder / PACKAGE / Path(_engine.__file__).name)
    return True


def outcome(folder: Path, module: str, timeout: float | None = None) -> str:
    """Run the tests of a module in a copy of the project; return passed, failed or timeout."""
    tests = [f"tests/{name}.py" for name in SUITES[module].split()]
    if module.endswith(".py"):
        tests.insert(0, str(PACKAGE / module))
    # Chromium may fail for unrelated reasons, which would look like a detected mutant.
    options = ["-q", "-x", "-n", "0", "-m", "not browser", "-p", "no:cacheprovider"]
    memory = MORE_MEMORY.get(module, MEMORY)
    running = subprocess.Popen(
        [sys.executable, "-m", "pytest", *options, "--hypothesis-seed=0", *tests],
        cwd=folder,
        env=os.environ | ENVIRONMENT | {"PYTHONPATH": str(folder / "src")},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (memory, memory)),
    )
    try:
        return "failed" if running.wait(timeout) else "passed"
    except subprocess.TimeoutExpired:
        return "timeout"
    finally:
        if running.poll() is None:
            os.killpg(running.pid, 9)
            running.wait()


def run_mutants(
    copies: Copies, module: str, some: Sequence[Mutant], stop: Event
) -> list[str] | None:
    """Test mutants of a module in a copy of the project; return the outcome of each.

    The result is None if the tests of the unchanged module fail. When `stop` is set, no further
    mutant is tested.
    """
    folder = copies.get()
    path = folder / place(module)
    source = path.read_bytes()
    compiled = module.startswith("engine/")
    try:
        if compiled and not build_engine(folder):
            return None
        started = monotonic()
        if outcome(folder, module) != "passed":
            return None
        timeout = SECONDS + 3 * (monotonic() - started)
        became = []
        for mutant in some:
            if not stop.is_set():
                path.write_bytes(mutant.applied(source))
                valid = not compiled or build_engine(folder)
                became.append(outcome(folder, module, timeout) if valid else "invalid")
        return became
    finally:
        path.write_bytes(source)
        if compiled:
            build_engine(folder)
        copies.put(folder)


@click.command()
@click.option("--seed", default=1, show_default=True, help="Seed of the random choice.")
@click.option("--each", default=4, show_default=True, help="Number of mutants of each module.")
@click.option("--cores", default=1, show_default=True, help="Number of mutants at a time.")
@click.option("--only", multiple=True, metavar="MODULE", help="Such as sat/dimacs.py.")
@click.option("-o", "--output", type=Path, default=ROOT / "results/mutants.csv")
def main(seed: int, each: int, cores: int, only: tuple[str, ...], output: Path) -> None:
    """Change random places in the library and check whether its tests fail.

    The output has a row for every mutant. The exit status is 1 if a mutant survived, or if the
    tests of an unchanged module fail. Skipped tests detect nothing, so drat-trim and cake_lpr
    should be on the PATH.
    """
    known = accepted()
    changes = {module: sample_mutants(module, seed, each) for module in only or SUITES}
    counts = dict.fromkeys(("failed", "timeout", "equivalent", "invalid", "passed"), 0)
    failing = []
    output.parent.mkdir(parents=True, exist_ok=True)
    with (
        TemporaryDirectory() as folder,
        output.open("w", newline="") as file,
        ThreadPoolExecutor(cores) as pool,
    ):
        rows = csv.writer(file)
        rows.writerow(["module", "line", "mutant", "outcome"])
        copies: Copies = SimpleQueue()
        for number in range(cores):
            copies.put(copy_project(Path(folder, str(number))))

        def record(mutant: Mutant, became: str) -> None:
            path, name = place(mutant.module), changes[mutant.module][mutant]
            line, *_ = mutant.lines((ROOT / path).read_bytes())
            counts[became] += 1
            rows.writerow([mutant.module, line, name, became])
            file.flush()
            if became == "passed":
                click.echo(f"{path}:{line}: survived\n  {name}")

        stop = Event()
        work = {}
        for module, some in changes.items():
            reasons = known.get(module, {})
            new = [mutant for mutant, name in some.items() if name not in reasons]
            work[pool.submit(run_mutants, copies, module, new, stop)] = module, new
        try:
            for done in as_completed(work):
                (module, new), outcomes = work[done], done.result()
                if outcomes is None:
                    failing.append(module)
                    click.echo(f"the tests of the unchanged {module} fail")
                    continue
                for mutant in changes[module].keys() - set(new):
                    record(mutant, "equivalent")
                for mutant, became in zip(new, outcomes, strict=True):
                    record(mutant, became)
        except KeyboardInterrupt:
            stop.set()
            pool.shutdown(cancel_futures=True)
            raise
    noticed = counts["failed"] + counts["timeout"]
    judged = noticed + counts["passed"]
    click.echo(
        f"{judged + counts['equivalent']} mutants: {noticed} detected, {counts['timeout']} of them "
        f"by a timeout, {counts['equivalent']} equivalent, {counts['passed']} survived "
        f"({counts['invalid']} others do not compile); "
        f"score {noticed / max(judged, 1):.1%}"
    )
    if failing:
        click.echo(f"not counted, since tests of the unchanged module fail: {', '.join(failing)}")
    sys.exit(counts["passed"] > 0 or bool(failing))


if __name__ == "__main__":
    main()
