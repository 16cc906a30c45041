# Instances for the SAT competitions, at full size.
# The results are listed in src/puzzlesat_studies/floodit/instances/__init__.py.

from puzzlesat_studies.floodit.instances.config import instance_name

INSTANCES = study("instances", "Instances and proofs")
ENTRIES = {
    instance_name(entry, s): entry for entry in INSTANCES["sets"] for s in range(entry["boards"])
}
FORMULA = "results/instances/formulas/{name}"


rule instance:
    """Write an instance, and a row with sizes, digest and seconds; alone, as it uses all cores."""
    output:
        cnf="results/instances/formulas/floodit-n{n}-k{k}-m{m}-s{s}{variant}.cnf.xz",
        row="results/instances/formulas/floodit-n{n}-k{k}-m{m}-s{s}{variant}.csv",
    wildcard_constraints:
        m=r"\d+",
        s=r"\d+",
        variant=r"(-[a-z]+)*",
    threads: ALONE
    params:
        seed=config["seed"],
        options=lambda wildcards, output: flags(
            ENTRIES[Path(output.row).stem], "encoding", "variant"
        ),
    shell:
        "python -m puzzlesat_studies floodit instances instance -n {wildcards.n} -k {wildcards.k} --seed {params.seed} "
        "--board {wildcards.s} --moves {wildcards.m} {params.options} --row {output.row} "
        "-o {output.cnf} 2> {log}"


rule attempt:
    """Try to solve an instance within the limit of the configuration."""
    input:
        f"{FORMULA}.cnf.xz",
    output:
        "results/instances/attempts/{name}.csv",
    threads: ALONE
    resources:
        mem_mb=8000,
        runtime=120,
    params:
        options=flags(INSTANCES, "solver", "timeout"),
    shell:
        "python -m puzzlesat_studies floodit instances attempt {input} {params.options} {params.to} 2> {log}"


INSTANCE_ROWS = expand(f"{FORMULA}.csv", name=ENTRIES)
ATTEMPTS = expand(rules.attempt.output, name=[] if INSTANCES["timeout"] is None else ENTRIES)
declare("table", "instances", "instances", INSTANCE_ROWS, "Instances", tex=True, attempt=ATTEMPTS)


rule instances_description:
    """Write the description of the instances that the competitions require."""
    input:
        "results/instances/instances.csv",
    output:
        "results/instances/description.md",
    shell:
        "python -m puzzlesat_studies floodit instances describe {input} -o {output} 2> {log}"


rule instances:
    """The instances, their table and their description."""
    input:
        expand(f"{FORMULA}.cnf.xz", name=ENTRIES),
        declared("instances"),
        rules.instances_description.output,
