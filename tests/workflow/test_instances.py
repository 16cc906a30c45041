"""The targets of instances, hardness and verified minima on a smoke run."""

import lzma
import shutil

import pytest

from .test_workflow import ENVIRONMENT, finished, remade

TARGETS = ("instances", "verified", "proofs", "hardness", "interesting")

CELL = "n_values: [4], k_values: [3]"
SMALL = (
    "--config",
    f"thesis={{bounds: {{{CELL}}}}}",
    f"verified={{sets: [{{{CELL}, boards: 4}}]}}",
)
"""One cell of the smoke configuration."""


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("instances")
    finished(folder, *TARGETS, *SMALL)
    return folder


def test_all_outputs_are_written(made):
    for name in ("instances.csv", "instances.md", "instances.tex"):
        assert (made / "results/instances" / name).stat().st_size > 100
    for ending in ("pdf", "png", "svg"):
        assert (made / f"figures/hardness/hardness.{ending}").stat().st_size > 1000
    assert "# Flood-It puzzles" in (made / "results/instances/description.md").read_text()


def test_instances_of_every_set_are_written(made):
    names = sorted(path.name for path in made.glob("results/instances/formulas/*.cnf.xz"))
    assert names == [
        "floodit-n6-k4-m7-s0-clusters.cnf.xz",
        "floodit-n6-k4-m7-s0-extended-printed.cnf.xz",
        "floodit-n6-k4-m8-s0.cnf.xz",
        "floodit-n6-k4-m9-s1.cnf.xz",
    ]
    text = lzma.decompress((made / "results/instances/formulas" / names[1]).read_bytes()).decode()
    assert "c variant: printed\n" in text


def test_every_minimum_is_verified_if_the_checker_is_installed(made):
    status = "verified" if shutil.which("cake_lpr", path=ENVIRONMENT["PATH"]) else "missing"
    for path in made.glob("results/verified/rows/n*_k*/*.csv"):
        rows = path.read_text().splitlines()
        assert len(rows) == 1 + 4
        assert all(f",minimal,{status}," in row for row in rows[1:])
    assert (made / "figures/verified/proofs.pdf").stat().st_size > 1000


def test_proofs_of_every_minimum_are_kept_if_the_checker_is_installed(made):
    installed = shutil.which("cake_lpr", path=ENVIRONMENT["PATH"])
    kept = list(made.glob("results/verified/kept/n*_k*/*-*/board-*/manifest.json"))
    assert len(kept) == (6 if installed else 0)
    assert len(list(made.glob("results/verified/kept/n*_k*/*.csv"))) == 2


def test_interesting_instances_include_sat_and_unsat(made):
    tried = (made / "results/interesting/interesting.csv").read_text()
    for side in ("sat", "unsat"):
        assert f",interesting,{side}," in tried
    assert len(list((made / "results/interesting/interesting").glob("*.xz"))) == tried.count(
        ",interesting,"
    )
    family = (made / "results/interesting/family.csv").read_text().splitlines()
    assert len(family) == 1 + tried.count(",interesting,")
    assert "# Flood-It puzzles" in (made / "results/interesting/description.md").read_text()


def test_a_second_run_has_nothing_to_do(made):
    output = finished(made, *TARGETS, *SMALL)
    assert "Nothing to be done" in output


def test_changing_the_moves_adds_an_instance(made):
    change = "instances={sets: [{n: 6, k: 4, moves: [8, 10], boards: 2, encoding: minimal, "
    change += "variant: corrected}]}"
    output = finished(made, "--dry-run", "instances", "--config", change)
    assert remade(output) >= {"timed_rows_with_formula", "table"}
    assert "floodit-n6-k4-m10-s1.cnf.xz" in output
