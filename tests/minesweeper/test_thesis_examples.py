"""The thesis's worked examples with the data that it prints, and states that show its figures.

The text is available without its pictures. Figures 2.1 and 3.2 follow from the examples next to
them; states with the same property replace the other figures.
"""

from itertools import product

import pytest

from puzzlesat.minesweeper.board.state import ContradictionError, State
from puzzlesat.minesweeper.encode.encoding import encode, number_clauses
from puzzlesat.minesweeper.encode.network import network
from puzzlesat.minesweeper.solve.consistency import propagate
from puzzlesat.minesweeper.solve.counts import count
from puzzlesat.minesweeper.solve.deduce import METHODS, backbone
from puzzlesat.sat import backbone as sat_backbone
from puzzlesat.sat.backbone import iterative_filtering
from puzzlesat.sat.solver import open_solver
from puzzlesat_studies.minesweeper.as_printed import (
    assignments,
    constraint_array,
    decided_values,
    fixpoint,
    initial_domains,
    printed_formula,
    relevant_constraints,
    revise,
    trials,
    unit_clauses,
)
from puzzlesat_studies.minesweeper.backbones import enumeration
from tests.minesweeper import exhaustive
from tests.minesweeper.definitions import (
    constraint_network,
    is_arc_consistent,
    is_path_consistent,
    is_path_consistent_network,
    reduced_domain,
)
from tests.sat.recorded import Recorded

FIGURE_2_1 = State.of(["01.", "12F", "..."])
"""Its domains and three constraints are those of Example 2.1.1; (0, 0) can only show 0."""

EXAMPLE_2_2_1 = State.of(["02.", "13.", "1F2"])
"""The other numbers are those that the constraint of the example leaves."""

FIGURE_2_3 = [".F2", "FF2", "221"]
"""A covered field with mines all around it; only the total number of mines determines it."""

FIGURE_3_1 = State.of(["01.", "01."])
"""A mine in one of two fields; nothing determines in which."""

ARRAY = [0, -1, 1, 0, -1, 0, 0, -1]
"""The constraint C_(3,4) of §2.3, n = 4, by the domains that are printed."""


def pairs(text):
    """Return the indices in a line of names such as ``(0,1) (-1,2)``."""
    return [tuple(map(int, pair.strip("()").split(","))) for pair in text.split()]


# Example 2.1.1 --------------------------------------------------------------------------------


def test_example_2_1_1_the_25_variables():
    assert constraint_network(FIGURE_2_1).variables == tuple(product(range(-1, 4), repeat=2))
    assert len(constraint_network(FIGURE_2_1).variables) == 25


def test_example_2_1_1_the_domains():
    domains = constraint_network(FIGURE_2_1).domains
    no_mine = pairs(
        "(-1,-1) (-1,0) (-1,1) (-1,2) (-1,3) (0,-1) (0,3) (1,-1) (1,3) (2,-1) (2,3) (3,-1) (3,0) "
        "(3,1) (3,2) (3,3) (0,0) (0,1) (1,0) (1,1)"
    )
    assert domains == {
        **dict.fromkeys(no_mine, (0,)),
        (1, 2): (1,),
        **dict.fromkeys(pairs("(0,2) (2,0) (2,1) (2,2)"), (0, 1)),
    }


def test_example_2_1_1_the_three_relevant_constraints():
    found = constraint_network(FIGURE_2_1)
    assert {place: (c.scope, c.number) for place, c in found.relevant.items()} == {
        (0, 1): (tuple(pairs("(-1,0) (-1,1) (-1,2) (0,0) (0,2) (1,0) (1,1) (1,2)")), 1),
        (1, 0): (tuple(pairs("(0,-1) (0,0) (0,1) (1,-1) (1,1) (2,-1) (2,0) (2,1)")), 1),
        (1, 1): (tuple(pairs("(0,0) (0,1) (0,2) (1,0) (1,2) (2,0) (2,1) (2,2)")), 2),
    }
    # (0, 0) is uncovered as well; all fields around it are known, so its constraint is irrelevant.
    assert set(found.constraints) - set(found.relevant) == {(0, 0)}
    assert found.constraints[0, 0].number == 0


