"""Judge the claims by the tables in reference/, and write the verdicts there.

A run of all studies judges them in the same way by its tables in results/. Usage, in the root of
the repository: python tools/claims.py
"""

from pathlib import Path

from puzzlesat_studies import MODULES
from puzzlesat_studies.claims import STUDY, TEXTS, claims_of, page_name, tables_of
from puzzlesat_studies.core.run import run
from puzzlesat_studies.core.workflow import Workflow

REFERENCE = Path(__file__).parents[1] / "reference"


def write_verdicts(folder: Path) -> None:
    """Write ``claims.csv``, ``claims.md`` and a page for each text into a folder."""
    config = Workflow(MODULES, {}).config
    rows = folder / "claims.csv"
    step = STUDY.steps["rows", "claims"]
    tables = tables_of(claims_of(TEXTS))
    recorded = [path.replace("results/", "reference/", 1) for path in tables]
    run(step, config, "", {"tables": recorded}, [str(rows)])
    for name in ("claims.md", *map(page_name, TEXTS)):
        output = str(folder / name)
        run(STUDY.steps["text", name], config, "", {"rows": [str(rows)]}, [output])


if __name__ == "__main__":
    write_verdicts(REFERENCE / "audit")
