"""Checks of answers by the rules of the games, without the solvers of the library.

Files are read in every format that accepts them, and an answer must be correct for one of these
readings; `test_near_forms` tests what is read. Minima are found by trying all moves.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

from pysat.formula import CNF
from pysat.solvers import Solver

from puzzlesat.common.errors import InputError
from puzzlesat.floodit.formats.formats import FORMATS as FLOODIT
from puzzlesat.flowfree.board.grid import PLAIN
from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.formats.formats import FORMATS as FLOWFREE
from puzzlesat.minesweeper.board.state import State
from puzzlesat.minesweeper.formats.formats import FORMATS as MINESWEEPER
from tests.floodit.exhaustive import minimum_of, states
from tests.flowfree.marked import all_solutions, coloured
from tests.minesweeper.exhaustive import certain

Cells = tuple[tuple[str, ...], ...]
"""The symbols on a board, row by row."""

MAX_CELLS = 25
"""Maximum number of fields of a board on which all moves are tried."""


def readings(formats: Any, path: Path) -> Iterator[list[Any]]:
    """Yield the puzzles in a file for each format that accepts it."""
    for format in formats:
        try:
            yield list(formats.read(path, format.name))
        except InputError:
            continue


def cells_of(text: str) -> Cells:
    """Return the board of a text with ``/`` between rows."""
    return tuple(tuple(row.split(",") if "," in text else row) for row in text.split("/"))


def boards_in(path: Path) -> list[list[Cells]]:
    return [
        [tuple(tuple(str(board.symbols[c]) for c in row) for row in board.grid) for board in boards]
        for boards in readings(FLOODIT, path)
    ]


def flooded_by(board: Cells, moves: list[str]) -> bool:
    return len({symbol for row in states(board, moves)[-1] for symbol in row}) == 1


minimum = cache(minimum_of)


def check_solved(paths: Mapping[str, Path], stdout: str, output: Path) -> None:
    """Every board in the file has an answer in its symbols, and no solution is shorter."""
    answers = [json.loads(line) for line in stdout.splitlines()]

    def fits(boards: list[Cells]) -> bool:
        return len(boards) == len(answers) and all(
            (len(board), len(board[0])) == (answer["rows"], answer["cols"])
            and flooded_by(board, list(map(str, answer["moves"])))
            for board, answer in zip(boards, answers, strict=True)
        )

    [read, *_] = [boards for boards in boards_in(paths["files"]) if fits(boards)]
    for board, answer in zip(read, answers, strict=True):
        assert answer["status"] == "optimal"
        assert len(answer["moves"]) == answer["minimum"]
        if len(board) * len(board[0]) <= MAX_CELLS:
            assert answer["minimum"] == minimum(board), board


def check_proven(paths: Mapping[str, Path], stdout: str, output: Path) -> None:
    """Every reported minimum for the start in the corner is correct."""
    found = re.findall(
        r"^board (\d+) \((\d+) rows?, (\d+) columns?, .*, start A1\) needs (\d+) moves?",
        stdout,
        re.MULTILINE,
    )
    last = max((int(number) for number, *_ in found), default=0)
    choices = [boards for boards in claimed_boards(paths) if len(boards) > last]
    assert not found or any(
        all(
            (len(boards[int(number)]), len(boards[int(number)][0])) == (int(rows), int(cols))
            and (int(rows) * int(cols) > MAX_CELLS or minimum(boards[int(number)]) == int(moves))
            for number, rows, cols, moves in found
        )
        for boards in choices
    )


def claimed_boards(paths: Mapping[str, Path]) -> list[list[Cells]]:
    """Return the boards of a proof: the user's own, if given, otherwise those in the proof."""
    if "boards" in paths:
        return boards_in(paths["boards"])
    if paths["evidence"].is_dir():
        manifest = json.loads((paths["evidence"] / "manifest.json").read_text("utf-8-sig"))
        return [[cells_of(manifest["board"])]]
    lines = [line.split() for line in paths["evidence"].read_text("utf-8-sig").splitlines()]
    return [[cells_of(words[1]) for words in lines if words[:1] == ["board"]]]


def comments_of(path: Path) -> dict[str, str]:
    lines = re.split("[\r\n]+", path.read_text("utf-8-sig"))
    return dict(line[2:].split(": ", 1) for line in lines if line.startswith("c "))


def check_decoded(paths: Mapping[str, Path], stdout: str, output: Path) -> None:
    """The moves flood the board of the formula."""
    if stdout.split(":")[0].strip() not in ("unsat", "unknown"):
        board = cells_of(comments_of(paths["file"])["board"])
        assert flooded_by(board, stdout.splitlines()[0].split())


