# Random boards, the base of every study of Flood-It:
#   results/boards/n4_k3/0-99.csv    a chunk of the sample of (n, k)

from puzzlesat_studies.floodit.files import cells, sample


rule sample:
    """Draw the boards of a chunk; a board depends only on (seed, n, k, i)."""
    output:
        "results/boards/n{n}_k{k}/{first}-{last}.csv",
    params:
        seed=config["seed"],
        boards=chunk_size,
    shell:
        "floodit sample -n {wildcards.n} -k {wildcards.k} --seed {params.seed} "
        "--first {wildcards.first} --count {params.boards} -o {output} 2> {log}"
