# The parts that all studies share: the configuration, options of rules, and the beginning and the
# end of a run.

import logging
import os
import shlex
import shutil

from puzzlesat.common.errors import InputError
from puzzlesat_studies import MODULES
from puzzlesat_studies.core.cluster import cancel_leftovers, lock_working_directory
from puzzlesat_studies.core.provenance import step_digest
from puzzlesat_studies.core.workflow import StepRule, Workflow

# The root is for workflow/envs/puzzlesat.post-deploy.sh. With the other variable, jobs import no
# module from the working directory, such as a file re.py that a user keeps there.
os.environ.update(PUZZLESAT_ROOT=str(ROOT), PYTHONSAFEPATH="1")

# A workflow that uses this one as a module passes only the keys that differ, not a configfile.
try:
    WORKFLOW = Workflow(MODULES, config)
except InputError as error:
    raise WorkflowError(str(error)) from None
PREFIX = workflow.modifier.path_modifier.prefix or ""
WORKFLOW.write_params(PREFIX)


wildcard_constraints:
    n=r"\d+",
    k=r"\d+",
    first=r"\d+",
    last=r"\d+",


# The threads of timed jobs, which run alone: Snakemake reduces this number to --cores, so no other
# job runs at the same time. On a cluster, profiles reserve a node and reduce this number to 1.
ALONE = 1024


def output_options(wildcards, output):
    """Return the option -o for each output of a rule."""
    return shlex.join(word for path in output for word in ("-o", path))


def output_and_extra_options(wildcards, output):
    """Return the options for the rows of a rule, and for its other output."""
    return shlex.join(["-o", output[0], "--extra-output", output.extra])


def doubling(initial):
    """Return a resource that doubles with every attempt, for jobs that may be killed for excess."""
    return lambda wildcards, attempt: initial * 2 ** (attempt - 1)


HIDDEN_EVENTS = {"job_info", "group_info", "job_finished"}
"""Events that are written to the log file, .snakemake/log, but not to the terminal."""


def is_progress(record):
    """Return whether a message of Snakemake belongs on the terminal; errors always do."""
    event = str(getattr(record, "event", None) or "")
    return event not in HIDDEN_EVENTS and not record.getMessage().startswith(
        ("Select jobs", "Execute ")
    )


def show_progress(workflow):
    """Show a line for each job, as 73 jobs print a thousand; -p (--printshellcmds) shows all."""
    if not workflow.output_settings.printshellcmds:
        for handler in logger.handlers:
            if not isinstance(handler, logging.FileHandler):
                handler.addFilter(is_progress)


def files_to_open(workflow):
    """Return the figures, pages and texts that a run has made for its targets, or patterns."""
    outputs = [Path(path) for job in workflow.dag.targetjobs for path in job.output or job.input]
    paths = {path for path in outputs if path.suffix in {".pdf", ".html", ".txt"}} or {*outputs}
    if len(paths) > 8:
        paths = {path.with_name(f"*{path.suffix}") for path in paths}
    return sorted(map(str, paths))


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
    """Stop if a job that will run measures with a solver and limits that do not fit together."""
    studies = {}
    for job in workflow.dag.needrun_jobs():
        step = WORKFLOW.steps.get(("rows", job.wildcards_dict.get("stem")))
        if step is not None:
            studies[step.study.name] = step.study
        elif job.rule.name == "time":
            studies["thesis"] = WORKFLOW.studies["thesis"]
    for study in studies.values():
        try:
            study.check(WORKFLOW.config)
        except InputError as error:
            raise WorkflowError(str(error)) from None


locks = []  # the lock on the working directory, while this process lives


def start_on_slurm(folder):
    """Lock the folder while this process lives, and cancel the jobs that a killed process left."""
    try:
        locks.append(lock_working_directory(folder))
    except InputError as error:
        raise WorkflowError(str(error)) from None
    cancel_leftovers(folder)


def remake_triggers(step):
    """Return the values and the code on which a step's output depends; a change remakes it."""
    item = step.items(CONFIG)[0].name if step.items else ""  # of all items, the values are the same
    return {"values": WORKFLOW.triggers(step, item), "code": step_digest(step)}


def report_output(path, step):
    """Return an output that is shown in the report."""
    labels = {"item": step.label, "kind": step.kind}
    caption = None if step.kind == "table" else "../captions/result.rst"
    return report(path, caption=caption, category=step.study.category, labels=labels)
