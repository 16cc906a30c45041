# The audit: every claim of the thesis gets an experiment and a verdict. Not part of rule all.
#   results/audit/last/n4.csv …              raw rows of each experiment
#   results/tables/audit-last.csv, .md …     a table of each
#   figures/audit-last.pdf, .png, .svg …     and a figure of most
#   results/tables/claims.csv, .md           claim, place, measurement, verdict, evidence


wildcard_constraints:
    table="|".join(AUDIT_TABLES),
    drawing="|".join(AUDIT_FIGURES),


rule audit_last:
    """Find the minima under both readings of the last state."""
    output:
        "results/audit/last/n{n}.csv",
    log:
        "logs/audit/last_n{n}.log",
    conda:
        ENVIRONMENT
    resources:
        mem_mb=1000,
        runtime=60,
    params:
        k=colours_of("last"),
        seed=config["seed"],
        boards=AUDITED["last"]["boards"],
        solver=config["solver"],
        code=sources("floodit audit last"),
    shell:
        "floodit audit last -n {wildcards.n} {params.k} --seed {params.seed} "
        "--boards {params.boards} --solver {params.solver} -o {output} 2> {log}"


rule audit_needless:
    """Find the minima without each of the conditions."""
    output:
        "results/audit/needless/n{n}.csv",
    log:
        "logs/audit/needless_n{n}.log",
    conda:
        ENVIRONMENT
    resources:
        mem_mb=1000,
        runtime=60,
    params:
        k=colours_of("needless"),
        seed=config["seed"],
        boards=AUDITED["needless"]["boards"],
        solver=config["solver"],
        code=sources("floodit audit needless"),
    shell:
        "floodit audit needless -n {wildcards.n} {params.k} --seed {params.seed} "
        "--boards {params.boards} --solver {params.solver} -o {output} 2> {log}"


rule audit_clauses:
    """Count clauses, by formula and as emitted, and those that are repeated."""
    output:
        "results/audit/clauses/n{n}.csv",
    log:
        "logs/audit/clauses_n{n}.log",
    conda:
        ENVIRONMENT
    resources:
        mem_mb=1000,
        runtime=60,
    params:
        k=colours_of("clauses"),
        seed=config["seed"],
        boards=AUDITED["clauses"]["boards"],
        code=sources("floodit audit clauses"),
    shell:
        "floodit audit clauses -n {wildcards.n} {params.k} --seed {params.seed} "
        "--boards {params.boards} -o {output} 2> {log}"


rule audit_minima:
    """Find the minima of many boards of the thesis's sizes."""
    output:
        "results/audit/minima/n{n}.csv",
    log:
        "logs/audit/minima_n{n}.log",
    conda:
        ENVIRONMENT
    resources:
        mem_mb=1000,
        runtime=60,
    params:
        k=colours_of("minima"),
        seed=config["seed"],
        boards=AUDITED["minima"]["boards"],
        code=sources("floodit audit minima"),
    shell:
        "floodit audit minima -n {wildcards.n} {params.k} --seed {params.seed} "
        "--boards {params.boards} -o {output} 2> {log}"


rule audit_large:
    """Find the minima of larger boards, or bounds where time runs out."""
    output:
        "results/audit/large/n{n}.csv",
    log:
        "logs/audit/large_n{n}.log",
    conda:
        ENVIRONMENT
    resources:
        mem_mb=4000,
        runtime=60,
    params:
        k=colours_of("large"),
        seed=config["seed"],
        boards=AUDITED["large"]["boards"],
        limit=limit(AUDITED["large"]["timeout"]),
        code=sources("floodit audit minima"),
    shell:
        "floodit audit minima -n {wildcards.n} {params.k} --seed {params.seed} "
        "--boards {params.boards} {params.limit} -o {output} 2> {log}"