def test_example_2_1_1_the_arrays_and_their_propagation():
    domains = initial_domains(FIGURE_2_1)
    assert domains == [0, 0, -1, 0, 0, 1, -1, -1, -1]
    assert relevant_constraints(FIGURE_2_1, domains) == [1, 3, 4]  # i · xsize + j
    assert constraint_array(FIGURE_2_1, domains, 1) == [0, 0, 0, 0, -1, 0, 0, 1]
    assert constraint_array(FIGURE_2_1, domains, 4) == [0, 0, -1, 0, 1, -1, -1, -1]
    for _ in fixpoint(FIGURE_2_1, domains):
        pass
    # The flag is the mine of C_(0,1). One mine is left for the three fields below, and C_(1,0)
    # requires it in two of them, which no constraint implies on its own.
    assert decided_values(FIGURE_2_1, domains) == {2: 0}
    assert METHODS["backbone"](network(FIGURE_2_1)) == {2: 0, 8: 0}


# Definitions 1 to 4 and equation 2.1 ----------------------------------------------------------


def test_definition_1_network_solutions_are_the_fitting_placements():
    for lines, _ in exhaustive.random_states(150, seed=12, most=7):
        found = constraint_network(State.of(lines))
        fitting = {frozenset(mined) for mined in exhaustive.placements(lines)}
        free = [x for x, domain in found.domains.items() if len(domain) > 1]
        fixed = {x: domain[0] for x, domain in found.domains.items() if len(domain) == 1}
        solutions = {
            frozenset(x for x, value in values.items() if value)
            for choice in product((0, 1), repeat=len(free))
            if found.is_solved_by(values := fixed | dict(zip(free, choice, strict=True)))
        }
        assert solutions == fitting, lines


def test_definition_3_and_equation_2_1_agree_with_the_loop_of_section_2_3():
    reduced = 0
    for lines, _ in exhaustive.random_states(300, seed=13, most=9):
        state = State.of(lines)
        found = constraint_network(state)
        for place, constraint in found.relevant.items():
            expected = {x: reduced_domain(constraint, found.domains, x) for x in constraint.scope}
            domains = initial_domains(state)
            f = place[0] * state.cols + place[1]
            if () in expected.values():  # no assignment satisfies the constraint
                with pytest.raises(ContradictionError):
                    list(revise(state, f, domains))
                continue
            list(revise(state, f, domains))
            for x, domain in expected.items():
                consistent = is_arc_consistent(constraint, found.domains, x)
                assert consistent == (domain == found.domains[x])
                reduced += not consistent
                if x in found.domains and 0 <= x[0] < state.rows and 0 <= x[1] < state.cols:
                    value = domains[x[0] * state.cols + x[1]]
                    assert domain == ((0, 1) if value == -1 else (value,))
    assert reduced > 100


def test_definition_3_every_constraint_is_arc_consistent_at_the_fixpoint():
    for lines, _ in exhaustive.random_states(200, seed=14, most=9):
        state = State.of(lines)
        domains = initial_domains(state)
        try:
            list(fixpoint(state, domains))
        except ContradictionError:
            continue
        found = constraint_network(state)
        after = dict(found.domains)
        for f in state.covered:
            after[state.place(f)] = (0, 1) if domains[f] == -1 else (domains[f],)
        for constraint in found.constraints.values():
            assert all(is_arc_consistent(constraint, after, x) for x in constraint.scope), lines


def test_definition_4_path_consistency_of_three_variables():
    equal, differ = [(0, 0), (1, 1)], [(0, 1), (1, 0)]
    assert is_path_consistent(equal, differ, differ, (0, 1))
    assert not is_path_consistent(equal, equal, differ, (0, 1))
    assert not is_path_consistent(equal, differ, differ, (0,))


