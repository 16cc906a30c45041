# Random boards and their minima, the base of every study:
#   results/boards/n4_k3/0-99.csv    a piece of the sample of (n, k)
#   results/minima/n4_k3/0-99.csv    the same boards with minimum, moves and the search's path
#   results/minima/n4_k3.csv         all boards of (n, k)


rule sample:
    """Draw the boards of a piece; each depends on (seed, n, k, i) alone."""
    output:
        "results/boards/n{n}_k{k}/{first}-{last}.csv",
    log:
        "logs/sample/n{n}_k{k}_{first}-{last}.log",
    params:
        seed=config["seed"],
        boards=lambda wildcards: int(wildcards.last) - int(wildcards.first) + 1,
        code=sources("floodit sample"),
    shell:
        "floodit sample -n {wildcards.n} -k {wildcards.k} --seed {params.seed} "
        "--first {wildcards.first} --count {params.boards} -o {output} 2> {log}"


rule minimum:
    """Find the minimum of every board with SAT, replay its solution and confirm it with A*."""
    input:
        "results/boards/{cell}/{chunk}.csv",
    output:
        "results/minima/{cell}/{chunk}.csv",
    log:
        "logs/minimum/{cell}_{chunk}.log",
    resources:
        mem_mb=doubling(500),
        runtime=doubling(60),
    params:
        search=config["search"],
        solver=config["solver"],
        code=sources("floodit minimum"),
    shell:
        "floodit minimum {input} --search {params.search} --solver {params.solver} "
        "-o {output} 2> {log}"


rule gather:
    """Put the pieces of a cell together."""
    input:
        expand("results/{{kind}}/{{cell}}/{chunk}.csv", chunk=chunks()),
    output:
        "results/{kind}/{cell}.csv",
    log:
        "logs/gather/{kind}_{cell}.log",
    wildcard_constraints:
        kind="minima|timings",
        cell=r"n\d+_k\d+",
    localrule: True
    shell:
        "awk 'FNR > 1 || NR == 1' {input} > {output} 2> {log}"
