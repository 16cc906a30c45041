"""The answer to "what is the solution?", and to "is it the only one?"."""

from dataclasses import dataclass
from time import monotonic
from typing import Any

from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.board.solution import Solution, check_solution
from puzzlesat.flowfree.solve.search import METHODS, Search


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
        The formula's size, and rounds that ended with cycles.
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
    encoding: str,
    method: str,
    solver: str,
    timeout: float | None = None,
    *,
    unique: bool = False,
) -> Answer:
    """Solve a puzzle with SAT.

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

    Raises
    ------
    DisagreementError
        If the rules do not approve of a solution.
    """
    started = monotonic()
    solutions: list[Solution] = []
    ended = False
    with Search(puzzle, encoding, METHODS[method], solver, timeout) as search:
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


def sentence(answer: Answer, puzzle: Puzzle) -> str:
    """Return the answer in words."""
    by = "in which no flow touches itself" if puzzle.strict else "if flows may touch themselves"
    said = {
        "solved": {
            None: "a solution",
            True: f"the only solution {by}, found",
            False: f"two solutions {by}, so it has more than one, found",
        }[answer.unique],
        "unsolvable": f"there is no solution {by}, found",
        "timeout": "time is up, not solved",
    }[answer.status]
    rounds = f", {answer.repairs} rounds with cycles" if answer.repairs else ""
    return (
        f"{puzzle.rows}×{puzzle.cols}, {puzzle.k} flows: {said} in {answer.seconds:.3g} s "
        f"({answer.variables} variables, {answer.clauses} clauses{rounds})"
    )


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
