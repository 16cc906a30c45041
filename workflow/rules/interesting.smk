# Instances that are neither easy nor hopeless.
#   results/interesting/formulas/floodit-….cnf.xz   the interesting instances
#   results/interesting/interesting.csv             all that were tried, and what came of them

INTERESTING = study("interesting")


rule interesting:
    """Look for instances that an old solver does not solve in time, and a modern one does."""
    output:
        rows="results/interesting/interesting.csv",
        folder=directory("results/interesting/formulas"),
    threads: ALONE
    resources:
        mem_mb=8000,
        runtime=2880,
    params:
        **{key: INTERESTING[key] for key in ("n", "k", "boards", "bounding", "wanted")},
        seed=config["seed"],
        distances=repeated("--distance", INTERESTING["distances"]),
        easy="{solver} {timeout}".format(**INTERESTING["easy"]),
        hard="{solver} {timeout}".format(**INTERESTING["hard"]),
    shell:
        "floodit interesting -n {params.n} -k {params.k} --seed {params.seed} "
        "--boards {params.boards} {params.distances} --bounding {params.bounding} "
        "--wanted {params.wanted} --easy {params.easy} --hard {params.hard} "
        "--folder {output.folder} -o {output.rows} 2> {log}"
