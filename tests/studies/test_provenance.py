"""The digest of the code that a step uses, and the record of a run."""

import hashlib
import inspect
import sys
from pathlib import Path

import pytest

from puzzlesat import _engine
from puzzlesat_studies import MODULES
from puzzlesat_studies.core import provenance
from puzzlesat_studies.core.provenance import step_digest
from puzzlesat_studies.core.run import load_study
from puzzlesat_studies.core.workflow import Workflow
from tests.programs import invoke, run_step

ROOT = Path(__file__).parents[2]


@pytest.fixture
def step():
    step_digest.cache_clear()
    yield load_study("floodit.competition").steps["rows", "solves"]
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
    times = tmp_path / "times.csv"
    times.write_text("host,version\nb,1\na,1\nb,1\n")
    record = provenance.record({"seed": 1}, [str(times)])
    assert record["config"] == {"seed": 1}
    assert {"python", "python-sat", "processor", "cores", "date", *provenance.PACKAGES} <= {*record}
    assert record["timed_on_hosts"] == ["a", "b"]
    assert record["timed_with_python-sat"] == ["1"]


@pytest.fixture
def digest_after(monkeypatch):
    """A function that returns a step's digest after a change in the text of a module."""
    tree = provenance._syntax_tree

    def clear():
        caches = provenance._library_digest, provenance._module_of, provenance._dump
        for each in (provenance.step_digest, *caches):
            each.cache_clear()

    def digest(step, path, change):
        text = (ROOT / "src" / path).read_text("utf-8")
        changed = f"{text}\n{change[1:]}\n" if isinstance(change, str) else text.replace(*change)
        assert changed != text
        monkeypatch.setattr(
            provenance,
            "_syntax_tree",
            lambda of: (
                provenance.parse_without_docstrings(changed)
                if of == ROOT / "src" / path
                else tree(of)
            ),
        )
        clear()
        return provenance.step_digest(step)

    clear()
    yield digest
    clear()


OWN = "puzzlesat_studies"
AUDIT = "puzzlesat_studies/floodit/audit"
MINED = "puzzlesat_studies/minesweeper/tables.py"
SOLVES = "floodit.competition", "rows", "solves"
CONDITIONS = "floodit.audit", "rows", "conditions"


@pytest.mark.parametrize(
    ("step", "path", "change", "remade"),
    [
        (SOLVES, "puzzlesat/floodit/solve/exact.py", "+# a comment", False),
        (SOLVES, "puzzlesat/floodit/solve/exact.py", '+"""A text about a constant."""', False),
        (SOLVES, "puzzlesat/floodit/solve/exact.py", "+X = 1", True),
        (SOLVES, "puzzlesat/floodit/show/terminal.py", "+X = 1", False),
        (SOLVES, f"{OWN}/floodit/competition.py", ("lw=0.9", "lw=0.8"), False),
        (SOLVES, f"{OWN}/floodit/competition.py", ("max(0, p - hardness.below)", "p"), True),
        (SOLVES, f"{OWN}/floodit/boards.py", ("return board_of(", "return 1 or board_of("), True),
        (SOLVES, f"{OWN}/floodit/attempts.py", "+X = 1", False),
        (("floodit.thesis", "rows", "minima"), f"{OWN}/floodit/measure.py", "find_minimum", True),
        (("floodit.thesis", "rows", "minima"), f"{OWN}/core/statistics.py", "holm", False),
        (CONDITIONS, f"{AUDIT}/conditions.py", "rows", True),
        (CONDITIONS, f"{AUDIT}/conditions.py", "table", False),
        (CONDITIONS, f"{AUDIT}/figures.py", "conditions_figure", False),
        (
            ("floodit.audit", "figure", "conditions"),
            f"{AUDIT}/figures.py",
            "conditions_figure",
            True,
        ),
        (("floodit.audit", "table", "searches"), f"{OWN}/core/statistics.py", "holm", True),
        (("floodit.audit", "figure", "conditions"), f"{AUDIT}/figures.py", "solvers_figure", False),
        (("minesweeper", "table", "growth"), MINED, "display_growth", True),
        (("floodit.audit", "table", "searches"), f"{OWN}/core/tables.py", "write_table", True),
        (("floodit.audit", "rows", "searches"), f"{OWN}/core/tables.py", "write_table", False),
        (("minesweeper.wins", "table", "wins"), MINED, "wins_table", True),
    ],
)
def test_only_a_change_of_code_that_a_step_uses_remakes_it(
    digest_after, step, path, change, remade
):
    """A measurement of hours would be repeated for a table, or a wrong result kept."""
    module, *key = step
    step = load_study(module).steps[*key,]
    before = provenance.step_digest(step)
    if isinstance(change, str) and not change.startswith("+"):  # another decorator
        change = (f"def {change}(", f"@print\ndef {change}(")
    assert (digest_after(step, path, change) != before) == remade


def test_the_digest_covers_the_library_in_a_folder_of_any_name(tmp_path, monkeypatch):
    root = tmp_path / "cli"
    path = root / "puzzlesat/common/files.py"
    path.parent.mkdir(parents=True)
    monkeypatch.setattr(provenance, "ROOT", root)
    digests = set()
    for text in ("x = 1", "x = 2"):
        path.write_text(text)
        provenance._library_digest.cache_clear()
        provenance._syntax_tree.cache_clear()
        digests.add(provenance._library_digest("common"))
    provenance._library_digest.cache_clear()
    assert len(digests) == 2


@pytest.mark.parametrize(
    ("step", "inputs"),
    [(SOLVES, ["boards"]), (CONDITIONS, []), (("floodit.audit", "rows", "minima"), [])],
)
def test_the_digest_covers_every_function_that_runs(step, inputs, tmp_path):
    """The definitions are found in the text; a running step shows which ones they are."""
    module, *key = step
    step = load_study(module).steps[*key,]
    tiny = {"n_values": [3], "boards": 1}
    config = Workflow(MODULES, {"audit": dict.fromkeys(["conditions", "minima"], tiny)}).config
    boards = tmp_path / "boards.csv"
    invoke("floodit", "sample", "-n", 4, "-k", 3, "--count", 1, "-o", boards, status=0)
    item = step.items(config)[0]
    called = set()

    def note(frame, event, _):
        name = frame.f_globals.get("__name__", "")
        is_function = frame.f_code.co_flags & inspect.CO_OPTIMIZED  # no body of a class
        if event == "call" and is_function and name.startswith("puzzlesat_studies"):
            called.add((name, frame.f_code.co_qualname.partition(".")[0]))

    sys.setprofile(note)
    try:
        run_step(
            step, config, item.name, {name: [boards] for name in inputs}, [tmp_path / "out.csv"]
        )
    finally:
        sys.setprofile(None)
    found = provenance._dependencies(step)
    machinery = {"puzzlesat_studies.core.run", "puzzlesat_studies.core.study"}
    used = {
        each for each in called if each[0] not in machinery and not each[1].startswith(("<", "__"))
    }
    assert len(used) > 1
    assert used <= found
