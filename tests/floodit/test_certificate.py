import random

import pytest
from hypothesis import given, settings

from puzzlesat.common.errors import InputError
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.prove.certificate import certificate
from puzzlesat.floodit.prove.checker import check
from puzzlesat.floodit.solve.exact import METHODS, Bounds, Limits, close
from puzzlesat.floodit.solve.pdr import compiled
from puzzlesat.floodit.solve.pdr import search as pdr

from . import exhaustive
from .strategies import boards


def certified(board):
    bounds = Bounds(board)
    close(bounds, METHODS["pdr"], Limits(), "minisat22")
    return list(certificate(bounds, Limits()))


LINES = certified(random_board(2020, 8, 8, 5))
"""With nogoods of all three kinds."""


@given(board=boards(most_fields=12, most_colours=4))
@settings(deadline=None, max_examples=100)
def test_certificates_prove_the_minimum(board):
    (checked,) = check(certified(board))
    assert (checked.board, checked.minimum) == (board.text, exhaustive.minimum(board))


@pytest.mark.parametrize(("n", "k"), [(10, 4), (10, 8), (14, 6), (7, 12)])
def test_certificates_of_larger_boards(n, k):
    for i in range(5):
        (checked,) = check(certified(random_board(4, n, k, i)))
        assert checked.nogoods > 0


def test_many_certificates_in_one_file():
    assert len(list(check([*LINES, *LINES]))) == 2


def first(kind):
    """Return where the first nogood of a kind stands, and its words."""
    i = next(i for i, line in enumerate(LINES) if f" {kind} " in line)
    return i, LINES[i].split()


def altered(i, words):
    return [*LINES[:i], " ".join(map(str, words)), *LINES[i + 1 :]]


def refused(lines, message):
    with pytest.raises(InputError, match=message) as caught:
        list(check(lines))
    assert str(caught.value).startswith("line ")


@pytest.mark.parametrize("kind", ["bound", "moves", "finish"])
def test_a_nogood_that_says_too_much_is_refused(kind):
    """With all clusters but one flooded, so many moves always suffice."""
    i, (number, r, _, z, *reasons) = first(kind)
    last = 1 << (int(z, 16).bit_length() - 1)
    refused(altered(i, [number, r, kind, f"{last:x}", *reasons]), f"line {i + 1}: ")
    refused(altered(i, [number, int(r) + 9, kind, z, *reasons]), f"line {i + 1}: ")


@pytest.mark.parametrize("kind", ["bound", "moves", "finish"])
def test_every_word_of_a_nogood_counts(kind):
    i, (number, r, _, z, *reasons) = first(kind)
    for words, message in (
        ([int(number) + 1, r, kind, z, *reasons], "number is .*, but should be"),
        ([number, "-1", kind, z, *reasons], "r is -1"),
        ([number, r, "surely", z, *reasons], "a nogood should be"),
        ([number, r, kind, "xyz", *reasons], "should be hexadecimal"),
        ([number, r, kind, "0", *reasons], "should be a set"),
        ([number, r, kind, "f" * 99, *reasons], "should be a set"),
        ([number, r, kind, z, *reasons, 0], "reasons"),
        ([number, r, kind], "a nogood should be"),
    ):
        refused(altered(i, words), f"line {i + 1}: .*{message}")


@pytest.mark.parametrize("kind", ["moves", "finish"])
def test_every_reason_counts(kind):
    i, (number, r, _, z, *reasons) = first(kind)
    named = [c for c, reason in enumerate(reasons) if reason != "-"][-1]
    for wrong in (number, "x", "-7"):
        worse = [*reasons[:named], wrong, *reasons[named + 1 :]]
        refused(altered(i, [number, r, kind, z, *worse]), "not the number of an earlier nogood")
    if kind == "finish":
        for c in ("99", str((int(reasons[0]) + 1) % 8)):
            refused(altered(i, [number, r, kind, z, c, reasons[1]]), "cannot be finished")


@pytest.mark.parametrize("z", ["f", "9", "1"])
def test_a_nogood_of_the_start_itself_is_refused(z):
    lines = ["board 01/10", "moves 1 0", "nogoods 1", f"0 1 bound {z}", "end"]
    refused(lines, "line 4: .*the start's own cluster")


def test_a_number_of_thousands_of_digits_is_refused():
    lines = ["board 01/10", "moves 1 0", "nogoods 1", f"0 {'9' * 5000} bound 2", "end"]
    refused(lines, "line 4: r is 9+, but should be a whole number")


def test_a_missing_reason_is_refused():
    """Of every nogood of the kind, for every colour that it names."""
    missed = 0
    for i, line in enumerate(LINES):
        number, *rest = line.split()
        if "moves" not in rest:
            continue
        r, kind, z, *reasons = rest
        for c, reason in enumerate(reasons):
            if reason == "-":
                continue
            lines = altered(i, [number, r, kind, z, *reasons[:c], "-", *reasons[c + 1 :]])
            try:
                list(check(lines))
            except InputError as error:
                assert f"line {i + 1}: - is not the number" in str(error)
                missed += 1
    assert missed > 0


def test_random_damage_is_refused_or_harmless():
    """Whatever bit of a Z is lost, the checker accepts nothing that it cannot derive."""
    rng = random.Random(1)
    refusals = 0
    for _ in range(150):
        i = rng.randrange(3, len(LINES) - 1)
        number, r, kind, z, *reasons = LINES[i].split()
        bits = [b for b in range(int(z, 16).bit_length()) if int(z, 16) >> b & 1]
        smaller = int(z, 16) & ~(1 << rng.choice(bits))
        try:
            list(check(altered(i, [number, r, kind, f"{smaller:x}", *reasons])))
        except InputError:
            refusals += 1
    assert refusals > 75