def check_encoded(paths: Mapping[str, Path], stdout: str, output: Path) -> None:
    """The formula encodes board 1 of the file, and is satisfiable iff its moves suffice."""
    path = output.with_suffix(".cnf")
    board = cells_of(comments_of(path)["board"])
    assert board in [boards[1] for boards in boards_in(paths["file"]) if len(boards) > 1]
    with Solver("minisat22", bootstrap_with=CNF(from_file=str(path))) as solver:
        assert solver.solve() == (minimum(board) <= int(comments_of(path)["moves"]))


def drawn(puzzle: Puzzle, paths: Any) -> list[str]:
    """Return the rows or the sketch of a puzzle with the symbols of flows in their cells."""
    if puzzle.marks != PLAIN:
        return coloured(puzzle.lines, paths)
    symbol = {(r, c): puzzle.lines[path[0][0]][path[0][1]] for path in paths for r, c in path}
    return [
        "".join(symbol.get((r, c), ".") for c in range(puzzle.cols)) for r in range(puzzle.rows)
    ]


def of_one_reading(
    check: Callable[[Puzzle, dict[str, Any]], bool], paths: Mapping[str, Path], stdout: str, _: Path
) -> None:
    """Assert that every answer passes a check, for the puzzles of some reading of the file."""
    answers = [json.loads(line) for line in stdout.splitlines()]
    assert any(
        len(puzzles) == len(answers) and all(map(check, puzzles, answers))
        for puzzles in readings(FLOWFREE, paths["files"])
    ), answers


def is_connected(puzzle: Puzzle, answer: dict[str, Any]) -> bool:
    """Return whether the solutions are among those of an exhaustive search."""
    known = [drawn(puzzle, paths) for paths in all_solutions(puzzle.lines, answer["rule"])]
    return (
        answer["status"] == ("solved" if known else "unsolvable")
        and all(solution in known for solution in answer["solutions"])
        and (not known or answer["unique"] == (len(known) == 1))
    )


def is_counted(puzzle: Puzzle, answer: dict[str, Any]) -> bool:
    """Return whether the number of solutions agrees with an exhaustive search."""
    number = sum(1 for _ in all_solutions(puzzle.lines, puzzle.rule))
    return (answer["solutions"], answer["exact"]) == (number, True)


def follows(state: State, agrees: Callable[[dict[int, int], int], bool]) -> bool:
    """Return whether an answer agrees with the fields that are certain in a state.

    `agrees` receives the values of these fields, which are numbered row by row, and the number of
    columns. A state with more than 12 fields without a number or flag is not checked.
    """
    if len(state.covered) > 12:
        return True
    right = certain(state.lines, state.mines)
    return right is not None and agrees(right, state.cols)


def all_certain(answer: dict[str, list[list[int]]], right: dict[int, int], cols: int) -> bool:
    return all(
        {*map(tuple, answer[key])}
        == {divmod(f, cols) for f, mine in right.items() if mine == value}
        for key, value in (("mines", 1), ("safe", 0))
    )


def one_certain(answer: dict[str, Any], right: dict[int, int], cols: int) -> bool:
    if answer["status"] != "certain":
        return not right
    row, col = answer["field"]
    return right.get(row * cols + col) == (answer["value"] == "mine")


def check_deduced(paths: Mapping[str, Path], stdout: str, output: Path) -> None:
    """The certain fields of all states in the file are those of an exhaustive search."""
    answers = [json.loads(line) for line in stdout.splitlines()]
    assert any(
        len(states) == len(answers)
        and all(
            follows(state, partial(all_certain, answer))
            for state, answer in zip(states, answers, strict=True)
        )
        for states in readings(MINESWEEPER, paths["files"])
    ), answers


def check_hinted(paths: Mapping[str, Path], stdout: str, output: Path) -> None:
    """The hinted field is certain in the first state of the file, or no field is certain."""
    answer = json.loads(stdout)
    assert any(
        follows(states[0], partial(one_certain, answer))
        for states in readings(MINESWEEPER, paths["file"])
    ), answer


TRUTHS = {
    "floodit solve": check_solved,
    "floodit verify": check_proven,
    "floodit prove": check_proven,
    "floodit decode": check_decoded,
    "floodit encode": check_encoded,
    "flowfree solve": partial(of_one_reading, is_connected),
    "flowfree count": partial(of_one_reading, is_counted),
    "minesweeper deduce": check_deduced,
    "minesweeper hint": check_hinted,
}
"""The check for each command whose answers can be right or wrong."""
