"""The audit of the thesis on a few states."""

from itertools import chain
from math import comb, isnan
from shutil import which

import pandas as pd
import pytest

from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.common.rows import parse_rows
from puzzlesat.minesweeper.board.formats import state_of
from puzzlesat.minesweeper.board.sample import sample_rows
from puzzlesat.minesweeper.board.state import State
from puzzlesat.minesweeper.encode.encoding import encode, number_clauses
from puzzlesat.minesweeper.encode.network import network
from puzzlesat.minesweeper.solve.consistency import UNDEFINED, trials
from puzzlesat_studies.minesweeper import audit
from puzzlesat_studies.minesweeper.audit import (
    CONSTRAINTS,
    STATES,
    constraint_rows,
    enumerated,
    printed_model,
    state_rows,
)
from puzzlesat_studies.minesweeper.tables import AUDIT, audit_table
from tests.minesweeper import exhaustive
from tests.programs import invoke


@pytest.fixture(scope="module")
def sample():
    return [*sample_rows(2020, 4, 5, 4, range(8)), *sample_rows(2020, 9, 9, 10, range(3))]


@pytest.fixture(scope="module")
def states(sample):
    return pd.DataFrame([found for row in sample for found in state_rows(row, "minisat22")])


@pytest.fixture(scope="module")
def constraints():
    return pd.DataFrame(constraint_rows())


def filled(columns, size=1, **given):
    """Return a table with the columns; those that are not given are filled with ones."""
    empty = {name: [1] * size for name in columns}
    assert set(given) <= set(empty)
    return pd.DataFrame(empty | given)


# The experiment -------------------------------------------------------------------------------


def test_columns_match_their_documentation(states, constraints):
    assert set(states.columns) == set(STATES)
    assert list(constraints.columns) == list(CONSTRAINTS)
    assert list(audit_table(states).columns) == list(AUDIT)


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
            assert enumerated(network(State.of(lines))) == exhaustive.certain(lines), lines
    assert enumerated(network(State.of([".........", ".1.1.1.1.", "........."]))) is None


def test_contradictory_algorithms_raise_disagreement(sample, monkeypatch):
    monkeypatch.setitem(audit.METHODS, "single", lambda net: {-1: 0})
    with pytest.raises(DisagreementError, match="two arc consistency algorithms disagree"):
        list(state_rows(sample[0], "minisat22"))


def test_duplicate_states_are_rejected(states):
    twice = pd.concat([states, states[:1]]).to_csv(index=False)
    with pytest.raises(InputError, match=r"line 13: a second row for seed 2020, rows 4, cols 5"):
        parse_rows(twice, STATES)


def test_the_network_command_writes_the_listing(tmp_path):
    done = invoke("minesweeper", "network", "-", given="01.\n12F\n...\n", status=0)
    assert "  {1}: D(1,2)\n" in done.stdout


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


def test_partial_printed_models_are_accepted(monkeypatch, tmp_path, sample):
    program = tmp_path / "partial"
    program.write_text("#!/bin/sh\necho 'SAT\n2 -3 0' > $2\n")
    program.chmod(0o755)
    monkeypatch.setattr(audit, "PROGRAM", str(program))
    assert printed_model([[1, 2], [-3]]) == [2, -3]
    [found] = state_rows(sample[0], "minisat22")
    assert found["unassigned"] == found["variables"] - 2
    monkeypatch.setattr(audit, "PROGRAM", "no-such-program")
    [found] = state_rows(sample[0], "minisat22")
    assert isnan(found["unassigned"])


def test_missing_model_raises_and_missing_program_returns_none(monkeypatch):
    monkeypatch.setattr(audit, "PROGRAM", "true")
    with pytest.raises(InputError, match="the program true did not print a model"):
        printed_model([[1]])
    monkeypatch.setattr(audit, "PROGRAM", "no-such-program")
    assert printed_model([[1]]) is None
