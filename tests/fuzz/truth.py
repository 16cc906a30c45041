"""Checks of answers by the rules of the games, without the readers and solvers of the library.

Files are read again, in every format that they may have, and an answer must be correct for one of
these readings. Minima are found by trying all moves.
"""

import csv
import gzip
import io
import json
import lzma
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from itertools import compress, islice, pairwise, product
from math import isqrt
from pathlib import Path
from typing import Any

from pysat.formula import CNF
from pysat.solvers import Solver

from tests.floodit.exhaustive import minimum_of, states
from tests.flowfree.exhaustive import solutions
from tests.flowfree.marked import coloured, systems
from tests.minesweeper.exhaustive import certain

Cells = tuple[tuple[str, ...], ...]
"""The symbols on a board, row by row."""

MAX_CELLS = 25
"""Maximum number of fields of a board on which all moves are tried."""


def text_of(path: Path) -> str:
    opened = {".gz": gzip.open, ".xz": lzma.open}.get(path.suffix, open)
    with opened(path, "rb") as file:
        return file.read().decode("utf-8-sig").replace("\ufeff", "")


def lines_of(text: str) -> list[str]:
    return re.split("\r\n|[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]", text)


def blocks_of(text: str) -> list[list[str]]:
    lines = map(str.strip, lines_of(text))
    joined = "\n".join("" if line.startswith("#") else line for line in lines)  # titles
    return [block.split("\n") for block in re.split("\n\n+", joined.strip("\n"))]


def as_rows(text: str) -> Iterator[Cells]:
    """Read a row per line, and a blank line between boards."""
    for block in blocks_of(text):
        rows = block[1:] if block[0].startswith("board ") else block
        numbers = bool(re.search(r"colours .*\d\d", block[0]))
        apart = numbers or any(len(row.split()) > 1 for row in rows)
        yield tuple(tuple(symbols_of(row) if apart else row) for row in rows)


def symbols_of(row: str) -> Iterator[str]:
    """Yield the words of a row, and numbers without leading zeros."""
    for word in row.split():
        yield word.lstrip("0") or "0" if word.isdecimal() and word.isascii() else word


def as_slashes(text: str) -> Iterator[Cells]:
    """Read a board per line, the rows of which are joined by slashes."""
    for line in lines_of(text):
        if line.strip():
            yield from as_rows("\n".join(map(str.strip, line.split("/"))))


def as_rows_apart(text: str) -> Iterator[Cells]:
    """Read rows with an empty line after each, and more empty lines between boards."""
    lines = [line.strip() for line in lines_of(text)]
    numbers = [number for number, line in enumerate(lines) if line]
    gaps = [second - first for first, second in pairwise(numbers)]
    if gaps and min(gaps) > 1:
        parts = re.split("\n" * (min(gaps) + 1), "\n".join(lines).strip("\n"))
        for part in parts:
            yield from as_rows("\n".join(part.split()))


def as_lines(text: str) -> Iterator[Cells]:
    for line in text.split():
        n = isqrt(len(line))
        yield tuple(tuple(line[n * r : n * r + n]) for r in range(n))


def as_sized(text: str, below: tuple[int | None, ...]) -> Iterator[Cells]:
    """Read sizes, colours and minima.

    Below board i is its minimum with `below[i]` more numbers (a solution), or nothing for None.
    """
    numbers = iter(re.sub("#[^\r\n]*", "", text).split())
    extra = iter(below)
    for first in numbers:
        rows, cols, _ = int(first), int(next(numbers)), next(numbers)
        if not 0 < rows * cols < 1000:
            raise ValueError("no board, or none of the small ones that are damaged here")
        cells = [next(numbers) for _ in range(rows * cols)]
        if (more := next(extra, 0)) is not None:
            for _ in range(1 + more):
                next(numbers)
        yield tuple(tuple(cells[r * cols : r * cols + cols]) for r in range(rows))


def as_csv(text: str) -> Iterator[Cells]:
    for row in csv.DictReader(io.StringIO(text, newline="")):
        yield cells_of(row["fields"])


def cells_of(text: str) -> Cells:
    """Return the board of a text with ``/`` between rows."""
    return tuple(tuple(row.split(",") if "," in text else row) for row in text.split("/"))


READERS: dict[str, Callable[[str], Iterator[Cells]]] = {
    "rows": as_rows,
    "rows apart": as_rows_apart,
    "slashes": as_slashes,
    "lines": as_lines,
    **{f"sized, {b}": partial(as_sized, below=b) for b in product((0, 1, 2, None), repeat=2)},
    "csv": as_csv,
}


