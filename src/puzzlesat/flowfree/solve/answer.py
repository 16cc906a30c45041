"""The answer to "what is the solution?", and to "is it the only one?".

Most puzzles need no SAT solver: propagation and a short search decide them
(`puzzlesat.flowfree.solve.direct`). Where something stays open, the solver gets what is known.
"""

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Any

from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.board.solution import Solution, check_solution
from puzzlesat.flowfree.solve.direct import decided, known_literals
from puzzlesat.flowfree.solve.search import METHODS, Search, rounds_in_words


@dataclass(frozen=True)
class Answer:
    """What is known of a puzzle.

    Parameters
    ----------
    status : str
        ``solved``, ``unsolvable`` or ``timeout``.
    unique : bool or None
        Whether there is no second solution, None if that was not asked or is not known.
    solutions : list of Solution
        None, one or two, each approved by the rules.
    variables, clauses, repairs : int
        The size of the formula that a solver got, and rounds that ended with cycles; all 0 if no
        solver was asked.
    seconds : float
        Wall-clock time that the search took.
    """

    status: str
    unique: bool | None
    solutions: list[Solution]
    variables: int
    clauses: int
    repairs: int
    seconds: float


def solve_puzzle(
    puzzle: Puzzle,
    encoding: str = "links",
    method: str = "repair",
    solver: str = "minisat22",
    timeout: float | None = None,
    *,
    unique: bool = False,
    direct: bool = True,
    tell: Callable[[str], None] = lambda _: None,
) -> Answer:
    """Solve a puzzle with SAT, or without.

    Parameters
    ----------
    puzzle : Puzzle
    encoding, method : str
        Keys of `search.ENCODINGS` and `search.METHODS`.
    solver : str
        PySAT's name of the solver.
    timeout : float, optional
        Wall-clock seconds.
    unique : bool
        Whether to look for a second solution.
    direct : bool
        Whether to decide without a solver what can be; with the encoding ``links`` only.
    tell : function, optional
        Is called now and then with a few words on how far the search is.

    Raises
    ------
    DisagreementError
        If the rules do not approve of a solution.
    """
    started = monotonic()
    solutions: list[Solution] = []
    ended = False
    known = None
    if direct:
        found = decided(puzzle, wanted=1 + unique)
        if found.ended:
            return Answer(
                status="solved" if found.solutions else "unsolvable",
                unique=len(found.solutions) == 1 if found.solutions and unique else None,
                solutions=found.solutions,
                **dict.fromkeys(("variables", "clauses", "repairs"), 0),
                seconds=monotonic() - started,
            )
        known = known_literals(puzzle, found)
        timeout = None if timeout is None else timeout - (monotonic() - started)
    with Search(puzzle, encoding, METHODS[method], solver, timeout, known, tell) as search:
        try:
            while len(solutions) < 1 + unique and not ended:
                solution = search.next()
                if solution is None:
                    ended = True
                else:
                    check_solution(solution)
                    solutions.append(solution)
            status = "solved" if solutions else "unsolvable"
        except TimeoutError:
            status = "solved" if solutions else "timeout"
        return Answer(
            status=status,
            unique=ended if solutions and (ended or len(solutions) == 2) else None,
            solutions=solutions,
            variables=search.variables,
            clauses=search.clauses,
            repairs=search.repairs,
            seconds=monotonic() - started,
        )


def rule_in_words(puzzle: Puzzle) -> str:
    """Return what follows "a solution" to tell the rule."""
    return "in which no flow touches itself" if puzzle.strict else "if flows may touch themselves"


def sentence(answer: Answer, puzzle: Puzzle) -> str:
    """Return the answer in words."""
    rule = rule_in_words(puzzle)
    said = {
        "solved": {
            None: "a solution",
            True: f"the only solution {rule}, found",
            False: f"two solutions {rule}, so it has more than one, found",
        }[answer.unique],
        "unsolvable": f"there is no solution {rule}, found",
        "timeout": "time is up, not solved",
    }[answer.status]
    rounds = f", {rounds_in_words(answer.repairs)}" if answer.repairs else ""
    by = (
        f"{answer.variables} variables, {answer.clauses} clauses{rounds}"
        if answer.variables
        else "without a solver"
    )
    other = (
        "; --rule touching looks for one in which flows may touch themselves"
        if answer.status == "unsolvable" and puzzle.strict
        else ""
    )
    return f"{puzzle.measures}: {said} in {answer.seconds:.3g} s ({by}){other}"


def as_json(answer: Answer, puzzle: Puzzle, number: int) -> dict[str, Any]:
    """Return the answer as the JSON object that ``flowfree solve --json`` prints."""
    return {
        "puzzle": number,
        "rows": puzzle.rows,
        "cols": puzzle.cols,
        "flows": puzzle.k,
        "rule": puzzle.rule,
        "status": answer.status,
        "unique": answer.unique,
        "solutions": [solution.lines for solution in answer.solutions],
        "paths": [solution.cells for solution in answer.solutions],
        "variables": answer.variables,
        "clauses": answer.clauses,
        "repairs": answer.repairs,
        "seconds": round(answer.seconds, 6),
    }
