"""The claims of the texts, and the verdicts on them by tables that tests alter."""

from functools import cache
from pathlib import Path

from puzzlesat_studies.claims import TEXTS, claims_of, read_tables, tables_of
from puzzlesat_studies.claims.model import judge

REFERENCE = Path(__file__).parents[1] / "reference"


@cache
def claims():
    """Return all claims by source and name."""
    return {(source, claim.name): claim for source, claim in claims_of(TEXTS)}


@cache
def reference():
    """Return the recorded tables by the paths that the claims name."""
    paths = tables_of(iter((source, claim) for (source, _), claim in claims().items()))
    return read_tables({path: REFERENCE / path.partition("/")[2] for path in paths})


@cache
def as_recorded(source, name):
    """Return the verdict and the sentence by the recorded tables."""
    return judge(claims()[source, name], reference())


def judged(name, source="Flood-It thesis", tables=()):
    """Return the verdict and the sentence, given altered tables by STUDY/NAME."""
    if not tables:
        return as_recorded(source, name)
    given = dict(reference())
    for key, frame in dict(tables).items():
        [path] = [x for x in given if x.endswith(f"/{key}.csv")]
        given[path] = frame
    return judge(claims()[source, name], given)


def table(key):
    """Return a recorded table by STUDY/NAME."""
    [path] = [x for x in reference() if x.endswith(f"/{key}.csv")]
    return reference()[path].copy()
