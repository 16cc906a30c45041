# The parts that all studies share: the merged configuration, the names of files, the common
# settings of rules, the declaration of tables and figures, and the beginning and end of a run.

import json
import logging
import os
import re
import shlex
import shutil
from copy import deepcopy
from functools import reduce
from operator import getitem
from typing import NamedTuple

import yaml
from snakemake.utils import update_config

from puzzlesat_studies.core import config as configuration
from puzzlesat_studies.floodit.files import cells, sample
from puzzlesat_studies.core.cluster import cancel_leftovers, lock_working_directory
from puzzlesat.common.errors import InputError
from puzzlesat_studies.core.provenance import PUZZLES, source_digest
from puzzlesat.sat.solver import check_solver
from puzzlesat_studies import MODULES
from puzzlesat_studies.core.workflow import StepRule, Workflow
from puzzlesat_studies.core.provenance import step_digest

# The root is for workflow/envs/puzzlesat.post-deploy.sh. With the other variable, jobs import no
# module from the working directory, such as a file re.py that a user keeps there.
os.environ.update(PUZZLESAT_ROOT=str(ROOT), PYTHONSAFEPATH="1")

DEFAULTS = yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))


class Study(NamedTuple):
    """The category of a study in the report, and the names of its rules and figures."""

    program: str
    category: str
    prefix: str
    figures: str


STUDIES = {}


def study(name, category=None, **names):
    """Return the configuration of a study; stop Snakemake with a one-line error if it is invalid.

    The names of the rules that `declare` makes begin with `prefix`, by default NAME_. Figures of the
    study are in the folder `figures`, by default figures/NAME.
    """
    try:
        configuration.check_study(config, name)
    except InputError as error:
        raise WorkflowError(str(error)) from None
    names = {"prefix": f"{name}_", "figures": f"figures/{name}"} | names
    STUDIES[name] = Study(configuration.program(name), category, **names)
    return config[name]


# A workflow that uses this one as a module passes only the keys that differ, not a configfile.
try:
    configuration.check_size(config)
    whole = deepcopy(DEFAULTS)
    update_config(whole, configuration.typed(config))
    config.update(whole)
    configuration.check_shared(config, DEFAULTS)
    check_solver(config["solver"])
except InputError as error:
    raise WorkflowError(str(error)) from None


try:
    shared = {key: config[key] for key in ("seed", "solver")}
    names = [module.rpartition(".")[2] for module in MODULES]
    WORKFLOW = Workflow(MODULES, shared | {name: config.get(name, {}) for name in names})
except InputError as error:
    raise WorkflowError(str(error)) from None
WORKFLOW.write_params()


wildcard_constraints:
    n=r"\d+",
    k=r"\d+",
    first=r"\d+",
    last=r"\d+",


def complete(step):
    """Add the settings that every rule has.

    These are a log, named after the rule and its wildcards; `{params.to}`, the options for all of
    its outputs; `{params.others}`, the options --NAME for its inputs from_NAME; the digest of its
    puzzle's sources; and its software environment, for `--sdm conda`.
    """
    if step.norun:
        return
    step.conda_env = str(ROOT / "workflow/envs/puzzlesat.yaml")
    wildcards = "_".join(f"{{{name}}}" for name in sorted(step.wildcard_names))
    # a prefix, if this workflow is a module of another one
    step.log_modifier = step.output_modifier
    step.set_log(f"logs/{step.name}/{wildcards or 'log'}.txt")
    step.set_params(to=output_options, others=input_options)
    if called := re.search(rf"\b({'|'.join(PUZZLES)})\b", step.shellcmd):
        step.set_params(code=source_digest(called[0]))


def output_options(wildcards, output):
    """Return the option -o for each output of a rule."""
    return repeated("-o", output)


def input_options(wildcards, input):
    """Return the option --NAME for each input of a rule that is named from_NAME."""
    return " ".join(
        repeated(f"--{name.removeprefix('from_')}", paths)
        for name, paths in input.items()
        if name.startswith("from_")
    )


def whole_config(wildcards):
    """Return the merged configuration as JSON; as a function, its braces are not wildcards."""
    return json.dumps(config)


def repeated(option, values):
    """Return an option for a value, repeated for each value of a list, or nothing for null."""
    values = values if isinstance(values, (list, tuple)) else [values]
    return " ".join(f"{option} {shlex.quote(str(value))}" for value in values if value is not None)


SINGULAR = {"k_values": "k", "solvers": "solver", "families": "family", "distances": "distance"}
"""The options that are repeated for each value of a list, by the list's key."""


def flags(section, *keys, **values):
    """Return the options for some keys of a section, and for further values by their names."""
    given = {SINGULAR.get(key, key): section[key] for key in keys} | values
    return " ".join(
        repeated(f"-{'-' * (len(key) > 1)}{key.replace('_', '-')}", value)
        for key, value in given.items()
    )


def grid_flags(grid, **values):
    """Return the options of a step that measures samples: all keys of a grid except n_values."""
    keys = [key for key in grid if key != "n_values"]
    return flags(grid, *keys, seed=config["seed"], **values)


def chunk_size(wildcards):
    """Return the number of items of a chunk, of which the wildcards contain the first and last."""
    return int(wildcards.last) - int(wildcards.first) + 1


def doubling(first):
    """Return a resource that doubles with every attempt, for jobs that may be killed for excess."""
    return lambda wildcards, attempt: first * 2 ** (attempt - 1)


HIDDEN = {"job_info", "group_info", "job_finished"}
"""Events that are written to the log file, .snakemake/log, but not to the terminal."""


def is_progress(record):
    """Return whether a message of Snakemake belongs on the terminal; errors always do."""
    event = str(getattr(record, "event", None) or "")
    return event not in HIDDEN and not record.getMessage().startswith(("Select jobs", "Execute "))


