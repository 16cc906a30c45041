# Beyond the thesis: the largest boards whose minima each method proves, and the growth of minima.
# The results are listed in src/puzzlesat_studies/floodit/frontier/__init__.py.

FRONTIER = study("frontier", "Beyond the thesis")
SCALING = FRONTIER["scaling"]
LARGE = FRONTIER["large"]


rule measure:
    """Find and prove minima, for each board in a process of its own with a time limit."""
    input:
        "results/boards/{cell}/{chunk}.csv",
    output:
        "results/frontier/outcomes/{cell}/{chunk}.csv",
    resources:
        mem_mb=FRONTIER["memory"] + 500,
        runtime=120,
    params:
        options=flags(FRONTIER, "timeout", "memory"),
    shell:
        "python -m puzzlesat_studies floodit frontier measure {input} --method pdr {params.options} {params.to} 2> {log}"


# The boards of the SAT Competition's size, whose minima are only bounded.
use rule measure as measure_large with:
    input:
        sample(LARGE["n"], LARGE["k"], LARGE["boards"]),
    output:
        "results/frontier/outcomes/large.csv",
    threads: ALONE
    params:
        options=flags(LARGE, "timeout", memory=FRONTIER["memory"]),


rule measure_scaling:
    """Prove minima on boards of growing size with a method, until it proves none of a size."""
    input:
        lambda wildcards: [
            sample(n, wildcards.k, SCALING["boards"]) for n in sorted(SCALING["n_values"])
        ],
    output:
        "results/frontier/scaling/{search}_k{k}.csv",
    resources:
        mem_mb=FRONTIER["memory"] + 500,
        runtime=120,
    params:
        options=flags(SCALING, "timeout", memory=FRONTIER["memory"]),
    shell:
        "python -m puzzlesat_studies floodit frontier measure {input} --method {wildcards.search} --give-up "
        "{params.options} {params.to} 2> {log}"


OUTCOMES = [
    f"results/frontier/outcomes/n{size['n']}_k{k}/0-{size['boards'] - 1}.csv"
    for k in FRONTIER["k_values"]
    for size in FRONTIER["sizes"]
]
SCALED = expand(rules.measure_scaling.output, search=SCALING["methods"], k=FRONTIER["k_values"])
SCALING_TABLE = "results/frontier/scaling.csv"
declare("table", "frontier", "frontier", OUTCOMES, "Proven minima")
declare("table", "frontier", "law", OUTCOMES, "Growth of the minimum")
declare("table", "frontier", "scaling", SCALED, "Largest size of each method")
declare("table", "frontier", "large", rules.measure_large.output, "The largest boards")
declare("figure", "frontier", "extended", OUTCOMES, "Fig. 4.2, extended")
declare("figure", "frontier", "frontier", OUTCOMES, "The frontier", scaling=SCALING_TABLE)


rule frontier:
    """The largest boards whose minima can be proven, and the growth of minima."""
    input:
        declared("frontier"),
        record("frontier", after="results/frontier/frontier.csv"),
