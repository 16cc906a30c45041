# The rules of the tables, figures and claims that studies declare.

for each in DECLARED:

    rule:
        name:
            each.name
        input:
            **{f"from_{name}": paths for name, paths in each.others.items()},
            rows=each.rows,
        output:
            *each.listed,
            **each.named,
        params:
            others=options_of([*each.others]),
            options=each.options,
        shell:
            f"python -m puzzlesat {each.step} "
            "{input.rows:q} {params.others} {params.options} {params.to} 2> {log}"
