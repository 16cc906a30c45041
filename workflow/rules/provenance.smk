# What a run was made with:
#   results/config.yaml        the merged configuration
#   results/environment.json   versions, solver, processor, cores, seed, configuration, date
#   results/tables/minima.csv  all minima in one file: what another run must find as well

from puzzlesat.provenance import environment


rule config:
    """Write the merged configuration."""
    output:
        "results/config.yaml",
    log:
        "logs/config.log",
    localrule: True
    conda:
        ENVIRONMENT
    params:
        config=json.dumps(config),
    shell:
        "python -c 'import json, sys, yaml; print(yaml.safe_dump(json.loads(sys.argv[1]), "
        'sort_keys=False), end="")\' {params.config:q} > {output} 2> {log}'


rule environment:
    """Write versions, machine, date and configuration."""
    output:
        "results/environment.json",
    log:
        "logs/environment.log",
    localrule: True
    conda:
        ENVIRONMENT
    params:
        config=json.dumps(config),
        environment=json.dumps(environment()),
    shell:
        "python -m puzzlesat.provenance {params.config:q} -o {output} 2> {log}"


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
    conda:
        ENVIRONMENT
    resources:
        mem_mb=500,
        runtime=10,
    params:
        code=sources("table_minima"),
    shell:
        "floodit table minima {input} -o {output} 2> {log}"
