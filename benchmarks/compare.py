"""Compare whole commands of this checkout with those of another one, such as a release.

    python benchmarks/compare.py OTHER [--runs N] [FILE ...]

OTHER is a folder in which ``make setup`` has been run. Each command runs N times in each checkout,
in turn (this, other, this, …), after one run of each that is not counted. For each command, the
median of both wall-clock times is printed, and the median ratio of adjacent runs. Puzzles are
generated with fixed seeds by this checkout; each FILE with Flow Free puzzles adds a row. The last
rows compare start-up with importing a library.
"""

import argparse
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

HERE = Path(__file__).parents[1]
LARGE = [(36, 36), (36, 40), (58, 38), (80, 30)]


def sets(folder: Path, files: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Write the puzzles; yield each row's name and command, without the path of the program."""

    def generated(name: str, *options: str) -> str:
        path = folder / f"{name}.csv"
        command = [HERE / ".venv/bin/flowfree", "generate", *options, "-q", "-o", path]
        subprocess.run([*command, "--solutions", "any"], check=True)
        return str(path)

    small = generated("small", "-n", "20", "--cols", "40", "--count", "100")
    yield "Flow Free, 100 puzzles of 40×20", ["flowfree", "solve", small, "--json", "-q"]
    yield "the same, --unique", ["flowfree", "solve", small, "--json", "-q", "--unique"]
    for rows, cols in LARGE:
        path = generated(f"{rows}x{cols}", "-n", str(rows), "--cols", str(cols), "--count", "6")
        yield f"Flow Free, 6 puzzles of {cols}×{rows}", ["flowfree", "solve", path, "--json", "-q"]
    for file in files:
        for more in ([], ["--unique"]):
            name = " ".join([Path(file).name, *more])
            yield name, ["flowfree", "solve", file, "--json", "-q", *more]
    one = folder / "one.txt"
    one.write_text("AB\n..\nAB\n")
    yield "start: flowfree solve", ["flowfree", "solve", str(one), "-q"]
    state = folder / "state.txt"
    state.write_text("1.\n..\n")
    yield "start: minesweeper deduce", ["minesweeper", "deduce", str(state)]
    for program in ("floodit", "flowfree", "minesweeper"):
        yield f"start: {program} --help", [program, "--help"]


def seconds(command: list[str]) -> float:
    """Return the wall-clock time of a command; it must succeed."""
    started = perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return perf_counter() - started


def compare(name: str, one: list[str], two: list[str], runs: int) -> None:
    """Run two commands in turn, and print a row."""
    pairs = [(seconds(one), seconds(two)) for _ in range(runs + 1)][1:]
    ours, other = (median(times) for times in zip(*pairs, strict=True))
    ratio = median(a / b for a, b in pairs)
    print(f"{name:40} {ours:8.3f} {other:8.3f} {ratio:8.2f}", flush=True)


def main() -> int:
    """Print a table of all commands."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("other", type=Path)
    parser.add_argument("files", nargs="*")
    parser.add_argument("--runs", type=int, default=7)
    given = parser.parse_intermixed_args()
    bins = [folder / ".venv" / "bin" for folder in (HERE, given.other)]
    print(f"{'median seconds':40} {'this':>8} {'other':>8} {'ratio':>8}")
    with TemporaryDirectory() as folder:
        for name, (program, *arguments) in sets(Path(folder), given.files):
            compare(name, *([str(at / program), *arguments] for at in bins), given.runs)
            if name.startswith("start: "):
                library = "click" if "--help" in arguments else "numpy"
                plain = [str(bins[0] / "python"), "-c", f"import {library}"]
                other = [str(bins[0] / program), *arguments]
                compare(f"  against import {library}", other, plain, given.runs)
    return 0


if __name__ == "__main__":
    sys.exit(main())
