"""Why states are contradictory, against the enumeration of placements and of subsets."""

from itertools import combinations

import pytest

from puzzlesat.common.deadline import Deadline
from puzzlesat.minesweeper.board.state import State
from puzzlesat.minesweeper.encode.encoding import encode
from puzzlesat.minesweeper.encode.network import network
from puzzlesat.minesweeper.solve import conflict as module
from puzzlesat.minesweeper.solve.conflict import (
    Conflict,
    doubtful,
    explain,
    find_conflict,
    smallest_conflict,
)
from puzzlesat_studies.core.measuring import in_subprocess
from tests.minesweeper import exhaustive


def fits(lines, fields, mines):
    """Does some placement fit these fields of a state alone?"""
    cols = len(lines[0])
    # A flag that is left out is a covered field again; an x is uncovered but shows no number.
    kept = [
        "".join(
            s if r * cols + c in fields else "." if s in ".F" else "x" for c, s in enumerate(line)
        )
        for r, line in enumerate(lines)
    ]
    return any(True for _ in exhaustive.placements(kept, mines))


def test_conflicts_are_smallest():
    kinds = {"fields": 0, "total": 0, "flag": 0}
    for lines, mines in exhaustive.random_states(700, seed=5, most=8):
        if sum(line.count("F") for line in lines) > 2:
            continue
        state = State.of(lines, mines)
        found = find_conflict(state, "minisat22", "seqcounter")
        if exhaustive.probabilities(lines, mines) is not None:
            assert found is None
            continue
        assert found.smallest
        assert not fits(lines, found.fields, mines if found.total else None), (lines, mines)
        named = [f for f, s in enumerate("".join(lines)) if s not in ".x"]
        fewer = len(found.fields) - 1
        if fewer >= 0:
            for part in combinations(named, fewer):
                assert fits(lines, part, mines if found.total else None), (lines, mines, found)
        if found.total:
            assert fits(lines, named, None)
        kinds["total" if found.total else "fields"] += 1
        kinds["flag"] += any("".join(lines)[f] == "F" for f in found.fields)
    assert all(count > 3 for count in kinds.values()), kinds


def test_a_variable_in_no_clause_is_not_assumed():
    """Lingeling ends the process if such a variable is assumed a second time."""
    state = State.of(["..3.3", "0.F..", "130.F", "1...."])
    found, _, died = in_subprocess(find_conflict, state, "lingeling", "seqcounter")
    assert not died
    assert found == find_conflict(state, "minisat22", "seqcounter")


def test_flags_that_may_be_wrong_are_named():
    """Those without which a placement fits, as found by trying all placements."""
    seen = set()
    for lines, mines in (*exhaustive.random_states(500, seed=8, most=8), (["1F", "F."], None)):
        state = State.of(lines, mines)
        found = find_conflict(state, "minisat22", "kmtotalizer")
        if found is None:
            continue
        fit = []
        for f in state.flagged:
            row, col = state.place(f)
            changed = [*lines]
            changed[row] = f"{lines[row][:col]}.{lines[row][col + 1 :]}"
            if any(True for _ in exhaustive.placements(changed, mines)):
                fit.append(f)
        assert doubtful(found, state) == fit
        text = explain(found, state)
        assert all(f"without the flag at {state.place(f)}" in text for f in fit)
        assert ("without" in text) == bool(fit)
        seen.add(len(fit))
    assert seen >= {0, 1, 2}


def test_timed_out_search_still_reports_a_conflict(monkeypatch):
    whole = module.smallest_core

    def too_long(oracle, assumptions, wall_limit):
        if wall_limit is not None:
            raise TimeoutError
        return whole(oracle, assumptions, wall_limit)

    monkeypatch.setattr(module, "smallest_core", too_long)
    state = State.of(["1.", ".."], 0)
    found = find_conflict(state, "minisat22", "kmtotalizer")
    assert found == Conflict((), total=True, smallest=False)
    assert explain(found, state) == "no placement of 0 mines fits the numbers and flags"


def test_no_solver_without_time_limits_seeks_a_conflict_with_the_total():
    found = find_conflict(State.of(["1.", ".."], 0), "lingeling", "seqcounter")
    assert found == Conflict((), total=True, smallest=False)


@pytest.mark.parametrize(
    ("lines", "named"), [(["132", "..."], "the 1 at"), (["1F", "F."], "the flag at")]
)
def test_conflict_search_ends_at_the_deadline(lines, named):
    state = State.of(lines)
    for deadline, is_named in ((Deadline(60), True), (Deadline(0), False)):
        found = find_conflict(state, "minisat22", "seqcounter", deadline)
        text = explain(found, state, deadline)
        assert text.startswith("no placement of mines fits the ")
        assert (named in text) == is_named == ("numbers and flags" not in text)


def test_no_flag_is_tried_after_the_deadline():
    state = State.of(["1F", "F."])
    assert doubtful(Conflict((0, 1, 2), False, True), state, Deadline(0)) == []


def test_conflict_search_is_limited_by_the_number_of_fields(monkeypatch):
    state = State.of(["1.", ".."], 0)
    for most, fields in ((3, (0,)), (2, ())):
        monkeypatch.setattr(module, "MAX_CONFLICT_FIELDS", most)
        found = find_conflict(state, "minisat22", "kmtotalizer")
        assert found == Conflict(fields, total=True, smallest=bool(fields))


@pytest.mark.parametrize(("lines", "known"), [(["1."], 1), (["0."], 0)])
def test_opposite_value_of_a_certain_field_has_a_conflict(lines, known):
    formula = encode(network(State.of(lines)))
    assert smallest_conflict(formula, "minisat22", supposed={1: known}) is None
    assert smallest_conflict(formula, "minisat22", supposed={1: 1 - known}).fields == (0,)
