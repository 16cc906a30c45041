# The thesis: boards, minima (§4.1, Fig. 4.2), and times of two encodings (§4.2, Table 4.1).
#
#     sample ─► minimum ─┬─► minima_table, bounds_table, bounds_figure, solution_figure (Fig. 2.1)
#                        └─► time ─► wins_table ─► wins_figure
#     bounds_table, wins_table ─► summary
#
# The functions that make these files, and their columns, are in src/puzzlesat_studies/floodit/thesis.py.

from puzzlesat_studies.floodit import thesis

CONFIG = WORKFLOW.config
PARAMS = "results/thesis/params.json"
BOUNDS_MINIMA = thesis.bounds_minima(CONFIG).paths
TIMINGS = thesis.timings.files(CONFIG).paths


rule sample:
    """Draw the boards of a chunk; a board depends only on (seed, n, k, its number)."""
    output:
        "results/boards/n{n}_k{k}/{first}-{last}.csv",
    log:
        "logs/sample/n{n}_k{k}/{first}-{last}.txt",
    conda:
        "../envs/puzzlesat.yaml"
    params:
        seed=CONFIG.seed,
        boards=lambda wildcards: int(wildcards.last) - int(wildcards.first) + 1,
    shell:
        "floodit sample -n {wildcards.n} -k {wildcards.k} --seed {params.seed} "
        "--first {wildcards.first} --count {params.boards} -o {output:q} 2> {log:q}"


rule minimum:
    """Find the minimum of every board with SAT, replay its solution and confirm it with A*."""
    input:
        boards="results/boards/{cell}/{chunk}.csv",
        params=ancient(PARAMS),
    output:
        "results/thesis/minima/{cell}/{chunk}.csv",
    log:
        "logs/minimum/{cell}/{chunk}.txt",
    conda:
        "../envs/puzzlesat.yaml"
    resources:
        mem_mb=doubling(500),
        runtime=doubling(60),
    params:
        **remake_triggers(thesis.minima),
    shell:
        "python -P -m puzzlesat_studies run floodit.thesis "
        "rows minima {wildcards.cell}/{wildcards.chunk} "
        "--params {input.params:q} -o {output:q} 2> {log:q}"


rule time:
    """Time both encodings of every board, interleaved, alone on the machine."""
    input:
        boards="results/thesis/minima/{cell}/{chunk}.csv",
        params=ancient(PARAMS),
    output:
        "results/thesis/timings/{cell}/{chunk}.csv",
    log:
        "logs/time/{cell}/{chunk}.txt",
    conda:
        "../envs/puzzlesat.yaml"
    threads: ALONE
    resources:
        mem_mb=doubling(500),
        runtime=doubling(120),
    params:
        **remake_triggers(thesis.timings),
    shell:
        "python -P -m puzzlesat_studies run floodit.thesis "
        "rows timings {wildcards.cell}/{wildcards.chunk} "
        "--params {input.params:q} -o {output:q} 2> {log:q}"


rule minima_table:
    """Gather the minima of all boards of both experiments."""
    input:
        minima=thesis.minima.files(CONFIG).paths,
        params=ancient(PARAMS),
    output:
        expand("results/thesis/minima.{ending}", ending=["csv", "md", "tex", "html"]),
    log:
        "logs/minima_table.txt",
    conda:
        "../envs/puzzlesat.yaml"
    params:
        **remake_triggers(thesis.gather_minima),
        outputs=output_options,
    shell:
        "python -P -m puzzlesat_studies run floodit.thesis "
        "table minima --params {input.params:q} {params.outputs} 2> {log:q}"


rule bounds_table:
    """Compare the quartiles of the minima with the bounds n+k-5 and n+k (Fig. 4.2)."""
    input:
        minima=BOUNDS_MINIMA,
        params=ancient(PARAMS),
    output:
        expand("results/thesis/bounds.{ending}", ending=["csv", "md", "tex"]),
        report_output("results/thesis/bounds.html", thesis.bounds_table),
    log:
        "logs/bounds_table.txt",
    conda:
        "../envs/puzzlesat.yaml"
    params:
        **remake_triggers(thesis.bounds_table),
        outputs=output_options,
    shell:
        "python -P -m puzzlesat_studies run floodit.thesis "
        "table bounds --params {input.params:q} {params.outputs} 2> {log:q}"


