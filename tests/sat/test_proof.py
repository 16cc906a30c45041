"""Proofs are not given to a checker that their numbers would make slow."""

import pytest

from puzzlesat.common.errors import InputError
from puzzlesat.sat import proof
from puzzlesat.sat.proof import check_numbers, refute


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
