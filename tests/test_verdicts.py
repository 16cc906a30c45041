"""Verdicts on altered tables: every criterion rejects the wrong data that it is there to reject."""

import pandas as pd
import pytest

from puzzlesat_studies.claims.thesis import trends
from puzzlesat_studies.claims.verdicts import FAILS, HOLDS, LIMITS, OPEN, Cases, shares
from tests.claims import claims, judged, reference, table

POST, GNOMINE, PAPER = "Flow Free post", "Gnomine thesis", "competition paper"


def where(condition, **values):
    """Return a change of a table: values, or functions of the old ones, in some rows."""

    def change(frame):
        chosen = frame.eval(condition)
        for column, value in values.items():
            new = value(frame[column]) if callable(value) else value
            frame[column] = frame[column].astype(object).mask(chosen, new).infer_objects()
        return frame

    return change


def every(**values):
    return lambda frame: frame.assign(**values)


def only(condition):
    return lambda frame: frame.query(condition)


def swapped(left, right):
    return lambda frame: frame.rename(columns={left: right, right: left})


FEWER = {"calls_p_value": 0.01, "calls_fewer": 9, "calls_more": 1}
MORE = {"calls_p_value": 0.01, "calls_fewer": 1, "calls_more": 9}
NOT_P = {"calls_p_value": 0.051, "clauses_p_value": 0.051}
OURS = "method == 'restart'"
FIRST = "puzzle == 'regular_5x5_01' and method == 'restart'"
EXAMPLE = "puzzle == 'jumbo_14x14_01' and method == 'restart'"
NAN = float("nan")


def fit(*fitting, boards=30, grid_points=30, null=50.0):
    """Return a table of hypotheses, one for each family; those that fit have the lowest AIC."""
    measured = ["search effort", "solving", "loading and solving"]
    measured += ["generation, loading and solving", "clauses plus noise"]
    rows = [{"family": name, "aic": 0.0 if name in fitting else 99.0} for name in measured]
    frame = pd.DataFrame([*rows, {"family": "null model", "aic": null}])
    given = {
        "boards": boards,
        "grid_points": grid_points,
        "delta_aic": frame["aic"],
        "hypothesis": "x",
    }
    numbers = {"mean_distance": 1.0, "goodness_p_value": 0.5, "fits": frame["family"].isin(fitting)}
    return lambda _: frame.assign(**given, **numbers)


HYPOTHESES = [
    (fit("search effort"), HOLDS),
    (fit("solving"), HOLDS),
    (fit("solving", "loading and solving"), LIMITS),
    (fit("generation, loading and solving"), FAILS),
    (fit("search effort", "clauses plus noise"), OPEN),
    (fit("search effort", boards=29), OPEN),
    (fit("search effort", grid_points=29), OPEN),
    (fit("search effort", null=-1.0), OPEN),
]
LESS_WORK = {"clauses_p_value": 0.01, "clauses_fewer": 9, "clauses_more": 1}
MORE_WORK = {"clauses_p_value": 0.01, "clauses_fewer": 1, "clauses_more": 9}
LINGELING = where("solver == 'lingeling'", p_value=0.01, ratio_high=0.9)

