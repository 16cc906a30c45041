"""The engine in the web application gives the same answers as the native one."""

import base64
import gzip
import json
import os
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from puzzlesat.common.engine import ask
from puzzlesat.common.picture import read_fields
from puzzlesat.floodit.board.referee import floods
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.flowfree.board.puzzle import SYMBOLS, Puzzle
from puzzlesat.flowfree.solve.direct import solutions_of
from puzzlesat.flowfree.solve.generate import random_puzzle
from puzzlesat.minesweeper.board.sample import random_position
from tests.flowfree.exhaustive import path_systems
from tests.flowfree.levels import level_of
from tests.flowfree.samples import marked_puzzles, thrown
from tests.programs import load_tool
from tests.web.conftest import node

WEB = load_tool("web")
FEW = int(os.environ.get("COUNT", "30"))
"""The number of puzzles of each kind; COUNT=1000 makes the full comparison (ten minutes)."""


def call(calls):
    """Return what the engine answers to calls, each a method and its argument."""
    return node(Path(__file__).with_name("call_engine.mjs"), calls)["answers"]


def results(calls):
    answers = call(calls)
    assert [answer["error"] for answer in answers if "error" in answer] == []
    return [answer["result"] for answer in answers]


def errors(calls):
    answers = call(calls)
    assert all(answer["error"]["name"] == "EngineError" for answer in answers), answers
    return [answer["error"] for answer in answers]


# The module --------------------------------------------------------------------------------------


def test_the_module_is_that_of_the_sources():
    record = json.loads(WEB.RECORD.read_text())
    assert record["sources"] == WEB.sources_digest(), (
        "the engine's sources have changed: run make web (it needs Emscripten; Debian: apt-get "
        "install emscripten), and commit web/engine/puzzlesat.wasm.gz and module.json"
    )
    assert record["module"] == sha256(gzip.decompress(WEB.MODULE.read_bytes())).hexdigest()


# Flood-It ----------------------------------------------------------------------------------------


def as_board(board):
    rows = [list(board.colour[r * board.cols : (r + 1) * board.cols]) for r in range(board.rows)]
    return {"rows": rows, "k": board.k, "start": list(board.start)}


def boards():
    random = np.random.default_rng(7)
    for i in range(FEW):
        n, k = int(random.integers(2, 13)), int(random.integers(2, 8))
        start = tuple(map(int, random.integers(n, size=2)))
        board = random_board(2020, n, k, i)
        yield board.with_start(start)


# Flow Free ---------------------------------------------------------------------------------------


def puzzles():
    random, marked = np.random.default_rng(8), marked_puzzles()
    for i in range(FEW):
        rows, cols = (int(x) for x in random.integers(4, 9, size=2))
        rule = "touching" if i % 2 else "strict"
        if i % 3 == 0:
            yield Puzzle.of(marked[i % len(marked)], rule=rule)
        else:
            yield random_puzzle(2020, rows, cols, None, i, "any", rule)


def cells_of(puzzle, paths):
    """Return the paths of a solution as places of cells."""
    cell = puzzle.grid.cell.tolist()
    return [[list(divmod(cell[node], puzzle.cols)) for node in path] for path in paths]


def test_solutions_that_leave_cells_empty_are_those_of_brute_force():
    """All of them, or some together with their number."""
    boards = [rows for rows in thrown_boards(FEW) if sum(map(len, rows)) <= 16]
    puzzles = [Puzzle.of(rows, rule="numberlink") for rows in boards]
    calls = [["flowfree.solve", {"puzzle": x.as_object, "limit": 20}] for x in puzzles]
    numbers = []
    for rows, answer in zip(boards, results(calls), strict=True):
        expected = {links_of(paths) for paths in path_systems(rows, filling=False)}
        found = [links_of(paths) for paths in answer["solutions"]]
        assert int(answer["number"]) == len(expected), rows
        assert (answer["status"] == "complete") == (len(expected) <= 20)
        assert len(found) == len(set(found)) == min(len(expected), 20)
        assert set(found) <= expected
        numbers.append(len(expected))
    assert 0 in numbers and max(numbers) > 20


