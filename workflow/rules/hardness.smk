# How hard "p moves?" is around the minimum.
# What is made is listed in src/puzzlesat/floodit/studies/hardness/__init__.py.

HARDNESS = study("hardness", "Instances and proofs")
HARDNESS_ROWS = expand("results/hardness/rows/{cell}.csv", cell=cells(HARDNESS))


rule hardness_rows:
    """Time solvers on formulas for fewer and for more moves than the minimum, alone."""
    input:
        "results/boards/{{cell}}/0-{}.csv".format(HARDNESS["boards"] - 1),
    output:
        "results/hardness/rows/{cell}.csv",
    wildcard_constraints:
        cell=r"n\d+_k\d+",
    threads: ALONE
    resources:
        mem_mb=1000,
        runtime=120,
    params:
        solvers=repeated("--solver", HARDNESS["solvers"]),
        below=HARDNESS["below"],
        above=HARDNESS["above"],
        timeout=HARDNESS["timeout"],
    shell:
        "python -m puzzlesat floodit hardness hardness {input} {params.solvers} --below {params.below} "
        "--above {params.above} --timeout {params.timeout} -o {output} 2> {log}"


rule hardness_table:
    """Sum up the times by size, solver and distance from the minimum."""
    input:
        HARDNESS_ROWS,
    output:
        "results/hardness/hardness.csv",
    shell:
        "python -m puzzlesat floodit hardness table hardness {input} {params.to} 2> {log}"


declare("figure", "hardness", "hardness", HARDNESS_ROWS, "Hardness")


rule hardness:
    """Times around the minimum, as a table and a figure."""
    input:
        rules.hardness_table.output,
        declared("hardness"),
        "results/hardness/environment.json",
