"""Instances in the form of the SAT Competition: their description and attempts to solve them."""

from dataclasses import replace
from unittest.mock import Mock

import pandas as pd

from puzzlesat.floodit.board.board import Board
from puzzlesat.floodit.encode.instance import Instance
from puzzlesat_studies.core.provenance import environment
from puzzlesat_studies.floodit import instances as competition
from puzzlesat_studies.floodit.instances import (
    InstanceSet,
    SolverRun,
    description,
    formulas,
    instances_table,
    sampled_instance,
)


def test_description_lists_instances_and_environment(tmp_path):
    sets = InstanceSet(n=6, k=4, moves=[8, 9], boards=2, encoding="minimal", variant="corrected")
    rows = []
    for s in range(2):
        path = tmp_path / f"{sets.name(s)}.cnf.xz"
        [row] = formulas(instance_set=sets, s=s, seed=7, extra_output=path)
        rows.append(row | {"variables": 100 + s, "clauses": 200, "seconds": 1.5 + s})
    none = pd.DataFrame(columns=list(SolverRun.model_fields))
    table = instances_table(pd.DataFrame(rows), none).fillna({"status": "", "solver": ""})
    machine = environment() | {"processor": "a processor", "cores": 3, "memory_gib": 4.5}
    page = description(table, machine)
    for s, row in enumerate(rows):  # the values and the seconds of each instance
        [line] = [line for line in page.splitlines() if line.startswith(f"| n6-k4-m{8 + s}-s{s} ")]
        cells = [cell.strip() for cell in line.split("|")]
        assert cells[2:8] == ["6", "4", str(row["m"]), "7", str(100 + s), "200"]
        assert f"{1.5 + s:g}" in cells
    assert "a program in Python" in page
    assert "a processor, 3 cores and 4.5 GiB" in page
    assert "All 2 took 4 s" in page


def test_attempt_rows_record_sat_unsat_and_timeout(monkeypatch):
    instance = sampled_instance(1, 6, 4, 0, 20, "minimal", "corrected")
    row = competition.attempt_row(instance, "a", "minisat22", 60)
    assert row["status"] == "sat"
    assert len(row["moves"]) == 20
    below = sampled_instance(1, 6, 4, 0, 2, "minimal", "corrected")
    assert competition.attempt_row(below, "a", "minisat22", 60)["status"] == "unsat"
    large = sampled_instance(1, 16, 8, 0, 26, "minimal", "corrected")
    assert competition.attempt_row(large, "a", "minisat22", 0.01)["status"] == "timeout"
    with monkeypatch.context() as patch:  # a time limit may be rounded to 0
        patch.setattr(competition, "monotonic", Mock(side_effect=[0.0, 0.001, 0.0014]))
        assert competition.attempt_row(below, "a", "minisat22", 60)["solve_seconds"] == 0.0004


def test_an_attempt_answers_in_the_symbols_of_the_board():
    board = Board(1, 3, 3, (0, 1, 2), ("x", "7", "C"))
    assert competition.attempt_row(Instance(board, 2), "a", "minisat22", 60)["moves"] == "7C"
    board = replace(board, symbols=(1, 20, 3))
    assert competition.attempt_row(Instance(board, 2), "a", "minisat22", 60)["moves"] == "20,3"
