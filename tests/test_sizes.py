"""Formulas that would need too much memory are refused before they are computed."""

from itertools import product
from time import process_time

import pytest
from pysat.card import CardEnc, EncType

from puzzlesat.common.errors import InputError
from puzzlesat.common.limits import TooLargeError
from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.encode.instance import Instance, read_instance
from puzzlesat.floodit.encode.thesis import ENCODINGS, PRINTED_ENCODINGS, Encoder, sizes
from puzzlesat.flowfree.board.puzzle import RULES, Puzzle
from puzzlesat.flowfree.encode.instance import Instance as FlowInstance
from puzzlesat.flowfree.encode.methods import ENCODINGS as FLOW_ENCODINGS
from puzzlesat.flowfree.encode.methods import METHODS, formula_of, size
from puzzlesat.minesweeper.board.state import State
from puzzlesat.minesweeper.encode.encoding import CARDINALITIES, LITERAL_BOUNDS, encode
from puzzlesat.minesweeper.encode.network import network

from .flowfree.samples import thrown
from .programs import run

BOARDS = [
    Board.of([[0]]),
    Board.of([[0, 0]], 2),
    Board.of([[0, 1, 1], [0, 1, 2]]),
    random_board(1, 4, 3, 0).with_start((2, 1)),
    random_board(1, 5, 2, 0),
]


@pytest.mark.parametrize("board", BOARDS, ids=range(len(BOARDS)))
def test_sizes_of_the_thesis_encoding_are_exact(board):
    for conditions, p in product((*ENCODINGS.values(), *PRINTED_ENCODINGS.values()), range(4)):
        encoder = Encoder(board, conditions)
        formula = encoder.formula(p)
        assert encoder.clause_count(p) == len(formula)
        for condition, template in zip(conditions, encoder._templates, strict=True):
            literals = sum(array.size for array in template)
            assert sizes(board)[condition.clauses] == (sum(map(len, template)), literals)


@pytest.mark.parametrize("board", BOARDS, ids=range(len(BOARDS)))
def test_known_sizes_of_instances_are_exact(board):
    chosen = [(encoding, "corrected") for encoding in (*ENCODINGS, "clusters", "minimal+first")]
    chosen += [(encoding, "printed") for encoding in PRINTED_ENCODINGS]
    for (encoding, variant), p in product(chosen, range(4)):
        instance = Instance(board, p, encoding, variant)
        formula = instance.formula()
        variables, clauses = instance.size
        assert variables == formula.variables or (variables is None and "+" in encoding)
        assert clauses == len(formula) or (clauses is None and encoding not in ENCODINGS)


ONE_CLUSTER = Board.of([[0] * 100] * 99 + [[0] * 98 + [1, 1]])


def test_boards_of_large_clusters_are_refused_at_once(tmp_path):
    """The clauses of condition 8 are quadratic in the size of a cluster: they took 17 gigabytes."""
    started = process_time()
    for encoding in ("minimal", "extended", "reduced", "minimal+first"):
        with pytest.raises(TooLargeError, match=r"would have [0-9,]+ literals for each"):
            Instance(ONE_CLUSTER, 1, encoding).formula()
    assert process_time() - started < 5
    board = "\n".join("".join(map(str, row)) for row in ONE_CLUSTER.grid)
    done = run(
        *("floodit", "encode", "-", "--format", "rows", "--moves", 1, "-o", tmp_path / "a.cnf"),
        given=board,
    )
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("floodit: the formula would have 300,")
    assert not list(tmp_path.iterdir())
    assert len(Instance(ONE_CLUSTER, 1, "clusters").formula()) < 100


def hostile(board, p, encoding="minimal", header="p cnf 9 9", more=""):
    instance = Instance(board, p, encoding)
    kept = instance.comments("")
    return "".join(f"c {key}: {value}\n" for key, value in kept.items()) + more + f"{header}\n"


@pytest.mark.parametrize("encoding", ["minimal", "clusters"])
def test_the_size_in_a_file_is_compared_first(tmp_path, monkeypatch, encoding):
    path = tmp_path / "a.cnf"
    path.write_text(hostile(random_board(1, 4, 3, 0), 1_000_000, encoding, more="c shuffle: 1\n"))
    monkeypatch.setattr(Instance, "formula", lambda _: pytest.fail("the formula is computed"))
    with pytest.raises(InputError, match=r"line [0-9]+: the clauses are not those of the board"):
        read_instance(path)


