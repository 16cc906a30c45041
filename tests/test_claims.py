"""The verdicts of the reference run: computed from its tables, listed once, quoted as they are."""

import re
from collections import Counter
from functools import partial
from pathlib import Path

import pandas as pd
import pytest

from puzzlesat.common.rows import read_rows
from puzzlesat_studies.core.claims import (
    AND,
    CLAIMS,
    EXTENSION,
    FAILS,
    HOLDS,
    LIMITS,
    OPEN,
    PAPER,
    TEXT,
)
from tests.programs import invoke

from .test_sources import CLAIM, rows, texts

ROOT = Path(__file__).parents[1]
REFERENCE = ROOT / "reference"


@pytest.fixture(scope="module")
def claims():
    return read_rows(REFERENCE / "audit/claims.csv", CLAIMS)


run = partial(invoke, status=0)


def test_reference_claims_follow_from_the_reference_tables(claims, tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    others = ("timing", "paper", "flowfree", "minesweeper")
    of = {name: tmp_path / f"{name}.csv" for name in (*others, "all")}
    tables = ("hardness/hardness", "frontier/large", "audit/final-state", "audit/solvers")
    tables += ("audit/overlap", "audit/redundant", "timing/effects", "bounds", "timing/size")
    run("floodit", "audit", "paper", *(f"reference/{x}.csv" for x in tables), "-o", of["paper"])
    tables = ("timing/effects", "timing/instructions", "wins", "timing/hypotheses")
    run("floodit", "timing", "claims", *(f"reference/{x}.csv" for x in tables), "-o", of["timing"])
    tables = ("reference/flowfree/audit.csv", "reference/published/flowfree_post.csv")
    run("flowfree", "claims", *tables, "-o", of["flowfree"])
    tables = ("reference/minesweeper/audit.csv", "reference/minesweeper/constraints.csv")
    run("minesweeper", "claims", *tables, "-o", of["minesweeper"])
    also = [x for name in others for x in ("--also", of[name])]
    run("floodit", "audit", "claims", "reference/audit", *also, "-o", of["all"])
    found = read_rows(of["all"], CLAIMS)
    key = ("source", "name")
    assert [[row[x] for x in key] for row in found] == [[row[x] for x in key] for row in claims]
    for ours, theirs in zip(found, claims, strict=True):
        assert ours | {"evidence": ""} == theirs | {"evidence": ""}


def test_forced_moves_table_follows_from_the_reference_rows(tmp_path):
    rows = sorted((REFERENCE / "audit/forced-moves").glob("n*.csv"))
    run("floodit", "audit", "table", "forced-moves", *rows, "-o", tmp_path / "table.csv")
    made = (tmp_path / "table.csv").read_bytes()
    assert made == (REFERENCE / "audit/forced-moves.csv").read_bytes()


def test_evidence_files_of_all_verdicts_exist(claims):
    for row in claims:
        for name in row["evidence"].split(AND):
            path = name.replace("results/thesis/", "results/").replace("results/", "reference/")
            assert path.startswith(("reference/", "docs/", "tests/")), row
            assert (ROOT / path).is_file(), row


def test_reference_has_a_single_table_of_claims():
    found = {path.relative_to(REFERENCE) for path in REFERENCE.rglob("claims.*")}
    assert found == {Path("audit/claims.csv"), Path("audit/claims.md")}


def quoted():
    """Yield the source, the name and the verdict of every claim in docs/sources.md."""
    for text in texts():
        source = {"Draft of the competition paper": PAPER, "Competition paper": PAPER}
        for row in rows(text):
            for name, verdict in CLAIM.findall(row[-1]):
                yield source.get(text, text), name, verdict


def test_sources_and_claims_agree_in_every_row(claims):
    verdicts = {(row["source"], row["name"]): row["verdict"] for row in claims}
    named = {(source, name): verdict for source, name, verdict in quoted()}
    assert [x for x in quoted() if verdicts.get(x[:2]) != x[2]] == []
    of_texts = {(row["source"], row["name"]) for row in claims if row["origin"] == TEXT}
    assert set(named) == of_texts


def test_readme_states_the_numbers_of_verdicts(claims):
    counts = Counter((row["origin"], row["verdict"]) for row in claims)
    readme = " ".join((ROOT / "README.md").read_text().split())
    words = re.search(
        r"Of (\d+) claims of the texts, (\d+) hold, (\d+) hold with limits, (\d+) do not hold "
        r"and (\d+) cannot be decided; (\d+) extensions",
        readme,
    )
    verdicts = [counts[TEXT, verdict] for verdict in (HOLDS, LIMITS, FAILS, OPEN)]
    extensions = sum(number for (origin, _), number in counts.items() if origin == EXTENSION)
    assert [int(x) for x in words.groups()] == [sum(verdicts), *verdicts, extensions]


def test_readme_and_timing_page_quote_the_reference_shares():
    effects = pd.read_csv(REFERENCE / "timing/effects.csv")
    chosen = effects[(effects["solver"] == "core") & (effects["query"] == "minimum")]
    counted = chosen[chosen["measure"] == "conflicts"].groupby("numbering")
    shares = counted[["wins", "ties"]].sum().div(counted["boards"].sum(), axis=0)
    fewer, as_many = ([f"{100 * x:.0f}" for x in (c.min(), c.max())] for _, c in shares.items())
    for page in ("README.md", "docs/timing.md"):
        words = " ".join((ROOT / page).read_text().split())
        assert f"on {fewer[0]} to {fewer[1]}% of boards" in words
        assert f"equally many for both encodings on {as_many[0]} to {as_many[1]}%" in words


def test_readme_quotes_the_wins_of_every_timing_method():
    wins = pd.read_csv(REFERENCE / "wins.csv").set_index("clock")
    clocks = ["solve", "load_solve", "encode_load_solve"]
    totals = wins.groupby(level=0)[["minimal", "boards"]].sum().loc[clocks]
    shares = [f"{100 * x:.0f}%" for x in totals["minimal"] / totals["boards"]]
    last = wins.query("n == 11 and k == 6").loc[clocks, "minimal"]
    readme = " ".join((ROOT / "README.md").read_text().split())
    assert (
        f"faster on {shares[0]} when only solving is timed, on {shares[1]} with loading and on "
        f"{shares[2]} with generation as well"
    ) in readme
    assert f"faster on only {last.iloc[0]}, {last.iloc[1]} and {last.iloc[2]}." in readme


def test_readme_states_the_numbers_of_cells_of_fig_4_2():
    readme = " ".join((ROOT / "README.md").read_text().split())
    for path in ("bounds.csv", "audit/quartiles.csv"):
        table = pd.read_csv(REFERENCE / path).query("n <= 9 and k <= 6")
        gaps = (table["q1"] - table["lower"], table["upper"] - table["q3"])
        counts = [count for gap in gaps for count in ((gap > 0).sum(), (gap >= 0).sum())]
        assert f"(reference/{path})) | {' | '.join(map(str, counts))} |" in readme