@pytest.mark.parametrize("name", ["(0, 2)", "universal"])
def test_definition_4_path_consistency_of_a_subnetwork(name):
    equal, differ = {(0, 0), (1, 1)}, {(0, 1), (1, 0)}
    relations = {(0, 1): differ, (1, 2): differ}
    if name != "universal":
        relations[0, 2] = equal
    assert is_path_consistent_network([(0, 1)] * 3, relations) == (name != "universal")


# Example 2.2.1 --------------------------------------------------------------------------------


def test_example_2_2_1_the_domain_of_1_2_becomes_1():
    found = constraint_network(EXAMPLE_2_2_1)
    constraint = found.constraints[1, 1]
    assert constraint.number == 3
    zero = pairs("(0,0) (0,1) (1,0) (2,0) (2,2)")
    assert all(found.domains[x] == (0,) for x in zero)
    assert found.domains[2, 1] == (1,)
    assert found.domains[0, 2] == found.domains[1, 2] == (0, 1)
    assert reduced_domain(constraint, found.domains, (1, 2)) == (1,)


def test_example_2_2_1_no_model_has_0_at_1_2():
    array = constraint_array(EXAMPLE_2_2_1, initial_domains(EXAMPLE_2_2_1), 4)
    assert array == [0, 0, -1, 0, -1, 0, 1, 0]
    assert [satisfied for _, satisfied in trials(array, 4, 0, 3)] == [False, False]
    assert [satisfied for _, satisfied in trials(array, 4, 1, 3)] == [False, True]


# §2.3 -----------------------------------------------------------------------------------------


def test_section_2_3_the_loop_counter_encodes_the_assignment():
    filled = list(assignments([0, 0, -1, 1, 0, -1, 0, 0]))
    assert len(filled) == 4
    assert filled[0] == [0, 0, 0, 1, 0, 0, 0, 0]
    assert filled[2] == [0, 0, 1, 1, 0, 0, 0, 0]
    assert [(array[2], array[5]) for array in filled] == [(0, 0), (0, 1), (1, 0), (1, 1)]


def test_section_2_3_the_sums_of_the_constraint_3_4():
    tried = list(trials(ARRAY, 1, 0, 4))
    assert [array for array, _ in tried] == [
        [0, 0, 1, 0, 0, 0, 0, 0],
        [0, 0, 1, 0, 0, 0, 0, 1],
        [0, 0, 1, 0, 1, 0, 0, 0],
        [0, 0, 1, 0, 1, 0, 0, 1],
    ]
    assert [sum(array) for array, _ in tried] == [1, 2, 2, 3]
    assert not any(satisfied for _, satisfied in tried)
    assert any(satisfied for _, satisfied in trials(ARRAY, 1, 1, 4))


def test_section_2_3_trials_stop_at_the_first_support():
    assert list(trials([-1, -1, -1, 0, 0, 0, 0, 0], 0, 0, 1)) == [
        ([0, 0, 0, 0, 0, 0, 0, 0], False),
        ([0, 0, 1, 0, 0, 0, 0, 0], True),
    ]


def test_section_2_3_values_and_variables_come_in_order():
    tried = [(t.variable, t.value) for t in revise(FIGURE_2_1, 4, initial_domains(FIGURE_2_1))]
    assert list(dict.fromkeys(tried)) == [(f, value) for f in (2, 6, 7, 8) for value in (0, 1)]


def test_section_2_4_constraints_come_from_top_left_to_bottom_right():
    state = State.of(["1.1", "...", "1.1"])
    tried = [t.constraint for t in fixpoint(state, initial_domains(state))]
    assert list(dict.fromkeys(tried)) == [0, 2, 6, 8]


# §2.5 and the figures of chapter 2 ------------------------------------------------------------


