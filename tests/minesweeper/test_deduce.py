"""Backbones and probabilities against the enumeration of all placements."""

from itertools import combinations, product
from math import prod
from random import Random

import pytest

from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.minesweeper.board.sample import random_position
from puzzlesat.minesweeper.board.state import ContradictionError, State
from puzzlesat.minesweeper.encode.network import Constraint, network
from puzzlesat.minesweeper.solve import counting
from puzzlesat.minesweeper.solve import deduce as module
from puzzlesat.minesweeper.solve.consistency import Values, fixpoint, propagate, start
from puzzlesat.minesweeper.solve.consistency import decided as decided_of
from puzzlesat.minesweeper.solve.counting import Component, Counts, count, count_component
from puzzlesat.minesweeper.solve.deduce import METHODS, deduce
from tests.minesweeper import exhaustive

STATES = [
    (lines, mines, exhaustive.probabilities(lines, mines))
    for lines, mines in exhaustive.random_states(2400, seed=1)
]
FITTING = [(lines, mines, p) for lines, mines, p in STATES if p is not None]
CONTRADICTORY = [(lines, mines) for lines, mines, p in STATES if p is None]


def certain(probabilities) -> Values:
    return {f: int(p) for f, p in probabilities.items() if p in (0, 1)}


def test_the_states_are_of_all_kinds():
    assert len(FITTING) > 1000
    assert len(CONTRADICTORY) > 500
    assert sum(bool(certain(p)) for _, _, p in FITTING) > 500
    assert sum(any("F" in line for line in lines) for lines, _, _ in FITTING) > 100


def test_probabilities_and_models_are_those_of_the_enumeration():
    for lines, mines, expected in FITTING:
        counts = count(network(State.of(lines, mines)))
        assert counts.probabilities == {f: float(p) for f, p in expected.items()}
        assert counts.certain == certain(expected)
        assert counts.models == len(list(exhaustive.placements(lines, mines)))


def test_the_backbone_with_the_number_of_mines_is_all_that_is_certain():
    for lines, mines, expected in FITTING:
        net = network(State.of(lines, mines))
        assert METHODS["backbone_total"](net) == certain(expected), (lines, mines)


def test_the_backbone_without_the_number_is_all_that_follows_from_the_numbers():
    for lines, mines, _ in FITTING:
        net = network(State.of(lines, mines))
        assert METHODS["backbone"](net) == exhaustive.certain(lines), (lines, mines)


def test_no_method_decides_what_a_stronger_one_does_not():
    stronger = [
        *(("single", "pairs"), ("pairs", "total"), ("pairs", "backbone")),
        *(("total", "backbone_total"), ("backbone", "backbone_total")),
    ]
    strictly = dict.fromkeys(stronger, 0)
    for lines, mines, _ in FITTING:
        net = network(State.of(lines, mines))
        found = {name: decide(net) for name, decide in METHODS.items()}
        for weak, strong in stronger:
            assert found[weak].items() <= found[strong].items(), (lines, mines, weak, strong)
            strictly[weak, strong] += found[weak] != found[strong]
    assert all(strictly.values()), strictly


def test_the_queue_comes_to_the_fixpoint_of_the_enumeration_of_supports():
    for lines, mines, _ in FITTING:
        state = State.of(lines, mines)
        domains = start(state)
        for _ in fixpoint(state, domains):
            pass
        assert decided_of(state, domains) == propagate(network(state)), (lines, mines)


def consistent_over_pairs(net):
    """Give up values by enumerating the assignments of each two constraints together."""
    domains = dict.fromkeys(net.variables, (0, 1))
    parts = [(c,) for c in net.constraints]
    parts += [p for p in combinations(net.constraints, 2) if set(p[0].scope) & set(p[1].scope)]
    changed = True
    while changed:
        changed = False
        for part in parts:
            scope = sorted({f for c in part for f in c.scope})
            fitting = []
            for values in product(*(domains[f] for f in scope)):
                value = dict(zip(scope, values, strict=True))
                if all(sum(value[f] for f in c.scope) == c.mines for c in part):
                    fitting.append(values)
            for f, supported in zip(scope, zip(*fitting, strict=True), strict=True):
                kept = tuple(sorted(set(supported)))
                changed |= kept != domains[f]
                domains[f] = kept
    return {f: domain[0] for f, domain in domains.items() if len(domain) == 1}


def test_pairs_decide_what_the_enumeration_of_pairs_does():
    for lines, mines, _ in FITTING[:700]:
        net = network(State.of(lines, mines))
        assert propagate(net, pairs=True) == consistent_over_pairs(net), (lines, mines)


