# The rules of the tables and figures that studies of Flood-It declare.

for each in DECLARED:

    rule:
        name:
            f"{each.name}_{each.kind}"
        input:
            each.rows,
        output:
            *each.listed,
            **each.named,
        params:
            made=f"{each.study} {each.kind} {each.name}",
        shell:
            "python -m puzzlesat floodit {params.made} {input} {params.to} 2> {log}"
