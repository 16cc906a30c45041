"""No tampered proof bundle with a false claim is accepted.

One or more files of a bundle are changed, at the level of bits, lines, numbers or JSON, or replaced
by files of another bundle. In most cases the checksums in the manifest are updated. An accepted
bundle must make the same claim as an original one about the same formula, and an independent check
of manifest, proof and model must find no fault. ``make fuzz`` tries more changes, and different
ones each time.
"""

import hashlib
import json
import re
import subprocess
from collections import Counter
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from puzzlesat.common.errors import InputError
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.encode.instance import Instance
from puzzlesat.floodit.prove import verified as floodit
from puzzlesat.flowfree.board.puzzle import Puzzle
from puzzlesat.flowfree.encode.methods import ENCODINGS, formula_of
from puzzlesat.flowfree.prove import verified as flowfree
from puzzlesat.minesweeper.board.state import State
from puzzlesat.minesweeper.prove import verified as minesweeper
from puzzlesat.proofs.bundle import FORMULA, MANIFEST, MODEL, PROOF, SOLUTION

from ..evidence import sign
from ..flowfree.samples import SKETCH
from .damage import cut, doubled, flipped, lines, put, swapped, without
from .running import EFFORT_FACTOR

pytestmark = [
    pytest.mark.xdist_group("tampering"),
    pytest.mark.usefixtures("cake_lpr", "drat_trim"),
]

TAMPERED = 100
"""The number of changed copies of each bundle."""

STATE = State.of(["12210", ".....", "....F"], mines=4)

EVIDENCE = {
    "floodit": partial(floodit.prove, random_board(2020, 4, 3, 0)),
    "floodit-other": partial(floodit.prove, random_board(2020, 4, 3, 1), encoding="clusters"),
    "floodit-trivial": partial(floodit.prove, Board.of([[0, 0], [0, 0]], 2)),
    "flowfree-none": partial(flowfree.prove, Puzzle.of(["..A..", "B...B", "..A.."])),
    "flowfree-one": partial(flowfree.prove, Puzzle.of(["...A", ".B.B", ".C.C", "...A"])),
    "flowfree-marked": partial(flowfree.prove, Puzzle.of(SKETCH)),
    "flowfree-touching": partial(flowfree.prove, Puzzle.of(["A..", "A.."], rule="touching")),
    "minesweeper": partial(minesweeper.prove, STATE),
    "minesweeper-other": partial(minesweeper.prove, State.of(["1221", "...."])),
}
"""The bundles by name, each with the function that writes it."""

VERIFY = {"floodit": floodit.verify, "flowfree": flowfree.verify, "minesweeper": minesweeper.verify}


class OriginalBundle(NamedTuple):
    """An original bundle: its verifier, claim and files, and the formula of its model."""

    verify: Any
    claim: Any
    files: dict[str, bytes]
    base: list[list[int]]

    @property
    def evidence(self):
        """The claim, and the formula that is refuted, if any."""
        return self.claim, self.files.get(FORMULA)


@pytest.fixture(scope="module")
def wholes(tmp_path_factory, cake_lpr, drat_trim):
    found = {}
    for name, prove in EVIDENCE.items():
        folder = tmp_path_factory.mktemp(name)
        prove(folder)
        verify = VERIFY[name.partition("-")[0]]
        files = {path.name: path.read_bytes() for path in folder.iterdir()}
        base = list(modelled(prove.args[0], json.loads(files[MANIFEST])))
        found[name] = OriginalBundle(verify, claimed(verify(folder)), files, base)
    return found


def modelled(puzzle, manifest):
    """Return the clauses that the model in a bundle satisfies."""
    if isinstance(puzzle, Board):
        return Instance(puzzle, manifest["minimum"], manifest["encoding"]).formula()
    if isinstance(puzzle, State):
        return minesweeper.formula_of(puzzle, manifest["cardinality"])
    return formula_of(ENCODINGS[manifest["encoding"]](puzzle), manifest["method"])


CLAIMED = {
    "board": ("board", "minimum", "moves"),
    "puzzle": ("puzzle", "solution"),
    "state": ("state", "values"),
}
"""The attributes that make up the claim about each kind of board."""


def claimed(found):
    """Return the verified claim, without encoding, sizes and times.

    Boards are compared by their text, since a symbol may be a string or a number. All boards that
    are flooded from the start are considered equal.
    """
    claim = {key: getattr(found, key) for key in CLAIMED[found.noun]}
    if "board" in claim:
        board = claim["board"]
        flooded = claim["minimum"] == 0
        claim["board"] = len(set(board.colour)) if flooded else (board.text, board.legend)
    return claim


def fault(folder, whole):
    """Return the name of the first wrong file, or None, without using the library."""
    described = json.loads((folder / MANIFEST).read_bytes())["files"]
    for name, description in described.items():
        taken = (folder / name).read_bytes()
        if description != {"bytes": len(taken), "sha256": hashlib.sha256(taken).hexdigest()}:
            return name
    if PROOF in described:
        command = ["cake_lpr", folder / FORMULA, folder / PROOF]
        done = subprocess.run(command, capture_output=True, check=False)
        if done.stdout != b"s VERIFIED UNSAT\n":
            return PROOF
    if MODEL in described:
        true = {word.lstrip("0") for word in (folder / MODEL).read_text().split()}
        if not all(any((str(abs(x)) in true) == (x > 0) for x in clause) for clause in whole.base):
            return MODEL
    return None


