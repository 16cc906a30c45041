import hashlib
import json
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from puzzlesat import _engine
from puzzlesat.common.errors import InputError
from puzzlesat_studies.core import provenance
from puzzlesat_studies.core.provenance import source_digest

ROOT = Path(__file__).parents[1]


@pytest.fixture
def library(tmp_path, monkeypatch):
    """A copy of the library that a test may change."""
    copy = copytree(ROOT / "src", tmp_path / "src", ignore=ignore_patterns("*.pyc"))
    monkeypatch.setattr(provenance, "ROOT", copy)
    source_digest.cache_clear()
    yield copy
    source_digest.cache_clear()


def digest_of(puzzle):
    source_digest.cache_clear()
    return source_digest(puzzle)


@pytest.mark.parametrize(
    ("changed", "concerned"),
    [
        ("puzzlesat/floodit/encode/thesis.py", {"floodit"}),
        ("puzzlesat/floodit/show/page.html", {"floodit"}),
        ("puzzlesat/flowfree/new.py", {"flowfree"}),
        ("puzzlesat/sat/solver.py", {"floodit", "flowfree", "minesweeper"}),
        ("puzzlesat/common/files.py", {"floodit", "flowfree", "minesweeper"}),
        ("puzzlesat_studies/core/tables.py", {"floodit", "flowfree", "minesweeper"}),
        ("puzzlesat/common/__pycache__/files.pyc", set()),
    ],
)
def test_source_changes_affect_the_digests_of_dependent_puzzles(library, changed, concerned):
    before = {puzzle: digest_of(puzzle) for puzzle in provenance.PUZZLES}
    path = library / changed
    path.parent.mkdir(exist_ok=True)
    with path.open("a") as file:
        file.write("\n")
    after = {puzzle: digest_of(puzzle) for puzzle in provenance.PUZZLES}
    assert {puzzle for puzzle in before if before[puzzle] != after[puzzle]} == concerned


def test_a_renamed_module_changes_the_digest(library):
    before = digest_of("floodit")
    (library / "puzzlesat/floodit/encode/thesis.py").rename(
        library / "puzzlesat/floodit/encode/other.py"
    )
    assert digest_of("floodit") != before


def test_another_engine_changes_the_digest(library, monkeypatch):
    before = digest_of("minesweeper")
    monkeypatch.setattr(_engine, "SOURCES", "0" * 64)
    assert digest_of("minesweeper") != before


def test_engine_was_built_from_the_current_sources():
    paths = [path for path in (ROOT / "engine").rglob("*") if path.suffix in (".cpp", ".hpp")]
    names = sorted(path.relative_to(ROOT).as_posix() for path in paths)
    lines = [f"{name} {hashlib.sha256((ROOT / name).read_bytes()).hexdigest()}\n" for name in names]
    assert hashlib.sha256("".join(lines).encode()).hexdigest() == _engine.SOURCES


def test_unknown_puzzle_is_rejected():
    with pytest.raises(InputError, match="unknown puzzle 'chess'"):
        source_digest("chess")


def test_the_record_of_a_run(tmp_path):
    times = tmp_path / "times.csv"
    times.write_text("host,version\nb,1\na,1\nb,1\n")
    line = [sys.executable, "-m", "puzzlesat_studies.core.provenance", "environment", '{"seed": 1}']
    done = subprocess.run([*line, "-", times], capture_output=True, check=True)
    record = json.loads(done.stdout)
    assert record["config"] == {"seed": 1}
    assert {"python", "python-sat", "processor", "cores", "date"} <= set(record)
    assert record["timed_on_hosts"] == ["a", "b"]
    assert record["timed_with_python-sat"] == ["1"]
