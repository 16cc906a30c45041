"""The workflow on a real Slurm of two nodes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cluster.slurm import SlurmError, slurm

ROOT = Path(__file__).parents[2]
PROFILE = [
    *("--profile", str(ROOT / "profiles/slurm")),
    # without accounting, and with short waiting times
    *("--slurm-status-command", "squeue", "--slurm-no-account", "--latency-wait", "10"),
    *("--slurm-init-seconds-before-status-checks", "2", "--seconds-between-status-checks", "2"),
]
TABLES = ["results/thesis/minima.csv", "results/thesis/bounds.csv"]

pytestmark = [pytest.mark.slurm, pytest.mark.xdist_group("slurm")]


@pytest.fixture(scope="module")
def cluster():
    try:
        with slurm(nodes=2, cpus=1) as running:
            running.environment["PATH"] += f":{Path(sys.executable).parent}"
            yield running
    except SlurmError as error:
        pytest.skip(str(error))


def command(folder, *arguments):
    return [
        *(sys.executable, "-m", "snakemake", "--snakefile", str(ROOT / "Snakefile")),
        *("--directory", str(folder), "--configfile", str(ROOT / "config/smoke.yaml"), *arguments),
    ]


def ended(line, environment):
    """Run Snakemake until it ends well."""
    how = {"cwd": ROOT, "env": environment, "capture_output": True, "text": True}
    done = subprocess.run(line, **how, check=False, timeout=1200)
    assert done.returncode == 0, done.stdout + done.stderr


def contents(folder):
    """Return the bytes of boards, minima and tables, tables of times aside.

    What a crash broke off is left under a hidden name, which nobody reads.
    """
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted((folder / "results/thesis").rglob("*.[cm]*"))
        if "timings" not in path.parts and path.stem != "wins" and path.suffix != ".partial"
    }


CELLS = "{n_values: [4, 5], k_values: [4]}"
FEW = [*TABLES, "figures/bounds.png", "--config", f"thesis={{bounds: {CELLS}, wins: {CELLS}}}"]
"""Few targets, as each job starts Snakemake twice."""


@pytest.fixture(scope="module")
def of_one_machine(tmp_path_factory):
    """The results of a local run."""
    folder = tmp_path_factory.mktemp("local")
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    ended(command(folder, "--cores", "2", *FEW), os.environ | {"PATH": path})
    return contents(folder)


def test_smoke_study_on_two_nodes_equals_local_run(cluster, of_one_machine, tmp_path):
    ended(command(tmp_path, *PROFILE, *FEW), cluster.environment)
    assert contents(tmp_path) == of_one_machine
    used = cluster.ask("squeue", "--states=all", "--noheader", "--format=%N").split()
    assert set(used) == {"node1", "node2"}


def test_generic_profile_runs_with_three_scheduler_commands(cluster, of_one_machine, tmp_path):
    profile = ["--profile", str(ROOT / "profiles/generic"), "--latency-wait", "10"]
    profile += ["--cluster-generic-status-cmd", str(ROOT / "profiles/generic/status")]
    profile += ["--seconds-between-status-checks", "2"]
    ended(command(tmp_path, *profile, *FEW), cluster.environment)
    assert contents(tmp_path) == of_one_machine