rule bounds_figure:
    """Draw the minima, between the bounds n+k-5 and n+k (Fig. 4.2)."""
    input:
        minima=BOUNDS_MINIMA,
        params=ancient(PARAMS),
    output:
        expand("figures/bounds.{ending}", ending=["pdf", "png"]),
        report_output("figures/bounds.svg", thesis.bounds_figure),
    log:
        "logs/bounds_figure.txt",
    conda:
        "../envs/puzzlesat.yaml"
    params:
        **remake_triggers(thesis.bounds_figure),
        caption=WORKFLOW.caption(thesis.bounds_figure),
        outputs=output_options,
    shell:
        "python -P -m puzzlesat_studies run floodit.thesis "
        "figure bounds --params {input.params:q} {params.outputs} 2> {log:q}"


rule wins_table:
    """Count the boards on which each encoding is faster (Table 4.1)."""
    input:
        timings=TIMINGS,
        thesis=thesis.TABLE_4_1,
        params=ancient(PARAMS),
    output:
        expand("results/thesis/wins.{ending}", ending=["csv", "md", "tex"]),
        report_output("results/thesis/wins.html", thesis.wins_table),
    log:
        "logs/wins_table.txt",
    conda:
        "../envs/puzzlesat.yaml"
    params:
        **remake_triggers(thesis.wins_table),
        outputs=output_options,
    shell:
        "python -P -m puzzlesat_studies run floodit.thesis "
        "table wins --params {input.params:q} {params.outputs} 2> {log:q}"


rule wins_figure:
    """Draw the wins of the minimal encoding, and the ratios of times (Table 4.1)."""
    input:
        wins="results/thesis/wins.csv",
        params=ancient(PARAMS),
    output:
        expand("figures/wins.{ending}", ending=["pdf", "png"]),
        report_output("figures/wins.svg", thesis.wins_figure),
    log:
        "logs/wins_figure.txt",
    conda:
        "../envs/puzzlesat.yaml"
    params:
        **remake_triggers(thesis.wins_figure),
        caption=WORKFLOW.caption(thesis.wins_figure),
        outputs=output_options,
    shell:
        "python -P -m puzzlesat_studies run floodit.thesis "
        "figure wins --params {input.params:q} {params.outputs} 2> {log:q}"


rule solution_figure:
    """Draw a shortest solution of a board, move by move (Fig. 2.1)."""
    input:
        minima=thesis.drawn_minima(CONFIG).paths,
        params=ancient(PARAMS),
    output:
        expand("figures/solution.{ending}", ending=["pdf", "png"]),
        report_output("figures/solution.svg", thesis.solution_figure),
    log:
        "logs/solution_figure.txt",
    conda:
        "../envs/puzzlesat.yaml"
    params:
        **remake_triggers(thesis.solution_figure),
        caption=WORKFLOW.caption(thesis.solution_figure),
        outputs=output_options,
    shell:
        "python -P -m puzzlesat_studies run floodit.thesis "
        "figure solution --params {input.params:q} {params.outputs} 2> {log:q}"


rule summary:
    """Compare the findings of the thesis and of this run, in five lines."""
    input:
        bounds="results/thesis/bounds.csv",
        comparison="results/thesis/wins.csv",
        params=ancient(PARAMS),
    output:
        report_output("results/thesis/summary.txt", thesis.summary),
    log:
        "logs/summary.txt",
    conda:
        "../envs/puzzlesat.yaml"
    params:
        **remake_triggers(thesis.summary),
        caption=WORKFLOW.caption(thesis.summary),
    shell:
        "python -P -m puzzlesat_studies run floodit.thesis "
        "text summary.txt --params {input.params:q} -o {output:q} 2> {log:q}"
