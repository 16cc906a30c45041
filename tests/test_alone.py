"""Two calls of `make setup` at once: the second waits."""

import subprocess
import sys
import time
from pathlib import Path

ALONE = Path(__file__).parents[1] / "tools/alone.py"


def test_the_second_call_waits_for_the_first(tmp_path):
    log = tmp_path / "log"
    step = f"echo begin >> {log}; sleep 1; echo end >> {log}; exit 3"
    calls = [
        subprocess.Popen(
            [sys.executable, ALONE, "sh", "-c", step],
            cwd=tmp_path,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    messages = [call.communicate(timeout=60)[1] for call in calls]
    assert log.read_text().split() == ["begin", "end"] * 2
    assert [call.returncode for call in calls] == [3, 3]
    assert sum("waiting for another sh" in text for text in messages) == 1


def test_lock_is_released_when_its_holder_is_killed(tmp_path):
    first = subprocess.Popen([sys.executable, ALONE, "sleep", "60"], cwd=tmp_path)
    time.sleep(1)
    first.kill()
    subprocess.run([sys.executable, ALONE, "true"], cwd=tmp_path, check=True, timeout=30)
