"""What the page of a state contains; tests/web tests the page in a browser."""

import pytest

from puzzlesat.common.errors import InputError
from puzzlesat.minesweeper.board.state import State
from puzzlesat.minesweeper.encode.encoding import encode
from puzzlesat.minesweeper.encode.network import network
from puzzlesat.minesweeper.show.explain import (
    MAX_PAGE_FIELDS,
    answers,
    page,
    page_data,
    placement,
    story,
    tour,
)
from puzzlesat.minesweeper.solve.deduce import METHODS
from puzzlesat.minesweeper.solve.reasons import Reason
from tests.minesweeper import exhaustive
from tests.minesweeper.test_reasons import check_reason, follows

# Propagation decides 3 fields, pairs and backbone 5, the number of mines one more.
STATE = State.of(["01F...", "023..2", "01.21.", "0234..", "01...."], mines=8)


def test_answers_agree_with_brute_force():
    for lines, mines in exhaustive.random_states(150, seed=8, most=8):
        cols = len(lines[0])
        fitting = [
            {r * cols + c for r, c in mined if lines[r][c] == "."}
            for mined in exhaustive.placements(lines, mines)
        ]
        if not fitting:
            continue
        net = network(State.of(lines, mines))
        found = answers(encode(net, "kmtotalizer"))

        def mined(model, fields=net.variables):
            return {f for f, digit in zip(fields, model, strict=True) if int(digit) % 2}

        assert mined(found["first"]) in fitting
        for f, witnesses in zip(net.variables, found["witnesses"], strict=True):
            for value, model in enumerate(witnesses):
                if model is None:
                    assert all((f in m) != value for m in fitting)
                else:
                    assert mined(model) in fitting
                    assert (f in mined(model)) == value


def test_the_placement_to_play_on_fits_the_state():
    for lines, mines in exhaustive.random_states(120, seed=22, most=10):
        fitting = list(exhaustive.placements(lines, mines))
        if fitting:
            data = page_data(State.of(lines, mines))["steps"]
            assert {divmod(f, len(lines[0])) for f in data["placement"]} in fitting
    several = {
        tuple(placement(encode(network(State.of(["." * 12, "1" + "." * 11]))))) for _ in range(3)
    }
    assert len(several) == 1


def test_oversized_and_contradictory_states_are_rejected():
    with pytest.raises(
        InputError, match=f"1024 fields are covered; a page shows at most {MAX_PAGE_FIELDS}"
    ):
        page(State(32, 32, (-1,) * 1024), "x")
    with pytest.raises(InputError, match="no placement of mines fits the 4"):
        page(State.of(["4."]), "x")


def test_total_formula_is_offered_only_if_the_number_of_mines_is_known():
    assert set(page_data(STATE)["steps"]["formulas"]) == {"numbers", "total"}
    assert set(page_data(State.of(["1."]))["steps"]["formulas"]) == {"numbers"}


def as_reason(found, total=False):
    """Return a reason of the page's data as a `Reason`."""
    return Reason(found["field"], found["value"], tuple(found["numbers"]), total)


def test_tour_steps_are_decided_by_their_method_and_no_weaker_one():
    state, steps = tour()
    decides = {name: method(network(state)) for name, method in METHODS.items()}
    methods = [step["method"] for step in steps]
    assert methods == [None, "single", "pairs", "total", "backbone", None]
    known = {}
    for step in steps[1:-1]:
        method, reason = step["method"], step["reason"]
        [[f, value]] = step["found"]
        assert (reason["field"], reason["value"]) == (f, value)
        assert step["known"] == [list(item) for item in sorted(known.items())]
        if method != "backbone":
            assert decides[method] == known | {f: value}
        # The total number of mines does not imply the backbone's additions, nor vice versa.
        weaker = {"total": ["backbone"], "backbone": ["total"]}.get(method, [])
        assert not any(
            f in decides[name] for name in [*methods[1 : methods.index(method)], *weaker]
        )
        assert decides[method][f] == value
        check_reason(state.lines, state.mines, as_reason(reason, method == "total"))
        assert len(reason["numbers"]) == {"single": 1, "pairs": 2, "total": 1}.get(method, 4)
        for g in (f, *reason["numbers"]):
            assert str(state.place(g)) in step["text"]
        assert step["text"].count(".") == 1  # one sentence
        known[f] = value
    assert decides["backbone_total"] == known == exhaustive.certain(state.lines, state.mines)
    assert len(state.covered) == 10
    assert len(state.flagged) == 4


def test_story_shows_the_fields_decided_by_each_method():
    kinds = set()
    for lines, mines in exhaustive.random_states(120, seed=41, most=9):
        if exhaustive.certain(lines, mines) is None:
            continue
        state = State.of(lines, mines)
        known = {}
        steps = story(state)
        assert len(steps) == (3 if mines is None else 5)
        for step in steps:
            decided = METHODS[step["method"]](network(state))
            assert dict(step["known"]) == known
            assert dict(step["found"]) == {f: v for f, v in decided.items() if f not in known}
            known |= decided
            assert (step["reason"] is None) == (not step["found"])
            if step["reason"]:
                reason = as_reason(step["reason"])
                assert [reason.field, reason.value] in step["found"]
                assert follows(lines, reason, reason.numbers, mines)
                kinds.add(step["method"])
        assert known == exhaustive.certain(lines, mines)
    assert {"single", "pairs", "total"} <= kinds