def test_figure_2_2_a_constraint_under_test():
    state = State.of(["0001F", "0012.", "001..", "0012."])
    domains = initial_domains(state)
    trial = next(iter(fixpoint(state, domains)))
    assert (trial.constraint, trial.variable, trial.value) == (3, 9, 0)  # C_(0,3), x_(1,4) = 0
    assert trial.array == (0, 0, 0, 0, 1, 0, 0, 0)
    assert trial.satisfied


@pytest.mark.parametrize(("mines", "value"), [(3, 0), (4, 1)])
def test_figure_2_3_number_of_mines_decides_an_enclosed_field(mines, value):
    without, with_number = State.of(FIGURE_2_3), State.of(FIGURE_2_3, mines=mines)
    assert METHODS["backbone"](network(without)) == {}
    assert METHODS["backbone"](network(with_number)) == {}
    assert propagate(network(with_number), total=True) == {0: value}
    assert backbone(network(with_number), total=True) == {0: value}
    fitting = list(exhaustive.placements(FIGURE_2_3, mines))
    assert [(0, 0) in mined for mined in fitting] == [bool(value)]


def test_equation_2_2_counts_the_mines_of_the_whole_board():
    for lines, mines in exhaustive.random_states(100, seed=15, most=9):
        if mines is not None:
            assert all(len(mined) == mines for mined in exhaustive.placements(lines, mines))
            assert network(State.of(lines, mines)).mines == mines - "".join(lines).count("F")


# Chapter 3 ------------------------------------------------------------------------------------


def test_figure_3_1_has_two_solutions_and_an_empty_backbone():
    assert len(list(exhaustive.placements(FIGURE_3_1.lines))) == 2
    assert METHODS["backbone"](network(FIGURE_3_1)) == {}
    assert count(network(FIGURE_3_1)).probabilities == {2: 0.5, 5: 0.5}


FIGURE_3_2 = [0, 0, 0, 0, 1, 0, -1, -1]
"""The eight fields around n_(1,1) = 3, by the first six columns of Table 3.1."""

CUTOUT = State.of(["011", "13F", "1.."])
"""Figure 3.2, as far as Table 3.1 determines it; its mines determine the numbers next to the 3."""

COLUMNS = pairs("(0,0) (0,1) (0,2) (1,0) (1,2) (2,0) (2,1) (2,2)")
NEIGHBOURS = {x: 3 * x[0] + x[1] + 1 for x in COLUMNS}
"""The variable of each of the fields, which are numbered row by row."""


def test_example_3_1_1_table_3_1():
    rows = [(*array, sum(array) == 3) for array in assignments(FIGURE_3_2)]
    assert rows == [
        (0, 0, 0, 0, 1, 0, 0, 0, False),
        (0, 0, 0, 0, 1, 0, 0, 1, False),
        (0, 0, 0, 0, 1, 0, 1, 0, False),
        (0, 0, 0, 0, 1, 0, 1, 1, True),
    ]


def test_figure_3_2_has_the_array_of_table_3_1():
    assert constraint_array(CUTOUT, initial_domains(CUTOUT), 4) == FIGURE_3_2
    assert CUTOUT.content[4] == 3


def test_example_3_1_1_the_unit_clauses():
    signs = {"(0,0)": -1, "(0,1)": -1, "(0,2)": -1, "(1,0)": -1, "(1,2)": 1, "(2,0)": -1}
    printed = [[sign * NEIGHBOURS[place]] for name, sign in signs.items() for place in pairs(name)]
    middle = [-5]  # it is uncovered; the example has no clause for it
    assert sorted(unit_clauses(CUTOUT)) == sorted([*printed, middle])


def test_example_3_1_1_the_clauses_of_the_truth_table():
    x21, x22 = NEIGHBOURS[2, 1], NEIGHBOURS[2, 2]
    assert number_clauses([x21, x22], 3 - 1) == [[x21, x22], [x21, -x22], [-x21, x22]]


