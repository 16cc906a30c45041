# The thesis: boards, minima (§4.1, Fig. 4.2), and times of two encodings (§4.2, Table 4.1).
#
#     sample ─► minimum ─┬─► minima_table, bounds_table, bounds_figure, solution_figure (Fig. 2.1)
#                        └─► time ─► wins_table ─► wins_figure
#     bounds_table, wins_table ─► summary
#
# The functions that make these files, and their columns, are in src/puzzlesat_studies/floodit/thesis.py.

from puzzlesat_studies.floodit import thesis

CONFIG = WORKFLOW.config
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
        of_boards="results/boards/{cell}/{chunk}.csv",
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
        **step_params(thesis.minima),
    script:
        "../scripts/step.py"


rule time:
    """Time both encodings of every board, interleaved, alone on the machine."""
    input:
        of_boards="results/thesis/minima/{cell}/{chunk}.csv",
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
        **step_params(thesis.timings),
    script:
        "../scripts/step.py"


rule minima_table:
    """Gather the minima of all boards of both experiments."""
    input:
        of_rows=thesis.minima.files(CONFIG).paths,
    output:
        expand("results/thesis/minima.{ending}", ending=["csv", "md", "tex", "html"]),
    log:
        "logs/minima_table.txt",
    conda:
        "../envs/puzzlesat.yaml"
    params:
        **step_params(thesis.gather_minima),
    script:
        "../scripts/step.py"


rule bounds_table:
    """Compare the quartiles of the minima with the bounds n+k-5 and n+k (Fig. 4.2)."""
    input:
        of_minima=BOUNDS_MINIMA,
    output:
        expand("results/thesis/bounds.{ending}", ending=["csv", "md", "tex"]),
        report_output("results/thesis/bounds.html", thesis.bounds_table),
    log:
        "logs/bounds_table.txt",
    conda:
        "../envs/puzzlesat.yaml"
    params:
        **step_params(thesis.bounds_table),
    script:
        "../scripts/step.py"


rule bounds_figure:
    """Draw the minima, between the bounds n+k-5 and n+k (Fig. 4.2)."""
    input:
        of_minima=BOUNDS_MINIMA,
    output:
        expand("figures/bounds.{ending}", ending=["pdf", "png"]),
        report_output("figures/bounds.svg", thesis.bounds_figure),
    log:
        "logs/bounds_figure.txt",
    conda:
        "../envs/puzzlesat.yaml"
    params:
        **step_params(thesis.bounds_figure),
        caption=WORKFLOW.caption(thesis.bounds_figure),
    script:
        "../scripts/step.py"


rule wins_table:
    """Count the boards on which each encoding is faster (Table 4.1)."""
    input:
        of_timings=TIMINGS,
        of_thesis=thesis.TABLE_4_1,
    output:
        expand("results/thesis/wins.{ending}", ending=["csv", "md", "tex"]),
        report_output("results/thesis/wins.html", thesis.wins_table),
    log:
        "logs/wins_table.txt",
    conda:
        "../envs/puzzlesat.yaml"
    params:
        **step_params(thesis.wins_table),
    script:
        "../scripts/step.py"


rule wins_figure:
    """Draw the wins of the minimal encoding, and the ratios of times (Table 4.1)."""
    input:
        of_wins="results/thesis/wins.csv",
    output:
        expand("figures/wins.{ending}", ending=["pdf", "png"]),
        report_output("figures/wins.svg", thesis.wins_figure),
    log:
        "logs/wins_figure.txt",
    conda:
        "../envs/puzzlesat.yaml"
    params:
        **step_params(thesis.wins_figure),
        caption=WORKFLOW.caption(thesis.wins_figure),
    script:
        "../scripts/step.py"


rule solution_figure:
    """Draw a shortest solution of a board, move by move (Fig. 2.1)."""
    input:
        of_minima=thesis.drawn_minima(CONFIG).paths,
    output:
        expand("figures/solution.{ending}", ending=["pdf", "png"]),
        report_output("figures/solution.svg", thesis.solution_figure),
    log:
        "logs/solution_figure.txt",
    conda:
        "../envs/puzzlesat.yaml"
    params:
        **step_params(thesis.solution_figure),
        caption=WORKFLOW.caption(thesis.solution_figure),
    script:
        "../scripts/step.py"


rule summary:
    """Compare the findings of the thesis and of this run, in five lines."""
    input:
        of_bounds="results/thesis/bounds.csv",
        of_comparison="results/thesis/wins.csv",
    output:
        report_output("results/thesis/summary.txt", thesis.summary),
    log:
        "logs/summary.txt",
    conda:
        "../envs/puzzlesat.yaml"
    params:
        **step_params(thesis.summary),
        caption=WORKFLOW.caption(thesis.summary),
    script:
        "../scripts/step.py"
