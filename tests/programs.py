"""Functions that call public programs and the steps of studies, or load programs in tools/."""

import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from pkgutil import resolve_name
from tempfile import TemporaryDirectory

import click
from click.testing import CliRunner

from puzzlesat_studies.__main__ import main as studies


def called(program: str, words: list[object]) -> tuple[click.Command, list[str]]:
    """Return a command and its arguments; the program ``studies`` runs steps of studies."""
    if program == "studies":
        return studies, [*map(str, words)]
    return resolve_name(f"puzzlesat.{program}.cli:main"), [*map(str, words)]


def command_line(program: str, *words: object) -> list[str]:
    module = "puzzlesat_studies" if program == "studies" else f"puzzlesat.{program}.cli"
    return [sys.executable, "-m", module, *map(str, words)]


def invoke(program, *words, given=None, status=None):
    """Call a program in this process; fail if it crashes or exits with an unexpected status."""
    done = CliRunner().invoke(*called(program, words), input=given)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    assert status in (None, done.exit_code), done.output
    return done


def run(program, *words, given=None, status=None):
    """Call a program in a separate process; fail if it exits with an unexpected status."""
    line = command_line(program, *words)
    done = subprocess.run(line, input=given, capture_output=True, text=True, check=False)
    assert status in (None, done.returncode), done.stderr
    return done


def without_optimization(folder):
    """Turn off optimization in a copy of the project, so that its engine compiles faster."""
    path = folder / "CMakeLists.txt"
    text = path.read_text()
    assert " -O3 " in text
    path.write_text(text.replace(" -O3 ", " -O0 "))


def load_tool(name):
    """Return a program in tools/ as a module."""
    spec = spec_from_file_location(name, Path(__file__).parents[1] / f"tools/{name}.py")
    tool = module_from_spec(spec)
    spec.loader.exec_module(tool)
    return tool


def framed(rows, row):
    """Return rows of a model as the steps of a study get them: written as CSV, and read again."""
    from puzzlesat_studies.core.run import write_models
    from puzzlesat_studies.core.study import read_frame

    with TemporaryDirectory() as folder:
        path = f"{folder}/rows.csv"
        write_models(rows, row, path)
        return read_frame([path], row)
