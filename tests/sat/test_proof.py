"""Proofs are not given to a checker that their numbers would make slow."""

import pytest

from puzzlesat.common.errors import InputError
from puzzlesat.sat.proof import check_numbers


@pytest.mark.parametrize(
    ("variables", "clauses", "lines", "digits"),
    [(7, 3, 1, 1), (8, 3, 1, 2), (3, 8, 1, 2), (3, 8, 91, 3), (3, 8, 90, 2)],
)
def test_the_bound_is_the_larger_size_and_a_number_for_each_line(
    tmp_path, variables, clauses, lines, digits
):
    proof = tmp_path / "proof.lrat"
    proof.write_text("1 0 0\n" * (lines - 1) + f"{'9' * digits} 0 0\n")
    check_numbers(proof, variables, clauses)
    proof.write_text("1 0 0\n" * (lines - 1) + f"{'9' * (digits + 1)} 0 0\n")
    with pytest.raises(InputError, match=f"a number has more than {digits} digits"):
        check_numbers(proof, variables, clauses)