rule audit_searches:
    """Time four searches, alone on the machine."""
    output:
        "results/audit/searches/n{n}.csv",
    log:
        "logs/audit/searches_n{n}.log",
    conda:
        ENVIRONMENT
    threads: ALONE
    resources:
        mem_mb=1000,
        runtime=60,
    params:
        k=colours_of("searches"),
        seed=config["seed"],
        boards=AUDITED["searches"]["boards"],
        solver=config["solver"],
        repeats=AUDITED["searches"]["repeats"],
        code=sources("floodit audit searches"),
    shell:
        "floodit audit searches -n {wildcards.n} {params.k} --seed {params.seed} "
        "--boards {params.boards} --solver {params.solver} --repeats {params.repeats} "
        "-o {output} 2> {log}"


rule audit_clocks:
    """Time the encodings at the minimum and over the whole search, alone on the machine."""
    output:
        "results/audit/clocks/n{n}.csv",
    log:
        "logs/audit/clocks_n{n}.log",
    conda:
        ENVIRONMENT
    threads: ALONE
    resources:
        mem_mb=1000,
        runtime=60,
    params:
        k=colours_of("clocks"),
        seed=config["seed"],
        boards=AUDITED["clocks"]["boards"],
        solver=config["solver"],
        repeats=AUDITED["clocks"]["repeats"],
        code=sources("floodit audit clocks"),
    shell:
        "floodit audit clocks -n {wildcards.n} {params.k} --seed {params.seed} "
        "--boards {params.boards} --solver {params.solver} --repeats {params.repeats} "
        "-o {output} 2> {log}"


rule audit_table41:
    """Time both encodings by everything that could have been timed, alone on the machine."""
    output:
        "results/audit/table41/n{n}.csv",
    log:
        "logs/audit/table41_n{n}.log",
    conda:
        ENVIRONMENT
    threads: ALONE
    resources:
        mem_mb=1000,
        runtime=60,
    params:
        k=colours_of("table41"),
        seed=config["seed"],
        boards=AUDITED["table41"]["boards"],
        repeats=AUDITED["table41"]["repeats"],
        code=sources("floodit audit table41"),
    shell:
        "floodit audit table41 -n {wildcards.n} {params.k} --seed {params.seed} "
        "--boards {params.boards} --repeats {params.repeats} -o {output} 2> {log}"


rule audit_solvers:
    """Time the encodings under every solver, alone on the machine."""
    output:
        "results/audit/solvers/n{n}.csv",
    log:
        "logs/audit/solvers_n{n}.log",
    conda:
        ENVIRONMENT
    threads: ALONE
    resources:
        mem_mb=1000,
        runtime=60,
    params:
        k=colours_of("solvers"),
        seed=config["seed"],
        boards=AUDITED["solvers"]["boards"],
        repeats=AUDITED["solvers"]["repeats"],
        limit=limit(AUDITED["solvers"]["timeout"]),
        code=sources("floodit audit solvers"),
    shell:
        "floodit audit solvers -n {wildcards.n} {params.k} --seed {params.seed} "
        "--boards {params.boards} --repeats {params.repeats} {params.limit} "
        "-o {output} 2> {log}"


rule audit_redundant:
    """Time the minimal encoding with redundant clauses, alone on the machine."""
    output:
        "results/audit/redundant/n{n}.csv",
    log:
        "logs/audit/redundant_n{n}.log",
    conda:
        ENVIRONMENT
    threads: ALONE
    resources:
        mem_mb=1000,
        runtime=60,
    params:
        k=colours_of("redundant"),
        seed=config["seed"],
        boards=AUDITED["redundant"]["boards"],
        repeats=AUDITED["redundant"]["repeats"],
        solvers=" ".join(f"--solver {name}" for name in AUDITED["redundant"]["solvers"]),
        code=sources("floodit audit redundant"),
    shell:
        "floodit audit redundant -n {wildcards.n} {params.k} --seed {params.seed} "
        "--boards {params.boards} --repeats {params.repeats} {params.solvers} "
        "-o {output} 2> {log}"


