# Experiment 2 (thesis, §4.2): is the minimal or the extended encoding solved faster?
#   results/timings/n4_k3/0-99.csv     raw rows, one for each timed solve
#   results/tables/wins.csv            wins, ratios and tests by every clock
#   results/tables/wins.md, .tex       Table 4.1 by the configured clock
#   figures/wins.pdf, .png, .svg       the table as a picture, beside the thesis's numbers

TIMED = config["wins"]


rule time:
    """Time both encodings of every board, in turns, alone on the machine."""
    input:
        "results/minima/{cell}/{chunk}.csv",
    output:
        "results/timings/{cell}/{chunk}.csv",
    log:
        "logs/time/{cell}_{chunk}.log",
    threads: ALONE
    resources:
        mem_mb=doubling(500),
        runtime=doubling(120),
    params:
        repeats=TIMED["repeats"],
        limit="" if TIMED["timeout"] is None else f"--timeout {TIMED['timeout']}",
        solver=config["solver"],
        code=sources("floodit time"),
    shell:
        "floodit time {input} --repeats {params.repeats} {params.limit} "
        "--solver {params.solver} -o {output} 2> {log}"


rule wins_table:
    """Count the wins of each encoding, by every clock, and lay Table 4.1 out for reading."""
    input:
        timings=timings(),
        thesis=TABLE_4_1,
    output:
        **tabled("wins", "Thesis", "Table 4.1, wins", caption="wins_table"),
        tex="results/tables/wins.tex",
    log:
        "logs/wins_table.log",
    params:
        clock=TIMED["clock"],
        to=each_output,
        code=sources("floodit table wins"),
    shell:
        "floodit table wins {input.timings} --thesis {input.thesis:q} --clock {params.clock} "
        "{params.to} 2> {log}"


rule wins_figure:
    """Draw Table 4.1 by every clock, beside the thesis's numbers."""
    input:
        rules.wins_table.output.csv,
    output:
        drawn("figures/wins", "Thesis", "Table 4.1, wins"),
    log:
        "logs/wins_figure.log",
    localrule: True
    params:
        to=each_output,
        code=sources("floodit figure wins"),
    shell:
        "floodit figure wins {input} {params.to} 2> {log}"


rule summary:
    """Set the thesis's findings beside ours, in five lines."""
    input:
        bounds=rules.bounds_table.output.csv,
        wins=rules.wins_table.output.csv,
    output:
        shown("results/summary.txt", "Thesis", "In short", "text", "summary"),
    log:
        "logs/summary.log",
    localrule: True
    params:
        clock=TIMED["clock"],
        code=sources("floodit summary"),
    shell:
        "floodit summary {input.bounds} {input.wins} --clock {params.clock} -o {output} 2> {log}"
