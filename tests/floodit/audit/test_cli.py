"""The commands floodit audit … as a person meets them."""

import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from tests.programs import invoke

ROOT = Path(__file__).parents[3]

audit = partial(invoke, "floodit", "audit")


def test_final_state_rows_table_and_figure_are_written(tmp_path):
    rows, table = tmp_path / "rows.csv", tmp_path / "final-state.csv"
    for call in (
        ("final-state", "-n", 4, "-k", 3, "--boards", 3, "-o", rows),
        ("table", "final-state", rows, "-o", table, "-o", tmp_path / "final-state.md"),
        ("figure", "final-state", table, "-o", tmp_path / "final-state.png"),
    ):
        audit(*call, status=0)
    assert rows.read_text().startswith("seed,n,k,i,minimum,encoded,printed\n2020,4,3,0,")
    assert (tmp_path / "final-state.png").stat().st_size > 1000


@pytest.mark.parametrize(
    ("call", "problem"),
    [
        ("final-state -n 4", "Missing option '-k'"),
        ("final-state -n 4 -k 3 --solver none", "unknown solver 'none'"),
        ("redundant -n 4 -k 3 --solver none", "unknown solver 'none'"),
        ("searches -n 4 -k 3 --repeats 0", "Invalid value for '--repeats'"),
        ("minima -n 4 -k 3 --timeout 0", "Invalid value for '--timeout'"),
        ("final-state -n 2 -k 2 -o /proc/none/a.csv", "/proc/none"),
        ("table final-state missing.csv -o a.csv", "missing.csv: No such file"),
        ("table final-state BAD -o a.csv", "line 1: no column seed"),
        ("table final-state BAD --thesis t.csv -o a.csv", "No such option '--thesis'"),
        ("figure final-state BAD -o a.pdf", "line 1: no column"),
    ],
)
def test_errors_are_reported_in_one_line(tmp_path, monkeypatch, call, problem):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "BAD").write_text("a,b\n1,2\n")
    done = audit(*call.split())
    assert done.exit_code in (1, 2)
    assert done.stderr.startswith("puzzlesat: ")
    assert done.stderr.count("\n") == 1
    assert problem in done.stderr
    assert not list(tmp_path.glob("a.*"))


def test_default_target_does_not_include_the_audit(tmp_path):
    """The whole audit can be planned, and the default target does not ask for any of it."""
    run = [sys.executable, "-m", "snakemake", "--snakefile", str(ROOT / "Snakefile")]
    run += ["--configfile", str(ROOT / "config/smoke.yaml"), "--directory", str(tmp_path)]
    planned = {
        target: subprocess.run(
            [*run, "--dry-run", *target], capture_output=True, text=True, check=True
        ).stdout
        for target in ((), ("audit",))
    }
    assert "audit_" not in planned[()]
    for name in ("rows", "times", "growth_figure", "offsets_table"):
        assert f"audit_{name}" in planned["audit",]