def puzzle_with_empty_cells():
    """Return a puzzle whose only solution leaves cells empty."""
    for rows in thrown_boards(200):
        found = list(path_systems(rows, filling=False))
        if len(found) == 1 and len(links_of(found[0])) > 4 and sum(map(len, found[0])) < 9:
            return Puzzle.of(rows, rule="numberlink"), found[0]
    raise AssertionError


@pytest.mark.parametrize("rule", ["strict", "numberlink"])
def test_hints_lead_to_the_only_solution_and_name_a_wrong_link(rule):
    if rule == "strict":
        puzzle = random_puzzle(2020, 4, 5, None, 3, "one")
        paths = cells_of(puzzle, solutions_of(puzzle)[0][0].paths)
    else:
        puzzle, paths = puzzle_with_empty_cells()
    expected = links_of(paths)
    links = [sorted(map(list, link)) for link in sorted(map(sorted, expected))]
    every = [
        [list(divmod(i, puzzle.cols)), list(divmod(j, puzzle.cols))]
        for i, j in puzzle.grid.links.tolist()
    ]
    other = next(pair for pair in every if frozenset(map(tuple, pair)) not in expected)
    given = [*(links[:n] for n in range(len(links) + 1)), [*links, other]]
    *hints, done, wrong = results(
        [["flowfree.hint", {"puzzle": puzzle.as_object, "known": known}] for known in given]
    )
    for known, hint in zip(given[:-2], hints, strict=True):
        assert hint["kind"] == "link"
        assert frozenset(map(tuple, hint["link"])) in expected - links_of(known)
    assert done["kind"] == "done"
    assert wrong["kind"] == "wrong" and wrong["link"] == other


def thrown_boards(number):
    shapes = [(3, 3), (3, 4), (4, 4), (2, 5)]
    return [thrown(seed, shapes, [1, 2, 3]) for seed in range(number)]


def links_of(paths):
    return frozenset(
        frozenset(map(tuple, pair)) for path in paths for pair in pairwise(map(tuple, path))
    )


def test_generated_puzzles_have_one_solution_and_the_difficulty():
    wanted = [
        *({"rows": 6, "cols": 7, "seed": seed, "difficulty": seed % 2} for seed in range(4)),
        {"rows": 9, "cols": 9, "seed": 1, "difficulty": 2},
        *({"rows": 6, "cols": 6, "seed": seed, "flows": 5} for seed in range(3)),
        {"rows": 5, "cols": 6, "seed": 1, "rule": "touching"},
    ]
    found = results([["flowfree.generate", request] for request in wanted])
    for request, made in zip(wanted, found, strict=True):
        puzzle = Puzzle(
            *(made["rows"], made["cols"], tuple(made["flow"])),
            SYMBOLS[: max(made["flow"]) + 1],
            rule=made["rule"],
        )
        assert len(solutions_of(puzzle)[0]) == 1
        if "difficulty" in request:
            assert level_of(puzzle) == request["difficulty"]
        if "flows" in request:
            assert puzzle.k == request["flows"]


# Minesweeper -------------------------------------------------------------------------------------


def as_state(state, with_mines=True):
    rows = ["".join("#" if x == "." else x for x in line) for line in state.lines]
    return {"rows": rows, "mines": state.mines if with_mines else None}


