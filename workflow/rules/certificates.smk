# Proofs that the minima of experiment 1 are minima, checked by a program of other people.
#   results/certificates/n9_k6/0-99/board-7.cnf    "can it be done in one move less?"
#   results/certificates/n9_k6/0-99/board-7.drat   a checked proof that it cannot
#   results/certificates/n9_k6/0-99/certificates.csv  what they are evidence of, for floodit verify
#   results/certificates/n9_k6/0-99.csv            the same, a row for each board
#   results/certificates/certificates.csv, .md     all of them, and a line for each (n, k)

CERTIFICATES = study("certificates")


rule certify:
    """Replay the solutions of a piece, refute one move less, and have the proofs checked."""
    input:
        "results/thesis/minima/{cell}/{chunk}.csv",
    output:
        rows="results/certificates/{cell}/{chunk}.csv",
        folder=directory("results/certificates/{cell}/{chunk}"),
    wildcard_constraints:
        chunk=r"\d+-\d+",
    resources:
        mem_mb=1000,
        runtime=240,
    params:
        **CERTIFICATES,
    shell:
        "floodit certify {input} --folder {output.folder} --solver {params.solver} "
        "--checker {params.checker} --timeout {params.timeout} -o {output.rows} 2> {log}"


rule certificates_table:
    """Gather the certificates of all boards."""
    input:
        expand(
            rules.certify.output.rows,
            cell=cells(THESIS["bounds"]),
            chunk=chunks(THESIS),
        ),
    output:
        **tabled("certificates", "certificates", "Certificates"),
    shell:
        "floodit table certificates {input} {params.to} 2> {log}"


rule certificates:
    """A checked proof for every minimum of experiment 1."""
    input:
        rules.certificates_table.output,
