"""The references to the code in docs/sources.md and docs/thesis.md are correct."""

import ast
import re
from dataclasses import fields, is_dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name

import click
import pytest

from puzzlesat_studies import MODULES
from puzzlesat_studies.claims.verdicts import VERDICTS
from puzzlesat_studies.core.run import load_study
from puzzlesat_studies.core.workflow import config_model
from puzzlesat_studies.floodit import thesis

ROOT = Path(__file__).parents[1]
PAGES = ("docs/sources.md", "docs/thesis.md")

WHERE_PATHS_BEGIN = (ROOT, ROOT / "src/puzzlesat")
"""Pages name files of the library without its folder."""

PROGRAMS = {
    **{name: f"puzzlesat.{name}.cli:main" for name in ("floodit", "minesweeper", "flowfree")},
    "python": "puzzlesat_studies.__main__:main",
}

CLAIM = re.compile(rf"claim ([\w.-]+): ({'|'.join(sorted(VERDICTS, key=len, reverse=True))})")
"""A claim by its name, with its verdict."""

STATUS = re.compile(
    r"as printed(; .+)?|corrected: .+|not applicable: .+"
    rf"|{CLAIM.pattern}(; {CLAIM.pattern})*( \(slip \d+\))?"
)
"""The allowed texts of the last column."""

PAPER = [
    "abstract",
    *("§I", "§II", "§II.A, F(t, f)", "§II.A, M(t, c)", "§II.A, T(t, f)", "§III"),
    *("condition 1, equation 1", "condition 2, equation 2", "condition 2, equation 3"),
    *(f"condition {i}, equation {i + 1}" for i in range(3, 10)),
]
"""The numbered items of both versions of the competition paper."""

NUMBERED = {
    "Flood-It thesis": [
        *(f"condition {i}" for i in range(1, 13)),
        *(f"§2.2.1, rule {i}" for i in range(1, 5)),
        *(f"Fig. {i}" for i in ("2.1", "4.1", "4.2", "4.3")),
        *("Table 3.1", "Table 4.1", "Example 1", "§2.2, footnote 1", "§2.3, footnote 2"),
        *(f"Table 3.1, {i}" for i in range(1, 11)),
        *(f"ch. {i}" for i in (1, 3, 5, 6)),
    ],
    "Competition paper": PAPER,
    "Draft of the competition paper": PAPER,
    "Flow Free post": [
        *(f"constraint {i}" for i in range(1, 7)),
        *(f"direction type {i}" for i in range(1, 7)),
        *(f"footnote {i}" for i in range(1, 5)),
        *("Overview", "Background", "Conjunctive normal form", "Reducing", "Dealing with cycles"),
        *("Conclusions", "Appendix, table", "Comments"),
    ],
    "Gnomine thesis": [
        *(f"Definition {i}" for i in range(1, 5)),
        *(f"Example {i}" for i in ("2.1.1", "2.2.1", "3.1.1")),
        *(f"Fig. {i}" for i in ("1.1", "2.1", "2.2", "2.3", "3.1", "3.2", "3.3")),
        *("equation 2.1", "equation 2.2", "Table 3.1", "Algorithm 1"),
        *(f"§{i}" for i in ("1.1, footnote 1", "1.2, footnote 2", "3.1, footnote 3")),
        *(f"§{i}" for i in ("1.1", "1.2", "2.1", "2.1.1", "2.2", "2.2.1", "2.3", "2.4", "2.5")),
        *(f"§{i}" for i in ("2.5.1", "2.5.2", "3.1", "3.1.1", "3.2", "3.3", "3.4", "4.1", "4.2")),
    ],
}
"""The numbered items of each text, which rows begin with."""


def names(page):
    """Return the texts between backticks on a page, without blocks of code."""
    text = re.sub(r"(?ms)^```.*?^```", "", (ROOT / page).read_text())
    return sorted(set(re.findall(r"`([^`\n]+)`", text)))


def texts():
    found = {}
    for section in re.split(r"(?m)^## ", (ROOT / "docs/sources.md").read_text())[1:]:
        heading, *lines = section.splitlines()
        rows = [re.split(r"(?<!\\)\|", line)[1:-1] for line in lines if line.startswith("|")]
        found[heading] = [[cell.strip() for cell in row] for row in rows]
    return found


