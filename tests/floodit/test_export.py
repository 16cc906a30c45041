"""Formulas for other solvers: many at once, shuffled, pseudo-Boolean and as MaxSAT."""

import json
import re
from functools import partial
from itertools import count

import pytest
from PIL import Image
from pysat.examples.rc2 import RC2
from pysat.formula import WCNF
from pysat.solvers import Solver

from puzzlesat.common.errors import InputError
from puzzlesat.floodit import Instance, floods, parse_board, solve_board
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.encode.maxsat import fewest_moves, moves_of
from puzzlesat.floodit.encode.redundant import ADDABLE
from puzzlesat.sat.formula import Shuffle
from tests.programs import answer_of_solver, invoke

floodit = partial(invoke, "floodit")

BOARDS = [
    parse_board(random_board(4, n, k, i).text)  # with the colours that it shows
    for n, k, i in ((2, 3, 0), (3, 3, 1), (4, 3, 2), (3, 4, 3))
]


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "boards.txt"
    path.write_text("\n\n".join(board.text.replace("/", "\n") for board in BOARDS) + "\n")
    return path


def encoded(file, name, moves, *options, answer=""):
    """Write the formula of a board, and a given answer or that of a solver; return their paths."""
    formula, answers = file.parent / name, file.parent / "answer"
    floodit("encode", file, "--board", 1, "--moves", moves, *options, "-o", formula, status=0)
    answers.write_text(answer or answer_of_solver(formula))
    return formula, answers


def refusal(*paths):
    return floodit("decode", *paths, status=1).stderr


@pytest.mark.parametrize(
    "encoding", ["minimal", "reduced", "extended", *(f"minimal+{name}" for name in ADDABLE)]
)
@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.text)
def test_maxsat_optimum_is_the_minimum(board, encoding):
    minimum = solve_board(board).minimum
    for p in (minimum, minimum + 2):
        instance = Instance(board, p, encoding)
        with RC2(fewest_moves(instance)) as rc2:
            model = rc2.compute()
            assert rc2.cost == minimum
        moves = moves_of(instance, model)
        assert len(moves) == minimum
        assert floods(board.grid, moves)
    with RC2(fewest_moves(Instance(board, minimum - 1, encoding))) as rc2:
        assert rc2.compute() is None


def test_maxsat_raises_for_other_states():
    for changes in ({"encoding": "clusters"}, {"variant": "printed"}):
        with pytest.raises(InputError, match="moves cannot be minimised"):
            fewest_moves(Instance(BOARDS[0], 3, **changes))


@pytest.mark.parametrize("encoding", ["minimal", "extended", "minimal+distance"])
def test_maxsat_files_tell_the_numbers_of_the_soft_clauses(file, encoding):
    path = file.parent / "f.wcnf"
    floodit("encode", file, "--moves", 3, "--as", "wcnf", "--encoding", encoding, "-o", path)
    first = int(re.search(r"D\(t\): t \+ (\d+),", path.read_text())[1])
    assert WCNF(from_file=str(path)).soft == [[first + t] for t in range(3)]


@pytest.mark.parametrize("seed", [0, 1, 99])
def test_shuffling_only_renames_variables_and_reorders_clauses(seed):
    plain = Instance(BOARDS[1], 4)
    mixed = Instance(BOARDS[1], 4, shuffle=seed)
    formula, other = plain.formula(), mixed.formula()
    shuffle = Shuffle(seed, formula.variables)
    back = [[shuffle.unshuffled(x) for x in clause] for clause in other]
    assert sorted(map(sorted, back)) == sorted(map(sorted, formula))
    assert back != list(formula)
    assert other.clauses != Instance(BOARDS[1], 4, shuffle=seed + 1).formula().clauses
    assert other.clauses == Instance(BOARDS[1], 4, shuffle=seed).formula().clauses


def test_models_of_shuffled_formulas_are_decoded(file):
    minimum = solve_board(BOARDS[1]).minimum
    formula, answer = encoded(file, "f.cnf", minimum, "--shuffle", 5)
    done = floodit("decode", formula, answer, status=0)
    assert f"{minimum} moves, replayed" in done.output
    formula.write_text(formula.read_text().replace("c shuffle: 5", "c shuffle: 6"))
    assert "the clauses are not those of the board" in refusal(formula, answer)


def test_encode_all_writes_one_file_per_board(file):
    folder = file.parent / "formulas"
    floodit("encode", file, "--moves", 4, "--all", "-o", folder, status=0)
    assert sorted(path.name for path in folder.iterdir()) == [f"board-{i}.cnf" for i in range(4)]
    one = file.parent / "one.cnf"
    floodit("encode", file, "--moves", 4, "--board", 2, "-o", one, status=0)
    assert (folder / "board-2.cnf").read_bytes() == one.read_bytes()
    done = floodit("encode", file, "--moves", 4, "--all", status=1)
    assert "--all needs a folder: name it with -o" in done.output
    done = floodit("encode", file, "--moves", 4, "--all", "--board", 0, "-o", folder, status=1)
    assert "--board names one board" in done.output


