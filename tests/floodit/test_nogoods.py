"""Refutations from nogoods: valid ones are accepted, and forged ones rejected."""

from dataclasses import replace
from functools import partial
from io import StringIO
from itertools import chain

import pytest
from hypothesis import given, settings

from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.graph import ClusterGraph, members
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.prove import nogoods
from puzzlesat.floodit.prove.checker import check_boards, check_refutation
from puzzlesat.floodit.prove.nogoods import prove, refutation
from puzzlesat.floodit.solve import pdr
from puzzlesat.floodit.solve.answer import solve_board
from puzzlesat.floodit.solve.exact import METHODS, Bounds, Limits, close_bounds
from puzzlesat.proofs.bundle import UnprovenError

from . import exhaustive
from .strategies import named_boards


def certified(board):
    return list(refutation(solve_board(board), Limits()))


BOARD = random_board(2020, 8, 8, 5)
LINES = certified(BOARD)
"""With nogoods of all three kinds."""


@given(board=named_boards(most_fields=12, most_colours=4))
@settings(max_examples=100)
def test_refutations_prove_the_minimum_whatever_the_symbols(board):
    """Each cell and move is one character, so a text stands for a single board."""
    lines = certified(board)
    (checked,) = check_refutation(lines)
    assert (checked.board.grid, checked.start) == (board.grid, board.start)
    assert checked.board.pattern == board.pattern
    assert checked.minimum == exhaustive.minimum(board)
    assert lines == certified(board.plain)
    assert {*map(len, lines[0].split()[1].split("/"))} == {board.cols}


@pytest.mark.parametrize(
    "text", ["0,1/1,0", "0 1/1 0", "01/1", "01//10", "/01", "0!/10", "01\t/10", "é1/10", "", "/"]
)
def test_malformed_board_lines_are_rejected(text):
    refused([f"board {text}", *LINES[1:]], "line 1: expected 'board'")


def test_boards_are_compared_by_pattern_and_start_not_by_symbols():
    board = random_board(2020, 4, 4, 5)
    lines = certified(board)
    renamed = replace(board, symbols=("r", "G", "7", "1"))
    numbered = replace(board, symbols=(7, 11, 12, 30))
    swapped = replace(board, colour=tuple(3 - c for c in board.colour))
    for same in (renamed, numbered, swapped, replace(board, k=7, symbols=tuple("0123456"))):
        assert len(list(check_boards(lines, [same]))) == 1
    turned = Board.of([*zip(*board.grid, strict=True)])
    flat = Board.of([board.colour])
    for other in (turned, flat, board.with_start((0, 1)), random_board(2020, 4, 4, 6)):
        with pytest.raises(InputError, match="refutation 0 is for a board other than board 0"):
            list(check_boards(lines, [other]))


def test_oversized_boards_are_rejected():
    long = "01" * 50_000
    refused([f"board {long}"], "more than 10,000 fields")
    refused([f"board {long[:15_000]}"], "at most 10,000 fields, not 1×15000")
    moves = "moves " + " ".join("10" * 5_000)
    refused([f"board {long[:9_000]}", moves], "line 2: the formula would be too large")
    with pytest.raises(InputError, match="at most 10,000 fields, not 101×100"):
        prove(Board.of([[0, 1] * 50] * 101), Limits(), StringIO())


def test_unused_colours_need_no_reasons():
    board = random_board(5, 6, 4, 0)
    rare = replace(board, k=9, symbols=tuple("012345678"))
    assert certified(rare) == certified(board)
    gaps = replace(rare, colour=tuple(2 * c for c in board.colour))
    (checked,) = check_refutation(certified(gaps))
    assert checked.board.pattern == gaps.pattern


@pytest.mark.parametrize(("n", "k"), [(10, 4), (10, 8), (14, 6), (7, 12)])
def test_refutations_of_larger_boards(n, k):
    for i in range(5):
        (checked,) = check_refutation(certified(random_board(4, n, k, i)))
        assert checked.nogoods > 0


def test_dropped_nogoods_may_still_be_reasons(monkeypatch):
    board = random_board(4, 14, 6, 0)
    (whole,) = check_refutation(certified(board))
    monkeypatch.setattr(pdr, "Search", partial(pdr.Search, max_filed=3))
    (checked,) = check_refutation(certified(board))
    assert (checked.grid, checked.minimum) == (whole.grid, whole.minimum)
    assert checked.nogoods != whole.nogoods


