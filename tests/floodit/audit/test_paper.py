"""A verdict for each outcome of what the competition paper claims."""

from pathlib import Path

import pandas as pd
import pytest

from puzzlesat.floodit.studies.audit.paper import HARDNESS_TABLE, LARGE_TABLE, claims
from puzzlesat.floodit.studies.frontier import tables as frontier
from puzzlesat.report.claims import FAILS, HOLDS, LIMITS, OPEN, PAPER
from puzzlesat.report.tables import read_frame

REFERENCE = Path(__file__).parents[3] / "reference"
LAST = pd.DataFrame({"boards": [50, 50], "fewer": [0, 0]})


def hardness(*spreads):
    """Return a table in which the hardest m takes so many times the seconds of the easiest."""
    return pd.DataFrame(
        {"n": n, "k": 6, "solver": "minisat22", "distance": distance, "median_seconds": seconds}
        for n, spread in enumerate(spreads, start=5)
        for distance, seconds in ((-1, 1.0), (0, spread), (1, 1.0))
    )


def large(lower, upper, n=70):
    return pd.DataFrame({"n": [n], "k": [10], "lower_bound": [lower], "upper_bound": [upper]})


def judged(hard=None, bounds=None, last=LAST):
    evidence = {"hardness": "h.csv", "large": "l.csv", "final_state": "final_state.csv"}
    judged = claims(
        hardness(20) if hard is None else hard,
        large(90, 130) if bounds is None else bounds,
        last,
        evidence,
    )
    found = [verdict for verdict, _ in judged]
    assert [path for _, path in judged][2:] == ["final_state.csv", "h.csv", "l.csv"]
    assert {verdict.source for verdict in found} == {PAPER}
    return dict(zip(("complete", "hard", "rules", "control", "benchmarks"), found, strict=True))


def test_theorems_decide_on_the_complexity():
    assert judged()["complete"].verdict == LIMITS
    assert judged()["hard"].verdict == HOLDS
    assert "more than three" in judged()["hard"].measured


@pytest.mark.parametrize(("fewer", "verdict"), [(0, HOLDS), (3, FAILS)])
def test_the_state_m_plus_1_decides_on_the_rules(fewer, verdict):
    found = judged(last=LAST.assign(fewer=[0, fewer]))["rules"]
    assert found.verdict == verdict
    assert f"{fewer} of 100 boards" in found.measured


@pytest.mark.parametrize(
    ("spreads", "verdict"),
    [
        ((10, 1000), HOLDS),
        ((10, 5), LIMITS),
        ((10, 1.5, 20), LIMITS),
        ((10, 1.5), FAILS),
        ((1.5, 1), FAILS),
        ((5, 5), OPEN),
    ],
)
def test_the_times_decide_on_the_control(spreads, verdict):
    found = judged(hard=hardness(*spreads))["control"]
    assert found.verdict == verdict
    assert f"over {len(spreads)} sizes" in found.measured


@pytest.mark.parametrize(
    ("bounds", "said"),
    [
        (large(90, 130), "1 are flooded in 225 moves, 0 not in 230"),
        (large(231, 240), "0 are flooded in 225 moves, 1 not in 230"),
        (large(226, 228), "0 are flooded in 225 moves, 0 not in 230"),
        (large(90, 130, n=16), "No board of that size"),
    ],
)
def test_the_benchmarks_stay_open_and_what_is_known_is_told(bounds, said):
    found = judged(bounds=bounds)["benchmarks"]
    assert found.verdict == OPEN
    assert said in found.measured


def test_the_tables_of_the_project_have_the_columns():
    hard = read_frame([REFERENCE / "hardness/hardness.csv"], HARDNESS_TABLE)
    bounds = read_frame([REFERENCE / "frontier/large.csv"], LARGE_TABLE)
    found = judged(hard, bounds)
    assert found["control"].verdict == HOLDS
    assert "3 are flooded in 225 moves" in found["benchmarks"].measured
    assert list(LARGE_TABLE) == [{"i": "board"}.get(name, name) for name in frontier.LARGE]
