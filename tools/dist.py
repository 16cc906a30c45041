"""Build the source distribution and the wheel in dist/, and test them in a new environment.

`make dist` runs this program.
"""

import os
import shutil
import subprocess
import sys
import tarfile
import venv
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"

PIP_VARIABLES = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
"""The environment variables that configure pip."""

WITHOUT_WHEELS = "connection-pool"
"""A dependency of Snakemake without wheels."""

BOARD = "0120\n1203\n3321\n0012\n"
TYPED_PROGRAM = """
from puzzlesat.floodit import parse_board

reveal_type(parse_board("01/10", k=2))
"""


def run(*command: str | Path, folder: Path = ROOT, path: str = os.environ["PATH"]) -> str:
    """Return the output of a command; if the command fails, print the output and exit."""
    result = subprocess.run(
        list(map(str, command)),
        cwd=folder,
        env={"PATH": path, "HOME": os.environ["HOME"]} | PIP_VARIABLES,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if result.returncode:
        sys.exit(f"{' '.join(map(str, command))}:\n{result.stdout}")
    return result.stdout


def check_contents(sdist: Path) -> None:
    """Exit if the source distribution does not contain exactly the files under version control."""
    tracked = set(run("git", "ls-files").splitlines())
    with tarfile.open(sdist) as archive:
        files = [member.name for member in archive if not member.isdir()]
    packed = {name.partition("/")[2] for name in files} - {"PKG-INFO"}
    if packed != tracked:
        sys.exit(
            f"the source distribution: missing {sorted(tracked - packed)}, "
            f"unexpected {sorted(packed - tracked)}"
        )


def require(part: str, output: str) -> None:
    """Exit if a program's output does not contain a text."""
    if part not in output:
        sys.exit(f"expected {part} in this output:\n{output}")


def check_elsewhere(wheel: Path) -> None:
    """Install the wheel in a new environment, and run its programs without any others."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        venv.create(folder / "venv", with_pip=True)
        programs = folder / "venv/bin"
        run(
            *(programs / "python", "-m", "pip", "install", "--quiet"),
            *("--only-binary", ":all:", "--no-binary", WITHOUT_WHEELS),
            *("--constraint", ROOT / "requirements.lock", wheel),
            folder=folder,
        )
        (folder / "board.txt").write_text(BOARD)

        def output(*command: str) -> str:
            return run(*command, folder=folder, path=str(programs))

        for program in ("floodit", "flowfree", "minesweeper"):
            require(wheel.name.split("-")[1], output(program, "--version"))
        solve = ("floodit", "solve", "board.txt", "--json")
        require('"minimum": 7', output(*solve))
        require('"minimum": 5', output(*solve, "--start", "free"))
        output("floodit", "show", "--html", "board.txt", "-o", "board.html")
        output("flowfree", "generate", "-n", "6", "-q", "-o", "puzzle.txt")
        require('"status": "solved"', output("flowfree", "solve", "puzzle.txt", "--json"))
        output("flowfree", "explain", "puzzle.txt", "-o", "puzzle.html")
        output("minesweeper", "generate", "--size", "beginner", "-o", "state.txt")
        output("minesweeper", "explain", "state.txt", "-o", "state.html")
        for page in ("board", "puzzle", "state"):
            require("</html>", (folder / f"{page}.html").read_text())
        (folder / "typed.py").write_text(TYPED_PROGRAM)
        types = run(
            *(sys.executable, "-m", "mypy", "--python-executable", programs / "python", "typed.py"),
            folder=folder,
        )
        require("puzzlesat.floodit.board.board.Board", types)


def main() -> None:
    """Build and check both packages."""
    shutil.rmtree(DIST, ignore_errors=True)
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", DIST)
    [sdist], [wheel] = DIST.glob("*.tar.gz"), DIST.glob("*.whl")
    if sys.platform == "linux":  # the tag contains the oldest compatible C library
        run(sys.executable, "-m", "auditwheel", "repair", wheel, "--wheel-dir", DIST)
        wheel.unlink()
        [wheel] = DIST.glob("*.whl")
    run(sys.executable, "-m", "twine", "check", "--strict", sdist, wheel)
    check_contents(sdist)
    check_elsewhere(wheel)
    for file in (sdist, wheel):
        print(f"dist/{file.name}  {file.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
