"""Step-by-step derivations, compared with all solutions of small puzzles."""

import json
from collections import Counter

import pytest

from puzzlesat import _engine
from puzzlesat.flowfree.board.puzzle import FILLING, Puzzle
from puzzlesat.flowfree.solve.direct import UNKNOWN, UNUSED, USED
from puzzlesat.flowfree.solve.generate import random_puzzle
from puzzlesat.flowfree.solve.search import Search
from puzzlesat.flowfree.solve.walkthrough import (
    cycle_of,
    walkthrough,
)
from puzzlesat_studies.flowfree.tree import TreeSearch

from . import samples
from .samples import marked_puzzles, plain_puzzles

PUZZLE = random_puzzle(1, 10, 10, 7, 0, "one")
"""A puzzle with one solution and links that the rules alone do not decide."""


def small_puzzles():
    """Return rows and sketches of small puzzles."""
    special = (samples.SKETCH, samples.BRIDGE, samples.HARD, samples.TWO_SOLUTIONS)
    return [*plain_puzzles()[::2], *marked_puzzles()[::2], *special]


def solutions(puzzle):
    """Return the links of all solutions, found by tree search."""
    return [set(solution.links) for solution in TreeSearch(puzzle).solutions()]


def check_all(links, value, among):
    for link in links:
        assert all((link in used) == (value == USED) for used in among), link


@pytest.mark.parametrize("rule", FILLING)
def test_walkthrough_steps_agree_with_the_solutions(rule):
    seen = Counter()
    for lines in small_puzzles():
        puzzle = Puzzle.of(lines, rule=rule)
        among = every = solutions(puzzle)
        found = walkthrough(puzzle)
        assert len(found.solutions) == min(len(every), 2)
        decided = set()
        for step, following in zip(found.steps, [*found.steps[1:], None], strict=True):
            seen[step.rule] += 1
            if step.assumed:
                ends = following.rule == "refuted"
                assert (step.rule == "contradiction") == ends
                continue
            if step.rule == "contradiction":
                assert not every and following is None
                continue
            if step.rule in ("search", "choice"):
                has = [used for used in among if step.link in used]
                assert has and (has == among) == (step.rule == "search")
                among = has
            check_all([step.link], step.value, among)
            check_all(step.closed, UNUSED, among)
            assert not decided & {step.link, *step.closed}
            decided |= {step.link, *step.closed}
        if every:
            assert among == [set(found.solutions[0])]
            assert decided == set(range(len(puzzle.grid.links)))
    wanted = {"flows", "degree", "assume", "refuted", "contradiction", "choice"}
    wanted |= {"touch", "flow"} if rule == "strict" else {"ring"}
    assert wanted <= set(seen)


class Known:
    """The links known after some steps, and what they say about pieces; written from the rules."""

    def __init__(self, puzzle):
        self.puzzle, self.ends = puzzle, puzzle.grid.links.tolist()
        self.value = [UNKNOWN] * len(self.ends)

    def at(self, node):
        return [link for link, pair in enumerate(self.ends) if node in pair]

    def piece(self, node):
        found, todo = {node}, [node]
        while todo:
            here = todo.pop()
            for link in self.at(here):
                if self.value[link] == USED:
                    new = set(self.ends[link]) - found
                    found |= new
                    todo += new
        return found

    def flow(self, node):
        return max(self.puzzle.node_flow[other] for other in self.piece(node))

    def degree(self, node):
        """Return the number of links that a node lacks, and that of its open ones."""
        values = [self.value[link] for link in self.at(node)]
        needed = 1 if self.puzzle.node_flow[node] >= 0 else 2
        return needed - values.count(USED), values.count(UNKNOWN)

    def holds(self, rule, link, value, nodes):
        """Return whether a rule gives a link its value."""
        one, two = self.ends[link]
        pieces = self.piece(one), self.piece(two)
        flows = self.flow(one), self.flow(two)
        if rule == "degree":
            (node,) = nodes
            need, free = self.degree(node)
            return node in (one, two) and value == USED and 0 < need == free
        if rule == "ring":
            return value == UNUSED and pieces[0] == pieces[1] >= set(nodes)
        if rule == "flows":
            return value == UNUSED and -1 not in flows and flows[0] != flows[1]
        if rule == "flow":
            return value == USED and flows[0] == flows[1] != -1
        contact = [x for x, pair in enumerate(self.ends) if set(pair) == set(nodes)]
        apart = [set(nodes) & piece for piece in pieces]
        return value == UNUSED and contact != [link] and all(apart) and pieces[0] != pieces[1]


