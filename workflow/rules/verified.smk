# Minima proven by a checker whose machine code is proved to be correct.
# The results are listed in src/puzzlesat_studies/floodit/verified/__init__.py.

VERIFIED = study("verified", "Instances and proofs")
VERIFIED_ROWS = [
    f"results/verified/rows/{cell}/0-{grid['boards'] - 1}.csv"
    for grid in VERIFIED["sets"]
    for cell in cells(grid)
]


rule verified_rows:
    """Prove minima and check the proofs with the verified checker.

    The checker reserves four gigabytes by default.
    """
    input:
        "results/boards/{cell}/{chunk}.csv",
    output:
        rows="results/verified/rows/{cell}/{chunk}.csv",
    threads: ALONE
    resources:
        mem_mb=6000,
        runtime=240,
    params:
        options=flags(VERIFIED, "encoding", "timeout"),
    shell:
        "python -m puzzlesat_studies floodit verified measure-proofs {input} {params.options} "
        "-o {output.rows} 2> {log}"


use rule verified_rows as kept_rows with:
    output:
        rows="results/verified/kept/{cell}/{chunk}.csv",
        folder=directory("results/verified/kept/{cell}/{chunk}"),
    wildcard_constraints:
        chunk=r"\d+-\d+",
    params:
        options=lambda wildcards, output: flags(VERIFIED, "encoding", "timeout", keep=output.folder),


declare("table", "verified", "proofs", VERIFIED_ROWS, "Verified minima")
declare("figure", "verified", "proofs", "results/verified/proofs.csv", "Verified minima")
declare("figure", "verified", "trust", [], "Trusted components")


rule verified:
    """Sizes and checking times of the proofs that the verified checker accepts."""
    input:
        declared("verified"),
        record("verified", after="results/verified/proofs.csv"),


rule proofs:
    """A proof of every minimum of Fig. 4.2 for the verified checker, in 12,000 files."""
    input:
        [
            f"results/verified/kept/{thesis.chunk_of(n, k, first, boards)}.csv"
            for n, k in thesis.cells(CONFIG.thesis.bounds)
            for first, boards in thesis.chunks(CONFIG.thesis)
        ],
