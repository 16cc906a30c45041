"""The engine's interface: requests and answers as JSON."""

import json
import os
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from random import Random
from time import monotonic

import pytest

from puzzlesat import _engine
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.minesweeper.board.game import Game
from puzzlesat.minesweeper.board.state import State
from tests.floodit.exhaustive import flooded_area, states

HARD = random_board(2020, 40, 8, 0)


def ask(method, **arguments):
    return json.loads(_engine.answer(json.dumps({"method": method, **arguments})))


def rows_of(board):
    return [list(board.colour[r * board.cols : (r + 1) * board.cols]) for r in range(board.rows)]


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "[1,]", '{"a":1,}', '{"a" 1}', "nul", "truefalse", "[] []", "'a'", '"a'),
        *("01", "-", "+1", ".5", "1.", "1e", "NaN", "Infinity", "1e999", '"\t"', '"\\ud800"'),
        *('"\\x"', '"\\u12"'),
        *('{"a": 1, "a": 2}', "[" * 100 + "]" * 100, '{"a": 1}\x00'),
    ],
)
def test_what_is_no_json_is_refused(text):
    answer = json.loads(_engine.answer(text))
    assert list(answer) == ["refusal"]
    assert answer["refusal"].startswith("the engine refuses this: the text is no JSON")


@pytest.mark.parametrize(
    "name", ["", "a.b", 'é𝄞 "\\/\b\f\n\r\t\x01\x1f', "floodit.solve ", "\u2028"]
)
@pytest.mark.parametrize("ascii_only", [True, False])
def test_strings_are_read_and_written_as_python_does(name, ascii_only):
    request = json.dumps({"method": name}, ensure_ascii=ascii_only)
    assert json.loads(_engine.answer(request)) == {"refusal": f"the engine has no method {name}"}


@pytest.mark.skipif(not shutil.which("localedef"), reason="no locale with a comma can be made")
def test_numbers_do_not_depend_on_the_locale_of_the_host(tmp_path):
    subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", tmp_path / "comma"], check=False)
    program = (
        "import locale; from puzzlesat import _engine\n"
        "locale.setlocale(locale.LC_NUMERIC, 'comma')\n"
        'print(_engine.answer(\'{"method": "minesweeper.analyse", "seconds": 0.9,'
        ' "rows": ["##"], "mines": 1}\'))'
    )
    environment = os.environ | {"LOCPATH": str(tmp_path)}
    run = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    assert json.loads(run.stdout)["result"]["probabilities"] == [[0.5, 0.5]]


@pytest.mark.parametrize(
    "arguments",
    [
        *({}, {"rows": []}, {"rows": [[]]}, {"rows": [[0], []]}, {"rows": [[0, 1], [0]]}),
        *({"rows": 3}, {"rows": [[-1]]}, {"rows": [[0.5]]}, {"rows": [["a"]]}, {"rows": [[64]]}),
        *({"rows": [[3]], "k": 3}, {"rows": [[0]], "start": [0, 1]}, {"rows": [[0]], "start": 0}),
        {"rows": [[0]], "seconds": "1"},
    ],
)
@pytest.mark.parametrize("method", ["floodit.solve", "floodit.greedy"])
def test_a_board_that_is_none_is_refused_in_a_phrase(method, arguments):
    phrase = ask(method, **arguments)["refusal"]
    assert phrase[0].islower() and not phrase.endswith(".")


def test_unknown_arguments_are_refused_and_all_others_are_described():
    text = (Path(__file__).parents[1] / "engine/interface/README.md").read_text()
    described = re.findall(r"^### (\w+\.\w+)\((.*)\)$", text, re.M)
    assert len(described) == 22
    for method, arguments in described:
        refusal = ask(method, misspelt=1)["refusal"]
        start = f"the method {method} takes no argument misspelt, only "
        assert refusal.startswith(start)
        taken = refusal.removeprefix(start).replace(" and ", ", ").split(", ")
        assert arguments.replace("?", "").removesuffix(", seconds").split(", ") == taken[:-1]
        assert taken[-1] == "seconds"


def test_progress_is_told_until_the_time_limit():
    told = []
    request = {"method": "floodit.solve", "rows": rows_of(HARD), "k": HARD.k, "seconds": 0.3}
    begun = monotonic()
    result = json.loads(_engine.answer(json.dumps(request), told.append))["result"]
    assert monotonic() - begun < 5
    assert result["status"] == "timeout" and result["minimum"] is None
    bounds = [(x["lower"], x["upper"]) for x in map(json.loads, told)]
    assert bounds[-1] == (result["lower"], result["upper"])
    assert len(set(bounds)) == len(bounds)


