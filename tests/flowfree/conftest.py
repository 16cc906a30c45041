"""Files of puzzles for the tests of Flow Free."""

import pytest


@pytest.fixture
def write(tmp_path):
    """Return a function that writes a text, or puzzles as rows, to a file, and returns its path."""

    def write(*puzzles, name="given.txt"):
        path = tmp_path / name
        if isinstance(puzzles[0], bytes):
            path.write_bytes(puzzles[0])
        else:
            texts = [x if isinstance(x, str) else "".join(f"{row}\n" for row in x) for x in puzzles]
            path.write_text("\n".join(texts), newline="")
        return path

    return write
