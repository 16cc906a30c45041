"""The claims of the source texts, and verdicts on them by the tables of all studies.

The claims are data: a file for each text (``thesis.toml``, ``competition.toml``, ``flowfree.toml``,
``gnomine.toml``) names the evidence and the predicate that judges it. docs/audit.md explains the
verdicts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from puzzlesat_studies import MODULES
from puzzlesat_studies.claims.model import Basis, Claim, judge, load_source
from puzzlesat_studies.claims.verdicts import VERDICTS
from puzzlesat_studies.core.params import Params
from puzzlesat_studies.core.study import Files, Row, Study, column, read_frame
from puzzlesat_studies.core.tables import PAGE

if TYPE_CHECKING:
    import pandas as pd

FOLDER = Path(__file__).parent

TEXTS = [FOLDER / f"{text}.toml" for text in ("thesis", "competition", "flowfree", "gnomine")]
"""The data files, in the order of docs/sources.md."""


class Claims(Params):
    """No keys: the criteria for verdicts are not configured."""


STUDY = Study("claims", Claims, "Audit", "The claims of the texts.", results="results/audit")


class ClaimVerdict(Row):
    """The claims of the source texts, with a verdict on each."""

    source: str = column("the text: one of the four sources of claims")
    origin: Literal["text", "extension"] = column(
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


def claims_of(paths: Sequence[Path]) -> Iterator[tuple[str, Claim]]:
    """Yield the claims in data files, each with its source."""
    for path in paths:
        source = load_source(path)
        yield from ((source.source, claim) for claim in source.claims)


def tables_of(claims: Iterator[tuple[str, Claim]]) -> list[str]:
    """Return the paths of the tables by which claims are judged."""
    return list(dict.fromkeys(path for _, claim in claims for path in claim.tables()))


def _table_files(config: Any) -> Files:
    """Return the tables as files, which may be in a folder of published tables of this package."""
    root, paths = FOLDER.parents[2], tables_of(claims_of(TEXTS))
    return Files([str(root / path) if path.startswith("reference/") else path for path in paths])


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


@STUDY.rows(ClaimVerdict, texts=Files([*map(str, TEXTS)]), tables=_table_files)
def claims(texts: list[Path], tables: list[Path]) -> Iterator[dict[str, str]]:
    """Judge every claim by the tables."""
    sourced_claims = [*claims_of(texts)]
    frames = read_tables(dict(zip(tables_of(iter(sourced_claims)), tables, strict=True)))
    for source, claim in sourced_claims:
        verdict, measured = judge(claim, frames)
        yield {"source": source, "measured": measured, "verdict": verdict} | {
            "evidence": "; ".join(claim.evidence),
            **claim.model_dump(include={"origin", "name", "section", "claim", "basis"}),
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


def page_name(path: Path) -> str:
    """Return the name of the page with the claims of a text."""
    return f"claims-{path.stem}.md"


@STUDY.text("claims.md", rows=claims)
def claims_md(rows: pd.DataFrame) -> str:
    """Write an overview of the claims for readers, with a link to the page of each source."""
    parts = ["# Claims and verdicts\n"]
    for (source, counts, group), path in zip(_by_source(rows), TEXTS, strict=True):
        parts.append(f"## {source}\n\n{counts} [Measurements and evidence]({page_name(path)}).\n")
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


def declare_page(path: Path) -> None:
    """Declare the page with the claims of a text."""

    def write(rows: pd.DataFrame) -> str:
        """Write the claims of a text for readers, as Markdown."""
        [(source, counts, group)] = _by_source(rows[rows["source"] == load_source(path).source])
        parts = [f"# {source}: claims and verdicts\n\n{counts}\n"]
        for row in group.itertuples():
            parts.append(f"## {row.name}: {row.verdict}\n\n**{row.claim}** ({row.section})\n")
            evidence = f"Rests on: {row.basis}. Evidence: {row.evidence}"
            parts.append(f"{row.measured}\n\n{evidence}\n")
        return "\n".join(parts)

    write.__name__ = f"claims_of_{path.stem}"
    STUDY.text(page_name(path), rows=claims)(write)


for _text in TEXTS:
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
