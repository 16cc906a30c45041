# Beyond the thesis: how far minima can be proven, by which method, and how they grow.
# What is made is listed in src/puzzlesat/floodit/studies/frontier/__init__.py.

FRONTIER = study("frontier", "Beyond the thesis")
SCALING = FRONTIER["scaling"]
LARGE = FRONTIER["large"]


rule measure:
    """Find and prove minima, each board in a process of its own, with a limit of time."""
    input:
        "results/boards/{cell}/{chunk}.csv",
    output:
        "results/frontier/outcomes/{cell}/{chunk}.csv",
    resources:
        mem_mb=FRONTIER["memory"] + 500,
        runtime=120,
    params:
        timeout=FRONTIER["timeout"],
        memory=FRONTIER["memory"],
    shell:
        "python -m puzzlesat floodit frontier measure {input} --method pdr --timeout {params.timeout} "
        "--memory {params.memory} -o {output} 2> {log}"


rule measure_large:
    """Bound the minima of boards of the SAT Competition's size."""
    input:
        sample(LARGE["n"], LARGE["k"], LARGE["boards"]),
    output:
        "results/frontier/outcomes/large.csv",
    threads: ALONE
    resources:
        mem_mb=FRONTIER["memory"] + 500,
        runtime=120,
    params:
        timeout=LARGE["timeout"],
        memory=FRONTIER["memory"],
    shell:
        "python -m puzzlesat floodit frontier measure {input} --method pdr --timeout {params.timeout} "
        "--memory {params.memory} -o {output} 2> {log}"


rule measure_scaling:
    """Have a method prove boards of growing size until it proves none of a size."""
    input:
        lambda wildcards: [
            sample(n, wildcards.k, SCALING["boards"])
            for n in sorted(SCALING["n_values"])
        ],
    output:
        "results/frontier/scaling/{contender}_k{k}.csv",
    resources:
        mem_mb=FRONTIER["memory"] + 500,
        runtime=120,
    params:
        timeout=SCALING["timeout"],
        memory=FRONTIER["memory"],
    shell:
        "python -m puzzlesat floodit frontier measure {input} --method {wildcards.contender} --give-up "
        "--timeout {params.timeout} --memory {params.memory} -o {output} 2> {log}"


OUTCOMES = [
    f"results/frontier/outcomes/n{size['n']}_k{k}/0-{size['boards'] - 1}.csv"
    for k in FRONTIER["k_values"]
    for size in FRONTIER["sizes"]
]
# Table, what it is made of, and its name in the report.
FRONTIER_TABLES = {
    "frontier": (OUTCOMES, "Proven minima"),
    "law": (OUTCOMES, "Growth of the minimum"),
    "scaling": (
        expand(
            rules.measure_scaling.output,
            contender=SCALING["methods"],
            k=FRONTIER["k_values"],
        ),
        "Where methods stop",
    ),
    "large": (rules.measure_large.output, "The largest boards"),
}

for name, (rows, item) in FRONTIER_TABLES.items():
    declare("table", "frontier", name, rows, item, f"{name}_table")
declare("figure", "frontier", "extended", OUTCOMES, "Fig. 4.2, extended")


rule frontier_figure:
    """Draw minima and times against n, and where each method stops."""
    input:
        outcomes=OUTCOMES,
        scaling="results/frontier/scaling.csv",
    output:
        drawn("frontier", "frontier", "The frontier"),
    shell:
        "python -m puzzlesat floodit frontier figure frontier {input.outcomes} --scaling {input.scaling} {params.to} 2> {log}"


rule frontier:
    """How far minima can be proven, and how they grow."""
    input:
        rules.frontier_figure.output,
        declared("frontier"),
        "results/frontier/environment.json",
