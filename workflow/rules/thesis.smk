# The thesis: boards, minima (§4.1, Fig. 4.2), and times of two encodings (§4.2, Table 4.1).
#
#     sample ─► minimum ─┬─► minima_table, bounds_table, bounds_figure, solution_figure (Fig. 2.1)
#                        └─► time ─► wins_table ─► wins_figure
#     bounds_table, wins_table ─► summary
#
# Tables have the seed, solver and search as parameters because their scripts refuse rows of others.
# From common.smk: another `VERSION` of puzzlesat makes all results again; `doubling` gives a job
# twice as much with each attempt; jobs with `ALONE` threads run while no other job does;
# `repository` is the path of a file of this repository; `checked` refuses --rerun-triggers with which
# Snakemake would keep a table of another configuration.

from puzzlesat_studies.floodit.thesis import TABLE_4_1

THESIS = config["thesis"]
BOUNDS, WINS, DRAWN = THESIS["bounds"], THESIS["wins"], THESIS["solution"]

GRID_POINT = "seed{seed}/n{n}_k{k}"
MINIMUM = f"results/thesis/minima/{GRID_POINT}.csv"
TIMES = f"results/thesis/timings/{GRID_POINT}.csv"

BOUNDS_MINIMA = expand(MINIMUM, seed=config["seed"], n=BOUNDS["n_values"], k=BOUNDS["k_values"])
WINS_MINIMA = expand(MINIMUM, seed=config["seed"], n=WINS["n_values"], k=WINS["k_values"])
WINS_TIMES = expand(TIMES, seed=config["seed"], n=WINS["n_values"], k=WINS["k_values"])

# Table 4.1 as printed.
PRINTED = repository(TABLE_4_1)

TABLE_ENDINGS = [".csv", ".md", ".tex"]  # and .html, for the report
FIGURE_ENDINGS = [".pdf", ".png"]  # and .svg, for the report


# Short rules, which are not submitted to a cluster.
localrules:
    minima_table,
    bounds_table,
    bounds_figure,
    wins_figure,
    solution_figure,
    summary,
    environment,


rule sample:
    """Draw the boards of a grid point (n, k); a board depends only on (seed, n, k, its number)."""
    output:
        f"results/thesis/boards/{GRID_POINT}.csv",
    log:
        f"logs/sample/{GRID_POINT}.txt",
    conda:
        "../envs/puzzlesat.yaml"
    params:
        boards=THESIS["boards"],
        version=VERSION,
    shell:
        "floodit sample -n {wildcards.n} -k {wildcards.k} --seed {wildcards.seed} "
        "--count {params.boards} -o {output:q} 2> {log:q}"


rule minimum:
    """Find the minimum of every board with SAT, replay its solution and confirm it with A*."""
    input:
        f"results/thesis/boards/{GRID_POINT}.csv",
    output:
        MINIMUM,
    log:
        f"logs/minimum/{GRID_POINT}.txt",
    conda:
        "../envs/puzzlesat.yaml"
    resources:
        mem_mb=doubling(500),
        runtime=doubling(60),
    params:
        search=THESIS["search"],
        solver=config["solver"],
        solver_version=version_of(config["solver"]),
        version=VERSION,
    script:
        "../scripts/minimum.py"


rule time:
    """Time both encodings of every board, interleaved, alone on the machine."""
    input:
        MINIMUM,
    output:
        TIMES,
    log:
        f"logs/time/{GRID_POINT}.txt",
    conda:
        "../envs/puzzlesat.yaml"
    threads: ALONE
    resources:
        mem_mb=doubling(500),
        runtime=doubling(120),
    params:
        solver=config["solver"],
        solver_version=version_of(config["solver"]),
        repeats=WINS["repeats"],
        wall_limit=WINS["wall_limit"],
        version=VERSION,
    script:
        "../scripts/time.py"


rule minima_table:
    """Gather the minima of all boards of both experiments."""
    input:
        checked(sorted({*BOUNDS_MINIMA, *WINS_MINIMA})),
    output:
        multiext("results/thesis/minima", *TABLE_ENDINGS, ".html"),
    log:
        "logs/minima_table.txt",
    conda:
        "../envs/puzzlesat.yaml"
    params:
        seed=config["seed"],
        solver=config["solver"],
        search=THESIS["search"],
        version=VERSION,
    script:
        "../scripts/minima_table.py"


