"""Judge the claims by the tables in reference/, and write the verdicts there.

A run of all studies judges them in the same way by its tables in results/. Usage, in the root of
the repository: python tools/claims.py
"""

from pathlib import Path

from puzzlesat_studies.claims import STUDY, TEXTS, claims_of, page_name, tables_of
from puzzlesat_studies.core.run import run
from puzzlesat_studies.core.study import Files

REFERENCE = Path(__file__).parents[1] / "reference"


def write_verdicts(folder: Path) -> None:
    """Write ``claims.csv``, ``claims.md`` and a page for each text into a folder."""
    rows = folder / "claims.csv"
    step = STUDY.steps["rows", "claims"]
    tables = tables_of(claims_of(TEXTS))
    recorded = [path.replace("results/", "reference/", 1) for path in tables]
    run(step, {}, {"texts": Files([*map(str, TEXTS)]), "tables": Files(recorded)}, [rows])
    for name in ("claims.md", *map(page_name, TEXTS)):
        run(STUDY.steps["text", name], {}, {"rows": Files([str(rows)], step.row)}, [folder / name])


if __name__ == "__main__":
    write_verdicts(REFERENCE / "audit")
