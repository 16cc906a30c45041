"""The competition paper: its instances, hardness around the minimum, and the selected family."""

import lzma
import subprocess

import pandas as pd
import pytest

from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.floodit.board.sample import random_board_rows
from puzzlesat.floodit.encode.instance import read_instance
from puzzlesat.floodit.prove import verified
from puzzlesat.floodit.solve.answer import solve_board
from puzzlesat_studies.core import environment
from puzzlesat_studies.core.run import write_models
from puzzlesat_studies.core.study import read_frame
from puzzlesat_studies.floodit.boards import SampledBoard
from puzzlesat_studies.floodit.competition import family, hardness, instances
from puzzlesat_studies.floodit.competition.family import FamilyInstance, TriedInstance
from puzzlesat_studies.floodit.competition.study import (
    AroundMinimum,
    LimitedSolver,
    PaperInstances,
    Selection,
)
from tests.programs import invoke, run_step

SOLVERS = ["minisat22", "cadical195"]


def test_instances_are_described_and_have_the_bytes_of_the_commands(tmp_path, monkeypatch):
    of = PaperInstances(n=6, k=4, moves=[8, 9], boards=2)
    rows = []
    for i, m in ((0, 8), (1, 9)):
        path = tmp_path / f"floodit-a{i}.cnf.xz"
        rows += instances.formulas(instances=of, i=i, m=m, seed=7, extra_output=path)
        board = invoke("floodit", "sample", "-n", 6, "-k", 4, "--seed", 7, "--first", i,
                       "--count", 1, status=0).stdout  # fmt: skip
        again = tmp_path / "again.cnf.xz"
        invoke("floodit", "encode", "-", "--moves", m, "-o", again, given=board, status=0)
        assert again.read_bytes() == path.read_bytes()
        assert rows[-1]["bytes"] == len(lzma.decompress(path.read_bytes()))
    table = instances.instances_table(pd.DataFrame(rows).assign(seconds=[1.5, 2.5]))
    changes = {"processor": "a processor", "cores": 3, "memory_gib": 4.5}
    machine = environment.environment() | changes
    monkeypatch.setattr(environment, "environment", lambda: machine)
    page = instances.describe_instances(table)
    for i, row in enumerate(rows):  # the values and the seconds of each instance
        [line] = [line for line in page.splitlines() if line.startswith(f"| a{i} ")]
        cells = [cell.strip() for cell in line.split("|")]
        sizes = [f"{row[name]:,}" for name in ("variables", "clauses")]
        assert cells[2:8] == ["6", "4", str(row["m"]), "7", *sizes]
        assert f"{1.5 + i:g}" in cells
    assert "a processor, 3 cores and 4.5 GiB" in page
    assert "All 2 took 4 s" in page


def around_minimum(**values):
    return AroundMinimum.of([5], [4], 2, **{"solvers": SOLVERS, "wall_limit": 20} | values)


def solves(n, k, boards, **values):
    sample = [SampledBoard(**row) for row in random_board_rows(1, n, k, range(boards))]
    return hardness.solves(sample, hardness=around_minimum(**values))


@pytest.fixture(scope="module")
def rows():
    return pd.DataFrame(solves(5, 4, 2, below=2, above=3))


def test_both_sides_of_the_minimum_are_timed(rows):
    assert len(rows) == 2 * 6 * 2
    assert set(rows["m"] - rows["minimum"]) == set(range(-2, 4))
    assert ((rows["status"] == "sat") == (rows["m"] >= rows["minimum"])).all()
    assert (rows["status"] != "timeout").all()


def labels(figure):
    return [text.get_text() for legend in figure.legends for text in legend.get_texts()]


def test_timeouts_count_as_the_time_limit(rows):
    late = rows.assign(status="timeout", seconds=0.0, wall_limit=7.0)
    table = hardness.hardness_table(late)
    assert (table["median_seconds"] == 7).all()
    assert (table["timeouts"] == table["boards"]).all()
    assert list(table["side"]) == ["unsat"] * 2 + ["sat"] * 4 + ["unsat"] * 2 + ["sat"] * 4
    figure = hardness.hardness_figure(late)
    assert len(figure.axes) == 1
    assert "hollow: out of time" in labels(figure)
    assert "hollow: out of time" not in labels(hardness.hardness_figure(rows))  # none is drawn
    [row] = solves(14, 8, 1, below=0, above=0, solvers=SOLVERS[:1], wall_limit=0.001)
    assert row["status"] == "timeout"


def test_solver_that_contradicts_the_minimum_raises(monkeypatch):
    def wrong(board):
        bounds = solve_board(board)
        bounds.moves = [*bounds.moves, 0, 1, 0]
        return bounds

    monkeypatch.setattr(hardness, "solve_board", wrong)
    with pytest.raises(DisagreementError, match="returns sat, but the minimum implies unsat"):
        list(solves(5, 4, 1, below=1, above=0))