def number(content, random):
    """Change a number slightly, negate it, or replace it with another number from the file."""
    words = content.split(b" ")
    places = [i for i, word in enumerate(words) if re.fullmatch(rb"\s*-?\d+\s*", word)]
    if not places:
        return flipped(content, random)
    place = random.choice(places)
    old = int(words[place])
    new = random.choice([old + 1, old - 1, -old, 0, int(words[random.choice(places)]), 10**9])
    words[place] = words[place].replace(words[place].strip(), str(new).encode())
    return b" ".join(words)


def without_a_part(items, random):
    first, last = sorted(random.randrange(len(items)) for _ in "12")
    return items[:first] + items[last:]


CHANGES = [
    *(flipped, flipped, cut, put, number, number, number),
    *(lines(without), lines(doubled), lines(without_a_part), lines(swapped)),
]
"""The changes to a file's content."""


def keys(content, path=()):
    items = content.items() if isinstance(content, dict) else enumerate(content)
    for key, value in items:
        yield (*path, key)
        if isinstance(value, dict | list):
            yield from keys(value, (*path, key))


def edited(content, others, random):
    """Change, remove or replace a value of a manifest."""
    manifest = json.loads(content)
    *above, key = random.choice(list(keys(manifest)))
    inner = manifest
    for part in above:
        inner = inner[part]
    value = inner[key]
    other = json.loads(random.choice(others)[MANIFEST])
    constants = (0, 1, -1, 10**30, 1.5, None, True, "", "x", [], {}, [[0, 0]], "minimal")
    choices = [random.choice([*other.values(), *constants])]
    if isinstance(value, int):
        choices += [value + 1, value - 1]
    if isinstance(value, str) and value:
        choices += [flipped(value.encode(), random).decode(errors="replace"), value[1:], value * 2]
        i, j = (random.randrange(len(value)) for _ in range(2))
        letters = list(value)
        letters[i], letters[j] = letters[j], letters[i]
        choices += ["".join(letters)] * 3
    if isinstance(value, list):
        choices += [value[::-1], value[1:], value * 2]
    if random.random() < 0.1:
        del inner[key]
    else:
        inner[key] = random.choice(choices)
    return json.dumps(manifest, indent=1, ensure_ascii=False).encode(errors="replace")


def tampered(files, others, random):
    """Return the files of a tampered bundle, and the names of those whose checksums are updated."""
    files = dict(files)
    kind = random.random()
    if kind < 0.25:
        files[MANIFEST] = edited(files[MANIFEST], others, random)
        if random.random() < 0.3:
            files[MANIFEST] = edited(files[MANIFEST], others, random)
        return files, set()
    if kind < 0.35:
        files[MANIFEST] = random.choice(CHANGES)(files[MANIFEST], random)
        return files, set()
    if kind < 0.5:
        other = random.choice(others)
        taken = random.sample(sorted(other), random.randrange(1, len(other) + 1))
        files |= {name: other[name] for name in taken}
        return files, {*taken} - {MANIFEST} if random.random() < 0.8 else set()
    there = sorted({FORMULA, PROOF, PROOF, SOLUTION, MODEL} & set(files))
    name = random.choice(there)
    for _ in range(random.choice([1, 1, 1, 2, 5])):
        files[name] = random.choice(CHANGES)(files[name] or b"\n", random)
    return files, {name} if random.random() < 0.9 else set()


def signed(folder, names):
    """Update the checksums of those files that the manifest lists."""
    with suppress(KeyError, TypeError, ValueError):  # the manifest may be damaged
        sign(folder, *names)


@pytest.mark.parametrize("name", EVIDENCE)
def test_tampered_bundles_with_false_claims_are_rejected(name, wholes, tmp_path):
    whole = wholes[name]
    others = [other.files for other in wholes.values() if other is not whole]
    refused, accepted = 0, Counter()
    first = Random().randrange(10**9) if EFFORT_FACTOR else 0
    for seed in range(first, first + TAMPERED * (EFFORT_FACTOR or 1)):
        random = Random(f"{name} {seed}")
        files, names = tampered(whole.files, others, random)
        if files in (whole.files, *others):
            continue
        for path in tmp_path.iterdir():
            path.unlink()
        for other, content in files.items():
            Path(tmp_path, other).write_bytes(content)
        signed(tmp_path, names)
        try:
            found = claimed(whole.verify(tmp_path))
        except (InputError, OSError):
            refused += 1
            continue
        formula = files.get(FORMULA) if found.get("minimum") != 0 else None
        known = [other for other in wholes.values() if other.evidence == (found, formula)]
        assert known, f"{name}, seed {seed}"
        assert fault(tmp_path, known[0]) is None, f"{name}, seed {seed}"
        accepted[" ".join(other for other in files if files[other] != whole.files.get(other))] += 1
    print(f"{name}: {refused} refused; accepted that hold, by what is changed: {dict(accepted)}")
    assert refused > 3 * accepted.total()
