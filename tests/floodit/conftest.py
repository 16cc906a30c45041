"""The files that several tests read."""

import pytest


@pytest.fixture
def board_file(tmp_path):
    """A file with a board of 4×4 fields whose minimum is 7."""
    path = tmp_path / "board.txt"
    path.write_text("0120\n1203\n3321\n0012\n")
    return path
