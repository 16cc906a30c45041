"""The thesis's worked examples, by their numbers.

Its text was not at hand: what each example is about is known, its board is not. The smallest boards
are taken that show the same (docs/minesweeper.md).
"""

from puzzlesat.minesweeper.consistency import fixpoint, propagate, revise, start, supports
from puzzlesat.minesweeper.encoding import encode, number_clauses
from puzzlesat.minesweeper.network import Constraint, network
from puzzlesat.minesweeper.state import State

EXAMPLE_2_1_1 = State.of(["1221", "...."])


def test_example_2_1_1_the_network_of_a_2x4_problem():
    net = network(EXAMPLE_2_1_1)
    assert net.variables == (4, 5, 6, 7)
    assert start(net) == {4: (0, 1), 5: (0, 1), 6: (0, 1), 7: (0, 1)}
    assert net.constraints == (
        Constraint(0, (4, 5), 1),
        Constraint(1, (4, 5, 6), 2),
        Constraint(2, (5, 6, 7), 2),
        Constraint(3, (6, 7), 1),
    )


def test_example_2_1_1_no_constraint_decides_it_alone_but_pairs_do():
    net = network(EXAMPLE_2_1_1)
    domains = start(net)
    tried = list(fixpoint(net, domains))
    assert domains == start(net)
    assert all(any(t.satisfied for t in tried if t.variable == f) for f in net.variables)
    assert propagate(net, pairs=True) == {4: 0, 5: 1, 6: 1, 7: 0}


def test_example_2_2_1_the_supports_of_a_constraint():
    two_of_three = Constraint(9, (1, 2, 3), 2)
    free = {1: (0, 1), 2: (0, 1), 3: (0, 1)}
    assert supports(two_of_three, free) == [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    assert supports(two_of_three, free | {1: (0,)}) == [(0, 1, 1)]
    assert supports(two_of_three, free | {1: (0,), 2: (0,)}) == []


def test_example_2_2_1_values_without_a_support_are_given_up_one_assignment_at_a_time():
    domains = {1: (0,), 2: (0, 1), 3: (0, 1)}
    tried = [
        (t.variable, t.value, t.assignment, t.satisfied)
        for t in revise(Constraint(9, (1, 2, 3), 2), domains)
    ]
    assert tried == [
        (2, 0, (0, 0, 0), False),
        (2, 0, (0, 0, 1), False),
        (2, 1, (0, 1, 0), False),
        (2, 1, (0, 1, 1), True),
        (3, 0, (0, 1, 0), False),
        (3, 1, (0, 1, 1), True),
    ]
    assert domains == {1: (0,), 2: (1,), 3: (1,)}


def test_example_3_1_1_the_clauses_of_a_truth_table():
    assert number_clauses([1, 2, 3], 1) == [
        [1, 2, 3],  # 000
        [1, -2, -3],  # 011
        [-1, 2, -3],  # 101
        [-1, -2, 3],  # 110
        [-1, -2, -3],  # 111
    ]


def test_example_3_1_1_the_formula_of_the_2x4_problem():
    formula = encode(network(EXAMPLE_2_1_1))
    assert formula.variable == {4: 1, 5: 2, 6: 3, 7: 4}
    assert formula.parts[0] == [[1, 2], [-1, -2]]
    assert formula.parts[3] == [[3, 4], [-3, -4]]
    assert [len(part) for part in formula.parts.values()] == [2, 5, 5, 2]
