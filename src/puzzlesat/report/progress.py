"""How far a run of the workflow is, and how long still, told by what Snakemake and its jobs write.

Snakemake's log says which jobs there are, and when each began and ended; the log of a job, how many
of its boards are done (`puzzlesat.common.command.progress`). Both are there however it was started,
on a cluster too, and while it runs.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from tabulate import tabulate

from puzzlesat.common.errors import InputError

LOGS = ".snakemake/log"
"""Where Snakemake keeps a log of each of its runs."""

DATE = re.compile(r"\s*\[(\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d 20\d\d)\]")
BEGUN = re.compile(r"\s*(?:local)?(?:rule|checkpoint) (\w+):$")
GIVEN = re.compile(r"\s+(log|jobid|wildcards): (.+)$")
COUNT = re.compile("[0-9]{1,9}")
FINISHED = re.compile(r"Finished jobid: (\d+) ")
METER = re.compile(r"\b(\d{1,9})/(\d{1,9}) \[([\d:]{1,12})<([\d:]{1,12}|\?)")
"""What tqdm writes: how many of how many are done, in what time, and for how long still."""

MOST_FAILED = 5
"""How many jobs that failed are named."""


@dataclass
class Job:
    """A job that Snakemake has started, or handed to a scheduler.

    Parameters
    ----------
    rule, wildcards, log : str
    began : datetime
    ended : datetime, optional
    failed : bool
    """

    rule: str
    began: datetime
    wildcards: str = ""
    log: str = ""
    ended: datetime | None = None
    failed: bool = False


@dataclass
class Run:
    """What a log of Snakemake says.

    Parameters
    ----------
    totals : dict of str to int
        How many jobs each rule has, in the order in which rules can begin.
    attempts : list of Job
        All that was started; a job that failed and was started again is there twice.
    over : bool
        Whether Snakemake has ended.
    heard : datetime, optional
        When it last wrote something.
    """

    totals: dict[str, int] = field(default_factory=dict)
    attempts: list[Job] = field(default_factory=list)
    over: bool = False
    heard: datetime | None = None

    def current(self) -> list[Job]:
        """Return the jobs that have begun and not ended."""
        return [job for job in self.attempts if job.ended is None]

    def done(self) -> list[Job]:
        """Return the jobs that have ended well."""
        return [job for job in self.attempts if job.ended is not None and not job.failed]

    def failed(self) -> list[Job]:
        """Return the jobs that failed and were not started again."""
        latest = {(job.rule, job.wildcards): job for job in self.attempts}
        return [job for job in latest.values() if job.failed]


@dataclass(frozen=True)
class Meter:
    """What the last line of a job's log says of its progress, all in seconds or items."""

    done: int
    total: int
    elapsed: float
    rest: float | None


def parse_run(lines: Iterable[str]) -> Run:
    """Return what the lines of a log of Snakemake say."""
    run, known = Run(), dict[str, Job]()
    listing = failing = False
    now: datetime | None = None
    dated, job = False, None
    for line in lines:
        if (found := DATE.match(line)) and (date := _date(found[1])):
            now, dated, failing, job = date, True, False, None
            continue
        if dated and now and (found := BEGUN.match(line)):
            job = Job(found[1], now)
            run.attempts.append(job)
        elif line.startswith("Error in "):
            failing = True
        elif found := GIVEN.match(line):
            name, value = found.groups()
            if failing and name == "jobid" and value in known:
                known[value].ended, known[value].failed = now, True
            elif job and name == "jobid":
                known[value] = job
            elif job:
                setattr(job, name, value)
        elif (found := FINISHED.match(line)) and found[1] in known:
            known[found[1]].ended = now
        elif line.startswith("Job stats:"):
            listing = True
        elif listing:
            listing = _add_total(run.totals, line.split())
        elif line.startswith("Complete log"):
            run.over = True
        dated = False
    return run


def _date(text: str) -> datetime | None:
    with suppress(ValueError):  # a day that no month has, in a log that is damaged
        return datetime.strptime(text, "%a %b %d %H:%M:%S %Y")
    return None


