# The configuration of all studies, and the beginning of a run.

import os
import shutil

from puzzlesat.common.errors import InputError
from puzzlesat_studies import MODULES
from puzzlesat_studies.core.cluster import cancel_leftovers, lock_working_directory
from puzzlesat_studies.core.workflow import StepRule, Workflow

# ROOT is for workflow/envs/puzzlesat.post-deploy.sh. With the other variable, jobs import no
# module from the working directory, such as a file re.py that a user keeps there.
os.environ.update(PUZZLESAT_ROOT=str(ROOT), PYTHONSAFEPATH="1")

# A workflow that uses this one as a module passes only the keys that differ, not a configfile.
try:
    WORKFLOW = Workflow(MODULES, config)
except InputError as error:
    raise WorkflowError(str(error)) from None


wildcard_constraints:
    n=r"\d+",
    k=r"\d+",
    first=r"\d+",
    last=r"\d+",


# The threads of timed jobs, which run alone: Snakemake reduces this number to --cores, so no other
# job runs at the same time. On a cluster, profiles reserve a node and reduce this number to 1.
ALONE = 1024


def doubling(initial):
    """Return a resource that doubles with every attempt, for jobs that may be killed for excess."""
    return lambda wildcards, attempt: initial * 2 ** (attempt - 1)


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


onstart:
    check_machine(workflow)
    check_studies(workflow)
    if workflow.executor_plugin.name == "slurm":
        start_on_slurm(Path.cwd())


# for now: the parameters of a step whose rule is written out
def step_params(step):
    item = step.items(WORKFLOW.config)[0].name if step.items else ""
    rule_ = StepRule(WORKFLOW, step.kind)
    wildcards_ = lambda w: {"stem": step.stem, "item": f"{w.cell}/{w.chunk}" if step.items else ""}

    class Fixed(dict):
        __getattr__ = dict.__getitem__

    return {
        name: (lambda function: lambda w: function(Fixed(wildcards_(w))))(function)
        for name, function in rule_.params.items()
    }


def report_output(path, step):
    """Return an output that is shown in the report."""
    labels = {"item": step.label, "kind": step.kind}
    caption = None if step.kind == "table" else "../report/result.rst"
    return report(path, caption=caption, category=step.study.category, labels=labels)
