"""The format of a file does not affect the answers."""

import gzip
import lzma
import re
from pathlib import Path

import pytest

from .commands import calls
from .damage import HARMLESS_CHANGES
from .running import run
from .seeds import seed

pytestmark = pytest.mark.xdist_group("fuzz")

SAME = [
    call
    for call in calls()
    if len(call.files) == 1
    and not re.search("floodit hint|time|prove|verify|--html|published|explain", call.line)
]
"""Calls whose answers do not depend on time or place."""

PACKED = {".gz": gzip.compress, ".xz": lzma.compress}


def answer(call, path, folder):
    """Return the answer of a command, without times and paths."""
    [parameter] = call.files
    output = Path(folder, "answer")
    done = run(call.words({parameter: path}, output))
    assert done.exit_code == 0, done.stderr
    written = b"".join(made.read_bytes() for made in sorted(Path(folder).glob("answer*")))
    text = done.stdout + written.decode()
    return re.sub(r'"seconds": [^}]*', "", re.sub(r"/\S*/[\w.-]+", "FILE", text))


@pytest.mark.parametrize("call", SAME, ids=lambda call: call.line)
def test_file_formatting_and_compression_change_no_answer(call, tmp_path):
    [name] = call.files.values()
    content = seed(name).read_bytes()
    wanted = answer(call, seed(name), tmp_path)
    for number, dress in enumerate(HARMLESS_CHANGES.values()):
        path = tmp_path / str(number) / name
        path.parent.mkdir()
        path.write_bytes(dress(content))
        assert answer(call, path, tmp_path) == wanted
    for ending, pack in PACKED.items():
        path = tmp_path / f"{name}{ending}"
        path.write_bytes(pack(content))
        assert answer(call, path, tmp_path) == wanted
