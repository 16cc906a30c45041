"""Step-by-step derivations, compared with all solutions of small puzzles."""

from collections import Counter

import pytest

from puzzlesat.common.errors import DisagreementError
from puzzlesat.flowfree.board.puzzle import FILLING, Puzzle
from puzzlesat.flowfree.solve import search as search_module
from puzzlesat.flowfree.solve import walkthrough as module
from puzzlesat.flowfree.solve.difficulty import Deduction
from puzzlesat.flowfree.solve.direct import UNKNOWN, UNUSED, USED
from puzzlesat.flowfree.solve.generate import random_puzzle
from puzzlesat.flowfree.solve.reasons import (
    EXCLUDING,
    State,
    Step,
    degree,
    derive_steps,
    flow,
    too_few_links,
)
from puzzlesat.flowfree.solve.search import Search
from puzzlesat.flowfree.solve.walkthrough import (
    RefutedLink,
    SolverStep,
    cycle_of,
    loose_cycle,
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
        for step in found.steps:
            if isinstance(step, SolverStep):
                has = [used for used in among if step.link in used]
                assert has and (has == among) == step.only
                among = has
                known, closed, kind = (step.link, USED), step.closed, f"solver {step.only}"
            elif isinstance(step, RefutedLink):
                opposite = USED + UNUSED - step.value
                assert step.chain[-1].rule == "contradiction"
                known, closed, kind = (step.link, opposite), step.then_closed, "attempt"
            elif step.rule == "contradiction":
                assert not every and step is found.steps[-1]
                seen[step.rule] += 1
                continue
            else:
                known, closed, kind = (step.link, step.value), step.closed, step.rule
            seen[kind] += 1
            check_all([known[0]], known[1], among)
            check_all(closed, UNUSED, among)
            assert not decided & {known[0], *closed}
            decided |= {known[0], *closed}
        if every:
            assert among == [set(found.solutions[0].links)]
            assert decided == set(range(len(puzzle.grid.links)))
    wanted = {"flows", "degree", "attempt", "contradiction", "solver False"}
    wanted |= {"touch", "flow"} if rule == "strict" else {"ring"}
    assert wanted <= set(seen)


def contradicted(state):
    """Apply the rules, and return whether they derive a contradiction."""
    return [step.rule for step in derive_steps(state)][-1:] == ["contradiction"]


@pytest.mark.parametrize("rule", FILLING)
def test_reasons_decide_the_same_links_as_the_engine(rule):
    seen = Counter()
    for lines in (*small_puzzles(), *(random_puzzle(i, 7, 7, 5, 0, "any").lines for i in range(5))):
        puzzle = Puzzle.of(lines, rule=rule)
        state = State(puzzle)
        wrong = contradicted(state)
        seen["contradicted", wrong] += 1
        if wrong:
            with pytest.raises(DisagreementError):
                Deduction(puzzle)
            continue
        deduction = Deduction(puzzle)
        assert state.value == deduction.known.tolist(), lines
        found = []
        for link in state.open_links:
            for value in (USED, UNUSED):
                tried = state.copy()
                tried.set_link(link, value)
                refuted = contradicted(tried)
                seen["refuted", refuted] += 1
                if refuted:
                    found.append((link, USED + UNUSED - value))
        for link, value in found:
            if state.value[link] == UNKNOWN:  # else it was closed with another one
                state.set_link(link, value)
        if contradicted(state) or any(state.value[link] != value for link, value in found):
            with pytest.raises(DisagreementError):
                deduction.assume(1)
            continue
        deduction.assume(1)
        assert state.value == deduction.known.tolist(), lines
    assert len(seen) == 4 and min(seen.values()) > 10


def test_reasons_are_given_in_words():
    lines = ["A..", "...", "A.."]
    texts = [step.text for step in derive_steps(State(Puzzle.of(lines)))]
    assert "The cell at row 0, column 2 needs both of its open sides." in texts
    [last] = list(derive_steps(State(Puzzle.of(["AB.", "BA."]))))[-1:]
    assert last.rule == "contradiction"
    bridge = [step.text for step in derive_steps(State(Puzzle.of(samples.BRIDGE)))]
    assert "A flow crosses the bridge at row 1, column 1 from left to right." in bridge


def test_solver_is_queried_without_a_budget_for_attempts(monkeypatch):
    found = walkthrough(PUZZLE)
    assert any(isinstance(step, RefutedLink) for step in found.steps)
    assert not any(isinstance(step, SolverStep) for step in found.steps)
    monkeypatch.setattr(module, "MAX_COST", 0)
    kinds = Counter(type(step).__name__ for step in walkthrough(PUZZLE).steps)
    assert kinds["RefutedLink"] == 0 and kinds["SolverStep"] > 0


def test_solver_gets_the_remaining_time(monkeypatch):
    now, given = [100.0], []

    def limited(solver, seconds, assumed):
        given.append(seconds)
        return real(solver, seconds, assumed)

    real = search_module.limited
    monkeypatch.setattr(search_module, "limited", limited)
    monkeypatch.setattr("puzzlesat.common.deadline.monotonic", lambda: now[0])
    with Search(PUZZLE, wall_limit=60) as search:
        now[0] = 104.0
        assert search.next()
        now[0] = 161.0
        with pytest.raises(TimeoutError):
            search.next()
    assert given and set(given) == {56.0}


@pytest.mark.parametrize("rule", FILLING)
def test_rules_are_applied_until_a_fixpoint(rule):
    left = 0
    for lines in (*small_puzzles(), *(random_puzzle(i, 9, 9, 6, 0, "any").lines for i in range(3))):
        state = State(Puzzle.of(lines, rule=rule))
        steps = list(derive_steps(state))
        if steps and steps[-1].rule == "contradiction":
            continue
        left += len(state.open_links)
        for link in state.open_links:
            assert not any(excluded(state, link) for excluded in (*EXCLUDING, flow)), lines
        for node in range(len(state.ways)):
            assert not too_few_links(state, node) and not degree(state, node), lines
    assert left


def test_contradiction_of_reasons_and_solver_raises_disagreement(monkeypatch):
    wrong = Step("contradiction", None, UNUSED, (), (), "Nonsense.")
    monkeypatch.setattr(module, "derive_steps", lambda _: iter([wrong]))
    with pytest.raises(DisagreementError, match="Nonsense"):
        walkthrough(Puzzle.of(["A.A"]))


@pytest.mark.parametrize("kind", ["solution", "loose"])
def test_cycle_clause_forbids_the_cycle_and_no_solution(kind):
    puzzle = Puzzle.of(samples.SQUARES, rule="touching")
    cycle = loose_cycle(puzzle)
    if kind == "solution":
        with Search(puzzle) as search:
            search.next()
            cycle = cycle_of(puzzle, *search.cyclic, puzzle.strict)
    ends = Counter(node for link in cycle.clause for node in puzzle.grid.links[link].tolist())
    assert set(ends.values()) == {2} and set(ends) == set(cycle.cycle)
    assert set(cycle.clause) <= set(cycle.used)
    assert all(not set(cycle.clause) <= used for used in solutions(puzzle))


def test_walkthrough_shows_the_first_cycle_found():
    """The cycle comes from the search or, if that meets none, from the loose formula."""
    puzzle = Puzzle.of(samples.LOLLIPOP)
    with Search(puzzle) as search:
        search.next()
    cycle = walkthrough(puzzle).cycle
    assert cycle.strict
    assert cycle == cycle_of(puzzle, *search.cyclic, True)
    puzzle = Puzzle.of(samples.SQUARES)
    assert walkthrough(puzzle).cycle == loose_cycle(puzzle)
    assert not loose_cycle(puzzle).strict
    assert loose_cycle(Puzzle.of(["A.A"])) is None


def test_search_for_a_cycle_has_a_conflict_limit(monkeypatch):
    puzzle = random_puzzle(1, 10, 10, 6, 0, "any")
    assert loose_cycle(puzzle)
    monkeypatch.setattr(module, "MAX_CONFLICTS", 1)
    assert loose_cycle(puzzle) is None