def readings(path: Path) -> list[list[Cells]]:
    """Return the boards in a file for each possible reading."""
    found = []
    text = text_of(path)
    separated = re.sub(r"[,\t]", " ", text)  # commas and tabs between cells count as blanks
    for reader, content in product(READERS.values(), dict.fromkeys([text, separated])):
        try:
            boards = list(reader(content))
        except (ValueError, KeyError, RuntimeError, StopIteration, AttributeError, TypeError):
            continue
        if boards and all(len(set(map(len, board))) == 1 and board[0] for board in boards):
            found.append(boards)
    return found


def flooded_by(board: Cells, moves: list[str]) -> bool:
    return len({symbol for row in states(board, moves)[-1] for symbol in row}) == 1


minimum = cache(minimum_of)


def check_minimum(board: Cells, claimed: int) -> None:
    if len(board) * len(board[0]) <= MAX_CELLS:
        assert claimed == minimum(board), (board, claimed)


def check_solved(paths: Mapping[str, Path], stdout: str, output: Path) -> None:
    """Every board in the file has an answer in its symbols, and no solution is shorter."""
    answers = [json.loads(line) for line in stdout.splitlines()]

    def fits(boards: list[Cells]) -> bool:
        return len(boards) == len(answers) and all(
            (len(board), len(board[0])) == (answer["rows"], answer["cols"])
            and flooded_by(board, list(map(str, answer["moves"])))
            for board, answer in zip(boards, answers, strict=True)
        )

    [read, *_] = [boards for boards in readings(paths["files"]) if fits(boards)]
    for board, answer in zip(read, answers, strict=True):
        assert answer["status"] == "optimal"
        assert len(answer["moves"]) == answer["minimum"]
        check_minimum(board, answer["minimum"])


def check_proven(paths: Mapping[str, Path], stdout: str, output: Path) -> None:
    """Every reported minimum for the start in the corner is correct."""
    found = re.findall(
        r"^board (\d+) \((\d+) rows?, (\d+) columns?, .* in row 0, column 0\) needs (\d+) moves?",
        stdout,
        re.MULTILINE,
    )
    last = max((int(number) for number, *_ in found), default=0)
    choices = [boards for boards in claimed_boards(paths) if len(boards) > last]
    assert not found or any(
        all(
            (len(boards[int(number)]), len(boards[int(number)][0])) == (int(rows), int(cols))
            and minimum(boards[int(number)]) == int(moves)
            for number, rows, cols, moves in found
        )
        for boards in choices
    )


def claimed_boards(paths: Mapping[str, Path]) -> list[list[Cells]]:
    """Return the boards of a proof: the user's own, if given, otherwise those in the proof."""
    if "boards" in paths:
        return readings(paths["boards"])
    if paths["evidence"].is_dir():
        return [[cells_of(json.loads(text_of(paths["evidence"] / "manifest.json"))["board"])]]
    lines = [line.split() for line in text_of(paths["evidence"]).splitlines()]
    return [[cells_of(words[1]) for words in lines if words[:1] == ["board"]]]


def comments_of(path: Path) -> dict[str, str]:
    lines = [line for line in lines_of(text_of(path)) if line.startswith("c ")]
    return dict(line[2:].split(": ", 1) for line in lines)


def check_decoded(paths: Mapping[str, Path], stdout: str, output: Path) -> None:
    """The moves flood the board of the formula."""
    if stdout.split(":")[0].strip() not in ("unsat", "unknown"):
        board = cells_of(comments_of(paths["file"])["board"])
        assert flooded_by(board, stdout.splitlines()[0].split())


def check_encoded(paths: Mapping[str, Path], stdout: str, output: Path) -> None:
    """The formula encodes board 1 of the file, and is satisfiable iff its moves suffice."""
    path = output.with_suffix(".cnf")
    board = cells_of(comments_of(path)["board"])
    assert board in [boards[1] for boards in readings(paths["file"]) if len(boards) > 1]
    with Solver("minisat22", bootstrap_with=CNF(from_file=str(path))) as solver:
        assert solver.solve() == (minimum(board) <= int(comments_of(path)["moves"]))


def puzzles_in(path: Path) -> list[list[str]]:
    """Return the puzzles in a file."""
    lines = lines_of(text_of(path))
    if "puzzle" in lines[0]:
        return [row["puzzle"].split("/") for row in csv.DictReader(lines)]
    if any(re.fullmatch(r"\d+ +\d+ *", line) for line in lines):
        return list(sized_puzzles(iter(lines)))
    blocks = [block.split("\n") for block in re.split("\n\n+", "\n".join(lines).strip("\n"))]
    return [
        block if is_sketch(block) else [row.replace(" ", ".") for row in block] for block in blocks
    ]


def is_sketch(lines: list[str]) -> bool:
    """Return whether a puzzle is a sketch, in which the sides of cells are drawn."""
    return (
        len(lines) > 2 and all(row.startswith("+") for row in lines[::2]) and "+" in lines[0][2:3]
    )


