"""Several processes: results in order, few items at a time, and a prompt end."""

import json
from itertools import count
from time import monotonic, sleep

import pytest

from puzzlesat.common.errors import InputError
from puzzlesat.common.parallel import ITEMS_AHEAD, ordered_map
from tests.programs import invoke


def square(x):
    if x < 0:
        raise ValueError(x)
    return x * x


def slow(x):
    sleep(30 * (x > 0))
    return x


def died(x):
    import os

    os._exit(9)


def test_results_come_in_order_and_items_are_taken_as_needed():
    taken = []

    def items():
        for i in count():
            taken.append(i)
            yield i

    found = ordered_map(square, items(), cores=2)
    assert [next(found) for _ in range(100)] == [i * i for i in range(100)]
    found.close()
    assert len(taken) <= 100 + 2 * ITEMS_AHEAD


def test_exceptions_are_raised_after_earlier_results():
    found = ordered_map(square, [3, 4, -1, 5], cores=2)
    assert [next(found), next(found)] == [9, 16]
    with pytest.raises(ValueError, match="-1"):
        next(found)


def test_processes_end_with_the_block():
    started = monotonic()
    found = ordered_map(slow, range(8), cores=2)
    assert next(found) == 0
    found.close()
    assert monotonic() - started < 15


def with_file(path):
    path.touch()
    try:
        sleep(30)
    finally:
        path.unlink()


def test_interrupted_functions_clean_up(tmp_path):
    paths = [tmp_path / "a", tmp_path / "b"]

    def items():
        yield from paths
        while not all(path.exists() for path in paths):
            sleep(0.01)
        raise ValueError("no path")

    with pytest.raises(ValueError, match="no path"):
        list(ordered_map(with_file, items(), cores=2))
    assert list(tmp_path.iterdir()) == []


def test_killed_process_is_reported():
    with pytest.raises(InputError, match="killed"):
        list(ordered_map(died, [1, 2], cores=2))


@pytest.mark.parametrize(
    ("command", "text"),
    [
        ("flowfree solve --unique --format rows", "AB\n..\nAB\n\n" * 7 + "A.A\n\nAB\nBA\n"),
        ("minesweeper deduce --format rows", "1.\n..\n\n" * 7 + "1.\n\n2.\n\n1..\n"),
    ],
)
def test_commands_print_the_same_answers_on_several_cores(command, text, tmp_path):
    path = tmp_path / "puzzles.txt"
    path.write_text(text)
    one, several = (
        invoke(*command.split(), path, "--json", "--cores", cores) for cores in ("1", "3")
    )
    answers = [
        [json.loads(line) | {"seconds": 0} for line in done.stdout.splitlines()]
        for done in (one, several)
    ]
    assert len(answers[0]) >= 9
    assert answers[0] == answers[1]
    assert one.exit_code == several.exit_code
    assert one.stderr == several.stderr
