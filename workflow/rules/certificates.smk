# Proofs that the minima of experiment 1 are minima, checked by a program of other people;
# `snakemake certificates`.
#   results/certificates/n9_k6/0-99/board-7.cnf    "can it be done in one move less?"
#   results/certificates/n9_k6/0-99/board-7.drat   a checked proof that it cannot
#   results/certificates/n9_k6/0-99.csv            a row for each board: sizes, times, verdict
#   results/tables/certificates.csv, .md           all of them, and a line for each (n, k)


rule certify:
    """Replay the solutions of a piece, refute one move less, and have the proofs checked."""
    input:
        "results/minima/{cell}/{chunk}.csv",
    output:
        rows="results/certificates/{cell}/{chunk}.csv",
        folder=directory("results/certificates/{cell}/{chunk}"),
    log:
        "logs/certify/{cell}_{chunk}.log",
    wildcard_constraints:
        chunk=r"\d+-\d+",
    resources:
        mem_mb=1000,
        runtime=240,
    params:
        **config["certificates"],
        code=sources("floodit certify"),
    shell:
        "floodit certify {input} --folder {output.folder} --solver {params.solver} "
        "--checker {params.checker} --timeout {params.timeout} -o {output.rows} 2> {log}"


rule certificates_table:
    """Gather the certificates of all boards."""
    input:
        expand(
            "results/certificates/{cell}/{chunk}.csv",
            cell=cells("bounds"),
            chunk=chunks(),
        ),
    output:
        csv="results/tables/certificates.csv",
        md=shown(
            "results/tables/certificates.md",
            "Instances and certificates",
            "Certificates",
            "table",
            "certificates",
        ),
    log:
        "logs/certificates_table.log",
    params:
        to=each_output,
        code=sources("floodit table certificates"),
    shell:
        "floodit table certificates {input} {params.to} 2> {log}"


rule certificates:
    """A checked proof for every minimum of experiment 1."""
    input:
        rules.certificates_table.output,
