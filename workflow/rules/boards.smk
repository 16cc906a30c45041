# Random boards, the base of every study of Flood-It:
#   results/boards/n4_k3/0-99.csv    a piece of the sample of (n, k)


def cells(grid):
    """The names n4_k3, n4_k4, … of the cells of a grid."""
    return [f"n{n}_k{k}" for n, k in product(grid["n_values"], grid["k_values"])]


def sample(n, k, boards):
    """The first boards of (n, k)."""
    return f"results/boards/n{n}_k{k}/0-{boards - 1}.csv"


def audit_options(audit, experiment):
    """The options that the configuration gives to an experiment of a study."""
    given = audit[experiment]
    solved = ("final-state", "ablation", "searches", "forced-moves")
    solvers = given.get("solvers", [config["solver"]] * (experiment in solved))
    more = ("repeats", "timeout", "crossed")
    words = [f"--seed {config['seed']}", f"--boards {given['boards']}"]
    words += [repeated("-k", given["k_values"]), repeated("--solver", solvers)]
    words += [f"--{key} {given[key]}" for key in more if key in given]
    return " ".join(words)


rule sample:
    """Draw the boards of a piece; each depends on (seed, n, k, i) alone."""
    output:
        "results/boards/n{n}_k{k}/{first}-{last}.csv",
    params:
        seed=config["seed"],
        boards=lambda wildcards: int(wildcards.last) - int(wildcards.first) + 1,
    shell:
        "floodit sample -n {wildcards.n} -k {wildcards.k} --seed {params.seed} "
        "--first {wildcards.first} --count {params.boards} -o {output} 2> {log}"