def test_a_memory_limit_ends_a_search():
    request = {"method": "floodit.solve", "rows": rows_of(HARD), "k": HARD.k, "seconds": 60}
    result = json.loads(_engine.answer(json.dumps(request), memory_bytes=1_000_000))["result"]
    assert result["status"] == "memory"


def test_other_threads_run_meanwhile_and_an_exception_ends_the_call():
    counted = 0
    ended = threading.Event()

    def count():
        nonlocal counted
        while not ended.is_set():
            counted += 1

    def fail(_):
        if counted > 1000:
            raise KeyboardInterrupt

    thread = threading.Thread(target=count)
    thread.start()
    request = {"method": "floodit.solve", "rows": rows_of(HARD), "k": HARD.k, "seconds": 60}
    try:
        with pytest.raises(KeyboardInterrupt):
            _engine.answer(json.dumps(request), fail)
    finally:
        ended.set()
        thread.join()


def test_positions_of_a_line_follow_from_flooding_field_by_field():
    random = Random(1)
    for i in range(30):
        board = random_board(7, random.randint(1, 6), random.randint(2, 4), i)
        start = random.randrange(board.rows), random.randrange(board.cols)
        moves = [random.randrange(board.k) for _ in range(8)]
        rows = rows_of(board)
        areas = [flooded_area(grid, start) for grid in states(board.grid, moves, start)]
        line = ask("floodit.play", rows=rows, k=board.k, start=start, moves=moves)["result"]
        for t, area in enumerate(areas):
            joined = {
                (r, c)
                for r, row in enumerate(line["joined"])
                for c, at in enumerate(row)
                if 0 <= at <= t
            }
            assert joined == area
        ends = [t for t, area in enumerate(areas) if len(area) == board.rows * board.cols]
        assert line["flooded"] == next(iter(ends), None)


@pytest.mark.parametrize(
    ("rule", "paths", "fault"),
    [
        ("strict", [[[0, 0], [1, 0], [1, 1], [1, 2], [0, 2]]], {"code": "empty", "flow": None}),
        ("numberlink", [[[0, 0], [1, 0], [1, 1], [1, 2], [0, 2]]], None),
        ("numberlink", [[[0, 0], [0, 1], [1, 1], [1, 2], [0, 2]]], None),
        ("touching", [[[0, 0], [1, 0], [1, 1], [0, 1], [0, 2]]], {"code": "empty", "flow": None}),
        ("touching", [[[0, 0], [1, 0], [1, 2], [0, 2]]], {"code": "jumps", "flow": 0}),
        ("strict", [[[0, 0], [1, 0]]], {"code": "ends", "flow": 0}),
        ("strict", [[]], {"code": "ends", "flow": 0}),
        ("strict", [[[0, 0], [0, 3]]], {"code": "ends", "flow": 0}),
        ("strict", [], {"code": "paths", "flow": None}),
        ("touching", [[[0, 0], [0, 1], [1, 1], [0, 1], [0, 2]]], {"code": "meets", "flow": 0}),
    ],
)
def test_the_fault_of_a_drawing_is_named(rule, paths, fault):
    puzzle = {"rows": 2, "cols": 3, "flow": [0, -1, 0, -1, -1, -1]}
    assert ask("flowfree.check", puzzle=puzzle, rule=rule, paths=paths)["result"] == fault


def test_a_flow_that_touches_itself_and_one_that_turns_on_a_bridge_are_named():
    puzzle = {"rows": 2, "cols": 2, "flow": [0, 0, -1, -1]}
    around = [[[0, 0], [1, 0], [1, 1], [0, 1]]]
    assert ask("flowfree.check", puzzle=puzzle, paths=around)["result"]["code"] == "touches"
    assert ask("flowfree.check", puzzle=puzzle, rule="touching", paths=around)["result"] is None
    crossed = {"rows": 3, "cols": 3, "flow": [-1, 0, -1, 1, -1, 1, -1, 0, -1]}
    crossed |= {"missing": [0, 2, 6, 8], "bridges": [4]}
    straight = [[[0, 1], [1, 1], [2, 1]], [[1, 0], [1, 1], [1, 2]]]
    assert ask("flowfree.check", puzzle=crossed, paths=straight)["result"] is None
    turned = {**crossed, "flow": [-1, 0, -1, 0, -1, 1, -1, 1, -1]}
    paths = [[[0, 1], [1, 1], [1, 0]], [[1, 2], [1, 1], [2, 1]]]
    assert ask("flowfree.check", puzzle=turned, paths=paths)["result"]["code"] == "turns"


