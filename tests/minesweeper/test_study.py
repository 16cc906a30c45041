"""The rows of the study, and their tables."""

from functools import partial

import pandas as pd
import pytest

from puzzlesat.common.errors import DisagreementError
from puzzlesat_studies import minesweeper as study
from puzzlesat_studies.minesweeper import rows as experiment
from puzzlesat_studies.minesweeper import tables
from puzzlesat_studies.minesweeper.rows import decided_rows
from tests.programs import frame_of

timing_rows = partial(experiment.timing_rows, solver="minisat22", cardinality="totalizer")


@pytest.fixture(scope="module")
def rows():
    return [study.SampledState(**row) for row in study.states(seed=2020, size=(4, 4, 4), count=4)]


@pytest.fixture(scope="module")
def decided(rows):
    return frame_of(decided_rows(rows), study.DecidedFields)


@pytest.fixture(scope="module")
def times(rows):
    return frame_of(timing_rows(rows, repeats=2, wall_limit=5.0), study.ProcedureRun)


@pytest.fixture(scope="module")
def procedures(times):
    return tables.procedures_table(times)


def test_decided_rows_exist_for_every_state_and_method(decided):
    assert len(decided) == 4 * 6
    assert (decided["decided"] <= decided["certain"]).all()
    assert (decided["certain"] <= decided["covered"]).all()


@pytest.mark.parametrize(
    ("methods", "name", "wrong", "made", "message"),
    [
        (
            *("METHODS", "single", lambda net: dict.fromkeys(net.variables, 1), decided_rows),
            "state 0 of 4×4 with 4 mines: single and counting",
        ),
        (
            *("METHODS", "backbone_total", lambda net: {}, decided_rows),
            "backbone_total and counting disagree",
        ),
        (
            *("PROCEDURES", "filtering", lambda *_: ([], 1)),
            *(partial(timing_rows, repeats=1, wall_limit=5.0), "procedures find different"),
        ),
    ],
)
def test_wrong_method_raises_disagreement(rows, monkeypatch, methods, name, wrong, made, message):
    monkeypatch.setitem(getattr(experiment, methods), name, wrong)
    with pytest.raises(DisagreementError, match=message):
        list(made(rows))


def test_every_procedure_is_timed_on_both_formulas(times):
    assert len(times) == 4 * 2 * 2 * len(experiment.PROCEDURES)
    assert set(times["status"]) == {"done"}
    assert (times["calls"] > 0).all()
    found = times.groupby(["board", "formula"])["found"].nunique()
    assert (found == 1).all()


def test_the_table_of_methods(decided):
    table = tables.methods_table(decided)
    assert list(table["method"]) == list(tables.METHOD_NAMES)
    last = table.set_index("method").loc["backbone_total"]
    assert last["share"] == 1
    single = table.set_index("method").loc["single"]
    assert single["share_low"] <= single["share"] <= single["share_high"]
    displayed = tables.display_methods(table)
    assert list(displayed["method"]) == list(tables.METHOD_NAMES.values())


def test_the_table_of_procedures(procedures):
    assert set(procedures.columns) == set(study.ProcedureSummary.model_fields)
    assert len(procedures) == 2 * len(experiment.PROCEDURES)
    baseline = procedures[procedures["procedure"] == tables.BASELINE_PROCEDURE]
    assert (baseline["ratio"] == 1).all()


def test_timeouts_count_as_infinite_times(times):
    chosen = times["procedure"].isin(["filtering", tables.BASELINE_PROCEDURE]) & (
        times["formula"] == "total"
    )
    for late, finished in ((2, 2), (1, 3)):
        some = times[chosen].copy()
        some.loc[(some["procedure"] == "filtering") & (some["board"] < late), "status"] = "timeout"
        row = tables.procedures_table(some).set_index("procedure").loc["filtering"]
        assert (row["states"], row["finished"]) == (4, finished)
        assert pd.isna(row["milliseconds"]) == (finished == 2)