THESIS = [
    ("last-state", "audit/final-state", every(fewer=0), HOLDS),
    ("last-state", "audit/final-state", every(printed_holds=2, holds=2), OPEN),
    ("last-state", "audit/final-state", swapped("holds", "printed_holds"), LIMITS),
    ("complete", "audit/final-state", every(fewer=0), HOLDS),
    ("complete", "audit/final-state", where("n == 4", differing=1), FAILS),
    ("minimal", "audit/conditions", every(changed=1), HOLDS),
    ("minimal", "audit/conditions", every(other_models=0), FAILS),
    ("minimal", "audit/conditions", every(other_models=0, boards=71), OPEN),
    ("construction", "audit/construction", every(ratio_low=1.01, ratio_high=1.1), HOLDS),
    ("construction", "audit/construction", every(p_value=0.051), OPEN),
    ("condition-12", "audit/counts", every(repeated=0), HOLDS),
    ("condition-12", "audit/counts", every(repeated=1), LIMITS),
    ("condition-12", "audit/counts", every(repeated=0, emitted=0), OPEN),
    *((f"table-3.1-{i}", "audit/counts", every(misfits=1), FAILS) for i in range(1, 8)),
    ("table-3.1-8", "audit/counts", every(unlike=0), HOLDS),
    ("table-3.1-9", "audit/counts", every(unlike=0), HOLDS),
    ("table-3.1-10", "audit/counts", every(unlike=1), FAILS),
    ("q1", "audit/quartiles", every(q1_verdict="yes", q1_weak_verdict="yes"), HOLDS),
    ("q1", "audit/quartiles", every(q1_verdict="no", q1_weak_verdict="no"), FAILS),
    ("q1", "audit/quartiles", every(q1_verdict="open", q1_weak_verdict="open"), OPEN),
    ("q1", "audit/quartiles", every(q1_verdict="no", q1_weak_verdict="yes"), LIMITS),
    ("q3", "audit/quartiles", every(q3_verdict="no", q3_weak_verdict="no"), FAILS),
    ("q1-beyond", "audit/quartiles", every(q1_verdict="no", q1_weak_verdict="no"), FAILS),
    ("q3-beyond", "audit/quartiles", every(q3_verdict="yes", q3_weak_verdict="yes"), HOLDS),
    ("within", "audit/quartiles", every(within_low=0.9001), HOLDS),
    ("within", "audit/quartiles", every(within_low=0.5001, within_high=0.8999), LIMITS),
    ("within", "audit/quartiles", every(within_low=0.4, within_high=0.4999), FAILS),
    ("within", "audit/quartiles", every(within_low=0.5, within_high=0.9001), OPEN),
    ("within-beyond", "audit/quartiles", every(within_low=0.91), HOLDS),
    ("closer", "audit/offsets", where("offset == -1", boards=1), LIMITS),
    ("closer", "audit/offsets", where("offset in [-1, 7]", boards=lambda x: 9000 - x), FAILS),
    ("closer", "audit/offsets", only("0 <= offset <= 5"), OPEN),
    ("verified-longer", "audit/offsets", where("offset in [0, 5]", calls=3.01), HOLDS),
    ("verified-longer", "audit/offsets", where("offset in [0, 5]", calls=2.7), FAILS),
    ("verified-longer", "audit/offsets", only("offset != 0 and offset != 5"), OPEN),
    ("estimates", "audit/searches", every(**FEWER), HOLDS),
    ("estimates", "audit/searches", every(**MORE), FAILS),
    ("estimates", "audit/searches", every(**NOT_P), OPEN),
    ("slow-from-0", "audit/searches", every(**MORE), LIMITS),
    ("slow-from-0", "audit/searches", every(**NOT_P), OPEN),
    ("bounds-quicker", "audit/searches", every(**LESS_WORK), HOLDS),
    ("bounds-quicker", "audit/searches", every(**MORE_WORK), FAILS),
    ("other-solvers", "audit/solvers", LINGELING, HOLDS),
    (
        "other-solvers",
        "audit/solvers",
        every(p_value=0.01, ratio_low=1.1, friedman_p_value=0.051),
        FAILS,
    ),
    ("other-solvers", "audit/solvers", every(friedman_p_value=0.051), OPEN),
    ("other-solvers", "audit/solvers", every(friedman_p_value=NAN), OPEN),
    ("redundant", "audit/redundant", every(p_value=0.0501), OPEN),
    ("redundant", "audit/redundant", every(p_value=0.01, ratio_low=1.1, ratio_high=1.2), FAILS),
    ("several-solutions", "audit/forced-moves", every(unique=0.0, unique_high=0.1), HOLDS),
    ("several-solutions", "audit/forced-moves", every(unique_low=0.51, unique_high=0.6), FAILS),
    ("logic-alone", "audit/forced-moves", every(logic=0.0), HOLDS),
    ("logic-alone", "audit/forced-moves", every(logic_low=0.51, logic_high=0.6), FAILS),
    ("first-move", "audit/forced-moves", every(first_high=0.49), HOLDS),
    ("first-move", "audit/forced-moves", every(first_low=0.4, first_high=0.6), OPEN),
    ("extended-longer", "timing/effects", every(wins=lambda x: x["boards"], ties=0), HOLDS),
    *(("printed-wins", "timing/hypotheses", *case) for case in HYPOTHESES),
    ("trend", "thesis/wins", lambda t: t.assign(thesis_minimal=2 * t["n"] + t["k"]), FAILS),
    ("trend", "timing/effects", lambda t: t.assign(wins=t["n"] + t["k"], ties=0), LIMITS),
    ("minisat", "competition/selection", every(must_fail_seconds=1.0), HOLDS),
]
OTHERS = [
    (PAPER, "rules", "audit/final-state", every(fewer=0), HOLDS),
    (PAPER, "rules", "audit/final-state", every(differing=1), FAILS),
    (PAPER, "m-controls", "competition/hardness", every(median_seconds=1.0), FAILS),
    (PAPER, "m-controls", "competition/hardness",
     where("distance != 0", median_seconds=1.0) , LIMITS),
    (PAPER, "m-controls", "competition/hardness",
     lambda t: t.assign(median_seconds=1.0 + 4 * (t["distance"] == 0)), OPEN),
    (POST, "c-under-1.6", "flowfree_post", every(c_seconds=1.6), FAILS),
    (POST, "python-0.4", "flowfree_post", every(python_seconds=0.5), FAILS),
    (POST, "c-faster", "flowfree_post", where("puzzle == 'regular_5x5_01'", c_seconds=0.004),
     LIMITS),
    (POST, "c-faster", "flowfree_post", every(c_seconds=1.0, python_seconds=0.1), FAILS),
    (POST, "worst-printed", "flowfree_post", every(python_seconds=0.78), FAILS),
    (POST, "largest-for-c", "flowfree_post",
     where("puzzle == 'jumbo_14x14_01'", python_seconds=0.349), FAILS),
    (POST, "largest-for-python", "flowfree_post",
     where("puzzle == 'jumbo_14x14_30'", c_seconds=1.5), FAILS),
    (POST, "largest-for-python", "flowfree_post",
     where("puzzle == 'jumbo_14x14_21'", c_seconds=1.559, python_seconds=1.5), FAILS),
    (POST, "difference", "flowfree_post", every(difference=9.0), FAILS),
    (POST, "difference", "flowfree_post", where("difference == 0.025 and c_seconds > 0.1",
     difference=-0.025), HOLDS),
    (POST, "variables", "flowfree/audit", where(FIRST, variables=1.0), FAILS),
    (POST, "clauses", "flowfree/audit", where(EXAMPLE, clauses=lambda x: x + 2), HOLDS),
    (POST, "clauses", "flowfree/audit", where(FIRST, clauses=1.0), FAILS),
    (POST, "only-cyclic", "flowfree/audit", where(FIRST, cyclic_models=1), FAILS),
    (POST, "only-cyclic", "flowfree/audit", every(cyclic_models=0), FAILS),
    (POST, "only-cyclic", "flowfree/audit", where(FIRST, cyclic_models=NAN), OPEN),
    (POST, "two-cycles", "flowfree/audit", every(cycles=1), FAILS),
    (POST, "two-cycles", "flowfree/audit", where(FIRST, clauses=1.0), LIMITS),
    (POST, "two-cycles", "flowfree/audit",
     where(EXAMPLE, repairs=1.0, clauses=lambda x: x + 1), OPEN),
    (POST, "colour-variables", "flowfree/audit", where(FIRST, direction_variables=1), FAILS),
    *(
        (POST, "direction-variables", "flowfree/audit",
         lambda t, share=share: t.assign(direction_variables=share * t["rows"] * t["cols"] * 6),
         verdict)
        for share, verdict in ((0.901, HOLDS), (0.501, LIMITS), (0.499, FAILS))
    ),
    (POST, "clause-growth", "flowfree/audit", every(colour_clauses=10**6), FAILS),
    (POST, "cycles-allowed", "flowfree/audit", every(cyclic_models=0), OPEN),
    (POST, "n-squared", "flowfree/audit", where("method == 'ranks'", variables=1e9), HOLDS),
    (POST, "bogged-down", "flowfree/audit", where("method == 'rooted'", seconds=99.0), LIMITS),
    (POST, "not-slow", "flowfree/audit", where(FIRST, status="timeout"), LIMITS),
    (POST, "not-slow", "flowfree/audit", where(OURS, status="timeout"), FAILS),
    (POST, "worst-case", "flowfree/audit", where(FIRST, status="timeout"), FAILS),
    (POST, "worst-case", "flowfree/audit",
     where("method == 'tree'", status="solved", seconds=0.01), FAILS),
    (POST, "worst-case", "flowfree/audit", where("method == 'tree'", status="timeout"), LIMITS),
    (GNOMINE, "satisfiable", "minesweeper/audit", every(satisfiable=59), FAILS),
    (GNOMINE, "satisfiable", "minesweeper/audit", every(satisfiable_flagged=59), FAILS),
    (GNOMINE, "single-constraint", "constraints", where("missing == 1", decide_some=1), FAILS),
    (GNOMINE, "single-constraint", "constraints", where("missing == 0", decide_none=1), FAILS),
    (GNOMINE, "single-constraint", "constraints",
     where("missing == 1 and undefined == 2", decide_all=1), FAILS),
    (GNOMINE, "total-helps", "minesweeper/audit", every(unseen_helps=0), OPEN),
    (GNOMINE, "several-models", "minesweeper/audit", where("rows == 9", several=30), LIMITS),
    (GNOMINE, "several-models", "minesweeper/audit", every(several=10), FAILS),
    (GNOMINE, "several-models", "minesweeper/audit", every(several=30), OPEN),
    *(
        (GNOMINE, "reasonable", "minesweeper/audit", every(backbone_max_seconds=seconds), verdict)
        for seconds, verdict in ((1.0, HOLDS), (1.1, LIMITS), (10.1, FAILS))
    ),
    (GNOMINE, "reasonable", "minesweeper/audit", only("rows == 4"), OPEN),
    (GNOMINE, "iterative-costly", "minesweeper/audit", every(calls_complete=9999.0), FAILS),
    (GNOMINE, "partial-models", "minesweeper/audit", every(partial=50), HOLDS),
    (GNOMINE, "partial-models", "minesweeper/audit", every(partial=6), OPEN),
    (GNOMINE, "partial-models", "minesweeper/audit", every(printed=0), OPEN),
    (GNOMINE, "partial-saves", "minesweeper/audit", every(saved_ratio_low=1.01,
     saved_ratio_high=2.0), FAILS),
    (GNOMINE, "arc-weaker", "minesweeper/audit", every(weaker=0), FAILS),
    (GNOMINE, "arc-weaker", "minesweeper/audit", every(weaker=6), OPEN),
    (GNOMINE, "backbone-all", "minesweeper/audit", where("rows == 4", wrong=1), FAILS),
    (GNOMINE, "backbone-all", "minesweeper/audit", every(enumerated=0), OPEN),
    (GNOMINE, "falls-behind", "minesweeper/audit", every(backbone_microseconds=99.0), HOLDS),
    (GNOMINE, "falls-behind", "minesweeper/audit", every(work_ratio_low=1.0,
     work_ratio_high=2.0), OPEN),
    (GNOMINE, "falls-behind", "minesweeper/audit",
     lambda t: t.assign(constraints=-t["constraints"]), FAILS),
    (GNOMINE, "counting-models", "minesweeper/audit", every(gain_low=0.1), HOLDS),
    (GNOMINE, "counting-models", "minesweeper/audit", every(gain_low=-0.2, gain_high=-0.1), FAILS),
]  # fmt: skip
CASES = [("Flood-It thesis", *case) for case in THESIS] + OTHERS
"""A claim, the table that is altered, the change, and the verdict by the altered table."""


