# What a run was made with:
#   results/config.yaml               the merged configuration
#   results/STUDY/environment.json    versions, solver, processor, cores, configuration, date

# The rows that say where, and by which version of a solver, a study's times were taken.
TIMES = {
    "thesis": timings(THESIS),
    "flowfree": FLOW_TIMES + FLOW_MARKED_TIMES,
    "minesweeper": MINES_TIMES + GROWTH_TIMES,
}

# What dates the record of a study that has no such rows: it is made last.
DATED = {
    "audit": "results/audit/claims.csv",
    "timing": "results/timing/claims.csv",
    "frontier": "results/frontier/frontier.csv",
    "baselines": "results/baselines/baselines.csv",
    "hardness": "results/hardness/hardness.csv",
    "interesting": "results/interesting/family.csv",
    "verified": "results/verified/proofs.csv",
}


rule config:
    """Write the merged configuration."""
    output:
        "results/config.yaml",
    params:
        config=whole_config,
    shell:
        "python -P -m puzzlesat.report.provenance config {params.config:q} {output} 2> {log}"


rule environment:
    """Write versions, machine, date, and where and with what the rows of times were made."""
    input:
        times=lambda wildcards: TIMES.get(wildcards.study, []),
        table=lambda wildcards: DATED.get(wildcards.study, []),
    output:
        report(
            "results/{study}/environment.json",
            caption="../captions/environment.rst",
            category="Made with",
            labels={"item": "Versions, machine, configuration", "kind": "record"},
        ),
    wildcard_constraints:
        study="|".join([*TIMES, *DATED]),
    params:
        config=whole_config,
    shell:
        "python -P -m puzzlesat.report.provenance environment {params.config:q} {output} "
        "{input.times} 2> {log}"
