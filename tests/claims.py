"""The claims of the texts, and the verdicts on them by tables that tests alter."""

from functools import cache
from pathlib import Path

from puzzlesat_studies.claims import CLAIMS, TABLES, read_tables

REFERENCE = Path(__file__).parents[1] / "reference"


@cache
def claims():
    """Return all claims by source and name."""
    return {(source, claim.name): claim for source, claim in CLAIMS}


@cache
def reference():
    """Return the recorded tables by the paths that the claims name."""
    return read_tables({path: REFERENCE / path.partition("/")[2] for path in TABLES})


@cache
def as_recorded(source, name):
    """Return the verdict and the sentence by the recorded tables."""
    return claims()[source, name].judge(reference())


def judged(name, source="Flood-It thesis", tables=()):
    """Return the verdict and the sentence, given altered tables by STUDY/NAME."""
    if not tables:
        return as_recorded(source, name)
    given = dict(reference())
    for key, frame in dict(tables).items():
        [path] = [x for x in given if x.endswith(f"/{key}.csv")]
        given[path] = frame
    return claims()[source, name].judge(given)


def table(key):
    """Return a recorded table by STUDY/NAME."""
    [path] = [x for x in reference() if x.endswith(f"/{key}.csv")]
    return reference()[path].copy()