@pytest.mark.parametrize(
    ("source", "name", "key", "change", "verdict"),
    [pytest.param(*case, id=f"{case[1]} {case[-1]} {i}") for i, case in enumerate(CASES)],
)
def test_the_verdict_on_altered_data(source, name, key, change, verdict):
    assert judged(name, source, {key: change(table(key))})[0] == verdict


def test_altered_data_change_every_verdict_that_is_not_fixed():
    """A fixed verdict rests on a proof or on nothing."""
    changed = {
        (source, name) for source, name, *_, verdict in CASES if judged(name, source)[0] != verdict
    }
    fixed = set(claims()) - changed
    assert {claims()[key].basis for key in fixed} == {"proof", "none"}


def test_measured_verdicts_rest_on_a_run():
    for key, claim in claims().items():
        if claim.basis == "own table":
            assert {path.split("/")[0] for path in claim.evidence} == {"reference"}, key
        if claim.basis == "measurement":
            # or the recorded table of a study that is no longer run
            assert claim.evidence[0].startswith(("results/", "reference/timing/")), key


@pytest.mark.parametrize("key", claims(), ids=" ".join)
def test_without_evidence_a_claim_cannot_be_decided(key):
    claim = claims()[key]
    verdict, measured = claim.judge({})
    for path in claim.tables.values():
        assert verdict == OPEN
        assert "evidence is missing" in measured
        assert claim.judge({**reference(), path: pd.DataFrame()}) == (verdict, measured)


