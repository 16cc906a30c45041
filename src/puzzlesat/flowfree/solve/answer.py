"""The solution of a puzzle, and whether it is the only one.

If flows must fill the board, the engine searches (`puzzlesat.flowfree.solve.direct`). Otherwise, or
if an encoding, a method or a solver is chosen, a SAT solver does.
"""

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import islice
from time import monotonic
from typing import Any, NamedTuple

from puzzlesat.common.errors import counted
from puzzlesat.common.sentences import table
from puzzlesat.flowfree.board.puzzle import RULES, Puzzle
from puzzlesat.flowfree.board.solution import Solution
from puzzlesat.flowfree.encode.methods import SOLVER, check_rule
from puzzlesat.flowfree.solve.direct import solutions_of

AS_JSON = json.JSONEncoder(ensure_ascii=False).encode
"""Return an object as JSON."""


class Answer(NamedTuple):
    """The answer to a puzzle.

    Parameters
    ----------
    status : str
        ``solved``, ``unsolvable`` or ``timeout``.
    unique : bool or None
        Whether the solution is the only one; None if a second one was not sought, or if unknown.
    solutions : list of Solution
        At most two, each checked by the referee.
    seconds : float
        Wall-clock time of the search.
    variables, clauses, repairs : int
        The size of the solver's formula, and the number of models with cycles. All are 0 if no
        solver was used.
    """

    status: str
    unique: bool | None
    solutions: list[Solution]
    seconds: float
    variables: int = 0
    clauses: int = 0
    repairs: int = 0


def solve_puzzle(
    puzzle: Puzzle,
    encoding: str = "links",
    method: str = "repair",
    solver: str = SOLVER,
    wall_limit: float | None = None,
    *,
    unique: bool = False,
    direct: bool = True,
    on_message: Callable[[str], None] = lambda _: None,
) -> Answer:
    """Return the answer to a puzzle, found by the engine's search if possible, otherwise with SAT.

    Parameters
    ----------
    puzzle : Puzzle
    encoding, method : str
        Keys of `ENCODINGS` and `METHODS` in `puzzlesat.flowfree.encode.methods`.
    solver : str
        PySAT's name of the solver, or the path of a program.
    wall_limit : float, optional
        Wall-clock seconds.
    unique : bool
        Whether to look for a second solution.
    direct : bool
        Whether the engine searches, without a SAT solver. It does so only if flows must fill the
        board, and the encoding is ``links``.
    on_message : function, optional
        Called with a progress message after each model with cycles.

    Raises
    ------
    InputError
        If encoding, method and solver do not fit together or do not support the puzzle.
    DisagreementError
        If the referee rejects a solution.
    """
    check_rule(puzzle, encoding, method)
    if solver != SOLVER:
        from puzzlesat.sat.solver import check_solver  # which loads PySAT

        check_solver(solver, wall_limit)
    started = monotonic()
    wanted = 1 + unique
    formula = {}
    if direct and encoding == "links" and puzzle.filling:
        solutions, complete = solutions_of(puzzle, wanted, wall_limit)
    else:
        from puzzlesat.flowfree.solve.search import Search  # which loads PySAT and numpy

        solutions, complete = [], False
        with Search(puzzle, encoding, method, solver, wall_limit, on_message) as search:
            with suppress(TimeoutError):
                solutions.extend(islice(iter(search.next, None), wanted))
                complete = True
            formula = {
                "variables": search.variables,
                "clauses": search.clauses,
                "repairs": search.repairs,
            }
    return Answer(
        status="solved" if solutions else "unsolvable" if complete else "timeout",
        unique=len(solutions) == 1 if solutions and unique and complete else None,
        solutions=solutions,
        seconds=monotonic() - started,
        **formula,
    )


def rule_in_words(puzzle: Puzzle) -> str:
    """Return the words that state the rule, to follow "a solution"."""
    words: str = table("flowfree/sentences.json")["rules"][puzzle.rule]
    return words


def in_words(answer: Answer, puzzle: Puzzle) -> str:
    """Return the answer in words."""
    rule = rule_in_words(puzzle)
    result = {
        "solved": {
            None: f"a solution {rule}",
            True: f"the only solution {rule}",
            False: f"more than one solution {rule}; here are two",
        }[answer.unique],
        "unsolvable": f"there is no solution {rule}",
        "timeout": "time is up; not solved",
    }[answer.status]
    rounds = f", {counted(answer.repairs, 'round')} with cycles" if answer.repairs else ""
    formula = (
        f" ({counted(answer.variables, 'variable')}, {counted(answer.clauses, 'clause')}{rounds})"
        if answer.variables
        else ""
    )
    return f"{puzzle.size}: {result}{formula}"


def other_rules_in_words(puzzle: Puzzle) -> str:
    """Return the rules that may allow a solution where this one does not, to add to a sentence.

    >>> other_rules_in_words(Puzzle.of(["AB", "BA"]))
    '; another rule may allow one (--rule touching, --rule numberlink)'
    """
    others = RULES[RULES.index(puzzle.rule) + 1 :]
    options = ", ".join(f"--rule {rule}" for rule in others)
    return f"; another rule may allow one ({options})" if others else ""


def json_line(answer: Answer, puzzle: Puzzle, first: Mapping[str, Any]) -> str:
    """Return the line that ``flowfree solve --json`` prints; its object begins with some fields.

    The engine writes the paths, by far the largest part.

    >>> puzzle = Puzzle.of(["A.A"])
    >>> answer = solve_puzzle(puzzle)
    >>> json.loads(json_line(answer, puzzle, {"puzzle": 0}))["paths"]
    [[[[0, 0], [0, 1], [0, 2]]]]
    """
    fields = {
        **first,
        "rows": puzzle.rows,
        "cols": puzzle.cols,
        "flows": puzzle.k,
        "rule": puzzle.rule,
        "status": answer.status,
        "unique": answer.unique,
        "solutions": [solution.lines for solution in answer.solutions],
        "paths": [],
        "variables": answer.variables,
        "clauses": answer.clauses,
        "repairs": answer.repairs,
        "seconds": round(answer.seconds, 6),
    }
    paths = ", ".join(solution.paths_as_json for solution in answer.solutions)
    return AS_JSON(fields).replace('"paths": []', f'"paths": [{paths}]', 1)
