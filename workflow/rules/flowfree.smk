# The companion study: Flow Free as SAT, beside tree search.
#   results/flowfree/generated/n5.csv     generated puzzles of a size
#   results/flowfree/times/n5.csv         raw rows, one for each timed run
#   results/flowfree/puzzles.csv, .md     puzzle by puzzle: formula, repairs, seconds, counters
#   results/flowfree/sizes.csv, .md       all methods, size by size
#   results/flowfree/marked/n6.csv        generated puzzles with bridges, warps, walls, missing cells
#   results/flowfree/marked.csv, .md      all methods on these, size by size
#   figures/flowfree/marked.pdf, …        times on these against size
#   figures/flowfree/sketch.pdf, …        one of these and its solution
#   results/flowfree/audit.csv            what the post claims, measured: raw rows
#   results/flowfree/claims.csv, .md      the post's claims, each with a verdict
#   results/flowfree/rules.csv, .md       how many solutions the puzzles have by either rule
#   results/flowfree/winding/n5.csv       generated puzzles whose flows wind, of a size
#   results/flowfree/ratings/winding.csv  how hard the puzzles of a set are, and how much they wind
#   results/flowfree/difficulty.csv, .md  the same by set and shape
#   figures/flowfree/difficulty.pdf, …    the same against size
#   figures/flowfree/times.pdf, …         times against size, and where SAT overtakes tree search
#   figures/flowfree/puzzle.pdf, …        a puzzle and its solution

from puzzlesat.flowfree.studies.config import flows, given_puzzles, marks, rated_sets

FLOW = study("flowfree", "Flow Free")
FLOW_PUZZLES = given_puzzles(FLOW)
FLOW_GENERATED = expand("results/flowfree/times/n{n}.csv", n=FLOW["sizes"])
FLOW_TIMES = FLOW_GENERATED + ["results/flowfree/times/given.csv"] * bool(FLOW_PUZZLES)
FLOW_MARKED = "results/flowfree/marked/n{n}.csv"
FLOW_MARKED_TIMES = expand(
    "results/flowfree/times/marked/n{n}.csv", n=FLOW["marked"]["sizes"]
)
FLOW_RATED = rated_sets(FLOW)
FLOW_FILE = "results/flowfree/generated/n{n}.csv"
# The post's table as printed, and the table of the puzzles that are given.
FLOW_POST = ROOT / "reference/published/flowfree_post.csv"
FLOW_TABLE = [f"{FLOW['published']}/published.csv"] if FLOW["published"] else []
# What the printed table lists: the first method and, beside published numbers, the first one that
# solves the published formula.
FLOW_PRINTED = [
    *FLOW["methods"][:1],
    *[x for x in FLOW["methods"][1:] if FLOW_TABLE and x.startswith("published/")][:1],
]


rule flowfree_puzzles:
    """Generate the puzzles of a size; each depends on seed, shape, flows and number alone."""
    output:
        FLOW_FILE,
    params:
        k=lambda wildcards: flows(FLOW, wildcards.n),
        samples=FLOW["samples"],
        solutions=FLOW["solutions"],
        seed=config["seed"],
    shell:
        "flowfree generate -n {wildcards.n} -k {params.k} --count {params.samples} "
        "--solutions {params.solutions} --seed {params.seed} -o {output} 2> {log}"


rule flowfree_time:
    """Time all methods on the puzzles of a size, alone on the machine, each solution checked."""
    input:
        FLOW_FILE,
    output:
        "results/flowfree/times/n{n}.csv",
    threads: ALONE
    resources:
        mem_mb=4000,
        runtime=240,
    params:
        methods=repeated("--method", FLOW["methods"]),
        repeats=FLOW["repeats"],
        solver=config["solver"],
        limit=repeated("--timeout", filter(None, [FLOW["timeout"]])),
        external=repeated("--external", filter(None, [FLOW["external"]])),
    shell:
        "python -m puzzlesat flowfree time {input:q} {params.methods} --repeats {params.repeats} "
        "--solver {params.solver} {params.limit} {params.external} -o {output} 2> {log}"


use rule flowfree_time as flowfree_given with:
    input:
        FLOW_PUZZLES,
    output:
        "results/flowfree/times/given.csv",


rule flowfree_table:
    """List the puzzles with what each method took, published numbers beside ours."""
    input:
        times=FLOW_TIMES,
        published=FLOW_TABLE,
    output:
        **tabled("flowfree", "puzzles", "Puzzle by puzzle", caption="table"),
    params:
        published=each_input("--published", "published"),
        methods=repeated("--method", FLOW_PRINTED),
    shell:
        "python -m puzzlesat flowfree table puzzles {input.times} {params.published} {params.methods} "
        "{params.to} 2> {log}"


rule flowfree_sizes:
    """Sum up the times by size and method."""
    input:
        FLOW_GENERATED,
    output:
        **tabled("flowfree", "sizes", "Size by size"),
    shell:
        "python -m puzzlesat flowfree table sizes {input} {params.to} 2> {log}"


rule flowfree_figure:
    """Draw the times against the size, and where SAT overtakes tree search."""
    input:
        FLOW_GENERATED,
    output:
        drawn("flowfree", "times", "Times"),
    params:
        method=FLOW["methods"][0],
    shell:
        "python -m puzzlesat flowfree figure times {input} --method {params.method} {params.to} 2> {log}"


