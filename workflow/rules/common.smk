# What all studies share: a checked configuration, and how their files are named.

import json
from importlib import import_module
from itertools import product

from puzzlesat.common import config as configuration
from puzzlesat.common.cluster import cancel_leftovers, lock_working_directory
from puzzlesat.common.errors import InputError
from puzzlesat.minesweeper.board.sample import check_size
from puzzlesat.report.provenance import digest
from puzzlesat.sat.proof import check_prover
from puzzlesat.sat.solver import check_interruptible, check_solver


def check_config():
    """Stop with one sentence if the configuration is not right."""
    try:
        configuration.check(config, ROOT / "workflow/schemas/config.schema.yaml")
        check_solver(config["solver"], config["wins"]["timeout"])
        check_solver(config["instances"]["solver"], config["instances"]["timeout"])
        for name in config["hardness"]["solvers"]:
            check_solver(name, config["hardness"]["timeout"])
        for limit in (config["interesting"]["easy"], config["interesting"]["hard"]):
            check_solver(limit["solver"], limit["timeout"])
        check_prover(config["certificates"]["solver"])
        shown = config["solution"]
        if shown["board"] >= config["samples"]:
            raise InputError(
                f"config: solution.board is {shown['board']}, but should be below samples, "
                f"{config['samples']}"
            )
        for key in "nk":
            if shown[key] not in config["bounds"][f"{key}_values"]:
                raise InputError(
                    f"config: solution.{key} is {shown[key]}, but should be one of "
                    f"bounds.{key}_values"
                )
        check_interruptible(config["minesweeper"]["solver"])
        for size in (
            config["minesweeper"]["sizes"] + config["minesweeper"]["audit"]["sizes"]
        ):
            check_size(*size)
    except InputError as error:
        raise WorkflowError(str(error)) from None


config.update(configuration.typed(config))
check_config()


held = []  # the lock on the working directory, while this process lives


def start_in(folder):
    """Take the folder for as long as this process lives, and cancel what a killed one left."""
    try:
        held = lock_working_directory(folder)
    except InputError as error:
        raise WorkflowError(str(error)) from None
    cancel_leftovers(folder)
    return held


wildcard_constraints:
    n=r"\d+",
    k=r"\d+",
    first=r"\d+",
    last=r"\d+",


def sources(command):
    """The digest of all that a command runs: a parameter, so that a change remakes."""
    program, *names = command.split()
    found = import_module(f"puzzlesat.{program}.cli").main
    for name in names:
        found = found.commands[name]
    return digest(found.callback.__module__, found.callback.__name__)


def doubling(first):
    """A resource that doubles with every attempt, for jobs that are ended for taking too much."""
    return lambda wildcards, attempt: first * 2 ** (attempt - 1)


def cells(study):
    """The names n4_k3, n4_k4, … of a study's cells."""
    grid = config[study]
    return [f"n{n}_k{k}" for n, k in product(grid["n_values"], grid["k_values"])]


# Table 4.1 as printed.
TABLE_4_1 = ROOT / "reference/thesis_table_4_1.csv"


def timings():
    """The rows of times that Table 4.1 is made of, a file for each cell."""
    return expand("results/timings/{cell}.csv", cell=cells("wins"))


def chunks():
    """The names 0-99, 100-199, … of the pieces into which a cell's boards are split."""
    samples, chunk = config["samples"], config["chunk"]
    firsts = range(0, samples, chunk)
    return [f"{first}-{min(first + chunk, samples) - 1}" for first in firsts]


def formats(path):
    """The paths of a figure in all its formats."""
    return [f"{path}.{ending}" for ending in ("pdf", "png", "svg")]


def shown(path, category, item, kind, caption):
    """A result that stands in the report of a run, with its caption."""
    return report(
        path,
        caption=f"../captions/{caption}.rst",
        category=category,
        labels={"item": item, "kind": kind},
    )


def drawn(path, category, item, caption=None):
    """A figure in all its formats, one of them in the report; the caption is named like the file."""
    *others, svg = formats(path)
    return [*others, shown(svg, category, item, "figure", caption or Path(path).name)]


def tabled(name, category, item, caption=None):
    """A table for programs and for people, one of them in the report."""
    path = f"results/tables/{name}"
    html = shown(f"{path}.html", category, item, "table", caption or name)
    return {"csv": f"{path}.csv", "md": f"{path}.md", "html": html}


def each_output(wildcards, output):
    """The options that name all outputs of a rule."""
    return " ".join(f"-o {path}" for path in output)


# A clock runs alone: Snakemake lowers this to what --cores allows, so that no other job runs beside
# it. A profile sets it to what a cluster's node wants.
ALONE = 1024


def contender(name):
    """The options that name a method of ours, or a program of the configuration."""
    programs = {program["name"]: program for program in config["peers"]["programs"]}
    if name not in programs:
        return ["--method", name]
    return [
        "--program",
        *(programs[name][key] for key in ("name", "command", "format", "answer")),
    ]


def instance_name(entry, s):
    """The name of the instance of board s of a set, without what is the thesis's default."""
    m = entry["moves"][s % len(entry["moves"])]
    variant = "".join(
        f"-{entry[key]}"
        for key, usual in (("encoding", "minimal"), ("reading", "mended"))
        if entry[key] != usual
    )
    return f"floodit-n{entry['n']}-k{entry['k']}-m{m}-s{s}{variant}"
