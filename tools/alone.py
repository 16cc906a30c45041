"""Run a command under a lock on the current folder, after waiting for other holders of the lock.

Usage: python tools/alone.py COMMAND ...

The lock is released when this process ends.
"""

import fcntl
import os
import subprocess
import sys

if __name__ == "__main__":
    folder = os.open(".", os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        print("waiting for another", " ".join(sys.argv[1:]), file=sys.stderr)
        fcntl.flock(folder, fcntl.LOCK_EX)
    sys.exit(subprocess.run(sys.argv[1:], check=False).returncode)
