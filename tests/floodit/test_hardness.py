"""Hardness around the minimum, and the rule for interesting instances, on tiny limits."""

import lzma
import subprocess

import pandas as pd
import pytest

from puzzlesat.common.errors import DisagreementError, InputError
from puzzlesat.common.rows import parse_rows, read_rows, write_rows
from puzzlesat.floodit.board.sample import sample_rows
from puzzlesat.floodit.encode.instance import read_instance
from puzzlesat.floodit.prove import verified
from puzzlesat_studies.core.provenance import environment
from puzzlesat_studies.core.tables import read_frame
from puzzlesat_studies.floodit.hardness import rows as hardness
from puzzlesat_studies.floodit.hardness.figures import hardness_figure
from puzzlesat_studies.floodit.hardness.rows import hardness_rows
from puzzlesat_studies.floodit.hardness.tables import hardness_table
from puzzlesat_studies.floodit.interesting import family
from puzzlesat_studies.floodit.interesting.family import family_rows
from puzzlesat_studies.floodit.interesting.rows import (
    INTERESTING,
    Rule,
    check_distances,
    interesting_rows,
)
from tests.programs import run

SOLVERS = ["minisat22", "cadical195"]


@pytest.fixture(scope="module")
def rows():
    sample = list(sample_rows(1, 5, 4, range(2)))
    return pd.DataFrame(hardness_rows(sample, 2, 3, SOLVERS, 20))


def test_both_sides_of_the_minimum_are_timed(rows):
    assert len(rows) == 2 * 6 * 2
    assert set(rows["m"] - rows["minimum"]) == set(range(-2, 4))
    assert ((rows["status"] == "sat") == (rows["m"] >= rows["minimum"])).all()
    assert (rows["status"] != "timeout").all()


def test_inconsistent_or_duplicate_hardness_rows_are_rejected(rows):
    def read_again(rows):
        return parse_rows(rows.to_csv(index=False), hardness.HARDNESS)

    assert len(read_again(rows)) == len(rows)
    with pytest.raises(InputError, match=r"line 2: status is sat, but [0-9]+ moves are"):
        read_again(rows.assign(status="sat"))
    fewer = rows["minimum"].where(rows["m"] != rows["m"].max(), rows["minimum"] - 1)
    with pytest.raises(
        InputError, match=r"minimum is [0-9]+, but [0-9]+ in an earlier row for seed"
    ):
        read_again(rows.assign(minimum=fewer))
    with pytest.raises(InputError, match=r"a second row for seed 1, n 5, k 4, i 0, m .*, solver"):
        read_again(pd.concat([rows, rows[:1]]))


def labels(figure):
    return [text.get_text() for legend in figure.legends for text in legend.get_texts()]


def test_timeouts_count_as_the_time_limit(rows):
    late = rows.assign(status="timeout", solve_seconds=0.0, timeout=7.0)
    table = hardness_table(late)
    assert (table["median_seconds"] == 7).all()
    assert (table["timeouts"] == table["boards"]).all()
    assert list(table["side"]) == ["unsat"] * 2 + ["sat"] * 4 + ["unsat"] * 2 + ["sat"] * 4
    figure = hardness_figure(late)
    assert len(figure.axes) == 1
    assert "out of time" in labels(figure)
    assert "out of time" not in labels(hardness_figure(rows))  # none is drawn
    [row] = list(hardness_rows(list(sample_rows(1, 14, 8, range(1))), 0, 0, SOLVERS[:1], 0.001))
    assert row["status"] == "timeout"


def test_solver_that_contradicts_the_minimum_raises(monkeypatch):
    class Wrong(hardness.Bounds):
        def __init__(self, board):
            super().__init__(board)
            self.moves = [*self.moves, 0, 1, 0]

    monkeypatch.setattr(hardness, "Bounds", Wrong)
    monkeypatch.setattr(hardness, "close", lambda *_: "optimal")
    sample = list(sample_rows(1, 5, 4, range(1)))
    with pytest.raises(DisagreementError, match=r"finds .* moves sufficient"):
        list(hardness_rows(sample, 1, 0, SOLVERS, 20))


def interesting(folder, easy, hard, boards=4, wanted=1):
    rule = Rule("minisat22", easy, "cadical195", hard)
    return list(interesting_rows(1, 9, 6, range(boards), [-1, 0], 20, wanted, rule, folder))


def test_rule_finds_satisfiable_and_unsatisfiable_instances(tmp_path):
    rows = interesting(tmp_path, 1e-6, 60)
    found = [row for row in rows if row["verdict"] == "interesting"]
    assert {row["status"] for row in found} == {"sat", "unsat"}
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(r["name"] for r in found)
    for row in found:
        assert (row["status"] == "sat") == (row["m"] >= row["lower_bound"])
        assert read_instance(tmp_path / row["name"]).p == row["m"]


