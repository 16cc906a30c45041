# Beyond the thesis: our methods and other people's solvers on the same boards.
#   results/baselines/outcomes/clingo.csv   raw rows of a method, one for each board
#   results/baselines/baselines.csv, .md    answers, time and memory; a contradiction is an error

BASELINES = study("baselines")


rule baseline:
    """Have one method prove the boards, alone on the machine."""
    input:
        [
            sample(n, k, BASELINES["boards"])
            for n, k in product(BASELINES["n_values"], BASELINES["k_values"])
        ],
    output:
        "results/baselines/outcomes/{name}.csv",
    threads: ALONE
    resources:
        mem_mb=4500,
        runtime=120,
    params:
        contender=lambda wildcards: contender(BASELINES, wildcards.name),
        timeout=BASELINES["timeout"],
    shell:
        "floodit measure {input} {params.contender:q} --timeout {params.timeout} "
        "-o {output} 2> {log}"


rule baselines_table:
    """Set all methods side by side."""
    input:
        expand(
            rules.baseline.output,
            name=BASELINES["methods"]
            + [program["name"] for program in BASELINES["programs"]],
        ),
    output:
        **tabled("baselines", "baselines", "Other solvers"),
    shell:
        "floodit table baselines {input} {params.to} 2> {log}"


rule baselines:
    """What other solvers prove of the same boards."""
    input:
        rules.baselines_table.output,
