# The rules of the tables, figures and claims that studies declare. The step is a parameter, since
# Snakemake formats the shell command only when the job runs, after this loop.

for each in DECLARED:

    rule:
        name:
            each.name
        input:
            **{f"from_{name}": paths for name, paths in each.others.items()},
            rows=each.rows,
        output:
            **each.files,
        params:
            step=each.step,
            options=each.options,
            code=source_digest(each.step.split()[0]),
        shell:
            "python -m puzzlesat_studies {params.step} {input.rows:q} {params.others} {params.options} "
            "{params.to} 2> {log}"
