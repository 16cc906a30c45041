# The study of Flow Free: SAT and tree search, the post's claims, and difficulty.
#   results/flowfree/generated/n5.csv     generated puzzles of a size
#   results/flowfree/marked/n6.csv        the same with bridges, warps, walls and missing cells
#   results/flowfree/winding/n5.csv       the same without a given number of flows
#   results/flowfree/times/n5.csv         one row for each timed run
#   results/flowfree/audit.csv            one row for each run that tests the post's claims
#   results/flowfree/ratings/winding.csv  difficulty and turns of the puzzles of a set
# Tables in results/flowfree and figures in figures/flowfree are declared below.

from puzzlesat_studies.flowfree.config import flows, given_puzzles, marks, rated_sets

FLOW = study("flowfree", "Flow Free")
FLOW_PUZZLES = given_puzzles(FLOW)
FLOW_FILE = "results/flowfree/generated/n{n}.csv"
FLOW_MARKED = "results/flowfree/marked/n{n}.csv"
FLOW_GENERATED = expand("results/flowfree/times/n{n}.csv", n=FLOW["sizes"])
FLOW_TIMES = FLOW_GENERATED + ["results/flowfree/times/given.csv"] * bool(FLOW_PUZZLES)
FLOW_MARKED_TIMES = expand("results/flowfree/times/marked/n{n}.csv", n=FLOW["marked"]["sizes"])
FLOW_RATED = rated_sets(FLOW)
# The post's table as printed, and the table of the published puzzles, if supplied.
FLOW_POST = os.path.relpath(ROOT / "reference/published/flowfree_post.csv")
FLOW_TABLE = [f"{FLOW['published']}/published.csv"] if FLOW["published"] else []
# The methods in the printed table: the first one and, next to published numbers, the first one with
# the published encoding.
FLOW_PRINTED = [
    *FLOW["methods"][:1],
    *[x for x in FLOW["methods"][1:] if FLOW_TABLE and x.startswith("published/")][:1],
]


rule flowfree_puzzles:
    """Generate the puzzles of a size; a puzzle depends only on seed, shape, flows and number."""
    output:
        FLOW_FILE,
    params:
        k=lambda wildcards: flows(FLOW, wildcards.n),
        options=flags(FLOW, "solutions", count=FLOW["samples"], seed=config["seed"]),
    shell:
        "flowfree generate -n {wildcards.n} -k {params.k} {params.options} -o {output} 2> {log}"


rule flowfree_marked_puzzles:
    """Generate the puzzles of a size on boards with bridges, warps, walls and missing cells."""
    output:
        FLOW_MARKED,
    params:
        marks=lambda wildcards: marks(FLOW, wildcards.n),
        options=flags({}, count=FLOW["marked"]["samples"], seed=config["seed"]),
    shell:
        "flowfree generate -n {wildcards.n} {params.marks} {params.options} -o {output} 2> {log}"


rule flowfree_winding:
    """Generate puzzles of a size without a given number of flows."""
    output:
        "results/flowfree/winding/n{n}.csv",
    params:
        options=flags({}, count=FLOW["difficulty"]["samples"], seed=config["seed"]),
    shell:
        "flowfree generate -n {wildcards.n} {params.options} -o {output} 2> {log}"


rule flowfree_time:
    """Time all methods on the puzzles of a size and check the solutions, alone on the machine."""
    input:
        FLOW_FILE,
    output:
        "results/flowfree/times/n{n}.csv",
    threads: ALONE
    resources:
        mem_mb=4000,
        runtime=240,
    params:
        options=flags(
            FLOW, "repeats", "timeout", "external", method=FLOW["methods"], solver=config["solver"]
        ),
    shell:
        "python -m puzzlesat_studies flowfree time {input:q} {params.options} -o {output} 2> {log}"


use rule flowfree_time as flowfree_given with:
    input:
        FLOW_PUZZLES,
    output:
        "results/flowfree/times/given.csv",


use rule flowfree_time as flowfree_marked_time with:
    input:
        FLOW_MARKED,
    output:
        "results/flowfree/times/marked/n{n}.csv",
    params:
        options=flags(
            FLOW, "repeats", "timeout", method=FLOW["marked"]["methods"], solver=config["solver"]
        ),


rule flowfree_audit:
    """Measure the post's claims, on its puzzles if supplied, otherwise on generated ones."""
    input:
        FLOW_PUZZLES
        or [FLOW_FILE.format(n=n) for n in FLOW["sizes"] if n <= FLOW["audit"]["largest"]],
    output:
        "results/flowfree/audit.csv",
    threads: ALONE
    resources:
        mem_mb=2000,
    params:
        options=flags(FLOW["audit"], "timeout", solver=FLOW["audit"]["solvers"]),
    shell:
        "python -m puzzlesat_studies flowfree audit {input:q} {params.options} -o {output} 2> {log}"


rule flowfree_rate:
    """Rate the puzzles of a set."""
    input:
        lambda wildcards: FLOW_RATED[wildcards.collection],
    output:
        "results/flowfree/ratings/{collection}.csv",
    params:
        options=flags(FLOW["difficulty"], "timeout"),
    shell:
        "flowfree rate {input:q} --set {wildcards.collection} {params.options} -o {output} 2> {log}"


FLOW_RATINGS = expand(rules.flowfree_rate.output, collection=FLOW_RATED)
FLOW_MIDDLE = FLOW_FILE.format(n=sorted(FLOW["sizes"])[len(FLOW["sizes"]) // 2])
FLOW_SKETCH = FLOW_MARKED.format(
    n=sorted(FLOW["marked"]["sizes"])[len(FLOW["marked"]["sizes"]) // 2]
)
FIRST_METHOD = repeated("--method", FLOW["methods"][0])
FIRST_MARKED = repeated("--method", FLOW["marked"]["methods"][0])

declare(
    *("table", "flowfree", "puzzles", FLOW_TIMES, "Puzzle by puzzle", "table"),
    options=repeated("--method", FLOW_PRINTED),
    published=FLOW_TABLE,
)
declare("table", "flowfree", "sizes", FLOW_GENERATED, "Size by size", "sizes")
declare("figure", "flowfree", "times", FLOW_GENERATED, "Times", options=FIRST_METHOD)
declare("figure", "flowfree", "puzzle", FLOW_MIDDLE, "A puzzle")
declare(
    *("table", "flowfree", "marked", FLOW_MARKED_TIMES, "Boards with bridges, warps, walls"),
    caption="marked",
)
declare(
    *("figure", "flowfree", "marked", FLOW_MARKED_TIMES, "Times with bridges, warps, walls"),
    caption="marked_figure",
    options=FIRST_MARKED,
)
declare("figure", "flowfree", "sketch", FLOW_SKETCH, "A board with bridges, warps, walls")
declare(
    *("table", "flowfree", "rules", rules.flowfree_audit.output, "Solutions by either rule"),
    caption="rules",
)
declare("table", "flowfree", "difficulty", FLOW_RATINGS, "Difficulty", "difficulty_table")
declare("figure", "flowfree", "difficulty", FLOW_RATINGS, "Difficulty")


rule flowfree:
    """Flow Free: all tables and figures of the study."""
    input:
        declared("flowfree"),
        record("flowfree", times=FLOW_TIMES + FLOW_MARKED_TIMES),
