import json
import subprocess
import sys
import textwrap

import pytest

from puzzlesat.common.errors import InputError
from puzzlesat.report import provenance
from puzzlesat.report.provenance import command_digest


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package whose command needs names three modules deep, a module as such, and not a third."""
    files = {
        "__init__": "",
        "cli": """
            from toy import whole
            from toy.direct import f
            from toy.options import seed

            LIMIT = 1
            OTHER = 1

            @seed
            def command():
                from toy.late import g
                return helper(f(), LIMIT) + whole.first() + g()

            def helper(x, limit):
                return x

            def other():
                pass

            def passed():
                return run(whole)

            TABLE = Table(rows=1, make=helper)
            """,
        "direct": """
            from toy.indirect import h

            def f():
                return h()

            def sibling():
                return 1
            """,
        "indirect": """
            from toy.indirect_names import NUMBER

            class Parent:
                def method(self):
                    return NUMBER

            class Child(Parent):
                pass

            def h():
                return Child().method()
            """,
        "indirect_names": """
            NUMBER, ANOTHER = 1, 2
            LAST = 3
            table.update(a=4)
            """,
        "late": """
            if True:
                from toy.later import g
            """,
        "later": """
            def g():
                return 5
            """,
        "options": """
            DEFAULT = 2020

            def seed(f):
                f.seed = DEFAULT
                return f

            def other(f):
                return f
            """,
        "whole": """
            from toy.unrelated import x

            def first():
                return 6

            def second():
                return 7
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


def changes(package, name, module, old, new):
    """Tell whether the digest of a name of toy.cli changes with the text of a module."""
    before = provenance.digest("toy.cli", name)
    path = package / f"{module}.py"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    return provenance.digest("toy.cli", name) != before


@pytest.mark.parametrize(
    ("module", "old", "new", "matters"),
    [
        ("options", "2020", "2021", True),  # a default that commands share
        ("options", "    return f\n\ndef other", "    return None\n\ndef other", True),
        ("options", "def other(f):\n    return f", "def other(f):\n    return 1", False),
        ("cli", "return x", "return x + 1", True),  # a helper of the same file
        ("cli", "LIMIT = 1", "LIMIT = 2", True),
        ("cli", "OTHER = 1", "OTHER = 2", False),
        ("cli", "pass", "return 2", False),
        ("cli", "def helper", "# says nothing\ndef helper", False),
        ("direct", "return h()", "return h() + 1", True),
        ("direct", "return 1", "return 2", False),  # a sibling that is not used
        ("indirect", "return Child()", "return Parent()", True),
        ("indirect", "return NUMBER", "return -NUMBER", True),  # a method of a class's parent
        ("indirect", "def h():", "# says nothing\ndef h():", False),
        ("indirect", "def h():", 'def h():\n    """Return one."""', False),
        ("indirect", "return NUMBER", "return (\n            NUMBER\n        )", False),
        ("indirect_names", "= 1, 2", "= 3, 2", True),  # a constant three modules deep
        ("indirect_names", "LAST = 3", "LAST = 4", False),
        ("indirect_names", "a=4", "a=5", True),  # a statement that defines nothing is run
        ("late", "if True", "if 1", True),
        ("later", "return 5", "return 6", True),  # handed on, and imported in the function
        ("whole", "return 6", "return 7", True),
        ("whole", "return 7", "return 8", False),  # a name of a module that is not used
        ("unrelated", "x = 1", "x = 2", False),
    ],
)
def test_the_digest_is_of_what_is_run(package, module, old, new, matters):
    assert changes(package, "command", module, old, new) is matters


@pytest.mark.parametrize(
    ("name", "module", "old", "new", "matters"),
    [
        ("other", "cli", "pass", "return 2", True),
        ("other", "direct", "return h()", "return 2", False),
        ("TABLE", "cli", "rows=1", "rows=2", True),  # what is declared, and what it names
        ("TABLE", "cli", "return x", "return x + 1", True),
        ("TABLE", "cli", "pass", "return 2", False),
        ("passed", "whole", "return 7", "return 8", True),  # a module that is passed on as such
        ("passed", "unrelated", "x = 1", "x = 2", True),  # with what it imports
        ("passed", "options", "2020", "2021", False),
    ],
)
def test_the_digest_is_the_command_s_own(package, name, module, old, new, matters):
    assert changes(package, name, module, old, new) is matters


def pieces(command):
    """Return the places that a command of the real package reaches, as (module, name)."""
    reached = set()
    original = provenance._pieces

    def listening(place, name):
        reached.add((place.removeprefix("puzzlesat."), name))
        return original(place, name)

    provenance._pieces = listening
    try:
        command_digest(command)
    finally:
        provenance._pieces = original
    return reached


def test_the_minimum_depends_on_the_encoding_but_not_on_the_figures():
    reached = pieces("floodit minimum")
    assert {
        ("floodit.encode.thesis", "MINIMAL"),
        ("floodit.board.referee", "floods"),
        ("floodit.solve.astar", "astar"),
        ("common.files", "atomic_write"),
        ("common.command", "quiet_option"),
    } <= reached
    assert not {place for place, _ in reached if place.endswith(("figures", "style", "tables"))}
    assert ("floodit.studies.reproduction.rows", "timing_rows") not in reached


def test_a_table_that_is_declared_depends_on_what_makes_and_writes_it():
    reached = pieces("floodit table bounds")
    assert {
        ("floodit.studies.reproduction.bounds", "bounds_table"),
        ("floodit.studies.reproduction.bounds", "printed"),
        ("floodit.studies.reproduction.rows", "MINIMA"),
        ("report.tables", "Table"),
        ("report.tables", "STYLES"),
        ("common.command", "made_command"),
    } <= reached
    assert not {place for place, _ in reached if ".sat" in place or "figures" in place}


def test_a_compiled_search_that_a_function_imports_is_followed():
    assert ("floodit.solve.pdr.search", "Search") in pieces("floodit measure")


def test_a_group_is_all_of_its_commands():
    inside = pieces("floodit audit figure clocks") | pieces("floodit audit figure growth")
    assert inside < pieces("floodit audit figure")


@pytest.mark.parametrize(
    "command", ["floodit nonsense", "floodit table nonsense", "floodit sample nonsense"]
)
def test_a_command_that_is_not_there_is_refused(command):
    with pytest.raises(InputError, match=command):
        command_digest(command)


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
