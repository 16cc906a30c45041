# The thesis: minima (§4.1, Fig. 4.2) and times of two encodings (§4.2, Table 4.1).
# What is made is listed in src/puzzlesat/floodit/studies/thesis/__init__.py.

from puzzlesat.floodit.studies.thesis.config import chunks, drawn_cell, timings

# Table 4.1 as printed.
TABLE_4_1 = ROOT / "reference/thesis_table_4_1.csv"
THESIS = study("thesis", "Thesis")
MINIMA = "results/thesis/minima/{cell}.csv"


rule minimum:
    """Find the minimum of every board with SAT, replay its solution and confirm it with A*."""
    input:
        "results/boards/{cell}/{chunk}.csv",
    output:
        "results/thesis/minima/{cell}/{chunk}.csv",
    resources:
        mem_mb=doubling(500),
        runtime=doubling(60),
    params:
        search=THESIS["search"],
        solver=config["solver"],
    shell:
        "python -m puzzlesat floodit thesis minimum {input} --search {params.search} --solver {params.solver} "
        "-o {output} 2> {log}"


rule time:
    """Time both encodings of every board, in turns, alone on the machine."""
    input:
        "results/thesis/minima/{cell}/{chunk}.csv",
    output:
        "results/thesis/timings/{cell}/{chunk}.csv",
    threads: ALONE
    resources:
        mem_mb=doubling(500),
        runtime=doubling(120),
    params:
        repeats=THESIS["wins"]["repeats"],
        limit=repeated("--timeout", filter(None, [THESIS["wins"]["timeout"]])),
        solver=config["solver"],
    shell:
        "python -m puzzlesat floodit thesis time {input} --repeats {params.repeats} {params.limit} "
        "--solver {params.solver} -o {output} 2> {log}"


rule gather:
    """Put the pieces of a cell together."""
    input:
        expand("results/thesis/{{kind}}/{{cell}}/{chunk}.csv", chunk=chunks(THESIS)),
    output:
        "results/thesis/{kind}/{cell}.csv",
    wildcard_constraints:
        kind="minima|timings",
        cell=r"n\d+_k\d+",
    shell:
        "awk 'FNR > 1 || NR == 1' {input} > {output} 2> {log}"


rule minima_table:
    """Gather the minima of all boards of both experiments."""
    input:
        expand(MINIMA, cell=sorted({*cells(THESIS["bounds"]), *cells(THESIS["wins"])})),
    output:
        "results/thesis/minima.csv",
    shell:
        "python -m puzzlesat floodit thesis table minima {input} {params.to} 2> {log}"


declare(
    "table",
    "thesis",
    "bounds",
    expand(MINIMA, cell=cells(THESIS["bounds"])),
    "Bounds on the minimum",
    "bounds_table",
)
declare(
    "figure",
    "thesis",
    "bounds",
    expand(MINIMA, cell=cells(THESIS["bounds"])),
    "Fig. 4.2, minima",
)


rule wins_table:
    """Count the wins of each encoding, by every clock, and lay Table 4.1 out for reading."""
    input:
        timings=timings(THESIS),
        thesis=TABLE_4_1,
    output:
        **tabled("thesis", "wins", "Table 4.1, wins", caption="wins_table"),
        tex="results/thesis/wins.tex",
    params:
        clock=THESIS["wins"]["clock"],
    shell:
        "python -m puzzlesat floodit thesis table wins {input.timings} --thesis {input.thesis:q} --clock {params.clock} "
        "{params.to} 2> {log}"


declare("figure", "thesis", "wins", rules.wins_table.output.csv, "Table 4.1, wins")


rule solution_figure:
    """Draw Fig. 2.1, an optimal solution move by move."""
    input:
        "results/thesis/minima/n{n}_k{k}.csv".format(**drawn_cell(THESIS)),
    output:
        drawn("thesis", "solution", "Fig. 2.1, a solution"),
    params:
        board=THESIS["solution"]["board"],
    shell:
        "python -m puzzlesat floodit thesis figure solution {input} --board {params.board} {params.to} 2> {log}"


rule summary:
    """Set the thesis's findings beside ours, in five lines."""
    input:
        bounds="results/thesis/bounds.csv",
        wins=rules.wins_table.output.csv,
    output:
        shown("results/thesis/summary.txt", "thesis", "In short", "text", "summary"),
    params:
        clock=THESIS["wins"]["clock"],
    shell:
        "python -m puzzlesat floodit thesis summary {input.bounds} {input.wins} --clock {params.clock} {params.to} 2> {log}"
