"""The audit of the thesis on a few states, and every verdict that its claims can get."""

from functools import partial
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
from puzzlesat_studies.core.claims import AND, CLAIMS, FAILS, GNOMINE, HOLDS, LIMITS, OPEN
from puzzlesat_studies.minesweeper import audit, claims
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


FILES = ["sample", "rows", "table", "constraints", "out"]


def test_audit_commands_run_from_sample_to_claims(tmp_path):
    run = partial(invoke, "minesweeper", status=0)
    where = {name: tmp_path / f"{name}.csv" for name in FILES}
    size = ["--rows", 4, "--cols", 5, "--mines", 4]
    run("generate", *size, "--count", 3, "-o", where["sample"])
    run("audit", where["sample"], "-q", "-o", where["rows"])
    run("table", "audit", where["rows"], "-o", where["table"])
    run("constraints", "-o", where["constraints"])
    page = tmp_path / "out.md"
    run("claims", where["table"], where["constraints"], "-o", where["out"], "-o", page)
    found = pd.read_csv(where["out"], dtype={"section": str})
    assert list(found.columns) == list(CLAIMS)
    assert set(found["source"]) == {GNOMINE}
    evidence = {name for names in found["evidence"] for name in names.split(AND)}
    assert evidence == {str(where["table"]), str(where["constraints"]), "docs/sources.md"}
    assert found["section"].tolist() == sorted(found["section"])
    assert "cannot be decided" in page.read_text()


def test_the_network_command_writes_the_listing(tmp_path):
    done = invoke("minesweeper", "network", "-", given="01.\n12F\n...\n", status=0)
    assert "  {1}: D(1,2)\n" in done.stdout


# Every verdict --------------------------------------------------------------------------------


def verdict(found, words):
    [only] = [v for v in found if words in v.claim]
    return only.verdict


@pytest.mark.parametrize(
    ("every", "none", "some", "expected"),
    [
        ([4, 0], [0, 4], [0, 0], HOLDS),
        ([4, 0], [0, 3], [0, 1], FAILS),
        ([4, 4], [0, 0], [0, 0], FAILS),
        ([0, 0], [4, 4], [0, 0], FAILS),
    ],
)
def test_verdict_on_single_constraints(every, none, some, expected):
    table = filled(
        CONSTRAINTS,
        size=2,
        undefined=[2, 2],
        missing=[0, 1],
        arrays=[4, 4],
        decide_all=every,
        decide_none=none,
        decide_some=some,
    )
    assert verdict(claims.constraint_claims(table), "single constraint") == expected


CASES = [
    (claims.network_claims, "always satisfiable", {"states": 5}, "satisfiable satisfiable_flagged",
     [(5, 5, HOLDS), (4, 5, FAILS), (5, 4, FAILS)]),
    (claims.network_claims, "total number of mines helps", {"states": 5},
     "total_helps unseen_helps", [(1, 1, HOLDS), (0, 0, OPEN)]),
    # The 95% interval of 61 of 100 states is above one half; that of 60 of 100 includes one half.
    (claims.network_claims, "different ways", {"states": 100}, "several",
     [([61, 61], HOLDS), ([61, 60], LIMITS), ([39, 39], FAILS), ([60, 40], OPEN)]),
    (claims.inference_claims, "Arc consistency often", {"states": 100}, "weaker",
     [([17, 17], HOLDS), ([17, 16], LIMITS), ([4, 4], FAILS), ([16, 5], OPEN)]),
    (claims.inference_claims, "everything", {"states": 5}, "wrong enumerated",
     [(0, 3, HOLDS), (1, 3, FAILS), (0, 0, OPEN)]),
    (claims.procedure_claims, "complete model", {"states": 100}, "printed partial",
     [(100, 17, HOLDS), (100, 16, OPEN), (100, 5, OPEN), (100, 4, FAILS), (0, 0, OPEN)]),
    (claims.procedure_claims, "Λ", {}, "saved_ratio_low saved_ratio_high",
     [([0.5, 0.5], [0.99, 0.99], HOLDS), ([0.5, 0.9], [0.99, 1.01], LIMITS),
      ([1.01, 1.01], [2, 2], FAILS), ([0.9, 0.9], [1.01, 1.01], OPEN)]),
    (claims.procedure_claims, "both literals of every variable", {"calls_complete": 10},
     "calls_iterative",
     [([11, 12], HOLDS), ([11, 10], LIMITS), ([9, 8], FAILS), ([9, 11], FAILS), ([10, 10], OPEN)]),
    (claims.growth_claims, "falls behind", {"constraints": [9, 99]},
     "work_ratio_low work_ratio_high",
     [([1, 2.01], [2, 3], HOLDS), ([1, 1.99], [2, 3], OPEN),
      ([2.01, 1], [3, 2], FAILS), ([1.99, 1], [3, 2], OPEN)]),
    (claims.growth_claims, "Drawing the GUI", {}, "", [(OPEN,)]),
    (claims.probability_claims, "Counting the models", {}, "gain_low gain_high",
     [([0.1, 0.1], [0.2, 0.2], HOLDS), ([0.1, -0.1], [0.2, 0.2], LIMITS),
      ([-0.2, -0.1], [-0.1, 0.2], FAILS), ([-0.1, -0.1], [0.2, 0.2], OPEN)]),
]  # fmt: skip
"""Claims, columns of their tables, and the verdict for each choice of values."""


@pytest.mark.parametrize(
    ("judge", "words", "columns", "expected"),
    [
        (judge, words, fixed | dict(zip(names.split(), values, strict=True)), expected)
        for judge, words, fixed, names, outcomes in CASES
        for *values, expected in outcomes
    ],
)
def test_verdicts_on_claims(judge, words, columns, expected):
    size = max((len(x) for x in columns.values() if isinstance(x, list)), default=1)
    assert verdict(judge(filled(AUDIT, size, **columns)), words) == expected


@pytest.mark.parametrize(
    ("rows", "seconds", "expected"),
    [(9, 1, HOLDS), (9, 1.1, LIMITS), (9, 10.1, FAILS), (8, 0.5, OPEN)],
)
def test_verdict_on_reasonable_time(rows, seconds, expected):
    table = filled(AUDIT, rows=rows, cols=9, mines=10, backbone_max_seconds=seconds)
    found = claims.growth_claims(table)
    assert verdict(found, "usual sizes of the minefield") == expected
    assert verdict(found, "Satisfiability is NP-hard") == expected


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


def test_claims_are_sorted_by_section_and_cite_the_thesis(states, constraints):
    found = claims.judged(audit_table(states), constraints)
    sections = [v.section for v, _ in found]
    assert sections == sorted(sections)
    assert {v.source for v, _ in found} == {GNOMINE}
    assert [path for v, path in found if v.section == "2.5"] == ["constraints"]
    assert len(found) == 14
