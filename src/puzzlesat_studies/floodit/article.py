"""The article about the reproduction, typeset from the tables and figures of all studies.

The article's text is ``docs/article/article.typ``; ``docs/article/numbers.typ`` computes its
numbers from tables. `article_figures` draws the figures from the same tables.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from pydantic import Field

from puzzlesat.common.errors import InputError
from puzzlesat_studies.core.params import Params
from puzzlesat_studies.core.study import Files, Study
from puzzlesat_studies.floodit.thesis import TABLE_4_1

ROOT = Path(__file__).parents[3]

TEXT = ROOT / "docs/article/article.typ"

TABLES: Mapping[str, str] = {
    **{name: f"thesis/{name}" for name in ("minima", "bounds", "wins")},
    "parts": "ablation/ablation",
    **{name: f"growth/{name}" for name in ("growth", "fits")},
    **{name: f"percolation/{name}" for name in ("constants", "distances")},
    "hardest": "largest_minima/largest",
    "nogoods": "nogoods/nogoods",
    **{
        name: f"audit/{name}"
        for name in ("claims", "final-state", "construction", "counts", "quartiles", "searches")
    },
    "ablation": "audit/conditions",
    "proofs": "verified/proofs",
    **{name: f"frontier/{name}" for name in ("frontier", "scaling")},
}
"""The tables, as STUDY/TABLE, by their names in the article."""

RECORDED: Mapping[str, str] = {
    "hypotheses": "timing/hypotheses",
    "effects": "timing/effects",
    "baselines": "baselines/baselines",
    "sets": "baselines/sets",
    "programs": "comparisons/programs",
    "lrat": "comparisons/lrat",
    "solvers": "comparisons/solvers",
}
"""The tables that no study makes: of studies of version 2.0.0, and of comparisons run by hand."""

RECORDED_FOLDERS = {table.partition("/")[0] for table in RECORDED.values()}

STUDIES: Sequence[str] = (
    "thesis",
    "timing",
    "audit",
    "verified",
    "frontier",
    "baselines",
    "comparisons",
    "ablation",
    "nogoods",
    "largest_minima",
    "growth",
    "percolation",
)
"""The folders of the article's tables, most of which are studies; the others are `RECORDED`."""


class Article(Params):
    """The article."""

    results: Literal["reference", "results"] = Field(
        "reference",
        description="The folder from which the article's tables are taken: reference "
        "(the recorded results; takes seconds) or results (all studies are run first).",
    )


STUDY = Study(
    "article", Article, "Article", "The article (`snakemake article`).", results="results"
)


def table_paths(results: str) -> dict[str, str]:
    """Return the path of each table of the article, by name.

    Results are in ``results`` of the current folder; the recorded ones are in the folder
    ``reference`` of the project.

    >>> table_paths("results")["bounds"]
    'results/thesis/bounds.csv'
    >>> table_paths("reference")["bounds"].removeprefix(str(ROOT))
    '/reference/thesis/bounds.csv'
    """
    tables = {**TABLES, **RECORDED}
    paths = {name: _path(results, f"{table}.csv") for name, table in tables.items()}
    return paths | {"table41": str(ROOT / TABLE_4_1)}


def record_paths(results: str) -> list[str]:
    """Return the paths of the records of versions and machines of `STUDIES`."""
    return [_path(results, f"{study}/environment.json") for study in STUDIES]


def _path(results: str, file: str) -> str:
    """Return the path of STUDY/FILE: that of no study is the recorded one."""
    is_recorded = results == "reference" or file.partition("/")[0] in RECORDED_FOLDERS
    return str(ROOT / "reference" / file) if is_recorded else f"results/{file}"


@STUDY.text(
    "article.pdf",
    typst_files=Files(
        [str(TEXT.with_name(name)) for name in (TEXT.name, "numbers.typ", "references.yml")]
    ),
    tables=lambda config: Files([*table_paths(config.article.results).values()]),
    records=lambda config: Files(record_paths(config.article.results)),
    label="The article",
)
def article(
    typst_files: Sequence[Path], tables: Sequence[Path], records: Sequence[Path], *, results: str
) -> bytes:
    """Typeset the article."""
    paths = dict(zip(table_paths(results), (path.resolve() for path in tables), strict=True))
    for path in (*paths.values(), *records):
        if not path.is_file():
            raise InputError(f"{path} does not exist; `snakemake article` creates it")
    return typeset(typst_files[0], paths, provenance(records), author_names())


def provenance(records: Sequence[Path]) -> list[dict[str, str]]:
    """Return the version, date and processor with which the results of each study were recorded."""
    rows = []
    for study, path in zip(STUDIES, records, strict=True):
        record = json.loads(path.read_text(encoding="utf-8"))
        rows.append(
            {"study": study, "version": record["puzzlesat"]}
            | {"date": record["date"][:10], "processor": record["processor"]}
        )
    return rows


def author_names() -> str:
    """Return the names of the authors in CITATION.cff."""
    import yaml

    authors = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))["authors"]
    return ", ".join(
        author.get("name") or f"{author['given-names']} {author['family-names']}"
        for author in authors
    )


def typeset(
    typst_file: Path, paths: Mapping[str, Path], records: Sequence[Mapping[str, str]], names: str
) -> bytes:
    """Return the PDF file made from a Typst file.

    `paths` are the tables, from which the figures are drawn, and `records` the rows of
    `provenance`. Raise `InputError` if the Typst file cannot be compiled, for example because a
    table lacks a column.
    """
    import pandas as pd
    import typst

    from puzzlesat_studies.floodit.article_figures import draw_figures

    tables = {
        name: pd.read_csv(path, keep_default_na=False, na_values=[""])
        for name, path in paths.items()
    }
    with TemporaryDirectory() as folder:
        inputs = {name: str(path) for name, path in paths.items()}
        try:
            for name, svg in draw_figures(tables).items():
                inputs[name] = f"{folder}/{name}.svg"
                Path(inputs[name]).write_bytes(svg)
            pdf: bytes = typst.compile(
                str(typst_file.resolve()),
                root="/",
                format="pdf",
                ignore_system_fonts=True,
                sys_inputs={
                    "paths": json.dumps(inputs),
                    "authors": names,
                    "provenance": json.dumps(records),
                    "version": version("puzzlesat"),
                },
            )
        except (typst.TypstError, KeyError) as error:
            raise InputError(f"{typst_file} cannot be typeset: {error}") from None
    return pdf
