"""Why states are contradictory, against the enumeration of placements and of subsets."""

from itertools import combinations

from puzzlesat.minesweeper.board.state import State
from puzzlesat.minesweeper.solve.reasons import find_conflict
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
        found = find_conflict(state)
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


def test_flags_that_may_be_wrong_are_named():
    """Those without which a placement fits, as found by trying all placements."""
    seen = set()
    for lines, mines in (*exhaustive.random_states(500, seed=8, most=8), (["1F", "F."], None)):
        state = State.of(lines, mines)
        found = find_conflict(state)
        if found is None:
            continue
        fit = []
        for f in state.flagged:
            row, col = state.place(f)
            changed = [*lines]
            changed[row] = f"{lines[row][:col]}.{lines[row][col + 1 :]}"
            if any(True for _ in exhaustive.placements(changed, mines)):
                fit.append(f)
        assert list(found.doubtful) == fit
        assert all(f"without the flag at {state.name(f)}" in found.sentence for f in fit)
        assert ("without" in found.sentence) == bool(fit)
        seen.add(len(fit))
    assert seen >= {0, 1, 2}
