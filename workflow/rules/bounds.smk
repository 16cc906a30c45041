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
        csv="results/tables/bounds.csv",
        md="results/tables/bounds.md",
        html=report(
            "results/tables/bounds.html",
            caption="../report/bounds_table.rst",
            category="Thesis",
            labels={"item": "Bounds on the minimum", "kind": "table"},
        ),
    log:
        "logs/bounds_table.log",
    localrule: True
    conda:
        ENVIRONMENT
    resources:
        mem_mb=500,
        runtime=10,
    params:
        code=sources("floodit table bounds"),
    shell:
        "( floodit table bounds {input} -o {output.csv} && "
        "floodit table bounds {input} --printed -o {output.md} -o {output.html} ) 2> {log}"


rule bounds_figure:
    """Draw Fig. 4.2, the box plots of the minima between the bounds."""
    input:
        BOUNDS_MINIMA,
    output:
        drawn("figures/bounds")[:2],
        report(
            "figures/bounds.svg",
            caption="../report/bounds.rst",
            category="Thesis",
            labels={"item": "Fig. 4.2, minima", "kind": "figure"},
        ),
    log:
        "logs/bounds_figure.log",
    localrule: True
    conda:
        ENVIRONMENT
    resources:
        mem_mb=500,
        runtime=10,
    params:
        to=lambda wildcards, output: " ".join(f"-o {path}" for path in output),
        code=sources("floodit figure bounds"),
    shell:
        "floodit figure bounds {input} {params.to} 2> {log}"


rule solution_figure:
    """Draw Fig. 2.1, an optimal solution move by move."""
    input:
        "results/minima/n{n}_k{k}.csv".format(**config["solution"]),
    output:
        drawn("figures/solution")[:2],
        report(
            "figures/solution.svg",
            caption="../report/solution.rst",
            category="Thesis",
            labels={"item": "Fig. 2.1, a solution", "kind": "figure"},
        ),
    log:
        "logs/solution_figure.log",
    localrule: True
    conda:
        ENVIRONMENT
    resources:
        mem_mb=500,
        runtime=10,
    params:
        board=config["solution"]["board"],
        to=lambda wildcards, output: " ".join(f"-o {path}" for path in output),
        code=sources("floodit figure solution"),
    shell:
        "floodit figure solution {input} --board {params.board} {params.to} 2> {log}"
