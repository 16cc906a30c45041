"""The profiles for clusters: the rules of all studies that run alone, and the states of jobs."""

import os
import re
import subprocess
from pathlib import Path

import pytest
import yaml

from tests import programs

ROOT = Path(__file__).parents[2]
RULE = re.compile(r"^(?:rule (\w+):|use rule (\w+) as (\w+) with:)$", re.MULTILINE)


def alone():
    """Return the rules that run alone, by their own threads or those that they inherit."""
    found = set()
    for path in sorted((ROOT / "workflow/rules").glob("*.smk")):
        text = path.read_text()
        starts = [*RULE.finditer(text)]
        ends = [start.start() for start in starts[1:]] + [len(text)]
        for start, end in zip(starts, ends, strict=False):  # a file may have no rule
            name, parent, heir = start.groups()
            if "    threads: ALONE\n" in text[start.end() : end] or parent in found:
                found.add(name or heir)
    return found


@pytest.mark.parametrize(
    ("profile", "resource"),
    [("slurm", "slurm_extra=\"'--exclusive'\""), ("generic", "place='--exclusive'")],
)
def test_exclusive_rules_get_a_whole_node_and_request_one_core(profile, resource):
    """No node has as many cores as `ALONE`."""
    settings = yaml.safe_load((ROOT / f"profiles/{profile}/config.yaml").read_text())
    given = [entry.split(":", 1) for entry in settings["set-resources"]]
    assert {name for name, value in given if value == resource} == alone()
    assert {"time", "timed_rows", "timed_rows_with_folder"} < alone()
    assert settings["max-threads"] == 1


@pytest.mark.parametrize(
    ("script", "state"),
    [
        ("echo COMPLETED", "success"),
        ("echo RUNNING", "running"),
        ("echo TIMEOUT", "failed"),
        ("exit 0", "success"),
        ("echo 'slurm_load_jobs error: Invalid job id specified' >&2; exit 1", "success"),
        ("echo 'slurm_load_jobs error: Socket timed out on send/recv' >&2; exit 1", "running"),
        ("echo 'slurm_load_jobs error: Unable to contact slurm controller' >&2; exit 1", "running"),
    ],
)
def test_a_job_has_ended_only_if_slurm_says_so_or_does_not_know_it(script, state, tmp_path):
    programs.script(tmp_path / "squeue", script)
    environment = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run(
        [ROOT / "profiles/generic/status", "7"], env=environment, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (0, f"{state}\n")
