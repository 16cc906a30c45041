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
    threads: ALONE
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
    threads: ALONE
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
        **tabled("flowfree", "Flow Free", "Puzzle by puzzle", caption="flowfree_table"),
    log:
        "logs/flowfree_table.log",
    params:
        published=lambda wildcards, input: (
            f"--published {shlex.quote(input.published)}" if input.published else ""
        ),
        methods=" ".join(f"--method {name}" for name in FLOW_PRINTED),
        to=each_output,
        code=sources("flowfree table puzzles"),
    shell:
        "flowfree table puzzles {input.times} {params.published} {params.methods} {params.to} "
        "2> {log}"


rule flowfree_sizes:
    """Sum up the times by size and method."""
    input:
        FLOW_GENERATED,
    output:
        **tabled("flowfree_sizes", "Flow Free", "Size by size"),
    log:
        "logs/flowfree_sizes.log",
    params:
        to=each_output,
        code=sources("flowfree table sizes"),
    shell:
        "flowfree table sizes {input} {params.to} 2> {log}"


rule flowfree_figure:
    """Draw the times against the size, and where SAT overtakes tree search."""
    input:
        FLOW_GENERATED,
    output:
        drawn("figures/flowfree", "Flow Free", "Times"),
    log:
        "logs/flowfree_figure.log",
    params:
        to=each_output,
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
        drawn("figures/flowfree_puzzle", "Flow Free", "A puzzle"),
    log:
        "logs/flowfree_puzzle.log",
    params:
        to=each_output,
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
    threads: ALONE
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
        **tabled("flowfree_claims", "Flow Free", "Claims and verdicts"),
    log:
        "logs/flowfree_claims.log",
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
    params:
        config=json.dumps(config),
    shell:
        "python -m puzzlesat.report.provenance environment {params.config:q} {output} {input} 2> {log}"


rule flowfree:
    """Flow Free: all tables and figures of the companion study."""
    input:
        rules.flowfree_table.output,
        rules.flowfree_sizes.output,
        rules.flowfree_figure.output,
        rules.flowfree_puzzle.output,
        rules.flowfree_claims.output,
        rules.flowfree_environment.output,
