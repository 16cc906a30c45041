# What all studies share: the merged configuration, the names of files, what every rule has, and the
# tables and figures that studies declare.

import json
import os
import re
import shlex
from copy import deepcopy
from typing import NamedTuple

import yaml
from snakemake.utils import update_config

from puzzlesat.common import config as configuration
from puzzlesat.common.cluster import cancel_leftovers, lock_working_directory
from puzzlesat.common.errors import InputError
from puzzlesat.report.provenance import PUZZLES, source_digest
from puzzlesat.sat.solver import check_solver

# For workflow/envs/puzzlesat.post-deploy.sh.
os.environ.update(PUZZLESAT_ROOT=str(ROOT))

DEFAULTS = yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))
CATEGORIES = {}  # where each study is in the report of a run


def study(name, category=None):
    """Return the configuration of a study; a wrong one ends Snakemake with one sentence."""
    try:
        configuration.check_study(config, name)
    except InputError as error:
        raise WorkflowError(str(error)) from None
    CATEGORIES[name] = category
    return config[name]


# As a module of another workflow it is given what differs, and no configfile.
try:
    configuration.check_size(config)
    whole = deepcopy(DEFAULTS)
    update_config(whole, configuration.typed(config))
    config.update(whole)
    configuration.check_shared(config, DEFAULTS)
    check_solver(config["solver"])
except InputError as error:
    raise WorkflowError(str(error)) from None


wildcard_constraints:
    n=r"\d+",
    k=r"\d+",
    first=r"\d+",
    last=r"\d+",


def complete(step):
    """Give a rule what every rule has.

    That is a log, named like the rule and its wildcards; the option that names all of its
    outputs, `{params.to}`; the digest of its puzzle's sources; and its software, for `--sdm conda`.
    """
    if step.norun:
        return
    step.conda_env = str(ROOT / "workflow/envs/puzzlesat.yaml")
    wildcards = "_".join(f"{{{name}}}" for name in sorted(step.wildcard_names))
    step.log_modifier = (
        step.output_modifier
    )  # a prefix, where this is a module of another workflow
    step.set_log(f"logs/{step.name}/{wildcards or 'log'}.txt")
    step.set_params(to=each_output)
    if called := re.search(rf"\b({'|'.join(PUZZLES)})\b", step.shellcmd):
        step.set_params(code=source_digest(called[0]))


def each_output(wildcards, output):
    """The options that name all outputs of a rule."""
    return " ".join(f"-o {shlex.quote(path)}" for path in output)


def whole_config(wildcards):
    """The merged configuration, in which braces are no wildcards."""
    return json.dumps(config)


def repeated(option, values):
    """An option that is given once for each value."""
    return " ".join(f"{option} {shlex.quote(str(value))}" for value in values)


def each_input(option, name):
    """An option that is given once for each of a rule's inputs of a name."""
    return lambda wildcards, input: repeated(option, input.get(name))


def doubling(first):
    """A resource that doubles with every attempt, for jobs that are ended for taking too much."""
    return lambda wildcards, attempt: first * 2 ** (attempt - 1)


held = []  # the lock on the working directory, while this process lives


def start_on_slurm(folder):
    """Take the folder for as long as this process lives, and cancel what a killed one left."""
    try:
        held.append(lock_working_directory(folder))
    except InputError as error:
        raise WorkflowError(str(error)) from None
    cancel_leftovers(folder)


# A clock runs alone: Snakemake lowers this to what --cores allows, so that no other job runs beside
# it. A profile sets it to what a cluster's node wants.
ALONE = 1024


def shown(path, study, item, kind, caption):
    """A result that stands in the report of a run, with its caption."""
    return report(
        path,
        caption=f"../captions/{study}/{caption}.rst",
        category=CATEGORIES[study],
        labels={"item": item, "kind": kind},
    )


def formats(path):
    """The paths of a figure in all its formats."""
    return [f"{path}.{ending}" for ending in ("pdf", "png", "svg")]


def drawn(study, name, item, caption=None):
    """A figure in all its formats, one of them in the report; the thesis's are at the top."""
    folder = "figures" if study == "thesis" else f"figures/{study}"
    *others, svg = formats(f"{folder}/{name}")
    return [*others, shown(svg, study, item, "figure", caption or name)]


def tabled(study, name, item, caption=None):
    """A table for programs and for people, one of them in the report."""
    path = f"results/{study}/{name}"
    html = shown(f"{path}.html", study, item, "table", caption or name)
    return {"csv": f"{path}.csv", "md": f"{path}.md", "html": html}


class Declared(NamedTuple):
    """A table or figure that one step makes of its inputs alone; outputs.smk makes its rule."""

    kind: str
    study: str
    name: str
    rows: object
    listed: list
    named: dict


DECLARED = []


def declare(kind, study, name, rows, item, caption=None):
    """Declare a table or figure of a study by its inputs and its name in the report."""
    listed = drawn(study, name, item, caption) if kind == "figure" else []
    named = tabled(study, name, item, caption) if kind == "table" else {}
    DECLARED.append(Declared(kind, study, name, rows, listed, named))


def declared(study):
    """The outputs of all tables and figures that a study has declared so far."""
    return [
        str(path)
        for each in DECLARED
        if each.study == study
        for path in (*each.listed, *each.named.values())
    ]
