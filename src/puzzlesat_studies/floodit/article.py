"""The article about the reproduction, typeset from the tables and figures of all studies.

The article's text is ``docs/article/article.typ``; ``docs/article/numbers.typ`` computes every
number in the text from tables.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from puzzlesat.common.errors import InputError
from puzzlesat_studies.core.params import Params
from puzzlesat_studies.core.study import Files, Study

ROOT = Path(__file__).parents[3]

TEXT = ROOT / "docs/article/article.typ"

PRINTED = ROOT / "reference/thesis_table_4_1.csv"
"""Table 4.1 as printed in the thesis; it is not a result of any study."""

TABLES: Mapping[str, str] = {
    **{name: f"thesis/{name}" for name in ("bounds", "wins")},
    **{name: f"timing/{name}" for name in ("effects", "size", "instructions", "hypotheses")},
    **{
        name: f"audit/{name}" for name in ("claims", "final-state", "ablation", "overlap", "counts")
    },
    "proofs": "verified/proofs",
    **{name: f"frontier/{name}" for name in ("frontier", "law", "large", "scaling")},
    "sets": "baselines/sets",
    "puzzles": "flowfree/puzzles",
    "flow-sizes": "flowfree/sizes",
    "methods": "minesweeper/methods",
    "mines-wins": "minesweeper/wins",
    "mines-audit": "minesweeper/audit",
    "optimum": "minesweeper/optimum",
}
"""The tables, as STUDY/TABLE, by their names in the article."""

FIGURES: Mapping[str, str] = {
    "solution-figure": "thesis/solution",
    "bounds-figure": "thesis/bounds",
    "search-figure": "timing/search",
    "cost-figure": "timing/cost",
    "proofs-figure": "verified/proofs",
    "frontier-figure": "frontier/frontier",
    "flow-figure": "flowfree/times",
    "perfect-figure": "minesweeper/optimum",
}


class Article(Params):
    """The article."""

    results: Literal["reference", "results"] = Field(
        "reference",
        description="The folder from which the article's tables and figures are taken: reference "
        "(the recorded results; takes seconds) or results (all studies are run first).",
    )


STUDY = Study(
    "article", Article, "Article", "The article (`snakemake article`).", results="results"
)


def files(results: str) -> dict[str, str]:
    """Return the path of each table and figure of the article, by name.

    Results are in ``results`` and ``figures`` of the current folder; the recorded ones are in the
    folder ``reference`` of the project, with figures next to tables.

    >>> files("results")["bounds-figure"], files("results")["bounds"]
    ('figures/bounds.png', 'results/thesis/bounds.csv')
    >>> files("reference")["bounds-figure"].removeprefix(str(ROOT))
    '/reference/thesis/bounds.png'
    """
    if results == "reference":
        top = ROOT / "reference"
        found = {name: str(top / f"{path}.csv") for name, path in TABLES.items()}
        found |= {name: str(top / f"{path}.png") for name, path in FIGURES.items()}
    else:
        found = {name: f"results/{path}.csv" for name, path in TABLES.items()}
        found |= {
            name: f"figures/{path.removeprefix('thesis/')}.png" for name, path in FIGURES.items()
        }
    return found | {"table41": str(PRINTED)}


def sources(config: Any) -> Files:
    """Return the article's text, and the files that it includes."""
    return Files(
        [str(TEXT.with_name(name)) for name in (TEXT.name, "numbers.typ", "references.yml")]
    )


@STUDY.text(
    "article.pdf",
    text=sources,
    tables=lambda config: Files([*files(config.article.results).values()]),
    label="The article",
)
def article(text: Sequence[Path], tables: Sequence[Path], *, results: str) -> bytes:
    """Typeset the article."""
    paths = dict(zip(files(results), (path.resolve() for path in tables), strict=True))
    for path in paths.values():
        if not path.is_file():
            raise InputError(f"{path} does not exist; `snakemake article` creates it")
    return typeset(text[0], paths, authors())


def authors() -> str:
    """Return the names of the authors in CITATION.cff."""
    import yaml

    people = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))["authors"]
    return ", ".join(
        each.get("name") or f"{each['given-names']} {each['family-names']}" for each in people
    )


def typeset(text: Path, paths: Mapping[str, Path], names: str) -> bytes:
    """Return the PDF file made from a Typst file.

    Raise `InputError` if the Typst file cannot be compiled, for example because a table lacks a
    column.
    """
    import typst

    try:
        pdf: bytes = typst.compile(
            str(text.resolve()),
            root="/",
            format="pdf",
            ignore_system_fonts=True,
            sys_inputs={
                "paths": json.dumps({name: str(path) for name, path in paths.items()}),
                "authors": names,
            },
        )
    except typst.TypstError as error:
        raise InputError(f"{text} cannot be typeset: {error}") from None
    return pdf
