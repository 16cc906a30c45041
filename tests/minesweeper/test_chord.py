"""Clicks on numbers: the fields that they uncover, and how likely one of these is a mine."""

from fractions import Fraction
from random import Random

import pytest

from puzzlesat.common.engine import ask
from puzzlesat.common.errors import InputError

from . import exhaustive


def argument_of(lines, mines):
    rows = [line.replace(".", "#") for line in lines]
    return {"rows": rows} | ({} if mines is None else {"mines": mines})


def test_two_fields_that_share_one_mine_are_certainly_not_both_safe():
    state = {"rows": ["1#", "##"], "mines": 1}
    pair = [[0, 1], [1, 0], [1, 1]]
    assert ask("minesweeper.risk", **state, fields=pair) == {"risk": 1, "safest": False}
    assert ask("minesweeper.risk", **state, fields=pair[:1])["safest"]


def test_risks_are_those_over_all_placements():
    """Of every set around a number, and of random sets that no number need touch."""
    random = Random(31)
    checked = joint = 0
    for lines, mines in exhaustive.random_states(150, seed=31, most=11):
        fitting = exhaustive.numbered_placements(lines, mines)
        cols = len(lines[0])
        content = "".join(lines)
        covered = [f for f, symbol in enumerate(content) if symbol == "."]
        if not fitting or not covered:
            continue
        chance = exhaustive.probabilities(lines, mines)
        least = min(chance.values())
        found = ask("minesweeper.analyse", **argument_of(lines, mines))
        assert found["safest"] == [[*divmod(f, cols)] for f in covered if chance[f] == least]
        sets = [random.sample(covered, random.randint(1, len(covered))) for _ in range(3)]
        for f, symbol in enumerate(content):
            around = exhaustive.neighbourhood(len(lines), cols, f) & {*covered}
            if symbol.isdigit() and around:
                sets.append(sorted(around))
        for fields in sets:
            failing = sum(not mined.isdisjoint(fields) for mined in fitting)
            risk = Fraction(failing, len(fitting))
            places = [divmod(f, cols) for f in fields]
            answer = ask("minesweeper.risk", **argument_of(lines, mines), fields=places)
            assert answer["risk"] == pytest.approx(float(risk), abs=1e-15)
            assert answer["safest"] == (risk <= least)
            checked += 1
            joint += max(chance[f] for f in fields) < risk < 1
    assert checked > 300 and joint > 40


@pytest.mark.parametrize("fields", [[[0, 0]], [[0, 9]], "A1"])
def test_risks_are_of_covered_fields(fields):
    with pytest.raises(InputError):
        ask("minesweeper.risk", rows=["1#"], fields=fields)


def test_a_number_with_all_its_flags_uncovers_the_fields_around_it():
    """Even where a flag is wrong; with more or fewer flags, it uncovers nothing."""
    random = Random(8)
    opened = refused = lost = 0
    for _ in range(300):
        rows, cols = random.randint(2, 4), random.randint(2, 4)
        size = rows * cols
        mined = {f for f in range(size) if random.random() < 0.3}
        around = [exhaustive.neighbourhood(rows, cols, f) - {f} for f in range(size)]
        centre = random.randrange(size)
        content = {
            f: "F" if random.random() < (0.8 if f in mined else 0.05) else "#" for f in range(size)
        } | {centre: str(len(around[centre] & mined))}
        if centre in mined:
            continue
        text = "".join(content[f] for f in range(size))
        answer = ask(
            "minesweeper.uncover",
            board={
                "width": cols,
                "height": rows,
                "mines": [divmod(f, cols) for f in sorted(mined)],
            },
            rows=[text[i : i + cols] for i in range(0, size, cols)],
            around=divmod(centre, cols),
        )
        flags = sum(content[f] == "F" for f in around[centre])
        closed = sorted(f for f in around[centre] if content[f] == "#")
        after = "".join(answer["rows"])
        if flags != int(content[centre]):
            assert (answer["fields"], answer["flags"], after) == ([], flags, text)
            refused += 1
            continue
        assert (answer["fields"], answer["flags"]) == ([[*divmod(f, cols)] for f in closed], None)
        bad = [f for f in closed if f in mined]
        assert answer["exploded"] == ([*divmod(bad[0], cols)] if bad else None)
        for f in closed:
            if not bad:
                assert after[f] == str(len(around[f] & mined))
        opened += not bad
        lost += bool(bad)
    assert min(opened, refused, lost) > 5
