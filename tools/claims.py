"""Judge the claims by the tables in reference/, and write the verdicts there.

A run of all studies judges them in the same way by its tables in results/. Usage, in the root of
the repository: python tools/claims.py
"""

from pathlib import Path

from puzzlesat_studies.claims import SOURCES, STUDY, TABLES, page_name
from puzzlesat_studies.core.run import run
from puzzlesat_studies.core.study import Files

REFERENCE = Path(__file__).parents[1] / "reference"


def write_verdicts(folder: Path) -> None:
    """Write ``claims.csv``, ``claims.md`` and a page for each text into a folder."""
    rows = folder / "claims.csv"
    step = STUDY.steps["rows", "claims"]
    recorded = [path.replace("results/", "reference/", 1) for path in TABLES]
    inputs = {"texts": step.inputs["texts"], "tables": Files(recorded)}
    run(step, {}, inputs, [rows])
    for name in ("claims.md", *map(page_name, SOURCES)):
        run(STUDY.steps["text", name], {}, {"rows": Files([str(rows)], step.row)}, [folder / name])


if __name__ == "__main__":
    write_verdicts(REFERENCE / "audit")
