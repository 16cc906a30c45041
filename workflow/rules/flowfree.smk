# The companion study: Flow Free as SAT, beside tree search. `snakemake flowfree` makes
#   results/flowfree/puzzles/n5.csv     generated puzzles of a size
#   results/flowfree/times/n5.csv       raw rows, one for each timed run
#   results/tables/flowfree.csv, .md    puzzle by puzzle: formula, repairs, seconds, counters
#   results/tables/flowfree_sizes.csv, .md   all methods, size by size
#   figures/flowfree.pdf, .png, .svg    times against size, and where SAT overtakes tree search
#   figures/flowfree_puzzle.pdf, .png, .svg  a puzzle and its solution
#   results/flowfree/audit.csv          what the post claims, measured: raw rows
#   results/tables/flowfree_claims.csv, .md  the post's claims, each with a verdict
#   results/flowfree/environment.json   versions, machine, configuration, date


rule flowfree_puzzles:
    """Generate the puzzles of a size; each depends on seed, shape, flows and number alone."""
    output:
        "results/flowfree/puzzles/n{n}.csv",
    log:
        "logs/flowfree_puzzles/n{n}.log",
    conda:
        ENVIRONMENT
    resources:
        mem_mb=1000,
        runtime=60,
    params:
        k=lambda wildcards: flows(wildcards.n),
        samples=FLOW["samples"],
        solutions=FLOW["solutions"],
        seed=config["seed"],
        code=sources("flowfree generate"),
    shell:
        "flowfree generate -n {wildcards.n} -k {params.k} --count {params.samples} "
        "--solutions {params.solutions} --seed {params.seed} -o {output} 2> {log}"


rule flowfree_time:
    """Time all methods on the puzzles of a size, alone on the machine, each solution checked."""
    input:
        "results/flowfree/puzzles/n{n}.csv",
    output:
        "results/flowfree/times/n{n}.csv",
    log:
        "logs/flowfree_time/n{n}.log",
    conda:
        ENVIRONMENT
    # As for the rule time: it uses one core, and no other job runs beside it.
    threads: 1024
    resources:
        mem_mb=4000,
        runtime=240,
    params:
        options=flow_options(),
        code=sources("flowfree time"),
    shell:
        "flowfree time {input} {params.options} -o {output} 2> {log}"


rule flowfree_given:
    """Time all methods on the puzzles that were published."""
    input:
        FLOW_PUZZLES,
    output:
        "results/flowfree/times/given.csv",
    log:
        "logs/flowfree_time/given.log",
    conda:
        ENVIRONMENT
    threads: 1024
    resources:
        mem_mb=4000,
        runtime=240,
    params:
        options=flow_options(),
        code=sources("flowfree time"),
    shell:
        "flowfree time {input:q} {params.options} -o {output} 2> {log}"


rule flowfree_table:
    """List the puzzles with what each method took, published numbers beside ours."""
    input:
        times=FLOW_GIVEN + FLOW_GENERATED,
        published=FLOW_TABLE,
    output:
        csv="results/tables/flowfree.csv",
        md="results/tables/flowfree.md",
        html=report(
            "results/tables/flowfree.html",
            caption="../report/flowfree_table.rst",
            category="Flow Free",
            labels={"item": "Puzzle by puzzle", "kind": "table"},
        ),
    log:
        "logs/flowfree_table.log",
    conda:
        ENVIRONMENT
    resources:
        mem_mb=500,
        runtime=10,
    params:
        published=lambda wildcards, input: (
            f"--published {shlex.quote(input.published)}" if input.published else ""
        ),
        methods=" ".join(f"--printed {name}" for name in FLOW_PRINTED),
        code=sources("flowfree table puzzles"),
    shell:
        "( flowfree table puzzles {input.times} {params.published} -o {output.csv} && "
        "flowfree table puzzles {input.times} {params.published} {params.methods} "
        "-o {output.md} -o {output.html} ) 2> {log}"


rule flowfree_sizes:
    """Sum up the times by size and method."""
    input:
        FLOW_GENERATED,
    output:
        csv="results/tables/flowfree_sizes.csv",
        md="results/tables/flowfree_sizes.md",
        html=report(
            "results/tables/flowfree_sizes.html",
            caption="../report/flowfree_sizes.rst",
            category="Flow Free",
            labels={"item": "Size by size", "kind": "table"},
        ),
    log:
        "logs/flowfree_sizes.log",
    conda:
        ENVIRONMENT
    resources:
        mem_mb=500,
        runtime=10,
    params:
        code=sources("flowfree table sizes"),
    shell:
        "( flowfree table sizes {input} -o {output.csv} && "
        "flowfree table sizes {input} --printed -o {output.md} -o {output.html} ) 2> {log}"


