"""A verdict for each outcome of what the competition paper claims."""

from pathlib import Path

import pandas as pd
import pytest

from puzzlesat_studies.core.claims import FAILS, HOLDS, LIMITS, OPEN, PAPER, THESIS
from puzzlesat_studies.core.tables import read_frame
from puzzlesat_studies.floodit.audit.paper import CLAIMS, judge
from puzzlesat_studies.floodit.timing.tables import LAID_OUT

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


def solvers():
    times = {"minisat22": 1.0, "cadical195": 1.0}
    return pd.DataFrame(
        {"solver": solver, "encoding": "extended", "n": 4, "k": 3, "clock": "load_solve"}
        | {"minimal_milliseconds": time, "p": 1.0, "ratio_low": 0.9, "ratio_high": 1.1}
        for solver, time in times.items()
    )


def of_causes():
    """Return the tables on the causes, without rows that matter here."""
    loaded = pd.DataFrame({"clock": ["load_solve"], "family": "12", "solver": "minisat22"})
    layouts = dict.fromkeys(LAID_OUT, "x") | {"measure": "conflicts"}
    return (
        pd.DataFrame({"condition_12": [2], "in_condition_9": [2]}),
        loaded.assign(conflicts=1.0, ratio=1.1),
        pd.DataFrame([layouts | {"minimal": 10, "extended": 9}]),
    )


def sizes():
    """Return mean minima and clauses of boards of 9×9."""
    size = {"n": 9, "measure": "clauses", "tautologies": False, "query": "minimum", "boards": 10}
    return (
        pd.DataFrame({"n": [9, 9, 8], "k": [3, 6, 6], "mean": [7.0, 13.5, 90.0]}),
        pd.DataFrame([size | {"minimal": 80_000}, size | {"minimal": 120_000}]),
    )


def judged(hard=None, bounds=None, last=LAST):
    judged = judge(
        hardness(20) if hard is None else hard,
        large(90, 130) if bounds is None else bounds,
        last,
        solvers(),
        *of_causes(),
        *sizes(),
    )
    found = [verdict for verdict, _ in judged]
    minisat, causes, structure, *_, rules, control, benchmarks = [name for _, name in judged]
    assert minisat == ("solvers", "hardness", "docs/instances.md")
    assert causes == ("solvers", "overlap", "redundant", "effects")
    assert structure == ("size", "bounds", "docs/audit.md")
    assert rules == ("final_state", "docs/instances.md")
    assert [control, benchmarks] == ["hardness", "large"]
    return {(verdict.source, verdict.name): verdict for verdict in found}


def of_paper(name, **tables):
    return judged(**tables)[PAPER, name]


def test_np_completeness_gets_the_same_verdict_in_thesis_and_paper():
    found = judged()
    assert found[THESIS, "np-complete"].verdict == found[PAPER, "np-complete"].verdict == LIMITS
    assert found[PAPER, "np-hard"].verdict == HOLDS
    # the thesis leaves three colours out, and has a condition on n
    assert found[THESIS, "np-hard"].verdict == LIMITS


def test_structure_verdict_reports_the_encoding_size():
    found = judged()[THESIS, "structure"]
    assert found.verdict == LIMITS
    assert "1,317 to 2,430 variables for k = 3 to 6" in found.measured
    assert "8,000 to 12,000 clauses" in found.measured


@pytest.mark.parametrize(("fewer", "verdict"), [(0, HOLDS), (3, FAILS)])
def test_final_state_table_decides_the_rules_claim(fewer, verdict):
    found = of_paper("rules", last=LAST.assign(fewer=[0, fewer]))
    assert found.verdict == verdict
    assert f"{fewer} of 100 boards" in found.measured


@pytest.mark.parametrize(
    ("spreads", "verdict"),
    [
        ((10, 1000), LIMITS),
        ((10, 9.9), LIMITS),
        ((10, 1.5, 20), LIMITS),
        ((10, 1.9), FAILS),
        ((1.9, 1), FAILS),
        ((9.9, 2), OPEN),
    ],
)
def test_hardness_times_decide_the_m_controls_claim(spreads, verdict):
    found = of_paper("m-controls", hard=hardness(*spreads))
    assert found.verdict == verdict
    assert f"In {len(spreads)} combinations of cell" in found.measured


@pytest.mark.parametrize(("n", "verdict"), [(70, HOLDS), (69, LIMITS)])
def test_m_controls_claim_holds_only_if_the_papers_size_is_measured(n, verdict):
    found = of_paper("m-controls", hard=hardness(20).assign(n=n, k=10))
    assert found.verdict == verdict
    assert ("not measured" in found.measured) == (verdict == LIMITS)


@pytest.mark.parametrize(
    ("bounds", "text"),
    [
        (large(90, 130), "1 can be flooded in 225 moves, and 0 cannot be flooded in 230"),
        (large(231, 240), "0 can be flooded in 225 moves, and 1 cannot be flooded in 230"),
        (large(226, 228), "0 can be flooded in 225 moves, and 0 cannot be flooded in 230"),
        (large(90, 130, n=16), "no bounds for boards of that size"),
    ],
)
def test_instances_claim_is_open_and_known_bounds_are_reported(bounds, text):
    found = of_paper("instances", bounds=bounds)
    assert found.verdict == OPEN
    assert text in found.measured


def test_paper_verdicts_can_be_derived_from_the_reference_tables():
    hard = read_frame([REFERENCE / "hardness/hardness.csv"], CLAIMS.tables["hardness"])
    bounds = read_frame([REFERENCE / "frontier/large.csv"], CLAIMS.tables["large"])
    found = of_paper("m-controls", hard=hard, bounds=bounds)
    assert found.verdict == LIMITS
    assert "of 3 boards of that size are at most 126" in found.measured
    assert "3 can be flooded in 225" in of_paper("instances", hard=hard, bounds=bounds).measured
