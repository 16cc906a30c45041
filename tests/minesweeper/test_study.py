"""The rows of the study, and their tables."""

import pytest

from puzzlesat.common.errors import DisagreementError
from puzzlesat_studies import minesweeper as study
from puzzlesat_studies.minesweeper import rows as experiment
from puzzlesat_studies.minesweeper import tables
from puzzlesat_studies.minesweeper.rows import decided_rows
from tests.programs import frame_of


@pytest.fixture(scope="module")
def rows():
    return [study.SampledState(**row) for row in study.states(seed=2020, size=(4, 4, 4), count=4)]


@pytest.fixture(scope="module")
def decided(rows):
    return frame_of(decided_rows(rows), study.DecidedFields)


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
    ],
)
def test_wrong_method_raises_disagreement(rows, monkeypatch, methods, name, wrong, made, message):
    monkeypatch.setitem(getattr(experiment, methods), name, wrong)
    with pytest.raises(DisagreementError, match=message):
        list(made(rows))


def test_the_table_of_methods(decided):
    table = tables.methods_table(decided)
    assert list(table["method"]) == list(tables.METHOD_NAMES)
    last = table.set_index("method").loc["backbone_total"]
    assert last["share"] == 1
    single = table.set_index("method").loc["single"]
    assert single["share_low"] <= single["share"] <= single["share_high"]
    displayed = tables.display_methods(table)
    assert list(displayed["method"]) == list(tables.METHOD_NAMES.values())
