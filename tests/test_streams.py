"""Files with thousands of puzzles: the memory that they need, and the answers."""

import json
import subprocess
import sys

import pytest

FEW, MANY = 3_000, 20_000

CODE = """
import sys
from pathlib import Path
from puzzlesat.flowfree.cli import main
try:
    main(["solve", sys.argv[1], "--json"])
except SystemExit as left:
    assert not left.code, left.code
status = Path("/proc/self/status").read_text().split()
print(status[status.index("VmHWM:") + 1], file=sys.stderr)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the peak memory is read from /proc")
def test_memory_does_not_grow_with_the_number_of_puzzles(tmp_path):
    """Puzzles wait in a temporary file, so only the text is in memory as a whole."""
    peaks = []
    for count in (FEW, MANY):
        path = tmp_path / f"{count}.txt"
        path.write_text("\n".join(["AB\n..\nAB\n"] * count))
        call = [sys.executable, "-c", CODE, str(path)]
        done = subprocess.run(call, capture_output=True, text=True, check=True)
        found = [json.loads(line) for line in done.stdout.splitlines()]
        assert len(found) == count
        assert {row["status"] for row in found} == {"solved"}
        peaks.append(int(done.stderr))
    assert peaks[1] < peaks[0] + 2_000  # KiB; puzzles in memory need 4,000 to 7,000
