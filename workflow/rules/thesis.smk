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
        **depends_on(thesis.minima),
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
        **depends_on(thesis.timings),
    shell:
        "python -P -m puzzlesat_studies run floodit.thesis "
        "rows timings {wildcards.cell}/{wildcards.chunk} "
        "--params {input.params:q} -o {output:q} 2> {log:q}"


# Tables and figures are made by the rules for those of all studies (studies.smk), from the inputs
# that their functions declare.


# The minima of all boards of both experiments, which are not in the report.
use rule table as minima_table with:
    output:
        csv="{stem}.csv",
        md="{stem}.md",
        tex="{stem}.tex",
        html="{stem}.html",
    wildcard_constraints:
        stem=thesis.gathered.stem,


# The quartiles of the minima, compared with the bounds n+k-5 and n+k (Fig. 4.2).
use rule table as bounds_table with:
    wildcard_constraints:
        stem=thesis.bounds_table.stem,


# Box plots of the minima, between the bounds (Fig. 4.2).
use rule figure as bounds_figure with:
    wildcard_constraints:
        stem=thesis.bounds_figure.stem,


# The boards on which each encoding is faster (Table 4.1).
use rule table as wins_table with:
    wildcard_constraints:
        stem=thesis.wins_table.stem,


# The wins of the minimal encoding, and the ratios of times (Table 4.1).
use rule figure as wins_figure with:
    wildcard_constraints:
        stem=thesis.wins_figure.stem,


# A shortest solution of a board, move by move (Fig. 2.1).
use rule figure as solution_figure with:
    wildcard_constraints:
        stem=thesis.solution_figure.stem,


# The findings of the thesis and of this run, in five lines.
use rule page as summary with:
    wildcard_constraints:
        stem=thesis.summary.stem,
