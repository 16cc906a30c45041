"""Copy the results that a study declares to reference/STUDY, without large files.

Usage, in the root of the repository: python tools/reference.py STUDY
"""

import argparse
import shutil
from pathlib import Path

from puzzlesat_studies import MODULES
from puzzlesat_studies.core.workflow import Workflow

LEFT_OUT = {".html", ".tex", ".pdf", ".svg"}
"""The endings of other forms of the same results."""

MAX_BYTES = 1_000_000
"""The size from which on a file is not recorded."""


def copy_results(name: str) -> None:
    """Copy a study's results, and those of other studies in the same folders."""
    workflow = Workflow(MODULES, {})
    study = workflow.studies[name]
    outputs = [f"results/{name}/environment.json"]
    for step in workflow.steps.values():
        outputs += step.outputs(workflow.config)
    if name == "thesis":  # whose rules are written out
        outputs += [f"results/thesis/{table}.csv" for table in ("minima", "bounds", "wins")]
        outputs += ["results/thesis/summary.txt"]
        outputs += [f"figures/{figure}.png" for figure in ("solution", "bounds", "wins")]
    target = Path("reference", name)
    target.mkdir(parents=True, exist_ok=True)
    for path in map(Path, outputs):
        is_result = str(path.parent) in (study.results, study.figures)
        is_copied = is_result and path.exists() and path.suffix not in LEFT_OUT
        if is_copied and path.stat().st_size < MAX_BYTES:
            shutil.copy(path, target)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("study", choices=sorted(Workflow(MODULES, {}).studies), metavar="STUDY")
    copy_results(parser.parse_args().study)
