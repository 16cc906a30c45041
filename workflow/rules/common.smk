# The configuration of all studies, and the beginning of a run.

import os
import subprocess
import sys

from puzzlesat.common.errors import InputError
from puzzlesat.sat.solver import version_of
from puzzlesat_studies import MODULES
from puzzlesat_studies.core.workflow import VERSION, StepRule, Workflow

# ROOT is for workflow/envs/puzzlesat.post-deploy.sh. With the other variable, jobs import no
# module from the working directory, such as a file re.py that a user keeps there.
os.environ.update(PUZZLESAT_ROOT=str(ROOT), PYTHONSAFEPATH="1")

# So that jobs find the command floodit if Snakemake was called without activating its environment.
os.environ.update(PATH=os.pathsep.join([*os.get_exec_path(), os.path.dirname(sys.executable)]))

# A workflow that uses this one as a module passes only the keys that differ, not a configfile.
try:
    WORKFLOW = Workflow(MODULES, config)
    WORKFLOW.check_solver()
except InputError as error:
    raise WorkflowError(str(error)) from None

# All values of the configuration, with those that a module leaves out, and of the right types.
config.update(WORKFLOW.config.model_dump())


wildcard_constraints:
    seed=r"\d+",
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


def repository(name):
    """Return the path of a file of the repository; Snakemake fetches it if it is hosted elsewhere."""
    path = ROOT / name
    return str(path) if path.exists() else workflow.source_path(f"../../{name}")


def check_triggers(workflow):
    """Stop if Snakemake would keep results of another configuration next to those of this one."""
    missing = {"input", "mtime", "params"} - {*map(str, workflow.rerun_triggers)}
    if missing:
        raise WorkflowError(
            f"--rerun-triggers lacks {' and '.join(sorted(missing))}, without which results of "
            "another configuration could be kept: omit it, or give mtime params input code"
        )


def checked(inputs):
    """Return an input function that checks the triggers, even if there is nothing to be done."""

    def checked_inputs(wildcards):
        check_triggers(workflow)
        return inputs(wildcards) if callable(inputs) else inputs

    return checked_inputs


def check_machine(workflow):
    """Stop if Snakemake would wait for ever: without a core, or without the commands of Slurm."""
    if workflow.resource_settings.cores == 0:
        raise WorkflowError("--cores is 0, so no job could start; give at least 1")
    if workflow.executor_plugin.name == "slurm" and not is_login_node():
        raise WorkflowError(
            "profiles/slurm submits jobs to Slurm, which does not answer here (squeue --me): run "
            "Snakemake on a login node of the cluster, or without --profile (docs/cluster.md)"
        )


def is_login_node():
    """Return whether Slurm's controller answers; without it, Snakemake would wait for ever."""
    try:
        return subprocess.run(["squeue", "--me"], capture_output=True, timeout=60).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


onstart:
    check_triggers(workflow)
    check_machine(workflow)