def first(kind):
    """Return the position of the first nogood of a kind, and its words."""
    i = next(i for i, line in enumerate(LINES) if f" {kind} " in line)
    return i, LINES[i].split()


def altered(i, words):
    return [*LINES[:i], " ".join(map(str, words)), *LINES[i + 1 :]]


def refused(lines, message):
    with pytest.raises(InputError, match=message) as caught:
        list(check_refutation(lines))
    assert str(caught.value).startswith("line ")


@pytest.mark.parametrize("kind", ["bound", "moves", "finish"])
def test_unsound_nogoods_are_rejected(kind):
    """With all clusters but one flooded, this number of moves always suffices."""
    i, (number, r, _, z, *reasons) = first(kind)
    last = 1 << (int(z, 16).bit_length() - 1)
    for words, message in (
        ([number, r, kind, f"{last:x}", *reasons], "not above|does not cover|cannot be finished"),
        ([number, int(r) + 9, kind, z, *reasons], "not above|moves left, not"),
    ):
        refused(altered(i, words), f"line {i + 1}: .*({message})")


@pytest.mark.parametrize("kind", ["bound", "moves", "finish"])
def test_malformed_nogood_lines_are_rejected(kind):
    i, (number, r, _, z, *reasons) = first(kind)
    for words, message in (
        ([int(number) + 1, r, kind, z, *reasons], "expected nogood"),
        ([number, "-1", kind, z, *reasons], "for r, not '-1'"),
        ([number, r, "surely", z, *reasons], "expected a nogood"),
        ([number, r, kind, "xyz", *reasons], "expected Z in hexadecimal"),
        ([number, r, kind, "0", *reasons], "expected Z to be a set"),
        ([number, r, kind, "f" * 99, *reasons], "expected Z to be a set"),
        ([number, r, kind, z, *reasons, 0], "reasons"),
        ([number, r, kind], "expected a nogood"),
    ):
        refused(altered(i, words), f"line {i + 1}: .*{message}")


@pytest.mark.parametrize("kind", ["moves", "finish"])
def test_invalid_reasons_are_rejected(kind):
    i, (number, r, _, z, *reasons) = first(kind)
    named = [c for c, reason in enumerate(reasons) if reason != "-"][-1]
    for wrong in (number, "x", "-7"):
        worse = [*reasons[:named], wrong, *reasons[named + 1 :]]
        refused(altered(i, [number, r, kind, z, *worse]), "not the number of an earlier nogood")
    if kind == "finish":
        for c in ("99", str((int(reasons[0]) + 1) % 8)):
            refused(altered(i, [number, r, kind, z, c, reasons[1]]), "cannot be finished")


@pytest.mark.parametrize("kind", ["moves", "finish"])
def test_nogoods_with_too_many_moves_left_are_rejected(kind):
    """A nogood for r moves left follows from nogoods for r-1, so it need not hold for r+1."""
    for i, line in enumerate(LINES):
        if f" {kind} " in line:
            number, r, _, z, *reasons = line.split()
            named = reasons if kind == "moves" else reasons[1:]
            levels = {LINES[3 + int(j)].split()[1] for j in named if j != "-"}
            if levels == {str(int(r) - 1)}:
                words = [number, int(r) + 1, kind, z, *reasons]
                refused(altered(i, words), f"line {i + 1}: .*is for {int(r) - 1} moves left")
                return
    raise AssertionError


@pytest.mark.parametrize("z", ["f", "9", "1"])
def test_nogoods_containing_the_start_cluster_are_rejected(z):
    lines = ["board 01/10", "moves 1 0", "nogoods 1", f"0 1 bound {z}", "end"]
    refused(lines, "line 4: .*the start's own cluster")


def test_a_board_with_all_62_colours():
    board = Board.of([range(62)])
    (checked,) = check_refutation(certified(board))
    assert (checked.grid, checked.minimum) == (board.grid, 61)
    assert certified(board)[0].endswith("Z")


