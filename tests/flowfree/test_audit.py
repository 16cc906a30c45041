"""The measurements on the claims of the post."""

from collections import Counter
from importlib.util import find_spec
from itertools import islice

import pytest
from pysat.solvers import Solver

from puzzlesat.flowfree.board.puzzle import FILLING, Puzzle
from puzzlesat.flowfree.encode.encoding import traced, true_variables
from puzzlesat.flowfree.encode.published import Published
from puzzlesat_studies.flowfree import audit
from puzzlesat_studies.flowfree.audit import PICOSAT, runs_of, within_cpu

from . import samples
from .marked import all_solutions
from .samples import AROUND, LADDER, SQUARES, TWO_SOLUTIONS


def rows_of(rows, solvers=("minisat22", PICOSAT)):
    return list(runs_of(("it", Puzzle.of(rows)), solvers, 5))


@pytest.mark.parametrize(
    ("rows", "cycles", "status"),
    [
        (LADDER, 0, "solved"),
        (TWO_SOLUTIONS, 0, "solved"),
        (SQUARES, 3, "unsolvable"),
        (AROUND, 1, "unsolvable"),
    ],
)
def test_rows_count_cycles_with_any_solver(rows, cycles, status):
    found = rows_of(rows)
    assert [(row["method"], row["solver"]) for row in found] == [
        *((method, solver) for solver in ("minisat22", PICOSAT) for method in audit.CYCLE_METHODS),
        ("tree", ""),
    ]
    assert {row["cycles"] for row in found} == {cycles}
    installed = [row for row in found if row["status"] != "missing"]
    assert {row["status"] for row in installed} == {status}
    assert len(installed) == (7 if find_spec("pycosat") else 4)
    for row in installed:
        if row["method"] == "restart":
            assert (row["repairs"] > 0) == (row["cuts"] > 0)
            assert 0 < row["repairs"] <= cycles if cycles else row["repairs"] == 0
        elif row["method"] in ("ranks", "rooted"):
            assert row["repairs"] == 0


@pytest.mark.parametrize("rows", [LADDER, TWO_SOLUTIONS, SQUARES, AROUND, ["A..", "A.."]])
def test_counts_of_models_and_cycles_agree_with_enumeration(rows):
    encoding = Published(Puzzle.of(rows))
    variables = range(1, encoding.formula.variables + 1)
    models = cyclic = 0
    rings = set()
    with Solver("cadical153", bootstrap_with=encoding.formula) as solver:
        for model in solver.enum_models():
            assert [abs(literal) for literal in model] == list(variables)
            _, found = traced(encoding, true_variables(model, encoding.formula.variables))
            models, cyclic = models + 1, cyclic + bool(found)
            rings |= {tuple(sorted(ring)) for ring in found}
    row = rows_of(rows, ["minisat22"])[0]
    assert (row["models"], row["cyclic_models"], row["cycles"]) == (models, cyclic, len(rings))


@pytest.mark.parametrize("rows", [["A...", "A..."], LADDER, samples.CROSS, TWO_SOLUTIONS])
def test_numbers_of_solutions_under_both_rules_agree_with_enumeration(rows):
    row = rows_of(rows, ["minisat22"])[0]
    for rule in FILLING:
        count = len(list(islice(all_solutions(rows, rule), 2)))
        assert row[rule] == ("none", "one", "several")[count]


@samples.needs_post_puzzles
def test_cyclic_example_has_the_cycle_of_figure_1_and_one_other():
    lines = (samples.POST_PUZZLES / "jumbo_14x14_01.txt").read_text().split()
    row = rows_of(lines, ["minisat22"])[0]
    # a square in any of 12 colours, another one in any of 12, and the solution
    assert (row["models"], row["cyclic_models"], row["cycles"]) == (25, 24, 2)
    encoding = Published(Puzzle.of(lines))
    found = Counter()
    with Solver("minisat22", bootstrap_with=encoding.formula) as solver:
        for model in solver.enum_models():
            _, cycles = traced(encoding, true_variables(model, encoding.formula.variables))
            cells = (sorted((i // 14 + 1, i % 14 + 1) for i in cycle) for cycle in cycles)
            found[str(list(cells))] += 1
    # the post, too, counts rows and columns from 1
    figure = [(4, 3), (4, 4), (5, 3), (5, 4)]
    assert sorted(found.values()) == [1, 12, 12]
    assert found[str([figure])] == 12


def test_colour_clauses_and_direction_variables_are_counted():
    row = rows_of(["A..", "A.."])[0]
    # four free cells, and two endpoints with two and two neighbours, of one flow
    assert row["colour_clauses"] == 4 * 1 + 2 * 1 + 2 * (1 + 1)
    assert (row["free"], row["direction_variables"]) == (4, 1 + 3 + 1 + 3)


def test_runs_stopped_by_wall_clock_are_repeated_up_to_the_cpu_limit():
    """Each run gets a third of the CPU: after 5 s of wall-clock time, it has used 5/3 s."""
    limits = []

    def run(needs):
        def row(wall):
            limits.append(wall)
            ended = needs <= wall / 3
            return {
                "seconds": needs if ended else wall / 3,
                "status": "solved" if ended else "timeout",
            }

        return row

    assert within_cpu(run(4.9), 5.0) == {"seconds": 4.9, "status": "solved"}
    assert limits == [5, 10, 20]
    assert within_cpu(run(5.0), 5.0)["status"] == "solved"
    assert within_cpu(run(5.1), 5.0) == {"seconds": 5.1, "status": "timeout"}
    assert within_cpu(run(99), 5.0)["status"] == "timeout"


def test_bridges_as_proposed_in_a_comment_violate_constraints_5_and_6():
    """Constraint 5 requires both colours of every neighbour of the bridge."""
    rows = ["A.B", "...", "B.A"]
    bridge = 4
    encoding = Published(Puzzle.of(rows))
    v = encoding.variables
    relaxed = {*v.x[bridge], *v.y[bridge]}
    of_bridge = [[int(x)] for x in v.x[bridge]]  # both colours
    of_bridge += [[int(y) if t < 2 else -int(y)] for t, y in enumerate(v.y[bridge])]
    named = {family.name: family for family in encoding.formula.templates}
    kept = [
        clause
        for name, family in named.items()
        for array in family.arrays()
        for clause in array.tolist()
        if name not in ("one_flow", "one_type") or not relaxed & {abs(x) for x in clause}
    ]

    def satisfiable(clauses):
        with Solver("minisat22", bootstrap_with=clauses) as solver:
            return solver.solve()

    assert satisfiable([*kept, *of_bridge]) is False
    others = {
        tuple(clause)
        for name in ("along", "aside")
        for array in named[name].arrays()
        for clause in array.tolist()
        if relaxed & {abs(x) for x in clause}
    }
    assert satisfiable([*(c for c in kept if tuple(c) not in others), *of_bridge]) is True
