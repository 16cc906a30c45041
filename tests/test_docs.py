"""The documentation agrees with the code and the files that it describes."""

import csv
import re
from pathlib import Path
from pkgutil import resolve_name

import pandas as pd
import pytest

from puzzlesat.floodit.board.sample import random_board_rows
from puzzlesat_studies import MODULES
from puzzlesat_studies.core.run import load_study
from puzzlesat_studies.floodit import thesis
from puzzlesat_studies.floodit.boards import SampledBoard
from tests.programs import load_tool

ROOT = Path(__file__).parents[1]


def declared():
    """Return the columns of each table that a study makes as one file, by its path."""
    studies = [load_study(module) for module in MODULES]
    steps = [step for study in studies for step in study.steps.values()]
    rows = {
        step.path: step.row for step in steps if step.row is not None and step.items is None
    } | thesis.TABLES
    return {path: [*row.model_fields] for path, row in rows.items()}


def test_recorded_tables_have_the_declared_columns():
    known = declared()
    paths = sorted(ROOT.glob("reference/*/*.csv"))
    others = {f"reference/{name}" for name in ("published", "timing", "baselines", "comparisons")}
    for path in paths:
        name = path.relative_to(ROOT).as_posix()
        if name.rpartition("/")[0] in others:
            continue
        with path.open(newline="") as file:
            assert next(csv.reader(file)) == known[name.replace("reference/", "results/", 1)], name


def heading_ids(page):
    """Return the identifiers that GitHub and MyST give to the headings of a page."""
    text = re.sub(r"(?ms)^```.*?^```", "", page.read_text())
    headings = re.findall(r"(?m)^#+ (.*)$", text)
    return {re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in headings}


PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *(ROOT / "config").glob("*.md"),
    *(ROOT / "reference").glob("*.md"),
    *(ROOT / "docs").rglob("*.md"),
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_relative_links_point_to_existing_files_and_headings(page):
    for target in re.findall(r"\]\(([^):]+)\)", page.read_text()):
        path, _, heading = target.partition("#")
        linked = page.parent / path if path else page
        assert linked.exists(), target
        assert not heading or heading in heading_ids(linked), target


def test_the_study_in_the_documentation_runs(tmp_path, monkeypatch):
    """docs/studies.md promises that its example is complete."""
    [code] = re.findall(r"(?s)```python\n(.*?)```", (ROOT / "docs/studies.md").read_text())
    path = tmp_path / "greedy_example.py"
    path.write_text(code)
    monkeypatch.syspath_prepend(tmp_path)
    study = resolve_name("greedy_example:STUDY")
    rows, table = study.steps["rows", "plays"], study.steps["table", "greedy"]
    config = type("Config", (), {"greedy": study.params(n_values=[4], k_values=[3], boards=6)})
    [item] = rows.items(config)
    assert item.name == "n4_k3"
    sample = [SampledBoard(**row) for row in random_board_rows(2020, 4, 3, range(6))]
    found = [rows.row(**row) for row in rows(sample)]
    assert all(row.greedy >= row.minimum for row in found)
    made = table(pd.DataFrame([row.model_dump() for row in found]))
    assert made["optimal"].tolist() == [sum(r.greedy == r.minimum for r in found) / 6]
    assert {*made} == {*table.row.model_fields}
    [axes] = study.steps["figure", "greedy"](made).axes
    assert axes.lines[0].get_ydata().tolist() == made["optimal"].tolist()


def test_links_of_the_site_lead_to_files(tmp_path, monkeypatch):
    """A link without a target fails `make docs`."""
    documentation = load_tool("documentation")
    monkeypatch.setattr(documentation, "SOURCE", tmp_path)
    for page in documentation.pages():
        documentation.copy_page(page)
    for page in tmp_path.rglob("*.md"):
        for target in re.findall(r"\]\(([^):#]+)[#)]", page.read_text()):
            assert (page.parent / target).is_file(), f"{page.relative_to(tmp_path)}: {target}"