def test_a_large_shuffled_formula_is_refused(tmp_path):
    """A file of a few hundred bytes took 15 gigabytes."""
    board = random_board(1, 4, 3, 0)
    variables, clauses = Instance(board, 1_000_000).size
    path = tmp_path / "a.cnf"
    header = f"p cnf {variables} {clauses}"
    path.write_text(hostile(board, 1_000_000, header=header, more="c shuffle: 1\n"))
    with pytest.raises(InputError, match=r"would have [0-9,]+ literals, more than"):
        read_instance(path)
    with pytest.raises(TooLargeError):
        list(Instance(board, 1_000_000).formula().clauses)


@pytest.mark.parametrize("rule", RULES)
def test_sizes_of_flow_free_formulas_are_bounds(rule):
    compared = 0
    small = [thrown(seed, [(1, 9), (3, 4), (6, 5)], [1, 2, 4]) for seed in range(20)]
    for rows in [*small, *(thrown(seed, [(7, 8), (9, 9)], [7, 20]) for seed in range(10))]:
        given = Puzzle.of(rows, rule=rule)
        for encoding, method in product(FLOW_ENCODINGS, METHODS):
            if rule != "strict" and (encoding == "published" or method == "escape"):
                continue
            formula = formula_of(FLOW_ENCODINGS[encoding](given), method)
            known = size(given, encoding, method)
            assert known.variables == formula.variables
            assert formula.literals <= known.literals
            compared += 3 * formula.literals > known.literals
    assert compared > 30  # the bounds are not useless


def corners(n, k=2):
    cells = [["."] * n for _ in range(n)]
    for f in range(k):
        for r, c in ((f, 0), (f, n - 1)):
            cells[r][c] = chr(0x4E00 + f)
    return Puzzle.of(["".join(row) for row in cells])


@pytest.mark.parametrize(
    ("given", "encoding", "method"),
    [
        (corners(400), "links", "ranks"),
        (corners(100, 70), "published", "ranks"),
        (corners(100, 99), "published", "repair"),
    ],
)
def test_large_flow_free_formulas_are_refused_at_once(given, encoding, method):
    """They took up to 15 gigabytes, from files of 15 kB."""
    started = process_time()
    with pytest.raises(
        TooLargeError, match=r"the formula would have [0-9]{1,3}(,[0-9]{3}){2,} literals"
    ):
        FlowInstance(given, encoding, method).formula()
    assert process_time() - started < 5


@pytest.mark.parametrize("cardinality", CARDINALITIES)
def test_sizes_of_cardinality_encodings_are_bounds(cardinality):
    kind = getattr(EncType, cardinality)
    compared = 0
    for n, encoder in product(
        (1, 2, 3, 8, 17, 33, 64, 129, 257, 400), (CardEnc.atmost, CardEnc.atleast)
    ):
        for bound in {1, 2, n // 4, n // 2, n - 1} - {0, n}:
            if bound < n:
                made = encoder(list(range(1, n + 1)), bound, top_id=n, encoding=kind)
                literals = sum(map(len, made.clauses))
                assert literals <= LITERAL_BOUNDS[cardinality](n, bound)
                compared += 4 * literals > LITERAL_BOUNDS[cardinality](n, bound)
    assert compared > 10  # the bounds are not useless


def test_large_minesweeper_formulas_are_refused_at_once():
    started = process_time()
    unknown = network(State.of(["." * 100] * 100, 400))
    for cardinality in ("totalizer", "seqcounter"):
        with pytest.raises(TooLargeError, match=f"in the cardinality encoding {cardinality}"):
            encode(unknown, cardinality)
    rows = ["." * 401, ".4" * 200 + "."] * 100
    with pytest.raises(TooLargeError, match=r"the formula would have [0-9,]+ literals"):
        encode(network(State.of(rows)))
    assert process_time() - started < 5
    assert len(encode(unknown, "kmtotalizer").clauses) > 0
