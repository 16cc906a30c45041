"""A temporary Slurm: a controller and nodes on this machine, for the duration of a block.

It reads and writes only a temporary folder, needs no systemd, and does not touch a running Slurm or
its configuration: keys, sockets, ports and logs are new.

``python tests/cluster/slurm.py`` opens a shell with it.
"""

import getpass
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "srun", "squeue", "scontrol", "scancel")

CONFIGURATION = """
ClusterName=puzzlesat
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket,cred_expire=5
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
MailProg=/bin/true
# Without systemd and control groups, processes are tracked by their ancestry, and the accounting
# kills a job that exceeds its memory.
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
JobAcctGatherType=jobacct_gather/linux
JobAcctGatherFrequency=1
JobAcctGatherParams=OverMemoryKill
AccountingStorageType=accounting_storage/none
# A node that does not respond is given up soon, and accepted again when it responds.
SlurmdTimeout=10
# The state of a job can be queried until the tests end.
MinJobAge=36000
ReturnToService=2
KillWait=2
SlurmdParameters=config_overrides
{nodes}
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


class SlurmError(RuntimeError):
    """Slurm is not installed or does not start."""


def free_ports(count: int) -> list[int]:
    sockets = [socket.socket() for _ in range(count)]
    try:
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]
    finally:
        for each in sockets:
            each.close()


class Slurm:
    """A controller and nodes, named node1, node2, …, in a folder. Nodes share the processors."""

    def __init__(self, folder: Path, nodes: int, cpus: int) -> None:
        self.folder = folder
        self.nodes = [f"node{i}" for i in range(1, nodes + 1)]
        commands = folder / "bin"
        self.environment = os.environ | {
            "SLURM_CONF": str(folder / "slurm.conf"),
            "PATH": f"{commands}:{os.environ['PATH']}",
        }
        self.running: dict[str, subprocess.Popen] = {}
        (folder / "state").mkdir()
        commands.mkdir()
        # Snakemake drops Slurm's variables before it starts a job's step, and with them this one.
        srun = commands / "srun"
        srun.write_text(
            f'#!/bin/sh\nSLURM_CONF={folder}/slurm.conf exec {shutil.which("srun")} "$@"\n'
        )
        srun.chmod(0o755)
        port, *ports = free_ports(1 + nodes)
        host = socket.gethostname().split(".")[0]
        lines = [
            f"NodeName={name} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs={cpus} "
            "RealMemory=16000 State=UNKNOWN"
            for name, port in zip(self.nodes, ports, strict=True)
        ]
        text = CONFIGURATION.format(
            host=host, port=port, user=getpass.getuser(), folder=folder, nodes="\n".join(lines)
        )
        (folder / "slurm.conf").write_text(text)

    def _start(self, name: str, *command: str) -> None:
        with (self.folder / f"{name}.out").open("ab") as log:
            self.running[name] = subprocess.Popen(
                command,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def start(self) -> None:
        """Start the key service, the controller and the nodes, and wait until they work."""
        key = self.folder / "munge.key"
        key.touch(mode=0o600)
        key.write_bytes(os.urandom(1024))
        within = {
            name: f"--{name}={self.folder}/munge.{ending}"
            for name, ending in (
                *(("key-file", "key"), ("socket", "socket"), ("pid-file", "pid")),
                *(("log-file", "log"), ("seed-file", "seed")),
            )
        }
        self._start("munged", "munged", "--foreground", *within.values())
        self.until(lambda: (self.folder / "munge.socket").exists(), "munged does not start")
        self._start("slurmctld", "slurmctld", "-D")
        for node in self.nodes:
            self._start(node, "slurmd", "-D", "-N", node)
        self.until(
            lambda: [self.state(node) for node in self.nodes] == ["idle"] * len(self.nodes),
            "the nodes do not come up",
        )

    def processes(self) -> list[psutil.Process]:
        """Return the processes that work for this Slurm, its jobs' among them."""
        found = []
        for process in psutil.process_iter():
            try:
                if process.environ().get("SLURM_CONF") == self.environment["SLURM_CONF"]:
                    found.append(process)
            except psutil.Error:
                continue
        return found

    def ask(self, *command: str) -> str:
        """Return what one of Slurm's commands prints."""
        done = subprocess.run(
            command, env=self.environment, capture_output=True, text=True, check=False, timeout=60
        )
        return done.stdout.strip()

    def state(self, node: str) -> str:
        """Return the state of a node, such as idle, mixed, down*."""
        return self.ask("sinfo", "--noheader", "--nodes", node, "--format", "%t")

    def until(self, condition: Callable[[], bool], problem: str, seconds: float = 180) -> None:
        """Wait until a condition holds; raise SlurmError if it does not in time."""
        deadline = time.monotonic() + seconds
        while not condition():
            dead = [name for name, process in self.running.items() if process.poll() is not None]
            if dead or time.monotonic() > deadline:
                raise SlurmError(f"{problem}: {self._last_words(dead)}")
            time.sleep(0.2)

    def _last_words(self, dead: list[str]) -> str:
        logs = [self.folder / f"{name}.out" for name in dead or self.running]
        lines = [line for log in logs for line in log.read_text().splitlines()[-2:]]
        return " / ".join(lines) or "no message"

    def stop(self) -> None:
        """Shut down everything that was started, jobs included."""
        if "slurmctld" in self.running:
            self.ask("scancel", "--user", getpass.getuser())
        for process in self.running.values():
            process.send_signal(signal.SIGTERM)
        for process in self.running.values():
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        mine = {os.getpid(), *(parent.pid for parent in psutil.Process().parents())}
        for process in self.processes():
            if process.pid not in mine:
                process.kill()


@contextmanager
def slurm(nodes: int = 2, cpus: int = 2) -> Iterator[Slurm]:
    """Run a Slurm for as long as the block lasts; raise SlurmError if it does not start."""
    os.environ["PATH"] += ":/usr/sbin:/sbin"  # where daemons are, for users who are not root too
    missing = [program for program in PROGRAMS if shutil.which(program) is None]
    if missing:
        raise SlurmError(
            f"Slurm is not installed, there is no {', '.join(missing)} "
            "(Debian: apt-get install slurm-wlm munge)"
        )
    with tempfile.TemporaryDirectory(prefix="slurm") as name:
        Path(name).chmod(0o755)  # munged wants its socket to be reachable; the key is not
        cluster = Slurm(Path(name), nodes, cpus)
        try:
            cluster.start()
            yield cluster
        finally:
            cluster.stop()


if __name__ == "__main__":
    with slurm() as running:
        print("two nodes are up (sinfo); leave the shell to shut them down")
        subprocess.run([os.environ.get("SHELL", "sh")], env=running.environment, check=False)