@pytest.mark.parametrize(
    ("i", "line", "message"),
    [
        (1, "moves {}", "line 2: expected 'moves'"),
        (2, "nogoods {}", "line 3: expected 'nogoods'"),
        (3, "0 {} bound 2", "line 4: expected a whole number .* for r, not '9+"),
        (4, "1 1 moves 2 {} -", "line 5: .*9+"),
    ],
)
def test_numbers_with_thousands_of_digits_are_rejected(i, line, message):
    lines = ["board 01/10", "moves 1 0", "nogoods 2", "0 1 bound e", "1 1 moves 2 0 -", "end"]
    lines[i] = line.format("9" * 5000)
    refused(lines, message)


def test_digits_of_other_scripts_are_rejected():
    """Another program could read such a file differently."""
    lines = ["board 01/10", "moves 1 0", "nogoods 1", "0 1 bound e", "end"]
    for i, line in ((2, "nogoods \u0661"), (3, "0 \u0661 bound e")):
        refused([*lines[:i], line, *lines[i + 1 :]], f"line {i + 1}: expected")


def test_missing_reasons_are_rejected_unless_the_colour_floods_nothing():
    """In every nogood of kind ``moves``, for every colour with a reason."""
    graph = ClusterGraph.of(BOARD)
    refusals = accepted = 0
    for i, line in enumerate(LINES):
        number, *rest = line.split()
        if "moves" not in rest:
            continue
        r, kind, z, *reasons = rest
        for c, reason in enumerate(reasons):
            if reason == "-":
                continue
            lines = altered(i, [number, r, kind, z, *reasons[:c], "-", *reasons[c + 1 :]])
            dry = int(z, 16)
            if graph.neighbours_of(graph.all_clusters & ~dry) & dry & graph.of_colour[c]:
                refused(lines, f"line {i + 1}: '-' is not the number")
                refusals += 1
            else:
                accepted += len(list(check_refutation(lines)))
    assert refusals and accepted


BOARDS = [random_board(5, 5, 4, i) for i in range(3)]
EACH = [certified(board) for board in BOARDS]


def floods_in(graph, flooded, r):
    """Return whether r moves flood the rest, by trying all moves."""
    return flooded == graph.all_clusters or (
        r > 0
        and any(
            floods_in(graph, flooded | (graph.neighbours_of(flooded) & of_c), r - 1)
            for of_c in graph.of_colour
            if graph.neighbours_of(flooded) & of_c & ~flooded
        )
    )


def test_nogoods_that_lose_a_cluster_are_rejected_unless_they_still_hold():
    """If all clusters but those of Z are flooded, r moves must not suffice."""
    refusals = accepted = 0
    for board, lines in zip(BOARDS, EACH, strict=True):
        graph = ClusterGraph.of(board)
        for i in range(3, len(lines) - 1):
            number, r, kind, z, *reasons = lines[i].split()
            for b in members(int(z, 16)):
                smaller = int(z, 16) & ~(1 << b)
                line = " ".join([number, r, kind, f"{smaller:x}", *reasons])
                try:
                    list(check_refutation([*lines[:i], line, *lines[i + 1 :]]))
                except InputError:
                    refusals += 1
                else:
                    accepted += 1
                    assert not floods_in(graph, graph.all_clusters & ~smaller, int(r))
    assert refusals and accepted


def test_last_nogood_must_refute_the_start():
    i, (number, r, kind, z, *reasons) = len(LINES) - 2, LINES[-2].split()
    refused(
        altered(i, [number, r, kind, f"{int(z, 16) | 1:x}", *reasons]), "the start's own cluster"
    )
    refused([*LINES[:2], "nogoods 0", "end"], "no nogood refutes")
    kept = LINES[3 : 3 + int(LINES[2].split()[1]) - 1]
    refused([*LINES[:2], f"nogoods {len(kept)}", *kept, "end"], "the last nogood")


@pytest.mark.parametrize(
    ("i", "line", "message"),
    [
        (0, "bord 01/10", "expected 'board'"),
        (0, "board 01/1", "all equally long"),
        (1, "moves 1 2", "do not flood"),
        (1, "moves -", "expected 'moves'"),
        (2, "nogoods", "expected 'nogoods'"),
        (2, "nogoods 1", "line 4: the last nogood"),
        (2, "nogoods 5000", "expected a nogood"),
        (-1, "End", "expected 'end'"),
    ],
)
def test_damaged_lines_other_than_nogoods_are_rejected(i, line, message):
    lines = list(LINES)
    lines[i] = line
    refused(lines, message)


