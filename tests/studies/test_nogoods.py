"""Proofs from nogoods and of a solver: every method is accepted, and the table compares boards."""

import shutil

import pandas as pd
import pytest

from puzzlesat.common.errors import DisagreementError
from puzzlesat.floodit.board.sample import random_board
from puzzlesat.floodit.encode.instance import Instance
from puzzlesat.floodit.solve.answer import solve_board
from puzzlesat.floodit.solve.exact import Limits
from puzzlesat_studies.floodit import nogoods
from puzzlesat_studies.floodit.boards import SampledBoard
from tests.floodit import exhaustive
from tests.programs import load_tool
from tests.sat import lrat_checker


@pytest.mark.parametrize("method", nogoods.RULES_OFF)
def test_every_variant_writes_a_proof(tmp_path, method):
    board = random_board(2020, 3, 3, 1)
    instance = Instance(board, exhaustive.minimum(board) - 1)
    formula = instance.formula()
    path = tmp_path / "proof.lrat"
    nogoods.write_nogoods_proof(instance, formula, method, path, Limits())
    assert lrat_checker.refutes(list(formula), path.read_text().splitlines())


def test_without_generalisation_the_proof_is_longer(tmp_path):
    instance = Instance(random_board(2020, 10, 6, 0), 13)
    size = {}
    for method in nogoods.RULES_OFF:
        path = tmp_path / "proof.lrat"
        nogoods.write_nogoods_proof(instance, instance.formula(), method, path, Limits())
        size[method] = path.stat().st_size
    assert size["without generalisation"] > size["nogoods"]


def test_a_satisfiable_formula_is_a_disagreement(tmp_path):
    board = random_board(2020, 3, 3, 1)
    instance = Instance(board, exhaustive.minimum(board))
    with pytest.raises(DisagreementError, match="suffice"):
        path = tmp_path / "p"
        nogoods.write_nogoods_proof(instance, instance.formula(), "nogoods", path, Limits())


def test_rows_say_what_is_missing(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda program: None)
    row = SampledBoard(seed=2020, n=3, k=3, board=1, fields=random_board(2020, 3, 3, 1).text)
    rows = list(nogoods.attempts.make([row], encodings=["minimal"], wall_limit=5))
    assert [row["status"] for row in rows] == ["missing"] * 4


def test_the_table_compares_boards_that_are_verified_both_ways():
    rows = pd.DataFrame(
        {"seed": 1, "n": 5, "k": 3, "board": board, "method": method, "status": status}
        | {"steps": 1, "bytes": size, "seconds": 1.0, "check_seconds": 2.0, "wall_limit": 60}
        for method, board, status, size in [
            ("nogoods", 0, "verified", 10),
            ("nogoods", 1, "verified", 10),
            ("solver", 0, "verified", 40),
            ("solver", 1, "timeout", 0),
        ]
    )
    own, other = nogoods.compare_proofs.make(rows).to_dict("records")
    assert (own["verified"], own["both"], own["ratio_bytes"]) == (2, 2, 1)
    assert (other["boards"], other["verified"], other["both"]) == (2, 1, 1)
    assert (other["ratio_bytes"], other["ratio_check"]) == (pytest.approx(4), 1)
    assert other["wall_limit"] == 60


@pytest.mark.parametrize(("n", "k"), [(8, 4), (8, 10)])
def test_all_clauses_of_proofs_from_nogoods_are_needed(tmp_path, n, k):
    board = random_board(2020, n, k, 0)
    instance = Instance(board, solve_board(board).upper - 1)
    path = tmp_path / "proof.lrat"
    nogoods.write_nogoods_proof(instance, instance.formula(), "nogoods", path, Limits())
    sizes = load_tool("lrat", "benchmarks").sizes
    found = sizes(path)
    assert found["clauses"] == found["used_clauses"] > 0
    with path.open("a") as file:
        file.write(f"{10**6} 1 0 1 0\n")  # now the last one, which needs nothing else
    assert sizes(path)["used_clauses"] == 1
