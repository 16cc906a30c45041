"""Functions that call public programs and the steps of studies, or load programs in tools/."""

import multiprocessing
import os
import runpy
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from pkgutil import resolve_name
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import click
from click.testing import CliRunner
from pysat.formula import CNF
from pysat.solvers import Solver

from puzzlesat_studies import MODULES

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(
    [
        *("snakemake.cli", "snakemake.report", "snakemake.storage", "docutils.core", "jinja2"),
        *("requests", "smart_open", "yte", "puzzlesat_studies.core.workflow"),
        *(f"puzzlesat_studies.{name}" for name in MODULES),
    ]
)
"""Starts processes that have imported Snakemake, which takes longer than most of its runs."""


def module_of(program: str) -> str:
    """Return the module that runs as a program; ``studies`` runs steps of studies."""
    return "puzzlesat_studies.__main__" if program == "studies" else f"puzzlesat.{program}.cli"


def command_and_words(program: str, words: list[object]) -> tuple[click.Command, list[str]]:
    """Return the command of a program and its arguments."""
    return resolve_name(f"{module_of(program)}:main"), [*map(str, words)]


def command_line(program: str, *words: object) -> list[str]:
    return [sys.executable, "-m", module_of(program).removesuffix(".__main__"), *map(str, words)]


def invoke(program, *words, given=None, status=None):
    """Call a program in this process; fail if it crashes or exits with an unexpected status."""
    done = CliRunner().invoke(*command_and_words(program, words), input=given)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    assert status in (None, done.exit_code), done.output
    return done


def run(program, *words, given=None, status=None):
    """Call a program in a separate process; fail if it exits with an unexpected status."""
    line = command_line(program, *words)
    done = subprocess.run(line, input=given, capture_output=True, text=True, check=False)
    assert status in (None, done.returncode), done.stderr
    return done


def snakemake(*arguments, env=os.environ, folder=".", seconds=None):
    """Run Snakemake in a new process; return its status, and its output and errors together."""
    with TemporaryDirectory() as scratch:
        output = Path(scratch, "output")
        given = [*map(str, arguments)], dict(env), str(folder), str(output)
        process = FORKS.Process(target=_snakemake, args=given)
        process.start()
        process.join(seconds)
        if process.exitcode is None:
            process.kill()
            raise AssertionError(f"not ended within {seconds} s")
        return process.exitcode, output.read_text()


def _snakemake(arguments, env, folder, output):
    from snakemake.cli import main

    os.environ.clear()
    os.environ.update(env)
    os.chdir(folder)
    file = os.open(output, os.O_WRONLY | os.O_CREAT)
    os.dup2(file, 1)
    os.dup2(file, 2)
    sys.argv = ["snakemake", *arguments]
    main()


def commit(folder):
    """Make a folder a git repository, with all of its files in one commit."""
    named = {f"GIT_{who}_{of}": "me" for who in ("AUTHOR", "COMMITTER") for of in ("NAME", "EMAIL")}
    for command in ("init --quiet", "add --all", "commit --quiet --message All"):
        line = ["git", *command.split()]
        subprocess.run(line, cwd=folder, check=True, env=os.environ | named)


SOLVER = f"""#!{sys.executable}
import sys
from pysat.formula import CNF
from pysat.solvers import Solver

formula = CNF(from_file=sys.argv[-1])
with Solver("cadical195", bootstrap_with=formula) as solver:
    if not solver.solve():
        print("s UNSATISFIABLE")
        sys.exit(20)
    print("c a comment")
    print("s SATISFIABLE")
    print("v", *solver.get_model(), 0)
    sys.exit(10)
"""
"""A SAT solver that answers in the format of the SAT Competition."""


def script(path, text):
    """Write an executable program, for sh unless it begins with ``#!``, and return its path."""
    path.write_text(text if text.startswith("#!") else f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def answer_of_solver(formula):
    """Return what a solver prints for a DIMACS file or for clauses."""
    clauses = CNF(from_file=str(formula)) if isinstance(formula, Path) else formula
    with Solver("cadical195", bootstrap_with=clauses) as solver:
        if not solver.solve():
            return "s UNSATISFIABLE\n"
        return f"s SATISFIABLE\nv {' '.join(map(str, solver.get_model()))} 0\n"


def load_tool(name, folder="tools"):
    """Return a program in a folder of the project as a module."""
    spec = spec_from_file_location(name, Path(__file__).parents[1] / folder / f"{name}.py")
    tool = module_from_spec(spec)
    spec.loader.exec_module(tool)
    return tool


def frame_of(rows, row):
    """Return rows of a model as the steps of a study get them: written as CSV, and read again."""
    from puzzlesat_studies.core.run import write_models
    from puzzlesat_studies.core.study import read_frame

    with TemporaryDirectory() as folder:
        path = f"{folder}/rows.csv"
        write_models(rows, row, path)
        return read_frame([path], row)


def run_step(step, config, item, inputs, outputs):
    """Run a step of a study on some input files, with its values as the workflow passes them."""
    from puzzlesat_studies.core.run import run
    from puzzlesat_studies.core.study import Files

    selected = step.item(config, item)
    rows = {name: files.row for name, files in step.input_files(config, selected).items()}
    files = {name: Files(paths, rows[name]) for name, paths in inputs.items()}
    run(step, step.load_values(step.plain_values(config, selected)), files, outputs)


def run_script(name, inputs, outputs, params=(), wildcards=()):
    """Run a script of the workflow in this process, with an object as Snakemake gives it."""
    from unittest.mock import patch

    given = dict(inputs) if isinstance(inputs, dict) else {}
    snakemake = SimpleNamespace(
        input=SimpleNamespace(**given) if given else [*map(str, inputs)],
        output=[*map(str, outputs)],
        params=SimpleNamespace(**dict(params)),
        wildcards=SimpleNamespace(**dict(wildcards)),
        log=[""],
    )
    path = Path(__file__).parents[1] / "workflow/scripts" / name
    with patch("puzzlesat_studies.core.script.log_to"):
        return runpy.run_path(str(path), {"snakemake": snakemake})
