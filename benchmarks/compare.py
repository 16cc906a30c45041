"""Compare whole commands of this clone with those of another one, such as a release.

    python benchmarks/compare.py OTHER [--runs N] [--rows PATTERN] [--page docs/speed.md] [FILE ...]

OTHER is a clone in which ``make setup`` has been run. Each command runs N times in each clone, in
turn (this, other, other, this, …), after one run of each that is not counted. The table lists the
medians of both wall-clock times, the median ratio of adjacent runs, and the largest peak memory of
each. Boards are drawn with fixed seeds; each FILE with Flow Free puzzles adds two rows. If the two
clones find different minima or statuses, the program stops. PATTERN, a regular expression, chooses
rows. With --page, the table is also written to a page.
"""

import argparse
import json
import os
import platform
import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

HERE = Path(__file__).parents[1]

FLOODED = [(14, 6), (24, 4), (10, 15), (14, 8), (18, 6), (12, 12), (24, 6)]
"""(n, k), with 1,000 boards each."""

FLOWS = [(20, 40, 101), (10, 10, 11), (40, 58, 11), (50, 50, 11)]
"""Rows, columns and the number of generated puzzles."""

GENERATED = [(80, 30), (58, 38)]
"""Rows and columns of the puzzles whose generation is timed."""

SMALL = {
    "floodit": ("solve", "0123\n1032\n2301\n3210\n"),
    "flowfree": ("solve", "A.B\n..C\nABC\n"),
    "minesweeper": ("deduce", "1.\n..\n"),
}
"""For each program, its command and a small puzzle, for the time to start."""

MANY = 20_000
"""The number of small puzzles in the file by which peak memory is compared."""

ANSWERS = ("status", "minimum", "mines", "safe")
"""The parts of a JSON answer that must be the same in both clones."""

HEAD = ("command", "this s", "other s", "ratio", "this MB", "other MB")

# Python compiles modules once, also in clones that were made without it.
ENVIRONMENT = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}


class Run(NamedTuple):
    """The wall-clock seconds of a run, its peak memory in MB, and a digest of its answers."""

    seconds: float
    megabytes: float
    answers: str


def rows(folder: Path, files: list[str], pattern: str) -> Iterator[tuple[str, list[str]]]:
    """Yield each chosen row's name and command, after writing the puzzles."""

    def made(name: str, *command: str | int) -> str:
        path = folder / name
        program, *words = map(str, command)
        subprocess.run([HERE / ".venv/bin" / program, *words, "-o", path], check=True)
        return str(path)

    def written(name: str, text: str) -> str:
        (folder / name).write_text(text)
        return str(folder / name)

    def chosen(name: str) -> bool:
        return re.search(pattern, name) is not None

    for n, k in FLOODED:
        if chosen(name := f"Flood-It, 1,000 boards of {n}×{n}, {k} colours"):
            drawn = made(f"{n}x{k}.csv", "floodit", "sample", "-n", n, "-k", k, "--count", 1000)
            yield name, ["floodit", "solve", drawn, "--json", "-q"]
    flows = {Path(file).name: lambda file=file: file for file in files}
    for n, cols, count in FLOWS:
        shape = ("-n", n, "--cols", cols, "--count", count, "--solutions", "any", "-q")
        flows[f"{count} puzzles of {n}×{cols}"] = lambda shape=shape, name=f"{n}x{cols}.csv": made(
            name, "flowfree", "generate", *shape
        )
    for name, path in flows.items():
        for more in ([], ["--unique"]):
            if chosen(whole := " ".join([f"Flow Free, {name}", *more])):
                yield whole, ["flowfree", "solve", path(), "--json", "-q", *more]
    for n, cols in GENERATED:
        if chosen(name := f"Flow Free, generate 10 puzzles of {n}×{cols}"):
            shape = ("-n", str(n), "--cols", str(cols), "--count", "10")
            yield name, ["flowfree", "generate", *shape, "-q"]
    if chosen(name := "Minesweeper, deduce 200 expert states"):
        size = ("--size", "expert", "--count", 200, "-q")
        states = made("states.csv", "minesweeper", "generate", *size)
        yield name, ["minesweeper", "deduce", states, "--json"]
    for program, (command, puzzle) in SMALL.items():
        if chosen(name := f"start: {program} {command}, one small puzzle"):
            yield name, [program, command, written(f"{program}.txt", puzzle)]
        if chosen(name := f"start: {program} --help"):
            yield name, [program, "--help"]
        if chosen(name := f"memory: {program} {command}, {MANY:,} small puzzles"):
            path = written(f"{program}-{MANY}.txt", "\n".join([puzzle] * MANY))
            yield name, [program, command, path, "--json"]


