# Experiment 1 (thesis, §4.1): minima beside the bounds n+k-5 and n+k.
#   figures/bounds.pdf, .png, .svg     Fig. 4.2
#   results/tables/bounds.csv, .md     quartiles, whiskers, and whether the bounds enclose them
#   figures/solution.pdf, .png, .svg   Fig. 2.1

BOUNDS_MINIMA = expand("results/minima/{cell}.csv", cell=cells("bounds"))


rule bounds_table:
    """Set the quartiles of the minima beside the bounds."""
    input:
        BOUNDS_MINIMA,
    output:
        **tabled("bounds", "Thesis", "Bounds on the minimum", caption="bounds_table"),
    log:
        "logs/bounds_table.log",
    localrule: True
    params:
        to=each_output,
        code=sources("floodit table bounds"),
    shell:
        "floodit table bounds {input} {params.to} 2> {log}"


rule bounds_figure:
    """Draw Fig. 4.2, the box plots of the minima between the bounds."""
    input:
        BOUNDS_MINIMA,
    output:
        drawn("figures/bounds", "Thesis", "Fig. 4.2, minima"),
    log:
        "logs/bounds_figure.log",
    localrule: True
    params:
        to=each_output,
        code=sources("floodit figure bounds"),
    shell:
        "floodit figure bounds {input} {params.to} 2> {log}"


rule solution_figure:
    """Draw Fig. 2.1, an optimal solution move by move."""
    input:
        "results/minima/n{n}_k{k}.csv".format(**config["solution"]),
    output:
        drawn("figures/solution", "Thesis", "Fig. 2.1, a solution"),
    log:
        "logs/solution_figure.log",
    localrule: True
    params:
        board=config["solution"]["board"],
        to=each_output,
        code=sources("floodit figure solution"),
    shell:
        "floodit figure solution {input} --board {params.board} {params.to} 2> {log}"
