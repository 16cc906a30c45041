"""The description of instances in the form of the SAT Competition."""

import pandas as pd

from puzzlesat_studies.core.provenance import environment
from puzzlesat_studies.floodit.instances import (
    InstanceSet,
    SolverRun,
    description,
    formulas,
    instances_table,
)


def test_description_lists_instances_and_environment(tmp_path):
    sets = InstanceSet(n=6, k=4, moves=[8, 9], boards=2, encoding="minimal", variant="corrected")
    rows = []
    for s in range(2):
        path = tmp_path / f"{sets.name(s)}.cnf.xz"
        [row] = formulas(instance_set=sets, s=s, seed=7, extra_output=path)
        rows.append(row | {"variables": 100 + s, "clauses": 200, "seconds": 1.5 + s})
    none = pd.DataFrame(columns=list(SolverRun.model_fields))
    table = instances_table(pd.DataFrame(rows), none).fillna({"status": "", "solver": ""})
    machine = environment() | {"processor": "a processor", "cores": 3, "memory_gib": 4.5}
    page = description(table, machine)
    for s, row in enumerate(rows):  # the values and the seconds of each instance
        [line] = [line for line in page.splitlines() if line.startswith(f"| n6-k4-m{8 + s}-s{s} ")]
        cells = [cell.strip() for cell in line.split("|")]
        assert cells[2:8] == ["6", "4", str(row["m"]), "7", str(100 + s), "200"]
        assert f"{1.5 + s:g}" in cells
    assert "a program in Python" in page
    assert "a processor, 3 cores and 4.5 GiB" in page
    assert "All 2 took 4 s" in page
