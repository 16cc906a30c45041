"""The claims of the source texts, and verdicts on them by the tables of all studies.

Each text has a module with a function for each claim, which judges the claim by the tables that are
its evidence. docs/audit.md explains the verdicts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from puzzlesat_studies import MODULES
from puzzlesat_studies.claims import competition, flowfree, gnomine, thesis
from puzzlesat_studies.claims.model import Basis, Origin, Source
from puzzlesat_studies.claims.verdicts import VERDICTS
from puzzlesat_studies.core.params import Params
from puzzlesat_studies.core.study import Files, Row, Study, column, read_frame
from puzzlesat_studies.core.tables import PAGE

if TYPE_CHECKING:
    import pandas as pd

TEXTS = (thesis, competition, flowfree, gnomine)

SOURCES = [text.SOURCE for text in TEXTS]
"""The texts with their claims, in the order of docs/sources.md."""

CLAIMS = [(source.name, claim) for source in SOURCES for claim in source.claims]

TABLES = [*dict.fromkeys(path for _, claim in CLAIMS for path in claim.tables.values())]
"""The paths of the tables by which claims are judged."""


class Claims(Params):
    """No keys: the criteria for verdicts are not configured."""


STUDY = Study("claims", Claims, "Audit", "The claims of the texts.", results="results/audit")


class ClaimVerdict(Row):
    """The claims of the source texts, with a verdict on each."""

    source: str = column("the text: one of the four sources of claims")
    origin: Origin = column(
        "`text` for a claim of the source's authors, or `extension` for a question raised by this "
        "project or a reader's comment"
    )
    name: str = column("name of the claim, unique within the source")
    section: str = column("the place of the claim in the source")
    claim: str = column("the claim in this project's words")
    measured: str = column("the measurement, with sample size and method")
    verdict: Literal["holds", "holds with limits", "does not hold", "cannot be decided"] = column(
        "`holds`, `holds with limits`, `does not hold` or `cannot be decided`, by the criterion in "
        "src/puzzlesat_studies/claims"
    )
    basis: Basis = column(
        "what the verdict rests on: `measurement` (which could have led to another verdict), "
        "`proof` (a theorem or definitions), `foregone` (a measurement that could hardly fail), "
        "`own table` (the source compared with its own printed numbers) or `none` (nothing "
        "recorded decides the claim)"
    )
    evidence: str = column("paths, separated by `; `; the strongest evidence is first")


def _table_files(config: Any) -> Files:
    """Return the tables as files, which may be in a folder of published tables of this package."""
    root = Path(__file__).parents[3]
    return Files([str(root / path) if path.startswith("reference/") else path for path in TABLES])


def read_tables(paths: Mapping[str, Path]) -> dict[str, pd.DataFrame]:
    """Return tables by name, with the types of the studies' columns where a study declares them."""
    import pandas as pd

    rows = {
        step.path: step.row
        for module in MODULES
        if module != "claims"
        for step in import_module(f"puzzlesat_studies.{module}").STUDY.steps.values()
        if step.row is not None and step.items is None
    }
    return {
        name: read_frame([path], row)
        if (row := rows.get(name))
        else pd.read_csv(path, keep_default_na=False, na_values=[""])
        for name, path in paths.items()
    }


@STUDY.rows(ClaimVerdict, texts=Files([str(text.__file__) for text in TEXTS]), tables=_table_files)
def claims(texts: list[Path], tables: list[Path]) -> Iterator[dict[str, str]]:
    """Judge every claim by the tables; the texts are inputs, so that a change of one counts."""
    frames = read_tables(dict(zip(TABLES, tables, strict=True)))
    for source, claim in CLAIMS:
        verdict, measured = claim.judge(frames)
        yield {
            **{"source": source, "origin": claim.origin, "name": claim.name},
            **{"section": claim.section, "claim": claim.claim, "basis": claim.basis},
            **{"measured": measured, "verdict": verdict, "evidence": "; ".join(claim.evidence)},
        }


STAR_NOTE = (
    "a star marks a question raised by this project or by a reader's comment, which is not counted."
)


def _by_source(rows: pd.DataFrame) -> Iterator[tuple[str, str, pd.DataFrame]]:
    """Yield each source, the numbers of its verdicts, and its claims, with extensions marked."""
    marked = rows.assign(name=rows["name"] + rows["origin"].map({"text": "", "extension": "*"}))
    for source, group in marked.groupby("source", sort=False):
        numbers = group.loc[group["origin"] == "text", "verdict"].value_counts()
        counts = ", ".join(f"{verdict}: {numbers.get(verdict, 0)}" for verdict in VERDICTS)
        yield str(source), f"{counts}; {STAR_NOTE}", group


def page_name(source: Source) -> str:
    """Return the name of the page with the claims of a text."""
    return f"claims-{source.module}.md"


@STUDY.text("claims.md", rows=claims)
def claims_md(rows: pd.DataFrame) -> str:
    """Write an overview of the claims for readers, with a link to the page of each source."""
    parts = ["# Claims and verdicts\n"]
    pages = {source.name: page_name(source) for source in SOURCES}
    for source, counts, group in _by_source(rows):
        parts.append(f"## {source}\n\n{counts} [Measurements and evidence]({pages[source]}).\n")
        parts.append("| claim | verdict | rests on | |\n|---|---|---|---|")
        for row in group.itertuples():
            cells = (
                f"{row.name} | {row.verdict} | {row.basis} | {row.claim.replace('|', ESCAPED_BAR)}"
            )
            parts.append(f"| {cells} |")
        parts.append("")
    return "\n".join(parts)


ESCAPED_BAR = "&#124;"
"""A vertical bar in a cell of a Markdown table."""


def declare_page(text: Source) -> None:
    """Declare the page with the claims of a text."""

    def write(rows: pd.DataFrame) -> str:
        """Write the claims of a text for readers, as Markdown."""
        [(source, counts, group)] = _by_source(rows[rows["source"] == text.name])
        parts = [f"# {source}: claims and verdicts\n\n{counts}\n"]
        for row in group.itertuples():
            parts.append(f"## {row.name}: {row.verdict}\n\n**{row.claim}** ({row.section})\n")
            evidence = f"Rests on: {row.basis}. Evidence: {row.evidence}"
            parts.append(f"{row.measured}\n\n{evidence}\n")
        return "\n".join(parts)

    write.__name__ = f"claims_of_{text.module}"
    STUDY.text(page_name(text), rows=claims)(write)


for _text in SOURCES:
    declare_page(_text)


@STUDY.text(
    "claims.html", rows=claims, label="Claims and verdicts", note="Every claim of the texts."
)
def claims_html(rows: pd.DataFrame) -> str:
    """Write the claims for readers, by source, as a page."""
    parts = []
    for source, counts, group in _by_source(rows):
        columns = group[["name", "section", "claim", "verdict", "basis", "measured", "evidence"]]
        table = columns.to_html(index=False, border=0, justify="left")
        parts.append(f"<h2>{escape(source)}</h2>\n<p>{counts}</p>\n{table}\n")
    title, heading = "Claims and verdicts", "<h1>Claims and verdicts</h1>\n"
    return PAGE.format(title=title, heading=heading, table="".join(parts), note="")
