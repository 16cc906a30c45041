"""Compare whole commands of this checkout with those of another one, such as a release.

    python benchmarks/compare.py OTHER [--runs N] [--page docs/speed.md] [FILE ...]

OTHER is a folder in which ``make setup`` has been run. Each command runs N times in each checkout,
in turn (this, other, this, …), after one run of each that is not counted. For each command, the
medians of both wall-clock times are printed, and the median ratio of adjacent runs. Puzzles are
generated with fixed seeds; each FILE with Flow Free puzzles adds two rows. Rows on start-up compare
with importing a library, those on memory with fewer puzzles. With --page, the tables are also
written to a page. With three runs, the command takes about five minutes on an idle machine.
"""

import argparse
import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from puzzlesat_studies.core.provenance import environment

HERE = Path(__file__).parents[1]
LARGE = [(36, 36), (36, 40), (58, 38), (80, 30)]
FLOODED = [(24, 4, 2000), (14, 6, 1000), (10, 15, 500), (24, 6, 4)]
SMALL = {
    "floodit": ("solve", "0123\n1032\n2301\n3210\n"),
    "flowfree": ("solve", "A.B\n..C\nABC\n"),
    "minesweeper": ("deduce", "1.\n..\n"),
}
"""For each program, its command and a small puzzle."""

FEW, MANY = 1_000, 20_000
"""Numbers of puzzles whose peak memory is compared."""

# Python compiles modules once, also in checkouts that were made without it.
ENVIRONMENT = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}


class Row(NamedTuple):
    """The results of a comparison, as texts."""

    name: str
    this: str
    other: str
    ratio: str


