"""Mutation testing: small changes to the library that the tests should detect.

``make mutants`` first runs all tests, and records which test files call which functions
(`recording.py`). Then it changes one place at a time in a copy of the project, and runs the files
that call the changed function, the quickest first. A surviving mutant is a gap in the tests, unless
it is equivalent to the original.
``mutants.toml`` lists the known equivalent mutants with reasons. The engine's sources are changed
as text, and the engine is rebuilt; mutants that do not compile are not counted.

Other tools do not suffice: mutmut 3 skips decorated functions, properties and module constants;
Cosmic Ray changes the sources in place, uses one list of tests for all modules, and does not
remove statements.
"""

import ast
import csv
import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from threading import Event
from typing import Any, NamedTuple

import click
import nanobind

from puzzlesat import _engine
from tests.recording import FOLDER_VARIABLE

ROOT = Path(__file__).parents[1]
PACKAGE = Path("src/puzzlesat")
ACCEPTED = ROOT / "tests/mutants.toml"

LEFT_OUT = ("sat/solver.py", "floodit/solve/parallel.py", "flowfree/solve/generate.py")
"""Modules whose tests of timeouts, signals and random puzzles are slow.

Commands are left out as well: most of their mutants change a text.
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

PYTHON_MODULES = sorted(
    name
    for path in (ROOT / PACKAGE).rglob("[!_]*.py")
    if "/cli/" not in (name := path.relative_to(ROOT / PACKAGE).as_posix()) and name not in LEFT_OUT
)
MODULES = [
    *PYTHON_MODULES,
    *(
        path.relative_to(ROOT).as_posix()
        for path in sorted((ROOT / "engine").glob("*/*.[ch]pp"))
        if path.parent.name in ENGINE
    ),
]
"""The modules that are changed."""

MAX_SECONDS = 120
"""The total time of the test files that run for a mutant."""

Recording = dict[str, dict[str, Any]]
"""For each test file, its ``seconds``, whether it ``passed``, and the ``functions`` it calls."""

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

NOT_IN_MUTANTS = ("-m", "not browser and not slurm")
"""Chromium may fail for unrelated reasons, which would look like a detected mutant."""

Copies = SimpleQueue[Path]
"""Copies of the project that are not in use."""

SECONDS = 20
"""The time limit of a mutant's tests, in addition to three times that of the original's."""

MEMORY = 12 << 30
"""The memory limit of a mutant, in bytes: cake_lpr, which some tests run, reserves 8 GB."""

ENVIRONMENT = {
    "PYTHONDONTWRITEBYTECODE": "1",
    "CML_HEAP_SIZE": "512",  # in megabytes, for cake_lpr; the default is eight thousand
    "CML_STACK_SIZE": "512",
}
"""The environment variables of a mutant's tests."""


COMMENTS = {True: re.compile(r" //.*"), False: re.compile(r" # .*")}
"""A comment after code, for whether it is the engine's."""


class Mutant(NamedTuple):
    """A change of a module of `MODULES`: a range of bytes, and their replacement."""

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


def record(cores: int) -> Recording:
    """Run all tests with the plugin `recording`, and return what it has recorded."""
    with TemporaryDirectory() as folder:
        options = ["-q", "-n", str(cores), "--dist", "loadfile", *NOT_IN_MUTANTS]
        subprocess.run(
            [sys.executable, "-m", "pytest", *options, "-p", "tests.recording"],
            cwd=ROOT,
            env=os.environ | ENVIRONMENT | {FOLDER_VARIABLE: folder},
            stdout=subprocess.DEVNULL,
            check=False,  # files with failing tests are left out
        )
        parts = [json.loads(path.read_text()) for path in Path(folder).glob("*.json")]
    return {file: found for part in parts for file, found in part.items() if found["passed"]}


def files_for(module: str, function: str, recorded: Recording) -> list[str]:
    """Return the test files that call a function, the quickest first, up to `MAX_SECONDS`.

    For a change outside of functions, these are the files that call any function of the module.
    """
    if module.startswith("engine/"):
        files = {f"tests/{name}.py" for name in ENGINE[Path(module).parent.name].split()}
    else:
        called = f"{module}:" if function == Path(module).name else f"{module}:{function}"
        exact = called.endswith(":")
        files = {
            file
            for file, found in recorded.items()
            if any(x.startswith(called) if exact else x == called for x in found["functions"])
        }
    chosen, seconds = [], 0.0
    for file in sorted(files & recorded.keys(), key=lambda file: recorded[file]["seconds"]):
        seconds += recorded[file]["seconds"]
        if chosen and seconds > MAX_SECONDS:
            break
        chosen.append(file)
    return chosen


def outcome(folder: Path, tests: Sequence[str], timeout: float) -> str:
    """Run test files in a copy of the project; return passed, failed or timeout."""
    if not tests:
        return "passed"
    options = ["-q", "-x", "-n", "0", *NOT_IN_MUTANTS, "-p", "no:cacheprovider"]
    running = subprocess.Popen(
        [sys.executable, "-m", "pytest", *options, "--hypothesis-seed=0", *tests],
        cwd=folder,
        env=os.environ | ENVIRONMENT | {"PYTHONPATH": str(folder / "src")},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY)),
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
    copies: Copies, module: str, some: Mapping[Mutant, str], recorded: Recording, stop: Event
) -> list[str]:
    """Test named mutants of a module in a copy of the project; return the outcome of each.

    When `stop` is set, no further mutant is tested.
    """
    folder = copies.get()
    path = folder / place(module)
    source = path.read_bytes()
    compiled = module.startswith("engine/")
    became = []
    try:
        for mutant, name in some.items():
            if stop.is_set():
                break
            path.write_bytes(mutant.applied(source))
            tests = files_for(module, name.partition(": ")[0], recorded)
            timeout = SECONDS + 3 * sum(recorded[file]["seconds"] for file in tests)
            valid = not compiled or build_engine(folder)
            became.append(outcome(folder, tests, timeout) if valid else "invalid")
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

    The output has a row for every mutant. The exit status is 1 if a mutant survived. Skipped tests
    detect nothing, so drat-trim and cake_lpr should be on the PATH.
    """
    known = accepted()
    changes = {module: sample_mutants(module, seed, each) for module in only or MODULES}
    counts = dict.fromkeys(("failed", "timeout", "equivalent", "invalid", "passed"), 0)
    recorded = record(cores)
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

        def write(mutant: Mutant, became: str) -> None:
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
            new = {mutant: name for mutant, name in some.items() if name not in reasons}
            work[pool.submit(run_mutants, copies, module, new, recorded, stop)] = module, new
        try:
            for done in as_completed(work):
                (module, new), outcomes = work[done], done.result()
                for mutant in changes[module].keys() - new.keys():
                    write(mutant, "equivalent")
                for mutant, became in zip(new, outcomes, strict=True):
                    write(mutant, became)
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
    sys.exit(counts["passed"] > 0)


if __name__ == "__main__":
    main()
