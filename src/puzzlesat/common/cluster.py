"""One Snakemake at a time in a folder, and no jobs left over from one that was killed."""

import fcntl
import shutil
import subprocess
import sys
from pathlib import Path
from typing import IO

from puzzlesat.common.errors import InputError

SUBMITTED = ("rule_", "group_")
"""How the comments begin that Snakemake's executor plugin for Slurm gives to its jobs."""


def lock_working_directory(folder: Path) -> IO[str]:
    """Return a lock on a folder that ends with this process, even if it is killed.

    Snakemake's own lock outlives a killed run and has to be removed by hand; profiles/default turns
    it off.

    Raises
    ------
    InputError
        If another process holds it.
    """
    held = (folder / ".snakemake/at_work").open("w")
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        held.close()
        raise InputError(f"another Snakemake is running in this folder, {folder}") from None
    return held


def leftover_jobs(queue: str, folder: Path) -> list[str]:
    r"""Return the jobs of a queue that Snakemake submitted from a folder.

    Parameters
    ----------
    queue : str
        Lines ``job|comment|working directory``, as squeue prints them.
    folder : Path

    Examples
    --------
    >>> leftover_jobs("7|rule_time|/home/a\n8|mine|/home/a\n9|group_b|/home/b", Path("/home/a"))
    ['7']
    """
    rows = [line.split("|", 2) for line in queue.splitlines() if line.count("|") >= 2]
    return [
        job
        for job, comment, place in rows
        if comment.startswith(SUBMITTED) and place == str(folder)
    ]


def cancel_leftovers(folder: Path) -> None:
    """Cancel the Slurm jobs of a Snakemake that was killed in a folder.

    Nobody waits for them any more, and the jobs that are submitted now would do the same work
    beside them. Where there is no Slurm, there is nothing to do.
    """
    if shutil.which("squeue") is None:
        return
    command = ["squeue", "--me", "--noheader", "--format=%i|%k|%Z"]
    listed = subprocess.run(command, capture_output=True, text=True, check=False)
    if leftover := leftover_jobs(listed.stdout, folder):
        print("cancelling the jobs of a Snakemake that was killed:", *leftover, file=sys.stderr)
        subprocess.run(["scancel", *leftover], check=False)