def run(command: list[str]) -> Run:
    """Run a command, which must succeed."""
    with TemporaryDirectory() as folder, Path(folder, "out").open("w+") as output:
        started = perf_counter()
        process = subprocess.Popen(
            command, env=ENVIRONMENT, stdout=output, stderr=subprocess.DEVNULL
        )
        _, status, usage = os.wait4(process.pid, 0)
        seconds = perf_counter() - started
        if status:
            sys.exit(f"{' '.join(command)} failed")
        output.seek(0)
        # A digest, because the peak memory of a child is at least that of this program.
        answers = sha256()
        for line in output if "--json" in command else ():
            answer = json.loads(line)
            answers.update(repr([answer.get(key) for key in ANSWERS]).encode())
    unit = 2**20 if sys.platform == "darwin" else 2**10
    return Run(seconds, usage.ru_maxrss / unit, answers.hexdigest())


def compared(name: str, one: list[str], two: list[str], runs: int) -> tuple[str, ...]:
    """Run two commands in turn, and return a row of the table."""
    first, second = run(one), run(two)
    if first.answers != second.answers:
        sys.exit(f"{name}: the two clones give different answers")
    pairs = []
    for i in range(runs):
        if i % 2:
            other, this = run(two), run(one)
        else:
            this, other = run(one), run(two)
        pairs.append((this, other))
    medians = [median(each.seconds for each in side) for side in zip(*pairs, strict=True)]
    peaks = [max(each.megabytes for each in side) for side in zip(*pairs, strict=True)]
    ratio = median(this.seconds / other.seconds for this, other in pairs)
    return (name, *(f"{x:.3f}" for x in medians), f"{ratio:.2f}", *(f"{x:.0f}" for x in peaks))


def line_of(cells: tuple[str, ...]) -> str:
    """Print and return a row of the table in Markdown."""
    line = f"| {' | '.join(cells)} |"
    print(line, flush=True)
    return line


def version_of(folder: Path) -> str:
    """Return the version and the commit of a clone."""
    floodit = [folder / ".venv/bin/floodit", "--version"]
    git = ["git", "-C", folder, "rev-parse", "--short=8", "HEAD"]
    words = [
        subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()[-1]
        for command in (floodit, git)
    ]
    return f"version {words[0]}, commit {words[1]}"


def main() -> None:
    """Print the table, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("other", type=Path)
    parser.add_argument("files", nargs="*")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--rows", default="", metavar="PATTERN")
    parser.add_argument("--page", type=Path)
    given = parser.parse_intermixed_args()
    with TemporaryDirectory() as folder:
        lines = [line_of(HEAD), line_of(("---", *["---:"] * (len(HEAD) - 1)))]
        for name, (program, *words) in rows(Path(folder), given.files, given.rows):
            sides = [[str(clone / ".venv/bin" / program), *words] for clone in (HERE, given.other)]
            lines.append(line_of(compared(name, *sides, given.runs)))
    if given.page:
        # Not before: the peak memory of a child is at least that of this process.
        from puzzlesat_studies.core.environment import environment

        machine, table = environment(), "\n".join(lines)
        given.page.write_text(
            f"""# Speed

This page compares whole commands, from start to exit, of this clone ({version_of(HERE)}) with those
of another one ({version_of(given.other)}). `python benchmarks/compare.py OTHER --page
docs/speed.md` writes it; OTHER is a clone with that version. Both run in turn, {given.runs} times
each after a run that is not counted. A ratio below 1 means that this version is faster; it is the
median ratio of adjacent runs. Memory is the largest peak of a run. The pages (docs/web.md) and
other programs are not compared.

Measured on {datetime.now(UTC):%d %B %Y} with Python {machine["python"]} and NumPy
{machine["numpy"]}, on {platform.system()} with {machine["cores"]} cores ({machine["processor"]}).

{table}
""",
            encoding="utf-8",
        )


if __name__ == "__main__":
    main()