def test_all_methods_give_the_answers_of_the_native_engine():
    calls = [[f"floodit.{name}", as_board(x)] for x in boards() for name in ("solve", "greedy")]
    calls += [["flowfree.solve", {"puzzle": x.as_object, "limit": 5}] for x in puzzles()]
    drawn = [random_position(3, 6, 7, 8, i).state() for i in range(12)]
    drawn += [random_position(1, 16, 30, 99, i).state() for i in range(4)]
    calls += [["minesweeper.analyse", as_state(x, with_mines=False)] for x in drawn]
    calls += [[f"minesweeper.{x}", as_state(y)] for y in drawn for x in ("analyse", "explain")]
    size = {"width": 9, "height": 9, "mines": 12}
    requests = [size | {"seed": seed, "guessFree": seed % 2 == 1} for seed in range(6)]
    calls += [["minesweeper.random", wanted] for wanted in requests]
    made = [{"board": ask("minesweeper.random", **wanted)} for wanted in requests]
    calls += [["minesweeper.needsGuess", board] for board in made]
    calls += [["minesweeper.placement", as_state(state) | {"seed": 7}] for state in drawn]
    for (method, argument), answer in zip(calls, results(calls), strict=True):
        native = ask(method, **argument)
        if method == "floodit.solve":  # of the shortest solutions, any may be found
            moves, _ = answer.pop("moves"), native.pop("moves")
            assert len(moves) == answer["minimum"]
            assert floods(argument["rows"], moves, argument["start"])
        assert answer == native


def test_a_contradiction_with_thousands_of_mines_is_named():
    rows = ["#" * 100] * 50 + ["#" * 50 + "0" + "#" * 49] + ["#" * 100] * 49
    [error] = errors([["minesweeper.analyse", {"rows": rows, "mines": 9998}]])
    assert error["fields"] == [[50, 50]]
    assert "the number of mines, 9998" in error["message"]


# Pictures ----------------------------------------------------------------------------------------


def test_pictures_are_read_as_by_the_library(tmp_path):
    from PIL import Image

    colours = np.array([[220, 30, 30], [30, 180, 60], [40, 60, 220]], np.uint8)
    fields = np.random.default_rng(1).integers(3, size=(6, 7))
    image = Image.fromarray(np.kron(colours[fields], np.ones((24, 24, 1), np.uint8)))
    image.save(tmp_path / "board.png")
    native = read_fields((tmp_path / "board.png").read_bytes(), "floodit")
    rgba = base64.b64encode(image.convert("RGBA").tobytes()).decode()
    question = {"game": "floodit", "rgba": rgba, "width": image.width, "height": image.height}
    [found] = results([["picture.read", question]])
    assert found["fields"] == native.fields
    assert found["palette"] == [list(bytes.fromhex(code[1:])) for code in native.palette]
    assert found["grid"]["pitchX"] == native.pitch_x
    black = base64.b64encode(bytes(4 * 30 * 30)).decode()
    question = {"game": "floodit", "rgba": black, "width": 30, "height": 30}
    [found] = results([["picture.read", question]])
    assert found["unread"] == "no_board"


# Errors ------------------------------------------------------------------------------------------


BAD = [
    ("floodit.solve", {"rows": []}),
    ("floodit.solve", {"rows": [[0, 1], [0]]}),
    ("floodit.solve", {"rows": [[0, 9]], "k": 2}),
    ("floodit.solve", {"rows": [[0, 1]], "start": [5, 5]}),
    ("flowfree.solve", {"puzzle": {"rows": 2, "cols": 2, "flow": [0, -1, -1, -1]}}),
    ("flowfree.solve", {"puzzle": {"rows": 1, "cols": 2, "flow": [0, 0]}, "limit": 0}),
    (
        "flowfree.hint",
        {"puzzle": {"rows": 1, "cols": 2, "flow": [0, 0]}, "known": [[[0, 0], [0, 0]]]},
    ),
    ("flowfree.generate", {"rows": 1, "cols": 1, "seed": 1}),
    ("minesweeper.simplest", {"rows": ["1#"], "fields": [[0, 7]]}),
    ("minesweeper.needsGuess", {"board": {"width": 2, "height": 2, "mines": [[0, 0]]}}),
    ("picture.read", {"game": "chess", "rgba": "", "width": 1, "height": 1}),
    ("nothing", {}),
]


def test_bad_input_is_reported_in_a_sentence():
    """All of it by one engine, which survives."""
    for given, error in zip(BAD, errors(BAD), strict=True):
        message = error["message"]
        assert message.endswith("."), given
        assert "failed" not in message, given
        assert "undefined" not in message, given
