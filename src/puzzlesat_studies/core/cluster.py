"""A lock for Snakemake's working directory, and the removal of orphaned Slurm jobs."""

import fcntl
import shutil
import subprocess
import sys
from pathlib import Path
from typing import IO

from puzzlesat.common.errors import InputError

JOB_PREFIXES = ("rule_", "group_")
"""The prefixes of the job comments of Snakemake's executor plugin for Slurm."""


def lock_working_directory(folder: Path) -> IO[str]:
    """Lock a folder until this process ends, even by SIGKILL, and return the lock.

    The lock replaces Snakemake's own lock, which ``profiles/slurm`` turns off, since that lock
    would have to be removed by hand after SIGKILL. Raise `InputError` if another process holds the
    new lock.
    """
    lock_file = (folder / ".snakemake/at_work").open("w")
    try:
        fcntl.flock(lock_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock_file.close()
        raise InputError(f"another Snakemake is running in this folder, {folder}") from None
    return lock_file


def leftover_jobs(queue: str, folder: Path) -> list[str]:
    r"""Return the queued jobs that Snakemake submitted from a folder.

    The queue consists of lines ``job|comment|working directory``, as printed by squeue.

    >>> leftover_jobs("7|rule_time|/home/a\n8|mine|/home/a\n9|group_b|/home/b", Path("/home/a"))
    ['7']
    """
    rows = [line.split("|", 2) for line in queue.splitlines() if line.count("|") >= 2]
    return [
        job
        for job, comment, job_folder in rows
        if comment.startswith(JOB_PREFIXES) and job_folder == str(folder)
    ]


def cancel_leftovers(folder: Path) -> None:
    """Cancel any Slurm jobs of a killed Snakemake run, since the next run submits them again."""
    if shutil.which("squeue") is None:
        return
    command = ["squeue", "--me", "--noheader", "--format=%i|%k|%Z"]
    queue = subprocess.run(command, capture_output=True, text=True, check=False)
    if jobs := leftover_jobs(queue.stdout, folder):
        print("cancelling the jobs of a killed Snakemake run:", *jobs, file=sys.stderr)
        subprocess.run(["scancel", *jobs], check=False)