def test_the_chain_must_reach_the_start():
    i, (number, r, kind, z, *reasons) = len(LINES) - 2, LINES[-2].split()
    refused(altered(i, [number, r, kind, f"{int(z, 16) | 1:x}", *reasons]), "line ")
    refused([*LINES[:2], "nogoods 0", "end"], "no nogood says")
    kept = LINES[3 : 3 + int(LINES[2].split()[1]) - 1]
    refused([*LINES[:2], f"nogoods {len(kept)}", *kept, "end"], "the last nogood")


@pytest.mark.parametrize(
    ("i", "line", "message"),
    [
        (0, "bord 01/10", "here should stand: board"),
        (0, "board 01/1", "all equally long"),
        (0, "board 0!/10", "here should stand: board"),
        (1, "moves 1 2", "do not flood"),
        (1, "moves x", "here should stand: moves"),
        (2, "nogoods", "here should stand: nogoods"),
        (2, "nogoods 1", "line 4: the last nogood"),
        (2, "nogoods 5000", "a nogood should be"),
        (-1, "End", "here should stand: end"),
    ],
)
def test_every_other_line_counts(i, line, message):
    lines = list(LINES)
    lines[i] = line
    refused(lines, message)


def test_another_board_is_refused_unless_the_certificate_is_true_of_it_too():
    """One cell of another colour, which may happen to change nothing that matters."""
    text = LINES[0].split()[1]
    refusals = 0
    for place in range(0, len(text), 4):
        if text[place] == "/":
            continue
        other = str((int(text[place]) + 1) % 8)
        board = f"{text[:place]}{other}{text[place + 1 :]}"
        try:
            (checked,) = check([f"board {board}", *LINES[1:]])
        except InputError:
            refusals += 1
            continue
        truth = Bounds(Board.of([[int(c) for c in row] for row in board.split("/")], 8))
        close(truth, METHODS["contracted"], Limits(), "minisat22")
        assert checked.minimum == truth.upper
    assert refusals > 8


@pytest.mark.parametrize("kept", [0.2, 0.5, 0.9])
def test_a_certificate_cut_short_is_refused(kept):
    refused(LINES[: int(kept * len(LINES))], "cut short")
    refused(LINES[:-1], "cut short")


def test_a_solution_that_is_too_long_is_refused():
    """A minimum that is not one: p moves more than needed, with the proof for fewer."""
    moves = LINES[1].split()
    wasteful = [*moves[:2], moves[1], *moves[2:]]
    refused(altered(1, wasteful), "the last nogood speaks of")


def broken(monkeypatch, name, replacement):
    """Have the search go on in plain Python, and with a part of it that is wrong."""
    for step in ("search", "block_children", "generalise"):
        monkeypatch.setattr(pdr, step, getattr(pdr, step).py_func)
    monkeypatch.setattr(pdr, name, replacement)


def false_minima(search_boards):
    """Count the boards whose certificate is refused or whose minimum is wrong."""
    wrong = 0
    for board in search_boards:
        bounds = Bounds(board)
        close(bounds, METHODS["pdr"], Limits(), "minisat22")
        truth = Bounds(board)
        close(truth, METHODS["contracted"], Limits(), "minisat22")
        wrong += bounds.upper != truth.upper
        try:
            list(check(certificate(bounds, Limits())))
        except InputError:
            wrong += 1
    return wrong


SOME = [random_board(6, 6, k, i) for k in (4, 6) for i in range(6)]


def test_the_search_in_plain_python_is_right(monkeypatch):
    broken(monkeypatch, "excluded_by", pdr.excluded_by.py_func)
    assert false_minima(SOME) == 0


def test_neighbours_that_are_not_excluded_are_noticed(monkeypatch):
    def only_z(packed, nogoods, i, c, excluded, scratch):
        excluded[:] = nogoods.z[i]

    broken(monkeypatch, "excluded_by", only_z)
    assert false_minima(SOME) > 0


def test_a_colour_finished_wrongly_is_noticed(monkeypatch):
    def any_colour(packed, c, dry, front):
        return bool((front & packed.of_colour[c]).any())

    monkeypatch.setattr(pdr, "open_obligation", pdr.open_obligation.py_func)
    broken(monkeypatch, "can_finish", any_colour)
    assert false_minima(SOME) > 0


def test_a_bound_that_is_too_high_is_noticed(monkeypatch):
    def too_high(packed, flooded, front, enough, scratch):
        return compiled.lower_bound(packed, flooded, front, enough, scratch) + 1

    monkeypatch.setattr(pdr, "learn_from_bound", pdr.learn_from_bound.py_func)
    broken(monkeypatch, "lower_bound", too_high)
    assert false_minima(SOME) > 0


def test_colours_that_gain_nothing_yet_are_noticed(monkeypatch):
    """They may gain something from B, even where they gain nothing from the state itself."""
    broken(monkeypatch, "is_empty", lambda s: True)
    assert false_minima(SOME) > 0


def test_a_board_that_is_flooded_needs_no_nogood():
    assert certified(Board.of([[0, 0]])) == ["board 00", "moves", "nogoods 0", "end"]
    (checked,) = check(["board 00", "moves", "nogoods 0", "end"])
    assert checked.minimum == 0