def rows(text):
    return [row for row in texts()[text] if row[0] != "where" and set(row[0]) != {"-"}]


def check(name):
    """Assert that a named object exists."""
    program, *words = name.split()
    if program in PROGRAMS:
        check_command(program, words[2:] if words[:2] == ["-m", "puzzlesat_studies"] else words)
    elif name.startswith(("puzzlesat.", "puzzlesat_studies.")):
        check_dotted(name)
    elif re.match(r"(results|figures)/", name):
        drawn = re.fullmatch(r"(figures/.+)\.(pdf|png|svg)", name)
        assert name in outputs() or (drawn and drawn[1] in outputs()), f"no rule makes {name}"
    elif re.search(r"\.\w+(::\w+)*$", name):
        check_path(*name.split("::"))
    else:
        raise AssertionError(f"{name} is no name, file or command")


def check_dotted(name):
    at, *parts = name.split(".")
    found = import_module(at)
    for part in parts:
        at = f"{at}.{part}"
        if is_dataclass(found) and part in {field.name for field in fields(found)}:
            found = None  # a field has a value only in an object
        elif hasattr(found, part):
            found = getattr(found, part)
        else:
            try:
                found = import_module(at)
            except ModuleNotFoundError:
                raise AssertionError(f"{at} is not there") from None


def check_path(path, *inside):
    there = [root / path for root in WHERE_PATHS_BEGIN if (root / path).is_file()]
    assert there, f"no file {path}"
    body = ast.parse(there[0].read_text()).body if inside else []
    for name in inside:
        defined = {x.name: x for x in body if isinstance(x, ast.FunctionDef | ast.ClassDef)}
        assert name in defined, f"no {name} in {path}"
        body = defined[name].body


def check_command(program, words):
    command = resolve_name(PROGRAMS[program])
    context = click.Context(command)
    while words and isinstance(command, click.Group) and not words[0].startswith("-"):
        found = command.get_command(context, words[0])
        assert found, f"no command {words[0]} of {command.name}"
        command, words = found, words[1:]
    while words and words[0].startswith("-"):
        option = {name: x for x in command.params for name in x.opts}.get(words[0])
        assert option, f"no option {words[0]} of {command.name}"
        words = words[1:]
        if words and not words[0].startswith("-") and not getattr(option, "is_flag", False):
            option.type.convert(words[0], option, context)
            words = words[1:]
    for argument, word in zip(
        [x for x in command.params if isinstance(x, click.Argument)], words, strict=False
    ):
        if isinstance(argument.type, click.Choice):
            argument.type.convert(word, argument, context)


@cache
def outputs():
    """Return the results of all studies; figures also without extension."""
    studies = [load_study(module) for module in MODULES]
    config = config_model(studies)()
    found = {path for study in studies for path in study.outputs(config)} | {*thesis.TABLES}
    found |= {f"figures/{name}.pdf" for name in ("solution", "bounds", "wins")}
    return found | {path.rpartition(".")[0] for path in found if path.startswith("figures/")}


@pytest.mark.parametrize("page", PAGES)
def test_code_references_in_pages_exist(page):
    missing = []
    for name in names(page):
        try:
            check(name)
        except (AssertionError, click.BadParameter) as error:
            missing.append(f"{name}: {error}")
    assert not missing


@pytest.mark.parametrize("text", texts())
def test_rows_give_a_location_or_a_reason_for_its_absence(text):
    for heading in (row for row in texts()[text] if row[0] == "where"):
        assert heading == ["where", "what", "here", "as printed?"]
    for row in rows(text):
        assert len(row) == 4, row
        _, what, here, status = row
        assert what and STATUS.fullmatch(status), row
        assert here or status.startswith("not applicable"), row


@pytest.mark.parametrize("text", NUMBERED)
def test_every_numbered_item_has_a_row(text):
    places = [row[0] for row in rows(text)]
    for item in NUMBERED[text]:
        begins = re.compile(re.escape(item) + r"(?![\w])(?!\.\d)")
        assert any(begins.match(place) for place in places), item
    assert len(places) >= len(NUMBERED[text])