def _add_total(totals: dict[str, int], words: list[str]) -> bool:
    """Take a line of the table of all jobs; tell whether there may be another one."""
    match words:
        case [name, count] if COUNT.fullmatch(count) and name != "total":
            totals[name] = int(count)
    return bool(words) and words[0] != "total"


def parse_meter(text: str) -> Meter | None:
    """Return what the last line that tells of progress says, or None if there is none.

    Examples
    --------
    >>> parse_meter(" 43%|####3     | 43/100 [01:02:10<02:50,  3.02s/board]")
    Meter(done=43, total=100, elapsed=3730.0, rest=170.0)
    """
    found = METER.findall(text)
    if not found:
        return None
    done, total, elapsed, rest = found[-1]
    return Meter(int(done), int(total), _seconds(elapsed), None if rest == "?" else _seconds(rest))


def _seconds(clock: str) -> float:
    seconds = 0.0
    for part in clock.split(":"):
        seconds = 60 * seconds + float(part or 0)
    return seconds


def read_meter(folder: Path, job: Job) -> Meter | None:
    """Return how far a job's log says it is, or None if it says nothing since the job began."""
    path = folder / job.log
    if not has_started(folder, job):
        return None
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - 4096))
        return parse_meter(file.read().decode(errors="replace"))


def has_started(folder: Path, job: Job) -> bool:
    """Tell whether a job writes a log already; on a cluster it may be in the queue."""
    path = folder / job.log
    return bool(job.log) and path.is_file() and path.stat().st_mtime >= job.began.timestamp()


def spent(attempts: Iterable[Job], now: datetime) -> dict[str, float]:
    """Return the seconds that went by for each rule: rules that run beside others share them.

    Examples
    --------
    >>> noon = datetime(2026, 1, 1, 12)
    >>> spent([Job("a", noon), Job("a", noon), Job("b", noon)], noon.replace(minute=1))
    {'a': 40.0, 'b': 20.0}
    >>> spent([Job("b", noon), Job("a", noon, ended=noon)], noon.replace(second=5))["b"]
    5.0
    """
    changes = [
        (moment, step, job.rule)
        for job in attempts
        for moment, step in ((job.began, 1), (job.ended or now, -1))
    ]
    seconds, running = defaultdict[str, float](float), Counter[str]()
    before = now
    for moment, step, rule in sorted(changes, key=lambda change: (change[0], -change[1])):
        everyone = running.total()
        for each, jobs in running.items():
            if jobs:
                seconds[each] += (moment - before).total_seconds() * jobs / everyone
        before = moment
        running[rule] += step
    return dict(seconds)


def newest_run(folder: Path) -> Run:
    """Return the newest run of Snakemake in a folder that had something to do.

    Raises
    ------
    InputError
        If there is none.
    """
    for path in sorted((folder / LOGS).glob("*.snakemake.log"), reverse=True):
        with path.open(encoding="utf-8", errors="replace") as lines:
            run = parse_run(lines)
        if run.totals:
            run.heard = datetime.fromtimestamp(path.stat().st_mtime)
            return run
    raise InputError(
        f"{folder}: no run of the workflow has left its log in {LOGS}; "
        "expected the folder in which Snakemake runs"
    )


