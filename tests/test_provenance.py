"""The digest of the code that a step uses, and the record of a run."""

import hashlib
import json
from pathlib import Path

import pytest

from puzzlesat import _engine
from puzzlesat_studies.core import provenance
from puzzlesat_studies.core.provenance import step_digest
from puzzlesat_studies.core.run import load_study
from tests.programs import invoke

ROOT = Path(__file__).parents[1]


@pytest.fixture
def step():
    step_digest.cache_clear()
    yield load_study("floodit.hardness").steps["rows", "solves"]
    step_digest.cache_clear()


def test_another_engine_changes_the_digest(step, monkeypatch):
    before = step_digest(step)
    step_digest.cache_clear()
    monkeypatch.setattr(_engine, "SOURCES", "0" * 64)
    assert step_digest(step) != before


def test_engine_was_built_from_the_current_sources():
    paths = [path for path in (ROOT / "engine").rglob("*") if path.suffix in (".cpp", ".hpp")]
    names = sorted(path.relative_to(ROOT).as_posix() for path in paths)
    lines = [f"{name} {hashlib.sha256((ROOT / name).read_bytes()).hexdigest()}\n" for name in names]
    assert hashlib.sha256("".join(lines).encode()).hexdigest() == _engine.SOURCES


def test_the_record_of_a_run(tmp_path):
    times, params = tmp_path / "times.csv", tmp_path / "params.json"
    times.write_text("host,version\nb,1\na,1\nb,1\n")
    params.write_text('{"seed": 1}')
    invoke("studies", "record", params, times, "-o", tmp_path / "record.json", status=0)
    record = json.loads((tmp_path / "record.json").read_text())
    assert record["config"] == {"seed": 1}
    assert {"python", "python-sat", "processor", "cores", "date", *provenance.PACKAGES} <= {*record}
    assert record["timed_on_hosts"] == ["a", "b"]
    assert record["timed_with_python-sat"] == ["1"]
