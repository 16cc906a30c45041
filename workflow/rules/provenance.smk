# What a run was made with:
#   results/config.yaml        the merged configuration
#   results/environment.json   versions, solver, processor, cores, seed, configuration, date
#   results/tables/minima.csv  all minima in one file: what another run must find as well


rule config:
    """Write the merged configuration."""
    output:
        "results/config.yaml",
    log:
        "logs/config.log",
    localrule: True
    params:
        config=json.dumps(config),
    shell:
        "python -m puzzlesat.report.provenance config {params.config:q} {output} 2> {log}"


rule environment:
    """Write versions, machine, date, and where and with what the rows of times were made."""
    input:
        minima="results/tables/minima.csv",
        times=timings(),
    output:
        shown(
            "results/environment.json",
            "Made with",
            "Versions, machine, configuration",
            "record",
            "environment",
        ),
    log:
        "logs/environment.log",
    localrule: True
    params:
        config=json.dumps(config),
    shell:
        "python -m puzzlesat.report.provenance environment {params.config:q} {output} {input.times} "
        "2> {log}"


rule minima_table:
    """Gather the minima of all boards of both experiments."""
    input:
        expand(
            "results/minima/{cell}.csv",
            cell=sorted({*cells("bounds"), *cells("wins")}),
        ),
    output:
        "results/tables/minima.csv",
    log:
        "logs/minima_table.log",
    localrule: True
    params:
        code=sources("floodit table minima"),
    shell:
        "floodit table minima {input} -o {output} 2> {log}"