def progress_lines(folder: Path, now: datetime) -> Iterator[str]:
    """Yield what to tell a person of the newest run in a folder.

    A rule's jobs that are still to come are taken to go as fast as those that are done, so the rest
    of a rule is known only when some of it is done.

    Raises
    ------
    InputError
        If there is no run.
    """
    run = newest_run(folder)
    failed = run.failed()
    if run.over:  # what has not ended never will
        run.attempts = [job for job in run.attempts if job.ended]
        now = max((job.ended for job in run.attempts if job.ended), default=now)
    meters = {id(job): read_meter(folder, job) for job in run.attempts if not job.failed}
    went = spent(run.attempts, now)
    rests = dict[str, float]()
    rows = []
    for rule, total in run.totals.items():
        done = [job for job in run.done() if job.rule == rule]
        begun = [job for job in run.current() if job.rule == rule]
        if not (done or begun):
            continue
        finished = len(done) + sum(_share(meters[id(job)]) for job in begun)
        if finished:
            rests[rule] = went.get(rule, 0) * max(total - finished, 0) / finished
        working = sum(has_started(folder, job) for job in begun)
        times = [_time(job, meters[id(job)]) for job in done]
        rows.append(
            {
                "rule": rule,
                "done": f"{len(done)} of {total}",
                "running": working or "",
                "waiting": len(begun) - working or "",
                "a job": said(sum(times) / len(times)) if times else "",
                "still": _still(rests.get(rule)) if len(done) < total and not run.over else "",
                "slowest": _slowest(done, times) if len(done) > 1 else "",
            }
        )
    if rows:
        yield tabulate(rows, headers="keys", disable_numparse=True)
    running = [job for job in run.current() if has_started(folder, job)]
    if running:
        yield ""
    for job in running:
        yield _standing(job, meters[id(job)], now)
    yield ""
    yield from _in_short(run, rests, now)
    for job in failed[:MOST_FAILED]:
        where = f", see {job.log}" if job.log else ""
        yield f"failed: {job.rule} {job.wildcards}".rstrip() + where
    if len(failed) > MOST_FAILED:
        yield f"failed: {len(failed) - MOST_FAILED} more"


def _share(meter: Meter | None) -> float:
    """Return how much of a job is done."""
    return meter.done / meter.total if meter and meter.total else 0


def _time(job: Job, meter: Meter | None) -> float:
    """Return the seconds that a job took: where its log says so, without those in a queue."""
    if meter:
        return meter.elapsed
    return (job.ended - job.began).total_seconds() if job.ended else 0


def _slowest(jobs: Sequence[Job], times: Sequence[float]) -> str:
    longest, job = max(zip(times, jobs, strict=True), key=lambda pair: pair[0])
    return f"{said(longest)}: {job.wildcards}"


def _still(rest: float | None) -> str:
    return "?" if rest is None else said(rest)


def _standing(job: Job, meter: Meter | None, now: datetime) -> str:
    """Return where a job stands that is running."""
    what = f"{job.rule} {job.wildcards}".strip()
    if meter is None:
        return f"{what}: for {said((now - job.began).total_seconds())}"
    sentence = f"{what}: {meter.done} of {meter.total} in {said(meter.elapsed)}"
    return f"{sentence}, about {said(meter.rest)} still" if meter.rest else sentence


def _in_short(run: Run, rests: Mapping[str, float], now: datetime) -> Iterator[str]:
    done, total = len(run.done()), sum(run.totals.values())
    began = min((job.began for job in run.attempts), default=now)
    sentence = f"{done} of {total} jobs done in {said((now - began).total_seconds())}"
    if done >= total:
        yield sentence
    elif run.over:
        yield f"{sentence}; Snakemake has ended: start it again, and it goes on from here"
    else:
        untold = [name for name in run.totals if name not in rests]
        if rests:
            but = ", without what follows" if untold else ""
            yield f"{sentence}; about {said(sum(rests.values()))} still{but}"
        else:
            yield f"{sentence}; too early to tell how long still"
        if untold:
            names = ", ".join(f"{name} ({run.totals[name]})" for name in untold)
            yield f"nothing of these is done yet: {names}"
        if run.heard:
            yield f"Snakemake last wrote {said((now - run.heard).total_seconds())} ago"


def said(seconds: float) -> str:
    """Return a time as a person would say it.

    Examples
    --------
    >>> [said(x) for x in (0.4, 59, 61, 100 * 60, 5000 * 60)]
    ['0 s', '59 s', '1 min', '100 min', '83 h']
    """
    if seconds < 60:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 2 * 3600 else f"{seconds / 3600:.0f} h"
