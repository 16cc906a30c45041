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
    threads: ALONE
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


# Table, what it is made of, and its name in the report.
FRONTIER_TABLES = {
    "frontier": (PROOFS, "Proven minima"),
    "law": (PROOFS, "Growth of the minimum"),
    "race": (RACES, "Where methods stop"),
    "large": (rules.large.output, "The largest boards"),
}

for name, (rows, item) in FRONTIER_TABLES.items():

    rule:
        name:
            f"{name}_table"
        input:
            rows,
        output:
            **tabled(
                name,
                "Beyond the thesis",
                item,
                caption="frontier_table" if name == "frontier" else None,
            ),
        log:
            f"logs/{name}_table.log",
        params:
            name=name,
            to=each_output,
            code=sources(f"floodit table {name}"),
        shell:
            "floodit table {params.name} {input} {params.to} 2> {log}"


rule frontier_figure:
    """Draw minima and times against n, and where each method stops."""
    input:
        proofs=PROOFS,
        race=rules.race_table.output.csv,
    output:
        drawn("figures/frontier", "Beyond the thesis", "The frontier"),
    log:
        "logs/frontier_figure.log",
    params:
        to=each_output,
        code=sources("floodit figure frontier"),
    shell:
        "floodit figure frontier {input.proofs} --race {input.race} {params.to} 2> {log}"


rule extended_figure:
    """Draw Fig. 4.2 for all sizes and numbers of colours whose boards are all proven."""
    input:
        PROOFS,
    output:
        drawn("figures/extended", "Beyond the thesis", "Fig. 4.2, extended"),
    log:
        "logs/extended_figure.log",
    params:
        to=each_output,
        code=sources("floodit figure extended"),
    shell:
        "floodit figure extended {input} {params.to} 2> {log}"


rule frontier:
    """How far minima can be proven, and how they grow."""
    input:
        *(
            f"results/tables/{name}.{ending}"
            for name in FRONTIER_TABLES
            for ending in ("csv", "md", "html")
        ),
        rules.frontier_figure.output,
        rules.extended_figure.output,
