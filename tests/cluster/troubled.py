"""A replacement for ``python`` in the tests' jobs, in which one chunk hangs or exceeds its memory.

The folder TROUBLE controls it. Its file ``piece`` contains the kind of failure and the output that
fails; a line is added to ``calls`` for each command, with the Slurm job and the node.
"""

import os
import sys
import time
from pathlib import Path

from puzzlesat_studies.__main__ import main
from puzzlesat_studies.floodit import thesis

TOO_MUCH = 1300
"""Megabytes: more than a job requests at first, less than at its second attempt."""


def find_minimum(*arguments):
    """Solve a board, then fail."""
    row = solve(*arguments)
    happened.touch()
    if kind == "memory":
        hoard = b"x" * (TOO_MUCH << 20)
        time.sleep(60)
        return row.model_copy(update={"moves": row.moves[: len(hoard)]})
    time.sleep(600)
    return row


if __name__ == "__main__":
    assert sys.argv[1:6] == ["-P", "-m", "puzzlesat_studies", "run", "floodit.thesis"], sys.argv
    del sys.argv[1:4]
    folder = Path(os.environ["TROUBLE"])
    place = (os.environ.get(name, "-") for name in ("SLURM_JOB_ID", "SLURMD_NODENAME"))
    with (folder / "calls").open("a") as calls:
        print(*place, *sys.argv[3:], file=calls)
    kind, piece = (folder / "piece").read_text().split()
    happened = folder / "happened"
    again = happened.exists() and kind != "memory"
    if kind != "none" and piece in sys.argv and not again:
        solve, thesis.find_minimum = thesis.find_minimum, find_minimum
    main()
