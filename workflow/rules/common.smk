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


class Study(NamedTuple):
    """Where a study is in the report of a run, and how its rules and figures are named."""

    program: str
    category: str
    prefix: str
    figures: str


STUDIES = {}


def study(name, category=None, **names):
    """Return the configuration of a study; a wrong one ends Snakemake with one sentence.

    The rules that `declare` makes begin with `prefix`, the name of the study, and its figures are in
    the folder `figures`, figures/NAME.
    """
    try:
        configuration.check_study(config, name)
    except InputError as error:
        raise WorkflowError(str(error)) from None
    names = {"prefix": f"{name}_", "figures": f"figures/{name}"} | names
    STUDIES[name] = Study(configuration.program(name), category, **names)
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
    """An option that is given for a value, for each value of a list, and not at all for null."""
    values = values if isinstance(values, (list, tuple)) else [values]
    return " ".join(
        f"{option} {shlex.quote(str(value))}" for value in values if value is not None
    )


SINGULAR = {
    "k_values": "k",
    "solvers": "solver",
    "families": "family",
    "distances": "distance",
}
"""The options that are given once for each value of a list, by the list's key."""


def flags(section, *keys, **values):
    """The options that are named like some keys of a section, and others by their names."""
    given = {SINGULAR.get(key, key): section[key] for key in keys} | values
    return " ".join(
        repeated(f"-{'-' * (len(key) > 1)}{key.replace('_', '-')}", value)
        for key, value in given.items()
    )


def grid_flags(grid, **values):
    """The options of a step that measures a sample of each (n, k): all keys but n_values."""
    keys = [key for key in grid if key != "n_values"]
    return flags(grid, *keys, seed=config["seed"], **values)


def each_input(option, name):
    """An option that is given once for each of a rule's inputs of a name."""
    return lambda wildcards, input: repeated(option, input.get(name))


def doubling(first):
    """A resource that doubles with every attempt, for jobs that are killed for exceeding it."""
    return lambda wildcards, attempt: first * 2 ** (attempt - 1)


held = []  # the lock on the working directory, while this process lives


def start_on_slurm(folder):
    """Lock the folder while this process lives, and cancel the jobs that a killed process left."""
    try:
        held.append(lock_working_directory(folder))
    except InputError as error:
        raise WorkflowError(str(error)) from None
    cancel_leftovers(folder)


# A clock runs alone: Snakemake lowers this to what --cores allows, so that no other job runs next to
# it. A profile sets it to what a cluster's node wants.
ALONE = 1024


def shown(path, study, item, kind, caption=None):
    """A result that is in the report of a run, with its caption if it does not explain itself."""
    return report(
        path,
        caption=f"../captions/{study}/{caption}.rst" if caption else None,
        category=STUDIES[study].category,
        labels={"item": item, "kind": kind},
    )


def formats(path):
    """The paths of a figure in all its formats."""
    return [f"{path}.{ending}" for ending in ("pdf", "png", "svg")]


def drawn(study, name, item, caption=None):
    """A figure in all its formats, one of them in the report."""
    *others, svg = formats(f"{STUDIES[study].figures}/{name}")
    return [*others, shown(svg, study, item, "figure", caption or name)]


def tabled(study, name, item, caption=None):
    """A table as CSV, Markdown and HTML; the HTML is in the report with a caption."""
    return table_files(study, name, item, caption or name)


def table_files(study, name, item, caption=None, tex=False):
    """A table as CSV, Markdown and HTML; the HTML is in the report."""
    path = f"results/{study}/{name}"
    html = shown(f"{path}.html", study, item, "table", caption)
    files = {"csv": f"{path}.csv", "md": f"{path}.md", "html": html}
    return files | ({"tex": f"{path}.tex"} if tex else {})


class Declared(NamedTuple):
    """A table, figure or list of claims that one step makes of its inputs."""

    study: str
    name: str
    step: str
    rows: object
    others: dict
    options: object
    listed: list
    named: dict


DECLARED = []


def declare(
    kind, study, name, rows, item, caption=None, options="", tex=False, **others
):
    """Declare a table, a figure or the claims of a study; outputs.smk makes the rule.

    Parameters
    ----------
    kind : str
        `table`, `figure` or `claims`.
    study, name : str
        The step is `python -m puzzlesat PUZZLE STUDY KIND NAME`, and the rule STUDY_NAME_KIND
        (or NAME_KIND if NAME is STUDY); claims have no NAME. Outputs are `results/STUDY/NAME.csv`, .md and .html, or
        `figures/STUDY/NAME.pdf`, .png and .svg.
    rows : path, list or input function
        The inputs, as the step takes them as arguments.
    item : str
        Its name in the report.
    caption : str, optional
        Its caption, workflow/captions/STUDY/CAPTION.rst. A figure has NAME.rst if none is given; a
        table needs none if it has a title and a note.
    options : str
        Further options of the step.
    tex : bool
        Whether there is a table for LaTeX, too.
    others : path, list or input function
        Further inputs. The option of the same name is given for each of them.
    """
    program, _, prefix, _ = STUDIES[study]
    step = f"{program} claims" if kind == "claims" else f"{program} {kind} {name}"
    rule_name = name if kind == "claims" else f"{name}_{kind}"
    if name != study:
        rule_name = prefix + rule_name
    listed = drawn(study, name, item, caption) if kind == "figure" else []
    named = {} if kind == "figure" else table_files(study, name, item, caption, tex)
    rule_name = rule_name.replace("-", "_")
    DECLARED.append(
        Declared(study, rule_name, step, rows, others, options, listed, named)
    )


def declared(study):
    """The outputs of all that a study has declared so far."""
    return [
        str(path)
        for each in DECLARED
        if each.study == study
        for path in (*each.listed, *each.named.values())
    ]


def options_of(others):
    """The options that name the further inputs of a declared step."""
    return lambda wildcards, input: " ".join(
        repeated(f"--{name}", input.get(f"from_{name}")) for name in others
    )


RECORDS = {}  # by study: the rows of times, and the file that dates its record


def record(study, after=None, times=()):
    """The record of what a study was made with: versions, machine, configuration and date.

    Parameters
    ----------
    after : str, optional
        A file of the study that is made last.
    times : list of str
        Rows that have the host and the version of a solver by which times were taken.
    """
    RECORDS[study] = (after or [], list(times))
    return f"results/{study}/environment.json"