def test_claims_about_the_posts_puzzles_are_open_without_one_of_them():
    missing = table("flowfree/audit").query("puzzle != 'regular_5x5_01'")
    for name in ("variables", "clauses", "only-cyclic", "two-cycles"):
        assert judged(name, POST, {"flowfree/audit": missing})[0] == OPEN


UP = [0.5 + i / 40 for i in range(16)]


@pytest.mark.parametrize(
    ("values", "verdict"),
    [
        ({"a": UP, "b": UP}, HOLDS),
        ({"a": UP, "b": [0.5] * 16}, LIMITS),
        ({"a": UP, "b": UP[::-1]}, FAILS),
        ({"a": [0.5] * 16}, OPEN),
    ],
)
def test_trends_of_several_measures(values, verdict):
    rows = [
        {"cost": cost, "n": i, "k": i % 3, "share": share}
        for cost, of in values.items()
        for i, share in enumerate(of)
    ]
    frame = pd.DataFrame(rows)
    assert trends(frame, frame["share"])[1].verdict == verdict


@pytest.mark.parametrize(
    ("hits", "verdict"),
    [([61, 61], HOLDS), ([61, 60], LIMITS), ([39, 39], FAILS), ([60, 40], OPEN)],
)
def test_intervals_of_shares_decide(hits, verdict):
    """The 95% interval of 61 of 100 is above one half; that of 60 of 100 includes one half."""
    rows = shares(pd.Series(hits), pd.Series([100, 100]))
    cases = Cases.count(holds=rows["share_low"] > 0.5, fails=rows["share_high"] < 0.5)
    assert cases.verdict == verdict