def sketched(lines: list[str]) -> list[str]:
    return [row[1::2] for row in lines[1::2]]


def sized_puzzles(lines: Iterator[str]) -> Iterator[list[str]]:
    """Yield puzzles, each preceded by its numbers of columns and rows, or of rows and columns."""
    for line in lines:
        if len(line.split()) > 1 and not line.startswith("#"):
            cols, rows, *_ = map(int, line.split())
            if rows:
                first = next(lines)
                if len(first) == rows != cols:
                    rows = cols
                yield [x.replace(" ", ".") for x in (first, *islice(lines, rows - 1))]


def check_connected(paths: Mapping[str, Path], stdout: str, output: Path) -> None:
    """The solutions are among those of an exhaustive search."""
    answers = [json.loads(line) for line in stdout.splitlines()]
    puzzles = puzzles_in(paths["files"])
    assert len(puzzles) == len(answers)
    for puzzle, answer in zip(puzzles, answers, strict=True):
        found = answer["solutions"]
        if is_sketch(puzzle):  # some of its sides may be drawn in two ways
            known = [sketched(coloured(puzzle, paths)) for paths in systems(puzzle, strict=True)]
            found = [sketched(solution) for solution in found]
        else:
            known = list(solutions(puzzle))
        assert answer["status"] == ("solved" if known else "unsolvable"), (puzzle, answer)
        assert all(solution in known for solution in found)
        if known:
            assert answer["unique"] == (len(known) == 1)


def check_counted(paths: Mapping[str, Path], stdout: str, output: Path) -> None:
    """The number of solutions agrees with an exhaustive search."""
    answers = [json.loads(line) for line in stdout.splitlines()]
    for puzzle, answer in zip(puzzles_in(paths["files"]), answers, strict=True):
        known = systems(puzzle, strict=True) if is_sketch(puzzle) else solutions(puzzle)
        assert (answer["solutions"], answer["exact"]) == (len(list(known)), True)


States = list[tuple[str, list[str]]]
"""The number of mines (or "") and the rows of each state, all as text."""

FOREIGN = str.maketrans("#x?*9! ", "...FFF0")
"""The symbols of other programs, with their translations."""


def states_in(text: str) -> Iterator[States]:
    """Yield the states in a text, for each interpretation of lines with only blanks."""
    if "," in text:
        rows = csv.DictReader(lines_of(text))
        yield [(row["mines"], row["state"].translate(FOREIGN).split("/")) for row in rows]
        return
    lines = lines_of(text)
    blank = [number for number, line in enumerate(lines) if line and not line.strip()]
    for empty in product((False, True), repeat=len(blank)):
        read = lines.copy()
        for number in compress(blank, empty):
            read[number] = ""
        blocks = re.split("\n\n+", "\n".join(read).strip("\n"))
        yield [stated(block.split("\n")) for block in blocks]


def stated(lines: list[str]) -> tuple[str, list[str]]:
    mines = ""
    if lines[0].strip().lower().startswith("mines:"):
        mines = lines[0].strip()[6:].strip()
        lines = lines[1:]
    return mines, [line.translate(FOREIGN) for line in lines]


def follows(mines: str, rows: list[str], agrees: Callable[[dict[int, int], int], bool]) -> bool:
    """Return whether an answer agrees with the fields that are certain in a state.

    `agrees` receives the values of these fields, which are numbered row by row, and the number of
    columns. A state with more than 12 fields without a number or flag is not checked.
    """
    if not rows or len({*map(len, rows)}) > 1 or not re.fullmatch("[0-8.F]+", "".join(rows)):
        return False
    if "".join(rows).count(".") > 12:
        return True
    right = certain(rows, int(mines) if mines else None)
    if right is None:
        return False
    return agrees(right, len(rows[0]))


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
            follows(mines, rows, partial(all_certain, answer))
            for (mines, rows), answer in zip(states, answers, strict=True)
        )
        for states in states_in(text_of(paths["files"]))
    ), answers


def check_hinted(paths: Mapping[str, Path], stdout: str, output: Path) -> None:
    """The hinted field is certain in the first state of the file, or no field is certain."""
    answer = json.loads(stdout)
    assert any(
        follows(*states[0], partial(one_certain, answer))
        for states in states_in(text_of(paths["file"]))
    ), answer


TRUTHS = {
    "floodit solve": check_solved,
    "floodit verify": check_proven,
    "floodit prove": check_proven,
    "floodit decode": check_decoded,
    "floodit encode": check_encoded,
    "flowfree solve": check_connected,
    "flowfree count": check_counted,
    "minesweeper deduce": check_deduced,
    "minesweeper hint": check_hinted,
}
"""The check for each command whose answers can be right or wrong."""
