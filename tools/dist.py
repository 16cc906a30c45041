"""Build the source distribution and the wheel, and see that they are whole and work elsewhere.

`make dist` runs it. What is built lies in dist/.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"

SOURCES_ALONE = "connection-pool"
"""What is published as sources alone, in Python: Snakemake needs it. All else comes as wheels."""

BOARD = "0120\n1203\n3321\n0012\n"
TYPED = """
from puzzlesat.floodit import parse_board

reveal_type(parse_board("01/10", k=2))
"""


def run(*command: str | Path, folder: Path = ROOT, path: str = os.environ["PATH"]) -> str:
    """Return what a command writes; stop with all of it if the command fails."""
    done = subprocess.run(
        list(map(str, command)),
        cwd=folder,
        env={"PATH": path, "HOME": os.environ["HOME"]} | pip_settings(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}:\n{done.stdout}")
    return done.stdout


def pip_settings() -> dict[str, str]:
    """Return how pip is told where packages are."""
    return {name: value for name, value in os.environ.items() if name.startswith("PIP_")}


def check_contents(sdist: Path, wheel: Path) -> None:
    """Stop if a file of the repository is missing, or if another one was packed."""
    tracked = set(run("git", "ls-files").splitlines())
    with tarfile.open(sdist) as archive:
        files = [member.name for member in archive if not member.isdir()]
    packed = {name.partition("/")[2] for name in files}
    compare("the source distribution", packed - {"PKG-INFO"}, tracked)
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if not name.endswith("/")}
    inside = {name for name in names if not re.search(r"\.dist-info/|/_engine[./]", name)}
    library = {name.removeprefix("src/") for name in tracked if name.startswith("src/")}
    compare("the wheel", inside, library)


def compare(what: str, packed: set[str], wanted: set[str]) -> None:
    """Stop if something is missing, or should not be there."""
    if packed != wanted:
        sys.exit(f"{what} lacks {sorted(wanted - packed)}, has {sorted(packed - wanted)} besides")


def check_elsewhere(wheel: Path) -> None:
    """Install the wheel in a new environment, without a compiler, and run what it brings."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        venv.create(folder / "venv", with_pip=True)
        programs = folder / "venv/bin"
        run(
            *(programs / "python", "-m", "pip", "install", "--quiet"),
            *("--only-binary", ":all:", "--no-binary", SOURCES_ALONE),
            *("--constraint", ROOT / "requirements.lock", wheel),
            folder=folder,
        )
        (folder / "board.txt").write_text(BOARD)

        def say(*command: str) -> str:
            return run(*command, folder=folder, path=f"{programs}:/usr/bin:/bin")

        for program in ("floodit", "flowfree", "minesweeper"):
            assert wheel.name.split("-")[1] in say(program, "--version")
        assert json.loads(say("floodit", "solve", "board.txt", "--json"))["minimum"] == 7
        say("floodit", "show", "--html", "board.txt", "-o", "board.html")
        say("flowfree", "generate", "-n", "6", "-q", "-o", "puzzle.txt")
        assert json.loads(say("flowfree", "solve", "puzzle.txt", "--json"))["status"] == "solved"
        say("flowfree", "explain", "puzzle.txt", "-o", "puzzle.html")
        say("minesweeper", "generate", "--size", "beginner", "-o", "state.txt")
        say("minesweeper", "explain", "state.txt", "-o", "state.html")
        for page in ("board", "puzzle", "state"):
            assert "</html>" in (folder / f"{page}.html").read_text()
        (folder / "typed.py").write_text(TYPED)
        told = run(
            *(sys.executable, "-m", "mypy", "--python-executable", programs / "python", "typed.py"),
            folder=folder,
        )
        assert "puzzlesat.floodit.board.board.Board" in told, told


def main() -> None:
    """Build, compare and try."""
    shutil.rmtree(DIST, ignore_errors=True)
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", DIST)
    [sdist], [wheel] = DIST.glob("*.tar.gz"), DIST.glob("*.whl")
    if sys.platform == "linux":  # the tag names the oldest C library that the engine runs with
        run(sys.executable, "-m", "auditwheel", "repair", wheel, "--wheel-dir", DIST)
        wheel.unlink()
        [wheel] = DIST.glob("*.whl")
    run(sys.executable, "-m", "twine", "check", "--strict", sdist, wheel)
    check_contents(sdist, wheel)
    check_elsewhere(wheel)
    for file in (sdist, wheel):
        print(f"dist/{file.name}  {file.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
