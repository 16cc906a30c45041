"""Makes a script of the workflow hang or exceed its memory, as the tests' ``sitecustomize``.

Python imports it at its start, in every job. The folder TROUBLE controls it. Its file ``piece``
contains the kind of failure and the output that fails; a line is added to ``calls`` for each job
that finds minima, with the Slurm job, the node and the output.
"""

import os
import sys
import time
from pathlib import Path

TOO_MUCH = 1300
"""Megabytes: more than a job requests at first, less than at its second attempt."""


def trouble(solve):
    """Return a function that finds a minimum, then fails."""
    folder = Path(os.environ["TROUBLE"])
    happened = folder / "happened"
    kind, piece = (folder / "piece").read_text().split()
    called = []

    def find(*arguments):
        found = solve(*arguments)
        if called:
            return found
        called.append(True)
        output = sys.modules["__main__"].snakemake.output[0]
        place = (os.environ.get(name, "-") for name in ("SLURM_JOB_ID", "SLURMD_NODENAME"))
        with (folder / "calls").open("a") as calls:
            print(*place, output, file=calls)
        if kind == "none" or piece != output or (happened.exists() and kind != "memory"):
            return found
        happened.touch()
        if kind == "memory":
            hoard = b"x" * (TOO_MUCH << 20)
            time.sleep(60)
            assert hoard
        else:
            time.sleep(600)
        return found

    return find


if any(word.endswith(".minimum.py") for word in sys.orig_argv):
    from puzzlesat.floodit.solve import minimum

    minimum.confirmed_minimum = trouble(minimum.confirmed_minimum)
