# Instances that are neither too easy nor too hard, for submission to a SAT competition.
# The results are listed in src/puzzlesat_studies/floodit/interesting/__init__.py.

INTERESTING = study("interesting", "Instances and proofs")


rule interesting_rows:
    """Look for instances that an old solver does not solve in time, but a modern one does."""
    output:
        rows="results/interesting/interesting.csv",
        folder=directory("results/interesting/formulas"),
    threads: ALONE
    resources:
        mem_mb=8000,
        runtime=2880,
    params:
        options=flags(
            INTERESTING,
            *("n", "k", "boards", "bounds_timeout", "wanted"),
            seed=config["seed"],
            distance=INTERESTING["distances"],
        ),
        easy="{solver} {timeout}".format(**INTERESTING["easy"]),
        hard="{solver} {timeout}".format(**INTERESTING["hard"]),
    shell:
        "python -m puzzlesat_studies floodit interesting interesting {params.options} --easy {params.easy} "
        "--hard {params.hard} --folder {output.folder} -o {output.rows} 2> {log}"


rule family_rows:
    """Compare the instances with their rows, and write proofs for the unsatisfiable ones."""
    input:
        rows=rules.interesting_rows.output.rows,
        folder=rules.interesting_rows.output.folder,
    output:
        rows="results/interesting/rows.csv",
        folder=directory("results/interesting/proofs"),
    resources:
        mem_mb=12000,
        runtime=120,
    shell:
        "mkdir -p {output.folder} && "
        "python -m puzzlesat_studies floodit interesting family {input.rows} --formulas {input.folder} --folder {output.folder} "
        "-o {output.rows} 2> {log}"


FAMILY = rules.family_rows.output.rows
declare("table", "interesting", "family", FAMILY, "Interesting instances")


rule family_description:
    """Write the description of the family that the competitions require."""
    input:
        FAMILY,
    output:
        "results/interesting/description.md",
    shell:
        "python -m puzzlesat_studies floodit interesting describe-family {input} -o {output} 2> {log}"


rule interesting:
    """The interesting instances, their proofs, their table and their description."""
    input:
        rules.interesting_rows.output,
        rules.family_rows.output,
        declared("interesting"),
        rules.family_description.output,
        record("interesting", after="results/interesting/family.csv"),