rule audit_forced:
    """Find forced moves and count the optimal solutions."""
    output:
        "results/audit/forced/n{n}.csv",
    log:
        "logs/audit/forced_n{n}.log",
    conda:
        ENVIRONMENT
    resources:
        mem_mb=1000,
        runtime=60,
    params:
        k=colours_of("forced"),
        seed=config["seed"],
        boards=AUDITED["forced"]["boards"],
        solver=config["solver"],
        code=sources("floodit audit forced"),
    shell:
        "floodit audit forced -n {wildcards.n} {params.k} --seed {params.seed} "
        "--boards {params.boards} --solver {params.solver} -o {output} 2> {log}"


rule audit_table:
    """Make a table of an experiment's rows."""
    input:
        rows=lambda wildcards: AUDIT_TABLES[wildcards.table],
        thesis=lambda wildcards: (
            [PRINTED] if wildcards.table in ("clocks", "table41") else []
        ),
    output:
        csv="results/tables/audit-{table}.csv",
        md="results/tables/audit-{table}.md",
        html=report(
            "results/tables/audit-{table}.html",
            caption="../report/audit_table.rst",
            category="Audit",
            labels={"item": "{table}", "kind": "table"},
        ),
    log:
        "logs/audit/table_{table}.log",
    conda:
        ENVIRONMENT
    resources:
        mem_mb=2000,
        runtime=10,
    params:
        thesis=lambda wildcards, input: " ".join(
            f"--thesis '{path}'" for path in input.thesis
        ),
        code=sources("floodit audit table"),
    shell:
        "floodit audit table {wildcards.table} {input.rows} {params.thesis} "
        "-o {output.csv} -o {output.md} -o {output.html} 2> {log}"


rule audit_figure:
    """Draw an experiment's table."""
    input:
        lambda wildcards: AUDIT_FIGURES[wildcards.drawing],
    output:
        drawn("figures/audit-{drawing}")[:2],
        report(
            "figures/audit-{drawing}.svg",
            caption="../report/audit_figure.rst",
            category="Audit",
            labels={"item": "{drawing}", "kind": "figure"},
        ),
    log:
        "logs/audit/figure_{drawing}.log",
    conda:
        ENVIRONMENT
    resources:
        mem_mb=1000,
        runtime=10,
    params:
        to=lambda wildcards, output: " ".join(f"-o {path}" for path in output),
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
    conda:
        ENVIRONMENT
    resources:
        mem_mb=500,
        runtime=10,
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
        csv="results/tables/claims.csv",
        md="results/tables/claims.md",
        html=report(
            "results/tables/claims.html",
            caption="../report/claims.rst",
            category="Audit",
            labels={"item": "Claims and verdicts", "kind": "table"},
        ),
    log:
        "logs/audit/claims.log",
    conda:
        ENVIRONMENT
    resources:
        mem_mb=1000,
        runtime=10,
    params:
        others=lambda wildcards, input: " ".join(
            f"--also {path}" for path in input.others
        ),
        code=sources("floodit audit claims"),
    shell:
        "floodit audit claims results/tables {params.others} -o {output.csv} -o {output.md} -o {output.html} 2> {log}"


rule audit_environment:
    """Write versions, machine and date of the audit."""
    input:
        rules.audit_claims.output.csv,
    output:
        "results/audit/environment.json",
    log:
        "logs/audit/environment.log",
    localrule: True
    conda:
        ENVIRONMENT
    params:
        config=json.dumps(config),
    shell:
        "python -m puzzlesat.common.provenance environment {params.config:q} {output} 2> {log}"


AUDIT = [
    *rules.audit_claims.output,
    *expand("results/tables/audit-{table}.md", table=AUDIT_TABLES),
    *[path for name in AUDIT_FIGURES for path in drawn(f"figures/audit-{name}")],
    *rules.audit_environment.output,
]
