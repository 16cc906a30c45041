# The audit: every claim of the five texts gets a verdict, most of them by an experiment.
# The results are listed in src/puzzlesat_studies/floodit/audit/__init__.py.

from puzzlesat_studies.floodit.audit import TABLES as AUDIT_TABLES
from puzzlesat_studies.floodit.files import audit_rows

AUDITED = study("audit", "Audit")
# Experiments that measure times and must run alone on the machine.
TIMED = ["searches", "solvers", "redundant"]
# Experiments that use the solver at the top level of the configuration.
SOLVED = ["final-state", "ablation", "searches", "forced-moves"]
# Tables made from the rows of experiments with other names.
ROWS_OF_TABLE = {
    "overlap": ["clauses"],
    "counts": ["clauses"],
    "quartiles": ["minima", "large"],
    "offsets": ["minima"],
    "fit": ["minima", "large"],
    "growth": ["minima", "large"],
}
AUDIT_FIGURES = ["final-state", "ablation", "quartiles", *TIMED, "forced-moves"]

for name in AUDIT_TABLES:
    made_of = audit_rows(AUDITED, *ROWS_OF_TABLE.get(name, [name]))
    declare("table", "audit", name, made_of, name, "table")
for name in AUDIT_FIGURES:
    declare("figure", "audit", name, f"results/audit/{name}.csv", name, "figure")
QUARTILES, FIT = "results/audit/quartiles.csv", "results/audit/fit.csv"
declare("figure", "audit", "growth", QUARTILES, "growth", "figure", fit=FIT)


rule audit_rows:
    """Measure the raw rows of an experiment."""
    output:
        "results/audit/{experiment}/n{n}.csv",
    wildcard_constraints:
        experiment="|".join(set(AUDITED) - {*TIMED, "large"}),
    resources:
        mem_mb=4000,
    params:
        options=lambda wildcards: grid_flags(
            AUDITED[wildcards.experiment],
            **({"solver": config["solver"]} if wildcards.experiment in SOLVED else {}),
        ),
    shell:
        "python -m puzzlesat_studies floodit audit {wildcards.experiment} -n {wildcards.n} {params.options} -o {output} 2> {log}"


use rule audit_rows as audit_times with:
    wildcard_constraints:
        experiment="|".join(TIMED),
    threads: ALONE


rule audit_large:
    """Find the minima of larger boards."""
    output:
        "results/audit/large/n{n}.csv",
    resources:
        mem_mb=4000,
    params:
        options=grid_flags(AUDITED["large"]),
    shell:
        "python -m puzzlesat_studies floodit audit minima -n {wildcards.n} {params.options} -o {output} 2> {log}"


rule audit:
    """A verdict on every claim of the texts, with the tables and figures as evidence."""
    input:
        WORKFLOW.outputs("claims"),
        declared("audit"),
        record("audit", after="results/audit/claims.csv"),
