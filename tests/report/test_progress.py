"""How far a run is, read from what Snakemake and its jobs write."""

import os
import re
from datetime import datetime

import pytest
from click.testing import CliRunner

from puzzlesat.floodit.cli import main
from puzzlesat.report.progress import parse_run, progress_lines

HEAD = """\
Job stats:
job        count
-------  -------
sample         2
minimum        4
table          1
total          7

Select jobs to execute...
Execute 2 jobs...
"""

CLUSTER = """\
[Sun Nov 22 12:00:00 2026] Group job minima (jobs in lexicogr. order):
    [Sun Nov 22 12:00:00 2026]
    rule minimum:
        input: results/boards/n5_k4/0-3.csv
        output: results/thesis/minima/n5_k4/0-3.csv
        log: logs/minimum/n5_k4_0-3.txt
        jobid: 1
        wildcards: cell=n5_k4, chunk=0-3
        resources: mem_mb=1000
    [Sun Nov 22 12:00:00 2026]
    rule sample:
        output: results/boards/n5_k4/0-3.csv
        log: logs/sample/0_4_3_5.txt
        jobid: 2
        wildcards: n=5, k=4
Job e9e494e5 has been submitted with SLURM jobid 1.
[Sun Nov 22 12:01:00 2026]
Finished jobid: 2 (Rule: sample)
[Sun Nov 22 12:01:00 2026]
Finished jobid: 1 (Rule: minimum)
2 of 7 steps (29%) done
"""
"""One Slurm job that does two of Snakemake's."""

TROUBLED = """\
[Sun Nov 22 12:01:00 2026]
localrule minimum:
    log: logs/minimum/n9.txt
    jobid: 3
    wildcards: cell=n9_k6, chunk=0-99
[Sun Nov 22 12:02:00 2026]
Error in rule minimum:
    message: SLURM-job '3' failed
    jobid: 3
    log: logs/minimum/n9.txt (check log file(s) for error details)
Trying to restart job 3.
[Sun Nov 22 12:02:00 2026]
localrule minimum:
    log: logs/minimum/n9.txt
    jobid: 3
    wildcards: cell=n9_k6, chunk=0-99
[Sun Nov 22 12:02:00 2026]
localrule minimum:
    log: logs/minimum/n8.txt
    jobid: 4
    wildcards: cell=n8_k6, chunk=0-99
"""
"""A job that fails and is started again, and one that waits in the queue."""

FAILED = """\
[Sun Nov 22 12:02:00 2026]
Error in group minima:
    jobs:
        rule minimum:
            jobid: 1
            log: logs/minimum/n5_k4_0-3.txt (check log file(s) for error details)
        rule sample:
            jobid: 2
"""


def at(minute):
    return datetime(2026, 11, 22, 12, minute)


@pytest.fixture
def told(tmp_path):
    """Return what a person is told of a log, and of what jobs say that write theirs at a time."""

    def tell(text, now, **said):
        path = tmp_path / ".snakemake/log/2026.snakemake.log"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        os.utime(path, (at(3).timestamp(),) * 2)
        (tmp_path / "logs/minimum").mkdir(parents=True, exist_ok=True)
        for name, (words, moment) in said.items():
            log = tmp_path / f"logs/minimum/{name}.txt"
            log.write_text(words)
            os.utime(log, (moment.timestamp(),) * 2)
        return "\n".join(progress_lines(tmp_path, now))

    return tell


def row(rule, text):
    """Return the cells of a rule's line that are not empty."""
    line = next(line for line in text.splitlines() if line.startswith(f"{rule}  "))
    return re.split(r" {2,}", line)[1:]


def test_jobs_of_a_group_begin_and_end_each():
    run = parse_run((HEAD + CLUSTER).splitlines(keepends=True))
    assert run.totals == {"sample": 2, "minimum": 4, "table": 1}
    assert [(job.rule, job.ended) for job in run.done()] == [("minimum", at(1)), ("sample", at(1))]
    assert not run.over


