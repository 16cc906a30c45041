"""Proofs are not given to a checker that their numbers would make slow."""

from pathlib import Path
from subprocess import CompletedProcess

import pytest

from puzzlesat.common import files
from puzzlesat.common.errors import InputError
from puzzlesat.sat import proof
from puzzlesat.sat.proof import REFUSED, VERIFIED, check_numbers, drat_to_lrat, refute
from tests.evidence import fake


@pytest.mark.parametrize(
    ("variables", "clauses", "lines", "digits"),
    [(7, 3, 1, 1), (8, 3, 1, 2), (3, 8, 1, 2), (3, 8, 91, 3), (3, 8, 90, 2)],
)
def test_number_of_digits_is_bounded_by_formula_size_and_lines(
    tmp_path, variables, clauses, lines, digits
):
    path = tmp_path / "proof.lrat"
    path.write_text("1 0 0\n" * (lines - 1) + f"{'9' * digits} 0 0\n")
    check_numbers(path, variables, clauses)
    path.write_text("1 0 0\n" * (lines - 1) + f"{'9' * (digits + 1)} 0 0\n")
    with pytest.raises(InputError, match=f"a number has more than {digits} digits"):
        check_numbers(path, variables, clauses)


def test_oversized_number_across_two_blocks_is_detected(tmp_path, monkeypatch):
    path = tmp_path / "proof.lrat"
    path.write_text("4 1 0 1 2 0\n" * 20 + "9 60000000 0 0\n")
    for size in range(1, 40):
        monkeypatch.setattr(proof, "BLOCK_BYTES", size)
        with pytest.raises(InputError, match="a number has more than"):
            check_numbers(path, 7, 3)


@pytest.mark.parametrize("line", [b"a\x0a\xff\xff\xff\xff\x0e\0\0", b"4 1 0 1 2 0 \xb2\n", b"x\n"])
def test_proofs_in_the_binary_format_are_rejected(tmp_path, line):
    """The checker reads that format, too, and allocates memory for each of its numbers."""
    path = tmp_path / "proof.lrat"
    path.write_bytes(b"3 1 0 1 2 0\r\n3 d 1 0\n" + line)
    with pytest.raises(InputError, match="expected an LRAT proof as text"):
        check_numbers(path, 7, 3)


@pytest.mark.parametrize(
    ("printed", "errors", "status", "why"),
    [
        ("c x\ns VERIFIED UNSAT\n\n", "", 0, ""),
        ("first\n  last  \n\n \n", "", 0, "last"),
        ("s UNKNOWN\n", "one\ntwo", 1, "two"),
        ("", "", 3, "exit status 3"),
        ("s VERIFIED UNSAT\n", "", 2, "exit status 2"),
    ],
)
def test_last_line_of_the_checker_is_the_reason_for_rejection(
    monkeypatch, printed, errors, status, why
):
    done = CompletedProcess([], status, printed, errors)
    monkeypatch.setattr(proof, "run_program", lambda *_: done)
    found = proof.check_proof(Path("formula"), Path("proof"))
    assert found == ((VERIFIED, "") if not why else (REFUSED, why))


def test_a_proof_ends_with_the_empty_clause_and_has_it_once(tmp_path):
    path = tmp_path / "proof.drat"
    written = refute([[1, 2], [1, -2], [-1, 2], [-1, -2]], "glucose4", path)
    lines = path.read_text().splitlines()
    assert len(lines) == written
    assert [line for line in lines if line.split() == ["0"]] == lines[-1:]


def test_a_satisfiable_formula_has_no_proof(tmp_path):
    path = tmp_path / "proof.drat"
    with pytest.raises(InputError, match="the formula is satisfiable, so there is no proof"):
        refute([[1, 2], [-1]], "glucose4", path)
    assert not path.exists()


def test_a_line_of_drat_trim_may_be_longer_than_those_of_strangers(tmp_path, monkeypatch):
    """drat-trim deletes most clauses in a single line; for a large formula, it has megabytes."""
    monkeypatch.setattr(files, "MAX_LINE", 1000)
    monkeypatch.setattr(files, "BLOCK_BYTES", 100)
    line = "2 d " + "1 " * 1000 + "0"
    fake(
        tmp_path / "bin",
        monkeypatch,
        "drat-trim",
        f"for output; do :; done; echo '{line}' > \"$output\"; echo 's VERIFIED'",
    )
    (tmp_path / "f.cnf").write_text("p cnf 1 2\n1 0\n-1 0\n")
    drat_to_lrat(tmp_path / "f.cnf", 2, tmp_path / "f.drat", tmp_path / "f.lrat")
    assert (tmp_path / "f.lrat").stat().st_size > 1000