def test_too_easy_and_too_hard_instances_are_not_interesting(tmp_path):
    easy = interesting(tmp_path, 60, 60, boards=2)
    assert [row["verdict"] for row in easy] == ["too easy"] * 4
    hopeless = interesting(tmp_path, 1e-6, 1e-6, boards=1)
    assert [row["verdict"] for row in hopeless] == ["too hard"] * 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("distances", [[0, 1], [-1, -2]])
def test_distances_on_one_side_only_are_rejected(distances):
    with pytest.raises(InputError, match="once below 0, and once at least 0"):
        check_distances(distances)


def test_hardness_and_interesting_commands(tmp_path):
    sample, rows = tmp_path / "sample.csv", tmp_path / "rows.csv"
    for call in (
        ("sample", "-n", 4, "-k", 3, "--count", 1, "-o", sample),
        ("hardness", "hardness", sample, "--solver", "minisat22", "--timeout", 5, "-o", rows),
        ("hardness", "table", "hardness", rows, "-o", tmp_path / "table.csv"),
        ("hardness", "figure", "hardness", rows, "-o", tmp_path / "figure.png"),
        (
            *("interesting", "interesting", "-n", 4, "-k", 3, "--boards", 1, "--wanted", 1),
            *("--distance", -1, "--distance", 0, "--bounds-timeout", 5),
            *("--easy", "minisat22", 5, "--hard", "cadical195", 5),
            *("--folder", tmp_path, "-o", tmp_path / "tried.csv"),
        ),
    ):
        run("floodit", *call, status=0)
    assert len((tmp_path / "tried.csv").read_text().splitlines()) == 3


@pytest.fixture
def tried(tmp_path):
    """Rows of instances that were tried, as a file, and the folder of the interesting ones."""
    rows = interesting(tmp_path / "formulas", 1e-6, 60)
    write_rows(rows, tmp_path / "tried.csv")
    return read_rows(tmp_path / "tried.csv", INTERESTING), tmp_path / "formulas"


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


def test_instance_that_differs_from_its_row_is_rejected(tried, tmp_path):
    rows, formulas = tried
    names = [row["name"] for row in rows if row["verdict"] == "interesting"]
    for row in rows:
        row["name"] = names[1] if row["name"] == names[0] else row["name"]
    with pytest.raises(InputError, match="not the instance of board 0 and"):
        list(family_rows(rows, formulas, tmp_path / "proofs"))


def test_no_board_larger_than_the_instance_is_sampled(tried, tmp_path, monkeypatch):
    """A row can name boards for which no machine has the memory."""
    rows, formulas = tried
    monkeypatch.setattr(family, "sampled", lambda *arguments: pytest.fail("drawn"))
    for row in rows:
        row["n"] = 10**6
    with pytest.raises(InputError, match="not the instance of board 0 and"):
        list(family_rows(rows, formulas, tmp_path / "proofs"))


@pytest.mark.usefixtures("tried")
def test_missing_instance_is_reported(tmp_path):
    done = run(
        *("floodit", "interesting", "family", tmp_path / "tried.csv"),
        *("--formulas", tmp_path / "no", "--folder", tmp_path / "proofs"),
        *("-o", tmp_path / "family.csv"),
        status=1,
    )
    assert done.stderr.startswith(f"puzzlesat: {tmp_path}/no/floodit-n9-k6-m"), done.stderr
    assert done.stderr.endswith(".cnf.xz: No such file or directory\n")


@pytest.mark.usefixtures("cake_lpr")
def test_satisfiable_instances_get_no_proof(tried, tmp_path):
    rows, formulas = tried
    wrong = [row | {"status": "unsat"} for row in rows]
    with pytest.raises(
        DisagreementError, match=r"a solver refuted this instance, but .* in [0-9]+ moves, so"
    ):
        list(family_rows(wrong, formulas, tmp_path / "proofs"))


def test_description_of_an_instance_family(tried, tmp_path):
    rows, formulas = tried
    write_rows(family_rows(rows, formulas, tmp_path / "proofs"), tmp_path / "rows.csv")
    family.FAMILY_TABLE.write(files=[tmp_path / "rows.csv"], outputs=[tmp_path / "family.md"])
    rows = read_frame([tmp_path / "rows.csv"], family.FAMILY)
    page = family.description(rows, environment())
    assert "2 instances, 1 satisfiable and 1 unsatisfiable, with n = 9 and k = 6." in page
    _, table, _ = (tmp_path / "family.md").read_text().split("\n\n")
    assert table.count("| > 1e-06") == 2
    assert table in page
    with pytest.raises(InputError, match="none of the instances that were tried is interesting"):
        list(family_rows([], formulas, tmp_path))
    with pytest.raises(InputError, match="there is no instance to describe"):
        family.description(rows[:0], {})
