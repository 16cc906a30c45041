# Beyond the thesis: how far minima can be proven, by which method, and how they grow.
#   results/proofs/n14_k6/0-99.csv       raw rows of the property-directed search, one for each board
#   results/race/thesis_k6.csv           raw rows of a method on boards of growing size
#   results/large.csv                    raw rows of boards of the SAT Competition's size
#   results/tables/frontier.csv, .md     minima, or bounds on them, with time and memory
#   results/tables/law.csv, .md          how the minimum grows with n and k
#   results/tables/race.csv, .md         where each method stops
#   results/tables/large.csv, .md        bounds of the largest boards
#   figures/frontier.pdf, .png, .svg     all of it as a picture
#   figures/extended.pdf, .png, .svg     Fig. 4.2 for all sizes that are proven

FRONTIER = config["frontier"]


rule prove:
    """Find and prove minima, each board in a process of its own, with a limit of time."""
    input:
        "results/boards/{cell}/{chunk}.csv",
    output:
        "results/proofs/{cell}/{chunk}.csv",
    log:
        "logs/prove/{cell}_{chunk}.log",
    conda:
        ENVIRONMENT
    resources:
        mem_mb=FRONTIER["memory"] + 500,
        runtime=120,
    params:
        timeout=FRONTIER["timeout"],
        memory=FRONTIER["memory"],
        code=sources("floodit prove"),
    shell:
        "floodit prove {input} --method pdr --timeout {params.timeout} --memory {params.memory} "
        "-o {output} 2> {log}"


PROOFS = [
    f"results/proofs/n{size['n']}_k{k}/0-{size['boards'] - 1}.csv"
    for k in FRONTIER["k_values"]
    for size in FRONTIER["sizes"]
]


rule race:
    """Have a method prove boards of growing size until it proves none of a size."""
    input:
        expand(
            "results/boards/n{n}_k{{k}}/0-{last}.csv",
            n=sorted(FRONTIER["race"]["n_values"]),
            last=FRONTIER["race"]["boards"] - 1,
        ),
    output:
        "results/race/{racer}_k{k}.csv",
    log:
        "logs/race/{racer}_k{k}.log",
    conda:
        ENVIRONMENT
    resources:
        mem_mb=FRONTIER["memory"] + 500,
        runtime=120,
    params:
        timeout=FRONTIER["race"]["timeout"],
        memory=FRONTIER["memory"],
        code=sources("floodit prove"),
    shell:
        "floodit prove {input} --method {wildcards.racer} --give-up "
        "--timeout {params.timeout} --memory {params.memory} -o {output} 2> {log}"


RACES = expand(
    "results/race/{racer}_k{k}.csv",
    racer=FRONTIER["race"]["methods"],
    k=FRONTIER["k_values"],
)


rule large:
    """Bound the minima of boards of the SAT Competition's size."""
    input:
        "results/boards/n{n}_k{k}/0-{last}.csv".format(
            last=FRONTIER["large"]["boards"] - 1, **FRONTIER["large"]
        ),
    output:
        "results/large.csv",
    log:
        "logs/large.log",
    conda:
        ENVIRONMENT
    threads: 1024  # alone on the machine, as for `time`: what is found depends on the time it has
    resources:
        mem_mb=FRONTIER["memory"] + 500,
        runtime=120,
    params:
        timeout=FRONTIER["large"]["timeout"],
        memory=FRONTIER["memory"],
        code=sources("floodit prove"),
    shell:
        "floodit prove {input} --method pdr --timeout {params.timeout} --memory {params.memory} "
        "-o {output} 2> {log}"


rule large_table:
    """List the largest boards' bounds."""
    input:
        rules.large.output,
    output:
        csv="results/tables/large.csv",
        md="results/tables/large.md",
        html=report(
            "results/tables/large.html",
            caption="../report/large.rst",
            category="Beyond the thesis",
            labels={"item": "The largest boards", "kind": "table"},
        ),
    log:
        "logs/large_table.log",
    conda:
        ENVIRONMENT
    resources:
        mem_mb=500,
        runtime=10,
    params:
        code=sources("floodit table large"),
    shell:
        "floodit table large {input} -o {output.csv} -o {output.md} -o {output.html} 2> {log}"


rule frontier_tables:
    """Sum up what is proven, how minima grow, and where methods stop."""
    input:
        proofs=PROOFS,
        races=RACES,
    output:
        frontier="results/tables/frontier.csv",
        law="results/tables/law.csv",
        race="results/tables/race.csv",
        frontier_md="results/tables/frontier.md",
        frontier_html=report(
            "results/tables/frontier.html",
            caption="../report/frontier_table.rst",
            category="Beyond the thesis",
            labels={"item": "Proven minima", "kind": "table"},
        ),
        law_md="results/tables/law.md",
        law_html=report(
            "results/tables/law.html",
            caption="../report/law.rst",
            category="Beyond the thesis",
            labels={"item": "Growth of the minimum", "kind": "table"},
        ),
        race_md="results/tables/race.md",
        race_html=report(
            "results/tables/race.html",
            caption="../report/race.rst",
            category="Beyond the thesis",
            labels={"item": "Where methods stop", "kind": "table"},
        ),
    log:
        "logs/frontier_tables.log",
    conda:
        ENVIRONMENT
    resources:
        mem_mb=1000,
        runtime=10,
    params:
        code=[sources(f"floodit table {name}") for name in ("frontier", "law", "race")],
    shell:
        "( floodit table frontier {input.proofs} -o {output.frontier} && "
        "floodit table frontier {input.proofs} --printed -o {output.frontier_md} -o {output.frontier_html} && "
        "floodit table law {input.proofs} -o {output.law} -o {output.law_md} -o {output.law_html} && "
        "floodit table race {input.races} -o {output.race} && "
        "floodit table race {input.races} --printed -o {output.race_md} -o {output.race_html} ) 2> {log}"


rule frontier_figure:
    """Draw minima and times against n, and where each method stops."""
    input:
        proofs=PROOFS,
        race=rules.frontier_tables.output.race,
    output:
        drawn("figures/frontier")[:2],
        report(
            "figures/frontier.svg",
            caption="../report/frontier.rst",
            category="Beyond the thesis",
            labels={"item": "The frontier", "kind": "figure"},
        ),
    log:
        "logs/frontier_figure.log",
    conda:
        ENVIRONMENT
    resources:
        mem_mb=1000,
        runtime=10,
    params:
        to=lambda wildcards, output: " ".join(f"-o {path}" for path in output),
        code=sources("floodit figure frontier"),
    shell:
        "floodit figure frontier {input.proofs} --race {input.race} {params.to} 2> {log}"


rule extended_figure:
    """Draw Fig. 4.2 for all sizes and numbers of colours whose boards are all proven."""
    input:
        PROOFS,
    output:
        drawn("figures/extended")[:2],
        report(
            "figures/extended.svg",
            caption="../report/extended.rst",
            category="Beyond the thesis",
            labels={"item": "Fig. 4.2, extended", "kind": "figure"},
        ),
    log:
        "logs/extended_figure.log",
    conda:
        ENVIRONMENT
    resources:
        mem_mb=1000,
        runtime=10,
    params:
        to=lambda wildcards, output: " ".join(f"-o {path}" for path in output),
        code=sources("floodit figure extended"),
    shell:
        "floodit figure extended {input} {params.to} 2> {log}"


rule frontier:
    """How far minima can be proven, and how they grow."""
    input:
        rules.frontier_tables.output,
        rules.frontier_figure.output,
        rules.extended_figure.output,
