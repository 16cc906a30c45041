"""The targets of the competition paper, of solvers and of verified minima on a smoke run."""

import shutil

import pandas as pd
import pytest

from .test_workflow import ENVIRONMENT, finished, remade

TARGETS = ("competition", "solvers", "verified", "proofs")

GRID_POINT = "n_values: [4], k_values: [3]"
SMALL = (
    "--config",
    f"thesis={{bounds: {{{GRID_POINT}}}}}",
    f"verified={{sets: [{{{GRID_POINT}, boards: 4}}]}}",
)
"""One grid point of the smoke configuration."""


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("instances")
    finished(folder, *TARGETS, *SMALL)
    return folder


def test_all_outputs_are_written(made):
    for name in ("instances.csv", "instances.md", "instances.tex", "hardness.csv"):
        assert (made / "results/competition" / name).stat().st_size > 100
    for ending in ("pdf", "png", "svg"):
        assert (made / f"figures/competition/hardness.{ending}").stat().st_size > 1000
        assert (made / f"figures/solvers/cactus.{ending}").stat().st_size > 1000
    page = made / "results/competition/instances-description.md"
    assert "# Flood-It puzzles" in page.read_text()


def test_all_instances_are_written(made):
    names = sorted(path.name for path in made.glob("results/competition/formulas/*.cnf.xz"))
    assert names == [
        "floodit-n6-k4-m8-s0.cnf.xz",
        "floodit-n6-k4-m8-s2.cnf.xz",
        "floodit-n6-k4-m9-s1.cnf.xz",
    ]


def test_every_solver_has_a_score_on_the_made_formulas(made):
    rows = pd.read_csv(made / "results/solvers/scores.csv")
    assert sorted(rows["solver"]) == ["cadical195", "minisat22"]
    assert rows["formulas"].tolist() == rows["solved"].tolist() == [8, 8]
    assert rows["sat"].tolist() == rows["unsat"].tolist() == [4, 4]


def test_every_minimum_is_verified_if_the_checker_is_installed(made):
    status = "verified" if shutil.which("cake_lpr", path=ENVIRONMENT["PATH"]) else "missing"
    for path in made.glob("results/verified/rows/n*_k*/*.csv"):
        rows = path.read_text().splitlines()
        assert len(rows) == 1 + 4
        assert all(f",minimal,{status}," in row for row in rows[1:])
    assert (made / "figures/verified/proofs.pdf").stat().st_size > 1000


def test_proofs_of_every_minimum_are_kept_if_the_checker_is_installed(made):
    installed = shutil.which("cake_lpr", path=ENVIRONMENT["PATH"])
    kept = list(made.glob("results/verified/kept/seed*/n*_k*/board-*/manifest.json"))
    assert len(kept) == (6 if installed else 0)
    assert len(list(made.glob("results/verified/kept/seed*/n*_k*.csv"))) == 1


def test_the_family_has_satisfiable_and_unsatisfiable_instances(made):
    folder = made / "results/competition"
    tried = (folder / "selection.csv").read_text()
    for side in ("sat", "unsat"):
        assert f",interesting,{side}," in tried
    assert len(list((folder / "selection").glob("*.xz"))) == tried.count(",interesting,")
    family = (folder / "family.csv").read_text().splitlines()
    assert len(family) == 1 + tried.count(",interesting,")
    assert "# Flood-It puzzles" in (folder / "family-description.md").read_text()


def test_a_second_run_has_nothing_to_do(made):
    output = finished(made, *TARGETS, *SMALL)
    assert "Nothing to be done" in output


def test_changing_the_moves_adds_an_instance(made):
    change = "competition={instances: {n: 6, k: 4, moves: [8, 10], boards: 2}}"
    output = finished(made, "--dry-run", "competition", "--config", change)
    assert remade(output) >= {"timed_rows_with_formula", "table"}
    assert "floodit-n6-k4-m10-s1.cnf.xz" in output


def test_formulas_of_a_given_folder_are_solved(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/a.cnf").write_text("p cnf 2 2\n1 2 0\n-1 0\n")
    finished(tmp_path, "results/solvers/scores.csv", "--config", "solvers={folder: mine}")
    rows = pd.read_csv(tmp_path / "results/solvers/scores.csv")
    assert rows["formulas"].tolist() == rows["sat"].tolist() == [1, 1]
