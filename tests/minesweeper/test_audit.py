"""The audit of the thesis on a few states."""

from itertools import chain
from math import comb
from shutil import which

import pandas as pd
import pytest

from puzzlesat.minesweeper.board.sample import sample_rows
from puzzlesat.minesweeper.board.state import State
from puzzlesat.minesweeper.encode.encoding import encode, number_clauses
from puzzlesat.minesweeper.encode.network import network
from puzzlesat.minesweeper.formats.samples import state_of
from puzzlesat_studies import minesweeper as study
from puzzlesat_studies.minesweeper.as_printed import UNDEFINED, trials
from puzzlesat_studies.minesweeper.audit import (
    constraint_rows,
    enumerate_fixed_values,
    printed_model,
    state_rows,
)
from puzzlesat_studies.minesweeper.tables import audit_table
from tests.minesweeper import exhaustive
from tests.programs import frame_of


@pytest.fixture(scope="module")
def sample():
    made = [*sample_rows(2020, 4, 5, 4, range(8)), *sample_rows(2020, 9, 9, 10, range(3))]
    return [study.SampledState(**row) for row in made]


@pytest.fixture(scope="module")
def states(sample):
    return frame_of(state_rows(sample, solver="minisat22"), study.AuditedState)


@pytest.fixture(scope="module")
def constraints():
    return pd.DataFrame(constraint_rows())


def test_table_counts_states_and_sums_over_them(states):
    table = audit_table(states).set_index("rows")
    assert set(study.AuditSummary.model_fields) == {*table.columns, "rows"}
    large = states[states["rows"] == 9]
    assert table.loc[9, "states"] == len(large) == 3
    assert table.loc[9, "weaker"] == (large["consistency"] < large["backbone"]).sum()
    assert table.loc[9, "share"] == large["consistency"].sum() / large["backbone"].sum()


def test_state_rows_satisfy_invariants(states):
    assert (states["consistency"] <= states["backbone"]).all()
    assert (states["backbone"] <= states["certain"]).all()
    assert (states["certain"] <= states["covered"]).all()
    assert states["satisfiable"].all() and states["satisfiable_flagged"].all()
    assert (states["wrong"] == 0).all()
    counted = states[states["exhaustive"].notna()]
    assert len(counted) > 5
    assert (counted["exhaustive"] == counted["backbone"]).all()
    assert (states["calls_partial"] <= states["calls_complete"]).all()
    assert (states["calls_complete"] <= states["variables"] + 1).all()
    assert (states["literals"] == 2 * states["variables"]).all()
    assert (states["unassigned"].dropna() == 0).all()
    assert (states["unassigned_lifted"] > 0).any()


def test_constraint_rows_cover_every_satisfiable_constraint(constraints):
    # Each of the 3^8 arrays with u > 0 undefined entries can add up to u + 1 numbers.
    assert constraints["arrays"].sum() == sum(
        (u + 1) * comb(8, u) * 2 ** (8 - u) for u in range(1, 9)
    )
    assert len(constraints) == sum(u + 1 for u in range(1, 9))
    assert (constraints["decide_some"] == 0).all()
    decide = constraints[["decide_all", "decide_none", "decide_some"]].sum(axis=1)
    assert (decide == constraints["arrays"]).all()


def test_work_per_constraint_is_bounded(states):
    # §4.1: each of u ≤ 8 undefined variables has two values, each with at most 2^(u-1) assignments
    for undefined in range(1, 9):
        array = [UNDEFINED] * undefined + [0] * (8 - undefined)
        for number in range(undefined + 1):
            tried = sum(
                1 for i in range(undefined) for v in (0, 1) for _ in trials(array, i, v, number)
            )
            assert tried <= undefined * 2**undefined
            assert len(number_clauses(list(range(1, undefined + 1)), number)) < 2**undefined
    assert (states["table_clauses"] < 2**8 * states["constraints"]).all()
    assert (states["calls_complete"] <= states["literals"] / 2 + 1).all()


def test_enumeration_finds_the_certain_fields():
    for lines, _ in exhaustive.random_states(200, seed=31, most=9):
        if any(exhaustive.placements(lines)):
            assert enumerate_fixed_values(network(State.of(lines))) == exhaustive.certain(lines), (
                lines
            )
    assert (
        enumerate_fixed_values(network(State.of([".........", ".1.1.1.1.", "........."]))) is None
    )


@pytest.mark.skipif(which("minisat") is None, reason="the program minisat is not installed")
@pytest.mark.parametrize("options", [[], ["-no-pre"]])
def test_the_program_minisat_prints_complete_models(options):
    sizes = {(4, 5, 4): 20, (9, 9, 10): 20, (16, 16, 40): 10}
    samples = (sample_rows(2020, *size, range(number)) for size, number in sizes.items())
    for row in chain.from_iterable(samples):
        clauses = encode(network(state_of(row))).clauses
        variables = max(abs(literal) for clause in clauses for literal in clause)
        model = printed_model(clauses, *options)
        assert [abs(literal) for literal in model] == [*range(1, variables + 1)]
        assert all(set(model) & set(clause) for clause in clauses)