def test_a_job_that_failed_is_current_only_when_it_was_started_again():
    run = parse_run((HEAD + TROUBLED).splitlines())
    assert [job.failed for job in run.attempts] == [True, False, False]
    assert [job.log for job in run.current()] == ["logs/minimum/n9.txt", "logs/minimum/n8.txt"]
    ended = "[Sun Nov 22 12:03:00 2026]\nFinished jobid: 3 (Rule: minimum)\n"
    run = parse_run((HEAD + TROUBLED + ended).splitlines())
    assert [job.ended for job in run.attempts] == [at(2), at(3), None]


def test_a_group_that_failed_is_not_taken_for_one_that_begins():
    run = parse_run((HEAD + CLUSTER.split("[Sun Nov 22 12:01")[0] + FAILED).splitlines())
    assert [(job.rule, job.failed) for job in run.attempts] == [("minimum", True), ("sample", True)]


def test_the_rest_is_told_from_what_is_done_and_from_what_jobs_say(told):
    """At 12:04 four minutes went by for minimum, less what sample took of the first one.

    One job and a half are done, two and a half are left.
    """
    half = "12%| 12/100 [00:09<01:00]\n50%| 50/100 [01:00<00:59, 1.2s/board]\n"
    text = told(HEAD + CLUSTER + TROUBLED, at(4), n9=(half, at(3)))
    assert row("minimum", text) == ["1 of 4", "1", "1", "1 min", "6 min"]
    assert "minimum cell=n9_k6, chunk=0-99: 50 of 100 in 1 min, about 59 s still" in text
    assert "2 of 7 jobs done in 4 min; about 6 min still, without what follows" in text
    assert "nothing of these is done yet: table (1)" in text
    assert "Snakemake last wrote 1 min ago" in text


def test_what_an_earlier_attempt_said_does_not_count(told):
    text = told(HEAD + TROUBLED, at(4), n9=("50/100 [01:00<01:00]", at(1)))
    assert "50 of 100" not in text
    assert "too early to tell how long still" in text


def test_the_slowest_job_is_told_by_its_own_time_if_it_says_one(told):
    other = CLUSTER.replace("jobid: ", "jobid: 9").replace("n5_k4", "n4_k3")
    other = other.replace("12:01:00", "12:09:00")  # it has been in the queue for long
    text = told(
        HEAD + CLUSTER + other,
        at(9),
        **{"n5_k4_0-3": ("4/4 [00:50<00:00]", at(1)), "n4_k3_0-3": ("4/4 [00:10<00:00]", at(9))},
    )
    assert row("minimum", text)[0] == "2 of 4"
    assert row("minimum", text)[1] == "30 s"
    assert row("minimum", text)[-1] == "50 s: cell=n5_k4, chunk=0-3"


def test_a_run_that_has_ended_says_how_it_ended(told):
    ended = "[Sun Nov 22 12:30:00 2026]\nFinished jobid: 4 (Rule: minimum)\nComplete log(s): x\n"
    text = told(HEAD + CLUSTER + TROUBLED + ended, at(59))
    assert text.endswith("3 of 7 jobs done in 30 min; Snakemake has ended: start it again, and it goes on from here")  # fmt: skip # noqa: E501
    one = HEAD.replace("4\n", "1\n").replace("2\n", "1\n").replace("table          1\n", "")
    text = told(one + CLUSTER + "Complete log(s): x\n", at(59))
    assert text.endswith("2 of 2 jobs done in 1 min")


def test_jobs_that_failed_are_named_unless_they_were_started_again(told):
    assert "failed" not in told(HEAD + TROUBLED, at(4))
    once = TROUBLED.split("Trying")[0]
    end = "Complete log(s): x\n"
    text = told(HEAD + CLUSTER + once + end, at(9))
    assert text.endswith("\nfailed: minimum cell=n9_k6, chunk=0-99, see logs/minimum/n9.txt")
    others = "".join(
        once.replace("n9", f"n{n}").replace("jobid: 3", f"jobid: {n}") for n in range(10, 16)
    )
    text = told(HEAD + once + others, at(4))
    assert text.count("failed: minimum cell=n") == 5
    assert text.endswith("\nfailed: 2 more")


def test_a_folder_without_a_run_is_told_in_a_sentence(tmp_path):
    done = CliRunner().invoke(main, ["progress", str(tmp_path)])
    assert done.exit_code == 1
    assert "no run of the workflow has left its log in .snakemake/log" in done.output