@pytest.mark.parametrize("mines", [0, 3])
def test_the_number_of_mines_is_a_constraint_by_itself(mines):
    net = network(State.of(["..."], mines))
    assert propagate(net, total=True) == dict.fromkeys(range(3), mines // 3)
    assert propagate(net) == {}


@pytest.mark.parametrize("mines", [1, 3])
def test_the_number_of_mines_is_paired_with_each_number(mines):
    net = network(State.of([".1..."], mines))  # one mine beside the 1, the others beyond
    assert propagate(net, pairs=True, total=True) == dict.fromkeys((3, 4), mines // 3)
    assert propagate(net, total=True) == {}


def test_contradictory_states_are_noticed():
    for lines, mines in CONTRADICTORY[:300]:
        state = State.of(lines, mines)
        with pytest.raises(ContradictionError):
            count(network(state))
        with pytest.raises(ContradictionError):
            METHODS["backbone_total"](network(state))
        with pytest.raises(InputError, match="no placement of"):
            deduce(state)


def test_what_is_left_says_what_is_forced_and_what_contradicts():
    none, one = network(State.of(["0.."])), network(State.of(["1.."]))
    assert none.without({}) == none
    assert one.without({1: 1}).constraints == ()
    assert one.without({1: 0}).constraints == (Constraint(0, (), 1),)


def test_an_odd_cycle_of_pairs_has_no_placement():
    """Each two of three fields have one mine: no pair of numbers alone is contradictory."""
    cycle = [Constraint(9, (1, 2), 1), Constraint(8, (2, 3), 1), Constraint(7, (1, 3), 1)]
    with pytest.raises(ContradictionError):
        count_component(cycle)


def test_backbone_and_counting_are_compared(monkeypatch):
    state = State.of(["1221", "...."])
    monkeypatch.setattr(module, "count", lambda net, check: Counts(2, {4: 0, 5: 2, 6: 2, 7: 1}))
    with pytest.raises(DisagreementError, match="backbone and counting disagree"):
        deduce(state)


def test_what_ends_the_counting_leaves_the_backbone(monkeypatch):
    state = State.of(["1221", "...."])
    whole = deduce(state)
    for error, status in ((TimeoutError, "timeout"), (MemoryError, "memory")):

        def give_up(net, check, error=error):
            raise error

        monkeypatch.setattr(module, "count", give_up)
        found = deduce(state)
        assert (found.values, found.counts, found.status) == (whole.values, None, status)
        assert found.as_json(state)["probabilities"] is None


def test_a_component_without_mines_is_counted():
    assert count_component([Constraint(9, (1, 2), 0)]) == Component(0, [1], [([1, 2], [0])])


def test_the_counting_is_looked_after_once_for_some_thousand_placements():
    told = []
    count_component([Constraint(9, (1, 2, 3), 2), Constraint(8, (3, 4), 1)], told.append)
    assert len(told) == 3  # once for each group, as each has few


def test_the_counting_is_looked_after_as_it_grows():
    seen = []
    net = network(random_position(2020, 16, 30, 99, 3).state())
    counts = count(net, seen.append)
    assert counts == count(net)
    assert len(seen) > 10
    assert max(seen) > 1000

    def stop(in_use):
        if in_use > 1000:
            raise MemoryError

    with pytest.raises(MemoryError):
        count(net, stop)


def test_the_order_of_groups_does_not_change_the_count(monkeypatch):
    nets = [network(random_position(2020, 9, 9, 10, i).state()) for i in range(20)]
    counts = [count(net) for net in nets]
    for seed in range(3):
        random = Random(seed)
        shuffled = lambda groups, _, random=random: random.sample(groups, len(groups))  # noqa: E731
        monkeypatch.setattr(counting, "_ordered", shuffled)
        assert [count(net) for net in nets] == counts


def test_groups_of_open_constraints_come_first():
    """From 7 and 8 on, 10 would cost least, but no constraint that has begun speaks of it."""
    scopes = [(1, 2, 3, 4, 5, 6), (4, 5, 6, 7, 8, 9), (9, 10), (10,)]
    numbers = zip(range(20, 24), scopes, (3, 3, 1, 1), strict=True)
    constraints = [Constraint(*number) for number in numbers]
    order, _ = counting._greedily(counting.groups_of(constraints), constraints, 2)
    assert [fields for fields, _ in order] == [[7, 8], [4, 5, 6], [1, 2, 3], [9], [10]]


def test_of_a_wide_component_several_orders_are_tried():
    """A lattice of constraints, each with eight fields around it, shared with its neighbours."""
    constraints = [
        Constraint(
            100 * r + c,
            tuple(100 * (r + i) + c + j for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j),
            1 + r * c % 3,
        )
        for r in range(0, 24, 2)
        for c in range(0, 24, 2)
    ]
    groups = counting.groups_of(constraints)
    _, first = counting._greedily(groups, constraints, 0)
    order = counting._ordered(groups, constraints)
    assert sorted(order) == sorted(groups)
    assert first > counting.FEW
    assert most_told_apart(order, constraints) < 2**first


def most_told_apart(order, constraints):
    """The most combinations of mines that open constraints can have been given, at any time."""
    given, most = [0] * len(constraints), 0
    for fields, members in order:
        for c in members:
            given[c] += len(fields)
        numbers = [
            sum(0 <= c.mines - mines <= len(c.scope) - n for mines in range(n + 1))
            for c, n in zip(constraints, given, strict=True)
        ]
        most = max(most, prod(numbers))
    return most


# Published: https://pypi.org/project/zig-minesolver/ (L. Gaul's zig-minesolver, its README), read
# with # covered, and in its own rows of probabilities, rounded to five digits.
PUBLISHED_STATE = ["#2###", "#####", "#3###", "#2#4#", "#####"]
PUBLISHED = [
    [0.27108, 0.0, 0.27108, 0.31325, 0.31325],
    [0.48594, 0.48594, 0.48594, 0.31325, 0.31325],
    [0.26506, 0.0, 0.50602, 0.5494, 0.5494],
    [0.26506, 0.0, 0.50602, 0.0, 0.5494],
    [0.10843, 0.10843, 0.24096, 0.5494, 0.5494],
]


def test_a_published_example_of_exact_probabilities():
    found = count(network(State.of(PUBLISHED_STATE, mines=8))).probabilities
    for f, p in found.items():
        assert round(p, 5) == PUBLISHED[f // 5][f % 5]
    assert len(found) == 21


@pytest.mark.parametrize("rows", [20, 60])
def test_what_is_certain_of_a_large_state_is_so_on_its_board(rows):
    game = random_position(1, rows, rows, rows * rows // 5, 0)
    values = deduce(game.state()).values
    assert len(values) > rows
    assert {f for f, value in values.items() if value} == values.keys() & game.mined
