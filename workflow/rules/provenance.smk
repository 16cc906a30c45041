# The provenance of a run:
#   results/config.yaml               the merged configuration
#   results/STUDY/environment.json    versions, solver, processor, cores, configuration, date


rule config:
    """Write the merged configuration."""
    output:
        "results/config.yaml",
    params:
        config=whole_config,
    shell:
        "python -P -m puzzlesat_studies.core.provenance config {params.config:q} {output} 2> {log}"


rule environment:
    """Write versions, machine and date, and the machines and solvers of the timed rows."""
    input:
        after=lambda wildcards: RECORDS[wildcards.study][0],
        times=lambda wildcards: RECORDS[wildcards.study][1],
    output:
        report(
            "results/{study}/environment.json",
            caption="../captions/environment.rst",
            category="Made with",
            labels={"item": "Versions, machine, configuration", "kind": "record"},
        ),
    wildcard_constraints:
        study="|".join(RECORDS),
    params:
        config=whole_config,
    shell:
        "python -P -m puzzlesat_studies.core.provenance environment {params.config:q} {output} "
        "{input.times} 2> {log}"