def test_ties_are_halved():
    found = shares(pd.Series([0]), pd.Series([1000]), ties=pd.Series([1000])).loc[0]
    assert found["share"] == 0.5
    assert found["share_low"] < 0.5 < found["share_high"]


@pytest.mark.parametrize(
    ("values", "verdict"),
    [
        ([1, 2, 3, 3, 2, 1], HOLDS),
        ([1, 2, 2, 2, 2, 1], HOLDS),
        ([1, 3, 2, 3, 2, 1], LIMITS),
        ([3, 2, 1, 1, 2, 3], FAILS),
        ([1, 2, 3, 3], OPEN),
        ([1], OPEN),
    ],
)
def test_a_rise_and_a_fall_both_need_two_rows(values, verdict):
    offsets = [-2, -1, 0, 5, 6, 7][: len(values)]
    frame = pd.DataFrame({"offset": offsets, "boards": values})
    assert judged("closer", tables={"audit/offsets": frame})[0] == verdict


@pytest.mark.parametrize(
    ("changed", "verdict"), [([1, 1], HOLDS), ([1, 0], FAILS), ([0, 1], OPEN), ([0, 0], FAILS)]
)
def test_the_best_tested_variant_refutes_that_nothing_can_be_left_out(changed, verdict):
    """With no effect on 10 boards, the share may be 31%; with none on 1,000, at most 0.4%."""
    frame = pd.DataFrame({"variant": ["minimal - 1", "minimal - 2"], "boards": [10, 1000]})
    frame = frame.assign(changed=changed, other_models=changed)
    assert judged("minimal", tables={"audit/conditions": frame})[0] == verdict
