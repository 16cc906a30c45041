"""Backbones and probabilities against the enumeration of all placements."""

from bisect import bisect_left
from functools import cache, partial
from itertools import combinations, product
from random import Random
from time import process_time

import pytest

from puzzlesat.common.errors import InputError
from puzzlesat.minesweeper.board.sample import random_position
from puzzlesat.minesweeper.board.state import ContradictionError, State
from puzzlesat.minesweeper.encode.network import Constraint, Network, network
from puzzlesat.minesweeper.solve import deduce as module
from puzzlesat.minesweeper.solve.consistency import Values, propagate, reduced
from puzzlesat.minesweeper.solve.counts import count
from puzzlesat.minesweeper.solve.deduce import METHODS, deduce
from puzzlesat_studies.minesweeper.as_printed import decided_values, fixpoint, initial_domains
from tests.minesweeper import exhaustive


@cache
def states():
    """Return random states with the probabilities of their fields, None if no placement fits."""
    given = exhaustive.random_states(2400, seed=1)
    return [(lines, mines, exhaustive.probabilities(lines, mines)) for lines, mines in given]


@pytest.fixture
def fitting():
    return [state for state in states() if state[2] is not None]


@pytest.fixture
def contradictory():
    return [(lines, mines) for lines, mines, p in states() if p is None]


def certain(probabilities) -> Values:
    return {f: int(p) for f, p in probabilities.items() if p in (0, 1)}


def test_probabilities_and_counts_agree_with_enumeration(fitting):
    for lines, mines, expected in fitting:
        counts = count(network(State.of(lines, mines)))
        assert counts.probabilities == {f: float(p) for f, p in expected.items()}
        assert counts.certain == certain(expected)
        assert counts.placements == len(list(exhaustive.placements(lines, mines)))


def test_backbone_total_is_exactly_the_certain_fields(fitting):
    for lines, mines, expected in fitting:
        net = network(State.of(lines, mines))
        assert METHODS["backbone_total"](net) == certain(expected), (lines, mines)


def test_backbone_is_exactly_what_the_numbers_imply(fitting):
    for lines, mines, _ in fitting:
        net = network(State.of(lines, mines))
        assert METHODS["backbone"](net) == exhaustive.certain(lines), (lines, mines)


def test_number_of_mines_may_be_refuted_only_by_the_solver():
    constraints = [((0, 2, 3), 2), ((3, 4), 1), ((0, 1, 3), 2), ((0, 4), 1)]
    numbers = tuple(Constraint(90 + i, *each) for i, each in enumerate(constraints))
    values = {0: 1, 1: 0, 2: 0, 3: 1, 4: 0}
    for mines in (2, 3):
        net = Network((0, 1, 2, 3, 4), numbers, mines)
        assert module.backbone(net) == values
        if mines == 2:
            assert module.backbone(net, total=True) == values
        else:
            assert reduced(net, total=True)[0] == {}
            with pytest.raises(ContradictionError):
                module.backbone(net, total=True)


def test_stronger_methods_decide_more_fields(fitting):
    stronger = [
        *(("single", "pairs"), ("pairs", "total"), ("pairs", "backbone")),
        *(("total", "backbone_total"), ("backbone", "backbone_total")),
    ]
    strictly = dict.fromkeys(stronger, 0)
    for lines, mines, _ in fitting:
        net = network(State.of(lines, mines))
        found = {name: decide(net) for name, decide in METHODS.items()}
        for weak, strong in stronger:
            assert found[weak].items() <= found[strong].items(), (lines, mines, weak, strong)
            strictly[weak, strong] += found[weak] != found[strong]
    assert all(strictly.values()), strictly


def test_propagation_queue_agrees_with_enumeration_of_supports(fitting):
    for lines, mines, _ in fitting:
        state = State.of(lines, mines)
        domains = initial_domains(state)
        for _ in fixpoint(state, domains):
            pass
        assert decided_values(state, domains) == propagate(network(state)), (lines, mines)


def consistent_over_pairs(net):
    """Return the fields decided by enumerating the joint assignments of any two constraints."""
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


def test_pairs_agree_with_enumeration_of_assignments(fitting):
    for lines, mines, _ in fitting[:700]:
        net = network(State.of(lines, mines))
        assert propagate(net, pairs=True) == consistent_over_pairs(net), (lines, mines)


