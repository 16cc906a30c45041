# The hardness of the query "do p moves suffice?" around the minimum.
# The results are listed in src/puzzlesat_studies/floodit/hardness/__init__.py.

HARDNESS = study("hardness", "Instances and proofs")
HARDNESS_ROWS = expand("results/hardness/rows/{cell}.csv", cell=cells(HARDNESS))


rule hardness_rows:
    """Time solvers on formulas for moves around the minimum, alone on the machine."""
    input:
        "results/boards/{{cell}}/0-{}.csv".format(HARDNESS["boards"] - 1),
    output:
        "results/hardness/rows/{cell}.csv",
    wildcard_constraints:
        cell=r"n\d+_k\d+",
    threads: ALONE
    resources:
        runtime=120,
    params:
        options=flags(HARDNESS, "below", "above", "timeout", solver=HARDNESS["solvers"]),
    shell:
        "python -m puzzlesat_studies floodit hardness hardness {input} {params.options} {params.to} 2> {log}"


declare("table", "hardness", "hardness", HARDNESS_ROWS, "Hardness")
declare("figure", "hardness", "hardness", HARDNESS_ROWS, "Hardness")


rule hardness:
    """Times around the minimum, as a table and a figure."""
    input:
        declared("hardness"),
        record("hardness", after="results/hardness/hardness.csv"),
