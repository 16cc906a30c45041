"""The published files: the wheel and the citation metadata."""

import json
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from pathlib import Path
from shutil import copy, copytree, ignore_patterns

import pytest
import yaml

from puzzlesat import _engine
from tests.programs import script

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


LAUNCHER = f"""#!{sys.executable}
import shutil, sys
output = sys.argv[sys.argv.index("-o") + 1]
if "-c" in sys.argv:
    open(output, "w").close()
else:
    shutil.copy({_engine.__file__!r}, output)
"""
"""Writes empty object files, and the installed engine where they would be linked."""


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory):
    """A folder with what the wheel puts where Python finds it.

    The wheel is built in a folder with a name that a shell would have to quote.
    """
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "it's (1)"
    copytree(*(ROOT / "src", source / "src"), ignore=ignore_patterns("__pycache__", "_engine"))
    for name in ("engine", "web"):
        copytree(ROOT / name, source / name)
    (source / "docs").mkdir()
    for name in ("pyproject.toml", "CMakeLists.txt", "docs/package.md", "LICENSE"):
        copy(ROOT / name, source / name)
    # In place of a compiler: `make setup` has compiled the same sources into the installed engine.
    launcher = script(folder / "launcher", LAUNCHER)
    settings = [f"cmake.define.CMAKE_CXX_{of}_LAUNCHER={launcher}" for of in ("COMPILER", "LINKER")]
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-index"),
            *("--no-build-isolation", "--wheel-dir", str(folder), str(source)),
            *(f"--config-settings={setting}" for setting in settings),
        ],
        check=True,
        capture_output=True,
    )
    [wheel] = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "unpacked")
    return folder / "unpacked"


def test_wheel_contains_exactly_the_library(unpacked):
    ours = {
        path.relative_to(ROOT / "src").as_posix()
        for pattern in ("*.py", "*.html", "*.css", "*.js", "*.json", "*.toml", "*.md", "py.typed")
        for path in (ROOT / "src").rglob(pattern)
    }
    packed = {
        path.relative_to(unpacked).as_posix() for path in unpacked.rglob("*") if path.is_file()
    }
    about = {name for name in packed if ".dist-info/" in name}
    engine = {
        name for name in packed if name.startswith(("puzzlesat/_engine.", "puzzlesat/_engine/"))
    }
    assert {Path(name).suffix for name in engine} == {".pyi", Path(_engine.__file__).suffix}
    application = {
        f"puzzlesat/{path.relative_to(ROOT).as_posix()}"
        for pattern in ("*.html", "*.css", "*.svg", "*.js", "*.wasm.gz")
        for path in (ROOT / "web").rglob(pattern)
    }
    assert packed - about - engine == ours | application
    assert "puzzlesat/py.typed" in ours


def test_the_commands_run_from_the_wheel(unpacked, tmp_path):
    """In another folder, from the unpacked wheel instead of the repository."""
    (tmp_path / "board.txt").write_text("0120\n1203\n3321\n0012\n")
    (tmp_path / "puzzle.txt").write_text("1..2\n....\n....\n1..2\n")
    (tmp_path / "state.txt").write_text("mines: 1\n1.\n..\n")

    def say(program, *words):
        code = f"""
import sys
import sysconfig
sys.path += [{str(unpacked)!r}, {sysconfig.get_path("purelib")!r}]
import puzzlesat
assert puzzlesat.__file__.startswith({str(unpacked)!r})
from puzzlesat.programs import {program}
sys.argv = {[program, *words]}
{program}()
"""
        done = subprocess.run(
            [sys.executable, "-S", "-c", code],  # without the folder that is installed
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    for program in PROJECT["scripts"].keys() - {"puzzlesat"}:
        assert PROJECT["version"] in say(program, "--version")
    assert json.loads(say("floodit", "solve", "board.txt", "--json"))["minimum"] == 7
    assert "</html>" in say("floodit", "show", "--html", "board.txt")
    assert "</html>" in say("flowfree", "explain", "puzzle.txt")
    assert "</html>" in say("minesweeper", "explain", "state.txt")


def test_citation_matches_the_package_metadata():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert citation["version"] == PROJECT["version"]
    assert citation["license"] == PROJECT["license"]
    assert citation["keywords"] == PROJECT["keywords"]
    assert [author["name"] for author in citation["authors"]] == [
        author["name"] for author in PROJECT["authors"]
    ]
    for text in citation["references"]:
        assert {"type", "title", "authors"} <= set(text)


def test_conda_recipe_matches_the_package_metadata():
    recipe = yaml.safe_load((ROOT / "conda/recipe.yaml").read_text())
    assert recipe["context"]["version"] == PROJECT["version"]
    run = {line.replace(" ", "") for line in recipe["requirements"]["run"]}
    needed = {line.partition(";")[0] for line in PROJECT["dependencies"]}
    assert run == needed | {f"python{PROJECT['requires-python']}"}
    programs = {line.replace(" ", "") for line in recipe["build"]["python"]["entry_points"]}
    assert programs == {f"{name}={place}" for name, place in PROJECT["scripts"].items()}
