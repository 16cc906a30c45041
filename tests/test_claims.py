"""The verdicts of the reference run: computed from its tables, listed once, quoted as they are."""

import re
from collections import Counter
from html import unescape
from pathlib import Path

import pytest

from puzzlesat_studies.claims import SOURCES, STUDY, ClaimVerdict, page_name
from puzzlesat_studies.claims.verdicts import FAILS, HOLDS, LIMITS, OPEN
from puzzlesat_studies.core.study import read_models
from tests.claims import claims as declared
from tests.programs import load_tool, run_step

from .test_sources import CLAIM, rows, texts

ROOT = Path(__file__).parents[1]
REFERENCE = ROOT / "reference"


@pytest.fixture(scope="module")
def claims():
    rows = read_models([REFERENCE / "audit/claims.csv"], ClaimVerdict)
    return [row.model_dump() for row in rows]


def test_recorded_verdicts_follow_from_the_recorded_tables(tmp_path):
    """`python tools/claims.py` writes them."""
    load_tool("claims").write_verdicts(tmp_path)
    written, recorded = (
        {path.name: path.read_text() for path in folder.glob("claims*")}
        for folder in (tmp_path, REFERENCE / "audit")
    )
    assert written == recorded


def test_a_run_writes_the_claims_for_programs_and_for_readers(tmp_path):
    of = STUDY.steps["rows", "claims"].inputs
    tables = [path.replace("results/", f"{REFERENCE}/", 1) for path in of["tables"](None).paths]
    rows = tmp_path / "claims.csv"
    inputs = {"texts": of["texts"].paths, "tables": tables}
    run_step(STUDY.steps["rows", "claims"], None, "", inputs, [rows])
    [*found] = read_models([rows], ClaimVerdict)
    assert [(row.source, row.name) for row in found] == list(declared())
    pages = {}
    for name in ("claims.md", "claims.html", *map(page_name, SOURCES)):
        page = tmp_path / name
        run_step(STUDY.steps["text", name], None, "", {"rows": [rows]}, [page])
        pages[name] = unescape(page.read_text())
    of_source = {source.name: pages[page_name(source)] for source in SOURCES}
    for row in found:
        for text in (pages["claims.html"], of_source[row.source]):
            assert all(x in text for x in (row.claim, row.verdict, row.measured)), row.name
        assert all(x in pages["claims.md"] for x in (row.claim, row.verdict, row.basis)), row.name


def test_evidence_files_of_all_verdicts_exist(claims):
    for row in claims:
        for name in row["evidence"].split("; "):
            path = name.replace("results/", "reference/")
            assert path.startswith(("reference/", "docs/", "tests/")), row
            assert (ROOT / path).is_file(), row


def quoted():
    """Yield the source, the name and the verdict of every claim in docs/sources.md."""
    for text in texts():
        papers = ("Draft of the competition paper", "Competition paper")
        source = dict.fromkeys(papers, "competition paper")
        for row in rows(text):
            for name, verdict in CLAIM.findall(row[-1]):
                yield source.get(text, text), name, verdict


def test_sources_and_claims_agree_in_every_row(claims):
    verdicts = {(row["source"], row["name"]): row["verdict"] for row in claims}
    named = {(source, name): verdict for source, name, verdict in quoted()}
    assert [x for x in quoted() if verdicts.get(x[:2]) != x[2]] == []
    of_texts = {(row["source"], row["name"]) for row in claims if row["origin"] == "text"}
    assert set(named) == of_texts


def test_readme_states_the_numbers_of_verdicts(claims):
    counts = Counter((row["origin"], row["verdict"]) for row in claims)
    readme = " ".join((ROOT / "README.md").read_text().split())
    words = re.search(
        r"Of (\d+) claims of the texts, (\d+) hold, (\d+) hold with limits, (\d+) do not hold "
        r"and (\d+) cannot be decided; (\d+) extensions",
        readme,
    )
    verdicts = [counts["text", verdict] for verdict in (HOLDS, LIMITS, FAILS, OPEN)]
    extensions = sum(number for (origin, _), number in counts.items() if origin == "extension")
    assert [int(x) for x in words.groups()] == [sum(verdicts), *verdicts, extensions]
