# What Table 4.1 can have measured: exact counts, instructions, and hypotheses by their likelihood.
# What is made is listed in src/puzzlesat/floodit/studies/timing/__init__.py.

TIMING = study("timing", "Audit")
# What each table is made of.
TIMING_TABLES = {
    "effects": "counts",
    "cross": "counts",
    "size": "sizes",
    "instructions": "instructions",
}
TIMING_GRIDS = TIMING | {
    "sizes": {key: x for key, x in TIMING["counts"].items() if key != "crossed"}
}


rule timing_rows:
    """Count what MiniSat does, or how long formulas are."""
    output:
        "results/timing/{counted}/n{n}.csv",
    wildcard_constraints:
        counted="|".join(TIMING_GRIDS),
    resources:
        mem_mb=2000,
        runtime=60,
    params:
        options=lambda wildcards: options(config, TIMING_GRIDS, wildcards.counted),
    shell:
        "python -m puzzlesat floodit timing {wildcards.counted} -n {wildcards.n} {params.options} -o {output} 2> {log}"


rule timing_table:
    """Make a table of the rows."""
    input:
        lambda wildcards: [
            f"results/timing/{TIMING_TABLES[wildcards.table]}/n{n}.csv"
            for n in TIMING_GRIDS[TIMING_TABLES[wildcards.table]]["n_values"]
        ],
    output:
        **tabled("timing", "{table}", "{table}", caption="{table}"),
    wildcard_constraints:
        table="|".join(TIMING_TABLES),
    shell:
        "python -m puzzlesat floodit timing table {wildcards.table} {input} {params.to} 2> {log}"


rule timing_hypotheses:
    """Compare hypotheses by their likelihood on the printed numbers."""
    input:
        effects="results/timing/effects.csv",
        sizes="results/timing/size.csv",
        instructions="results/timing/instructions.csv",
        wins=rules.wins_table.output.csv,
        thesis=TABLE_4_1,
    output:
        **tabled("timing", "hypotheses", "Hypotheses on Table 4.1"),
    shell:
        "python -m puzzlesat floodit timing table hypotheses {input.effects} --size {input.sizes} "
        "--instructions {input.instructions} --wins {input.wins} --thesis {input.thesis:q} "
        "{params.to} 2> {log}"


rule timing_search_figure:
    """Draw the printed numbers next to the shares by conflicts."""
    input:
        effects="results/timing/effects.csv",
        thesis=TABLE_4_1,
    output:
        drawn("timing", "search", "Table 4.1 and conflicts"),
    shell:
        "python -m puzzlesat floodit timing figure search {input.effects} --thesis {input.thesis:q} {params.to} "
        "2> {log}"


rule timing_cost_figure:
    """Draw the printed numbers next to the shares by instructions and seconds."""
    input:
        instructions="results/timing/instructions.csv",
        wins=rules.wins_table.output.csv,
        thesis=TABLE_4_1,
    output:
        drawn("timing", "cost", "Table 4.1, generation and loading"),
    shell:
        "python -m puzzlesat floodit timing figure cost {input.instructions} --wins {input.wins} "
        "--thesis {input.thesis:q} {params.to} 2> {log}"


rule timing_claims:
    """Judge the claims on Table 4.1."""
    input:
        effects="results/timing/effects.csv",
        instructions="results/timing/instructions.csv",
        wins=rules.wins_table.output.csv,
        hypotheses="results/timing/hypotheses.csv",
    output:
        **tabled("timing", "claims", "Claims on Table 4.1"),
    shell:
        "python -m puzzlesat floodit timing claims {input.effects} {input.instructions} {input.wins} "
        "{input.hypotheses} {params.to} 2> {log}"


rule timing:
    """What Table 4.1 can have measured."""
    input:
        rules.timing_claims.output,
        expand("results/timing/{table}.md", table=TIMING_TABLES),
        rules.timing_hypotheses.output,
        rules.timing_search_figure.output,
        rules.timing_cost_figure.output,
        "results/timing/environment.json",
