"""The targets of instances, hardness and certificates on the smoke configuration."""

import lzma

import pytest

from tests.test_docs import explained

from .test_workflow import remade, snakemake

pytestmark = pytest.mark.xdist_group("instances")  # its study is run once


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("instances")
    targets = ("instances", "certificates", "hardness", "interesting")
    status, output = snakemake(folder, *targets)
    assert status == 0, output
    return folder


def test_everything_is_made(made):
    tables = made / "results/tables"
    for name in ("instances.csv", "instances.md", "instances.tex", "certificates.csv"):
        assert (tables / name).stat().st_size > 100
    for ending in ("pdf", "png", "svg"):
        assert (made / f"figures/hardness.{ending}").stat().st_size > 1000
    assert "# Flood-It puzzles" in (made / "results/instances/description.md").read_text()


def test_every_column_is_explained(made):
    used = explained(made, sorted(made.glob("results/**/*.csv")))
    assert used >= {
        *("results/instances/*.csv", "results/hardness/n*_k*.csv", "results/tables/instances.csv"),
        *("results/tables/hardness.csv", "results/tables/interesting.csv"),
        *("results/certificates/n*_k*/*.csv", "results/tables/certificates.csv"),
    }


def test_the_instances_of_every_set_are_there(made):
    names = sorted(path.name for path in made.glob("results/instances/*.cnf.xz"))
    assert names == [
        "floodit-n6-k4-m7-s0-contracted.cnf.xz",
        "floodit-n6-k4-m7-s0-extended-printed.cnf.xz",
        "floodit-n6-k4-m8-s0.cnf.xz",
        "floodit-n6-k4-m9-s1.cnf.xz",
    ]
    text = lzma.decompress((made / "results/instances" / names[1]).read_bytes()).decode()
    assert "c reading: printed\n" in text


def test_every_minimum_is_certified(made):
    rows = (made / "results/tables/certificates.csv").read_text().splitlines()
    assert len(rows) == 1 + 4 * 6
    assert all(",verified," in row or ",trivial," in row for row in rows[1:])


def test_both_sides_are_interesting(made):
    tried = (made / "results/tables/interesting.csv").read_text()
    for side in ("sat", "unsat"):
        assert f",interesting,{side}," in tried
    assert len(list((made / "results/interesting").glob("*.xz"))) == tried.count(",interesting,")


def test_a_second_run_has_nothing_to_do(made):
    status, output = snakemake(made, "instances", "certificates", "hardness", "interesting")
    assert status == 0
    assert "Nothing to be done" in output


def test_another_number_of_moves_is_another_instance(made):
    change = "instances={sets: [{n: 6, k: 4, moves: [8, 10], boards: 2, encoding: minimal, "
    change += "reading: mended}]}"
    status, output = snakemake(made, "--dry-run", "instances", "--config", change)
    assert status == 0, output
    assert remade(output) >= {"instance", "instances_table"}
    assert "floodit-n6-k4-m10-s1.cnf.xz" in output