def tried_rows(folder, fail, solve, boards=4, solver="cadical195"):
    selection = Selection(
        n=9,
        k=6,
        boards=boards,
        distances=[-1, 0],
        bounds_limit=20,
        wanted=1,
        must_fail=LimitedSolver(solver="minisat22", wall_limit=fail),
        must_solve=LimitedSolver(solver=solver, wall_limit=solve),
    )
    return list(family.tried_instances(seed=1, selection=selection, extra_output=folder))


def family_rows(rows, formulas, proofs):
    return family.family_of(rows, [formulas], extra_output=proofs)


@pytest.fixture
def tried(tmp_path):
    """Rows of instances that were tried, and the folder of the interesting ones."""
    rows = tried_rows(tmp_path / "formulas", 1e-6, 60)
    return [TriedInstance(**row, host="here") for row in rows], tmp_path / "formulas"


def test_rule_finds_satisfiable_and_unsatisfiable_instances(tmp_path):
    rows = tried_rows(tmp_path, 1e-6, 60)
    found = [row for row in rows if row["verdict"] == "interesting"]
    assert {row["status"] for row in found} == {"sat", "unsat"}
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(r["name"] for r in found)
    for row in found:
        assert (row["status"] == "sat") == (row["m"] >= row["lower_bound"])
        assert read_instance(tmp_path / row["name"]).p == row["m"]


def test_too_easy_and_too_hard_instances_are_not_interesting(tmp_path):
    easy = tried_rows(tmp_path, 60, 60, boards=2)
    assert [row["verdict"] for row in easy] == ["too easy"] * 4
    hopeless = tried_rows(tmp_path, 1e-6, 1e-6, boards=1)
    assert [row["verdict"] for row in hopeless] == ["too hard"] * 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("cake_lpr")
def test_unsatisfiable_instances_get_proofs_that_cake_lpr_accepts(tried, tmp_path):
    rows, formulas = tried
    found = list(family_rows(rows, formulas, tmp_path / "proofs"))
    assert {(row["status"], row["proof"]) for row in found} == {("sat", ""), ("unsat", "verified")}
    for row in found:
        if row["status"] == "unsat":
            formula, proof = tmp_path / "formula.cnf", tmp_path / "proof.lrat"
            formula.write_bytes(lzma.decompress((formulas / row["name"]).read_bytes()))
            path = tmp_path / "proofs" / row["name"].replace(".cnf.xz", ".lrat.xz")
            proof.write_bytes(lzma.decompress(path.read_bytes()))
            assert row["proof_bytes"] == proof.stat().st_size
            done = subprocess.run(
                ["cake_lpr", formula, proof], capture_output=True, text=True, check=True
            )
            assert "s VERIFIED UNSAT" in done.stdout
            again = tmp_path / "again.lrat.xz"
            verified.refute(read_instance(formulas / row["name"]), again)
            assert again.read_bytes() == path.read_bytes()


def test_proofs_are_missing_without_the_checker(tried, tmp_path, monkeypatch):
    monkeypatch.setattr(family, "is_installed", lambda program: False)
    found = list(family_rows(*tried, tmp_path / "proofs"))
    assert {(row["status"], row["proof"]) for row in found} == {("sat", ""), ("unsat", "missing")}


@pytest.mark.usefixtures("cake_lpr")
def test_satisfiable_instances_get_no_proof(tried, tmp_path):
    rows, formulas = tried
    wrong = [row.model_copy(update={"status": "unsat"}) for row in rows]
    with pytest.raises(
        DisagreementError, match=r"a solver refuted this instance, but .* in [0-9]+ moves, so"
    ):
        list(family_rows(wrong, formulas, tmp_path / "proofs"))


def test_description_of_an_instance_family(tried, tmp_path):
    rows, formulas = tried
    paths = [str(tmp_path / "rows.csv")]
    write_models(family_rows(rows, formulas, tmp_path / "proofs"), FamilyInstance, paths[0])
    run_step(family.family_table, None, "", {"rows": paths}, [tmp_path / "family.md"])
    rows = family.family_table(read_frame(paths, FamilyInstance))
    page = family.describe_family(rows)
    assert "2 instances, 1 satisfiable and 1 unsatisfiable, with n = 9 and k = 6." in page
    _, table, _ = (tmp_path / "family.md").read_text().split("\n\n")
    assert table.count("| > 1e-06") == 2
    assert table in page
    with pytest.raises(InputError, match="none of the instances that were tried is interesting"):
        list(family_rows([], formulas, tmp_path))