def test_example_3_1_1_full_and_shortened_clauses_are_equivalent():
    false_rows = [array for array in assignments(FIGURE_3_2) if sum(array) != 3]
    variables = NEIGHBOURS.values()
    full = [
        [-v if value else v for v, value in zip(variables, row, strict=True)] for row in false_rows
    ]
    assert full[0] == [1, 2, 3, 4, -6, 7, 8, 9]
    false = {-literal for [literal] in unit_clauses(CUTOUT)}
    shortened = [[x for x in clause if x not in false] for clause in full]
    assert shortened == number_clauses([8, 9], 2)
    assert all(clause in printed_formula(CUTOUT) for clause in shortened)


def test_section_3_1_1_models_of_the_formula_are_the_fitting_placements():
    for lines, _ in exhaustive.random_states(150, seed=16, most=8):
        state = State.of(lines)
        found = set()
        with open_solver("minisat22") as solver:
            solver.append_formula([[f + 1, -f - 1] for f in range(len(state.content))])
            solver.append_formula(printed_formula(state))
            while solver.solve():
                model = solver.get_model()
                found.add(frozenset(state.place(x - 1) for x in model if x > 0))
                solver.add_clause([-x for x in model])
        assert found == {frozenset(mined) for mined in exhaustive.placements(lines)}, lines


def test_section_3_2_enumeration_example_keeps_a_single_literal():
    # I has ¬a, b, ¬c and I' ¬a, ¬b, c. Printed is {¬a, c}; but c is not among the literals of I.
    first, second = {-1, 2, -3}, {-1, -2, 3}
    assert first & second == {-1}
    clauses = [[-1], [2, 3], [-2, -3]]  # the formula with these two models alone
    with open_solver("minisat22") as solver:
        solver.append_formula(clauses)
        recorded = Recorded(solver)
        assert enumeration(recorded, [1, -1, 2, -2, 3, -3]).literals == [-1]
    models = {frozenset(model[:3]) for _, model in recorded.calls if model}
    assert models == {frozenset(first), frozenset(second)}


class Scripted:
    """A solver with one given model, which finds the formula unsatisfiable with any literal."""

    def __init__(self, model):
        self.model, self.assumed = model, []

    def solve(self, assumptions):
        self.assumed.append(list(assumptions))
        return not assumptions

    def get_model(self):
        return self.model

    def add_clause(self, clause):
        pass


@pytest.fixture
def scripted(monkeypatch):
    monkeypatch.setattr(sat_backbone, "decide", lambda solver, deadline, given: solver.solve(given))
    return Scripted


def test_section_3_2_lambda_negates_the_literals_of_the_first_model(scripted):
    a, b, c = 1, 2, 3
    solver = scripted([a, -b, -c])
    found = iterative_filtering(solver, [a, -a, b, -b, c, -c])
    assert [given for given in solver.assumed if given] == [[-a], [b], [c]]  # Λ = {¬a, b, c}
    assert sorted(found.literals) == [-c, -b, a]


def test_section_3_2_lambda_omits_literals_a_partial_model_drops(scripted):
    a, b, c, d, e = 1, 2, 3, 4, 5
    solver = scripted([a, -b, -c, -d, -e])
    both = [x for v in (a, b, c, d, e) for x in (v, -v)]
    found = iterative_filtering(solver, both, lift=lambda model, literals: {-b, -c})
    assert [given for given in solver.assumed if given] == [[-a], [d], [e]]  # Λ = {¬a, d, e}
    assert sorted(found.literals) == [-e, -d, a]


def test_figure_3_3_differing_models_exclude_fields_from_the_backbone():
    state = State.of([".....", "11111"])
    formula = encode(network(state))
    with open_solver("minisat22") as solver:
        recorded = Recorded(solver)
        recorded.append_formula(formula.clauses)
        iterative_filtering(recorded, formula.literals)
    (_, first), (_, second), third = recorded.calls
    differ = {abs(x) for x in first if x not in second}
    assert differ == {1, 2, 4, 5}  # no backbone there, as two models show
    assert third == ([3], None)  # and in the middle there is one