@pytest.mark.parametrize("rule", FILLING)
def test_every_reason_holds_for_the_links_known_before(rule):
    """Steps of an assumption, and of a puzzle without solutions, may contradict each other."""
    checked = Counter()
    for lines in small_puzzles():
        puzzle = Puzzle.of(lines, rule=rule)
        known, walk = Known(puzzle), walkthrough(puzzle)
        for step in walk.steps if walk.solutions else ():
            if step.assumed:
                continue
            if step.rule in ("degree", "ring", "flows", "flow", "touch"):
                assert known.holds(step.rule, step.link, step.value, step.nodes), (lines, step)
                checked[step.rule] += 1
            known.value[step.link] = step.value
            for link in step.closed:
                known.value[link] = UNUSED
    rules = ["touch", "flow"] if rule == "strict" else ["ring"]
    assert all(checked[rule] > 5 for rule in ("degree", "flows", *rules)), checked


@pytest.mark.parametrize("rule", FILLING)
def test_every_hint_is_a_link_of_all_solutions(rule):
    """Hints from some links of a solution, and from none."""
    kinds = Counter()
    for lines in small_puzzles()[::3]:
        puzzle = Puzzle.of(lines, rule=rule)
        every = solutions(puzzle)
        places = puzzle.grid.places
        ends = [[places[node] for node in pair] for pair in puzzle.grid.links.tolist()]
        if len({str(sorted(pair)) for pair in ends}) < len(ends):
            continue  # two links between the same cells
        number = {str(sorted(pair)): link for link, pair in enumerate(ends)}
        for share in (0, 3, 2):
            known = [*every[0]][: len(every[0]) // share] if share and every else []
            request = {"method": "flowfree.hint", "puzzle": puzzle.as_object}
            request |= {"known": [ends[link] for link in known]}
            found = json.loads(_engine.answer(json.dumps(request)))["result"]
            kinds[found["kind"]] += 1
            fitting = [used for used in every if used.issuperset(known)]
            if found["kind"] == "link":
                link = number[str(sorted(map(tuple, found["link"])))]
                assert fitting and all(link in used for used in fitting) and link not in known
            else:
                common = set.intersection(*fitting) if fitting else set()
                assert found["kind"] == ("unsolvable" if not every else "several")
                assert common <= set(known)
    assert {"link", "unsolvable"} <= set(kinds)


def test_hints_need_no_more_than_the_steps_before_them():
    whole = walkthrough(PUZZLE).steps
    assert any(step.rule == "refuted" for step in whole)
    for links in (1, 20, 60):
        steps = walkthrough(PUZZLE, links=links).steps
        assert steps == whole[: len(steps)]
        assert sum(step.value == USED and not step.assumed for step in steps) >= links


def test_cycle_clause_forbids_the_cycle_and_no_solution():
    puzzle = Puzzle.of(samples.SQUARES, rule="touching")
    with Search(puzzle) as search:
        search.next()
        cycle = cycle_of(puzzle, *search.cyclic)
    ends = Counter(node for link in cycle.clause for node in puzzle.grid.links[link].tolist())
    assert set(ends.values()) == {2} and set(ends) == set(cycle.cycle)
    assert set(cycle.clause) <= set(cycle.used)
    assert all(not set(cycle.clause) <= used for used in solutions(puzzle))