def test_the_command_in_a_formula_names_the_window_of_its_picture(tmp_path):
    path = tmp_path / "a.png"
    board = Image.new("RGB", (8, 8))
    board.putdata(
        [((255, 0, 0), (0, 255, 0), (0, 0, 255))[c] for c in random_board(1, 8, 3, 0).colour]
    )
    board.resize((240, 240), Image.Resampling.NEAREST).save(path)
    window = ("--grid", "8x8", "--crop", "0,0,240,240")
    done = floodit("encode", path, *window, "--moves", 1, status=0)
    assert " ".join(window) in done.stdout


def satisfied(line, model):
    """Return whether a model satisfies the text of a pseudo-Boolean constraint with ``>=``."""
    left, right = line.rstrip(" ;").split(">=")
    terms = re.findall(r"([+-]\d+) (~?)x(\d+)", left)
    assert terms
    total = sum(int(a) * ((int(v) in model) != bool(sign)) for a, sign, v in terms)
    return total >= int(right)


def test_pseudo_boolean_constraints_are_equivalent_to_the_clauses(file):
    board, path = BOARDS[0], file.parent / "f.opb"
    minimum = solve_board(board).minimum
    floodit("encode", file, "--moves", minimum, "--as", "opb", "-o", path, status=0)
    formula = Instance(board, minimum).formula()
    header, *lines = path.read_text().splitlines()
    assert header == f"* #variable= {formula.variables} #constraint= {len(formula)}"
    lines = [line for line in lines if line[0] != "*"]
    assert len(lines) == len(formula)
    models = 0
    with Solver("minisat22", bootstrap_with=formula) as solver:
        for number, model in zip(count(), solver.enum_models(), strict=False):
            true = {x for x in model if x > 0}
            assert all(satisfied(line, true) for line in lines)
            for literal in model[: 3 + number]:  # with one variable changed
                other = true ^ {abs(literal)}
                held = all(any((x > 0) == (abs(x) in other) for x in c) for c in formula)
                assert all(satisfied(line, other) for line in lines) == held
            models += 1
            if number == 4:
                break
    assert models


def joined(text, separator):
    """Return a formula with this separator between all numbers of its clauses."""
    head, header, clauses = re.split(r"(p cnf \d+ \d+\n)", text)
    return head + header + separator.join(clauses.split())


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text + "\n\n",
        lambda text: "\n" + text,
        lambda text: "\ufeff" + text,
        lambda text: text.replace(" 0\n", "  0 \n"),
        lambda text: text.replace("\n1 0\n", "\n\t1\t0\n\nc a comment\n"),
        lambda text: text + "%\n0\n",
        lambda text: f"c\n{text}".replace("\np cnf", "\nc\nc another comment\np cnf"),
        lambda text: text.removesuffix("\n"),
        lambda text: joined(text, " "),
        lambda text: joined(text, "\n"),
    ],
)
def test_formulas_changed_in_transport_are_decoded(file, change):
    formula, answer = encoded(file, "f.cnf", solve_board(BOARDS[1]).minimum)
    formula.write_bytes(change(formula.read_text()).encode())
    found = json.loads(floodit("decode", formula, answer, "--json", status=0).output)
    assert found["status"] == "sat"
    assert floods(BOARDS[1].grid, [BOARDS[1].symbols.index(c) for c in found["moves"]])


@pytest.mark.parametrize("name", ["opb", "wcnf"])
def test_answers_to_opb_and_wcnf_files_are_decoded(file, name):
    board = BOARDS[1]
    p = solve_board(board).minimum
    path, answer = file.parent / f"f.{name}", file.parent / "answer"
    options = ("--board", 1, "--moves", p + (name == "wcnf"), "--as", name)
    floodit("encode", file, *options, "-o", path, status=0)
    if name == "wcnf":
        with RC2(WCNF(from_file=str(path))) as rc2:
            model = rc2.compute()
        bits = "".join("1" if x > 0 else "0" for x in model)
        answer.write_text(f"o {p}\ns OPTIMUM FOUND\nv {bits}\n")
    else:
        with Solver("cadical195", bootstrap_with=Instance(board, p).formula().to_pysat()) as solver:
            assert solver.solve()
            model = solver.get_model()
        words = " ".join(f"x{x}" if x > 0 else f"-x{-x}" for x in model)
        answer.write_text(f"s SATISFIABLE\nv {words}\n")
    moves = json.loads(floodit("decode", path, answer, "--json", status=0).output)["moves"]
    assert len(moves) == p
    assert floods(board.grid, [board.symbols.index(c) for c in moves])
    text = path.read_text()
    path.write_text(text.replace("\n", "\r\n") + "\n")
    assert floodit("decode", path, answer, status=0)
    for comment in ("c", "c\ta comment") if name == "wcnf" else ("*", "*a comment"):
        path.write_text(f"{comment}\n{text}{comment}\n")
        assert floodit("decode", path, answer, status=0)
    for damaged in (text + "h 1 0\n", text + "core 1 0\n", text.replace("moves: ", "moves: 1")):
        path.write_text(damaged)
        assert "the constraints are not those of the board" in refusal(path, answer)
