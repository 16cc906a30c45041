"""The workflow on a real Slurm of two nodes, without and with typical failures."""

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cluster.slurm import SlurmError, slurm

ROOT = Path(__file__).parents[2]
TROUBLED = Path(__file__).with_name("troubled.py")
PROFILE = [
    *("--profile", str(ROOT / "profiles/slurm")),
    # without accounting, and with short waiting times
    *("--slurm-status-command", "squeue", "--slurm-no-account", "--latency-wait", "10"),
    *("--slurm-init-seconds-before-status-checks", "2", "--seconds-between-status-checks", "2"),
]
PIECES = [f"results/thesis/minima/seed2020/n4_k{k}.csv" for k in (3, 4)]
TABLES = ["results/thesis/minima.csv", "results/thesis/bounds.csv"]

pytestmark = [pytest.mark.slurm, pytest.mark.xdist_group("slurm")]


@pytest.fixture(scope="module")
def cluster():
    try:
        with slurm(nodes=2, cpus=2) as running:
            running.environment["PATH"] += f":{Path(sys.executable).parent}"
            yield running
    except SlurmError as error:
        pytest.skip(str(error))


def command(folder, *arguments, config=ROOT / "config/smoke.yaml"):
    return [
        *(sys.executable, "-m", "snakemake", "--snakefile", str(ROOT / "Snakefile")),
        *("--directory", str(folder), "--configfile", str(config), *arguments),
    ]


def ended(line, environment):
    """Run Snakemake until it ends well."""
    how = {"cwd": ROOT, "env": environment, "capture_output": True, "text": True}
    done = subprocess.run(line, **how, check=False, timeout=1200)
    assert done.returncode == 0, done.stdout + done.stderr


def local(folder, *arguments, **how):
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    ended(command(folder, "--cores", "2", *arguments, **how), os.environ | {"PATH": path})


def configuration(folder):
    """Write the configuration of a small study, and return its path."""
    path = folder / "config.yaml"
    path.write_text(
        "thesis: {boards: 2, bounds: {n_values: [4], k_values: [3, 4]},"
        " wins: {n_values: [4], k_values: [3, 4]}, solution: {n: 4, k: 3}}"
    )
    return path


class Study:
    """A small study in a folder of its own, one of whose pieces gets into trouble.

    Its boards are those of the local run, which spares the jobs that would draw them.
    """

    def __init__(self, cluster, folder, undisturbed, kind, *arguments):
        self.cluster, self.folder, self.arguments = cluster, folder, arguments
        self.undisturbed = undisturbed
        boards = "results/thesis/boards"
        shutil.copytree(undisturbed / boards, folder / boards)
        self.trouble = folder / "trouble"
        (folder / "start").mkdir(parents=True)
        self.trouble.mkdir()
        (self.trouble / "piece").write_text(f"{kind} {PIECES[-1]}")
        shutil.copy(TROUBLED, folder / "start/sitecustomize.py")
        self.config = configuration(folder)
        self.environment = cluster.environment | {
            "TROUBLE": str(self.trouble),
            "PYTHONPATH": f"{folder}/start",
        }

    def start(self):
        self.log = (self.folder / "output").open("a")
        self.running = subprocess.Popen(
            [
                *command(self.folder, *self.arguments, *PROFILE, *TABLES, config=self.config),
                "--printshellcmds",  # otherwise the jobs that end are not named
            ],
            cwd=ROOT,
            env=self.environment,
            stdout=self.log,
            stderr=self.log,
        )
        return self

    def output(self):
        return (self.folder / "output").read_text()

    def finish(self, seconds=1000):
        try:
            assert self.running.wait(seconds) == 0, self.output()
        finally:
            self.running.kill()
            self.log.close()

    def until_trouble(self):
        """Wait until all pieces are saved but one, which is in the middle of its work."""
        deadline = time.monotonic() + 1000
        while not (self.happened() and self.noticed() == len(PIECES) - 1):
            assert self.running.poll() is None, self.output()
            assert time.monotonic() < deadline, self.output()
            time.sleep(0.2)
        assert PIECES[-1] not in self.saved()

    def noticed(self):
        """Return the number of pieces that Snakemake has recorded as finished.

        Slurm knows earlier that a job has ended; a Snakemake killed in between makes it again.
        """
        return len(re.findall(r"^Finished jobid: \d+ \(Rule: minimum\)", self.output(), re.M))

    def happened(self):
        return (self.trouble / "happened").exists()

    def saved(self):
        """Return the inode of each piece, which changes when it is made again.

        Its modification time does not suffice, since Snakemake updates it at the end of a job.
        """
        paths = [(piece, self.folder / piece) for piece in PIECES]
        return {piece: path.stat().st_ino for piece, path in paths if path.exists()}

    def calls(self, piece):
        """Return the Slurm jobs and nodes that ran for a piece."""
        lines = [line.split() for line in (self.trouble / "calls").read_text().splitlines()]
        return [(job, node) for job, node, output in lines if output == piece]

    def state(self, job, field="%T"):
        return self.cluster.ask(
            "squeue", "--states=all", "--noheader", f"--format={field}", "-j", job
        )

    def check(self, saved):
        """Assert that the study is what it would have been, and that no saved piece was remade."""
        assert contents(self.folder) == contents(self.undisturbed)
        now = self.saved()
        assert {piece: now[piece] for piece in saved} == saved
        for piece in saved:
            assert len(self.calls(piece)) == 1


