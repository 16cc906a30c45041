import json
import subprocess
import sys
import textwrap

import pytest

from puzzlesat.report import provenance


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package whose command needs one module directly, one through it, and not a third."""
    files = {
        "__init__": "",
        "cli": """
            from toy.options import seed

            @seed
            def command():
                from toy.direct import f
                return helper(f())

            def helper(x):
                return x

            def other():
                pass
            """,
        "direct": "from toy.indirect import f",
        "indirect": "def f():\n    return 1",
        "options": """
            DEFAULT = 2020

            def seed(f):
                f.seed = DEFAULT
                return f

            def other(f):
                return f
            """,
        "unrelated": "x = 1",
    }
    folder = tmp_path / "toy"
    folder.mkdir()
    for name, text in files.items():
        (folder / f"{name}.py").write_text(textwrap.dedent(text))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(provenance, "PACKAGE", "toy")
    yield folder
    for name in [name for name in sys.modules if name.split(".")[0] == "toy"]:
        del sys.modules[name]


@pytest.mark.parametrize(
    ("module", "matters"),
    [("direct", True), ("indirect", True), ("unrelated", False)],
)
def test_the_digest_changes_with_what_the_command_needs(package, module, matters):
    before = provenance.digest("toy.cli", "command")
    with (package / f"{module}.py").open("a") as file:
        file.write("\ny = 2\n")
    assert (provenance.digest("toy.cli", "command") != before) is matters


def test_the_digest_is_the_command_s_own(package):
    before = [provenance.digest("toy.cli", name) for name in ("command", "other")]
    (package / "cli.py").write_text((package / "cli.py").read_text().replace("pass", "return 2"))
    after = [provenance.digest("toy.cli", name) for name in ("command", "other")]
    assert before[0] == after[0]
    assert before[1] != after[1]


def test_the_digest_changes_with_the_constants_beside_the_command(package):
    before = provenance.digest("toy.cli", "command")
    with (package / "cli.py").open("a") as file:
        file.write("\nLIMIT = 2\n")
    assert provenance.digest("toy.cli", "command") != before


@pytest.mark.parametrize(
    ("module", "old", "new", "matters"),
    [
        ("options", "2020", "2021", True),  # a default that commands share
        ("options", "    return f\n\ndef other", "    return None\n\ndef other", True),
        ("options", "def other(f):\n    return f", "def other(f):\n    return 1", False),
        ("cli", "return x", "return x + 1", True),  # a helper of the same file
        ("cli", "def helper", "# says nothing\ndef helper", False),
        ("indirect", "return 1", "return 2", True),
        ("indirect", "def f():", "# says nothing\ndef f():", False),
        ("indirect", "def f():", 'def f():\n    """Return one."""', False),
        ("indirect", "return 1", "return (\n        1\n    )", False),
    ],
)
def test_the_digest_is_of_what_is_run(package, module, old, new, matters):
    before = provenance.digest("toy.cli", "command")
    path = package / f"{module}.py"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    assert (provenance.digest("toy.cli", "command") != before) is matters


def test_the_minimum_depends_on_the_encoding_but_not_on_the_figures():
    needed = provenance._closure({"puzzlesat.floodit.studies.reproduction.rows"})
    assert {"puzzlesat.floodit.encode.thesis", "puzzlesat.sat.formula"} <= needed
    assert "puzzlesat.floodit.studies.reproduction.figures" not in needed


def test_the_record_of_a_run(tmp_path):
    times = tmp_path / "times.csv"
    times.write_text("host,version\nb,1\na,1\nb,1\n")
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "puzzlesat.report.provenance",
            "environment",
            '{"seed": 1}',
            "-",
            times,
        ],
        capture_output=True,
        check=True,
    )
    record = json.loads(done.stdout)
    assert record["config"] == {"seed": 1}
    assert {"python", "python-sat", "processor", "cores", "date"} <= set(record)
    assert record["timed_on_hosts"] == ["a", "b"]
    assert record["timed_with_python-sat"] == ["1"]
