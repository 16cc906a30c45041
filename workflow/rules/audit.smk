# The audit: every claim of the five texts gets an experiment and a verdict.
# What is made is listed in src/puzzlesat/floodit/studies/audit/__init__.py.

from puzzlesat.floodit.studies.files import audit_rows

AUDITED = study("audit", "Audit")
# Experiments whose clocks want the machine for themselves.
TIMED = ["searches", "solvers", "redundant"]
# What each table is made of: the rows of experiments, or another table.
AUDIT_TABLES = {
    "final-state": audit_rows(AUDITED, "final-state"),
    "ablation": audit_rows(AUDITED, "ablation"),
    "overlap": audit_rows(AUDITED, "clauses"),
    "counts": audit_rows(AUDITED, "clauses"),
    "quartiles": audit_rows(AUDITED, "minima", "large"),
    "offsets": audit_rows(AUDITED, "minima"),
    "fit": audit_rows(AUDITED, "minima", "large"),
    "growth": audit_rows(AUDITED, "minima", "large"),
    "searches": audit_rows(AUDITED, "searches"),
    "solvers": audit_rows(AUDITED, "solvers"),
    "redundant": audit_rows(AUDITED, "redundant"),
    "forced-moves": audit_rows(AUDITED, "forced-moves"),
}
AUDIT_FIGURES = ["final-state", "ablation", "quartiles", *TIMED, "forced-moves"]


wildcard_constraints:
    table="|".join(AUDIT_TABLES),
    drawing="|".join(AUDIT_FIGURES),


rule audit_rows:
    """Make the raw rows of an experiment."""
    output:
        "results/audit/{experiment}/n{n}.csv",
    wildcard_constraints:
        experiment="|".join(set(AUDITED) - {*TIMED, "large"}),
    resources:
        mem_mb=4000,
        runtime=60,
    params:
        options=lambda wildcards: options(config, AUDITED, wildcards.experiment),
    shell:
        "python -m puzzlesat floodit audit {wildcards.experiment} -n {wildcards.n} {params.options} -o {output} 2> {log}"


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
        runtime=60,
    params:
        options=options(config, AUDITED, "large"),
    shell:
        "python -m puzzlesat floodit audit minima -n {wildcards.n} {params.options} -o {output} 2> {log}"


rule audit_table:
    """Make a table of an experiment's rows."""
    input:
        lambda wildcards: AUDIT_TABLES[wildcards.table],
    output:
        **tabled("audit", "{table}", "{table}", caption="table"),
    resources:
        mem_mb=2000,
        runtime=10,
    shell:
        "python -m puzzlesat floodit audit table {wildcards.table} {input} {params.to} 2> {log}"


rule audit_figure:
    """Draw an experiment's table."""
    input:
        "results/audit/{drawing}.csv",
    output:
        drawn("audit", "{drawing}", "{drawing}", caption="figure"),
    shell:
        "python -m puzzlesat floodit audit figure {wildcards.drawing} {input} {params.to} 2> {log}"


rule audit_growth_figure:
    """Draw the quartiles over n, with the fitted bounds."""
    input:
        rows="results/audit/quartiles.csv",
        fit="results/audit/fit.csv",
    output:
        drawn("audit", "growth", "growth", caption="figure"),
    shell:
        "python -m puzzlesat floodit audit figure growth {input.rows} --fit {input.fit} {params.to} 2> {log}"


rule audit_paper:
    """Judge the competition paper's claims."""
    input:
        "results/hardness/hardness.csv",
        "results/frontier/large.csv",
        "results/audit/final-state.csv",
    output:
        "results/audit/paper.csv",
    shell:
        "python -m puzzlesat floodit audit paper {input} {params.to} 2> {log}"


rule audit_claims:
    """Judge every claim of the thesis by the tables, and list those of the other texts."""
    input:
        tables=expand("results/audit/{table}.csv", table=AUDIT_TABLES),
        others=[
            "results/timing/claims.csv",
            rules.audit_paper.output[0],
            "results/flowfree/claims.csv",
            "results/minesweeper/claims.csv",
        ],
    output:
        **tabled("audit", "claims", "Claims and verdicts"),
    params:
        others=each_input("--also", "others"),
    shell:
        "python -m puzzlesat floodit audit claims {params.others} {params.to} 2> {log}"


rule audit:
    """A verdict on every claim of the texts, and the tables and figures behind it."""
    input:
        rules.audit_claims.output,
        expand("results/audit/{table}.md", table=AUDIT_TABLES),
        [formats(f"figures/audit/{name}") for name in (*AUDIT_FIGURES, "growth")],
        record("audit", after="results/audit/claims.csv"),
