# The thesis: minima (§4.1, Fig. 4.2) and times of two encodings (§4.2, Table 4.1).
# The results are listed in src/puzzlesat_studies/floodit/thesis/__init__.py.

from puzzlesat_studies.floodit.thesis.config import chunks, drawn_cell, timings

# Table 4.1 as printed.
TABLE_4_1 = ROOT / "reference/thesis_table_4_1.csv"
THESIS = study("thesis", "Thesis", prefix="", figures="figures")
ALL_CELLS = sorted({*cells(THESIS["bounds"]), *cells(THESIS["wins"])})
MINIMA = "results/thesis/minima/{cell}.csv"
WINS = "results/thesis/wins.csv"
TIMINGS = timings(THESIS)
THESIS_RECORD = record("thesis", times=TIMINGS)


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
        options=flags(THESIS, "search", solver=config["solver"]),
    shell:
        "python -m puzzlesat_studies floodit thesis minimum {input} {params.options} {params.to} 2> {log}"


rule time:
    """Time both encodings of every board, interleaved, alone on the machine."""
    input:
        "results/thesis/minima/{cell}/{chunk}.csv",
    output:
        "results/thesis/timings/{cell}/{chunk}.csv",
    threads: ALONE
    resources:
        mem_mb=doubling(500),
        runtime=doubling(120),
    params:
        options=flags(THESIS["wins"], "repeats", "timeout", solver=config["solver"]),
    shell:
        "python -m puzzlesat_studies floodit thesis time {input} {params.options} {params.to} 2> {log}"


rule gather:
    """Combine the chunks of a cell."""
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
        expand(MINIMA, cell=ALL_CELLS),
    output:
        "results/thesis/minima.csv",
    shell:
        "python -m puzzlesat_studies floodit thesis table minima {input} {params.to} 2> {log}"


BOUNDED = expand(MINIMA, cell=cells(THESIS["bounds"]))
DRAWN = "results/thesis/minima/n{n}_k{k}.csv".format(**drawn_cell(THESIS))
CLOCK = flags(THESIS["wins"], "clock")
BOARD = flags(THESIS["solution"], "board")
declare("table", "thesis", "bounds", BOUNDED, "Bounds on the minimum")
declare("figure", "thesis", "bounds", BOUNDED, "Fig. 4.2, minima")
declare(
    "table", "thesis", "wins", TIMINGS, "Table 4.1, wins", options=CLOCK, tex=True, thesis=TABLE_4_1
)
declare("figure", "thesis", "wins", WINS, "Table 4.1, wins")
declare("figure", "thesis", "solution", DRAWN, "Fig. 2.1, a solution", options=BOARD)


rule summary:
    """Compare the findings of the thesis and of this run, in five lines."""
    input:
        bounds="results/thesis/bounds.csv",
        wins=WINS,
    output:
        shown("results/thesis/summary.txt", "thesis", "In short", "text", "summary"),
    params:
        options=CLOCK,
    shell:
        "python -m puzzlesat_studies floodit thesis summary {input.bounds} {input.wins} {params.options} {params.to} 2> {log}"
