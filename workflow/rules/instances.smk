# Instances for the SAT competitions, at full size.
# What is made is listed in src/puzzlesat/floodit/studies/instances/__init__.py.

from puzzlesat.floodit.studies.instances.config import instance_name

INSTANCES = study("instances", "Instances and proofs")
ENTRIES = {
    instance_name(entry, s): entry
    for entry in INSTANCES["sets"]
    for s in range(entry["boards"])
}
FORMULA = "results/instances/formulas/{name}"


rule instance:
    """Write an instance, and its sizes, digest and seconds; alone, as it takes all cores."""
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
        form=lambda wildcards, output: "--encoding {encoding} --variant {variant}".format(
            **ENTRIES[Path(output.row).stem]
        ),
    shell:
        "python -m puzzlesat floodit instances instance -n {wildcards.n} -k {wildcards.k} --seed {params.seed} "
        "--board {wildcards.s} --moves {wildcards.m} {params.form} --row {output.row} "
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
        solver=INSTANCES["solver"],
        timeout=INSTANCES["timeout"],
    shell:
        "python -m puzzlesat floodit instances attempt {input} --solver {params.solver} --timeout {params.timeout} "
        "-o {output} 2> {log}"


rule instances_table:
    """Gather sizes, digests and seconds, and what the solver found where it was run."""
    input:
        rows=expand(f"{FORMULA}.csv", name=ENTRIES),
        attempts=expand(
            rules.attempt.output,
            name=[] if INSTANCES["timeout"] is None else ENTRIES,
        ),
    output:
        **tabled("instances", "instances", "Instances"),
        tex="results/instances/instances.tex",
    params:
        attempts=each_input("--attempt", "attempts"),
    shell:
        "python -m puzzlesat floodit instances table instances {input.rows} {params.attempts} {params.to} 2> {log}"


rule instances_description:
    """Write the page that describes the instances, as the competitions ask for."""
    input:
        rules.instances_table.output.csv,
    output:
        "results/instances/description.md",
    shell:
        "python -m puzzlesat floodit instances describe {input} -o {output} 2> {log}"


rule instances:
    """The instances, their table and their description."""
    input:
        expand(f"{FORMULA}.cnf.xz", name=ENTRIES),
        rules.instances_table.output,
        rules.instances_description.output,
