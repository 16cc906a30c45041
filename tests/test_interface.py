"""The engine's interface: requests and answers as JSON."""

import json
import threading
from time import monotonic

import pytest

from puzzlesat import _engine
from puzzlesat.floodit.board.sample import random_board

HARD = random_board(2020, 40, 8, 0)


def ask(method, **arguments):
    return json.loads(_engine.answer(json.dumps({"method": method, **arguments})))


def rows_of(board):
    return [list(board.colour[r * board.cols : (r + 1) * board.cols]) for r in range(board.rows)]


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "{",
            "[1,]",
            '{"a":1,}',
            '{"a" 1}',
            "nul",
            "truefalse",
            "[] []",
            "'a'",
            '"a',
            '"\\x"',
        ),
        *(
            "01",
            "-",
            "+1",
            ".5",
            "1.",
            "1e",
            "NaN",
            "Infinity",
            "1e999",
            '"\t"',
            '"\\ud800"',
            '"\\u12"',
        ),
        *('{"a": 1, "a": 2}', "[" * 100 + "]" * 100, '{"a": 1}\x00'),
    ],
)
def test_what_is_no_json_is_refused(text):
    answer = json.loads(_engine.answer(text))
    assert list(answer) == ["refusal"]
    assert answer["refusal"].startswith("The engine refuses this: the text is no JSON")


@pytest.mark.parametrize(
    "name", ["", "a.b", 'é𝄞 "\\/\b\f\n\r\t\x01\x1f', "floodit.solve ", "\u2028"]
)
@pytest.mark.parametrize("ascii_only", [True, False])
def test_strings_are_read_and_written_as_python_does(name, ascii_only):
    request = json.dumps({"method": name}, ensure_ascii=ascii_only)
    assert json.loads(_engine.answer(request)) == {"refusal": f"The engine has no method {name}."}


@pytest.mark.parametrize(
    "arguments",
    [
        *(
            {},
            {"rows": []},
            {"rows": [[]]},
            {"rows": [[0], []]},
            {"rows": [[0, 1], [0]]},
            {"rows": 3},
        ),
        *({"rows": [[-1]]}, {"rows": [[0.5]]}, {"rows": [["a"]]}, {"rows": [[255]]}),
        *({"rows": [[3]], "k": 3}, {"rows": [[0]], "start": [0, 1]}, {"rows": [[0]], "start": 0}),
        {"rows": [[0]], "seconds": "1"},
    ],
)
@pytest.mark.parametrize("method", ["floodit.solve", "floodit.greedy"])
def test_a_board_that_is_none_is_refused_in_a_sentence(method, arguments):
    sentence = ask(method, **arguments)["refusal"]
    assert sentence[0].isupper() and sentence.endswith(".")


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