rule flowfree_puzzle:
    """Draw the first puzzle of a middle size and its solution."""
    input:
        FLOW_FILE.format(n=sorted(FLOW["sizes"])[len(FLOW["sizes"]) // 2]),
    output:
        drawn("flowfree", "puzzle", "A puzzle"),
    shell:
        "python -m puzzlesat flowfree figure puzzle {input} {params.to} 2> {log}"


rule flowfree_marked_puzzles:
    """Generate the puzzles of a size on boards with bridges, warps, walls and missing cells."""
    output:
        FLOW_MARKED,
    params:
        marks=lambda wildcards: marks(FLOW, wildcards.n),
        samples=FLOW["marked"]["samples"],
        seed=config["seed"],
    shell:
        "flowfree generate -n {wildcards.n} {params.marks} --count {params.samples} "
        "--seed {params.seed} -o {output} 2> {log}"


use rule flowfree_time as flowfree_marked_time with:
    input:
        FLOW_MARKED,
    output:
        "results/flowfree/times/marked/n{n}.csv",
    params:
        methods=repeated("--method", FLOW["marked"]["methods"]),
        repeats=FLOW["repeats"],
        solver=config["solver"],
        limit=repeated("--timeout", filter(None, [FLOW["timeout"]])),
        external="",


use rule flowfree_sizes as flowfree_marked_sizes with:
    input:
        FLOW_MARKED_TIMES,
    output:
        **tabled("flowfree", "marked", "Boards with bridges, warps, walls"),


use rule flowfree_figure as flowfree_marked_figure with:
    input:
        FLOW_MARKED_TIMES,
    output:
        drawn(
            "flowfree",
            "marked",
            "Times with bridges, warps, walls",
            caption="marked_figure",
        ),
    params:
        method=FLOW["marked"]["methods"][0],


use rule flowfree_puzzle as flowfree_sketch with:
    input:
        FLOW_MARKED.format(
            n=sorted(FLOW["marked"]["sizes"])[len(FLOW["marked"]["sizes"]) // 2]
        ),
    output:
        drawn("flowfree", "sketch", "A board with bridges, warps, walls"),


rule flowfree_audit:
    """Measure what the post claims, on its puzzles if they are given, else on generated ones."""
    input:
        FLOW_PUZZLES
        or [
            FLOW_FILE.format(n=n)
            for n in FLOW["sizes"]
            if n <= FLOW["audit"]["largest"]
        ],
    output:
        "results/flowfree/audit.csv",
    threads: ALONE
    resources:
        mem_mb=2000,
        runtime=60,
    params:
        solvers=repeated("--solver", FLOW["audit"]["solvers"]),
        timeout=FLOW["audit"]["timeout"],
    shell:
        "python -m puzzlesat flowfree audit {input:q} {params.solvers} --timeout {params.timeout} "
        "-o {output} 2> {log}"


rule flowfree_claims:
    """Judge the post's claims by its own table and by what was measured."""
    input:
        rows=rules.flowfree_audit.output,
        post=FLOW_POST,
    output:
        **tabled("flowfree", "claims", "Claims and verdicts"),
    shell:
        "python -m puzzlesat flowfree claims {input.rows} --post {input.post:q} {params.to} 2> {log}"


rule flowfree_rules:
    """List how many solutions the puzzles have where flows may touch themselves, and where not."""
    input:
        rules.flowfree_audit.output,
    output:
        **tabled("flowfree", "rules", "Solutions by either rule"),
    shell:
        "python -m puzzlesat flowfree table rules {input} {params.to} 2> {log}"


rule flowfree_winding:
    """Generate puzzles of a size without a given number of flows."""
    output:
        "results/flowfree/winding/n{n}.csv",
    params:
        samples=FLOW["difficulty"]["samples"],
        seed=config["seed"],
    shell:
        "flowfree generate -n {wildcards.n} --count {params.samples} --seed {params.seed} "
        "-o {output} 2> {log}"


rule flowfree_rate:
    """Tell how hard the puzzles of a set are, and how much their flows wind."""
    input:
        lambda wildcards: FLOW_RATED[wildcards.collection],
    output:
        "results/flowfree/ratings/{collection}.csv",
    params:
        limit=repeated("--timeout", filter(None, [FLOW["difficulty"]["timeout"]])),
    shell:
        "flowfree rate {input:q} --set {wildcards.collection} {params.limit} -o {output} 2> {log}"


rule flowfree_difficulty:
    """Sum up by set and shape how hard puzzles are, and how much their flows wind."""
    input:
        expand(rules.flowfree_rate.output, collection=FLOW_RATED),
    output:
        **tabled(
            "flowfree",
            "difficulty",
            "How hard puzzles are",
            caption="difficulty_table",
        ),
    shell:
        "python -m puzzlesat flowfree table difficulty {input} {params.to} 2> {log}"


rule flowfree_difficulty_figure:
    """Draw how hard puzzles are, and how much their flows wind, against their size."""
    input:
        expand(rules.flowfree_rate.output, collection=FLOW_RATED),
    output:
        drawn("flowfree", "difficulty", "How hard puzzles are"),
    shell:
        "python -m puzzlesat flowfree figure difficulty {input} {params.to} 2> {log}"


rule flowfree:
    """Flow Free: all tables and figures of the companion study."""
    input:
        rules.flowfree_table.output,
        rules.flowfree_sizes.output,
        rules.flowfree_figure.output,
        rules.flowfree_puzzle.output,
        rules.flowfree_marked_sizes.output,
        rules.flowfree_marked_figure.output,
        rules.flowfree_sketch.output,
        rules.flowfree_claims.output,
        rules.flowfree_rules.output,
        rules.flowfree_difficulty.output,
        rules.flowfree_difficulty_figure.output,
        record("flowfree", times=FLOW_TIMES + FLOW_MARKED_TIMES),