def show_progress(workflow):
    """Show a line for each job, as 73 jobs print a thousand; -p (--printshellcmds) shows all."""
    if not workflow.output_settings.printshellcmds:
        for handler in logger.handlers:
            if not isinstance(handler, logging.FileHandler):
                handler.addFilter(is_progress)


def to_open(workflow):
    """Return the figures, pages and texts that a run has made for its targets, or patterns."""
    made = [Path(path) for job in workflow.dag.targetjobs for path in job.output or job.input]
    shown = {path for path in made if path.suffix in {".pdf", ".html", ".txt"}} or {*made}
    if len(shown) > 8:
        shown = {path.with_name(f"*{path.suffix}") for path in shown}
    return sorted(map(str, shown))


def check_machine(workflow):
    """Stop if Snakemake would wait for ever: without a core, or without the commands of Slurm."""
    if workflow.resource_settings.cores == 0:
        raise WorkflowError("--cores is 0, so no job could start; give at least 1")
    if workflow.executor_plugin.name == "slurm" and not shutil.which("sbatch"):
        raise WorkflowError(
            "profiles/slurm submits jobs with sbatch, which is not installed here: run Snakemake "
            "on a login node of the cluster, or without --profile (docs/cluster.md)"
        )


def check_studies(workflow):
    """Stop if a job that will run measures with a solver or limits that do not fit together."""
    measured = {"time": WORKFLOW.studies["thesis"]}
    for job in workflow.dag.needrun_jobs():
        stem = job.wildcards_dict.get("stem")
        if ("rows", stem) in WORKFLOW.steps:
            measured[job.rule.name] = WORKFLOW.steps["rows", stem].study
    names = {job.rule.name for job in workflow.dag.needrun_jobs()}
    for study in {study.name: study for name, study in measured.items() if name in names}.values():
        try:
            study.check(WORKFLOW.config)
        except InputError as error:
            raise WorkflowError(str(error)) from None


held = []  # the lock on the working directory, while this process lives


def start_on_slurm(folder):
    """Lock the folder while this process lives, and cancel the jobs that a killed process left."""
    try:
        held.append(lock_working_directory(folder))
    except InputError as error:
        raise WorkflowError(str(error)) from None
    cancel_leftovers(folder)


# The threads of timed jobs, which run alone: Snakemake reduces this number to --cores, so no other
# job runs at the same time. On a cluster, profiles reserve a node and reduce this number to 1.
ALONE = 1024


def shown(path, study, item, kind, caption=None):
    """Return a result marked for the report of a run, with a caption if it needs one."""
    return report(
        path,
        caption=f"../captions/{study}/{caption}.rst" if caption else None,
        category=STUDIES[study].category,
        labels={"item": item, "kind": kind},
    )


def result_files(kind, study, name, item, caption=None, tex=False):
    """Return the files of a figure, a table or claims by their extensions; one is in the report."""
    if kind == "figure":
        stem, endings = f"{STUDIES[study].figures}/{name}", ("pdf", "png", "svg")
    else:
        kind, stem, endings = "table", f"results/{study}/{name}", ("csv", "md", "html")
    files = {ending: f"{stem}.{ending}" for ending in endings}
    reported = endings[-1]
    files[reported] = shown(files[reported], study, item, kind, caption)
    return files | ({"tex": f"{stem}.tex"} if tex else {})


class Declared(NamedTuple):
    """A table, figure or list of claims that one step makes from its inputs."""

    study: str
    name: str
    step: str
    rows: object
    others: dict
    options: object
    files: dict


DECLARED = []


def declare(kind, study, name, rows, item, caption=None, options="", tex=False, **others):
    """Declare a table, a figure or the claims of a study; outputs.smk makes the rule.

    Parameters
    ----------
    kind : str
        `table`, `figure` or `claims`.
    study, name : str
        The step is `python -m puzzlesat_studies PUZZLE STUDY KIND NAME`, and the rule STUDY_NAME_KIND
        (or NAME_KIND if NAME is STUDY). For claims, NAME is `claims`, which occurs only once in
        both. Outputs are `results/STUDY/NAME.csv`, .md and .html, or `figures/STUDY/NAME.pdf`,
        .png and .svg.
    rows : path, list or input function
        The inputs, which are the arguments of the step.
    item : str
        The name of the result in the report.
    caption : str, optional
        Its caption, workflow/captions/STUDY/CAPTION.rst; for a figure, NAME.rst by default. A table
        with a title and a note needs none.
    options : str
        Further options of the step.
    tex : bool
        Whether to write the table for LaTeX, too.
    others : path, list or input function
        Further inputs, each passed by the option of the same name.
    """
    program, _, prefix, _ = STUDIES[study]
    parts = [kind] if kind == "claims" else [kind, name]
    rule_name = "_".join(reversed(parts)).replace("-", "_")
    if name != study:
        rule_name = prefix + rule_name
    if kind == "figure":
        caption = caption or name
    files = result_files(kind, study, name, item, caption, tex)
    step = " ".join([program, *parts])
    DECLARED.append(Declared(study, rule_name, step, rows, others, options, files))


def declared(study):
    """Return the outputs of all tables, figures and claims that a study has declared so far."""
    return [str(path) for each in DECLARED if each.study == study for path in each.files.values()]


RECORDS = {}  # by study: the file after which its record is written, and the rows of times


def record(study, after=None, times=()):
    """Return the path of a study's provenance record: versions, machine, configuration and date.

    Parameters
    ----------
    after : str, optional
        The last file that the study makes; the record is written after it.
    times : list of str
        Files of timed rows, which contain the host and the version of the solver.
    """
    RECORDS[study] = (after or [], list(times))
    return f"results/{study}/environment.json"
