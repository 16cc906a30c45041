"""Why fields are certain, against the enumeration of placements and of subsets of the numbers."""

import json
import re
from collections import Counter
from itertools import combinations

from puzzlesat.minesweeper.board.state import State
from puzzlesat.minesweeper.encode.network import network
from puzzlesat.minesweeper.show.words import sentence
from puzzlesat.minesweeper.solve.deduce import METHODS
from puzzlesat.minesweeper.solve.reasons import explain, simplest
from tests.minesweeper import exhaustive
from tests.programs import invoke


def only_numbers(lines, numbers):
    """Return the state with these numbers alone: on other uncovered fields, no number is shown."""
    return [
        "".join(
            "x" if symbol.isdigit() and r * len(line) + c not in numbers else symbol
            for c, symbol in enumerate(line)
        )
        for r, line in enumerate(lines)
    ]


def follows(lines, reason, numbers, mines):
    return exhaustive.certain(only_numbers(lines, numbers), mines).get(reason.field) == reason.value


def check_reason(lines, mines, reason):
    """Assert that a reason implies its field, and that no part of it can be left out."""
    with_total = mines if reason.total else None
    assert follows(lines, reason, reason.numbers, with_total), (lines, reason)
    for out in reason.numbers:
        fewer = set(reason.numbers) - {out}
        assert not follows(lines, reason, fewer, with_total), (lines, reason, out)
    if reason.total:
        assert not follows(lines, reason, reason.numbers, None)


def test_simplest_reasons_are_valid_and_smallest():
    sizes = Counter()
    three = (["1..", ".3.", "F.1"], None)
    for lines, mines in [three, *exhaustive.random_states(500, seed=31, most=9)]:
        state = State.of(lines, mines)
        certain = exhaustive.certain(lines, mines)
        if certain is None:
            continue
        reason = simplest(state, state.covered)
        if not certain:
            assert reason is None
            continue
        assert reason.smallest
        check_reason(lines, mines, reason)
        with_total = mines if reason.total else None
        # No other field follows from fewer numbers, nor from numbers alone if this one does not.
        alone = exhaustive.certain(lines)
        assert reason.total == (not alone)
        named = [f for f, symbol in enumerate("".join(lines)) if symbol.isdigit()]
        for fewer in combinations(named, max(len(reason.numbers) - 1, 0)):
            known = exhaustive.certain(only_numbers(lines, fewer), with_total)
            assert not known or not reason.numbers, (lines, reason, fewer)
        words = sentence(reason, state)
        place = state.name(reason.field)
        assert re.match(rf"{place} is {'a mine' if reason.value else 'safe'}: ", words)
        for f in reason.numbers:
            assert f"the {state.number(f)} at {state.name(f)}" in words
        sizes[len(reason.numbers) + reason.total, reason.total] += 1
    kinds = [(1, False), (2, False), (3, False), (1, True), (2, True)]
    assert all(sizes[kind] > 0 for kind in kinds), sizes


def test_every_certain_field_has_an_irreducible_reason():
    """Each certain field is once the only wanted one, so that reasons that are not simple occur."""
    long = 0
    for lines, mines in exhaustive.random_states(160, seed=32, most=8):
        state = State.of(lines, mines)
        for f, value in (exhaustive.certain(lines, mines) or {}).items():
            reason = simplest(state, [f])
            assert (reason.field, reason.value) == (f, value)
            check_reason(lines, mines, reason)
            long += len(reason.numbers) > 2
    assert long > 5


def test_explanation_lists_each_certain_field_below_its_weakest_method():
    seen = Counter()
    beyond_pairs = (["111000", ".F2111", ".F32F1", ".2..32", "1.4.F1", "1...21"], 8)
    for lines, mines in [beyond_pairs, *exhaustive.random_states(150, seed=33, most=8)]:
        certain = exhaustive.certain(lines, mines)
        if certain is None:
            continue
        state = State.of(lines, mines)
        steps = explain(state)
        assert {reason.field: reason.value for _, reason in steps} == certain
        for method, reason in steps:
            deciding = [
                m for m, decide in METHODS.items() if reason.field in decide(network(state))
            ]
            assert method == deciding[0]
            check_reason(lines, mines, reason)
            assert reason == simplest(state, [reason.field])
            seen[method] += 1
        methods = [list(METHODS).index(method) for method, _ in steps]
        assert methods == sorted(methods)
    assert seen.keys() >= {"single", "pairs", "total", "backbone"}


def hint(text, *options):
    return invoke("minesweeper", "hint", "-", *options, given=text)


def test_hint_names_a_field_and_its_reason():
    answer = json.loads(hint("1221\n....\n", "--json").stdout)
    words = answer.pop("why")
    assert answer == {
        "state": 0,
        "status": "certain",
        "field": [1, 1],
        "value": "mine",
        "numbers": [[0, 2], [0, 3]],
        "total": False,
        "smallest": True,
    }
    assert hint("1221\n....\n").stdout == f"{words}\n"
    second = json.loads(hint("1221\n....\n\n0.\n..\n", "--json", "--state", "1").stdout)
    assert (second["state"], second["field"], second["value"]) == (1, [0, 1], "safe")


def test_hint_guesses_only_if_no_field_is_certain():
    text = "mines: 2\n1..\n1..\n"
    answer = json.loads(hint(text, "--json").stdout)
    assert (answer["status"], answer["field"]) == ("uncertain", [0, 1])
    assert answer["probability"] == exhaustive.probabilities(["1..", "1.."], 2)[1]
    assert hint(text).stdout == "No field is certain; B1 is least likely to be a mine (50%).\n"
    assert hint("1F\n11\n").stdout == "No field is covered.\n"
