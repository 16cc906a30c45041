"""The compiled referee accepts what brute force finds, and what the referee in Python accepts."""

from functools import cache
from itertools import product
from random import Random

import pytest

from puzzlesat._engine import flowfree as engine
from puzzlesat.common.errors import DisagreementError
from puzzlesat.flowfree.board.puzzle import RULES, Puzzle
from puzzlesat.flowfree.board.solution import Solution, check_solution, fault_of, is_accepted
from puzzlesat.flowfree.solve.answer import solve_puzzle

from .exhaustive import path_systems
from .marked import mixed, systems
from .samples import AROUND, BRIDGE, CROSS, MARKED, SKETCH, solvable, thrown


@cache
def tiny():
    return [
        *(["A.A", "..."], ["A..", "A.."], ["A...", "A..."], ["AB", "..", "AB"], ["A.", ".A"]),
        *(["A..", "...", "..A"], ["A.B", "...", "A.B"]),
        *(thrown(seed, [(2, 3), (3, 3)], [1, 2]) for seed in range(30)),
        *(solvable(seed, [(3, 4)], [3]) for seed in range(20)),
        *(mixed(Random(seed), 3, 3) for seed in range(30)),
        BRIDGE,
    ]


@cache
def larger():
    return [
        *(AROUND, CROSS, MARKED, SKETCH),
        *(solvable(seed, [(4, 4), (5, 5), (6, 7)], [3, 4]) for seed in range(40)),
        *(mixed(Random(seed), *shape) for seed in range(20) for shape in [(3, 4), (4, 4)]),
    ]


def simple_paths(puzzle, first, last):
    """Yield all paths between two nodes that visit no node twice."""
    near = puzzle.grid.neighbours

    def extend(path):
        if path[-1] == last:
            yield tuple(path)
            return
        for node in near[path[-1]]:
            if node not in path:
                yield from extend([*path, node])

    yield from extend([first])


@pytest.mark.parametrize("rule", RULES)
def test_referee_accepts_exactly_what_brute_force_finds(rule):
    strict, filling, accepted = rule == "strict", rule != "numberlink", 0
    for rows in tiny():
        puzzle = Puzzle.of(rows, rule=rule)
        marked = not puzzle.grid.plain
        laid = systems if marked else path_systems
        expected = {frozenset(map(tuple, x)) for x in laid(rows, strict, filling=filling)}
        each = [list(simple_paths(puzzle, *ends)) for ends in puzzle.endpoints]
        found = [x for x in product(*each) if is_accepted(puzzle, x)]
        cells = [frozenset(map(tuple, Solution(puzzle, x).cells)) for x in found]
        assert sorted(map(sorted, cells)) == sorted(map(sorted, expected)), rows
        accepted += len(found)
    assert accepted > 30


def damaged(puzzle, paths, random):
    """Return paths with one random change, which may be without effect."""
    paths = [list(path) for path in paths]
    path = random.choice(paths)
    i = random.randrange(len(path))
    match random.randrange(9):
        case 0:
            del path[i]
        case 1:
            path.insert(i, random.choice(puzzle.grid.neighbours[path[i]] or [path[i]]))
        case 2:
            path[i] = random.randrange(puzzle.grid.nodes)
        case 3:
            path[i:] = path[: i - 1 : -1] if i else path[::-1]
        case 4:
            other = random.choice(paths)
            j = len(other) // 2
            path[max(i, 1) :], other[max(j, 1) :] = other[max(j, 1) :], path[max(i, 1) :]
        case 5:
            del path[1:]
        case 6:
            path += random.choice(paths)
        case 7:  # a detour or a short cut around a square
            node = path[i]
            nexts = puzzle.grid.neighbours[node]
            if nexts:
                path[i : i + random.randrange(3)] = [node, random.choice(nexts)]
        case _:
            path.reverse()
    return paths if all(paths) else None


@pytest.mark.parametrize("rule", RULES)
def test_both_referees_judge_damaged_solutions_alike(rule):
    random, verdicts = Random(7), []
    for rows in larger():
        for own in RULES:  # solutions by another rule may be right or wrong, too
            puzzle = Puzzle.of(rows, rule=rule)
            for solution in solve_puzzle(Puzzle.of(rows, rule=own), unique=True).solutions:
                for changes in [0, *[1] * 30, *[2] * 10]:
                    paths = solution.paths
                    for _ in range(changes):
                        paths = damaged(puzzle, paths, random) or paths
                    expected = fault_of(Solution(puzzle, paths)) is None
                    assert is_accepted(puzzle, paths) == expected, (rows, rule, paths)
                    verdicts.append(expected)
    assert 100 < sum(verdicts) < len(verdicts) / 2


@pytest.mark.parametrize("paths", [[], [[]], [[0]], [[0, 1, 2, 3]], [[-1, 0]], [[2, 1, 0], []]])
def test_degenerate_paths_are_rejected(paths):
    assert not is_accepted(Puzzle.of(["A.A"]), paths)


def test_engine_checks_the_size_of_the_board():
    with pytest.raises(ValueError, match="flow must have rows"):
        engine.accepts(1, 3, [0, 0], [], [], [], [], [[0, 1]], True, True)


def test_wrong_solution_raises_disagreement_with_the_fault():
    with pytest.raises(DisagreementError, match="is not a flow"):
        check_solution(Solution(Puzzle.of(["A.A"]), ((0, 2),)))