def sets(folder: Path, files: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Write the puzzles; yield each row's name and command, without the path of the program."""

    def made(name: str, *command: str) -> str:
        path = folder / name
        program, *words = command
        subprocess.run([HERE / ".venv/bin" / program, *words, "-o", path], check=True)
        return str(path)

    def pairs(rows: int, cols: int, count: int) -> str:
        shape = ("-n", str(rows), "--cols", str(cols), "--count", str(count))
        command = ("flowfree", "generate", *shape, "--solutions", "any", "-q")
        return made(f"{rows}x{cols}.csv", *command)

    for file in files:
        for more in ([], ["--unique"]):
            name = " ".join([Path(file).name, *more])
            yield f"Flow Free, {name}", ["flowfree", "solve", file, "--json", "-q", *more]
    small = pairs(20, 40, 100)
    yield "Flow Free, 100 puzzles of 40×20", ["flowfree", "solve", small, "--json", "-q"]
    yield "the same, --unique", ["flowfree", "solve", small, "--json", "-q", "--unique"]
    for rows, cols in LARGE:
        file = pairs(rows, cols, 6)
        yield f"Flow Free, 6 puzzles of {cols}×{rows}", ["flowfree", "solve", file, "--json", "-q"]
    for n, k, count in FLOODED:
        words = ("-n", str(n), "-k", str(k), "--count", str(count))
        drawn = made(f"{n}x{k}.csv", "floodit", "sample", *words)
        file = made(f"{n}x{k}.txt", "floodit", "convert", drawn, "--as", "rows")
        name = f"Flood-It, {count} boards of {n}×{n}, {k} colours"
        yield name, ["floodit", "solve", file, "--json", "-q"]
    file = made("states.csv", "minesweeper", "generate", "--size", "expert", "--count", "200", "-q")
    yield "Minesweeper, 200 expert states", ["minesweeper", "deduce", file, "--json"]


def starts(folder: Path) -> Iterator[tuple[list[str], str]]:
    """Yield commands that only start, and the library whose import they are compared with."""
    for program, (command, puzzle) in SMALL.items():
        path = folder / f"{program}.txt"
        path.write_text(puzzle)
        yield [program, command, str(path)], "numpy"
        yield [program, "--help"], "click"


def seconds(command: list[str]) -> float:
    """Return the wall-clock time of a command; it must succeed."""
    started = perf_counter()
    subprocess.run(
        command,
        check=True,
        env=ENVIRONMENT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    return perf_counter() - started


def megabytes(command: list[str]) -> float:
    """Return the peak memory of a command."""
    code = (
        "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, "
        "stdout=subprocess.DEVNULL); "
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *command],
        check=True,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
    )
    return float(done.stdout)


def compared(name: str, one: list[str], two: list[str], runs: int) -> Row:
    """Run two commands in turn, and return a row."""
    pairs = [(seconds(one), seconds(two)) for _ in range(runs + 1)][1:]
    ours, other = (median(times) for times in zip(*pairs, strict=True))
    ratio = median(a / b for a, b in pairs)
    return Row(name, f"{ours:.3f}", f"{other:.3f}", f"{ratio:.2f}")


def table(titles: Row, rows: Iterator[Row]) -> list[str]:
    """Return the lines of a table in Markdown, and print each as soon as it is known."""
    lines = []
    for row in chain([titles, Row("---", "---:", "---:", "---:")], rows):
        lines.append("| " + " | ".join(row) + " |")
        print(lines[-1], flush=True)
    print(flush=True)
    return lines


def version_of(folder: Path) -> str:
    """Return the version of a checkout."""
    command = [folder / ".venv/bin/floodit", "--version"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()[-1]


def main() -> int:
    """Print the tables, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("other", type=Path)
    parser.add_argument("files", nargs="*")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--page", type=Path)
    given = parser.parse_intermixed_args()
    here, there = (folder / ".venv" / "bin" for folder in (HERE, given.other))
    names = [version_of(HERE), version_of(given.other)]

    def both(program: str, *words: str) -> tuple[list[str], list[str]]:
        return [str(here / program), *words], [str(there / program), *words]

    def starting(folder: Path) -> Iterator[Row]:
        for command, library in starts(folder):
            own, _ = both(*command)
            name = " ".join([*command[:2], *(["FILE"] if len(command) > 2 else [])])
            plain = [str(here / "python"), "-c", f"import {library}"]
            yield compared(f"{name}, against import {library}", own, plain, given.runs + 4)

    def remembering(folder: Path) -> Iterator[Row]:
        for program, (command, puzzle) in SMALL.items():
            peaks = []
            for count in (MANY, FEW):
                path = folder / f"{program}-{count}.txt"
                path.write_text("\n".join([puzzle] * count))
                peaks.append(megabytes(both(program, command, str(path), "--json")[0]))
            ratio = f"{peaks[0] / peaks[1]:.2f}"
            yield Row(f"{program} {command} FILE --json", *(f"{x:.0f}" for x in peaks), ratio)

    with TemporaryDirectory() as temporary:
        folder = Path(temporary)
        whole = (
            compared(name, *both(*command), given.runs)
            for name, command in sets(folder, given.files)
        )
        lines = table(Row("median seconds", *names, "ratio"), whole)
        more = table(Row("median seconds", names[0], "library", "ratio"), starting(folder))
        peak = Row("peak memory in MB", f"{MANY:,} puzzles", f"{FEW:,} puzzles", "ratio")
        memory = table(peak, remembering(folder))
    if given.page:
        machine = environment()
        text = f"""# Speed

This page compares whole commands, from start to exit, with those of version {names[1]},
commit {_commit(given.other)}. `python benchmarks/compare.py OTHER --page docs/speed.md` writes it;
OTHER is a folder with that version. Both versions run in turn, {given.runs} times each after a run
that is not counted. A ratio below 1 means that this version is faster; it is the median ratio of
adjacent runs.

Measured on {datetime.now(UTC):%d %B %Y} with commit {_commit(HERE)}, Python {machine["python"]} and
NumPy {machine["numpy"]}, on {platform.system()} with {machine["cores"]} cores
({machine["processor"]}).

<!-- made by benchmarks/compare.py -->

## Against version {names[1]}

{chr(10).join(lines)}

## Start

A command with one small puzzle, and `--help`, against Python importing a library.

{chr(10).join(more)}

## Memory

The peak memory hardly depends on the number of puzzles in a file.

{chr(10).join(memory)}
"""
        given.page.write_text(text, encoding="utf-8")
    return 0


def _commit(folder: Path) -> str:
    command = ["git", "-C", folder, "rev-parse", "--short=8", "HEAD"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
