"""The difficulty of a puzzle, and the lengths and turns of its flows, as a row of a table."""

from puzzlesat.common.rows import Row
from puzzlesat.flowfree.board.solution import Solution
from puzzlesat.flowfree.formats.formats import NamedPuzzle
from puzzlesat.flowfree.solve.answer import solve_puzzle
from puzzlesat.flowfree.solve.difficulty import LEVELS, difficulty

DECIDED_COLUMNS = ("by_rules", "by_one_round", "by_all_rounds")
"""The columns of `Difficulty.decided`."""

MEASURED_COLUMNS = ("longest", "turns", *DECIDED_COLUMNS, "rounds", "level", "difficulty")
"""The columns that are empty unless there is exactly one solution."""


def rating_row(name: str, named: NamedPuzzle, wall_limit: float | None = None) -> Row:
    """Return the difficulty of a puzzle of the set `name`, and measures of its flows, by column.

    `wall_limit` limits the search for two solutions, in wall-clock seconds.
    """
    called, puzzle = named
    answer = solve_puzzle(puzzle, wall_limit=wall_limit, unique=True, direct=False)
    solutions = {True: "one", False: "several", None: ""}[answer.unique]
    row = {
        "set": name,
        "puzzle": called,
        "rows": puzzle.rows,
        "cols": puzzle.cols,
        "k": puzzle.k,
        "solutions": "none" if answer.status == "unsolvable" else solutions,
        "longest": None,
        "mean_length": round(puzzle.grid.node_count / puzzle.k, 4),
        **dict.fromkeys(MEASURED_COLUMNS[1:]),
    }
    if answer.unique:
        [solution] = answer.solutions
        rated = difficulty(puzzle)
        row |= {
            "longest": max(map(len, solution.paths)),
            "turns": round(turns(solution) / puzzle.grid.node_count, 4),
            **{name: round(x, 4) for name, x in zip(DECIDED_COLUMNS, rated.decided, strict=True)},
            "rounds": rated.rounds,
            "level": LEVELS[rated.level],
            "difficulty": round(rated.number, 4),
        }
    return row


def turns(solution: Solution) -> int:
    """Return the number of cells in which flows turn.

    >>> from puzzlesat.flowfree.board.puzzle import Puzzle
    >>> puzzle = Puzzle.of(["A..", "BBA"])
    >>> turns(Solution(puzzle, ((0, 1, 2, 5), (3, 4))))
    1
    """
    return sum(
        r != y and c != x
        for path in solution.cells
        for (r, c), (y, x) in zip(path, path[2:], strict=False)
    )
