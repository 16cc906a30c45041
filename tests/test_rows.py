"""Cells of CSV files that are not of their column's type are refused."""

import pytest

from puzzlesat.common.errors import InputError
from puzzlesat.common.rows import count, parse_rows, positive


@pytest.mark.parametrize(
    ("read", "text", "wanted"),
    [
        (count, "-1", "a whole number of at least 0"),
        (count, "1.5", "a whole number of at least 0"),
        (positive, "0", "a whole number of at least 1"),
        (positive, "-1", "a whole number of at least 1"),
        (int, "1.5", "a whole number"),
    ],
)
def test_cells_of_the_wrong_type_are_rejected(read, text, wanted):
    with pytest.raises(InputError, match=f"x is '{text}'; expected {wanted}$"):
        list(parse_rows(f"x,y\n{text},0\n", {"x": read}))
