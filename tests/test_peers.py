"""The table of `benchmarks/peers.py`, with programs made up for it."""

import re
import subprocess
import sys
from pathlib import Path

from tests.programs import script

PEERS = Path(__file__).parents[1] / "benchmarks" / "peers.py"


def peers(folder, *options):
    return subprocess.run(
        [sys.executable, PEERS, folder, *options], capture_output=True, text=True, check=False
    )


def work(program, theirs):
    return (
        f"[[work]]\nname = 'boards'\nprogram = '{program}'\ntheirs = '{theirs}'\n"
        "ours = './quick ours'\n"
    )


def test_programs_alternate_and_their_ratio_is_printed(tmp_path):
    script(tmp_path / "quick", "echo $1 >> log")
    script(tmp_path / "slow", "echo theirs >> log; sleep 0.3")
    (tmp_path / "peers.toml").write_text(work("Slow", "./slow"))
    done = peers(tmp_path, "--repeats", "2")
    assert done.returncode == 0, done.stderr
    row = done.stdout.splitlines()[-1]
    found = re.fullmatch(r"\| boards \| Slow \| (\S+) \| (\S+) \| (\S+) \((\S+) to (\S+)\) \|", row)
    other, own, middle, low, high = map(float, found.groups())
    assert own < other and other >= 0.3
    assert 1 < low <= middle <= high
    order = (tmp_path / "log").read_text().split()
    assert order == ["theirs", "ours", "ours", "theirs", "theirs", "ours"]


def test_missing_and_failing_programs_have_rows(tmp_path):
    script(tmp_path / "quick", "true")
    script(tmp_path / "broken", "exit 3")
    (tmp_path / "peers.toml").write_text(
        work("Absent", "no-such-program x") + work("Broken", "./broken") + work("Quick", "./quick")
    )
    done = peers(tmp_path, "--repeats", "1")
    assert done.returncode == 0, done.stderr
    absent, broken, quick = done.stdout.splitlines()[-3:]
    assert absent == "| boards | Absent | | | no-such-program is not installed |"
    assert broken.endswith("/broken exits with status 3 |")
    assert quick.startswith("| boards | Quick | 0.")


def test_invalid_program_lists_are_rejected_with_one_sentence(tmp_path):
    assert "peers.toml: No such file" in peers(tmp_path).stderr
    (tmp_path / "peers.toml").write_text("[[work]]\nname = 'boards'\n")
    done = peers(tmp_path)
    assert done.returncode == 1
    assert "each [[work]] needs name, program, theirs, ours" in done.stderr
    assert "Traceback" not in done.stderr
