"""The tables and figures that the article reads."""

from collections.abc import Mapping
from pathlib import Path

PRINTED = "reference/thesis_table_4_1.csv"
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


def files(results: str, root: str | Path = "") -> dict[str, str]:
    """Return the path of each table and figure of the article, by name.

    `results` is ``results`` or ``reference``. Results are in ``results`` and ``figures`` of the
    current folder. The reference run is in the folder ``reference`` of `root`. In this folder, the
    files of the study ``thesis`` are at the top level, and figures are next to tables.

    >>> files("results")["bounds-figure"], files("reference", "/project")["bounds-figure"]
    ('figures/bounds.png', '/project/reference/bounds.png')
    >>> files("results")["bounds"], files("reference")["bounds"]
    ('results/thesis/bounds.csv', 'reference/bounds.csv')
    """
    top = Path(root, "reference")
    if results == "reference":
        found = {name: top / f"{path}.csv" for name, path in TABLES.items()}
        found |= {name: top / f"{path}.png" for name, path in FIGURES.items()}
        found = {name: Path(str(path).replace("/thesis/", "/")) for name, path in found.items()}
    else:
        found = {name: Path("results", f"{path}.csv") for name, path in TABLES.items()}
        found |= {
            name: Path("figures", f"{path.removeprefix('thesis/')}.png")
            for name, path in FIGURES.items()
        }
    return {name: str(path) for name, path in {**found, "table41": Path(root, PRINTED)}.items()}