def test_refutation_is_accepted_for_another_board_only_if_valid():
    """The changed colour of one cell may happen not to matter."""
    text = LINES[0].split()[1]
    refusals = 0
    for place in range(0, len(text), 4):
        if text[place] == "/":
            continue
        other = str((int(text[place]) + 1) % 8)
        board = f"{text[:place]}{other}{text[place + 1 :]}"
        try:
            (checked,) = check_refutation([f"board {board}", *LINES[1:]])
        except InputError:
            refusals += 1
            continue
        truth = Bounds(Board.of([[int(c) for c in row] for row in board.split("/")], 8))
        close_bounds(truth, METHODS["clusters"], Limits(), "minisat22")
        assert checked.minimum == truth.upper
    assert refusals > 8


def claimed(lines, boards):
    return [checked.board.text for checked in check_boards(lines, boards)]


def test_refutations_are_matched_with_boards_in_order():
    assert claimed(chain(*EACH), BOARDS) == [board.text for board in BOARDS]


@pytest.mark.parametrize(
    ("kept", "message"),
    [
        ((), "no refutation for board 0"),
        ((0,), "no refutation for board 1"),
        ((0, 1), "no refutation for board 2"),
        ((0, 2), "refutation 1 is for a board other than board 1"),
        ((1, 0, 2), "refutation 0 is for a board other than board 0"),
        ((0, 1, 2, 0), "refutation 3: no board 3 is given"),
    ],
)
def test_missing_extra_or_misordered_refutations_are_rejected(kept, message):
    """Each refutation holds: only the comparison with the boards reveals the fault."""
    lines = [line for i in kept for line in EACH[i]]
    assert len(list(check_refutation(lines))) == len(kept)
    with pytest.raises(InputError, match=message):
        claimed(lines, BOARDS)


def test_wrong_known_minimum_is_rejected():
    (checked,) = check_refutation(EACH[0])
    assert claimed(EACH[0], [replace(BOARDS[0], known_minimum=checked.minimum)])
    wrong = f"board 0 needs {checked.minimum} moves, but its file gives 1"
    with pytest.raises(InputError, match=wrong):
        claimed(EACH[0], [replace(BOARDS[0], known_minimum=1)])


@pytest.mark.parametrize("kept", [0.2, 0.5, 0.9])
def test_truncated_refutations_are_rejected(kept):
    refused(LINES[: int(kept * len(LINES))], "truncated")
    refused(LINES[:-1], "truncated")


def test_suboptimal_solution_is_rejected():
    """The solution has one move more than needed, and the proof is for the shorter one."""
    moves = LINES[1].split()
    wasteful = [*moves[:2], moves[1], *moves[2:]]
    refused(altered(1, wasteful), "the last nogood is for")


def test_flooded_board_needs_no_nogood():
    assert certified(Board.of([[0, 0]])) == ["board 00", "moves", "nogoods 0", "end"]
    (checked,) = check_refutation(["board 00", "moves", "nogoods 0", "end"])
    assert checked.minimum == 0


def test_nogoods_are_written_only_if_proven_and_checked():
    board = random_board(2020, 8, 8, 5)
    file = StringIO()
    with pytest.raises(UnprovenError, match=r"not known; it is between .*: time ran out"):
        prove(random_board(1, 40, 8, 0), Limits.of(0.01), file)
    with pytest.raises(UnprovenError, match="memory ran out"):
        prove(random_board(1, 24, 8, 0), Limits(memory=1000), file)
    assert not file.getvalue()
    checked = prove(board, Limits(), file)
    assert list(check_refutation(file.getvalue().splitlines())) == [checked]
    assert checked.minimum == len(file.getvalue().splitlines()[1].split()) - 1


def test_nogoods_rejected_by_the_checker_are_not_written(monkeypatch):
    file = StringIO()
    monkeypatch.setattr(nogoods, "refutation", lambda bounds, limits: [*LINES[:-2], "end"])
    with pytest.raises(DisagreementError, match="the checker refuses the nogoods of a board"):
        prove(random_board(2020, 8, 8, 5), Limits(), file)
    assert not file.getvalue()
