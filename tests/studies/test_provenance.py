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
    changed = _engine.SOURCES.replace("engine/floodit/pdr.hpp ", "engine/floodit/pdr.hpp 0")
    monkeypatch.setattr(_engine, "SOURCES", changed)
    assert step_digest(step) != before


def test_another_reader_of_pictures_changes_no_digest(step, monkeypatch):
    before = step_digest(step)
    step_digest.cache_clear()
    changed = _engine.SOURCES.replace("engine/picture/grid.cpp ", "engine/picture/grid.cpp 0")
    assert changed != _engine.SOURCES
    monkeypatch.setattr(_engine, "SOURCES", changed)
    assert step_digest(step) == before


def test_engine_was_built_from_the_current_sources():
    paths = [path for path in (ROOT / "engine").rglob("*") if path.suffix in (".cpp", ".hpp")]
    names = sorted(path.relative_to(ROOT).as_posix() for path in paths)
    lines = [f"{name} {hashlib.sha256((ROOT / name).read_bytes()).hexdigest()}\n" for name in names]
    assert "".join(lines) == _engine.SOURCES


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
        digests = provenance.step_digest, provenance.script_digest, provenance.module_digest
        for each in (*digests, provenance._module_of, provenance._dump):
            each.cache_clear()

    def digest(of_code, path, change):
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
        return of_code()

    clear()
    yield digest
    clear()


OWN = "puzzlesat_studies"
AUDIT = "puzzlesat_studies/floodit/audit"
FLOWS = "puzzlesat_studies/flowfree"
SOLVES = "floodit.competition", "rows", "solves"
CONDITIONS = "floodit.audit", "rows", "conditions"
TIMES = "flowfree", "figure", "times"


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
        (CONDITIONS, f"{AUDIT}/conditions.py", "rows", True),
        (CONDITIONS, f"{AUDIT}/conditions.py", "table", False),
        (TIMES, f"{FLOWS}/figures.py", "times_figure", True),
        (TIMES, f"{FLOWS}/tables.py", "display_sizes", False),
        (("floodit.audit", "table", "searches"), f"{OWN}/core/statistics.py", "holm", True),
        (("flowfree", "table", "sizes"), f"{FLOWS}/tables.py", "display_sizes", True),
        (("floodit.audit", "table", "searches"), f"{OWN}/core/tables.py", "write_table", True),
        (("floodit.audit", "rows", "searches"), f"{OWN}/core/tables.py", "write_table", False),
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
    assert (digest_after(lambda: provenance.step_digest(step), path, change) != before) == remade


@pytest.mark.parametrize(
    ("script", "path", "remade"),
    [
        ("solution_figure.py", "puzzlesat/floodit/show/animation.py", True),
        ("solution_figure.py", f"{OWN}/core/style.py", True),
        ("solution_figure.py", "puzzlesat/floodit/encode/maxsat.py", False),
        ("minimum.py", "puzzlesat/floodit/solve/astar.py", True),
        ("minimum.py", "puzzlesat/floodit/encode/thesis.py", True),
        ("minimum.py", "puzzlesat/sat/solver.py", True),
        ("minimum.py", "puzzlesat/floodit/show/animation.py", False),
        ("minimum.py", "puzzlesat/common/picture.py", False),
        ("minimum.py", "puzzlesat/floodit/solve/pdr.py", False),
        ("time.py", "puzzlesat/sat/clock.py", True),
        ("time.py", "puzzlesat/common/picture.py", False),
        ("time.py", "puzzlesat/floodit/show/animation.py", False),
        ("wins_table.py", "puzzlesat/sat/solver.py", False),
    ],
)
def test_a_change_of_a_module_remakes_what_a_script_of_the_thesis_makes(
    digest_after, script, path, remade
):
    """A change would leave a wrong result, or repeat all times."""

    def digest():
        return provenance.script_digest(str(ROOT / "workflow/scripts" / script))

    before = digest()
    assert (digest_after(digest, path, "+X = 1") != before) == remade
    assert digest_after(digest, path, "+# a comment") == before


def test_a_change_of_the_random_boards_draws_them_again(digest_after):
    def digest():
        return provenance.module_digest("puzzlesat.floodit.cli.sample")

    before = digest()
    for module in ("floodit/board/sample.py", "common/rows.py", "floodit/cli/sample.py"):
        assert digest_after(digest, f"puzzlesat/{module}", "+X = 1") != before
    assert digest_after(digest, "puzzlesat/floodit/solve/astar.py", "+X = 1") == before


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
    found = provenance._used(provenance._references_of_step(step))
    machinery = {"puzzlesat_studies.core.run", "puzzlesat_studies.core.study"}
    used = {
        each for each in called if each[0] not in machinery and not each[1].startswith(("<", "__"))
    }
    assert len(used) > 1
    assert used <= found
