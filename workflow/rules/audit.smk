# The audit: every claim of the five texts gets an experiment and a verdict. Not part of rule all.
#   results/audit/last/n4.csv …              raw rows of each experiment
#   results/tables/audit-last.csv, .md …     a table of each
#   figures/audit-last.pdf, .png, .svg …     and a figure of most
#   results/tables/claims.csv, .md           claim, place, measurement, verdict, evidence


wildcard_constraints:
    table="|".join(AUDIT_TABLES),
    drawing="|".join(AUDIT_FIGURES),


rule audit_rows:
    """Make the raw rows of an experiment."""
    output:
        "results/audit/{experiment}/n{n}.csv",
    log:
        "logs/audit/{experiment}_n{n}.log",
    wildcard_constraints:
        experiment="|".join(name for name in AUDITED if name not in TIMED_ALONE),
    resources:
        mem_mb=4000,
        runtime=60,
    params:
        command=audit_command,
        options=audit_options,
        code=lambda wildcards: sources(f"floodit audit {audit_command(wildcards)}"),
    shell:
        "floodit audit {params.command} -n {wildcards.n} {params.options} -o {output} 2> {log}"


use rule audit_rows as audit_times with:
    wildcard_constraints:
        experiment="|".join(TIMED_ALONE),
    threads: ALONE


rule audit_table:
    """Make a table of an experiment's rows."""
    input:
        rows=lambda wildcards: AUDIT_TABLES[wildcards.table],
        thesis=lambda wildcards: (
            [TABLE_4_1] if wildcards.table in ("clocks", "table41") else []
        ),
    output:
        **tabled("audit-{table}", "Audit", "{table}", caption="audit_table"),
    log:
        "logs/audit/table_{table}.log",
    resources:
        mem_mb=2000,
        runtime=10,
    params:
        thesis=lambda wildcards, input: " ".join(
            f"--thesis '{path}'" for path in input.thesis
        ),
        to=each_output,
        code=sources("floodit audit table"),
    shell:
        "floodit audit table {wildcards.table} {input.rows} {params.thesis} "
        "{params.to} 2> {log}"


rule audit_figure:
    """Draw an experiment's table."""
    input:
        lambda wildcards: AUDIT_FIGURES[wildcards.drawing],
    output:
        drawn("figures/audit-{drawing}", "Audit", "{drawing}", caption="audit_figure"),
    log:
        "logs/audit/figure_{drawing}.log",
    params:
        to=each_output,
        code=sources("floodit audit figure"),
    shell:
        "floodit audit figure {wildcards.drawing} {input} {params.to} 2> {log}"


rule audit_paper:
    """Judge the competition paper's claims."""
    input:
        hardness="results/tables/hardness.csv",
        large="results/tables/large.csv",
        last="results/tables/audit-last.csv",
    output:
        "results/tables/paper_claims.csv",
    log:
        "logs/audit/paper.log",
    params:
        code=sources("floodit audit paper"),
    shell:
        "floodit audit paper {input.hardness} {input.large} {input.last} -o {output} 2> {log}"


rule audit_claims:
    """Judge every claim of the thesis by the tables, and list those of the other texts."""
    input:
        tables=expand("results/tables/audit-{table}.csv", table=AUDIT_TABLES),
        others=expand(
            "results/tables/{text}_claims.csv",
            text=["paper", "flowfree", "minesweeper"],
        ),
    output:
        **tabled("claims", "Audit", "Claims and verdicts"),
    log:
        "logs/audit/claims.log",
    params:
        others=lambda wildcards, input: " ".join(
            f"--also {path}" for path in input.others
        ),
        to=each_output,
        code=sources("floodit audit claims"),
    shell:
        "floodit audit claims results/tables {params.others} {params.to} 2> {log}"


rule audit_environment:
    """Write versions, machine and date of the audit."""
    input:
        rules.audit_claims.output.csv,
    output:
        "results/audit/environment.json",
    log:
        "logs/audit/environment.log",
    localrule: True
    params:
        config=json.dumps(config),
    shell:
        "python -m puzzlesat.report.provenance environment {params.config:q} {output} 2> {log}"


AUDIT = [
    *rules.audit_claims.output,
    *expand("results/tables/audit-{table}.md", table=AUDIT_TABLES),
    *[path for name in AUDIT_FIGURES for path in formats(f"figures/audit-{name}")],
    *rules.audit_environment.output,
]