@pytest.mark.parametrize("mines", [0, 3])
def test_number_of_mines_alone_decides_fields(mines):
    net = network(State.of(["..."], mines))
    assert propagate(net, total=True) == dict.fromkeys(range(3), mines // 3)
    assert propagate(net) == {}


@pytest.mark.parametrize("mines", [1, 3])
def test_the_number_of_mines_is_paired_with_each_number(mines):
    net = network(State.of([".1..."], mines))  # one mine is next to the 1, the others are not
    assert propagate(net, pairs=True, total=True) == dict.fromkeys((3, 4), mines // 3)
    assert propagate(net, total=True) == {}


def test_contradictory_states_raise(contradictory):
    for lines, mines in contradictory[:300]:
        state = State.of(lines, mines)
        with pytest.raises(ContradictionError):
            count(network(state))
        with pytest.raises(ContradictionError):
            METHODS["backbone_total"](network(state))
        with pytest.raises(InputError, match="no placement of"):
            deduce(state)


def test_an_odd_cycle_of_pairs_has_no_placement():
    """Each two of three fields have one mine: no pair of numbers alone is contradictory."""
    cycle = [Constraint(9, (1, 2), 1), Constraint(8, (2, 3), 1), Constraint(7, (1, 3), 1)]
    with pytest.raises(ContradictionError):
        count(Network((1, 2, 3), tuple(cycle)))


def test_counting_respects_the_time_limit():
    with pytest.raises(TimeoutError):
        count(wide(), wall_limit=0)
    started = process_time()
    with pytest.raises(TimeoutError):
        count(wide(31, 0.4), wall_limit=0.2)
    assert process_time() - started < 2


def wide(rows=9, share=0.45, seed=3):
    """Return a network of one wide component, with many placements.

    A number on every second field of every second row constrains the fields around it.
    """
    rng = Random(seed)
    mined = {
        (r, c)
        for r in range(rows)
        for c in range(rows)
        if not (r % 2 and c % 2) and rng.random() < share
    }
    constraints = []
    for r in range(1, rows, 2):
        for c in range(1, rows, 2):
            near = [(r + i, c + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]
            near = [place for place in near if max(place) < rows]
            scope = tuple(i * rows + j for i, j in near)
            constraints.append(Constraint(r * rows + c, scope, len(mined.intersection(near))))
    fields = sorted({f for constraint in constraints for f in constraint.scope})
    return Network((*fields, 1000, 1001), tuple(constraints), len(mined) + 1)


@pytest.mark.parametrize("k", [10, 20, 30, 300])
def test_counts_beyond_one_word_match_the_closed_form(k):
    """Above and below a row of 3s between two 2s, columns hold a, 2 - a, 1, a, 2 - a, 1, … mines.

    On a column with a mines, there are 1, 2 or 1 placements if a is 0, 1 or 2.
    """
    row = f"2{'3' * 3 * k}2"
    covered = "." * len(row)
    net = network(State.of([covered, row, covered]))
    counts = count(net)
    assert counts.placements == 2**k * (4 ** (k + 1) + 2)
    assert set(counts.probabilities.values()) == {0.5}


def test_counting_supports_more_open_constraints_than_word_slots():
    """Each of 24 pairs of fields has two mines together with each of eight other pairs.

    So all even pairs have a mines, and all odd pairs 2 - a. If a is 1, each has two placements.
    """
    joined = [(i, (i + k) % 24) for i in range(24) for k in (1, 5, 7, 11)]
    constraints = tuple(
        Constraint(100 + n, (2 * i, 2 * i + 1, 2 * j, 2 * j + 1), 2)
        for n, (i, j) in enumerate(joined)
    )
    net = Network(tuple(range(48)), constraints)
    counts = count(net)
    assert counts.placements == 2**24 + 2
    assert set(counts.with_mine.values()) == {2**23 + 1}


def test_a_wide_network_is_counted_in_little_memory():
    """It grows exponentially with the constraints that are open at a time; there are 36 here."""
    net = wide(13, 0.4, seed=4)
    assert count(net, memory=1 << 24).placements > 0


def chain(components, groups=100):
    """Return components of groups of 4 fields, of which 4 in each two successive ones have mines.

    So groups have a, 4 - a, a, … mines in turn, and a component has about 6**groups placements.
    """
    fields = range(4 * groups * components)
    starts = [f for f in fields[:-4:4] if (f // 4 + 1) % groups]
    return Network(tuple(fields), tuple(Constraint(-f, tuple(range(f, f + 8)), 4) for f in starts))


def test_counted_memory_includes_the_numbers_of_each_group():
    """Each is an object of at least 24 bytes, and its digits: of about 6**100 placements."""

    def is_enough(components, memory):
        try:
            return bool(count(chain(components), memory=memory))
        except MemoryError:
            return False

    def needed(components):
        return bisect_left(range(1 << 18), x=True, key=partial(is_enough, components))

    assert needed(2) - needed(1) >= 100 * (24 + (6**100).bit_length() // 8)


# From the README of L. Gaul's zig-minesolver, https://pypi.org/project/zig-minesolver/. A # is a
# covered field; the probabilities are rounded to five digits.
PUBLISHED_STATE = ["#2###", "#####", "#3###", "#2#4#", "#####"]
PUBLISHED = [
    [0.27108, 0.0, 0.27108, 0.31325, 0.31325],
    [0.48594, 0.48594, 0.48594, 0.31325, 0.31325],
    [0.26506, 0.0, 0.50602, 0.5494, 0.5494],
    [0.26506, 0.0, 0.50602, 0.0, 0.5494],
    [0.10843, 0.10843, 0.24096, 0.5494, 0.5494],
]


def test_probabilities_match_a_published_example():
    found = count(network(State.of(PUBLISHED_STATE, mines=8))).probabilities
    for f, p in found.items():
        assert round(p, 5) == PUBLISHED[f // 5][f % 5]
    assert len(found) == 21


@pytest.mark.parametrize("rows", [20, 60])
def test_certain_fields_of_large_states_match_the_board(rows):
    game = random_position(1, rows, rows, rows * rows // 5, 0)
    values = deduce(game.state()).values
    assert len(values) > rows
    assert {f for f, value in values.items() if value} == values.keys() & game.mined