rule flowfree_figure:
    """Draw the times against the size, and where SAT overtakes tree search."""
    input:
        FLOW_GENERATED,
    output:
        drawn("figures/flowfree")[:2],
        report(
            "figures/flowfree.svg",
            caption="../report/flowfree.rst",
            category="Flow Free",
            labels={"item": "Times", "kind": "figure"},
        ),
    log:
        "logs/flowfree_figure.log",
    conda:
        ENVIRONMENT
    resources:
        mem_mb=500,
        runtime=10,
    params:
        to=lambda wildcards, output: " ".join(f"-o {path}" for path in output),
        method=FLOW["methods"][0],
        code=sources("flowfree figure times"),
    shell:
        "flowfree figure times {input} --method {params.method} {params.to} 2> {log}"


rule flowfree_puzzle:
    """Draw the first puzzle of a middle size and its solution."""
    input:
        "results/flowfree/puzzles/n{}.csv".format(
            sorted(FLOW["sizes"])[len(FLOW["sizes"]) // 2]
        ),
    output:
        drawn("figures/flowfree_puzzle")[:2],
        report(
            "figures/flowfree_puzzle.svg",
            caption="../report/flowfree_puzzle.rst",
            category="Flow Free",
            labels={"item": "A puzzle", "kind": "figure"},
        ),
    log:
        "logs/flowfree_puzzle.log",
    conda:
        ENVIRONMENT
    resources:
        mem_mb=500,
        runtime=10,
    params:
        to=lambda wildcards, output: " ".join(f"-o {path}" for path in output),
        code=sources("flowfree figure puzzle"),
    shell:
        "flowfree figure puzzle {input} {params.to} 2> {log}"


rule flowfree_audit:
    """Measure what the post claims, on its puzzles if they are given, else on generated ones."""
    input:
        FLOW_AUDITED,
    output:
        "results/flowfree/audit.csv",
    log:
        "logs/flowfree_audit.log",
    conda:
        ENVIRONMENT
    # As for the rule flowfree_time: it uses one core, and no other job runs beside it.
    threads: 1024
    resources:
        mem_mb=2000,
        runtime=60,
    params:
        solvers=" ".join(f"--solver {name}" for name in FLOW["audit"]["solvers"]),
        timeout=FLOW["audit"]["timeout"],
        code=sources("flowfree audit"),
    shell:
        "flowfree audit {input:q} {params.solvers} --timeout {params.timeout} "
        "-o {output} 2> {log}"


rule flowfree_claims:
    """Judge the post's claims by its own table and by what was measured."""
    input:
        rows=rules.flowfree_audit.output,
        post=FLOW_POST,
    output:
        csv="results/tables/flowfree_claims.csv",
        md="results/tables/flowfree_claims.md",
        html=report(
            "results/tables/flowfree_claims.html",
            caption="../report/flowfree_claims.rst",
            category="Flow Free",
            labels={"item": "Claims and verdicts", "kind": "table"},
        ),
    log:
        "logs/flowfree_claims.log",
    conda:
        ENVIRONMENT
    resources:
        mem_mb=500,
        runtime=10,
    params:
        code=sources("flowfree claims"),
    shell:
        "flowfree claims {input.rows} --post {input.post:q} -o {output.csv} -o {output.md} "
        "-o {output.html} 2> {log}"


rule flowfree_environment:
    """Write versions, machine, date, and where and with what the rows of times were made."""
    input:
        FLOW_GIVEN + FLOW_GENERATED,
    output:
        "results/flowfree/environment.json",
    log:
        "logs/flowfree_environment.log",
    localrule: True
    conda:
        ENVIRONMENT
    params:
        config=json.dumps(config),
    shell:
        "python -m puzzlesat.common.provenance environment {params.config:q} {output} {input} 2> {log}"


rule flowfree:
    """Flow Free: all tables and figures of the companion study."""
    input:
        rules.flowfree_table.output,
        rules.flowfree_sizes.output,
        rules.flowfree_figure.output,
        rules.flowfree_puzzle.output,
        rules.flowfree_claims.output,
        rules.flowfree_environment.output,
