# How hard "p moves?" is around the minimum, `snakemake hardness`, and instances that are neither
# easy nor hopeless, `snakemake interesting`.
#   results/hardness/n12_k6.csv               raw rows, one for each solve
#   results/tables/hardness.csv               medians by solver and distance from the minimum
#   figures/hardness.pdf, .png, .svg          the same as a picture
#   results/interesting/floodit-….cnf.xz      the interesting instances
#   results/tables/interesting.csv            all that were tried, and what came of them

HARDNESS, INTERESTING = config["hardness"], config["interesting"]


rule hardness_rows:
    """Time solvers on formulas for fewer and for more moves than the minimum, alone."""
    input:
        "results/boards/{{cell}}/0-{last}.csv".format(last=HARDNESS["boards"] - 1),
    output:
        "results/hardness/{cell}.csv",
    log:
        "logs/hardness/{cell}.log",
    threads: ALONE
    resources:
        mem_mb=1000,
        runtime=120,
    params:
        solvers=" ".join(f"--solver {name}" for name in HARDNESS["solvers"]),
        below=HARDNESS["below"],
        above=HARDNESS["above"],
        timeout=HARDNESS["timeout"],
        code=sources("floodit hardness"),
    shell:
        "floodit hardness {input} {params.solvers} --below {params.below} "
        "--above {params.above} --timeout {params.timeout} -o {output} 2> {log}"


rule hardness_table:
    """Sum up the times by size, solver and distance from the minimum."""
    input:
        expand("results/hardness/{cell}.csv", cell=cells("hardness")),
    output:
        "results/tables/hardness.csv",
    log:
        "logs/hardness_table.log",
    params:
        code=sources("floodit table hardness"),
    shell:
        "floodit table hardness {input} -o {output} 2> {log}"


rule hardness_figure:
    """Draw the times against the number of moves, both sides of the minimum."""
    input:
        expand("results/hardness/{cell}.csv", cell=cells("hardness")),
    output:
        drawn("figures/hardness", "Instances and certificates", "Hardness"),
    log:
        "logs/hardness_figure.log",
    params:
        to=each_output,
        code=sources("floodit figure hardness"),
    shell:
        "floodit figure hardness {input} {params.to} 2> {log}"


rule hardness:
    """Times around the minimum, as a table and a figure."""
    input:
        rules.hardness_table.output,
        rules.hardness_figure.output,


rule interesting:
    """Look for instances that an old solver does not solve in time, and a modern one does."""
    output:
        rows="results/tables/interesting.csv",
        folder=directory("results/interesting"),
    log:
        "logs/interesting.log",
    threads: ALONE
    resources:
        mem_mb=8000,
        runtime=2880,
    params:
        **{key: INTERESTING[key] for key in ("n", "k", "boards", "bounding", "wanted")},
        seed=config["seed"],
        distances=" ".join(f"--distance {x}" for x in INTERESTING["distances"]),
        easy="{solver} {timeout}".format(**INTERESTING["easy"]),
        hard="{solver} {timeout}".format(**INTERESTING["hard"]),
        code=sources("floodit interesting"),
    shell:
        "mkdir -p {output.folder} && floodit interesting -n {params.n} -k {params.k} "
        "--seed {params.seed} --boards {params.boards} {params.distances} "
        "--bounding {params.bounding} --wanted {params.wanted} --easy {params.easy} "
        "--hard {params.hard} --folder {output.folder} -o {output.rows} 2> {log}"
