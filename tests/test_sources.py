"""The references to the code in docs/sources.md and docs/thesis.md are correct."""

import re
from functools import cache
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

PROGRAMS = {name: f"puzzlesat.{name}.cli:main" for name in ("floodit", "minesweeper", "flowfree")}

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
        group = resolve_name(PROGRAMS[program])
        command = group.get_command(click.Context(group), words[0])
        options = {option for parameter in command.params for option in parameter.opts}
        assert options >= {word for word in words if word.startswith("-")}, "no such option"
    elif name.startswith(("puzzlesat.", "puzzlesat_studies.")):
        owner, _, attribute = name.rpartition(".")  # a field has a value only in an object
        assert attribute in getattr(resolve_name(owner), "__annotations__", ()) or resolve_name(
            name
        )
    elif re.match(r"(results|figures)/", name):
        drawn = re.fullmatch(r"(figures/.+)\.(pdf|png|svg)", name)
        assert name in outputs() or (drawn and drawn[1] in outputs()), "no rule makes it"
    else:
        path, *inside = name.split("::")
        [there, *_] = [root / path for root in WHERE_PATHS_BEGIN if (root / path).is_file()]
        defined = re.findall(r"(?m)^ *(?:def|class) (\w+)", there.read_text()) if inside else []
        assert {*inside} <= {*defined}


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
        except (AssertionError, AttributeError, ImportError, ValueError) as error:
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