def test_moves_in_games_are_those_of_the_referee():
    random = Random(2)
    for _ in range(60):
        rows, cols = random.randint(1, 6), random.randint(2, 6)
        order = random.sample(range(rows * cols), rows * cols)
        game = Game(rows, cols, random.randrange(rows * cols), order)
        game.uncover(order[-1])
        mines = [divmod(f, cols) for f in sorted(game.mined)]
        board = {"width": cols, "height": rows, "mines": mines}
        numbers = ask("minesweeper.numbers", board=board)["result"]["rows"]
        while not game.over:
            covered = [f for f in range(rows * cols) if f not in game.uncovered]
            game.flags = {f for f in covered if random.random() < 0.2}
            before, fields = game.state(), random.sample(covered, min(len(covered), 2))
            exploded = None
            for f in fields:
                if f not in game.flags and not game.lost and f not in game.uncovered:
                    game.uncover(f)
                    exploded = list(divmod(f, cols)) if game.lost else None
            answer = ask(
                "minesweeper.uncover",
                board=board,
                rows=[line.replace(".", "#") for line in before.lines],
                fields=[divmod(f, cols) for f in fields],
            )["result"]
            assert State.of(answer["rows"], game.mines) == game.state()
            assert answer["exploded"] == exploded and answer["won"] == game.won
        state = State.of(numbers)
        assert all(state.content[f] == number for f, number in game.uncovered.items())
        assert {f for f, content in enumerate(state.content) if content < 0} == game.mined


@pytest.mark.parametrize(
    ("rows", "cols", "rule", "flows"),
    [(5, 5, "strict", 1), (2, 2, "strict", None), (1, 2, "touching", None), (3, 3, "touching", 4)],
)
@pytest.mark.parametrize("method", ["flowfree.room", "flowfree.generate"])
def test_a_puzzle_that_cannot_be_is_refused_at_once(method, rows, cols, rule, flows):
    arguments = {"rows": rows, "cols": cols, "rule": rule, "flows": flows, "seconds": 1}
    more = {"seed": 1} if method == "flowfree.generate" else {}
    assert f"{rows}×{cols} cells has room for " in ask(method, **arguments, **more)["refusal"]


@pytest.mark.parametrize(
    ("method", "arguments", "phrase"),
    [
        ("hint", {"puzzle": {"missing": 5}}, "missing cells and bridges are numbers of cells"),
        ("hint", {"puzzle": {"bridges": "5"}}, "missing cells and bridges are numbers of cells"),
        ("hint", {"puzzle": {"walls": 7}}, "a wall or warp is at the right"),
        ("hint", {"puzzle": {"warps": {}}}, "a wall or warp is at the right"),
        ("hint", {"puzzle": {"symbols": "A"}}, "symbols are a list of texts"),
        ("hint", {"puzzle": {"rule": 7}}, "there is no such rule"),
        ("hint", {"known": 5}, "a known link is given by two cells"),
        ("hint", {"known": [5]}, "a known link is given by two cells"),
        ("hint", {"seconds": -1}, "the time limit must be a number of seconds from 0 on"),
        ("generate", {"rule": 7}, "flows of generated puzzles fill the board"),
        ("generate", {"solutions": 1}, "the solutions of a puzzle are one, several or any"),
        ("generate", {"solutions": "any", "difficulty": 1}, "only a puzzle with one solution has"),
        ("generate", {"seed": None}, "the seed must be a whole number"),
    ],
)
def test_arguments_of_a_wrong_type_or_kind_are_refused(method, arguments, phrase):
    if method == "hint":
        puzzle = {"rows": 1, "cols": 3, "flow": [0, -1, 0]} | arguments.get("puzzle", {})
        arguments = arguments | {"puzzle": puzzle}
    else:
        arguments = {"rows": 4, "cols": 4, "seed": 1} | arguments
    assert ask(f"flowfree.{method}", **arguments)["refusal"].startswith(phrase)


def test_the_smallest_puzzle_is_generated():
    found = ask("flowfree.generate", rows=2, cols=2, rule="touching", seed=1, seconds=1)["result"]
    assert sorted(found["flow"]) == [-1, -1, 0, 0]