def contents(folder):
    """Return the bytes of boards, minima and tables, tables of times aside.

    What a crash broke off is left under a hidden name, which nobody reads.
    """
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted((folder / "results/thesis").rglob("*.[cm]*"))
        if "timings" not in path.parts and path.stem != "wins" and path.suffix != ".partial"
    }


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """The folder of a local run of the small study."""
    folder = tmp_path_factory.mktemp("undisturbed")
    local(folder, *TABLES, config=configuration(folder))
    return folder


@pytest.fixture(scope="module")
def overtime(cluster, undisturbed, tmp_path_factory):
    """A study with a job that takes too long. A minute is the least that Slurm can allow."""
    limits = ["--set-resources", "minimum:mem_mb=1000", "minimum:runtime=2**(attempt-1)"]
    folder = tmp_path_factory.mktemp("overtime")
    study = Study(cluster, folder, undisturbed, "time", *limits).start()
    yield study
    study.running.kill()


@pytest.fixture(scope="module")
def outgrown(cluster, undisturbed, tmp_path_factory):
    """A study with a job that exceeds its memory, which runs beside the first test."""
    study = Study(cluster, tmp_path_factory.mktemp("outgrown"), undisturbed, "memory").start()
    yield study
    study.running.kill()


def test_smoke_study_on_two_nodes_equals_local_run(cluster, overtime, outgrown, tmp_path):
    cells = "{n_values: [4, 5], k_values: [4]}"  # few, as each job starts Snakemake twice
    larger = [*TABLES, "figures/bounds.png"]
    larger += ["--config", f"thesis={{bounds: {cells}, wins: {cells}}}"]
    ended(command(tmp_path / "slurm", *PROFILE, *larger), cluster.environment)
    local(tmp_path / "local", *larger)
    assert contents(tmp_path / "slurm") == contents(tmp_path / "local")
    paths = [tmp_path / kind / "figures/bounds.png" for kind in ("slurm", "local")]
    assert paths[0].read_bytes() == paths[1].read_bytes()
    used = cluster.ask("squeue", "--states=all", "--noheader", "--format=%N").split()
    assert set(used) == {"node1", "node2"}


def test_out_of_memory_job_is_retried_with_more_memory(outgrown):
    """It ends before a node crashes."""
    study = outgrown
    study.finish()
    (first, _), (second, _) = study.calls(PIECES[-1])
    assert study.state(first) in ("OUT_OF_MEMORY", "CANCELLED", "FAILED")
    assert "exceeded memory limit" in study.output()
    assert [study.state(job, "%m") for job in (first, second)] == ["1000M", "2000M"]
    study.check({piece: file for piece, file in study.saved().items() if piece != PIECES[-1]})


def test_job_cancelled_by_the_scheduler_is_rerun(cluster, undisturbed, tmp_path):
    study = Study(cluster, tmp_path, undisturbed, "scancel").start()
    study.until_trouble()
    saved = study.saved()
    [(job, _)] = study.calls(PIECES[-1])
    cluster.ask("scancel", job)
    study.finish()
    assert study.state(job) == "CANCELLED"
    assert len(study.calls(PIECES[-1])) == 2
    study.check(saved)


def test_node_crash_reruns_only_its_job(cluster, undisturbed, tmp_path):
    study = Study(cluster, tmp_path, undisturbed, "node").start()
    study.until_trouble()
    saved = study.saved()
    [(job, node)] = study.calls(PIECES[-1])
    cluster.crash_node(node)
    cluster.until(lambda: cluster.state(node).startswith("down"), f"{node} is not missed")
    cluster.start_node(node)
    study.finish()
    assert cluster.state(node) in ("idle", "mix")
    assert [again for again, _ in study.calls(PIECES[-1])] == [job, job]  # Slurm put it back itself
    study.check(saved)


def test_next_snakemake_run_resumes_after_a_killed_one(cluster, undisturbed, tmp_path):
    study = Study(cluster, tmp_path, undisturbed, "controller").start()
    study.until_trouble()
    saved = study.saved()
    [(orphan, _)] = study.calls(PIECES[-1])
    study.running.kill()
    study.running.wait()
    assert study.state(orphan) == "RUNNING"
    study.start().finish()
    assert study.state(orphan) == "CANCELLED"
    assert "cancelling the jobs of a killed Snakemake run" in study.output()
    study.check(saved)


def test_timed_out_job_is_retried_with_a_longer_limit(cluster, undisturbed, overtime):
    overtime.finish()
    jobs = [job for job, _ in overtime.calls(PIECES[-1])]
    assert overtime.state(jobs[0]) == "TIMEOUT"
    # On a very busy machine, further jobs end before or after the step has started.
    minutes = [int(overtime.state(job, "%l").split(":")[0]) for job in jobs]
    assert len(minutes) > 1
    assert minutes == sorted(set(minutes))
    assert contents(overtime.folder) == contents(undisturbed)


def test_generic_profile_runs_with_three_scheduler_commands(cluster, undisturbed, tmp_path):
    study = Study(cluster, tmp_path, undisturbed, "none")
    line = command(
        *(tmp_path, "--profile", str(ROOT / "profiles/generic"), "--latency-wait", "10"),
        *("--cluster-generic-status-cmd", str(ROOT / "profiles/generic/status")),
        *("--seconds-between-status-checks", "2", *TABLES),
        config=study.config,
    )
    ended(line, study.environment)
    study.check(study.saved())
