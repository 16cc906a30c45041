"""Both referees, in Python and compiled, accept exactly the solutions, and say what is wrong."""

from functools import cache
from itertools import islice, product
from random import Random

import pytest

from puzzlesat.flowfree.board.puzzle import RULES, Puzzle
from puzzlesat.flowfree.board.referee import fault, path_fault
from puzzlesat.flowfree.board.solution import Solution, fault_of, is_accepted
from puzzlesat.flowfree.solve.answer import solve_puzzle

from .marked import all_solutions, coloured, mixed, spots_of, systems, with_symbols
from .samples import AROUND, BRIDGE, CROSS, EIGHT, LADDER, MARKED, RING, SKETCH, solvable, thrown


def bridge(changed):
    """Return the sketch of two flows on a bridge with other lines."""
    return [changed.get(y, line) for y, line in enumerate(BRIDGE)]


RING_OF_BRIDGES = ["+^+^+^+", "<+ + +>", "+ + + +", "|A . A|", "+ + + +", "|. . .|", "+v+v+v+"]


@pytest.mark.parametrize(
    ("puzzle", "solution", "sentence"),
    [
        (["A.A", "B.B", "+.+"], ["AAA", "BBB", "+++"], None),  # no sketch, which has + at corners
        (["+.+", "A.A", "B.B"], ["+++", "AAA", "BBB"], None),
        (LADDER, ["AB", "AB"], "the solution has a different shape from the puzzle"),
        (LADDER, ["AB", "A", "AB"], "the solution has a different shape from the puzzle"),
        (LADDER, ["AB", "A.", "AB"], "B2: . is not a flow"),
        (LADDER, ["AB", "AC", "AB"], "B2: C is not a flow"),
        (LADDER, ["BB", "AB", "AB"], "A1: B is on the endpoint A"),
        (LADDER, ["AB", "BB", "AB"], "A1: the flow A breaks off"),
        (["A..", "A.."], ["AAA", "AAA"], "A1: the flow A touches itself"),
        (AROUND, ["BBBBCB", "BAABCB", "BBBBCB"], "A1: the flow B has a separate part"),
        (BRIDGE, bridge({3: "|B + A|"}), "C2: A is on the endpoint B"),
        (BRIDGE, bridge({3: "|B A B|"}), "the solution is on a different board from the puzzle"),
        (BRIDGE, bridge({3: "|B|+ B|"}), "the solution is on a different board from the puzzle"),
        (BRIDGE, bridge({1: "|A A #|"}), "the solution is on a different board from the puzzle"),
        (BRIDGE, bridge({1: "|# A #"}), "the solution has a different shape from the puzzle"),
        (bridge({1: "|# B #|"}), bridge({1: "|# B #|"}), "B2: the bridge joins "),
        (
            RING_OF_BRIDGES,
            [line.replace(".", "A") for line in RING_OF_BRIDGES],
            "A1: no flow crosses the bridge from left to right",
        ),
    ],
)
def test_referee_reports_faults_of_solutions(puzzle, solution, sentence):
    found = fault(puzzle, solution)
    assert found is None if sentence is None else found.startswith(sentence), found


SIDES = ["A.", "A."]
CROSSED = [[(0, 1), (1, 1), (2, 1)], [(1, 0), (1, 1), (1, 2)]]


@pytest.mark.parametrize(
    ("rows", "paths", "message"),
    [
        (SIDES, [[(0, 0), (0, 1), (1, 1), (1, 0)]], None),
        (SIDES, [[(0, 0), (1, 0)]], "B1: no flow passes here"),
        (SIDES, [[(0, 0), (1, 1), (0, 1), (1, 0)]], "A1: the flow jumps to B2"),
        (SIDES, [[(0, 0), (0, 1), (0, 2), (0, 1)]], "C1: there is no such cell"),
        (SIDES, [[(0, 0), (0, 1), (0, 0), (1, 0)]], "A1: two flows pass here, or one"),
        (SIDES, [[(0, 0), (0, 1), (1, 1)]], "B2: a flow must begin and end at endp"),
        (SIDES, [[(0, 0)]], "A1: the flow A does not lead to its other endpoint"),
        (["AB", "BA"], [[(0, 0), (0, 1)], [(1, 0), (1, 1)]], "A1: the flow A does no"),
        (BRIDGE, [path[::-1] for path in CROSSED], None),
        (BRIDGE, CROSSED[:1], "A2: no flow passes here"),
        (BRIDGE, [[(0, 1), (1, 1), (1, 2)]], "B2: the flow turns on a bridge"),
        (BRIDGE, [[(0, 1), (1, 1)]], "B2: a flow must begin and end at endpoints"),
        (BRIDGE, [[(0, 1), (2, 1)]], "B1: the flow jumps to B3"),
        (BRIDGE, [[(0, 1), (0, 0)]], "B1: the flow jumps to A1"),
        (BRIDGE, [CROSSED[0], CROSSED[0]], "B1: two flows pass here, or one twice"),
    ],
)
def test_referee_reports_faults_of_paths(rows, paths, message):
    found = path_fault(rows, paths)
    assert found is None if message is None else found.startswith(message), found