rule bounds_table:
    """Compare the quartiles of the minima with the bounds n+k-5 and n+k (Fig. 4.2)."""
    input:
        checked(BOUNDS_MINIMA),
    output:
        multiext("results/thesis/bounds", *TABLE_ENDINGS),
        report(
            "results/thesis/bounds.html",
            caption="../report/bounds_table.rst",
            category="Thesis",
            labels={"item": "Bounds on the minimum", "kind": "table"},
        ),
    log:
        "logs/bounds_table.txt",
    conda:
        "../envs/puzzlesat.yaml"
    params:
        seed=config["seed"],
        solver=config["solver"],
        search=THESIS["search"],
        version=VERSION,
    script:
        "../scripts/bounds_table.py"


rule bounds_figure:
    """Draw the minima, between the bounds n+k-5 and n+k (Fig. 4.2)."""
    input:
        checked(BOUNDS_MINIMA),
    output:
        multiext("figures/bounds", *FIGURE_ENDINGS),
        report(
            "figures/bounds.svg",
            caption="../report/bounds.rst",
            category="Thesis",
            labels={"item": "Fig. 4.2, minima", "kind": "figure"},
        ),
    log:
        "logs/bounds_figure.txt",
    conda:
        "../envs/puzzlesat.yaml"
    params:
        seed=config["seed"],
        solver=config["solver"],
        search=THESIS["search"],
        version=VERSION,
    script:
        "../scripts/bounds_figure.py"


rule wins_table:
    """Count the boards on which each encoding is faster (Table 4.1)."""
    input:
        times=checked(WINS_TIMES),
        printed=PRINTED,
    output:
        multiext("results/thesis/wins", *TABLE_ENDINGS),
        report(
            "results/thesis/wins.html",
            category="Thesis",
            labels={"item": "Table 4.1, wins", "kind": "table"},
        ),
    log:
        "logs/wins_table.txt",
    conda:
        "../envs/puzzlesat.yaml"
    params:
        seed=config["seed"],
        solver=config["solver"],
        timed_phases=WINS["timed_phases"],
        version=VERSION,
    script:
        "../scripts/wins_table.py"


rule wins_figure:
    """Draw the wins of the minimal encoding, and the ratios of times (Table 4.1)."""
    input:
        "results/thesis/wins.csv",
    output:
        multiext("figures/wins", *FIGURE_ENDINGS),
        report(
            "figures/wins.svg",
            caption="../report/wins.rst",
            category="Thesis",
            labels={"item": "Table 4.1, wins", "kind": "figure"},
        ),
    log:
        "logs/wins_figure.txt",
    conda:
        "../envs/puzzlesat.yaml"
    params:
        version=VERSION,
    script:
        "../scripts/wins_figure.py"


rule solution_figure:
    """Draw a shortest solution of a board, move by move (Fig. 2.1)."""
    input:
        checked(expand(MINIMUM, seed=config["seed"], **DRAWN)),
    output:
        multiext("figures/solution", *FIGURE_ENDINGS),
        report(
            "figures/solution.svg",
            caption="../report/solution.rst",
            category="Thesis",
            labels={"item": "Fig. 2.1, a solution", "kind": "figure"},
        ),
    log:
        "logs/solution_figure.txt",
    conda:
        "../envs/puzzlesat.yaml"
    params:
        seed=config["seed"],
        solver=config["solver"],
        search=THESIS["search"],
        board=DRAWN["board"],
        version=VERSION,
    script:
        "../scripts/solution_figure.py"


rule summary:
    """Compare the findings of the thesis and of this run, in five lines."""
    input:
        bounds="results/thesis/bounds.csv",
        wins="results/thesis/wins.csv",
    output:
        report(
            "results/thesis/summary.txt",
            caption="../report/summary.rst",
            category="Thesis",
            labels={"item": "In short", "kind": "text"},
        ),
    log:
        "logs/summary.txt",
    conda:
        "../envs/puzzlesat.yaml"
    params:
        timed_phases=WINS["timed_phases"],
        version=VERSION,
    script:
        "../scripts/summary.py"


rule environment:
    """Write versions, machine, date and configuration, after all results."""
    input:
        multiext("figures/bounds", *FIGURE_ENDINGS),
        multiext("figures/wins", *FIGURE_ENDINGS),
        multiext("figures/solution", *FIGURE_ENDINGS),
        multiext("results/thesis/minima", *TABLE_ENDINGS),
        "results/thesis/summary.txt",
        times=WINS_TIMES,
    output:
        report(
            "results/thesis/environment.json",
            caption="../report/environment.rst",
            category="Made with",
            labels={"item": "Versions, machine, configuration", "kind": "record"},
        ),
    log:
        "logs/environment.txt",
    conda:
        "../envs/puzzlesat.yaml"
    params:
        config={key: config[key] for key in ("seed", "solver", "thesis")},
    script:
        "../scripts/environment.py"