def test_referee_requires_each_flow_but_under_numberlink_not_each_cell():
    paths = [[(0, 0), (0, 1)]]
    assert path_fault(["AA", ".."], paths, filling=False) is None
    assert path_fault(["AA", "BB"], paths, filling=False) == "A2: no flow passes here"


def labelled(sketch):
    """Yield all ways to put the symbols of a sketch into its free cells, as sketches."""
    spots, _ = spots_of(sketch)
    symbols = sorted({*spots.values()} - {"."})
    free = [spot for spot, symbol in spots.items() if symbol == "." and len(spot) == 2]
    for chosen in product(symbols, repeat=len(free)):
        yield with_symbols(sketch, dict(zip(free, chosen, strict=True)))


def test_referee_accepts_exactly_the_solutions():
    """All assignments of symbols to the free cells are judged."""
    tried = [mixed(Random(seed), 3, 3) for seed in range(80)]
    approved = 0
    for sketch in [*tried, RING, EIGHT]:
        if sum(line[1::2].count(".") for line in sketch[1::2]) > 9:
            continue
        right = {tuple(coloured(sketch, paths)) for paths in systems(sketch, True)}
        found = {tuple(x) for x in labelled(sketch) if fault(sketch, x) is None}
        assert found == right, sketch
        approved += len(found)
    assert approved > 20


def test_referee_agrees_with_brute_force_on_changed_boards():
    """The flows of one board are judged on boards with the same cells and other sides."""
    judged = {True: 0, False: 0}
    for seed in range(150):
        random = Random(seed)
        sketch = mixed(random, 3, 3)
        for paths in islice(systems(sketch, False), 3):
            other = [list(line) for line in sketch]
            for _ in range(random.randrange(3)):
                y, x = random.choice(
                    [(y, x) for y in range(1, 6) for x in range(1, 6) if (y + x) % 2]
                )
                other[y][x] = random.choice([" ", "|" if y % 2 else "-"])
            other = ["".join(line) for line in other]
            message = path_fault(other, sorted(paths))
            right = paths in set(systems(other, False))
            assert (message is None) == right, (other, paths, message)
            judged[message is None] += 1
    assert min(judged.values()) > 20


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
def test_compiled_referee_accepts_exactly_what_brute_force_finds(rule):
    accepted = 0
    for rows in tiny():
        puzzle, expected = Puzzle.of(rows, rule=rule), set(all_solutions(rows, rule))
        each = [list(simple_paths(puzzle, *ends)) for ends in puzzle.endpoints]
        found = [x for x in product(*each) if is_accepted(puzzle, x)]
        cells = [frozenset(map(tuple, Solution(puzzle, x).cells)) for x in found]
        assert len(cells) == len(expected) and set(cells) == expected, rows
        accepted += len(found)
    assert accepted > 30


def damaged(puzzle, paths, random):
    """Return paths with one random change, which may be without effect."""
    paths = [list(path) for path in paths]
    path = random.choice(paths)
    i = random.randrange(len(path))
    match random.randrange(6):
        case 0:
            del path[i]
        case 1:
            path.insert(i, random.choice(puzzle.grid.neighbours[path[i]] or [path[i]]))
        case 2:
            path[i] = random.randrange(puzzle.grid.node_count)
        case 3:
            path[i:] = path[: i - 1 : -1] if i else path[::-1]
        case 4:  # two flows exchange their ends
            other = random.choice(paths)
            j = len(other) // 2
            path[max(i, 1) :], other[max(j, 1) :] = other[max(j, 1) :], path[max(i, 1) :]
        case _:  # a detour or a short cut around a square
            nexts = puzzle.grid.neighbours[path[i]]
            if nexts:
                path[i : i + random.randrange(3)] = [path[i], random.choice(nexts)]
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
